"""Reflection tokens from measured coverage: weak verdicts that say what they rest on."""

import re
from collections.abc import Sequence

from selfrag.language.coverage import Coverage, coverage
from selfrag.language.scripts import main_script
from selfrag.language.words import words
from selfrag.models.embedded.conversation import is_small_talk, self_contained
from selfrag.models.embedded.notices import is_notice
from selfrag.ports import Claim, IsRel, IsSup, IsUse, Passage, Retrieve, SupVerdict, Turn
from selfrag.sentences import sentence

TERMS_ON_PAGE = sentence("{found} of {asked} question terms on this page")
TERMS_IN_ANSWER = sentence("{found} of {asked} question terms in the answer")
TERMS_IN_SOURCE = sentence("{found} of {asked} terms of this sentence in its source")
VERBATIM = sentence("word for word in its source")
OTHER_NAMES = sentence("a name or number of this sentence is not in its source")
OTHER_SCRIPT = sentence("written in another script than the question, so its words cannot be compared")
NO_TERMS = sentence("no words to look for")
NO_SOURCE = sentence("no passage to compare with")
NOTHING_SAID = sentence("this answer says that nothing was found")
GREETING = sentence("a greeting or thanks, not a question about documents")
LOOK_UP = sentence("a question that documents may answer")
FOLLOW_UP = sentence("a follow-up, so words of the question before it were added")

# Coverage at which a passage is as likely relevant as not. Measured on pairs of questions and passages, half of the
# others being the best wrong hit of a full-text search. Korean words meet their inflected selves less often.
_EVEN = {"hangul": 0.48}
_EVEN_ELSEWHERE = 0.56
_UNSURE = 0.04
# Coverage of a sentence in its source; names and numbers must be there at any rate.
_FULLY = 0.75
_PARTIALLY = 0.6
_USE_STEPS = (0.2, 0.4, 0.6, 0.8)


class EmbeddedReflector:
    """Judges by the words that question, passage and answer share; implements `ports.Reflector`."""

    def decide_retrieval(self, question: str, history: Sequence[Turn]) -> Retrieve:
        """No for greetings and thanks, else yes; a follow-up borrows words from the turn before."""
        if is_small_talk(question):
            return Retrieve(verdict="no", query=question.strip(), reason=GREETING)
        query = self_contained(question, history)
        return Retrieve(verdict="yes", query=query, reason=LOOK_UP if query == question.strip() else FOLLOW_UP)

    def grade_passages(self, question: str, passages: Sequence[Passage]) -> list[IsRel]:
        """Relevant from a score of .5, ambiguous close to it, unknown where words cannot be compared."""
        return [_relevance(question, passage["text"]) for passage in passages]

    def grade_support(self, claims: Sequence[Claim], passages: Sequence[Passage]) -> list[IsSup]:
        """Each claim against the passages it cites, or against all where it cites none of them."""
        return [_support(claim, passages) for claim in claims]

    def grade_usefulness(self, question: str, answer: str) -> IsUse:
        """1 to 5 by the question's terms in the answer; None where words cannot be compared."""
        if is_notice(answer):
            return IsUse(verdict=1, reason=NOTHING_SAID)
        if _foreign(question, answer):
            return IsUse(verdict=None, reason=OTHER_SCRIPT)
        measured = coverage(question, answer)
        if not measured.asked:
            return IsUse(verdict=None, reason=NO_TERMS)
        score = _score(question, measured)
        return IsUse(
            verdict=1 + sum(score >= step for step in _USE_STEPS),
            reason=sentence(TERMS_IN_ANSWER, found=measured.found, asked=measured.asked),
        )


def _relevance(question: str, text: str) -> IsRel:
    measured = coverage(question, text)
    if not measured.asked:
        return IsRel(verdict="unknown", score=0.5, reason=NO_TERMS)
    score = _score(question, measured)
    if score < 0.5 and _foreign(question, text):
        return IsRel(verdict="unknown", score=0.5, reason=OTHER_SCRIPT)
    reason = sentence(TERMS_ON_PAGE, found=measured.found, asked=measured.asked)
    if abs(score - 0.5) < _UNSURE:
        return IsRel(verdict="ambiguous", score=score, reason=reason)
    return IsRel(verdict="relevant" if score >= 0.5 else "irrelevant", score=score, reason=reason)


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
        return IsSup(verdict="unknown", passage_ids=[], reason=NOTHING_SAID)
    if not cited:
        return IsSup(verdict="unknown", passage_ids=[], reason=NO_SOURCE)
    verdict, reason = _compare(claim["text"], [passage["text"] for passage in cited])
    carrying = [passage["id"] for passage in cited if _compare(claim["text"], [passage["text"]])[0] == verdict]
    return IsSup(verdict=verdict, passage_ids=[] if verdict in ("no", "unknown") else carrying, reason=reason)


def _compare(said: str, sources: Sequence[str]) -> tuple[SupVerdict, str]:
    source = "\n".join(sources)
    if _bare(said) in _bare(source):
        return "fully", VERBATIM
    measured = coverage(said, source)
    if not measured.asked:
        return "unknown", NO_TERMS
    if all(_foreign(said, text) for text in sources):
        return "unknown", OTHER_SCRIPT
    if not _names(said) <= {word.form for word in words(source)}:
        return "no", OTHER_NAMES
    reason = sentence(TERMS_IN_SOURCE, found=measured.found, asked=measured.asked)
    if measured.score >= _FULLY:
        return "fully", reason
    return ("partially" if measured.score >= _PARTIALLY else "no"), reason


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
