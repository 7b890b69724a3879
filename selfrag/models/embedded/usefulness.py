"""IsUse of an answer, by the question's terms that it holds."""

from selfrag.language.coverage import coverage
from selfrag.models.embedded.conversation import own_part
from selfrag.models.embedded.measures import foreign, scored
from selfrag.models.embedded.notices import is_notice
from selfrag.models.embedded.reasons import NO_TERMS, NOTHING_SAID, OTHER_SCRIPT, TERMS_IN_ANSWER
from selfrag.ports import IsUse
from selfrag.sentences import sentence

_STEPS = (0.2, 0.4, 0.6, 0.8)


def usefulness(question: str, answer: str) -> IsUse:
    """1 to 5; None where words cannot be compared.

    What a follow-up borrowed from the turn before helps to search; an answer need not repeat it.
    """
    if is_notice(answer):
        return IsUse(verdict=1, score=-1.0, reason=NOTHING_SAID, basis="coverage")
    if foreign(question, answer):
        return IsUse(verdict=None, score=0.0, reason=OTHER_SCRIPT, basis="coverage")
    measured = max((coverage(text, answer) for text in (own_part(question), question)), key=lambda each: each.score)
    if not measured.asked:
        return IsUse(verdict=None, score=0.0, reason=NO_TERMS, basis="coverage")
    score = scored(question, measured)
    return IsUse(
        verdict=1 + sum(score >= step for step in _STEPS),
        score=round(2 * score - 1, 3),
        reason=sentence(TERMS_IN_ANSWER, found=measured.found, asked=measured.asked),
        basis="coverage",
    )
