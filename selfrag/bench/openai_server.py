"""A small OpenAI-compatible server over real HTTP, for tests and the latency bench.

    with OpenAIServer(latency=0.3, token_latency=0.01) as server:
        OpenAIBackend(api_key="k", base_url=server.url, ...)
        assert [request.kind for request in server.requests] == ["is_rel", "write"]

A rule, `Request -> Reply | str | dict | None`, answers; where it gives None, the default rule compares words.
`server.fail(429, times=2)` makes the next requests fail.
"""

import hashlib
import json
import math
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

from selfrag.models import prompts

KINDS = {
    prompts.DECIDE_RETRIEVAL: "retrieve",
    prompts.DECIDE_FOLLOW_UP: "retrieve",
    prompts.GRADE_PASSAGE: "is_rel",
    prompts.GRADE_SUPPORT: "is_sup",
    prompts.GRADE_USEFULNESS: "is_use",
    prompts.WRITE_ANSWER: "write",
    prompts.ANSWER_DIRECTLY: "direct",
    prompts.REWRITE_QUESTION: "rewrite",
}
DIMENSION = 64


@dataclass
class Request:
    """One request as it came; `aborted` once the client hung up in the middle of the reply."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    started: float
    ended: float | None = None
    status: int = 200
    tokens: int = 0
    aborted: bool = False

    @property
    def kind(self) -> str:
        """What is asked: is_rel, write ... (by the system prompt), chat, embed or models."""
        if self.path.endswith("/chat/completions"):
            return KINDS.get(self.system, "chat")
        return "embed" if self.path.endswith("/embeddings") else "models"

    @property
    def form(self) -> str:
        """json_schema, tools, json_object or text."""
        if self.body.get("tools"):
            return "tools"
        return str((self.body.get("response_format") or {}).get("type", "text"))

    @property
    def system(self) -> str:
        return self._said_by("system")

    @property
    def prompt(self) -> str:
        return self._said_by("user")

    def data(self, tag: str) -> list[str]:
        """What stands between <tag> and </tag>."""
        return re.findall(rf"<{tag}\b[^>]*>\n(.*?)\n</{tag}>", self.prompt, re.DOTALL)

    def _said_by(self, role: str) -> str:
        return "\n".join(m["content"] for m in self.body.get("messages", []) if m["role"] == role)


@dataclass
class Reply:
    """What to answer. `cut` hangs up after so many streamed tokens, `raw` replaces the whole body."""

    text: str | None = ""
    refusal: str | None = None
    finish: str | None = "stop"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    message: str = "no"
    raw: str | None = None
    cut: int | None = None
    delay: float | None = None


Rule = Callable[[Request], Reply | str | dict[str, Any] | None]


class OpenAIServer:
    """On a free port of 127.0.0.1 while in the `with` block. `refuse` names forms answered with 400."""

    def __init__(
        self,
        rule: Rule | None = None,
        *,
        latency: float = 0.0,
        token_latency: float = 0.0,
        refuse: tuple[str, ...] = (),
        key: str | None = None,
        embedding_tokens: int | None = None,
    ) -> None:
        self._lock = Lock()
        self._given = (rule, latency, token_latency, refuse, key, embedding_tokens)
        self.reset()
        self._http = _HTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"fake": self}))
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> "OpenAIServer":
        Thread(target=self._http.serve_forever, args=(0.005,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def reset(self) -> None:
        """As it was started, for the next test."""
        self.rule, self.latency, self.token_latency, self.refuse, self.key, self.embedding_tokens = self._given
        self.requests: list[Request] = []
        self.most_open = 0
        self._failures: deque[tuple[str, Reply]] = deque()

    def fail(self, status: int, times: int = 1, *, kind: str = "", message: str = "no", **headers: str) -> None:
        """The next `times` requests, of that kind if given, fail. Headers are written `retry_after="1"`."""
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        self._failures.extend((kind, Reply(status=status, message=message, headers=names)) for _ in range(times))

    def kinds(self) -> list[str]:
        """The kinds of the requests that were answered, in order of arrival."""
        return [request.kind for request in self.requests if request.status == 200]

    def answer(self, request: Request) -> Reply:
        """The reply to a request: a failure that waits, a refusal, the rule's, or the default rule's."""
        with self._lock:
            self.requests.append(request)
            self.most_open = max(self.most_open, sum(each.ended is None for each in self.requests))
            failure = next((each for each in self._failures if each[0] in ("", request.kind)), None)
            if failure:
                self._failures.remove(failure)
                return failure[1]
        if self.key and request.headers.get("authorization") != f"Bearer {self.key}":
            return Reply(status=401, message=f"Incorrect API key provided: {request.headers.get('authorization')}")
        if request.kind not in ("embed", "models") and request.form in self.refuse:
            return Reply(
                status=400, message=f"'response_format' of type '{request.form}' is not supported with this model."
            )
        said = self.rule(request) if self.rule else None
        if said is None:
            said = sensible(request)
        if isinstance(said, Reply):
            return said
        return Reply(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))


def sensible(request: Request) -> dict[str, Any] | str:
    """Relevant where words overlap, the first sentence as the answer, fully supported, usefulness 5."""
    question = (request.data("question") or [""])[-1]
    texts = [passage.partition("\n")[2] for passage in request.data("passage")]
    shared = words(question) & words(" ".join(texts))
    verdicts: dict[str, dict[str, Any] | str] = {
        "retrieve": {"reason": "It asks for facts.", "query": question, "verdict": "yes"},
        "is_rel": {"reason": f"Shared words: {len(shared)}.", "verdict": "relevant" if shared else "irrelevant"},
        "is_sup": {"reason": "It is stated.", "verdict": "fully"},
        "is_use": {"reason": "It answers.", "verdict": 5},
        "write": first_sentence(texts[0]) + " [1]" if texts else "The passages do not say.",
        "rewrite": f"{question} details",
    }
    return verdicts.get(request.kind, "Hello.")


def words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3 or not word.isascii()}


def first_sentence(text: str) -> str:
    return re.split(r"(?<=[.!?。])\s", text.strip())[0]


def vector(text: str) -> list[float]:
    """Words hashed into places, of length 1: texts that share words are near."""
    places = [0.0] * DIMENSION
    for word in words(text) or {text}:
        places[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % DIMENSION] += 1.0
    length = math.sqrt(sum(place * place for place in places))
    return [place / length for place in places]


def tokens(text: str) -> list[str]:
    return re.findall(r"\s*\S{1,6}", text)


class _HTTPServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    fake: OpenAIServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        self._serve({})

    def do_POST(self) -> None:
        self._serve(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _serve(self, body: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.path, body, headers, time.monotonic())
        try:
            reply = self.fake.answer(request)
            request.status = reply.status
            time.sleep(self.fake.latency if reply.delay is None else reply.delay)
            self._reply(request, reply)
        except (BrokenPipeError, ConnectionResetError):
            request.aborted = self.close_connection = True
        finally:
            request.ended = time.monotonic()

    def _reply(self, request: Request, reply: Reply) -> None:
        if reply.raw is not None:
            self._send(reply.status, reply.raw.encode(), reply.headers)
        elif reply.status != 200:
            error = {"error": {"message": reply.message, "type": "error", "code": None}}
            self._send(reply.status, json.dumps(error).encode(), reply.headers)
        elif request.kind == "models":
            self._json({"object": "list", "data": [{"id": "fake-model", "object": "model"}]})
        elif request.kind == "embed":
            self._embed(request, request.body["input"])
        elif request.body.get("stream"):
            self._stream(request, reply)
        else:
            self._json(_completion(request, reply))

    def _embed(self, request: Request, texts: list[str]) -> None:
        request.tokens = used = sum(len(tokens(text)) for text in texts)
        if self.fake.embedding_tokens and used > self.fake.embedding_tokens:
            error = {"error": {"message": f"Requested {used} tokens, max {self.fake.embedding_tokens} per request"}}
            self._send(400, json.dumps(error).encode(), {})
            return
        data = [{"object": "embedding", "index": n, "embedding": vector(text)} for n, text in enumerate(texts)]
        self._json(
            {"object": "list", "data": data, "model": "fake", "usage": {"prompt_tokens": used, "total_tokens": used}}
        )

    def _stream(self, request: Request, reply: Reply) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for n, event in enumerate(_events(request, reply)):
            if n == reply.cut:
                self.wfile.flush()
                self.connection.close()
                raise BrokenPipeError
            self._chunk(f"data: {event}\n\n".encode())
            time.sleep(self.fake.token_latency)
        self._chunk(b"")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _json(self, value: dict[str, Any]) -> None:
        self._send(200, json.dumps(value, ensure_ascii=False).encode(), {})

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()


def _usage(request: Request, text: str) -> dict[str, int]:
    asked = len(tokens(request.system + request.prompt))
    request.tokens = asked + len(tokens(text))
    return {"prompt_tokens": asked, "completion_tokens": len(tokens(text)), "total_tokens": request.tokens}


def _completion(request: Request, reply: Reply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
    if request.form == "tools" and reply.text:
        function = {"name": request.body["tools"][0]["function"]["name"], "arguments": reply.text}
        message |= {"content": None, "tool_calls": [{"id": "call", "type": "function", "function": function}]}
    choice = {"index": 0, "message": message, "finish_reason": reply.finish}
    usage = _usage(request, reply.text or "")
    return {"id": "c", "object": "chat.completion", "created": 0, "model": "fake", "choices": [choice], "usage": usage}


def _events(request: Request, reply: Reply) -> Iterator[str]:
    def event(choices: list[dict[str, Any]], **more: Any) -> str:
        head = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "fake"}
        return json.dumps({**head, "choices": choices, **more}, ensure_ascii=False)

    for token in tokens(reply.text or ""):
        yield event([{"index": 0, "delta": {"role": "assistant", "content": token}, "finish_reason": None}])
    if reply.finish:
        yield event([{"index": 0, "delta": {}, "finish_reason": reply.finish}])
    if (request.body.get("stream_options") or {}).get("include_usage"):
        yield event([], usage=_usage(request, reply.text or ""))
    yield "[DONE]"
