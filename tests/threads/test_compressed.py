"""Checkpoints stay readable, and small."""

import zlib
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from selfrag.threads.checkpointer import open_checkpointer
from selfrag.threads.compressed import ALONE, WITH_WORDS, WORDS, CompressedSerializer

STATE: dict[str, Any] = {"evidence": [{"passage_id": "a:1:0", "is_rel": "correct", "kept": True}], "query": "가격?"}


def test_what_is_written_is_read_again_and_marked() -> None:
    kind, blob = CompressedSerializer().dumps_typed(STATE)
    assert kind == f"msgpack{WITH_WORDS}"
    assert CompressedSerializer().loads_typed((kind, blob)) == STATE
    plainly = JsonPlusSerializer().dumps_typed(STATE)[1]
    assert len(blob) < len(zlib.compress(plainly))


def test_rows_of_earlier_versions_are_read() -> None:
    kind, blob = JsonPlusSerializer().dumps_typed(STATE)
    assert CompressedSerializer().loads_typed((kind, blob)) == STATE
    assert CompressedSerializer().loads_typed((kind + ALONE, zlib.compress(blob))) == STATE


def test_the_words_are_those_that_rows_were_written_with() -> None:
    assert zlib.crc32(WORDS) == 2737285873, (
        "rows written before cannot be read with other words: give those a tag of their own"
    )


@pytest.mark.parametrize(
    ("current", "following"),
    [(None, 1), (f"{7:032}", 8), (f"{7:032}.0.4711", 8), (f"{99:032}", 100)],
)
def test_versions_count_on_from_any_that_were_stored(tmp_path: Path, current: Any, following: int) -> None:
    saver = open_checkpointer(tmp_path / "checkpoints.sqlite")
    try:
        version = saver.get_next_version(current, None)
        assert version == f"{following:032}"
        assert (current or "") < version
    finally:
        saver.conn.close()
