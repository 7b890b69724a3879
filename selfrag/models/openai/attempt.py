"""One request to a server, whose failures are values."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from selfrag.models.openai import failures, statuses
from selfrag.models.openai.failures import Asked, BrokenOff, Endless, Failure, ToldError, UnreadableReply

if TYPE_CHECKING:
    import openai

_T = TypeVar("_T")


async def attempt(
    client: "openai.AsyncOpenAI",
    work: "Callable[[openai.AsyncOpenAI], Awaitable[_T]]",
    asked: Asked,
    begun: Callable[[], bool],
) -> _T | Failure:
    """What `work` makes of its request, or why it failed; a reply that has `begun` is not worth another attempt.

    Failures are not raised: an error chained to the client's own could show the key in a traceback.
    """
    import httpx2
    import openai

    try:
        return await work(client)
    except openai.APIStatusError as error:
        failure = statuses.by_status(error, asked)
    except (openai.APIConnectionError, httpx2.RequestError) as error:
        failure = failures.lost(error, asked, begun=begun())
    except openai.APIError as error:
        failure = statuses.told(error.body or error.message, asked)
    except ToldError as error:
        failure = statuses.told(error.body, asked)
    except UnreadableReply as error:
        failure = statuses.instead_of_a_reply(error.body, asked)
    except BrokenOff:
        failure = failures.broken_off(asked, begun=begun())
    except Endless:
        failure = failures.endless(asked)
    except (openai.OpenAIError, ValueError, RecursionError) as error:
        failure = failures.unreadable(str(error), asked)
    return replace(failure, attempts=1) if begun() else failure
