"""What a question may take, beside the sequential flow of the same run."""

from collections.abc import Iterator
from typing import Any, NamedTuple

Row = dict[str, Any]
SLACK = 1.1
RATIOS = {4: 0.62, 8: 0.42}
STEP_SECONDS = 0.025
QUESTION_SECONDS = 0.2
AFTER_GRADING = 4  # Retrieve, the answer, support, usefulness


class Budget(NamedTuple):
    """One measured value and the most that it may be."""

    k: int
    grading: str
    what: str
    value: float
    limit: float

    @property
    def met(self) -> bool:
        """Whether it is kept; as many passages as were asked for must be graded, or the rest says little."""
        return self.value == self.limit if self.what == "graded" else self.value <= self.limit

    def as_dict(self) -> Row:
        """For JSON."""
        return {**self._asdict(), "met": self.met}


def budgets(row: Row, tutorial: Row) -> list[Budget]:
    """Those of one k and way of grading; round trips are as long as the sequential flow measured them."""
    return [Budget(row["k"], row["grading"], *each) for each in _limits(row, tutorial)]


def _limits(row: Row, tutorial: Row) -> Iterator[tuple[str, float, float]]:
    k, overhead = row["k"], row["overhead"]
    yield "graded", row["graded"], k
    if k in RATIOS:
        yield "ratio", row["ratio"], RATIOS[k]
    yield "to_review", row["to_review"], (tutorial["embed"] + tutorial["grade"]) * SLACK
    yield "to_first_token", row["to_first_token"], tutorial["first_token"] * SLACK
    yield "to_verdicts", row["to_verdicts"], tutorial["grade"] * SLACK
    yield "chat_calls", sum(row["chat_calls"].values()), AFTER_GRADING + (k if row["grading"] == "each" else 1)
    yield "embedding_calls", row["embedding_calls"], 1
    yield "overhead_question", overhead["question"], QUESTION_SECONDS
    yield "overhead_step", overhead["step"], STEP_SECONDS
    yield "stray_characters", row["stray_characters"], 0
