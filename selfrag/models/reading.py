"""Finds what one reply says, as a set: one verdict, several that contradict each other, None for "I do not know".

A JSON object anywhere in the reply is read first; then labelled words ("Verdict: no"), lines that are nothing but a
verdict, and a leading yes or no; only without any of these the whole text is searched for phrases.
"""

import re
import unicodedata
from typing import Any

from selfrag.models.objects import REPLY_CHARS, Fields
from selfrag.models.thoughts import visible
from selfrag.models.vocabulary import NO, YES, Words

REASON_KEYS = {"reason", "reasoning", "explanation", "rationale", "justification", "why", "이유", "근거", "설명"}
PASSAGE_KEYS = {
    *("passages", "passage", "passage ids", "passage numbers", "supporting passages", "supported by", "sources"),
    *("source", "cites", "citations", "evidence", "구절", "출처"),
}
_OTHER_KEYS = {
    *("thought", "thoughts", "confidence", "query", "question", "claim", "quote", "text", "page", "id", "n"),
    *("number", "index", "document", "번호", "문장", "주장"),
}
SILENT_KEYS = REASON_KEYS | PASSAGE_KEYS | _OTHER_KEYS
_LABEL = re.compile(
    r"\b(?:verdict|label|judg(?:e)?ment|decision|grade|(?:binary ?)?score|rating|utility|relevance|support|usefulness"
    r"|use|conclusion|answer|result|is ?rel|is ?sup|is ?use|판정|결론|판단|답변|답|결과|점수|관련성|유용성)"
    r" *(?:[:=]|->|\bis\b|은|는)[ :]*(?P<value>[^.,;\n]*(?:\.\d+)?)"
)
_PAIR = re.compile(r"(?P<key>[^:=?.!;]{1,60}?) *(?:[:=?]+|->| [-–—]) *(?P<value>[^\W\d]+)(?! *\w)")
_LEADING = re.compile(r"(?![yn] *:)(?P<word>[^\W\d]+) *(?:[.;!]|(?:[,:–—]|- )[^.;!]*)")
_NUMBER = re.compile(r"\d{1,3}(?:\.\d+)?")
_MARKUP = re.compile(r"</?[a-z_]{1,20}>")
_QUOTES = str.maketrans("‘’", "''")
_EDGES = " .,:;!?-–—~'"

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
        if key(name) in SILENT_KEYS:
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
    for line in normal.split("\n"):
        found |= _bare(line, words)
        if (leading := _LEADING.match(line)) and (said := _yes_or_no(leading["word"], words)):
            found |= said | _phrases(leading[0], words)
        for label in _LABEL.finditer(line):
            found |= _bare(label["value"], words) or _phrases(label["value"], words)
        for pair in _PAIR.finditer(line):
            found |= _yes_or_no(pair["value"], words, negative_key=_negative(pair["key"], words))
    return found or _phrases(normal, words)


def _bare(text: str, words: Words) -> Found:
    """The verdict that a text consists of, if it is nothing else."""
    said = text.strip(_EDGES)
    if said in words.bare:
        return {words.bare[said]}
    if phrase := words.phrases.fullmatch(said):
        return {_verdict(phrase, words)}
    return _from_value(float(said), words) if _NUMBER.fullmatch(said) else _yes_or_no(said, words)


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
    text = _MARKUP.sub("\n", text)
    return "\n".join(re.sub(r"[\s*_`\"“”„#>|()\[\]{}\\]+", " ", line).strip() for line in text.splitlines())


def key(name: object) -> str:
    """A field's name as words: "isRelevant", "is_relevant" and "IS-RELEVANT" are the same."""
    return " ".join(re.findall(r"[^\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(name)))).casefold()


def plain(value: object) -> bool:
    """A string, a number or a boolean."""
    return isinstance(value, str | bool | int | float)
