"""Receipts: the record of a thread as a file, its form, its digests, its looks, and the check of it. Pure."""

from selfrag.receipts.checking import Stored, check
from selfrag.receipts.findings import Finding, Replay
from selfrag.receipts.markdown import as_markdown
from selfrag.receipts.moments import moment
from selfrag.receipts.pdf import as_pdf
from selfrag.receipts.reading import FORMAT, VERSION, faults, read_receipt, schema
from selfrag.receipts.seal import as_json, digests, sealed, text_digest
from selfrag.receipts.words import WORDS

__all__ = [
    "FORMAT",
    "VERSION",
    "WORDS",
    "Finding",
    "Replay",
    "Stored",
    "as_json",
    "as_markdown",
    "as_pdf",
    "check",
    "digests",
    "faults",
    "moment",
    "read_receipt",
    "schema",
    "sealed",
    "text_digest",
]
