"""What the server refuses before it answers, in the words of the real ones."""

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Any

from selfrag.bench.openai_server.reply import Reply, Rule
from selfrag.bench.openai_server.request import Request

TOP_LOGPROBS = 5  # what a server takes that refuses "top_logprobs"


@dataclass(eq=False)
class Behaviour:
    """How a server answers; everything may be changed while it runs.

    `latency`, `token_latency` and `whole_token_latency` are seconds for each request, for each streamed token after the
    first, and for each token of a reply that is not streamed. `refuse` names forms (json_schema, tools, json_object,
    text) and parameters (logprobs, temperature ...) answered with 400; with "top_logprobs" only more than 5 of them.
    `models` None is a server without a list, and `strict` one that serves no other. `logprobs` makes verdicts 90 %
    sure where a reply does not say how sure it is.
    """

    rule: Rule | None = None
    _: KW_ONLY
    latency: float = 0.0
    token_latency: float = 0.0
    whole_token_latency: float = 0.0
    refuse: tuple[str, ...] = ()
    key: str | None = None
    embedding_tokens: int | None = None
    context_tokens: int | None = None
    embeddings: bool = True
    models: tuple[str, ...] | None = ("fake-model",)
    strict: bool = False
    logprobs: bool = False

    def refusal(self, request: Request) -> Reply | None:
        """The error for a request that is not taken."""
        if self.key and request.headers.get("authorization") != f"Bearer {self.key}":
            given = request.headers.get("authorization")
            return Reply(status=401, message=f"Incorrect API key provided: {given}", code="invalid_api_key")
        return self._not_there(request) or self._too_long(request) or self._not_supported(request)

    def _not_there(self, request: Request) -> Reply | None:
        missing = {"embed": not self.embeddings, "models": self.models is None}
        if missing.get(request.kind, request.kind == "unknown"):
            return Reply(status=404, message=f"Unknown request URL: {request.path}.", code="unknown_url")
        if self.strict and request.kind != "models" and request.model not in (self.models or ()):
            message = f"The model `{request.model}` does not exist or you do not have access to it."
            return Reply(status=404, message=message, code="model_not_found")
        return None

    def _too_long(self, request: Request) -> Reply | None:
        if request.kind == "embed" and self.embedding_tokens and request.size > self.embedding_tokens:
            message = f"Requested {request.size} tokens, max {self.embedding_tokens} tokens per request"
            return Reply(status=400, message=message, code="max_tokens_per_request")
        if request.chats and self.context_tokens and request.size > self.context_tokens:
            message = (
                f"This model's maximum context length is {self.context_tokens} tokens. However, your messages "
                f"resulted in {request.size} tokens. Please reduce the length of the messages."
            )
            return Reply(status=400, message=message, code="context_length_exceeded", param="messages")
        return None

    def _not_supported(self, request: Request) -> Reply | None:
        if not request.chats:
            return None
        if request.form in self.refuse:
            name = "tools" if request.form == "tools" else "response_format"
            message = f"'{name}' of type '{request.form}' is not supported with this model."
            return Reply(status=400, message=message, param=name)
        for name in self.refuse:
            if name == "top_logprobs" and request.body.get(name, 0) > TOP_LOGPROBS:
                message = f"Invalid value for 'top_logprobs': must be less than or equal to {TOP_LOGPROBS}."
                return Reply(status=400, message=message, param=name)
            if name != "top_logprobs" and name in request.body:
                message = f"Unsupported parameter: '{name}' is not supported with this model."
                return Reply(status=400, message=message, param=name, code="unsupported_parameter")
        return _malformed(request)


def _malformed(request: Request) -> Reply | None:
    """OpenAI's own rules for JSON, which other servers do not have."""
    if request.form == "json_object" and "json" not in (request.system + request.prompt).casefold():
        message = "'messages' must contain the word 'json' to use 'response_format' of type 'json_object'."
        return Reply(status=400, message=message, param="messages")
    if request.form == "json_schema":
        named = request.body["response_format"]["json_schema"]
        for why in _loose(named["schema"]) if named.get("strict") else ():
            message = f"Invalid schema for response_format '{named['name']}': {why}"
            return Reply(status=400, message=message, param="response_format")
    return None


def _loose(schema: dict[str, Any]) -> Iterator[str]:
    """Why a schema is not strict: every object names all its fields as required and allows no others."""
    fields = schema.get("properties", {})
    if schema.get("type") == "object":
        if schema.get("additionalProperties") is not False:
            yield "'additionalProperties' is required to be supplied and to be false."
        if set(schema.get("required", ())) != set(fields):
            yield "'required' is required to be supplied and to be an array including every key in properties."
    for part in [*fields.values(), *([schema["items"]] if "items" in schema else [])]:
        yield from _loose(part)
