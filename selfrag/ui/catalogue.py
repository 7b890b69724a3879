"""Brings the gettext catalogues up to date with the code: `python -m selfrag.ui.catalogue`.

Run it after a change of words, translate what it names in `locale/*/LC_MESSAGES/selfrag.po`, and run it again.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from selfrag.ui.words import DOMAIN, FOLDER, LANGUAGES

ROOT = Path(__file__).parents[2]
_KEYWORDS = {"_": None, "later": None, "plural": (1, 2)}


def sources() -> Iterator[Path]:
    """Every file whose words a person may see."""
    yield ROOT / "app.py"
    yield from sorted((ROOT / "pages").glob("*.py"))
    yield from sorted((ROOT / "selfrag" / "ui").rglob("*.py"))


def extracted() -> Catalog:
    """The messages in the code, untranslated."""
    catalog = Catalog(project=DOMAIN)
    for path in sources():
        for _, message, comments, _ in extract_from_file("python", path, keywords=_KEYWORDS):
            catalog.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)], auto_comments=comments)
    return catalog


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
    for language in LANGUAGES:
        if language != "en":
            for message in missing(update(language)):
                print(f"{language}: no translation of {message.id!r}")
