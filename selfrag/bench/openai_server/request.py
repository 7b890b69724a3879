"""A request as it came, and what it asks for."""

import re
from dataclasses import dataclass
from typing import Any

from selfrag.bench.openai_server.texts import tokens
from selfrag.models import rules

KINDS = {
    rules.DECIDE_RETRIEVAL: "retrieve",
    rules.DECIDE_FOLLOW_UP: "retrieve",
    rules.ROUTE: "retrieve",
    rules.ROUTE_FOLLOW_UP: "retrieve",
    rules.GRADE_PASSAGE: "is_rel",
    rules.GRADE_PASSAGES: "is_rel",
    rules.GRADE_STRIPS: "strips",
    rules.GRADE_SUPPORT: "is_sup",
    rules.GRADE_USEFULNESS: "is_use",
    rules.WRITE_ANSWER: "write",
    rules.ANSWER_DIRECTLY: "direct",
    rules.REWRITE_QUESTION: "rewrite",
}
LABELS = {
    "retrieve": ("yes", "no", "continue"),
    "is_rel": ("relevant", "ambiguous", "irrelevant"),
    "strips": ("relevant", "irrelevant"),
    "is_sup": ("fully", "partially", "no"),
    "is_use": ("1", "2", "3", "4", "5"),
}
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')


@dataclass
class Request:
    """One request; `aborted` once the client hung up before the reply was whole, `tokens` as they are billed."""

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
        """What is asked: is_rel, write ... (by the system prompt), chat, embed, models, or nothing known."""
        path = self.path.partition("?")[0]
        if path.endswith("/chat/completions"):
            return KINDS.get(self.system, "chat")
        return {"embeddings": "embed", "models": "models"}.get(path.rpartition("/")[2], "unknown")

    @property
    def chats(self) -> bool:
        """Whether a chat model is asked."""
        return self.kind not in ("embed", "models", "unknown")

    @property
    def form(self) -> str:
        """json_schema, tools, json_object or text."""
        if self.body.get("tools"):
            return "tools"
        return str((self.body.get("response_format") or {}).get("type", "text"))

    @property
    def model(self) -> str:
        """The model's name."""
        return str(self.body.get("model", ""))

    @property
    def joint(self) -> bool:
        """Whether one verdict is asked for each of several things."""
        return self.system in (rules.GRADE_PASSAGES, rules.GRADE_STRIPS, rules.GRADE_SUPPORT)

    @property
    def system(self) -> str:
        """What the system prompt says."""
        return self._said_by("system")

    @property
    def prompt(self) -> str:
        """What the user says."""
        return self._said_by("user")

    @property
    def texts(self) -> list[str]:
        """What is to be embedded."""
        given = self.body.get("input", [])
        return [given] if isinstance(given, str) else list(given)

    @property
    def size(self) -> int:
        """Tokens of what was sent."""
        said = [str(message.get("content", "")) for message in self.body.get("messages", [])]
        return sum(len(tokens(text)) for text in said + self.texts)

    def data(self, tag: str) -> list[str]:
        """What stands between <tag> and </tag>."""
        return [text for _, text in self.items(tag)]

    def items(self, tag: str) -> list[tuple[dict[str, str], str]]:
        """As `data`, each with the attributes of its tag."""
        found = re.findall(rf"<{tag}\b([^>]*)>\n(.*?)\n</{tag}>", self.prompt, re.DOTALL)
        return [(dict(_ATTRIBUTE.findall(attributes)), text) for attributes, text in found]

    def _said_by(self, role: str) -> str:
        return "\n".join(m["content"] for m in self.body.get("messages", []) if m["role"] == role)
