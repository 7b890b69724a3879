"""From `[n]` marks in an answer to claims and quotes."""

import re
from collections.abc import Iterable, Sequence

from selfrag.graph.evidence import Reading, Span
from selfrag.graph.state import Citation, Quote
from selfrag.language.coverage import measure, prepare
from selfrag.language.sentences import sentence_spans
from selfrag.language.terms import content_words
from selfrag.ports import Claim

MARK = re.compile(r"\[(\d{1,3})\]")
Fit = tuple[float, Span]
"""How well a sentence of a passage fits, from 0 to 1, and where it stands in the passage's text."""
VERBATIM = 2.0  # above any sentence that only shares all words


def claims(answer: str, passage_ids: Sequence[str]) -> list[Claim]:
    """The answer's sentences without their marks, each with the passages it cites: `[n]` is the n-th id, from 1.

    A sentence that holds nothing but marks belongs to the one before it.
    """
    found: list[Claim] = []
    for start, end in sentence_spans(answer):
        sentence = answer[start:end]
        cited = [passage_ids[n - 1] for n in _numbers(sentence, len(passage_ids))]
        text = words_of(sentence)
        if text:
            found.append(Claim(text=text, passage_ids=cited))
        elif found:
            found[-1]["passage_ids"].extend(pid for pid in cited if pid not in found[-1]["passage_ids"])
    return found


def words_of(sentence: str) -> str:
    """A sentence without its marks, on one line; empty where it says nothing else."""
    text = " ".join(MARK.sub(" ", sentence).split())
    return text if re.search(r"\w", text) else ""


def marked(text: str) -> list[int]:
    """The numbers of the marks in a text, each once, as they come."""
    return list(dict.fromkeys(int(match[1]) for match in MARK.finditer(text)))


def _numbers(text: str, count: int) -> list[int]:
    return [n for n in marked(text) if 1 <= n <= count]


def cite(answer: str, readings: Sequence[Reading | None]) -> list[Citation]:
    """One citation for each passage the answer marks, with the verbatim sentence that fits best of what was read.

    `[n]` is the n-th of `readings`, counted from 1; marks outside that range, or of one that is gone, cite nothing.
    """
    found = claims(answer, [reading.passage["id"] if reading else "" for reading in readings])
    citations = []
    for n in _numbers(answer, len(readings)):
        reading = readings[n - 1]
        if reading is None:
            continue
        passage = reading.passage
        said = [claim["text"] for claim in found if passage["id"] in claim["passage_ids"]]
        _, (start, end) = _best_sentence(said or [answer], reading)
        citation = Citation(
            n=n,
            passage_id=passage["id"],
            document_id=passage["document_id"],
            document=passage["document"],
            page=passage["page"],
            page_label=passage["page_label"],
            start=passage["start"] + start,
            end=passage["start"] + end,
            quote=passage["text"][start:end],
        )
        if "url" in passage:
            citation["url"] = passage["url"]
        citations.append(citation)
    return citations


def carrying(said: str, readings: Iterable[Reading]) -> Quote | None:
    """The words of what was read in these passages that say the same, or else the sentence that fits best.

    None where not a word tells which.
    """
    fits = [(_verbatim(said, reading) or _best_sentence([said], reading), reading.passage) for reading in readings]
    if not fits:
        return None
    (score, (start, end)), passage = max(fits, key=lambda fit: fit[0][0])
    if not score:
        return None
    return Quote(
        passage_id=passage["id"],
        document_id=passage["document_id"],
        page=passage["page"],
        start=passage["start"] + start,
        end=passage["start"] + end,
        quote=passage["text"][start:end],
    )


def _verbatim(said: str, reading: Reading) -> Fit | None:
    """Where the passage says it word for word, which may be over several of its sentences."""
    same = re.compile(r"\s+".join(map(re.escape, said.split())))
    for begin, stop in reading.spans:
        found = same.search(reading.passage["text"], begin, stop)
        if found:
            return VERBATIM, found.span()
    return None


def _best_sentence(said: Sequence[str], reading: Reading) -> Fit:
    text = reading.passage["text"]
    inside = [
        (begin + start, begin + end) for begin, stop in reading.spans for start, end in sentence_spans(text[begin:stop])
    ]
    spans = inside or [(0, len(text))]
    sentences = [prepare(text[start:end]) for start, end in spans]
    claims_words = [content_words(claim) for claim in said]
    scores = [max(measure(asked, sentence).score for asked in claims_words) for sentence in sentences]
    best = scores.index(max(scores))
    return scores[best], spans[best]
