"""Requests that a server will not take, however often it is asked."""

from selfrag.errors import ModelRefused
from selfrag.models.openai import refusals
from selfrag.models.openai.failures import Asked
from selfrag.sentences import sentence

REFUSES_THE_FORM = frozenset({400, 404, 413, 415, 422, 500, 501})


class RequestRefused(ModelRefused):
    """The server will not take a request of this form; another form may pass, or less where it is `too_much`.

    `why` tells refusals apart, and is empty where its words are about the form.
    """

    def __init__(self, message: str, *, too_much: bool, why: str) -> None:
        super().__init__(message)
        self.too_much = too_much
        self.why = why


class ContentRefused(ModelRefused):
    """A filter in front of the model refused the text; `why` is its reason."""

    def __init__(self, why: str) -> None:
        super().__init__("The model refused: {why} (ask in other words, or choose another model).", why=why)
        self.why = why


def refused(status: int, asked: Asked, shown: str, words: str, *, too_much: bool) -> ModelRefused:
    """By its status and `words`, of which `shown` may be told to people."""
    if error := _refused_to_whom(status, asked, shown, words):
        return error
    if status in (400, 404) and refusals.about_model(words):
        return ModelRefused(
            "The model server at {host} does not know the model “{model}” ({words}): "
            "check the model's name in the settings.",
            host=asked.host,
            model=asked.model,
            words=shown,
        )
    if status == 404 and not refusals.about_route(words):
        return _no_such_address(asked, shown)
    refusal = sentence(
        "The model server at {host} refused the request ({status}: {words}): "
        "change what it names, or choose another model in the settings.",
        host=asked.host,
        status=status,
        words=shown,
    )
    if status not in REFUSES_THE_FORM:
        return ModelRefused(refusal)
    return RequestRefused(refusal, too_much=too_much, why="" if refusals.about_form(words) else str(status))


def _refused_to_whom(status: int, asked: Asked, shown: str, words: str) -> ModelRefused | None:
    """Where it is not for the form of the request: for its text, the account or the key."""
    if refusals.about_content(words):
        return ContentRefused(shown)
    if status == 402 or (status in (400, 403) and refusals.about_money(words)):
        return used_up(asked, shown)
    if status == 401 or (status in (400, 403) and refusals.about_key(words)):
        return ModelRefused(
            "The model server at {host} refused the key: check {key}.", host=asked.host, key=asked.key_name
        )
    if status == 403:
        return ModelRefused(
            "The model server at {host} does not allow this ({words}): check what {key} may use.",
            host=asked.host,
            key=asked.key_name,
            words=shown,
        )
    return None


def used_up(asked: Asked, shown: str) -> ModelRefused:
    """There is nothing left to pay with."""
    return ModelRefused(
        "The account at {host} is used up ({words}): check its plan and billing, then try again.",
        host=asked.host,
        words=shown,
    )


def elsewhere(asked: Asked) -> ModelRefused:
    """Never followed: the text would go to a host that nobody named, or a request into the own network."""
    return ModelRefused(
        "The model server at {host} sends requests on to another address: check its address in the settings.",
        host=asked.host,
    )


def _no_such_address(asked: Asked, shown: str) -> ModelRefused:
    if asked.kind == "models":
        return ModelRefused(
            "The model server at {host} lists no models ({words}): type the model's name.",
            host=asked.host,
            words=shown,
        )
    if asked.kind == "embed":
        return ModelRefused(
            "The model server at {host} gives no embeddings, or does not know the model “{model}” ({words}): "
            "check the name, or choose the embedded model for searching.",
            host=asked.host,
            model=asked.model,
            words=shown,
        )
    return ModelRefused(
        "The model server at {host} has nothing at this address, or does not know the model “{model}” ({words}): "
        "check the server's address, which mostly ends in /v1, and the model's name in the settings.",
        host=asked.host,
        model=asked.model,
        words=shown,
    )
