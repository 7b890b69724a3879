"""The form of a receipt: its schema, its digests, and files that are none."""

import copy
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfrag import __version__
from selfrag.errors import ReceiptInvalid
from selfrag.receipts import as_json, digests, faults, read_receipt, schema, sealed, text_digest
from tests.needs import imported
from tests.receipts.records import record

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def test_the_schema_is_one_and_a_receipt_has_its_form() -> None:
    validator = imported("jsonschema").Draft202012Validator
    validator.check_schema(schema())
    assert faults(record()) == []


def test_every_object_says_what_it_may_hold() -> None:
    """Strict but for `limits`, whose names are those of the settings."""
    open_ones = [
        path for path, part in parts(schema()) if part.get("type") == "object" and part.get("additionalProperties")
    ]
    assert open_ones == ["$defs.made_with.properties.limits"]
    for path, part in parts(schema()):
        if "properties" in part:
            assert part["additionalProperties"] is False, path
            assert part["required"] == list(part["properties"]), path


def parts(part: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(part, dict):
        yield path, part
        for name, inner in part.items():
            yield from parts(inner, f"{path}.{name}".lstrip("."))
    if isinstance(part, list):
        for inner in part:
            yield from parts(inner, path)


@pytest.mark.parametrize("key", ["format", "questions", "documents", "digest", "made_at"])
def test_a_missing_part_is_a_fault(key: str) -> None:
    receipt = record()
    del receipt[key]
    assert [place for place, _ in faults(receipt)] == ["$"]


def test_faults_say_where() -> None:
    receipt = record(api_key="sk-secret")
    receipt["questions"][0]["answer"]["citations"][0]["page"] = 0
    assert [place for place, _ in faults(receipt)] == ["$.questions[0]", "$.questions[0].answer.citations[0].page"]


def test_the_digests_hold_after_the_file_was_written_and_read() -> None:
    receipt = record()
    again = read_receipt(as_json(receipt), "r.json")
    assert again == receipt
    assert digests(again) == receipt["digest"]
    assert "코르크 차지" in as_json(receipt).decode()


def test_the_record_has_one_digest_whenever_a_receipt_of_it_is_made() -> None:
    first, second = record(), {**record(), "made_at": "2027-01-01T00:00:00.000Z"}
    assert digests(first)["record"] == digests(second)["record"]
    assert digests(first)["whole"] != digests(second)["whole"]


@given(JSON)
def test_any_value_survives_the_file(value: Any) -> None:
    receipt = sealed({"value": value})
    assert digests(json.loads(as_json(receipt))) == receipt["digest"]


def test_any_change_shows() -> None:
    receipt = record()
    for path in leaves(receipt):
        changed = copy.deepcopy(receipt)
        place: Any = changed
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = "changed"
        if path[0] != "digest":
            assert digests(changed)["whole"] != receipt["digest"]["whole"], path


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not isinstance(value, dict | list):
        yield path
    for step, one in inner:
        yield from leaves(one, (*path, step))


def test_a_lone_surrogate_is_written_as_its_escape() -> None:
    receipt = record(error="half \ud83d")
    data = as_json(receipt)
    assert b"half \\ud83d" in data
    assert read_receipt(data, "r")["questions"][0]["error"] == "half \ud83d"
    assert digests(json.loads(data)) == receipt["digest"]
    assert len(text_digest("\ud83d")) == 64


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not JSON"),
        (b"%PDF-1.7", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 200_000, "not JSON"),
        (b'{"format": "selfrag-receipt", "version": 1, "x": NaN}', "not JSON"),
        (b"[]", "no receipt of this program"),
        (b'{"format": "other"}', "no receipt of this program"),
        (b'{"format": "selfrag-receipt", "version": 2}', "another version than 1"),
    ],
)
def test_a_file_that_is_no_receipt_is_told_in_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(ReceiptInvalid, match=f"“r.json” is .*{why}"):
        read_receipt(data, "r.json")


def test_the_program_has_one_version() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == __version__
