"""In which order a review shows its passages, and what they are called. Pure but for the words."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from selfrag.ui import words
from selfrag.ui.passage import place

Item = dict[str, Any]
GROUPS = (
    (words.later("Kept from your last review"), lambda item: item["change"] == "kept"),
    (words.later("Relevant"), lambda item: item["is_rel"] == "relevant"),
    (words.later("Correct"), lambda item: item["is_rel"] == "correct"),
    (words.later("Unsure"), lambda item: item["is_rel"] in ("ambiguous", "unknown", None)),
    (words.later("Not relevant"), lambda item: item["is_rel"] == "irrelevant"),
    (words.later("Incorrect"), lambda item: True),
)
FOLDED = ("Not relevant", "Incorrect")


def grouped(evidence: Sequence[Item]) -> list[tuple[str, list[Item]]]:
    """The groups that are not empty, each with its passages, best score first."""
    left, groups = sorted(evidence, key=lambda item: -item["score"]), []
    for name, belongs in GROUPS:
        group = [item for item in left if belongs(item)]
        left = [item for item in left if not belongs(item)]
        if group:
            groups.append((name, group))
    return groups


def ordered(evidence: Sequence[Item]) -> list[Item]:
    """All passages as the groups have them."""
    return [item for _, group in grouped(evidence) for item in group]


def names(items: Sequence[Item]) -> dict[str, str]:
    """What each passage is called, by id: its place, and which one of that place where there are several."""
    _ = words.current()
    places = defaultdict[str, list[Item]](list)
    for item in {each["passage_id"]: each for each in items}.values():
        places[place(item)].append(item)
    called = {}
    for where, there in places.items():
        for n, item in enumerate(sorted(there, key=lambda each: (each["start"] or 0, each["passage_id"])), 1):
            several = len(there) > 1
            name = _("{place}, passage {n} of {count} there", place=where, n=n, count=len(there)) if several else where
            called[item["passage_id"]] = name
    return called
