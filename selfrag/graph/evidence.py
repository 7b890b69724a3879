"""The passages a person or a policy approved, and the part of them that may be read."""

from collections.abc import Iterable
from typing import NamedTuple

from selfrag.graph.state import Evidence, State
from selfrag.ports import Passage, PassageStore

Span = tuple[int, int]


class Reading(NamedTuple):
    """A passage and the spans of its text that were approved; all of it where it has no strips."""

    passage: Passage
    spans: tuple[Span, ...]

    @property
    def as_read(self) -> Passage:
        """The passage with nothing but what was approved."""
        text = self.passage["text"]
        return {**self.passage, "text": "\n".join(text[start:end] for start, end in self.spans)}


def approved(state: State, passages: PassageStore) -> list[Reading]:
    """What was approved and still exists, in the approved order."""
    found = passages.get(state["approved"])
    offered = {item["passage_id"]: item for item in state["evidence"]}
    return [
        Reading(found[passage_id], _spans(found[passage_id], offered.get(passage_id)))
        for passage_id in state["approved"]
        if passage_id in found
    ]


def approved_strips(evidence: Iterable[Evidence]) -> dict[str, list[list[int]]]:
    """What may be read of the kept passages, as pairs of offsets by id; those that are read whole are absent."""
    return {
        item["passage_id"]: [[strip["start"], strip["end"]] for strip in item["strips"] if strip["kept"]]
        for item in evidence
        if item["kept"] and "strips" in item
    }


def ids_read(state: State) -> list[str]:
    """The passages that the draft was written from: `[n]` in it is the n-th of them, even if one was deleted since."""
    unread = {*state["gone"], *state.get("left_out", [])}
    return [passage_id for passage_id in state["approved"] if passage_id not in unread]


def _spans(passage: Passage, item: Evidence | None) -> tuple[Span, ...]:
    strips = item.get("strips") if item else None
    if not strips:
        return ((0, len(passage["text"])),)
    return tuple((strip["start"], strip["end"]) for strip in strips if strip["kept"])
