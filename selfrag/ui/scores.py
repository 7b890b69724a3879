"""What scores rest on, and the score of an answer."""

from typing import Any

from selfrag.ui import words

BASES = {
    "logprobs": words.later("scores from the model's token probabilities"),
    "label": words.later("a fixed score for each verdict"),
    "coverage": words.later("scores from words in common"),
    "mixed": words.later("scores of more than one kind"),
}


def basis(view: dict[str, Any]) -> str:
    """One clause; empty before anything was graded."""
    return words.current()(BASES[view["scores"]]) if view["scores"] else ""


def whole(view: dict[str, Any]) -> str:
    """The answer's score with what it is made of; empty where nothing was graded."""
    score = view["reflection"]["score"]
    if score is None:
        return ""
    return words.current()(
        "Score {score} (from −0.5 to 2.5): relevance and support count once, usefulness half", score=f"{score:.2f}"
    )
