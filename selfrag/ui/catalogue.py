"""Brings the gettext catalogues up to date with the code: `python -m selfrag.ui.catalogue`.

Run it after a change of words, translate what it names in `locale/*/LC_MESSAGES/selfrag.po`, and run it again.
"""

import ast
import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from selfrag import errors
from selfrag.errors import SelfragError
from selfrag.ui.phrases import TEMPLATES
from selfrag.ui.words import DOMAIN, FOLDER, LANGUAGES

ROOT = Path(__file__).parents[2]
_WORDS = {"_": 1, "later": 1, "plural": 2}
_ERRORS = [name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, SelfragError)]
_SENTENCES = dict.fromkeys(["sentence", *_ERRORS], 1)
_PARTS = {"part": 1}


def sources() -> Iterator[Path]:
    """Every file whose words a person may see."""
    yield ROOT / "app.py"
    yield from sorted((ROOT / "pages").glob("*.py"))
    yield from sorted((ROOT / "selfrag").rglob("*.py"))


def extracted() -> Catalog:
    """The messages in the code, untranslated."""
    return _collected({**_WORDS, **_SENTENCES, **_PARTS})


def templates() -> dict[str, list[str]]:
    """What the lower layers say, by kind: whole sentences, and parts that only stand within one."""
    kinds = {"sentence": _SENTENCES, "part": _PARTS}
    return {kind: sorted(str(message.id) for message in _collected(kinds[kind]) if message.id) for kind in kinds}


def _collected(keywords: Mapping[str, int]) -> Catalog:
    catalog = Catalog(project=DOMAIN)
    for path in sources():
        for message in _messages(path, keywords):
            catalog.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    return catalog


def _messages(path: Path, keywords: Mapping[str, int]) -> Iterator[str | tuple[str, ...]]:
    """The literals that calls of these names begin with. Babel's own reader takes `sentence["text"]` for a call."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call):
            count = keywords.get(_called(call.func), 0)
            given = [str(each.value) for each in call.args[:count] if isinstance(each, ast.Constant)]
            if given:
                yield given[0] if count == 1 else tuple(given)


def _called(function: ast.expr) -> str:
    match function:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case ast.Call(ast.Attribute(attr="current")):
            return "_"  # words.current()("...")
    return ""


def po_file(language: str) -> Path:
    """The catalogue that people edit; the compiled one lies beside it."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def translated(language: str) -> Catalog:
    """The catalogue of one language as it is on disk."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def compiled(catalog: Catalog) -> bytes:
    """What gettext reads at run time."""
    buffer = BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def missing(catalog: Catalog) -> list[Message]:
    """Messages without a translation that a person has seen and kept."""
    return [message for message in catalog if message.id and (message.fuzzy or not all(_forms(message)))]


def update(language: str) -> Catalog:
    """Write the messages of the code into the language's catalogue, keeping its translations."""
    catalog, template = translated(language), extracted()
    template.creation_date = catalog.creation_date
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    with po_file(language).open("wb") as file:
        write_po(file, catalog, width=110, sort_output=True, include_lineno=False)
    po_file(language).with_suffix(".mo").write_bytes(compiled(translated(language)))
    return catalog


def _forms(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, tuple | list) else (message.string or "",)


if __name__ == "__main__":
    TEMPLATES.write_text(json.dumps(templates(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    for language in LANGUAGES:
        if language != "en":
            for message in missing(update(language)):
                print(f"{language}: no translation of {message.id!r}")
