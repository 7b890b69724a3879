"""An answer without some of its sentences: which characters each of them takes up, and what is left of the others."""

from collections.abc import Collection

from selfrag.graph.citations import words_of
from selfrag.language.sentences import sentence_spans


def claim_spans(answer: str) -> list[tuple[int, int]]:
    """Where each claim stands, as `claims` numbers them from 0: all characters but the white space between them.

    What holds nothing but marks belongs to the claim before it, or to the first one.
    """
    spans: list[tuple[int, int]] = []
    opening: int | None = None
    for start, end in sentence_spans(answer):
        if words_of(answer[start:end]):
            spans.append((start if opening is None else opening, end))
            opening = None
        elif spans:
            spans[-1] = (spans[-1][0], end)
        elif opening is None:
            opening = start
    return spans


def without(answer: str, numbers: Collection[int]) -> str:
    """The answer without the claims of these numbers, counted from 0; "" without all of them.

    Between two that become neighbours stands the widest gap there was, so that what stood on lines of its own still
    does.
    """
    spans = claim_spans(answer)
    if not any(0 <= number < len(spans) for number in numbers):
        return answer
    left, gap = "", ""
    for number, (start, end) in enumerate(spans):
        if number not in numbers:
            left += (gap if left else "") + answer[start:end]
            gap = ""
        following = spans[number + 1][0] if number + 1 < len(spans) else len(answer)
        gap = max(gap, answer[end:following], key=_width)
    return left


def _width(gap: str) -> tuple[int, int]:
    return gap.count("\n"), len(gap)
