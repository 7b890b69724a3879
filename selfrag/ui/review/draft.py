"""A review's fields as plain values: from and to the stored draft, and three versions of them made one. Pure.

A field is named by its kind, and by the passage that it is of. Where nobody added or decided a passage, there is no
such field.
"""

from collections.abc import Callable, Iterable
from typing import Any

Name = tuple[str, ...]
Fields = dict[Name, Any]
Item = dict[str, Any]

KEEP, STRIPS, ADDED, DECIDED = "keep", "strips", "added", "decided"
QUESTION, NOTE = ("question",), ("note",)
TYPED = (QUESTION, NOTE)
_ABSENT = object()


def of_draft(draft: dict[str, Any] | None, asked: str, evidence: Iterable[Item]) -> Fields:
    """The fields of a stored draft; what it does not say, as in one of an earlier version, is as the graders said."""
    draft = draft or {}
    fields: Fields = {QUESTION: draft.get("question", asked), NOTE: draft.get("note", "")}
    for item in evidence:
        passage_id = item["passage_id"]
        ticked = passage_id in draft["keep"] if "keep" in draft else item["kept"]
        fields[KEEP, passage_id] = bool(ticked and item["exists"])
        if has_strips(item):
            graded = [n for n, strip in enumerate(item["strips"]) if strip["kept"]]
            fields[STRIPS, passage_id] = tuple(draft.get("strips", {}).get(passage_id, graded))
    for kind in (ADDED, DECIDED):
        fields |= {(kind, passage_id): True for passage_id in draft.get(kind, [])}
    return fields


def to_draft(fields: Fields, evidence: Iterable[Item]) -> dict[str, Any]:
    """What is stored of the fields."""
    items = list(evidence)
    return {
        "keep": kept(fields, items),
        "strips": {item["passage_id"]: list(fields[STRIPS, item["passage_id"]]) for item in items if has_strips(item)},
        "question": fields[QUESTION],
        "note": fields[NOTE],
        "added": of_kind(fields, ADDED),
        "decided": of_kind(fields, DECIDED),
    }


def merged(base: Fields, mine: Fields, stored: Fields) -> Fields:
    """Mine where I changed a field since `base`, which I saw last; else what is stored, which another may have changed.

    Each field for itself: two people who tick different passages do not undo each other's ticks.
    """
    chosen = {
        name: (mine if mine.get(name, _ABSENT) != base.get(name, _ABSENT) else stored).get(name, _ABSENT)
        for name in [*stored, *mine, *base]
    }
    return {name: value for name, value in chosen.items() if value is not _ABSENT}


def kept(fields: Fields, evidence: Iterable[Item]) -> list[str]:
    """Ids of the ticked passages, in the order they are offered; one in strips needs a ticked strip too."""
    ids = (item["passage_id"] for item in evidence)
    return [each for each in ids if fields.get((KEEP, each)) and fields.get((STRIPS, each), (0,))]


def of_kind(fields: Fields, kind: str) -> list[str]:
    """Ids of the passages with a field of that kind: ADDED or DECIDED."""
    return [name[1] for name in fields if name[0] == kind]


def set_tick(fields: Fields, item: Item, ticked: bool) -> None:
    """Tick a passage or not; one that is ticked without any strip is read whole."""
    passage_id = item["passage_id"]
    fields[KEEP, passage_id] = ticked and item["exists"]
    if ticked and has_strips(item) and not fields[STRIPS, passage_id]:
        fields[STRIPS, passage_id] = tuple(range(len(item["strips"])))


def tick_each(choose: Callable[[Item, bool], bool], evidence: Iterable[Item]) -> Callable[[Fields], None]:
    """The change that ticks what `choose` says, given a passage and whether it is ticked."""

    def change(fields: Fields) -> None:
        for item in evidence:
            set_tick(fields, item, choose(item, bool(fields.get((KEEP, item["passage_id"])))))

    return change


def has_strips(item: Item) -> bool:
    """Whether there is anything to choose within the passage; one strip is the passage itself."""
    return len(item.get("strips") or []) > 1
