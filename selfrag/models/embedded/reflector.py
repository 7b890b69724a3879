"""Reflection tokens from measured coverage: weak verdicts that say what they rest on."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from selfrag.language.coverage import Coverage, coverage
from selfrag.language.scripts import main_script
from selfrag.language.words import words
from selfrag.models.embedded.conversation import is_small_talk, own_part, self_contained
from selfrag.models.embedded.more import asks_for_more
from selfrag.models.embedded.notices import is_notice
from selfrag.models.embedded.reasons import (
    FOLLOW_UP,
    GREETING,
    LOOK_UP,
    MORE,
    NO_SOURCE,
    NO_TERMS,
    NOTHING_SAID,
    OTHER_NAMES,
    OTHER_SCRIPT,
    TERMS_IN_ANSWER,
    TERMS_IN_SOURCE,
    TERMS_ON_PAGE,
    VERBATIM,
)
from selfrag.models.embedded.routing import route
from selfrag.models.embedded.strips import grade_strips
from selfrag.ports import (
    Claim,
    IsRel,
    IsSup,
    IsUse,
    Look,
    Passage,
    RelVerdict,
    Retrieve,
    RetrieveVerdict,
    Source,
    SupVerdict,
    Turn,
    unseen,
)
from selfrag.sentences import sentence

# Coverage at which a passage is as likely relevant as not. Measured on pairs of questions and passages, half of the
# others being the best wrong hit of a full-text search. Korean words meet their inflected selves less often.
_EVEN = {"hangul": 0.48}
_EVEN_ELSEWHERE = 0.56
_UNSURE = 0.04
# Coverage of a sentence in its source; names and numbers must be there at any rate.
_FULLY = 0.75
_PARTIALLY = 0.6
_USE_STEPS = (0.2, 0.4, 0.6, 0.8)


class _Compared(NamedTuple):
    """A claim beside its sources; `score` is the share of its words found there."""

    verdict: SupVerdict
    score: float
    reason: str


class EmbeddedReflector:
    """Judges by the words that question, passage and answer share; implements `ports.Reflector`."""

    def decide_retrieval(
        self, question: str, history: Sequence[Turn], sources: Sequence[Source] = (), look: Look = unseen
    ) -> Retrieve:
        """No for greetings and thanks, continue for "tell me more", else yes; a follow-up borrows words from the turn
        before. The sources to search are those whose best hits hold the question's words, never the web.
        """
        if is_small_talk(question):
            return _retrieve("no", question.strip(), GREETING)
        query = self_contained(question, history)
        if asks_for_more(question, history):
            return _retrieve("continue", query, MORE)
        if sources:
            routed = route(query, sources, look)
            return _retrieve("yes", query, routed.reason, routed.sources)
        return _retrieve("yes", query, LOOK_UP if query == question.strip() else FOLLOW_UP)

    def grade_passages(self, question: str, passages: Sequence[Passage]) -> list[IsRel]:
        """Relevant from a score of .5, ambiguous close to it, unknown where words cannot be compared."""
        return [_relevance(question, passage["text"]) for passage in passages]

    def grade_strips(self, question: str, strips: Sequence[Sequence[str]]) -> list[list[IsRel]]:
        """Relevant beside the best strip of all passages, irrelevant where none shares enough with the question."""
        return grade_strips(question, strips)

    def grade_support(self, claims: Sequence[Claim], passages: Sequence[Passage]) -> list[IsSup]:
        """Each claim against the passages it cites, or against all where it cites none of them."""
        return [_support(claim, passages) for claim in claims]

    def grade_usefulness(self, question: str, answer: str) -> IsUse:
        """1 to 5 by the question's terms in the answer; None where words cannot be compared.

        What a follow-up borrowed from the turn before helps to search; an answer need not repeat it.
        """
        if is_notice(answer):
            return IsUse(verdict=1, score=-1.0, reason=NOTHING_SAID, basis="coverage")
        if _foreign(question, answer):
            return IsUse(verdict=None, score=0.0, reason=OTHER_SCRIPT, basis="coverage")
        measured = max((coverage(text, answer) for text in (own_part(question), question)), key=lambda each: each.score)
        if not measured.asked:
            return IsUse(verdict=None, score=0.0, reason=NO_TERMS, basis="coverage")
        score = _score(question, measured)
        return IsUse(
            verdict=1 + sum(score >= step for step in _USE_STEPS),
            score=round(2 * score - 1, 3),
            reason=sentence(TERMS_IN_ANSWER, found=measured.found, asked=measured.asked),
            basis="coverage",
        )


def _retrieve(verdict: RetrieveVerdict, query: str, reason: str, sources: Sequence[str] = ()) -> Retrieve:
    return Retrieve(verdict=verdict, query=query, reason=reason, probability=None, sources=list(sources))


def _relevance(question: str, text: str) -> IsRel:
    measured = coverage(question, text)
    if not measured.asked:
        return IsRel(verdict="unknown", score=0.5, reason=NO_TERMS, basis="coverage")
    score = _score(question, measured)
    if score < 0.5 and _foreign(question, text):
        return IsRel(verdict="unknown", score=0.5, reason=OTHER_SCRIPT, basis="coverage")
    reason = sentence(TERMS_ON_PAGE, found=measured.found, asked=measured.asked)
    verdict: RelVerdict = "relevant" if score >= 0.5 else "irrelevant"
    if abs(score - 0.5) < _UNSURE:
        verdict = "ambiguous"
    return IsRel(verdict=verdict, score=score, reason=reason, basis="coverage")


def _score(question: str, measured: Coverage) -> float:
    """Coverage stretched so that .5 is the point of even odds."""
    even = _EVEN.get(main_script(question), _EVEN_ELSEWHERE)
    share = measured.score
    return round(0.5 * share / even if share < even else 0.5 + 0.5 * (share - even) / (1 - even), 3)


def _foreign(question: str, text: str) -> bool:
    return main_script(question) != main_script(text) and bool(main_script(question)) and bool(main_script(text))


def _support(claim: Claim, passages: Sequence[Passage]) -> IsSup:
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
    if all(_foreign(said, text) for text in sources):
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
