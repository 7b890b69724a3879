"""Which of the offered sources a reply names, by number or title; pure and total. What is not clear names none."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from selfrag.models.names import NUMBERS, SOURCES, key
from selfrag.models.objects import REPLY_CHARS, objects
from selfrag.models.thoughts import visible

_NOUN = r"(?:sources?|collections?|출처|자료|소스|컬렉션)"
_ALL = re.compile(
    r"(?:all|every|both|any|everything)(?: of)?(?: (?:the|them|these|\d+))*(?: sources?| collections?)?"
    r"|(?:모두|모든|전체|전부|둘 ?다)(?: (?:출처|자료|소스|컬렉션))?"
)
_LABELLED = re.compile(
    rf"^\W*(?:[a-z]+ )?{_NOUN}(?: ?(?:to search|numbers?|ids?|needed|번호)| \d+)?[*_` ]*(?:[:=]|->|→)(?P<value>.*)$",
    re.IGNORECASE,
)
_MENTIONED = re.compile(
    rf"\b{_NOUN}[\s#]*(?P<value>\d{{1,4}}(?:(?:[\s,#&]|and|or|및|와|과|번)+\d{{1,4}})*)", re.IGNORECASE
)
_NUMBERED = re.compile(
    rf"(?:(?:{_NOUN}|numbers?|nr|no)[ .]*)?[#(\[]?(?P<n>\d{{1,4}})(?:[)\].:]+ (?![#(\[\d]).*|번| ?[-–—] .*|[)\].:]*)"
)
_RANGE = re.compile(r"(?P<low>\d{1,4}) ?(?:[-–—~]|to) ?(?P<high>\d{1,4})")
_PARTS = re.compile(r"[,;/&|\n]|\band\b|\bor\b|\bplus\b|\s및\s|(?<=[)\]])(?=[(\[])|(?<=[\d)\]])\s+(?=[#(\[\d])")
_VERDICT = re.compile(r"(?i)^\W*(?:yes|y|true|retrieve|search|네|예)\b[\s:;,.–—-]*")
_NOTHING_ELSE = re.compile(r"[\d\s,;#&()\[\].]*\d[\d\s,;#&()\[\].]*")
_EDGES = " \t\"'`*_“”‘’<>.,:;"


def read_picks(reply: object, titles: Sequence[str]) -> list[int]:
    """The numbers, from 1, of the sources that the reply says to search, in their order.

    Numbers beyond those offered are ignored. A count from 0 names none: any number may be one too low.
    """
    picked = {n for value in _values(reply, titles) for n in _picked(value, titles)}
    return [] if 0 in picked else sorted(n for n in picked if n <= len(titles))


def without_picks(reply: object) -> object:
    """A reply in words without the lines that name sources, since a number or a title may read as a verdict."""
    if not isinstance(reply, str) or objects(reply):
        return reply
    text = visible(reply, REPLY_CHARS)
    kept = [line for line in text.splitlines() if not (_LABELLED.match(line) or _NOTHING_ELSE.fullmatch(line.strip()))]
    return "\n".join(kept) if "".join(kept).strip() else text


def _values(reply: object, titles: Sequence[str]) -> Iterator[object]:
    """What stands under a name for sources; in words also lines of numbers or a title alone, and "source 2"."""
    if fields := objects(reply):
        yield from (value for field in fields for value in _under_sources(field))
        return
    for line in visible(reply, REPLY_CHARS).splitlines():
        rest = _VERDICT.sub("", line).strip()
        if labelled := _LABELLED.match(line):
            yield labelled["value"]
        elif _NOTHING_ELSE.fullmatch(rest) or _plain(rest) in map(_plain, titles):
            yield rest
        else:
            yield from (mentioned["value"] for mentioned in _MENTIONED.finditer(line))


def _under_sources(field: dict[str, object], depth: int = 0) -> Iterator[object]:
    for name, value in field.items():
        if key(name) in SOURCES:
            yield value
        elif isinstance(value, dict) and depth < 3:
            yield from _under_sources(value, depth + 1)


def _picked(value: object, titles: Sequence[str], depth: int = 0) -> Iterator[int]:
    if isinstance(value, bool) or depth > 3:
        return
    if isinstance(value, int | float):
        if value == value // 1 and value >= 0:
            yield int(value)
    elif isinstance(value, list):
        for item in value:
            yield from _picked(item, titles, depth + 1)
    elif isinstance(value, dict):
        yield from _picked_by_object(value, titles, depth)
    elif isinstance(value, str):
        yield from _picked_in_words(value, titles)


def _picked_by_object(value: dict[str, object], titles: Sequence[str], depth: int) -> Iterator[int]:
    """`{"n": 1, "title": "Menu"}`, or numbers and titles that are each said to be chosen or not."""
    named = [said for name, said in value.items() if key(name) in (*NUMBERS, *SOURCES, "title", "name")]
    for said in named[:1]:
        yield from _picked(said, titles, depth + 1)
    if not named:
        for name, said in value.items():
            if said is True:
                yield from _picked_in_words(name, titles)


def _picked_in_words(text: str, titles: Sequence[str]) -> Iterator[int]:
    whole = list(_one(text, titles))
    if whole:
        yield from whole
        return
    for piece in _PARTS.split(text[:REPLY_CHARS].strip(" \t[](){}")):
        yield from _one(piece, titles)


def _one(text: str, titles: Sequence[str]) -> Iterator[int]:
    """A title, all, a range or a number, if the text is nothing else."""
    said = _plain(text)
    wanted = [n for n, title in enumerate(titles, 1) if said and _plain(title) == said]
    if wanted and not said.isdecimal():
        yield from wanted
    elif _ALL.fullmatch(said):
        yield from range(1, len(titles) + 1)
    elif between := _RANGE.fullmatch(said):
        yield from range(int(between["low"]), min(int(between["high"]), len(titles)) + 1)
    elif number := _NUMBERED.fullmatch(said):
        yield int(number["n"])


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text[:REPLY_CHARS]).casefold().split()).strip(_EDGES)
