"""The one layer of retries: how often a failed request is sent again, and how long it waits before."""

import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from selfrag.models.openai.failures import Failure
from selfrag.models.openai.loop import tell_wait

if TYPE_CHECKING:
    from tenacity import RetryCallState

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
TOLD_FROM = 1.0  # seconds; shorter waits are not worth a word

_T = TypeVar("_T")


async def persistent(send: Callable[[], Awaitable[_T | Failure]], most: int) -> _T | Failure:
    """Send until there is a result, or a failure that was tried as often as it is worth, `most` times at most."""
    from tenacity import AsyncRetrying, retry_if_result

    retrying = AsyncRetrying(
        retry=retry_if_result(lambda result: isinstance(result, Failure)),
        stop=lambda state: state.attempt_number >= min(most, _failure(state).attempts),
        wait=_pause,
        before_sleep=_tell,
        retry_error_callback=_failure,
    )
    result: _T | Failure = await retrying(send)
    return result


def _failure(state: "RetryCallState") -> Failure:
    assert state.outcome is not None
    failure: Failure = state.outcome.result()
    return failure


def _pause(state: "RetryCallState") -> float:
    """What the server asked for, or twice as long each time; varied, so that many requests do not return at once."""
    asked = _failure(state).wait
    if asked is not None:
        return asked
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (state.attempt_number - 1)) * random.uniform(0.5, 1)


def _tell(state: "RetryCallState") -> None:
    if state.upcoming_sleep > TOLD_FROM:
        tell_wait(state.upcoming_sleep)
