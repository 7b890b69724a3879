"""Failures of a provider in our own words. A provider's words are short, on one line, and without the key."""

import json
import re
import ssl
from collections.abc import Iterator, Mapping
from contextlib import suppress
from socket import gaierror

from selfrag.errors import WebFailed
from selfrag.sentences import part
from selfrag.web.plain import line

WORDS_CHARS = 200

_SECRETS = re.compile(r"(?i)\bbearer\s+\S+|\b(?:tvly|sk)-[\w*.-]+")
_INERT = str.maketrans({"<": "‹", ">": "›", "[": "(", "]": ")", "`": "'", "$": "＄"})


def too_late(provider: str, seconds: float) -> WebFailed:
    """No reply, or not all of it, in time."""
    return WebFailed(
        "{provider} gave no answer within {seconds} seconds: search again, or allow more in SELFRAG_WEB_TIMEOUT.",
        provider=provider,
        seconds=f"{seconds:g}",
    )


def unreachable(provider: str, why: str) -> WebFailed:
    """No connection."""
    return WebFailed(
        "{provider} could not be reached ({why}): check its address in the settings and the network, then search "
        "again.",
        provider=provider,
        why=why,
    )


def broken(provider: str, error: Exception) -> WebFailed:
    """By what lies under the error of a connection."""
    causes = list(_causes(error))

    def any_is(kind: type[BaseException]) -> bool:
        return any(isinstance(cause, kind) for cause in causes)

    if any_is(ssl.SSLError):
        why = part("no encrypted connection: {fault}", fault=inert(str(causes[-1])))
    elif any_is(gaierror):
        why = part("no computer has that name")
    elif any_is(ConnectionRefusedError):
        why = part("the connection was refused")
    else:
        why = part("the connection broke")
    return unreachable(provider, why)


def elsewhere(provider: str) -> WebFailed:
    """A redirect, which is not followed: where it leads was allowed by nobody."""
    return WebFailed(
        "{provider} sends the query on to another address, where it was not sent: set the new address in the "
        "settings, then search again.",
        provider=provider,
    )


def endless(provider: str) -> WebFailed:
    """More than any list of results."""
    return WebFailed(
        "{provider} sends more than can be read: check that its address in the settings is that of a search.",
        provider=provider,
    )


def unreadable(provider: str) -> WebFailed:
    """A reply that is none."""
    return WebFailed(
        "What {provider} sent is no list of results: check that its address in the settings is that of a search.",
        provider=provider,
    )


def refused(provider: str, status: int, words: str) -> WebFailed:
    """A status that any provider may give."""
    if status == 404:
        return WebFailed(
            "There is no search at the address of {provider} (404): check it in the settings.", provider=provider
        )
    if status == 429:
        return WebFailed(
            "{provider} takes no more searches for now ({words}): wait a little, then search again.",
            provider=provider,
            words=words or status,
        )
    if status >= 500:
        return WebFailed(
            "{provider} failed ({words}): search again in a while, or go on without the web.",
            provider=provider,
            words=words or status,
        )
    return WebFailed(
        "{provider} refused the query ({words}): change the query, or go on without the web.",
        provider=provider,
        words=words or status,
    )


def said(content: bytes, secret: str) -> str:
    """What the JSON of a refusal says to people; nothing where it is no JSON."""
    with suppress(ValueError, RecursionError):
        return inert(_message(json.loads(content)), secret)
    return ""


def inert(text: str, secret: str = "") -> str:
    """One short line without keys, tags, links to images, formulas or code."""
    if len(secret) > 7:
        text = text.replace(secret, "(key)")
    return line(_SECRETS.sub("(key)", text), WORDS_CHARS).translate(_INERT)


def _message(body: object, depth: int = 0) -> str:
    if isinstance(body, list) and body and depth < 5:
        return _message(body[0], depth + 1)
    if isinstance(body, Mapping) and depth < 5:
        told = (_message(body.get(name), depth + 1) for name in ("detail", "error", "message", "msg"))
        return next(filter(None, told), "")
    return body if isinstance(body, str) else ""


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    for _ in range(10):
        if cause is None:
            return
        yield cause
        cause = cause.__cause__ or cause.__context__
