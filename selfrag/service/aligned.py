"""Two answers to the same question, sentence beside sentence."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from selfrag.language.sentences import sentence_spans

ALIKE = 0.6  # of the letters of two sentences, from which on one is the other in other words
MARK = re.compile(r"\s*\[\d+\]")


@dataclass(frozen=True)
class Pair:
    """Two sentences that stand beside each other, or one that only one answer has; each as its view has it.

    `change` is "same", "support" (same words, another verdict), "words" (much alike), "left" or "right" (alone).
    """

    left: Mapping[str, Any] | None
    right: Mapping[str, Any] | None
    change: Literal["same", "support", "words", "left", "right"]


def aligned(left: Mapping[str, Any], right: Mapping[str, Any]) -> list[Pair]:
    """The sentences of both answers beside each other, in the order in which they are read.

    Numbers of citations do not count: the same passage may have another one.
    """
    mine, theirs = _sentences(left), _sentences(right)
    ours, others = ([_bare(each["text"]) for each in side] for side in (mine, theirs))
    pairs: list[Pair] = []
    for kind, a, b, c, d in SequenceMatcher(None, ours, others, autojunk=False).get_opcodes():
        if kind == "equal":
            pairs += [_pair(one, other) for one, other in zip(mine[a:b], theirs[c:d], strict=True)]
        else:
            pairs += _unlike(mine[a:b], theirs[c:d])
    return pairs


def _unlike(mine: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> list[Pair]:
    """Those of a stretch where the answers part: what is much alike together, the rest alone."""
    pairs, left = list[Pair](), list(theirs)
    for one in mine:
        likes = [SequenceMatcher(None, _bare(one["text"]), _bare(other["text"])).ratio() for other in left]
        best = max(range(len(likes)), key=likes.__getitem__, default=None)
        if best is None or likes[best] < ALIKE:
            pairs.append(Pair(one, None, "left"))
            continue
        pairs += [Pair(None, other, "right") for other in left[:best]]
        pairs.append(Pair(one, left[best], "words"))
        del left[: best + 1]
    return [*pairs, *(Pair(None, other, "right") for other in left)]


def _pair(one: Mapping[str, Any], other: Mapping[str, Any]) -> Pair:
    return Pair(one, other, "same" if one["is_sup"] == other["is_sup"] else "support")


def _sentences(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """With their verdicts, or cut out of an answer that was not checked; without those that were struck."""
    checked = [each for each in view["reflection"]["sentences"] if not each.get("struck")]
    text = view["answer"]
    return checked or [{"text": text[start:end], "is_sup": None} for start, end in sentence_spans(text)]


def _bare(text: str) -> str:
    return " ".join(MARK.sub("", text).split())
