"""Reads verdicts out of whatever a model replied. Pure, total, and exact: what is not clearly one verdict is `unknown`.

A JSON object anywhere in the reply is read first; then labelled words ("Verdict: no"), lines that are nothing but a
verdict, and a leading yes or no; only without any of these the whole text is searched for phrases.
"""

import ast
import json
import re
import unicodedata
from typing import Any, cast

from selfrag.models.thoughts import without_thoughts
from selfrag.models.vocabulary import NO, REL, RETRIEVE, SUP, USE, YES, Words
from selfrag.ports import IsRel, IsUse, RelVerdict, Retrieve, RetrieveVerdict, SupVerdict

SCORES: dict[RelVerdict, float] = {"relevant": 1.0, "ambiguous": 0.5, "irrelevant": 0.0, "unknown": 0.5}
REASON_CHARS = 200
REPLY_CHARS = 8000

_Found = set[str | None]

_REASON_KEYS = ("reason", "reasoning", "explanation", "rationale", "justification", "why", "이유", "근거", "설명")
_OTHER_KEYS = (
    "thought",
    "thoughts",
    "confidence",
    "query",
    "question",
    "claim",
    "quote",
    "passage",
    "text",
    "page",
    "id",
)
_SILENT_KEYS = frozenset((*_REASON_KEYS, *_OTHER_KEYS))
_LABEL = re.compile(
    r"\b(?:verdict|label|judg(?:e)?ment|decision|grade|(?:binary ?)?score|rating|utility|relevance|support|usefulness"
    r"|use|conclusion|answer|result|is ?rel|is ?sup|is ?use|판정|결론|판단|답변|답|결과|점수|관련성|유용성)"
    r" *(?:[:=]|->|\bis\b|은|는)[ :]*(?P<value>[^.,;\n]*(?:\.\d)?)"
)
_LEADING = re.compile(r"(?P<word>[^\W\d]+) *(?:[,.:;!–—]|- )")
_QUOTES = str.maketrans("‘’", "''")
_EDGES = " .,:;!?-–—~'"


def read_relevance(reply: object) -> IsRel:
    """IsRel from a model's reply; a score that contradicts its label is not used."""
    fields = _objects(reply)
    verdict = cast(RelVerdict, _one(_read(reply, fields, REL)) or "unknown")
    score = _score(fields, verdict)
    return IsRel(verdict=verdict, score=score, reason=_reason(reply, fields, verdict != "unknown"))


def read_support(reply: object) -> tuple[SupVerdict, str]:
    """IsSup's verdict and the reason for it."""
    fields = _objects(reply)
    verdict = cast(SupVerdict, _one(_read(reply, fields, SUP)) or "unknown")
    return verdict, _reason(reply, fields, verdict != "unknown")


def read_usefulness(reply: object) -> IsUse:
    """IsUse from 1 to 5; a bare yes is 5, a bare no is 1."""
    fields = _objects(reply)
    verdict = _one(_read(reply, fields, USE))
    return IsUse(verdict=int(verdict) if verdict else None, reason=_reason(reply, fields, verdict is not None))


def read_retrieval(reply: object, question: str) -> Retrieve:
    """Retrieve with the reply's query, or with the question where the reply has none."""
    fields = _objects(reply)
    verdict = cast(RetrieveVerdict, _one(_read(reply, fields, RETRIEVE)) or "unknown")
    queries = [
        value.strip() for field in fields for key, value in field.items() if _key(key) == "query" and _said(value)
    ]
    query = one_line(queries[0]) if queries else question
    return Retrieve(verdict=verdict, query=query, reason=_reason(reply, fields, verdict != "unknown"))


def one_line(text: str, chars: int | None = None) -> str:
    """The text with white space and control characters as single spaces, cut at `chars`."""
    line = " ".join("".join(" " if unicodedata.category(c) == "Cc" else c for c in text).split())
    return line if chars is None or len(line) <= chars else line[: chars - 1].rstrip() + "…"


def _read(reply: object, fields: list[dict[str, Any]], words: Words) -> _Found:
    if fields:
        return set().union(*(_from_object(field, words) for field in fields))
    if isinstance(reply, bool | int | float):
        return _from_value(reply, words)
    return _from_text(_text(reply), words)


def _one(found: _Found) -> str | None:
    return next(iter(found)) if len(found) == 1 else None


def _objects(reply: object) -> list[dict[str, Any]]:
    """Every outermost object in the reply, JSON or written as a Python literal."""
    if isinstance(reply, dict):
        return [reply]
    text = _text(reply)
    found: list[dict[str, Any]] = []
    start = text.find("{")
    while start >= 0:
        value, end = _decode(text, start)
        if isinstance(value, dict):
            found.append(value)
        start = text.find("{", end)
    return found


def _decode(text: str, start: int) -> tuple[object, int]:
    try:
        return json.JSONDecoder(strict=False).raw_decode(text, start)
    except (ValueError, RecursionError):
        pass
    end = text.find("}", start) + 1
    if text.count("{", start, end) != 1:
        return None, start + 1
    try:
        return ast.literal_eval(text[start:end]), end
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None, start + 1


def _text(reply: object) -> str:
    """The reply's visible end: a verdict comes last."""
    return without_thoughts(reply)[-REPLY_CHARS:] if isinstance(reply, str) else ""


def _from_object(field: dict[str, Any], words: Words, depth: int = 0) -> _Found:
    found: _Found = set()
    for key, value in field.items():
        if _key(key) in _SILENT_KEYS:
            continue
        if isinstance(value, dict):
            found |= _from_object(value, words, depth + 1) if depth < 4 else set()
        else:
            found |= _from_value(value, words, negative_key=words.no in _phrases(_key(key), words))
    return found


def _from_value(value: object, words: Words, *, negative_key: bool = False) -> _Found:
    if isinstance(value, bool):
        return {words.yes if value is not negative_key else words.no}
    if isinstance(value, int | float):
        return set([verdict for low, high, verdict in words.numbers if low <= value <= high][:1])
    if isinstance(value, list):
        return set().union(*(_from_value(item, words, negative_key=negative_key) for item in value if _plain(item)))
    if not isinstance(value, str):
        return set()
    said = _normal(value).strip(_EDGES)
    if negative_key and said in YES | NO:
        return {words.no if said in YES else words.yes}
    return _from_text(value, words)


def _from_text(text: str, words: Words) -> _Found:
    normal = _normal(text)
    found: _Found = set()
    for line in normal.split("\n"):
        found |= _bare(line, words)
        if leading := _LEADING.match(line.strip()):
            found |= _yes_or_no(leading["word"], words)
        for label in _LABEL.finditer(line):
            found |= _bare(label["value"], words) or _phrases(label["value"], words)
    return found or _phrases(normal, words)


def _bare(text: str, words: Words) -> _Found:
    """The verdict that a text consists of, if it is nothing else."""
    said = text.strip(_EDGES)
    if (alone := said.removesuffix(".0")) in words.bare:
        return {words.bare[alone]}
    if phrase := words.phrases.fullmatch(said):
        return {_verdict(phrase, words)}
    return _yes_or_no(said, words)


def _yes_or_no(said: str, words: Words) -> _Found:
    if said[:1].isdecimal():
        return _from_value(float(said), words) if said in YES | NO else set()
    if said in YES:
        return {words.yes}
    return {words.no} if said in NO else set()


def _phrases(text: str, words: Words) -> _Found:
    return {_verdict(phrase, words) for phrase in words.phrases.finditer(text)}


def _verdict(phrase: re.Match[str], words: Words) -> str | None:
    return words.verdicts[(phrase.lastindex or 1) - 1]


def _normal(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold().translate(_QUOTES)
    return "\n".join(re.sub(r"[\s*_`\"“”„#>|()\[\]{}\\]+", " ", line).strip() for line in text.splitlines())


def _key(key: object) -> str:
    """A field's name as words: "isRelevant", "is_relevant" and "IS-RELEVANT" are the same."""
    return " ".join(re.findall(r"[^\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(key)))).casefold()


def _said(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _plain(value: object) -> bool:
    return isinstance(value, str | bool | int | float)


def _score(fields: list[dict[str, Any]], verdict: RelVerdict) -> float:
    for field in fields:
        for key, value in field.items():
            if _key(key) == "score" and isinstance(value, float) and 0 <= value <= 1:
                agrees = verdict in _from_value(value, REL)
                return value if agrees else SCORES[verdict]
    return SCORES[verdict]


def _reason(reply: object, fields: list[dict[str, Any]], known: bool) -> str:
    for field in fields:
        for key, value in field.items():
            if _key(key) in _REASON_KEYS and _said(value):
                return one_line(value, REASON_CHARS)
    said = one_line(_text(reply), REASON_CHARS)
    if known:
        return "" if fields else said
    return f"The model gave no clear verdict: {said}" if said else "The model gave no verdict."
