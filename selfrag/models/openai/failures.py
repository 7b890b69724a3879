"""Failures of a model server in our own words. The key is cut out of them, and server text cannot become markup."""

import re
from typing import TYPE_CHECKING

from selfrag.errors import ModelError, ModelRefused, ModelUnreachable
from selfrag.models.verdicts import one_line
from selfrag.sentences import part, sentence

if TYPE_CHECKING:
    import openai

SERVER_TEXT_CHARS = 200
REFUSES_THE_FORM = frozenset({400, 413, 422, 501})

_SECRETS = re.compile(r"(?i)\bbearer\s+\S+|\b[sr]k-[\w*.-]+")
_INERT = str.maketrans({"<": "‹", ">": "›", "[": "(", "]": ")", "`": "'", "$": "＄"})


class RequestRefused(ModelRefused):
    """The server will not take a request of this form or size; another form may pass."""


def translate(error: "openai.OpenAIError", host: str, key: str, model: str) -> ModelError:
    """The error for the person; `host` names the server, `model` what was asked for."""
    import openai

    if isinstance(error, openai.APITimeoutError):
        return unreachable(host, part("no reply in time"))
    if isinstance(error, openai.APIConnectionError):
        why = inert(str(error.__cause__), key) if error.__cause__ else part("the connection broke")
        return unreachable(host, why)
    if not isinstance(error, openai.APIStatusError):
        return ModelRefused(
            "The model server at {host} failed in the middle: {words}. Continue to try again.",
            host=host,
            words=said(error, key),
        )
    return _refused(error, host, key, model)


def unreachable(host: str, why: str) -> ModelUnreachable:
    """No answer from the server, or none that can be used."""
    return ModelUnreachable(
        "The model server at {host} did not answer ({why}). "
        "Check OPENAI_BASE_URL and that the server runs, then continue.",
        host=host,
        why=why,
    )


def said(error: "openai.OpenAIError", key: str) -> str:
    """The server's own words, short and inert."""
    body = getattr(error, "body", None)
    message = body.get("message") if isinstance(body, dict) else body
    return f"“{inert(str(message or error), key)}”"


def inert(text: str, key: str) -> str:
    """One short line without keys, tags, links to images, formulas or code."""
    if len(key) > 7:
        text = text.replace(key, "(key)")
    return one_line(_SECRETS.sub("(key)", text).translate(_INERT), SERVER_TEXT_CHARS)


def _refused(error: "openai.APIStatusError", host: str, key: str, model: str) -> ModelError:
    status, words = error.status_code, said(error, key)
    if status in (401, 403):
        return ModelRefused("The model server at {host} refused the key: check OPENAI_API_KEY.", host=host)
    if status == 404:
        return ModelRefused(
            "The model server at {host} does not know the model “{model}” ({words}): "
            "check the model's name in the settings and OPENAI_BASE_URL.",
            host=host,
            model=model,
            words=words,
        )
    if status == 429:
        return ModelRefused(
            "The model server at {host} takes no more requests for now ({words}): wait a little, then continue.",
            host=host,
            words=words,
        )
    if status >= 500 and status != 501:
        return unreachable(host, f"{status}: {words}")
    refusal = sentence(
        "The model server at {host} refused the request ({status}: {words}): check the model in the settings.",
        host=host,
        status=status,
        words=words,
    )
    return RequestRefused(refusal) if status in REFUSES_THE_FORM else ModelRefused(refusal)
