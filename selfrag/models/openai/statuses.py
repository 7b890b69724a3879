"""Each status of a model server, and each error inside a stream, as a failure with its way out."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from selfrag.errors import ContextTooLong, ModelRefused
from selfrag.models.openai import refusals
from selfrag.models.openai.failures import (
    ANY_ATTEMPTS,
    ATTEMPTS_IN_TIME,
    Asked,
    Failure,
    quoted,
    said,
    unreachable,
    unreadable,
)
from selfrag.models.openai.refused import elsewhere, refused, used_up
from selfrag.models.openai.waits import LONGEST_WAIT, asked_wait, in_words

if TYPE_CHECKING:
    import openai

PASSING = {408: ATTEMPTS_IN_TIME, 409: ANY_ATTEMPTS, 425: ANY_ATTEMPTS}
"""Statuses that are no refusals, and how many attempts they are worth."""


def by_status(error: "openai.APIStatusError", asked: Asked) -> Failure:
    """The failure of a request that was answered with an error."""
    return told(error.body, asked, error.status_code, error.response.headers)


def told(body: object, asked: Asked, status: int | None = None, headers: Mapping[str, str] | None = None) -> Failure:
    """The failure that a body tells; without a `status` it came inside a reply that had begun well."""
    words = refusals.words_of(body)
    status = status or _status_in(body)
    shown = quoted(body, asked.key, str(status or ""))
    too_long = refusals.about_context(words) or (status == 413 and not refusals.about_rate(words))
    if asked.kind == "chat" and status != 429 and too_long:
        return Failure(_too_long(asked, shown, words), words=words)
    if status == 429 or (status == 413 and refusals.about_rate(words)):
        return _too_many(asked, shown, words, asked_wait(headers or {}), repeatable=status == 429)
    if status is not None and 300 <= status < 400:
        return Failure(elsewhere(asked))
    if status is None:
        return Failure(_in_the_middle(asked, shown), words=words)
    passing = status in PASSING or (status >= 500 and status != 501)
    if passing and not (status == 500 and _refuses(asked, words)):
        return _failing(asked, f"{status}: {shown}", asked_wait(headers or {}), words, PASSING.get(status))
    return Failure(
        refused(status, asked, shown, words, too_much=status == 413 or not said(body) or refusals.about_amount(words)),
        words=words,
    )


def instead_of_a_reply(body: object, asked: Asked) -> Failure:
    """The failure of a request that was answered as if all were well, but not with a reply."""
    error = body.get("error") if isinstance(body, Mapping) else None
    if _status_in(error) or (asked.kind == "chat" and refusals.about_context(refusals.words_of(error))):
        return told(error, asked)
    return unreadable(body, asked)


def _too_long(asked: Asked, shown: str, words: str) -> ContextTooLong:
    error = ContextTooLong(
        "The model “{model}” cannot read so much at once ({words}): keep fewer passages, or choose a model that "
        "reads more.",
        model=asked.model,
        words=shown,
    )
    error.share = refusals.share_with_room(words)
    return error


def _too_many(asked: Asked, shown: str, words: str, wait: float | None, *, repeatable: bool) -> Failure:
    if refusals.about_money(words):
        return Failure(used_up(asked, shown), words=words)
    if wait is not None and wait > LONGEST_WAIT:
        return Failure(_asks_to_wait(asked, shown, wait), words=words)
    error = ModelRefused(
        "The model server at {host} takes no more requests for now ({words}): wait a little, then try again.",
        host=asked.host,
        words=shown,
    )
    return Failure(error, ANY_ATTEMPTS if repeatable and not refusals.about_size(words) else 1, wait, words)


def _refuses(asked: Asked, words: str) -> bool:
    """Some servers fail where they mean that they do not take this."""
    if asked.kind == "embed":
        return refusals.about_one_text(words)
    return refusals.about_roles(words) or (asked.shaped and refusals.about_form(words))


def _failing(asked: Asked, why: str, wait: float | None, words: str, attempts: int | None) -> Failure:
    if wait is not None and wait > LONGEST_WAIT:
        return Failure(_asks_to_wait(asked, why, wait), words=words)
    return Failure(unreachable(asked.host, why), attempts or ANY_ATTEMPTS, wait, words)


def _asks_to_wait(asked: Asked, shown: str, wait: float) -> ModelRefused:
    return ModelRefused(
        "The model server at {host} takes no more requests for now ({words}): it asks to wait {wait}, then try again.",
        host=asked.host,
        words=shown,
        wait=in_words(wait),
    )


def _in_the_middle(asked: Asked, shown: str) -> ModelRefused:
    return ModelRefused(
        "The model server at {host} failed in the middle: {words}. Continue to try again.",
        host=asked.host,
        words=shown,
    )


def _status_in(body: object) -> int | None:
    """An error inside a stream may carry the status that it would have had."""
    code = body.get("code", body.get("status")) if isinstance(body, Mapping) else None
    code = int(code) if isinstance(code, str) and code.isdecimal() and len(code) == 3 else code
    return code if isinstance(code, int) and 400 <= code < 600 else None
