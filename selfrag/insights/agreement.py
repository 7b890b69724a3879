"""How well verdicts agree with people: precision, recall, agreement and Cohen's kappa."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from selfrag.insights.rows import Judged

Z95 = 1.959963984540054
Why = Literal["", "nothing_sure", "one_kind"]


@dataclass(frozen=True)
class Share:
    """`hits` of `n`, with its 95 % interval; `value` and bounds are None where `n` is 0."""

    hits: int
    n: int

    @property
    def value(self) -> float | None:
        """The share, 0 to 1."""
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Between what the true share lies (Wilson's score interval, which also holds for few)."""
        return wilson(self.hits, self.n) if self.n else None


@dataclass(frozen=True)
class Agreement:
    """Counts of sure verdicts against people, and of the unsure ones, which count for nothing else.

    `yes_kept` were found helpful and kept, `no_kept` found unhelpful and kept all the same, and so on.
    """

    yes_kept: int
    yes_dropped: int
    no_kept: int
    no_dropped: int
    unsure_kept: int
    unsure_dropped: int

    @property
    def n(self) -> int:
        """Judgements with a sure verdict."""
        return self.yes_kept + self.yes_dropped + self.no_kept + self.no_dropped

    @property
    def unsure(self) -> Share:
        """Of the unsure ones, those that people kept."""
        return Share(self.unsure_kept, self.unsure_kept + self.unsure_dropped)

    @property
    def precision(self) -> Share:
        """Of what the grader found helpful, what people kept."""
        return Share(self.yes_kept, self.yes_kept + self.yes_dropped)

    @property
    def recall(self) -> Share:
        """Of what people kept, what the grader found helpful."""
        return Share(self.yes_kept, self.yes_kept + self.no_kept)

    @property
    def agreement(self) -> Share:
        """Where both say the same."""
        return Share(self.yes_kept + self.no_dropped, self.n)

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa, 1 for always the same, 0 for as often as by chance; None where chance alone gives 1."""
        if not self.n:
            return None
        yes, kept = self.yes_kept + self.yes_dropped, self.yes_kept + self.no_kept
        # In whole numbers, so that a chance of exactly 1 is seen: n² times the agreement expected by chance.
        chance = yes * kept + (self.n - yes) * (self.n - kept)
        if chance == self.n**2:
            return None
        return (self.n * (self.yes_kept + self.no_dropped) - chance) / (self.n**2 - chance)

    @property
    def why_no_kappa(self) -> Why:
        """What kappa lacks; empty where there is one."""
        if not self.n:
            return "nothing_sure"
        return "one_kind" if self.kappa is None else ""


def agreement(rows: Iterable[Judged]) -> Agreement:
    """Count verdicts against what people made of them."""
    seen = Counter((row.said, row.kept) for row in rows)
    return Agreement(
        yes_kept=seen["yes", True],
        yes_dropped=seen["yes", False],
        no_kept=seen["no", True],
        no_dropped=seen["no", False],
        unsure_kept=seen["unsure", True],
        unsure_dropped=seen["unsure", False],
    )


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson 1927); `n` is at least 1."""
    share, z2 = hits / n, Z95**2
    middle = share + z2 / (2 * n)
    half = Z95 * math.sqrt(share * (1 - share) / n + z2 / (4 * n**2))
    low, high = (middle - half) / (1 + z2 / n), (middle + half) / (1 + z2 / n)
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # the share lies within, whatever is rounded
