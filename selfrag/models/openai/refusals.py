"""What a server's refusal is about, told by its words, since servers agree on no code."""

import re
from collections.abc import Iterator
from typing import Any

WORDS_CHARS = 4000

_SAYING = frozenset({"message", "msg", "detail", "error", "errors", "code", "type", "param", "loc", "title", "reason"})

_RATE = re.compile(r"\bper[ _]?(?:min|minute|second|hour|day)\b|\brate.?limit|\b[rt]p[md]\b|\bquota\b", re.IGNORECASE)
_CONTEXT = re.compile(
    r"context_length_exceeded|exceed_context_size|context (?:length|size|window|limit)|max(?:imum)?[ _]context"
    r"|model's context\b|context the overflows|available context|string_above_max_length"
    r"|(?:prompt|input|messages?|request)(?: \w+)? (?:is|are) too (?:long|large)\b|too many (?:input |prompt )?tokens"
    r"|reduce the (?:length|size|number) of|input length|maximum prompt length|input token count"
    r"|(?:exceeds?|longer than|less than|above) (?:the )?max(?:imum)?\w* (?:\w+ )?(?:tokens?|sequence length)"
    r"|input is too long|inputs?`? tokens? \+|`inputs` must have|exceeds the maximum number of tokens",
    re.IGNORECASE,
)
_MODEL = re.compile(
    r"model_not_found|(?:invalid|unknown|unsupported|no such) model\b|not a valid model"
    r"|\bmodels?\b.{0,160}?(?:not[ _]found|(?:does|do|did)(?: not|n't) exist|is not loaded)",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"invalid_api_key|api[ _-]?key\b.{0,40}\b(?:invalid|not valid|incorrect|missing|required|expired)"
    r"|\b(?:invalid|incorrect|missing|no|expired) (?:\w+ )?api[ _-]?key",
    re.IGNORECASE,
)
_FILTERED = re.compile(r"\bcontent_filter\b|content_policy_violation|content management policy", re.IGNORECASE)
_NEVER = re.compile(
    r"insufficient[_ ](?:quota|balance|credits?|funds)|exceeded your current quota|credit balance|billing",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"response_?format|schema|\btool|\bfunction|json|grammar|structured|guided|no endpoints found that", re.IGNORECASE
)
_ROUTE = re.compile(r"no endpoints found that", re.IGNORECASE)
_ROLES = re.compile(
    r"\bsystem['\"`]? role|\bsystem (?:prompt|message|instruction)s?\b.{0,20}(?:\bnot\b|\bunsupported)"
    r"|\brole\b.{0,40}\bsystem\b|\brole\b.{0,60}'user' or 'assistant'|\bdeveloper instruction"
    r"|\broles? must alternate|\bonly user and assistant roles",
    re.IGNORECASE,
)
_ONE_TEXT = re.compile(r"input is too large to process|physical batch size", re.IGNORECASE)
_TOO_LARGE = re.compile(r"\brequest too large\b", re.IGNORECASE)
_ROOM = (
    re.compile(r"(?:context|prompt) (?:length|size|window|limit)(?: \w+){0,2}[ :(]+(\d+)", re.IGNORECASE),
    re.compile(r"(?:<=|>) ?(\d+)|\b(\d+) max(?:imum)?\b", re.IGNORECASE),
)
_WANTED = re.compile(
    r"(?:\brequested|resulted in|request has|contains|given:|(?:request|input|prompt) \(|too long:)"
    r"(?: about| at least)? ?(\d+)\b(?! ?\+)",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"\btoo (?:many|large|long|big|much)\b|\bbatch|\btokens?\b|\blength|\bsize\b|\bexceed|\bat most\b|\bmax"
    r"|\bno more than\b|\bless than\b|\blimit|\blarger than\b|\blonger than\b",
    re.IGNORECASE,
)


def words_of(body: object) -> str:
    """All that a refusal says about itself, in one text; never what it repeats of the request."""
    return " ".join(_words(body, 0))[:WORDS_CHARS]


def about_rate(words: str) -> bool:
    """Too many requests, or tokens, in some time."""
    return bool(_RATE.search(words))


def about_context(words: str) -> bool:
    """More text than the model can read."""
    return bool(_CONTEXT.search(words)) and not about_rate(words)


def share_with_room(words: str) -> float | None:
    """How much of the text has room, 0 to 1, by the numbers of tokens told; None where two such are not told."""
    room = next(filter(None, (pattern.search(words) for pattern in _ROOM)), None)
    wanted = _WANTED.search(words)
    if room is None or wanted is None:
        return None
    most, asked = int(next(filter(None, room.groups()))), int(wanted[1])
    return most / asked if 0 < most < asked else None


def about_amount(words: str) -> bool:
    """So many texts, or such long ones, at once."""
    return bool(_AMOUNT.search(words)) or about_context(words)


def about_model(words: str) -> bool:
    """The model's name is not known."""
    return bool(_MODEL.search(words))


def about_key(words: str) -> bool:
    """The key is missing or wrong."""
    return bool(_KEY.search(words))


def about_content(words: str) -> bool:
    """A filter refused the text."""
    return bool(_FILTERED.search(words))


def about_form(words: str) -> bool:
    """The way in which an object was asked for."""
    return bool(_FORM.search(words))


def about_route(words: str) -> bool:
    """A broker knows the model, but nobody who serves it as asked."""
    return bool(_ROUTE.search(words))


def about_roles(words: str) -> bool:
    """Who says what: models without a place for rules take them from the user alone."""
    return bool(_ROLES.search(words))


def about_one_text(words: str) -> bool:
    """Texts that are too large together or alone, in the words of servers that call this a failure of their own."""
    return bool(_ONE_TEXT.search(words))


def about_money(words: str) -> bool:
    """The account has nothing left, so that waiting does not help."""
    return bool(_NEVER.search(words))


def about_size(words: str) -> bool:
    """A rate limit that this one request exceeds alone, so that waiting does not help."""
    return bool(_TOO_LARGE.search(words))


def _words(said: object, depth: int) -> Iterator[str]:
    if isinstance(said, str):
        yield said
    elif isinstance(said, int) and not isinstance(said, bool):
        yield str(said)
    elif depth < 6 and isinstance(said, list):
        for each in said[:20]:
            yield from _words(each, depth + 1)
    elif depth < 6 and isinstance(said, dict):
        fields: dict[Any, Any] = said
        for name, value in fields.items():
            if name in _SAYING:
                yield from _words(value, depth + 1)
