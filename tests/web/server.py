"""A fake of the web's search providers over real HTTP: Tavily's POST /search and SearXNG's GET /search."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Condition, Event, Thread
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit


@dataclass
class Request:
    """What came in; `headers` by their lower-case names."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        """Without the part after the question mark."""
        return urlsplit(self.target).path

    @property
    def params(self) -> dict[str, str]:
        """The part after the question mark."""
        return {name: values[-1] for name, values in parse_qs(urlsplit(self.target).query).items()}

    @property
    def json(self) -> Any:
        """The body of a POST."""
        return json.loads(self.body)

    @property
    def query(self) -> str:
        """What was searched for."""
        return str(self.json["query"] if self.method == "POST" else self.params["q"])


def result(n: int = 1, **fields: Any) -> dict[str, Any]:
    """One result as both providers give it."""
    return {
        "title": f"Page {n}",
        "url": f"https://example.org/{n}",
        "content": f"Fact {n} stands on the web.",
        "score": 1 / n,
    } | fields


@dataclass
class WebServer:
    """On a free port of 127.0.0.1 while in the `with` block; its address is `url`. All of it may be set meanwhile.

    `status`, `raw` and `headers` stand in for a good reply; a `silent` server takes requests and answers when it is
    closed, and one with a `trickle` sends its reply byte by byte. `extra` are further fields of a reply.
    """

    results: list[Any] = field(default_factory=lambda: [result(1), result(2)])
    status: int = 200
    raw: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)
    silent: bool = False
    trickle: bool = False
    requests: list[Request] = field(default_factory=list)
    url: str = ""

    def __enter__(self) -> Self:
        self._news = Condition()
        self._closing = Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), type("BoundHandler", (_Handler,), {"fake": self}))
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        Thread(target=self._http.serve_forever, args=(0.005,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()

    @property
    def queries(self) -> list[str]:
        """What was searched for, in order of arrival."""
        return [request.query for request in self.requests]

    def fail(self, status: int, body: object = b"", **headers: str) -> None:
        """Answer this from now on; a body that is no bytes is sent as JSON."""
        self.status, self.headers = status, headers
        self.raw = body if isinstance(body, bytes) else json.dumps(body).encode()

    def wait_for(self, happened: Callable[[], object], seconds: float = 10.0) -> None:
        """Block until that is so; looks at every request. Raises TimeoutError."""
        with self._news:
            if not self._news.wait_for(happened, seconds):
                raise TimeoutError(f"not within {seconds} s; asked: {self.requests}")

    def pieces(self, body: bytes) -> Iterator[bytes]:
        """The body as it is sent."""
        if not self.trickle:
            yield body
            return
        for at in range(len(body)):
            yield body[at : at + 1]
            self._closing.wait(0.02)

    def answer(self, request: Request) -> bytes | None:
        """The body of the reply; None for nowhere."""
        with self._news:
            self.requests.append(request)
            self._news.notify_all()
        if self.silent:
            self._closing.wait()
        if self.raw is not None:
            return self.raw
        if request.path != "/search" or (request.method == "GET" and request.params.get("format") != "json"):
            return None
        return json.dumps({"query": request.query, "results": self.results, **self.extra}).encode()


class _Handler(BaseHTTPRequestHandler):
    fake: WebServer

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        said = self.fake.answer(Request(self.command, self.path, headers, body))
        try:
            self.send_response(404 if said is None else self.fake.status)
            for name, value in self.fake.headers.items():
                self.send_header(name.replace("_", "-"), value)
            if "content_length" not in self.fake.headers:
                self.send_header("Content-Length", str(len(said or b"")))
            self.end_headers()
            for piece in self.fake.pieces(said or b""):
                self.wfile.write(piece)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True


@contextmanager
def dripping(first: bytes) -> Iterator[str]:
    """A server that sends this and then a byte now and then, as if it were about to say something; "host:port"."""
    closing = Event()

    class Drip(BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                self.request.sendall(first)
                while not closing.wait(0.02):
                    self.request.sendall(b"a")

    server = type("Server", (ThreadingTCPServer,), {"daemon_threads": True})(("127.0.0.1", 0), Drip)
    Thread(target=server.serve_forever, args=(0.005,), daemon=True).start()
    yield f"127.0.0.1:{server.server_address[1]}"
    closing.set()
    server.shutdown()
    server.server_close()
