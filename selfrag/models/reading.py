"""Finds what one reply says, as a set: one verdict, several that contradict each other, None for "I do not know".

A JSON object anywhere in the reply is read first; then labelled words ("Verdict: no"), lines that are nothing but a
verdict, and a leading yes or no; only without any of these the whole text is searched for phrases.
"""

import re
import unicodedata
from typing import Any

from selfrag.models.names import SILENT, VERDICT, key
from selfrag.models.objects import REPLY_CHARS, Fields
from selfrag.models.phrases import NO, YES, Words
from selfrag.models.thoughts import visible

_AND = r"[ ,/]+(?:(?:and|or|but) )?(?:yes|no|네|예|아니요|아니오)(?!\w)"
"""After a yes or a no: "yes/no", "yes, and no" are neither."""
_NOT_APPLICABLE = r"(?!n[./]? ?a\b)"
_LABEL = re.compile(
    rf"\b(?<!not )(?<!no )(?<!non-){VERDICT} *(?:(?P<colon>[:=]|->|→)|\bis\b|[은는](?! *아[니닙]))[ :]*+"
    rf"(?P<value>n[./]? ?a\b|[^.,;\n]*(?:\.\d+)?)(?!{_AND})"
)
_PAIR = re.compile(
    r"(?P<key>[^:=?.!;]{1,60}?) *(?:[:=?]+|->|→| [-–—]) *+"
    rf"(?P<value>n[./]? ?a\b|[^\W\d]+|[✅❌])(?! *[\w/]|{_AND})"
)
_LEADING = re.compile(rf"(?![yn] *:){_NOT_APPLICABLE}(?P<word>[^\W\d]+)(?!{_AND}) *(?:[.;!]|(?:[,:–—]|- )[^.;!]*)")
_NOTHING = re.compile(
    r"(?:n[./]? ?a|none|null|nil|nothing|not|no|never|hardly|barely|unknown|해당 ?없\w*|없음)(?!\w)|$"
)
_COUNT = re.compile(
    r"(?P<n>\d{1,3}(?:\.\d+)?)(?P<of> ?(?:/|out of|of) ?\d{1,3})?"
    r"(?![\d.]*\d|[ –—-]*(?:[/%\d]|(?:out|of|or|and|to)\b))(?P<dash> *[-–—:])?"
)
_AGAIN = re.compile(
    r"(?:[.;!] *|\b(?:actually|wait|sorry|rather|correction|in fact|i mean|on second thoughts?)[ ,:.]+)"
    rf"(?P<word>yes|no|네|예|아니요|아니오)(?!{_AND})(?= *(?:[.,;!]|$))"
)
_BULLET = re.compile(r"^[-–—•·] +")
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_NUMBER = re.compile(r"\d{1,3}(?:\.\d+)?")
_MARKUP = re.compile(r"</?[a-z_]{1,20}>")
_INVISIBLE = re.compile(r"[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
_QUOTES = str.maketrans("‘’", "''")
_DASHES = "-–—−"
_EDGES = f" .,;!~'{_DASHES}"

Found = set[str | None]


def find(reply: object, fields: Fields, words: Words) -> Found:
    """Every verdict of one kind that the reply gives; `fields` are its objects."""
    if fields:
        return set().union(*(_from_object(field, words) for field in fields))
    if isinstance(reply, bool | int | float):
        return _from_value(reply, words)
    return _from_text(visible(reply, REPLY_CHARS), words)


def _from_object(field: dict[str, Any], words: Words, depth: int = 0) -> Found:
    found: Found = set()
    for name, value in field.items():
        if key(name) in SILENT:
            continue
        if isinstance(value, dict):
            found |= _from_object(value, words, depth + 1) if depth < 4 else set()
        else:
            found |= _from_value(value, words, negative_key=_negative(key(name), words))
    return found


def _from_value(value: object, words: Words, *, negative_key: bool = False) -> Found:
    if isinstance(value, bool):
        return _yes_or_no(str(value).casefold(), words, negative_key=negative_key)
    if isinstance(value, int | float):
        return set([verdict for low, high, verdict in words.numbers if low <= value <= high][:1])
    if isinstance(value, list):
        return set().union(*(_from_value(item, words, negative_key=negative_key) for item in value if plain(item)))
    if not isinstance(value, str):
        return set()
    said = _normal(value).strip(_EDGES)
    return _yes_or_no(said, words, negative_key=negative_key) or _from_text(value, words)


def _from_text(text: str, words: Words) -> Found:
    normal = _normal(text)
    found: Found = set()
    nothing = False
    for line in normal.split("\n"):
        found |= _bare(line, words) | (_count(_BULLET.sub("", line), words) if words.counts else set())
        if (leading := _LEADING.match(line)) and (said := _yes_or_no(leading["word"], words)):
            found |= said | _phrases(leading[0], words)
        for again in _AGAIN.finditer(line):
            found |= _yes_or_no(again["word"], words)
        for label in _LABEL.finditer(line):
            said = _labelled(label["value"].strip(), words)
            nothing |= bool(not said and label["colon"] and _NOTHING.match(label["value"]))
            found |= said
        for pair in _PAIR.finditer(line):
            nothing |= bool(_NOTHING.match(pair["value"]) and _phrases(pair["key"], words))
            found |= _yes_or_no(pair["value"], words, negative_key=_negative(pair["key"], words))
    return found if found or nothing else _phrases(_without_questions(normal), words)


def _bare(text: str, words: Words) -> Found:
    """The verdict that a text consists of, if it is nothing else."""
    begun = text.lstrip(_EDGES + ":")
    said = begun.rstrip(_EDGES)  # what ends with a colon was cut before it said anything
    if begun[:1].isdigit() and text.removesuffix(begun).endswith(tuple(_DASHES)):
        return set()  # a negative number
    if said in words.bare:
        return {words.bare[said]}
    if (phrase := words.phrases.match(said)) and phrase.end() == len(said):
        return {_verdict(phrase, words)}
    return _from_value(float(said), words) if _NUMBER.fullmatch(said) else _yes_or_no(said, words)


def _labelled(value: str, words: Words) -> Found:
    """The verdict in what follows a label: "4 (useful)", "relevant to the price", "yes/no"."""
    if said := _bare(value, words):
        return said
    said = _count(value, words, alone=True)
    if said and words.counts:
        return said
    either = [part.strip(_EDGES) for part in value.split("/")] if "/" in value else []
    return said | _phrases(value, words).union(*(_yes_or_no(part, words) for part in either if len(part) > 1))


def _count(text: str, words: Words, *, alone: bool = False) -> Found:
    """The number that a text begins with: "4/5, very useful", "4 - helpful", and `alone` "4 helpful"."""
    number = _COUNT.match(text)
    if not number:
        return set()
    if number["of"]:
        phrase = words.phrases.match(text)
        return {_verdict(phrase, words)} if phrase and words.counts else set()
    return _from_value(float(number["n"]), words) if alone or number["dash"] else set()


def _without_questions(text: str) -> str:
    return "".join(part for part in _SENTENCE.findall(text) if "?" not in part)


def _yes_or_no(said: str, words: Words, *, negative_key: bool = False) -> Found:
    if said in YES:
        return {words.no if negative_key else words.yes}
    if said in NO:
        return {words.denied if negative_key else words.no}
    return set()


def _negative(name: str, words: Words) -> bool:
    return words.no in _phrases(name, words)


def _phrases(text: str, words: Words) -> Found:
    return {_verdict(phrase, words) for phrase in words.phrases.finditer(text)}


def _verdict(phrase: re.Match[str], words: Words) -> str | None:
    return words.verdicts[(phrase.lastindex or 1) - 1]


def _normal(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold().translate(_QUOTES)
    text = _MARKUP.sub("\n", _INVISIBLE.sub("", text))
    return "\n".join(re.sub(r"[\s*_`\"“”„#>|()\[\]{}\\]+", " ", line).strip() for line in text.splitlines())


def plain(value: object) -> bool:
    """A string, a number or a boolean."""
    return isinstance(value, str | bool | int | float)
