"""What of a model's characters may stand in an answer."""

import re

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_HALF = re.compile(r"[\ud800-\udbff]\Z")


class Characters:
    """Joins characters whose two halves come in two pieces, and drops control characters.

    A half without its other half becomes the sign for what cannot be read.
    """

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """What of the text so far is whole."""
        text = self._held + piece
        half = _HALF.search(text)
        self._held = half[0] if half else ""
        return readable(text[: len(text) - len(self._held)])

    def finish(self) -> str:
        """What was held back."""
        rest, self._held = self._held, ""
        return readable(rest)


def readable(text: str) -> str:
    """The text with its halves joined and without control characters; line breaks and tabs stay."""
    joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _CONTROLS.sub("", joined)
