"""What the server answers where the test's rule has no answer."""

from collections.abc import Sequence
from typing import Any

from selfrag.bench.openai_server.request import Request
from selfrag.bench.openai_server.texts import first_sentence, words

Verdict = dict[str, Any]


def sensible(request: Request) -> Verdict | str:
    """Relevant where words overlap, the first sentence as the answer, fully supported, usefulness 5."""
    question = (request.data("question") or [""])[-1]
    texts = [passage.partition("\n")[2] for passage in request.data("passage")]
    if request.kind == "is_rel":
        return _relevance(request, question, texts)
    if request.kind == "is_sup":
        return _support(request, len(texts))
    answers: dict[str, Verdict | str] = {
        "retrieve": {"reason": "It asks for facts.", "query": question, "verdict": "yes"},
        "is_use": {"reason": "It answers.", "verdict": 5},
        "write": first_sentence(texts[0]) + " [1]" if texts else "The passages do not say.",
        "rewrite": f"{question} details",
    }
    return answers.get(request.kind, "Hello.")


def _relevance(request: Request, question: str, texts: Sequence[str]) -> Verdict:
    shared = [len(words(question) & words(text)) for text in texts]
    verdicts = [
        {"reason": f"Shared words: {count}.", "verdict": "relevant" if count else "irrelevant"} for count in shared
    ]
    return _numbered(verdicts) if request.joint else verdicts[0]


def _support(request: Request, passages: int) -> Verdict:
    """A claim rests on the passages that it cites, or on all where it cites none."""
    if not request.joint:
        return {"reason": "It is stated.", "verdict": "fully"}
    cited = [_numbers(attributes.get("cites", "")) for attributes, _ in request.items("claim")]
    everything = list(range(1, passages + 1))
    return _numbered(
        [{"reason": "It is stated.", "passages": numbers or everything, "verdict": "fully"} for numbers in cited]
    )


def _numbers(text: str) -> list[int]:
    return [int(n) for n in text.split(",") if n.strip()]


def _numbered(verdicts: Sequence[Verdict]) -> Verdict:
    return {"verdicts": [{"n": n, **verdict} for n, verdict in enumerate(verdicts, 1)]}
