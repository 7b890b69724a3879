"""Whether a receipt lists every passage that it names, and where each comes from: what is not listed is not checked."""

from collections.abc import Iterator, Mapping
from typing import Any


def unlisted(receipt: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Where a receipt of the right form names what it does not list, and what that is."""
    passages = {passage["id"] for passage in receipt["passages"]}
    documents = {document["id_start"] for document in receipt["documents"]}
    return [
        *((place, f"{named!r} is not among the passages") for place, named in _named(receipt) if named not in passages),
        *(
            (f"$.passages[{n}]", f"the document of {passage['id']!r} is not among the documents")
            for n, passage in enumerate(receipt["passages"])
            if passage["id"].split(":", maxsplit=1)[0] not in documents
        ),
    ]


def _named(receipt: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for number, question in enumerate(receipt["questions"]):
        place = f"$.questions[{number}]"
        for review in question["reviews"]:
            yield from ((f"{place}.reviews", item["passage_id"]) for item in review["offered"])
            yield from ((f"{place}.reviews", passage_id) for passage_id in review["added"])
        answer = question["answer"]
        if answer is not None:
            supports = [sentence["support"] for sentence in answer["sentences"] if sentence["support"]]
            yield from ((f"{place}.answer", passage_id) for passage_id in answer["approved"])
            yield from ((f"{place}.answer", quote["passage_id"]) for quote in [*answer["citations"], *supports])
