"""Which sources to search: those in which the best hits, the title and the description hold the question's words."""

from collections.abc import Sequence
from typing import NamedTuple

from selfrag.language.coverage import Idf, coverage, estimate_idf
from selfrag.language.scripts import main_script
from selfrag.models.embedded.reasons import NO_SOURCE_STANDS_OUT, SOURCES_PICKED
from selfrag.ports import WEB, Look, Source
from selfrag.sentences import sentence

# What a source must hold of what the best one holds. Measured with the sample collections: .53 and more where a part of
# the answer is there, .39 beside one whose description repeats the question, and mostly .37 and less where a common
# word is. Words that many hits hold count less. One source too many costs little, one missed costs the answer.
_BESIDE_BEST = 0.38
# Below this coverage a source shares a common word or two with the question.
_LEAST = 0.15
# Below this the best source may lack what a source in another script holds, whose words cannot be compared.
_ENOUGH = 0.55


class Routed(NamedTuple):
    """The ids of the sources to search, none where none stands out, and what was measured."""

    sources: list[str]
    reason: str


class _Measured(NamedTuple):
    """How much of the question one of a source's hits covers at most, read below its title and description."""

    source: Source
    score: float
    found: int
    asked: int
    foreign: bool


def route(question: str, sources: Sequence[Source], look: Look) -> Routed:
    """Never the web: what is there cannot be measured before a query leaves the machine."""
    looked = [(source, list(look(source))) for source in sources if source["id"] != WEB]
    heads = [f"{source['title']}\n{source['description']}" for source, _ in looked]
    idf = estimate_idf([*heads, *(text for _, texts in looked for text in texts)])
    measured = [_measured(question, source, texts, idf) for source, texts in looked]
    holding = [each for each in measured if each.found and each.score >= _LEAST]
    if not holding:
        return Routed([], NO_SOURCE_STANDS_OUT)
    best = max(holding, key=lambda each: each.score)
    chosen = [each for each in holding if each.score >= _BESIDE_BEST * best.score]
    if best.score < _ENOUGH:
        chosen = [each for each in measured if each in chosen or each.foreign]
    reason = sentence(
        SOURCES_PICKED,
        picked=len(chosen),
        count=len(measured),
        title=best.source["title"],
        found=best.found,
        asked=best.asked,
    )
    return Routed([each.source["id"] for each in chosen], reason)


def _measured(question: str, source: Source, texts: Sequence[str], idf: Idf) -> _Measured:
    head = f"{source['title']}\n{source['description']}"
    covered = [coverage(question, f"{head}\n{text}", idf) for text in texts or ("",)]
    best = max(covered, key=lambda each: each.score)
    script = main_script(question)
    foreign = bool(texts) and all(main_script(text) not in ("", script) for text in texts)
    return _Measured(source, best.score, best.found, best.asked, foreign)
