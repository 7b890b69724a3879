"""What the tokens of a question cost at the prices that a person set."""

from collections.abc import Iterable, Mapping
from typing import Any

from selfrag.settings import Prices

MILLION = 1_000_000


def cost(steps: Iterable[Mapping[str, Any]], prices: Prices) -> float | None:
    """Money for the steps' tokens; None where a price that it takes was not set, or nothing was asked of a server."""
    spent = dict.fromkeys(("prompt", "completion", "embedding"), 0)
    for step in steps:
        for kind in spent:
            spent[kind] += step.get(f"{kind}_tokens", 0)
    asked = {kind: tokens for kind, tokens in spent.items() if tokens}
    rates = {kind: getattr(prices, kind) for kind in asked}
    if not asked or None in rates.values():
        return None
    return float(sum(tokens * rates[kind] for kind, tokens in asked.items()) / MILLION)
