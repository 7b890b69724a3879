"""From `[n]` marks in an answer to claims and quotes."""

import re
from collections.abc import Sequence

from selfrag.graph.evidence import Reading
from selfrag.graph.state import Citation
from selfrag.language.coverage import measure, prepare
from selfrag.language.sentences import sentence_spans
from selfrag.language.terms import content_words
from selfrag.ports import Claim

MARK = re.compile(r"\[(\d{1,3})\]")


def claims(answer: str, passage_ids: Sequence[str]) -> list[Claim]:
    """The answer's sentences without their marks, each with the passages it cites: `[n]` is the n-th id, from 1.

    A sentence that holds nothing but marks belongs to the one before it.
    """
    found: list[Claim] = []
    for start, end in sentence_spans(answer):
        sentence = answer[start:end]
        cited = [passage_ids[n - 1] for n in _numbers(sentence, len(passage_ids))]
        text = " ".join(MARK.sub(" ", sentence).split())
        if re.search(r"\w", text):
            found.append(Claim(text=text, passage_ids=cited))
        elif found:
            found[-1]["passage_ids"].extend(pid for pid in cited if pid not in found[-1]["passage_ids"])
    return found


def cite(answer: str, readings: Sequence[Reading]) -> list[Citation]:
    """One citation for each passage the answer marks, with the verbatim sentence that fits best of what was read.

    `[n]` is the n-th of `readings`, counted from 1; marks outside that range cite nothing.
    """
    found = claims(answer, [reading.passage["id"] for reading in readings])
    citations = []
    for n in _numbers(answer, len(readings)):
        passage = readings[n - 1].passage
        said = [claim["text"] for claim in found if passage["id"] in claim["passage_ids"]]
        start, end = _best_sentence(said or [answer], readings[n - 1])
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


def _best_sentence(said: Sequence[str], reading: Reading) -> tuple[int, int]:
    text = reading.passage["text"]
    inside = [
        (begin + start, begin + end) for begin, stop in reading.spans for start, end in sentence_spans(text[begin:stop])
    ]
    spans = inside or [(0, len(text))]
    sentences = [prepare(text[start:end]) for start, end in spans]
    claims_words = [content_words(claim) for claim in said]
    scores = [max(measure(asked, sentence).score for asked in claims_words) for sentence in sentences]
    return spans[scores.index(max(scores))]


def _numbers(text: str, count: int) -> list[int]:
    numbers = (int(match[1]) for match in MARK.finditer(text))
    return list(dict.fromkeys(n for n in numbers if 1 <= n <= count))
