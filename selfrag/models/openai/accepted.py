"""Which optional parameters a model's server turned out to refuse, and whether it refuses rules of their own role."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from selfrag.models.openai import refusals
from selfrag.models.prompts import Message

TOP_LOGPROBS = 20
FEWER_LOGPROBS = 5

_LOGPROBS = frozenset({"logprobs", "top_logprobs"})
_LIMITS = ("max_completion_tokens", "max_tokens")
_OPTIONAL = ("temperature", *_LIMITS, "stream_options", "logprobs", "top_logprobs", "encoding_format")
_A_NUMBER = re.compile(r"\d|\b(?:range|at most|less|greater|exceed\w*|max\w*|limit\w*|between)\b", re.IGNORECASE)


class Accepted:
    """Learns from refusals by name; used in one event loop only."""

    def __init__(self) -> None:
        self._left_out: frozenset[str] = frozenset()
        self._most_logprobs = TOP_LOGPROBS
        self._folded = False

    def messages(self, messages: Sequence[Message]) -> list[Message]:
        """As they are worth sending; where there is no role for rules, the user's first message begins with them."""
        if not self._folded or len(messages) < 2 or messages[0]["role"] != "system":
            return list(messages)
        rules, first, *rest = messages
        return [{**first, "content": f"{rules['content']}\n\n{first['content']}"}, *rest]

    def of(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options that are worth sending; servers without max_completion_tokens may know max_tokens."""
        kept = {name: value for name, value in options.items() if name not in self._left_out}
        new, old = _LIMITS
        if new in options and new not in kept and old not in self._left_out:
            kept[old] = options[new]
        if "top_logprobs" in kept:
            kept["top_logprobs"] = min(kept["top_logprobs"], self._most_logprobs)
        return kept

    def learn(self, sent: Mapping[str, Any], words: str) -> None:
        """From the words of a refusal: what it names of the sent options is left out, or asked for less."""
        names = {name for name in _OPTIONAL if name in sent and re.search(rf"\b{name}\b", words)}
        if names & _LOGPROBS:
            fewer = sent.get("top_logprobs", 0) > FEWER_LOGPROBS and _A_NUMBER.search(words)
            self._most_logprobs = FEWER_LOGPROBS if fewer else self._most_logprobs
            names = names - _LOGPROBS if fewer else names | _LOGPROBS
        self._left_out |= names
        self._folded = self._folded or refusals.about_roles(words)

    def leave_out(self, sent: Mapping[str, Any]) -> None:
        """The server takes none of these."""
        self._left_out |= {name for name in _OPTIONAL if name in sent}


def without_limit(options: Mapping[str, Any], words: str) -> dict[str, Any]:
    """The options without the bound on the reply's length, where the words say that this bound is too large."""
    names = {name for name in _LIMITS if re.search(rf"\b{name}\b", words)}
    return {name: value for name, value in options.items() if not names or name not in _LIMITS}
