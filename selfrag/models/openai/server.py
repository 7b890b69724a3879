"""One OpenAI-compatible server: its clients, built once, and what it turned out not to support."""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast
from urllib.parse import urlsplit

from selfrag.models.openai.failures import RequestRefused, inert, said, translate, unreachable
from selfrag.models.prompts import Message
from selfrag.ports import Meter
from selfrag.sentences import part

if TYPE_CHECKING:
    import openai
    from langchain_core.messages import AIMessageChunk
    from langchain_openai import ChatOpenAI

OPENAI_URL = "https://api.openai.com/v1"
RETRIES = 2
OPTIONAL = ("temperature", "max_completion_tokens", "stream_options")
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError)

_Answer = TypeVar("_Answer")
_Options = dict[str, Any]


class Reply(NamedTuple):
    """What came back: text or function arguments, a refusal, and whether it was cut at the token limit."""

    text: str
    refusal: str
    cut: bool


class Server:
    """Shared by all runs and threads; every method raises ModelUnreachable or ModelRefused.

    The openai client repeats a request on 408, 409, 429, 5xx and lost connections, after the time that Retry-After
    names; nothing above it repeats anything. A parameter of `OPTIONAL` that the server refuses by name is left out
    from then on.
    """

    def __init__(self, *, api_key: str, base_url: str | None, chat_model: str, timeout: float) -> None:
        self._key = api_key
        self._url = base_url or OPENAI_URL
        self._model = chat_model
        self._timeout = timeout
        self._lock = Lock()
        self._left_out: frozenset[str] = frozenset()
        self.host = urlsplit(self._url).netloc.rpartition("@")[2]
        self.rung = 0

    def warm(self) -> None:
        """Build the clients now."""
        _ = self._chat

    def complete(self, meter: Meter, messages: Sequence[Message], options: Mapping[str, Any]) -> Reply:
        """One whole reply."""
        meter.add(chat=1)
        asked = {"temperature": 0.0, **options}
        return self._send(lambda kept: self._completed(meter, messages, kept), self._model, asked)

    def stream(self, meter: Meter, messages: Sequence[Message]) -> Generator[str]:
        """The reply in pieces; closing the iterator closes the connection."""
        meter.add(chat=1)
        options = {"temperature": 0.0, "stream_options": {"include_usage": True}}
        chunks, chunk = self._send(lambda kept: self._first(messages, kept), self._model, options)
        finished, tokens = False, 0
        try:
            with closing(chunks):
                while chunk is not None:
                    # Some servers tell the sum so far with every piece.
                    tokens = chunk.usage_metadata["total_tokens"] if chunk.usage_metadata else tokens
                    finished = finished or bool(chunk.response_metadata.get("finish_reason"))
                    if text := str(chunk.text):
                        yield text
                    chunk = self._send(lambda _: next(chunks, None), self._model, {})
        finally:
            meter.add(tokens=tokens)
        if not finished:
            raise unreachable(self.host, part("the answer broke off"))

    def embed(self, meter: Meter, model: str, texts: list[str]) -> list[list[float]]:
        """One vector for each text, in one request."""
        meter.add(embed=1)
        client = self._client.embeddings
        response = self._send(lambda _: client.create(model=model, input=texts, encoding_format="float"), model, {})
        meter.add(tokens=_tokens(response))
        vectors = sorted(getattr(response, "data", None) or [], key=lambda item: item.index)
        if len(vectors) != len(texts):
            why = part("{vectors} vectors for {texts} texts", vectors=len(vectors), texts=len(texts))
            raise unreachable(self.host, why)
        return [item.embedding for item in vectors]

    def remember(self, rung: int) -> None:
        """This rung of the ladder works; those above it do not."""
        with self._lock:
            self.rung = max(self.rung, rung)

    @property
    def _chat(self) -> "ChatOpenAI":
        with self._lock:
            return self._built

    @cached_property
    def _built(self) -> "ChatOpenAI":
        import langsmith
        from langchain_openai import ChatOpenAI
        from pydantic import SecretStr

        # Environment variables of LangSmith would send questions and passages to a third party.
        langsmith.configure(enabled=False)
        return ChatOpenAI(
            model=self._model,
            api_key=SecretStr(self._key),
            base_url=self._url,
            timeout=self._timeout,
            max_retries=RETRIES,
            use_responses_api=False,
        )

    @property
    def _client(self) -> "openai.OpenAI":
        """The client below LangChain's: it gives raw replies, and a grader's text is never streamed to anyone."""
        client: openai.OpenAI = self._chat.root_client
        return client

    @property
    def _completions(self) -> Any:
        """Untyped: what the options may be is the ladder's matter."""
        return self._client.chat.completions

    def _first(
        self, messages: Sequence[Message], kept: _Options
    ) -> "tuple[Generator[AIMessageChunk], AIMessageChunk | None]":
        usage = kept.pop("stream_options", None) is not None
        stream = self._chat.stream([dict(message) for message in messages], stream_usage=usage, **kept)
        chunks = cast("Generator[AIMessageChunk]", stream)
        return chunks, next(chunks, None)

    def _send(self, send: Callable[[_Options], _Answer], model: str, options: _Options) -> _Answer:
        """Sends with the options that the server takes.

        Errors are raised outside of `except`: a chained original could show the key in a traceback.
        """
        import openai

        kept = {name: value for name, value in options.items() if name not in self._left_out}
        failure: Exception
        try:
            return send(dict(kept))
        except openai.OpenAIError as error:
            failure = translate(error, self.host, self._key, model)
            unwanted = {name for name in OPTIONAL if name in kept and name in said(error, self._key)}
        except UNREADABLE as error:
            why = part("its reply cannot be read: {fault}", fault=inert(str(error), self._key))
            failure = unreachable(self.host, why)
            unwanted = set()
        if not (isinstance(failure, RequestRefused) and unwanted):
            raise failure
        with self._lock:
            self._left_out |= unwanted
        return self._send(send, model, options)

    def _completed(self, meter: Meter, messages: Sequence[Message], kept: _Options) -> Reply:
        completion = self._completions.create(messages=messages, model=self._model, **kept)
        meter.add(tokens=_tokens(completion))
        choices = getattr(completion, "choices", None)
        if not choices:
            words = inert(str(getattr(completion, "error", None) or "no choices"), self._key)
            raise unreachable(self.host, part("its reply is not a chat completion: {words}", words=words))
        message, finish = choices[0].message, choices[0].finish_reason
        refusal = message.refusal or (part("its output was filtered") if finish == "content_filter" else "")
        calls = [call.function.arguments for call in message.tool_calls or []]
        return Reply(_text(calls[0] if calls else message.content), refusal, finish == "length")


def _text(content: object) -> str:
    """Some servers send content in parts, and arguments as an object."""
    if isinstance(content, dict):
        return str(content["text"]) if content.get("type") == "text" else json.dumps(content, ensure_ascii=False)
    if isinstance(content, list):
        return "".join(_text(part) for part in content)
    return "" if content is None else str(content)


def _tokens(answer: object) -> int:
    return getattr(getattr(answer, "usage", None), "total_tokens", 0) or 0
