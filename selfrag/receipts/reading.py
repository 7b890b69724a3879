"""Reads a receipt that somebody brings, and tells where it does not have the form of one."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from selfrag.errors import ReceiptInvalid

FORMAT = "selfrag-receipt"
VERSION = 1
SCHEMA = Path(__file__).with_name("schema.json")

_FAULTS = 20
_SHOWN = 200


def read_receipt(data: bytes, name: str) -> dict[str, Any]:
    """The receipt in a file. Raises ReceiptInvalid where it is none, or one of another version."""
    try:
        receipt = json.loads(data.decode("utf-8-sig"), parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise ReceiptInvalid("“{name}” is no receipt: it is not JSON.", name=name) from error
    if not isinstance(receipt, dict) or receipt.get("format") != FORMAT:
        raise ReceiptInvalid("“{name}” is no receipt of this program.", name=name)
    if receipt.get("version") != VERSION:
        raise ReceiptInvalid(
            "“{name}” is a receipt of another version than {version}, which this program reads.",
            name=name,
            version=VERSION,
        )
    return receipt


def schema() -> dict[str, Any]:
    """The form of a receipt, as JSON Schema (draft 2020-12)."""
    found: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return found


def faults(receipt: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Where a receipt does not have its form, and what is wrong there; the first few."""
    found = [_innermost(error) for error in _validator().iter_errors(receipt)]
    found.sort(key=lambda error: [str(step) for step in error.absolute_path])
    return [(error.json_path, error.message[:_SHOWN]) for error in found[:_FAULTS]]


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema())


def _innermost(error: Any) -> Any:
    """Of a part that may also be null: what is wrong within it."""
    while error.context:
        error = max(error.context, key=lambda inner: len(inner.absolute_path))
    return error


def _refused(constant: str) -> NoReturn:
    raise ValueError(constant)
