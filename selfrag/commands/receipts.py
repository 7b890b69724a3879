"""Receipts of threads: made, and checked."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from selfrag.commands.opening import open_for_reading
from selfrag.commands.printing import out, say
from selfrag.errors import ReceiptInvalid, SelfragError
from selfrag.receipts import Finding, Replay, as_json, as_markdown, as_pdf, read_receipt
from selfrag.settings import Settings

_KINDS = {
    "schema": "not the form of a receipt",
    "digest": "the receipt was changed",
    "document_missing": "the document is not stored any more",
    "document_changed": "the file of the document is another one now, or gone",
    "page_missing": "the page is not stored any more",
    "passage_missing": "the passage is not stored any more",
    "passage_changed": "the passage reads otherwise",
    "quote_changed": "the quote does not stand there",
}
_OF_ITSELF = ("schema", "digest")
_COUNTED = {
    "quotes": ("quote", "quotes"),
    "passages": ("passage", "passages"),
    "documents": ("document", "documents"),
    "pages": ("page", "pages"),
}


def receipt(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print the record of a thread, or store it; a PDF is always stored."""
    with open_for_reading(settings) as service:
        made = service.receipt(arguments.thread)
    if arguments.format == "pdf":
        data = as_pdf(made)
    else:
        data = as_markdown(made).encode("utf-8", "backslashreplace") if arguments.format == "md" else as_json(made)
    path = arguments.out or (f"receipt-{made['thread']['id']}.pdf" if arguments.format == "pdf" else None)
    if path is None:
        sys.stdout.write(data.decode("utf-8"))
        return 0
    _store(Path(path), data)
    say(f"Stored in {path}.")
    return 0


def replay(arguments: argparse.Namespace, settings: Settings) -> int:
    """Whether a receipt still holds against the data: 0 where all of it does."""
    told = read_receipt(_read(Path(arguments.receipt)), Path(arguments.receipt).name)
    with open_for_reading(settings) as service:
        result = service.replay(told)
    if arguments.json:
        out(dict(result))
    else:
        for finding in result["findings"]:
            out(_line(finding))
        out(_summary(result))
    if not result["holds"]:
        say(_first(result["findings"], Path(arguments.receipt).name))
    return 0 if result["holds"] else 1


def _first(findings: Sequence[Finding], name: str) -> str:
    """What does not hold, in one sentence."""
    first, others = findings[0], len(findings) - 1
    more = f", and {others} more" if others else ""
    way = "ask for another copy of it" if first["kind"] in _OF_ITSELF else "a new receipt records what is stored now"
    return f"“{name}” does not hold: {first['where']}: {_KINDS[first['kind']]}{more}; {way}."


def _line(finding: Finding) -> str:
    """What, where, what was expected and what was found."""
    document = finding["document"]
    place = f" in {document}" + (f", page {finding['page']}" if finding["page"] else "") if document else ""
    found = "nothing" if finding["found"] is None else f"“{finding['found']}”"
    expected = f"expected “{finding['expected']}”, found {found}" if finding["expected"] else found
    return " ".join(f"{finding['where']}{place}: {_KINDS[finding['kind']]}; {expected}".split())


def _summary(result: Replay) -> str:
    counted = ", ".join(_count(result["checked"], name) for name in _COUNTED if name in result["checked"])
    wrong = len(result["findings"])
    held = "all hold" if result["holds"] else f"{wrong} {'thing does' if wrong == 1 else 'things do'} not hold"
    return f"{counted or 'Nothing was checked'}: {held}"


def _count(checked: Mapping[str, Any], name: str) -> str:
    one, many = _COUNTED[name]
    return f"{checked[name]} {one if checked[name] == 1 else many}"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ReceiptInvalid("“{name}” cannot be read: {why}.", name=path, why=error.strerror or error) from error


def _store(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise SelfragError("“{path}” cannot be written: {why}.", path=path, why=error.strerror or error) from error
