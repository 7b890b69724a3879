"""What a server may answer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from selfrag.bench.openai_server.request import Request

Shares = Mapping[str, float]


@dataclass
class Reply:
    """A chat model's reply, an error (`status`, `message`, `code`, `param`), or anything else (`raw`, the whole body).

    `cut` hangs up after so many streamed events, or bytes of a reply that is not streamed. `delay` in seconds replaces
    the server's latency. `tokens` splits the text as a tokenizer would. `alternatives` gives a token's probabilities
    by token; a list of them holds for its first, second ... occurrence, the last one for all that follow.
    """

    text: str | None = ""
    refusal: str | None = None
    finish: str | None = "stop"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = "no"
    raw: str | None = None
    cut: int | None = None
    delay: float | None = None
    reasoning: str | None = None
    tokens: Sequence[str] = ()
    alternatives: Mapping[str, Shares | Sequence[Shares]] = field(default_factory=dict)
    code: str | None = None
    param: str | None = None

    def error(self) -> dict[str, Any]:
        """The body of an error, in OpenAI's shape."""
        kind = "server_error" if self.status >= 500 else "invalid_request_error"
        return {"error": {"message": self.message, "type": kind, "param": self.param, "code": self.code}}


Rule = Callable[[Request], Reply | str | dict[str, Any] | None]
