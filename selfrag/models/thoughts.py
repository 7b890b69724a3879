"""Reasoning models put their thoughts between tags such as `<think>`; nobody but the model should read them.

Chat templates often write the opening tag themselves, so that a reply begins in the middle of a thought: what stands
before a lone closing tag is thought too.
"""

import re
from collections.abc import Iterable

from selfrag.ports import RESTART

_NAMES = ("think", "thinking", "thought", "thoughts", "reasoning", "seed:think")
_OPENING = (*(f"<{name}>" for name in _NAMES), "[think]", "◁think▷", "<|channel|>analysis", "<|channel|>commentary")
_CLOSING = (*(f"</{name}>" for name in _NAMES), "[/think]", "◁/think▷")
_ANSWER = ("<|channel|>final<|message|>",)
_TAGS = (*_OPENING, *_CLOSING, *_ANSWER)
_LONGEST = max(map(len, _TAGS))
_FIRST = {tag[0] for tag in _TAGS}


def _either(tags: Iterable[str]) -> str:
    return "|".join(map(re.escape, tags))


CLOSING = re.compile(_either((*_CLOSING, *_ANSWER)), re.IGNORECASE)
_TAG = re.compile(f"(?P<open>{_either(_OPENING)})|{_either(_CLOSING)}|(?P<answer>{_either(_ANSWER)})", re.IGNORECASE)


def without_thoughts(text: str) -> str:
    """The reply proper."""
    thoughts = ThoughtFilter()
    return "".join([*thoughts.feed(text), *thoughts.finish()]).strip()


def visible(reply: object, chars: int) -> str:
    """The last `chars` of the reply proper, since a verdict comes last; nothing of what is no text."""
    return without_thoughts(reply)[-chars:] if isinstance(reply, str) else ""


class ThoughtFilter:
    """Drops thoughts from a stream, also where a tag is split over pieces, and white space before the first word."""

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._begun = False

    def feed(self, piece: str) -> list[str]:
        """What may be shown now, after `RESTART` where what was shown so far turns out to be a thought."""
        text = self._held + piece.replace(RESTART, "")
        shown: list[str] = []
        restarted = False
        at = 0
        for tag in _TAG.finditer(text):
            shown += [] if self._thinking else [text[at : tag.start()]]
            at = tag.end()
            if tag["answer"] or not (tag["open"] or self._thinking):
                shown = []
                restarted, self._begun = restarted or self._begun, False
            self._thinking = bool(tag["open"])
        kept = max(at, _unfinished_tag(text))
        shown += [] if self._thinking else [text[at:kept]]
        self._held = text[kept:]
        return [*([RESTART] if restarted else []), *self._begin("".join(shown))]

    def finish(self) -> list[str]:
        """What was held back because it looked like the beginning of a tag."""
        rest, self._held = self._held, ""
        return [] if self._thinking else self._begin(rest)

    def _begin(self, text: str) -> list[str]:
        text = text if self._begun else text.lstrip()
        self._begun = self._begun or bool(text)
        return [text] if text else []


def _unfinished_tag(text: str) -> int:
    """Where an end of the text begins that may become a tag; its length where there is none."""
    for start in range(max(0, len(text) - _LONGEST + 1), len(text)):
        if text[start] in _FIRST and any(tag.startswith(text[start:].lower()) for tag in _TAGS):
            return start
    return len(text)
