"""HTTP for the server: waits as long as a model would, and notices who hangs up meanwhile."""

import json
import select
import socket
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

from selfrag.bench.openai_server import bodies
from selfrag.bench.openai_server.logprobs import logprobs
from selfrag.bench.openai_server.reply import Reply
from selfrag.bench.openai_server.request import Request
from selfrag.bench.openai_server.texts import tokens


class Fake(Protocol):
    """What a handler asks of its server."""

    latency: float
    token_latency: float
    whole_token_latency: float
    models: tuple[str, ...] | None
    logprobs: bool
    answer: Callable[[Request], Reply]
    done: Callable[[Request], None]


class HTTPServer(ThreadingHTTPServer):
    """Takes many connections at once."""

    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the tests."""


class HungUpError(Exception):
    """The reply ends here, on purpose."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    fake: Fake
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
            self._wait(self.fake.latency if reply.delay is None else reply.delay)
            self._reply(request, reply)
        except HungUpError:
            self.close_connection = True
        except (BrokenPipeError, ConnectionResetError):
            request.aborted = self.close_connection = True
        finally:
            self.fake.done(request)

    def _wait(self, seconds: float) -> None:
        """Raises BrokenPipeError as soon as the client hangs up."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            heard, _, _ = select.select([self.connection], [], [], left)
            if heard and not self.connection.recv(1, socket.MSG_PEEK):
                raise BrokenPipeError
            if heard:
                time.sleep(max(0.0, end - time.monotonic()))

    def _reply(self, request: Request, reply: Reply) -> None:
        if reply.raw is not None:
            self._send(request, reply, reply.raw)
        elif reply.status != 200:
            self._send(request, reply, reply.error())
        elif request.kind == "models":
            self._send(request, reply, bodies.models(self.fake.models or ()))
        elif request.kind == "embed":
            self._send(request, reply, bodies.embeddings(request))
        elif request.body.get("stream"):
            self._stream(request, reply)
        else:
            self._wait(self.fake.whole_token_latency * len(tokens(reply.text or "")))
            self._send(request, reply, bodies.completion(request, reply, logprobs(request, reply, self.fake.logprobs)))

    def _stream(self, request: Request, reply: Reply) -> None:
        self._head(reply, {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"})
        for n, (event, paused) in enumerate(bodies.events(request, reply)):
            if n == reply.cut:
                raise HungUpError
            self._wait(self.fake.token_latency if paused else 0.0)
            last = event == bodies.DONE
            if last:
                self.fake.done(request)
            data = f"data: {event}\n\n".encode()
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n" + (b"0\r\n\r\n" if last else b""))
            self.wfile.flush()

    def _send(self, request: Request, reply: Reply, said: str | bodies.Body) -> None:
        body = (said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)).encode()
        self._head(reply, {"Content-Type": "application/json", "Content-Length": str(len(body))})
        self.fake.done(request)
        self.wfile.write(body[: reply.cut])
        self.wfile.flush()
        if reply.cut is not None:
            raise HungUpError

    def _head(self, reply: Reply, headers: dict[str, str]) -> None:
        self.send_response(reply.status)
        for name, value in {**headers, **reply.headers}.items():
            self.send_header(name, value)
        self.end_headers()
