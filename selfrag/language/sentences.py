"""Sentences of a passage as spans of its own text, for English, Korean and lists such as menus."""

import re
import unicodedata
from collections.abc import Iterator

from selfrag.language.headings import names_a_price

_SHORTENED = """
mr mrs ms dr prof rev st sr jr gen col lt sgt capt hon vs etc e.g i.e cf al approx ca no nos vol vols fig figs
eq p pp sec ch ed eds inc ltd co corp dept est jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k u.n
a.m p.m ph.d
"""
_ABBREVIATIONS = frozenset(_SHORTENED.split())
_MARKS = r"(?:\s*\[\d{1,3}\])*+"  # an answer's marks belong to the sentence before them
_STOP = re.compile(
    rf"[.!?…]+[\"'”’)\]」』]*{_MARKS}(?=\s+\S)"
    rf"|[。！？]+[」』”]*{_MARKS}"
    r"|(?<=[다요까죠음임됨함])[.!?]+(?=[가-힣A-Z(\"“])"
    r"|(?=\s[•▪■●◦‣·※]\s)"
)
_BREAK = re.compile(r"[ \t]*\r?\n\s*")
_BULLET = re.compile(r"[•▪■●◦‣·※*\-–—]\s|\(?\d{1,2}[.)]\s|[A-Za-z가-힣][.)]\s")
_VALUE = r"[₩$€£¥]?\s?\d[\d,.]*\s?(?:원|만원|won|krw|usd|[₩$€£¥%]|ml|g|kg)?"
_ENDS_IN_MARK = re.compile(r"\[\d{1,3}\]$")
_ENDS_IN_VALUE = re.compile(rf"(?:^|[\s.:·…\-–—(]){_VALUE}\)?$", re.I)
_ONLY_VALUES = re.compile(rf"(?:{_VALUE}[\s/|,~\-–]*)+$", re.I)
_ENDS_IN_KOREAN = re.compile(r"(?:니다|[세어아해예]요)$")
# A line of running text fills its column; narrower than this (in Latin letters), it stands alone.
_SHORT = 40


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences in order; none is empty, and together they hold every character but white space.

    A line break between short lines ends a sentence, so that each line of a menu is one; a price alone on its line
    belongs to the line above.
    """
    spans = []
    for start, end in _blocks(text):
        at = start
        for stop in _stops(text, start, end):
            spans.append(_trim(text, at, stop))
            at = stop
        spans.append(_trim(text, at, end))
    return [span for span in spans if span[0] < span[1]]


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of running text, between the line breaks that end one."""
    start = line_start = 0
    for found in _BREAK.finditer(text):
        line = text[line_start : found.start()].strip()
        following = text[found.end() :].split("\n", 1)[0].strip()
        if line and following and _ends_block(line, following, blank=found.group().count("\n") > 1):
            yield start, found.start()
            start = found.end()
        line_start = found.end()
    yield start, len(text)


def _ends_block(line: str, following: str, blank: bool) -> bool:
    if _ONLY_VALUES.match(following) and not _ENDS_IN_VALUE.search(line):
        return False
    if blank or line[-1] in ".!?:。！？…" or _BULLET.match(following):
        return True
    if _ENDS_IN_MARK.search(line) or _ENDS_IN_VALUE.search(line) or _ENDS_IN_KOREAN.search(line):
        return True
    if names_a_price(following) and not following[0].islower():
        return True
    return _width(line) < _SHORT and not following[0].islower() and line[-1] not in ",-(&/"


def _stops(text: str, start: int, end: int) -> Iterator[int]:
    """Ends of sentences inside a block."""
    at = start
    for found in _STOP.finditer(text, start, end):
        if found.group().startswith(".") and _goes_on(text, at, found, end):
            continue
        if text[at : found.end()].strip():
            yield found.end()
            at = found.end()


def _goes_on(text: str, start: int, stop: re.Match[str], end: int) -> bool:
    """Whether full stops only shorten a word, number an item, lead to a price, or stand before a small letter."""
    following = text[stop.end() : end].lstrip()
    if stop.group().startswith("..") and re.match(_VALUE, following):
        return True
    words = text[start : stop.start()].split()
    last = words[-1].lstrip("(\"'“‘[") if words else ""
    if last.lower() in _ABBREVIATIONS or re.fullmatch(r"[A-Za-z](?:\.[A-Za-z])*", last):
        return True
    if len(words) == 1 and re.fullmatch(r"[\dA-Za-z.]{1,4}", last):
        return True
    return bool(following) and following[0].islower()


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))


def _width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)
