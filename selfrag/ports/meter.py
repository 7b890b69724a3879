"""What a run tells while it works, and what it spends."""

from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Protocol


class Progress(Protocol):
    """Tells the run what a node is doing; raises `RunStopped` once a person asked to stop."""

    def __call__(self, kind: str, **facts: Any) -> None:
        """`kind` is "node" (one begins, or begins its text anew: `node`), "token" (a piece of text for the page:
        `text`), "waiting" (the server asked to wait for so many `seconds`), "failed" (with `error`: what runs beside it
        need not go on), or "beat" (no news: something is being waited for)."""


def silent(kind: str, **facts: Any) -> None:
    """Progress that nobody follows."""


@dataclass
class Meter:
    """Counts what one node, or one ingest, spends; safe to share between its threads.

    Whoever waits for a model calls `progress("beat")` several times a second, so that a stop takes effect meanwhile.
    """

    progress: Progress = field(default=silent, repr=False, compare=False)
    chat: int = 0
    embed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    embedding_tokens: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False, compare=False)

    def add(
        self,
        *,
        chat: int = 0,
        embed: int = 0,
        prompt_tokens: int = 0,
        completion_tokens: int = 0,
        embedding_tokens: int = 0,
    ) -> None:
        """Add requests to the chat and embedding endpoints, and tokens billed for them."""
        with self._lock:
            self.chat += chat
            self.embed += embed
            self.prompt_tokens += prompt_tokens
            self.completion_tokens += completion_tokens
            self.embedding_tokens += embedding_tokens

    @property
    def tokens(self) -> int:
        """All tokens billed."""
        return self.prompt_tokens + self.completion_tokens + self.embedding_tokens
