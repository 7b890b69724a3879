"""What the tokens of a question cost at the prices that a person set."""

from collections.abc import Iterable, Mapping
from typing import Any

from selfrag.settings import Prices

MILLION = 1_000_000


def cost(steps: Iterable[Mapping[str, Any]], prices: Prices) -> float | None:
    """Money for the steps' tokens, those without a price left out; None where none of them has one."""
    spent = dict.fromkeys(("prompt", "completion", "embedding"), 0)
    for step in steps:
        for kind in spent:
            spent[kind] += step.get(f"{kind}_tokens", 0)
    rates = {kind: getattr(prices, kind) for kind, tokens in spent.items() if tokens}
    known = {kind: rate for kind, rate in rates.items() if rate is not None}
    return sum(spent[kind] * rate for kind, rate in known.items()) / MILLION if known else None
