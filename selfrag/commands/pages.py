"""A page: its text, and how it looks."""

import argparse
from pathlib import Path

from selfrag.commands.opening import open_for_reading
from selfrag.commands.printing import out, say
from selfrag.documents.pictures.highlight import span_of
from selfrag.errors import SelfragError
from selfrag.sentences import sentence
from selfrag.settings import Settings

_ABSENT = sentence("That text is not on this page.")


def page(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print the text of a page, and store its picture with a text on it marked: 1 where that could not be marked."""
    with open_for_reading(settings) as service:
        document, stored = service.stored_page(arguments.document, arguments.number)
        facts = {
            "document": document.label,
            "document_id": document.id,
            "page": stored.number,
            "pages": document.pages,
            "page_label": stored.label,
            "reader": stored.reader,
            "flaw": stored.flaw,
            "text": stored.text,
            "marked": False,
            "note": "",
        }
        if arguments.find or arguments.out:
            spans = _found(stored.text, arguments.find or "")
            picture = service.page_picture(document.id, stored.number, spans, password=arguments.password)
            absent = arguments.find and stored.text and not spans
            facts |= {"marked": picture.marked, "note": _ABSENT if absent else picture.note}
            if arguments.out:
                _store(Path(arguments.out), picture.png)
    out(facts if arguments.json else stored.text)
    if facts["note"]:
        say(str(facts["note"]))
    return 1 if arguments.find and not facts["marked"] else 0


def _found(text: str, wanted: str) -> list[tuple[int, int]]:
    """Where a text first stands; on a page without text, at its beginning."""
    if wanted and not text:
        return [(0, 0)]
    span = span_of(text, wanted)
    return [span] if span else []


def _store(path: Path, png: bytes) -> None:
    try:
        path.write_bytes(png)
    except OSError as error:
        raise SelfragError("“{path}” cannot be written: {why}.", path=path, why=error.strerror or error) from error
