"""The digests of a receipt, by which a change of it shows; they are no signature.

    record   SHA-256 of everything but `digest` and `made_at`: the same for every receipt of the same record
    whole    SHA-256 of everything but `digest`

Both are over canonical JSON: sorted keys, no spaces, ASCII with `\\u` escapes, numbers as Python's `json` writes them.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

ALGORITHM = "sha256"


def sealed(receipt: Mapping[str, Any]) -> dict[str, Any]:
    """The receipt with its digests."""
    return {**receipt, "digest": digests(receipt)}


def digests(receipt: Mapping[str, Any]) -> dict[str, str]:
    """The digests of a receipt, those in it left out. Raises ValueError for values that JSON does not have."""
    whole = {name: value for name, value in receipt.items() if name != "digest"}
    record = {name: value for name, value in whole.items() if name != "made_at"}
    return {"algorithm": ALGORITHM, "record": _sha256(record), "whole": _sha256(whole)}


def text_digest(text: str) -> str:
    """SHA-256 of a text in UTF-8; a lone surrogate, which UTF-8 does not have, as its `\\u` escape."""
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def as_json(receipt: Mapping[str, Any]) -> bytes:
    """The file, readable in UTF-8."""
    text = json.dumps(receipt, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    return text.encode("utf-8", "backslashreplace")  # a lone surrogate becomes its JSON escape


def _sha256(value: Mapping[str, Any]) -> str:
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()
