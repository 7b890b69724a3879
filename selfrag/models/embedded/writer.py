"""Answers made of quotes: the sentences of the approved passages that say most of what was asked."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from selfrag.language.coverage import coverage, estimate_idf
from selfrag.language.scripts import language, main_script
from selfrag.language.sentences import sentence_spans
from selfrag.models.embedded.notices import NOTHING_FOUND, ONLY_QUOTES
from selfrag.models.embedded.queries import wider_queries
from selfrag.ports import Embedder, Passage, Turn

_MOST = 3
# What a sentence gains from a passage that covers the question, and from a number where one was asked for.
_FROM_PASSAGE = 0.3
_FROM_NUMBER = 0.15
# Below this coverage a sentence shares a common word or two with the question; far below the best one it adds noise.
_LEAST = 0.15
_BESIDE_BEST = 0.5
_SHORT_LINE = 60
_NEAR_BEST = 0.75
_ASKS_FOR_NUMBER = re.compile(
    r"\bhow\s(?:many|much|long|old|often|far|tall|large|big|high)\b|\bwhen\b|\b(?:price|cost)s?\b"
    r"|\bwh(?:at|ich)\s(?:year|date|percent\w*|day|number|century|time)\b|몇|얼마|언제|가격|연도|년도|날짜|퍼센트",
    re.I,
)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|billion"
    r"|half|once|twice|third|century)\b",
    re.I,
)
# A document's own "[3]" would read as a citation of the third passage.
_FOREIGN_MARK = re.compile(r"\[\d{1,3}\]")


class _Sentence(NamedTuple):
    passage: int
    start: int
    end: int
    text: str
    covered: float
    score: float


class EmbeddedWriter:
    """Quotes and never phrases; implements `ports.Writer`. An embedder picks sentences where scripts differ."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder

    def write(self, question: str, passages: Sequence[Passage], feedback: str = "") -> Iterator[str]:
        """Up to three sentences in reading order, a line each, with their marks; or that nothing was found."""
        quotes = self._quotes(question, passages)
        if not quotes:
            yield NOTHING_FOUND[language(question)]
        for at, quote in enumerate(quotes):
            line = " ".join(_FOREIGN_MARK.sub(" ", quote.text).split())
            yield f"{line} [{quote.passage + 1}]" if at == 0 else f"\n{line} [{quote.passage + 1}]"

    def answer_directly(self, question: str, history: Sequence[Turn]) -> Iterator[str]:
        """Says in the question's language that it can only quote."""
        yield ONLY_QUOTES[language(question)]

    def rewrite(self, question: str, history: Sequence[Turn], tried: Sequence[str]) -> str:
        """The question's content words, then fewer of them; the question itself when all that was tried."""
        before = {" ".join(query.casefold().split()) for query in tried}
        return next((query for query in wider_queries(question, history) if query.casefold() not in before), question)

    def _quotes(self, question: str, passages: Sequence[Passage]) -> list[_Sentence]:
        sentences = _sentences(question, passages)
        best = max((sentence.covered for sentence in sentences), default=0.0)
        if best < _LEAST:
            chosen = self._foreign_quotes(question, passages, sentences)
        else:
            worth = [s for s in sentences if s.covered >= max(_LEAST, _BESIDE_BEST * best)]
            chosen = sorted(worth, key=lambda s: -s.score)[:_MOST]
        if _ASKS_FOR_NUMBER.search(question):
            chosen = [_with_number_below(s, passages[s.passage]["text"]) for s in chosen]
        return sorted(chosen, key=lambda s: (s.passage, s.start))

    def _foreign_quotes(
        self, question: str, passages: Sequence[Passage], sentences: Sequence[_Sentence]
    ) -> list[_Sentence]:
        """The nearest sentences by meaning among those in another script; none without an embedder."""
        script = main_script(question)
        foreign = [s for s in sentences if main_script(passages[s.passage]["text"]) not in ("", script)]
        if not foreign or self._embedder is None:
            return []
        asked = self._embedder.embed_query(question)
        vectors = self._embedder.embed_documents([s.text for s in foreign])
        nearness = [sum(a * b for a, b in zip(asked, vector, strict=True)) for vector in vectors]
        order = sorted(range(len(foreign)), key=lambda at: -nearness[at])[:_MOST]
        return [foreign[at] for at in sorted(order) if nearness[at] >= _NEAR_BEST * nearness[order[0]]]


def _sentences(question: str, passages: Sequence[Passage]) -> list[_Sentence]:
    """Every sentence of the passages with its coverage of the question and its score."""
    spans = [(n, *span) for n, passage in enumerate(passages) for span in sentence_spans(passage["text"])]
    texts = [passages[n]["text"][start:end] for n, start, end in spans]
    idf = estimate_idf(texts)
    whole = [coverage(question, passage["text"], idf).score for passage in passages]
    number = _ASKS_FOR_NUMBER.search(question) is not None
    found = []
    for (n, start, end), text in zip(spans, texts, strict=True):
        covered = coverage(question, text, idf).score
        bonus = _FROM_NUMBER if number and covered and _NUMBER.search(text) else 0.0
        found.append(_Sentence(n, start, end, text, covered, covered + _FROM_PASSAGE * whole[n] + bonus))
    return found


def _with_number_below(sentence: _Sentence, text: str) -> _Sentence:
    """A line without a number, up to the end of the short line below it that has one, as menus print prices."""
    following = sentence_spans(text[sentence.end :])
    if not following or _NUMBER.search(sentence.text):
        return sentence
    start, end = (sentence.end + offset for offset in following[0])
    short = end - start <= _SHORT_LINE and "\n" in text[sentence.end : start]
    if not short or not _NUMBER.search(text, start, end):
        return sentence
    return sentence._replace(end=end, text=text[sentence.start : end])
