"""What came back as JSON, in whatever shape servers give it: replies and streamed events."""

import json
import math
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from selfrag.models.openai.failures import ToldError, UnreadableReply
from selfrag.models.probabilities import Token
from selfrag.sentences import part

LARGEST_FLOAT = 3.4e38
"""Of 32 bits, as vectors are stored; what is above, integers without end among it, is no number."""
MOST_TOKENS = 10**12
"""What is told beyond that is no count; sums of counts must fit into 64 bits."""


class Reply(NamedTuple):
    """Text or function arguments, why the model refused, whether it was cut at the token limit, and the tokens of the
    text with their likeliest alternatives and the model's thoughts, where the server tells them."""

    text: str
    refusal: str = ""
    cut: bool = False
    tokens: tuple[Token, ...] = ()
    thoughts: str = ""


class Usage(NamedTuple):
    """Tokens billed."""

    prompt: int = 0
    completion: int = 0


class Event(NamedTuple):
    """One piece of a streamed reply; `finish` is its reason to end, if it ends. `whole` is all the text in one."""

    text: str
    whole: str
    refusal: str
    finish: str
    usage: Usage | None


def parsed(body: bytes | str) -> Any:
    """The JSON of a reply, whatever it says its type is. Raises UnreadableReply."""
    with suppress(ValueError, RecursionError):
        return json.loads(body)
    raise UnreadableReply(body if isinstance(body, str) else body.decode("utf-8", "replace"))


def read_reply(body: object) -> Reply:
    """A chat completion. Raises UnreadableReply."""
    choice = _first_choice(body)
    message = choice.get("message") if choice else None
    if choice is None or not isinstance(message, Mapping):
        raise UnreadableReply(body)
    finish = choice.get("finish_reason")
    calls = [call.get("function") for call in _list(message.get("tool_calls")) if isinstance(call, Mapping)]
    arguments = [function.get("arguments") for function in calls if isinstance(function, Mapping)]
    text = _text(arguments[0] if arguments else message.get("content"))
    thoughts = message.get("reasoning_content") or message.get("reasoning")
    return Reply(
        text,
        refusal=_refusal(message, finish),
        cut=finish == "length",
        tokens=_tokens(choice.get("logprobs")),
        thoughts=thoughts if isinstance(thoughts, str) else "",
    )


def read_event(body: Mapping[str, Any]) -> Event:
    """A piece of a streamed chat completion; pieces without choices tell what was spent. Raises ToldError."""
    if body.get("error"):
        raise ToldError(body["error"])
    choice = _first_choice(body) or {}
    delta, message = (_fields(choice.get(name)) for name in ("delta", "message"))
    finish = choice.get("finish_reason")
    usage = read_usage(body) if body.get("usage") else None
    text, whole = _text(delta.get("content")), _text(message.get("content"))
    return Event(text, whole, _refusal({**message, **delta}, finish), str(finish or ""), usage)


def read_usage(body: object) -> Usage:
    """What the reply cost, 0 where it does not say."""
    usage = body.get("usage") if isinstance(body, Mapping) else None
    if not isinstance(usage, Mapping):
        return Usage()
    prompt, completion, total = (
        count(usage.get(name)) for name in ("prompt_tokens", "completion_tokens", "total_tokens")
    )
    return Usage(prompt, completion or max(0, total - prompt))


def _first_choice(body: object) -> Mapping[str, Any] | None:
    choices = _list(body.get("choices")) if isinstance(body, Mapping) else []
    return choices[0] if choices and isinstance(choices[0], Mapping) else None


def _refusal(message: Mapping[str, Any], finish: object) -> str:
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal.strip():
        return refusal
    return part("its output was filtered") if finish == "content_filter" else ""


def _text(content: object) -> str:
    """Some servers send content in parts, and arguments as an object."""
    if isinstance(content, Mapping):
        if content.get("type", "text") == "text" and isinstance(content.get("text"), str):
            return str(content["text"])
        return "" if content.get("type") in ("thinking", "reasoning") else json.dumps(content, ensure_ascii=False)
    if isinstance(content, list):
        return "".join(map(_text, content))
    return "" if content is None else str(content)


def _tokens(logprobs: object) -> tuple[Token, ...]:
    places = _list(logprobs.get("content")) if isinstance(logprobs, Mapping) else []
    tokens = [_token(place) for place in places]
    return tuple(token for token in tokens if token) if all(tokens) else ()


def _token(place: object) -> Token | None:
    if not isinstance(place, Mapping) or not isinstance(place.get("token"), str):
        return None
    alternatives: dict[str, float] = {}
    for each in [place, *_list(place.get("top_logprobs"))]:
        text, logprob = (each.get("token"), each.get("logprob")) if isinstance(each, Mapping) else (None, None)
        if isinstance(text, str) and isinstance(logprob, int | float) and logprob <= LARGEST_FLOAT:
            alternatives[text] = math.exp(max(-LARGEST_FLOAT, min(0.0, logprob)))
    return Token(place["token"], alternatives)


def _fields(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def count(value: object) -> int:
    """A count as a server tells it, 0 where it is none."""
    return value if isinstance(value, int) and value is not True and 0 < value <= MOST_TOKENS else 0
