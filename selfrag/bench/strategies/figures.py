"""What the questions of one strategy came to."""

from collections.abc import Sequence
from statistics import median
from typing import Any

from selfrag.bench.metrics import mean
from selfrag.bench.strategies.asking import WAITING, Asked

ANSWERED = ("answered", "partly_supported", "answered_directly")


def row(strategy: str, asked: Sequence[Asked]) -> dict[str, Any]:
    """Shares of the answerable and of the unanswerable questions, and medians of calls and seconds over both."""
    gold = [each.gold for each in asked if each.gold is not None]
    return {
        "strategy": strategy,
        "answerable": _ends([each.outcome for each in asked if each.answerable]),
        "unanswerable": _ends([each.outcome for each in asked if not each.answerable]),
        "contains_gold": _share(gold),
        "chat_calls": median(each.chat_calls for each in asked) if asked else None,
        "seconds": round(median(each.seconds for each in asked), 4) if asked else None,
    }


def _ends(outcomes: Sequence[str]) -> dict[str, Any]:
    return {
        "n": len(outcomes),
        "answered": _share([outcome in ANSWERED for outcome in outcomes]),
        "no_evidence": _share([outcome == "no_evidence" for outcome in outcomes]),
        "waiting": _share([outcome == WAITING for outcome in outcomes]),
    }


def _share(held: Sequence[bool]) -> float | None:
    return round(mean([float(each) for each in held]), 4) if held else None
