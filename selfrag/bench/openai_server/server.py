"""The server: starts and stops, answers by its rules, and keeps a log of what was asked."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from threading import Condition, Thread
from typing import Self

from selfrag.bench.openai_server.checks import Behaviour
from selfrag.bench.openai_server.default_rule import sensible
from selfrag.bench.openai_server.failures import Failures, header_names
from selfrag.bench.openai_server.handler import Handler, HTTPServer
from selfrag.bench.openai_server.reply import Reply
from selfrag.bench.openai_server.request import Request


@dataclass(eq=False)
class OpenAIServer(Behaviour):
    """On a free port of 127.0.0.1 while in the `with` block; its address is `url`."""

    def __post_init__(self) -> None:
        self._news = Condition()
        self._given = {each.name: getattr(self, each.name) for each in fields(self)}
        self.reset()
        self._http = HTTPServer(("127.0.0.1", 0), type("BoundHandler", (Handler,), {"fake": self}))
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> Self:
        Thread(target=self._http.serve_forever, args=(0.005,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def reset(self) -> None:
        """As it was started, for the next test."""
        for name, value in self._given.items():
            setattr(self, name, value)
        self.requests: list[Request] = []
        self.most_open = 0
        self._failures = Failures()

    def fail(
        self,
        status: int,
        times: int = 1,
        *,
        kind: str = "",
        message: str = "no",
        code: str | None = None,
        param: str | None = None,
        **headers: str,
    ) -> None:
        """The next `times` requests, of that kind if given, fail. Headers are written `retry_after="1"`."""
        reply = Reply(status=status, message=message, headers=header_names(headers), code=code, param=param)
        self._failures.add(kind, reply, times)

    def fail_share(
        self, share: float, statuses: Sequence[int] = (429, 500), *, seed: int = 0, retry_after: str = "0.02"
    ) -> None:
        """From now on about this share of the requests fails, the same ones in the order of arrival for each seed."""
        headers = {"retry-after": retry_after}
        replies = [Reply(status=status, message="injected", headers=headers) for status in statuses]
        self._failures.set_share(share, replies, seed)

    def kinds(self) -> list[str]:
        """The kinds of the requests that were answered, in order of arrival."""
        return [request.kind for request in self.requests if request.status == 200]

    def wait_for(self, happened: Callable[[], object], seconds: float = 10.0) -> None:
        """Block until that is so; looks at every beginning and end of a request. Raises TimeoutError."""
        with self._news:
            if not self._news.wait_for(happened, seconds):
                raise TimeoutError(f"not within {seconds} s; asked: {[request.kind for request in self.requests]}")

    def answer(self, request: Request) -> Reply:
        """The reply to a request: a failure that waits, a refusal, the rule's, or the default rule's."""
        with self._news:
            self.requests.append(request)
            self.most_open = max(self.most_open, sum(each.ended is None for each in self.requests))
            self._news.notify_all()
            failure = self._failures.of(request)
        if refused := failure or self.refusal(request):
            return refused
        said = self.rule(request) if self.rule else None
        if said is None:
            said = sensible(request)
        if isinstance(said, Reply):
            return said
        return Reply(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))

    def done(self, request: Request) -> None:
        """The reply's end is about to be sent, so that who has read it finds it on record; or the client hung up."""
        with self._news:
            request.ended = request.ended or time.monotonic()
            self._news.notify_all()
