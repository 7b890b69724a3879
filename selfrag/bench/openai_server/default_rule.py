"""What the server answers where the test's rule has no answer."""

from collections.abc import Sequence
from typing import Any

from selfrag.bench.openai_server.request import Request
from selfrag.bench.openai_server.texts import first_sentence, words

Verdict = dict[str, Any]


def sensible(request: Request) -> Verdict | str:
    """Relevant where words overlap, the first sentence as the answer, fully supported, usefulness 5.

    Documents are always needed, from the sources that share words with the question, or from all where none does.
    """
    question = (request.data("question") or [""])[-1]
    texts = [passage.partition("\n")[2] for passage in request.data("passage")]
    if request.kind == "is_rel":
        return _relevance(request, question, texts)
    if request.kind == "is_sup":
        return _support(request)
    answers: dict[str, Verdict | str] = {
        "retrieve": _retrieval(request, question),
        "strips": _strips(question, request.data("strip")),
        "is_use": {"verdict": 5},
        "write": first_sentence(texts[0]) + " [1]" if texts else "The passages do not say.",
        "rewrite": f"{question} details",
    }
    return answers.get(request.kind, "Hello.")


def _retrieval(request: Request, question: str) -> Verdict:
    offered = request.data("source")
    shared = [n for n, text in enumerate(offered, 1) if words(question) & words(text)]
    query = {"query": question} if request.data("conversation") else {}
    return {**query, "verdict": "yes", **({"sources": shared or [*range(1, len(offered) + 1)]} if offered else {})}


def _strips(question: str, texts: Sequence[str]) -> Verdict:
    shared = [bool(words(question) & words(text)) for text in texts]
    return {str(n): "relevant" if each else "irrelevant" for n, each in enumerate(shared, 1)}


def _relevance(request: Request, question: str, texts: Sequence[str]) -> Verdict:
    shared = [len(words(question) & words(text)) for text in texts]
    verdicts = [
        {"reason": f"Shared words: {count}.", "verdict": "relevant" if count else "irrelevant"} for count in shared
    ]
    return _numbered(verdicts) if request.joint else verdicts[0]


def _support(request: Request) -> Verdict:
    if not request.joint:
        return {"verdict": "fully"}
    return {str(n): "fully" for n in range(1, len(request.items("claim")) + 1)} | {"why": ""}


def _numbered(verdicts: Sequence[Verdict]) -> Verdict:
    return {str(n): verdict for n, verdict in enumerate(verdicts, 1)}
