"""Which sentences of the passages to quote for a question."""

from collections.abc import Sequence
from typing import NamedTuple

from selfrag.language.coverage import coverage, estimate_idf
from selfrag.language.headings import SHORT_LINE, ends_a_sentence, is_heading, names_a_price
from selfrag.language.scripts import main_script
from selfrag.language.sentences import sentence_spans
from selfrag.language.strips import strip_spans
from selfrag.language.terms import index_terms, question_terms
from selfrag.models.embedded.figures import asks_for_figure, holds_asked_unit, holds_figure, without_price_words
from selfrag.ports import Embedder, Passage

_MOST = 3
# What a sentence gains from a passage that covers the question, and from a number where one was asked for.
_FROM_PASSAGE = 0.3
_FROM_NUMBER = 0.15
# Below this coverage a sentence shares a common word or two with the question.
_LEAST = 0.15
# A further sentence must cover this share of what the best one does, more where it says nothing new of the question.
_BESIDE_BEST = 0.4
_REPEATING_BEST = 0.7
# The same for nearness of meaning, where words cannot be compared.
_NEAR_BEST = 0.75


class Quote(NamedTuple):
    """A sentence: the index of its passage, its span there, its text, its coverage of the question, its rank value."""

    passage: int
    start: int
    end: int
    text: str
    covered: float
    value: float


def best_quotes(question: str, passages: Sequence[Passage]) -> list[Quote]:
    """Up to three sentences that share most with the question, in reading order; none where nothing is shared.

    Of passages of several collections, each that holds a part of the answer has its best sentence quoted.
    """
    asked = without_price_words(question)
    ranked = sorted(_weighed(asked, question, passages), key=lambda quote: -quote.value)
    best = max((quote.covered for quote in ranked), default=0.0)
    terms, said, quoted = frozenset(question_terms(asked)), set[str](), set[str]()
    firsts, others = list[Quote](), list[Quote]()
    for quote in ranked:
        new = terms & set(index_terms(quote.text)) - said
        first = passages[quote.passage]["collection"] not in quoted
        if quote.covered >= max(_LEAST, best * (_BESIDE_BEST if new or first else _REPEATING_BEST)):
            (firsts if first else others).append(quote)
            quoted.add(passages[quote.passage]["collection"])
            said |= new
    return _in_reading_order(question, passages, [*firsts, *others][:_MOST])


def nearest_quotes(question: str, passages: Sequence[Passage], embedder: Embedder) -> list[Quote]:
    """Up to three sentences nearest in meaning, of passages in another script than the question's; in reading order."""
    script = main_script(question)
    foreign = [
        quote for quote in _sentences(passages) if main_script(passages[quote.passage]["text"]) not in ("", script)
    ]
    if not foreign:
        return []
    asked = embedder.embed_query(question)
    vectors = embedder.embed_documents([quote.text for quote in foreign])
    near = [
        quote._replace(value=sum(a * b for a, b in zip(asked, vector, strict=True)))
        for quote, vector in zip(foreign, vectors, strict=True)
    ]
    ranked = sorted(near, key=lambda quote: -quote.value)[:_MOST]
    chosen = [quote for quote in ranked if quote.value >= _NEAR_BEST * ranked[0].value]
    return _in_reading_order(question, passages, chosen)


def _weighed(asked: str, question: str, passages: Sequence[Passage]) -> list[Quote]:
    sentences = _with_what_they_head(asked, _sentences(passages), passages)
    idf = estimate_idf([quote.text for quote in sentences])
    whole = [coverage(asked, passage["text"], idf).score for passage in passages]
    number = asks_for_figure(question)
    weighed = []
    for quote in sentences:
        covered = coverage(asked, quote.text, idf).score
        if covered and holds_asked_unit(question, quote.text):
            covered += _FROM_NUMBER
        bonus = _FROM_NUMBER if number and covered and holds_figure(quote.text) else 0.0
        weighed.append(quote._replace(covered=covered, value=covered + _FROM_PASSAGE * whole[quote.passage] + bonus))
    return weighed


def _sentences(passages: Sequence[Passage]) -> list[Quote]:
    return [
        Quote(at, start, end, passage["text"][start:end], 0.0, 0.0)
        for at, passage in enumerate(passages)
        for start, end in sentence_spans(passage["text"])
    ]


def _in_reading_order(question: str, passages: Sequence[Passage], chosen: Sequence[Quote]) -> list[Quote]:
    """The chosen in the order of the passages; those without the number asked for, in its unit where one is named, give
    way to those with it."""
    if asks_for_figure(question):
        reaching = [_with_number(quote, passages[quote.passage]["text"]) for quote in chosen]
        in_unit = [quote for quote in reaching if holds_asked_unit(question, quote.text)]
        chosen = in_unit or [quote for quote in reaching if holds_figure(quote.text)] or reaching
    apart = [quote for quote in chosen if not any(_inside(quote, other) for other in chosen)]
    return sorted(apart, key=lambda quote: (quote.passage, quote.start))


def _with_what_they_head(asked: str, sentences: Sequence[Quote], passages: Sequence[Passage]) -> list[Quote]:
    """A heading repeats the question and answers nothing: it counts with the sentence below it, or not at all."""
    terms = frozenset(question_terms(asked))
    apt = [quote for quote in sentences if not is_heading(quote.text) or terms & set(index_terms(quote.text))]
    told = [_under_heading(quote, passages[quote.passage]["text"]) for quote in apt]
    return [quote for quote in told if quote is not None] or list(sentences)


def _under_heading(quote: Quote, text: str) -> Quote | None:
    if not is_heading(quote.text):
        return quote
    following = sentence_spans(text[quote.end :])
    if not following:  # the last line of a page heads nothing; where it is the only one, it is what the page says
        return None if text[: quote.start].strip() else quote
    start, end = (quote.end + offset for offset in following[0])
    if is_heading(text[start:end]):
        return None
    if not ends_a_sentence(text[start:end]):
        return quote  # a list, such as a dish above its price
    return quote._replace(end=end, text=text[quote.start : end])


def _inside(quote: Quote, other: Quote) -> bool:
    within = quote.passage == other.passage and other.start <= quote.start and quote.end <= other.end
    return within and quote.text != other.text


def _with_number(quote: Quote, text: str) -> Quote:
    return _with_number_below(_with_price_above(quote, text), text)


def _with_number_below(quote: Quote, text: str) -> Quote:
    """A line without a number, up to the end of the short line below it that has one, as menus print prices."""
    following = sentence_spans(text[quote.end :])
    if not following or holds_figure(quote.text):
        return quote
    start, end = (quote.end + offset for offset in following[0])
    short = end - start <= SHORT_LINE and "\n" in text[quote.end : start]
    another = ends_a_sentence(quote.text) and names_a_price(text[start:end])
    if not short or another or not holds_figure(text[start:end]):
        return quote
    return quote._replace(end=end, text=text[quote.start : end])


def _with_price_above(quote: Quote, text: str) -> Quote:
    """A line without a number, from the name and price on that it describes, as lists of wines print them."""
    if holds_figure(quote.text):
        return quote
    around = next((start for start, end in strip_spans(text) if start <= quote.start < end), quote.start)
    above = [start for start, end in sentence_spans(text[: quote.start]) if start >= around]
    priced = [start for start in above if names_a_price(text[start : quote.start].strip().partition("\n")[0])]
    return quote._replace(start=priced[-1], text=text[priced[-1] : quote.end]) if priced else quote
