"""IsRel for the strips of passages, by the question's words in each beside those in the best of all."""

from collections.abc import Sequence
from typing import NamedTuple

from selfrag.language.coverage import Coverage, Idf, coverage, estimate_idf
from selfrag.language.headings import is_heading, names_a_price
from selfrag.language.scripts import main_script, script_share
from selfrag.models.embedded.figures import asks_for_figure, holds_asked_unit, holds_figure, without_price_words
from selfrag.models.embedded.reasons import FIGURE_BELOW, NO_TERMS, OTHER_SCRIPT, TERMS_IN_STRIP
from selfrag.ports import IsRel, RelVerdict
from selfrag.sentences import sentence

# Below this coverage a strip shares a common word or two with the question.
_LEAST = 0.15
# What a strip must reach of what the best one does; words that many strips hold count less.
_BESIDE_BEST = 0.4
# What a strip with a word of the question gains from a number of the unit asked for.
_FROM_UNIT = 0.15
# With fewer letters of the question's script than this share, words cannot be compared: names at best.
_SHARED_SCRIPT = 0.1


class _Measured(NamedTuple):
    """A strip's text, the question's words in it, and what it is worth, 0 to 1."""

    text: str
    covered: Coverage
    value: float


def grade_strips(question: str, strips: Sequence[Sequence[str]]) -> list[list[IsRel]]:
    """Relevant from a score of .5 on; unknown where words cannot be compared.

    Where the question asks for a figure, a strip that holds one right below a relevant strip without one is relevant.
    """
    idf = estimate_idf(text for texts in strips for text in texts)
    measured = [[_measured(question, text, idf) for text in texts] for texts in strips]
    best = max((each for passage in measured for each in passage), key=lambda each: each.value, default=None)
    if best is None:
        return [[] for _ in strips]
    graded = [[_graded(question, each, best) for each in passage] for passage in measured]
    if asks_for_figure(question):
        return [_with_figures(texts, verdicts) for texts, verdicts in zip(strips, graded, strict=True)]
    return graded


def _measured(question: str, text: str, idf: Idf) -> _Measured:
    covered = coverage(without_price_words(question), text, idf)
    gained = _FROM_UNIT if covered.found and holds_asked_unit(question, text) else 0.0
    return _Measured(text, covered, min(1.0, covered.score + gained))


def _graded(question: str, strip: _Measured, best: _Measured) -> IsRel:
    if not strip.covered.asked:
        return IsRel(verdict="unknown", score=0.5, reason=NO_TERMS, basis="coverage")
    value, even = strip.value, max(_LEAST, _BESIDE_BEST * best.value)
    if value < even and _foreign(question, strip.text):
        return IsRel(verdict="unknown", score=0.5, reason=OTHER_SCRIPT, basis="coverage")
    score = round(0.5 * value / even if value < even else 0.5 + 0.5 * (value - even) / (1 - even), 3)
    verdict: RelVerdict = "relevant" if value >= even else "irrelevant"
    found, asked = strip.covered.found, strip.covered.asked
    reason = sentence(TERMS_IN_STRIP, found=found, asked=asked, most=best.covered.found)
    return IsRel(verdict=verdict, score=score, reason=reason, basis="coverage")


def _foreign(question: str, text: str) -> bool:
    script = main_script(question)
    return bool(script and main_script(text)) and script_share(text, script) < _SHARED_SCRIPT


def _with_figures(texts: Sequence[str], graded: Sequence[IsRel]) -> list[IsRel]:
    """The number that a question asks for may stand in a strip that only goes on with what the one above is about."""
    told = list(graded)
    for n in range(1, len(texts)):
        above = graded[n - 1]["verdict"] == "relevant" and not holds_figure(texts[n - 1])
        goes_on = graded[n]["verdict"] == "irrelevant" and not _begins_anew(texts[n])
        if above and goes_on and holds_figure(texts[n]):
            told[n] = IsRel(verdict="relevant", score=0.5, reason=FIGURE_BELOW, basis="coverage")
    return told


def _begins_anew(text: str) -> bool:
    line = text.partition("\n")[0]
    return is_heading(line) or names_a_price(line)
