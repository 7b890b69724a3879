"""Reasoning models put their thoughts between `<think>` tags; nobody but the model should read them."""

import re

_BLOCK = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_CLOSING = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_OPENED, _CLOSED = ("<think>", "<thinking>"), ("</think>", "</thinking>")


def without_thoughts(text: str) -> str:
    """The reply proper. Some servers eat the opening tag, so what stands before a lone closing tag is thought too."""
    return _CLOSING.split(_BLOCK.sub("", text))[-1].strip()


def visible(reply: object, chars: int) -> str:
    """The last `chars` of the reply proper, since a verdict comes last; nothing of what is no text."""
    return without_thoughts(reply)[-chars:] if isinstance(reply, str) else ""


class ThoughtFilter:
    """Drops thoughts from a stream, also where a tag is split over pieces, and white space before the first word."""

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._begun = False

    def feed(self, piece: str) -> str:
        """What of the text so far may be shown."""
        self._held += piece
        shown = ""
        while (found := self._next_tag()) is not None:
            before, self._held = found
            shown += "" if self._thinking else before
            self._thinking = not self._thinking
        kept = self._unfinished_tag()
        shown += "" if self._thinking else self._held[: len(self._held) - kept]
        self._held = self._held[len(self._held) - kept :]
        return self._begin(shown)

    def finish(self) -> str:
        """What was held back because it looked like the beginning of a tag."""
        rest, self._held = self._held, ""
        return "" if self._thinking else self._begin(rest)

    def _tags(self) -> tuple[str, ...]:
        return _CLOSED if self._thinking else _OPENED

    def _next_tag(self) -> tuple[str, str] | None:
        lowered = self._held.lower()
        places = [(lowered.find(tag), len(tag)) for tag in self._tags() if tag in lowered]
        if not places:
            return None
        start, length = min(places)
        return self._held[:start], self._held[start + length :]

    def _unfinished_tag(self) -> int:
        lowered = self._held.lower()
        ends = (n for tag in self._tags() for n in range(1, len(tag)) if lowered.endswith(tag[:n]))
        return max(ends, default=0)

    def _begin(self, text: str) -> str:
        if not self._begun:
            text = text.lstrip()
            self._begun = bool(text)
        return text
