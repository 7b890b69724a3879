"""What is more than a model can read at once is asked in halves."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

from selfrag.errors import ContextTooLong
from selfrag.models.openai.loop import gathered

_Item = TypeVar("_Item")
_Verdict = TypeVar("_Verdict")


async def in_parts(
    grade: Callable[[Sequence[_Item]], Awaitable[list[_Verdict]]], items: Sequence[_Item], too_long: _Verdict
) -> list[_Verdict]:
    """All graded at once, or in halves where that is more than the model can read."""
    try:
        return await grade(items)
    except ContextTooLong:
        if len(items) == 1:
            return [too_long]
    half = (len(items) + 1) // 2
    return await joined(in_parts(grade, part, too_long) for part in (items[:half], items[half:]))


async def joined(gradings: Iterable[Coroutine[Any, Any, list[_Verdict]]]) -> list[_Verdict]:
    """The verdicts of all, in order; the first failure ends the others."""
    return [verdict for graded in await gathered(gradings) for verdict in graded]
