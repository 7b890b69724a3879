"""Takes a reply about several numbered things apart into what it says about each; `verdicts` then reads the pieces.

The pieces of JSON are objects with a number of their own, values under a key that is a number, or list items; those of
text are numbered lines with what follows them, table rows, or as many lines as there are things.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from selfrag.models.names import NUMBERS, SILENT, key
from selfrag.models.objects import objects
from selfrag.models.reading import plain
from selfrag.models.thoughts import visible

CHARS_EACH = 1000

_LINE = (
    r"[\s>*_#`•·+|–-]*+(?:(?P<noun>{noun})[\s_]*+(?:#|n\s*=)?\s*+)?"
    r"(?P<open>[\[(<#]?)\s*(?P<n>\d{{1,4}})\s*(?P<close>[\])>]?)[*_`]*"
    r"(?P<mark>\s*(?:번|[.:)|=\t]|->|=>|→|[-–—](?=\s))+|)(?P<rest>(?!\d).*)"
)
_NUMBER = r"\W*(?:{noun})?[\W_]*(?:no|number|n)?[\W_]*(?P<n>\d{{1,4}})\W*"


class Noun(NamedTuple):
    """What the numbers of a reply count: how it is called, and the fields that hold such a number."""

    line: re.Pattern[str]
    number: re.Pattern[str]
    keys: tuple[str, ...]


class Piece(NamedTuple):
    """What a reply says about the n-th thing; None where it gives no number."""

    n: int | None
    said: object


def _noun(*names: str) -> Noun:
    either = "|".join(names)
    keys = (
        *(*NUMBERS, *names),
        *(f"{name} {suffix}" for name in names for suffix in ("n", "number", "no", "id", "index")),
    )
    return Noun(
        re.compile(_LINE.format(noun=f"{either}|item|항목|번호"), re.IGNORECASE),
        re.compile(_NUMBER.format(noun=f"{either}|item|항목"), re.IGNORECASE),
        keys,
    )


PASSAGE = _noun("passage", "document", "doc", "구절", "문서", "지문")
STRIP = _noun("strip", "piece", "part", "sentence", "passage", "조각", "문장", "구절")
CLAIM = _noun("claim", "statement", "sentence", "주장", "문장")


def pieces(reply: object, count: int, noun: Noun, readable: Callable[[object], bool]) -> list[Piece]:
    """What the reply says, in the order of writing, with numbers from 1 to `count` or others that fit nothing.

    Without any numbers the pieces count in order, if there are as many as things.
    """
    found = list(_pieces(reply, count, noun, readable))
    numbers = [piece.n for piece in found]
    if not any(n is not None for n in numbers):
        if count == 1:
            return [Piece(1, piece.said) for piece in found] or [Piece(1, reply)]
        return [Piece(n, piece.said) for n, piece in enumerate(found, 1)] if len(found) == count else []
    if numbers == list(range(count)):
        return [Piece(n, piece.said) for n, piece in enumerate(found, 1)]
    # Counted from 0 with gaps: any number may be one too low.
    return [] if 0 in numbers else found


def _pieces(reply: object, count: int, noun: Noun, readable: Callable[[object], bool]) -> Iterator[Piece]:
    if isinstance(reply, list):
        yield from _from_list(reply, noun)
        return
    if fields := objects(reply, CHARS_EACH * count):
        for field in fields:
            yield from _from_object(field, noun)
        return
    text = visible(reply, CHARS_EACH * count)
    yield from _from_bare_list(text, noun) or _from_lines(text, noun) or _line_each(text, count, readable)


def _from_object(field: dict[str, object], noun: Noun, depth: int = 0) -> list[Piece]:
    if numbered := [(n, value) for name, value in field.items() if (n := _number(name, noun)) is not None]:
        return [Piece(n, value) for n, value in numbered]
    for wanted in noun.keys:
        for name, value in field.items():
            if key(name) == wanted and (n := _number(value, noun)) is not None:
                return [Piece(n, {other: said for other, said in field.items() if other != name})]
    inner = [value for value in field.values() if _holds_pieces(value, noun)]
    if not inner and not any(plain(value) and key(name) not in SILENT for name, value in field.items()):
        inner = [value for name, value in field.items() if key(name) not in SILENT]
    found = [piece for value in inner for piece in _from_value(value, noun, depth + 1)] if depth < 4 else []
    return found or [Piece(None, field)]


def _from_value(value: object, noun: Noun, depth: int) -> list[Piece]:
    if isinstance(value, dict):
        return _from_object(value, noun, depth)
    return _from_list(value, noun, depth) if isinstance(value, list) else []


def _from_list(items: list[object], noun: Noun, depth: int = 0) -> list[Piece]:
    found: list[Piece] = []
    for item in items:
        if isinstance(item, dict):
            found += _from_object(item, noun, depth)
        elif isinstance(item, str):
            found += _from_lines(item, noun) or [Piece(None, item)]
        else:
            found.append(Piece(None, item))
    return found


def _holds_pieces(value: object, noun: Noun) -> bool:
    if isinstance(value, dict):
        return any(_number(name, noun) is not None for name in value)
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def _number(value: object, noun: Noun) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return int(value) if value == value // 1 else None
    match = noun.number.fullmatch(value) if isinstance(value, str) and len(value) < 40 else None
    return int(match["n"]) if match else None


def _from_bare_list(text: str, noun: Noun) -> list[Piece]:
    start = text.find("[")
    try:
        items, _ = json.JSONDecoder(strict=False).raw_decode(text, start) if start >= 0 else ([], 0)
    except (ValueError, RecursionError):
        return []
    strings = len(items) > 1 and all(isinstance(item, str | bool) for item in items)
    return _from_list(items, noun) if strings else []


def _from_lines(text: str, noun: Noun) -> list[Piece]:
    """Numbered lines; those that are numbered in another way than the first belong to the one above them."""
    found: list[tuple[int, list[str]]] = []
    way = ""
    for line in text.splitlines():
        match = noun.line.fullmatch(line)
        written = _way(match) if match else ""
        way = way or written
        if match and written and written == way:
            found.append((int(match["n"]), [match["rest"]]))
        elif found:
            found[-1][1].append(line)
    return [Piece(n, re.sub(r"[|\t]", "\n", "\n".join(lines))) for n, lines in found]


def _way(line: re.Match[str]) -> str:
    if line["noun"]:
        return "noun"
    if line["open"] and line["close"]:
        return line["open"]
    return "plain" if line["mark"] or line["close"] else ""


def _line_each(text: str, count: int, readable: Callable[[object], bool]) -> list[Piece]:
    lines = [line for line in text.splitlines() if line.strip()]
    return [Piece(None, line) for line in lines] if len(lines) == count and all(map(readable, lines)) else []
