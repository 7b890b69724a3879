"""What lower layers say, in the interface's language: errors, warnings and reasons, also those stored long ago.

They are kept and passed on in English. The template that a sentence was made from is found again by its words,
and its translation is filled with the same values. What no template made, such as a model's reason, stays as it is.
"""

import json
import re
from functools import cache
from typing import Literal, NamedTuple

from selfrag.sentences import sentence
from selfrag.ui import words
from selfrag.ui.inert import inert_line

TEMPLATES = words.FOLDER / "templates.json"
_PARTS = ("wait", "what", "when", "where", "who", "why")
_PLACE = re.compile(r"{(\w+)}")


class _Template(NamedTuple):
    text: str
    pattern: re.Pattern[str]


def told(said: str) -> str:
    """One line of markdown that shows a lower layer's sentence in this session's language, and all else as it is."""
    return inert_line(translated(said, words.current()))


def translated(said: str, to: words.Translator, kind: Literal["sentence", "part"] = "sentence") -> str:
    """The sentence in plain text; unchanged where no template made it, or in English."""
    if to.language == "en":
        return said
    for template in _templates()[kind]:
        if found := template.pattern.fullmatch(said):
            values = {
                name: _within(value, to) if name in _PARTS else value for name, value in found.groupdict().items()
            }
            return sentence(to(template.text), **values)
    return said


def _within(value: str, to: words.Translator) -> str:
    """What stands in a sentence: a part of one, or a whole one of its own."""
    part = translated(value, to, "part")
    return part if part != value else translated(value, to)


@cache
def _templates() -> dict[str, list[_Template]]:
    """All templates by kind, those with most words of their own first."""
    kinds = json.loads(TEMPLATES.read_text(encoding="utf-8"))
    return {
        kind: [_Template(text, _pattern(text)) for text in sorted(texts, key=lambda text: -len(_PLACE.sub("", text)))]
        for kind, texts in kinds.items()
    }


def _pattern(template: str) -> re.Pattern[str]:
    pieces: list[str] = []
    for at, piece in enumerate(_PLACE.split(template)):
        if not at % 2:
            pieces.append(re.escape(piece))
        else:
            pieces.append(f"(?P={piece})" if f"(?P<{piece}>.*)" in pieces else f"(?P<{piece}>.*)")
    return re.compile("".join(pieces), re.DOTALL)
