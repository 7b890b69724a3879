"""Answers made of quotes: the sentences of the approved passages that say most of what was asked."""

import re
from collections.abc import Iterator, Sequence

from selfrag.language.scripts import language
from selfrag.models.embedded.notices import NOTHING_FOUND, ONLY_QUOTES
from selfrag.models.embedded.queries import wider_queries
from selfrag.models.embedded.quotes import best_quotes, nearest_quotes
from selfrag.ports import Embedder, Passage, Turn

# A document's own "[3]" would read as a citation of the third passage.
_FOREIGN_MARK = re.compile(r"\[\d{1,3}\]")


class EmbeddedWriter:
    """Quotes and never phrases; implements `ports.Writer`. An embedder picks sentences where scripts differ."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder

    def write(self, question: str, passages: Sequence[Passage], feedback: str = "") -> Iterator[str]:
        """Up to three sentences in reading order, a line each, with their marks; or that nothing was found."""
        quotes = best_quotes(question, passages)
        if not quotes and self._embedder is not None:
            quotes = nearest_quotes(question, passages, self._embedder)
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
