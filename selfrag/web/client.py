"""HTTP to one provider: bounded in time and size, to its own address only, without cookies.

Where the environment names a proxy, the request goes through it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from selfrag.errors import WebFailed
from selfrag.sentences import part
from selfrag.web.deadline import Deadline
from selfrag.web.failures import broken, elsewhere, endless, refused, said, too_late, unreachable, unreadable

if TYPE_CHECKING:
    import httpx2

PROGRAM = "selfrag"
REPLY_BYTES = 5_000_000


@dataclass(frozen=True)
class Reply:
    """A reply that says yes, in the shape that a library for HTTP would give it."""

    provider: str
    content: bytes
    status_code: int = 200

    def json(self) -> Any:
        """Raises WebFailed."""
        try:
            return json.loads(self.content)
        except (ValueError, RecursionError):
            raise unreadable(self.provider) from None


@dataclass(frozen=True)
class Client:
    """Asks the provider called `name`, for `timeout` seconds at most; `secret` never stands in what is told.

    `own_refusal` tells what a status and the provider's words mean where that is special.
    """

    name: str
    timeout: float
    own_refusal: Callable[[int, str], WebFailed | None]
    secret: str = field(default="", repr=False)

    def get(self, url: str, params: Mapping[str, str]) -> Reply:
        """Raises WebFailed for every reply but 200."""
        return self._ask("GET", url, params=params)

    def post(self, url: str, *, json: Any, headers: Mapping[str, str]) -> Reply:
        """Raises WebFailed for every reply but 200."""
        return self._ask("POST", url, json=json, headers=headers)

    def _ask(self, method: str, url: str, **sent: Any) -> Reply:
        import httpx2

        told = {"user-agent": PROGRAM, "accept": "application/json", "accept-encoding": "identity"}
        deadline = Deadline(self.timeout)
        try:
            with (
                deadline,
                httpx2.Client(timeout=self.timeout, follow_redirects=False, headers=told) as http,
                http.stream(method, url, extensions={"trace": deadline.watch}, **sent) as response,
            ):
                content = self._read(response)
        except httpx2.TimeoutException:
            raise too_late(self.name, self.timeout) from None
        except (httpx2.RequestError, ImportError) as error:  # the second where a proxy needs a package that is missing
            raise too_late(self.name, self.timeout) if deadline.passed else broken(self.name, error) from None
        except (httpx2.InvalidURL, ValueError):
            raise unreachable(self.name, part("this is no address")) from None
        if deadline.passed:  # a reply of unknown length ends where it was cut off
            raise too_late(self.name, self.timeout)
        if response.status_code != 200:
            raise self._refusal(response.status_code, content)
        return Reply(self.name, content)

    def _read(self, response: "httpx2.Response") -> bytes:
        """Decodes nothing: a few bytes may stand for millions. A refusal that is encoded tells its status alone."""
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            if response.status_code == 200:
                raise unreadable(self.name)
            return b""
        content = bytearray()
        for chunk in response.iter_raw():
            content += chunk
            if len(content) > REPLY_BYTES:
                raise endless(self.name)
        return bytes(content)

    def _refusal(self, status: int, content: bytes) -> WebFailed:
        if 300 <= status < 400:
            return elsewhere(self.name)
        words = said(content, self.secret)
        return self.own_refusal(status, words) or refused(self.name, status, words)
