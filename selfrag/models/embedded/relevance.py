"""IsRel of a passage, by how much of the question its words cover."""

from selfrag.language.coverage import coverage
from selfrag.models.embedded.measures import foreign, scored
from selfrag.models.embedded.reasons import NO_TERMS, OTHER_SCRIPT, TERMS_ON_PAGE
from selfrag.ports import IsRel, RelVerdict
from selfrag.sentences import sentence

_UNSURE = 0.04  # so close to even odds is ambiguous


def relevance(question: str, text: str) -> IsRel:
    """Relevant from a score of .5, ambiguous close to it, unknown where words cannot be compared."""
    measured = coverage(question, text)
    if not measured.asked:
        return IsRel(verdict="unknown", score=0.5, reason=NO_TERMS, basis="coverage")
    score = scored(question, measured)
    if score < 0.5 and foreign(question, text):
        return IsRel(verdict="unknown", score=0.5, reason=OTHER_SCRIPT, basis="coverage")
    reason = sentence(TERMS_ON_PAGE, found=measured.found, asked=measured.asked)
    verdict: RelVerdict = "relevant" if score >= 0.5 else "irrelevant"
    if abs(score - 0.5) < _UNSURE:
        verdict = "ambiguous"
    return IsRel(verdict=verdict, score=score, reason=reason, basis="coverage")
