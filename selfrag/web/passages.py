"""Web results -> passages: whole sentences, with their place in the result's text. Pure."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from selfrag.language.sentences import sentence_spans
from selfrag.ports import Passage
from selfrag.web.provider import WebResult

COLLECTION = "Web"
SIZE = 900
MOST_OF_ONE = 3


def passages_of(thread_id: str, results: Sequence[WebResult]) -> list[Passage]:
    """Passages best first: the first of every result, then the second ones.

    Their ids are `sha16:1:seq` of the thread, the address and the text, so that no two threads share one.
    """
    found = [_of_one(thread_id, result) for result in results]
    return [passage for nth in zip_longest(*found) for passage in nth if passage is not None]


def spans(text: str) -> list[tuple[int, int]]:
    """Where a text divides into at most 900 characters: after a sentence, or in one that is longer."""
    merged: list[tuple[int, int]] = []
    for start, end in _pieces(text):
        if merged and end - merged[-1][0] <= SIZE:
            merged[-1] = merged[-1][0], end
        else:
            merged.append((start, end))
    return merged


def _of_one(thread_id: str, result: WebResult) -> list[Passage]:
    sha = hashlib.sha256("\0".join((thread_id, result.url, result.text)).encode()).hexdigest()
    return [
        Passage(
            id=f"{sha[:16]}:1:{seq}",
            document_id=sha,
            document=result.title,
            collection=COLLECTION,
            page=1,
            page_label=None,
            start=start,
            end=end,
            text=result.text[start:end],
            url=result.url,
        )
        for seq, (start, end) in enumerate(spans(result.text)[:MOST_OF_ONE])
    ]


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    for start, end in sentence_spans(text):
        at = start
        while end - at > SIZE:
            space = text.rfind(" ", at + SIZE // 2, at + SIZE)
            cut = space if space > at else at + SIZE
            yield at, cut
            at = cut + (space > at)
        if at < end:
            yield at, end
