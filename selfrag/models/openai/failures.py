"""Failures of a model server in our own words. The key is cut out of them, and server text cannot become markup."""

import re
import ssl
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from socket import gaierror
from typing import TYPE_CHECKING, Literal

from selfrag.errors import ModelError, ModelUnreachable
from selfrag.models.verdicts import one_line
from selfrag.sentences import part

if TYPE_CHECKING:
    import httpx2
    import openai

SERVER_TEXT_CHARS = 200
ANY_ATTEMPTS = sys.maxsize
"""As many as the settings allow."""
ATTEMPTS_TO_CONNECT = 3
ATTEMPTS_IN_TIME = 2

_SECRETS = re.compile(r"(?i)\bbearer\s+\S+|\b[sr]k-[\w*.-]+")
_TAGS = re.compile(r"<(?:style|script|head)\b.*?</(?:style|script|head)>|<[^>]{1,200}>", re.DOTALL | re.IGNORECASE)
_INERT = str.maketrans({"<": "‹", ">": "›", "[": "(", "]": ")", "`": "'", "$": "＄"})


@dataclass(frozen=True)
class Asked:
    """Who was asked for what, `shaped` for an object in a form; `key_name` is the variable that the key comes from."""

    host: str
    key: str = field(repr=False)
    model: str
    kind: Literal["chat", "embed", "models"]
    key_name: str = "OPENAI_API_KEY"
    shaped: bool = False


@dataclass(frozen=True)
class Failure:
    """A request that failed: its error, how many attempts it is worth in all, and seconds that the server asked to
    wait before the next. `words` are the server's own, to be searched, never shown."""

    error: ModelError
    attempts: int = 1
    wait: float | None = None
    words: str = ""


class UnreadableReply(Exception):
    """A reply in no shape that a model server gives; `body` is what came."""

    def __init__(self, body: object) -> None:
        super().__init__()
        self.body = body


class ToldError(Exception):
    """An error inside a reply that had begun well; `body` is what it says."""

    def __init__(self, body: object) -> None:
        super().__init__()
        self.body = body


class BrokenOff(Exception):
    """A reply that ended before its end."""


class Endless(Exception):
    """A reply that is larger than any answer."""


def lost(error: "openai.APIConnectionError | httpx2.RequestError", asked: Asked, *, begun: bool) -> Failure:
    """No reply, or no more of it once it had `begun`; a begun reply is never asked for again."""
    import httpx2

    causes = [error, *_causes(error)]
    fault = inert(str(causes[-1]) if len(causes) > 1 else "", asked.key)

    def any_is(kind: type[Exception]) -> bool:
        return any(isinstance(cause, kind) for cause in causes)

    if begun:
        return broken_off(asked, begun=True)
    if any_is(ssl.SSLError):
        why, attempts = part("no encrypted connection: {fault}", fault=fault), 1
    elif any_is(gaierror):
        why, attempts = part("no computer has that name"), ATTEMPTS_TO_CONNECT
    elif any_is(ConnectionRefusedError):
        why, attempts = part("the connection was refused"), ATTEMPTS_TO_CONNECT
    elif any_is(httpx2.ConnectError) or any_is(httpx2.ConnectTimeout):
        why, attempts = part("no connection: {fault}", fault=fault or part("no reply in time")), ATTEMPTS_TO_CONNECT
    elif any_is(httpx2.TimeoutException):
        why, attempts = part("no reply in time"), ATTEMPTS_IN_TIME
    else:
        why, attempts = part("the connection broke"), ANY_ATTEMPTS
    return Failure(unreachable(asked.host, why), attempts)


def broken_off(asked: Asked, *, begun: bool) -> Failure:
    """The reply ended in the middle."""
    return Failure(unreachable(asked.host, part("the answer broke off")), 1 if begun else ANY_ATTEMPTS)


def endless(asked: Asked) -> Failure:
    """The reply does not end."""
    return Failure(unreachable(asked.host, part("its reply does not end")))


def unreadable(body: object, asked: Asked) -> Failure:
    """The reply is not what was asked for."""
    words = inert(said(body) or part("nothing readable"), asked.key)
    return Failure(unreachable(asked.host, part("its reply is not what a model server sends: {words}", words=words)))


def unreachable(host: str, why: str) -> ModelUnreachable:
    """No answer from the server, or none that can be used."""
    return ModelUnreachable(
        "The model server at {host} did not answer ({why}). "
        "Check its address in the settings and that it runs, then try again.",
        host=host,
        why=why,
    )


def quoted(body: object, key: str, otherwise: str = "") -> str:
    """The server's own words, short and inert, as a quotation."""
    return f"“{inert(said(body) or otherwise, key)}”"


def said(body: object) -> str:
    """What a body says to people: its message, however deep, or its text without tags."""
    if isinstance(body, list):
        return "; ".join(filter(None, (said(each) for each in body[:3])))
    if isinstance(body, Mapping):
        return next(filter(None, (said(body.get(name)) for name in ("message", "error", "detail", "msg", "title"))), "")
    return _TAGS.sub(" ", body).strip() if isinstance(body, str) else ""


def inert(text: str, key: str) -> str:
    """One short line without keys, tags, links to images, formulas or code."""
    if len(key) > 7:
        text = text.replace(key, "(key)")
    return one_line(_SECRETS.sub("(key)", text).translate(_INERT), SERVER_TEXT_CHARS)


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    for _ in range(10):
        cause = cause and (cause.__cause__ or cause.__context__)
        if cause is None:
            return
        yield cause
