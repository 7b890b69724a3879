"""IsSup of a claim, by how many of its words, names and numbers its sources hold."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from selfrag.language.coverage import coverage
from selfrag.language.words import words
from selfrag.models.embedded.measures import foreign
from selfrag.models.embedded.notices import is_notice
from selfrag.models.embedded.reasons import (
    NO_SOURCE,
    NO_TERMS,
    NOTHING_SAID,
    OTHER_NAMES,
    OTHER_SCRIPT,
    TERMS_IN_SOURCE,
    VERBATIM,
)
from selfrag.ports import Claim, IsSup, Passage, SupVerdict
from selfrag.sentences import sentence

# Coverage of a sentence in its source; names and numbers must be there at any rate.
_FULLY = 0.75
_PARTIALLY = 0.6


class _Compared(NamedTuple):
    """A claim beside its sources; `score` is the share of its words found there."""

    verdict: SupVerdict
    score: float
    reason: str


def support(claim: Claim, passages: Sequence[Passage]) -> IsSup:
    """Against the passages that the claim cites, or against all where it cites none of them."""
    cited = [passage for passage in passages if passage["id"] in claim["passage_ids"]] or list(passages)
    if is_notice(claim["text"]):
        return _is_sup(_Compared("unknown", 0.5, NOTHING_SAID))
    if not cited:
        return _is_sup(_Compared("unknown", 0.5, NO_SOURCE))
    compared = _compare(claim["text"], [passage["text"] for passage in cited])
    if compared.verdict in ("no", "unknown"):
        return _is_sup(compared)
    each = {passage["id"]: _compare(claim["text"], [passage["text"]]) for passage in cited}
    return _is_sup(compared, [passage_id for passage_id, alone in each.items() if alone.verdict == compared.verdict])


def _is_sup(compared: _Compared, passage_ids: Sequence[str] = ()) -> IsSup:
    verdict, score, reason = compared
    return IsSup(verdict=verdict, passage_ids=list(passage_ids), score=score, reason=reason, basis="coverage")


def _compare(said: str, sources: Sequence[str]) -> _Compared:
    source = "\n".join(sources)
    if _bare(said) in _bare(source):
        return _Compared("fully", 1.0, VERBATIM)
    measured = coverage(said, source)
    if not measured.asked:
        return _Compared("unknown", 0.5, NO_TERMS)
    if all(foreign(said, text) for text in sources):
        return _Compared("unknown", 0.5, OTHER_SCRIPT)
    if not _names(said) <= {word.form for word in words(source)}:
        return _Compared("no", 0.0, OTHER_NAMES)
    reason = sentence(TERMS_IN_SOURCE, found=measured.found, asked=measured.asked)
    score = round(measured.score, 3)
    if measured.score >= _FULLY:
        return _Compared("fully", score, reason)
    return _Compared("partially" if measured.score >= _PARTIALLY else "no", score, reason)


def _names(text: str) -> set[str]:
    """Numbers, and Latin words in capitals that do not begin the text."""
    found = list(words(text))
    return {
        word.form
        for at, word in enumerate(found)
        if word.kind == "number" or (word.kind == "letters" and at and text[word.start].isupper())
    }


def _bare(text: str) -> str:
    return re.sub(r"\s+|\[\d{1,3}\]", "", text)
