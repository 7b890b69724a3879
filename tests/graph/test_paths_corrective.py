"""The corrective strategy: the exact way for every verdict, every strip, and every decision."""

import pytest

from selfrag.ports import WEB, Limits
from tests.graph.plays import (
    ALLOW,
    APPROVE,
    REJECT,
    SKIP,
    Play,
    W,
    by_id,
    perform,
    strips,
)

TO_REVIEW = "search gather grade refine"
WRITTEN = "review write finish"
NOTHING = "search gather grade"
FROM_WEB = "consent search gather grade refine"
BAD = {"rel": by_id()}
ONLY_WEB = {"rel": by_id(w="relevant")}

PLAYS = {
    "whatever Retrieve says": Play(f"{TO_REVIEW} | {WRITTEN}", says={"retrieve": "no"}),
    "follow-up, understood first": Play(f"decide {TO_REVIEW} | {WRITTEN}", says={"retrieve": "no"}, follows=True),
    "an ambiguous strip is left": Play(f"{TO_REVIEW} | {WRITTEN}", says=strips(a="ambiguous")),
    "an unknown strip is left": Play(f"{TO_REVIEW} | {WRITTEN}", says=strips(a="unknown")),
    "no strip left, allowed": Play(
        f"{TO_REVIEW} | {FROM_WEB} | {WRITTEN}",
        (ALLOW, APPROVE),
        counters=(0, 1, 1),
        says=strips(w="relevant"),
        web=[W],
    ),
    "no strip left, skipped": Play(f"{TO_REVIEW} | consent | {WRITTEN}", (SKIP, APPROVE), says=strips(), web=[W]),
    "no strip left, no provider": Play(f"{TO_REVIEW} consent | {WRITTEN}", says=strips()),
    "the web among the sources, but none at all": Play(
        f"consent {TO_REVIEW} | {WRITTEN}", sources=("c1", WEB), web=[W], limits=Limits(web=0)
    ),
    "asked twice, skipped once": Play(
        f"{NOTHING} | consent search gather grade | consent | {WRITTEN}",
        (ALLOW, SKIP, APPROVE),
        counters=(0, 1, 1),
        says=BAD,
        web=[W],
        limits=Limits(web=2),
    ),
    "the web among the sources, allowed": Play(
        f" | {FROM_WEB} | {WRITTEN}", (ALLOW, APPROVE), counters=(0, 1, 1), sources=("c1", WEB), web=[W]
    ),
    "the web among the sources, skipped": Play(
        f" | {FROM_WEB} | {WRITTEN}", (SKIP, APPROVE), sources=("c1", WEB), web=[W]
    ),
    "the web alone, skipped": Play(
        " | consent | review finish", (SKIP, REJECT), "rejected", (0, 0, 0), sources=(WEB,), web=[W]
    ),
}


@pytest.mark.parametrize("name", PLAYS)
def test_the_way(name: str) -> None:
    perform("corrective", PLAYS[name])
