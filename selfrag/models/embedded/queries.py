"""Other queries for a question that found nothing: its content words, then fewer and fewer of them."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from selfrag.language.terms import content_words
from selfrag.models.embedded.conversation import self_contained
from selfrag.ports import Turn

_MOST_WORDS = 8


def wider_queries(question: str, history: Sequence[Turn]) -> Iterator[str]:
    """Queries from narrow to wide; a word is given up the sooner the longer, thus rarer, it is."""
    text = self_contained(question, history)
    forms = [text[word.start : word.end] for word in content_words(text)]
    if forms:
        yield " ".join(forms)
    forms = forms[:_MOST_WORDS]
    for size in range(len(forms) - 1, 0, -1):
        for kept in sorted(combinations(range(len(forms)), size), key=lambda kept: sum(len(forms[at]) for at in kept)):
            yield " ".join(forms[at] for at in kept)
