"""The corrective strategy: the exact way for every verdict, every strip, and every decision."""

import pytest

from selfrag.ports import WEB, Limits
from tests.graph.plays import (
    AGAIN,
    ALLOW,
    APPROVE,
    NEVER,
    ONLY_REWORD,
    OTHER_WORDS,
    REJECT,
    SKIP,
    A,
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
    "correct": Play(f"{TO_REVIEW} | {WRITTEN}"),
    "whatever Retrieve says": Play(f"{TO_REVIEW} | {WRITTEN}", says={"retrieve": "no"}),
    "follow-up, understood first": Play(f"decide {TO_REVIEW} | {WRITTEN}", says={"retrieve": "no"}, follows=True),
    "ambiguous": Play(f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id("ambiguous")}),
    "unknown": Play(f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id("unknown")}),
    "mixed": Play(f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id(a="relevant")}, sources=("c1", "c2", "c3")),
    "some strips left": Play(f"{TO_REVIEW} | {WRITTEN}", says=strips(b="relevant"), sources=("c1", "c2")),
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
    "incorrect, allowed": Play(
        f"{NOTHING} | {FROM_WEB} | {WRITTEN}", (ALLOW, APPROVE), counters=(0, 1, 1), says=ONLY_WEB, web=[W]
    ),
    "incorrect, allowed in other words": Play(
        f"{NOTHING} | {FROM_WEB} | {WRITTEN}",
        ({**ALLOW, "query": "other words"}, APPROVE),
        counters=(0, 1, 1),
        says=ONLY_WEB,
        web=[W],
    ),
    "incorrect, skipped": Play(f"{NOTHING} | consent | {WRITTEN}", (SKIP, APPROVE), says=BAD, web=[W]),
    "incorrect, never": Play(f"{NOTHING} | consent | {WRITTEN}", (NEVER, APPROVE), says=BAD, web=[W]),
    "incorrect, no provider": Play(f"{NOTHING} consent | {WRITTEN}", says=BAD),
    "incorrect, no web at all": Play(f"{NOTHING} | {WRITTEN}", says=BAD, web=[W], limits=Limits(web=0)),
    "the web among the sources, but none at all": Play(
        f"consent {TO_REVIEW} | {WRITTEN}", sources=("c1", WEB), web=[W], limits=Limits(web=0)
    ),
    "the web finds nothing": Play(
        f"{NOTHING} | consent search gather grade | review finish",
        (ALLOW, REJECT),
        "rejected",
        (0, 0, 1),
        BAD,
        web=[],
    ),
    "the web is no better, and its limit is reached": Play(
        f"{NOTHING} | consent search gather grade | {WRITTEN}", (ALLOW, APPROVE), counters=(0, 1, 1), says=BAD, web=[W]
    ),
    "the web may be asked twice": Play(
        f"{NOTHING} | consent search gather grade | consent search gather grade | {WRITTEN}",
        (ALLOW, ALLOW, APPROVE),
        counters=(0, 1, 2),
        says=BAD,
        web=[W],
        limits=Limits(web=2),
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
    "rejected": Play(f"{TO_REVIEW} | review finish", (REJECT,), "rejected", (0, 0, 0)),
    "reworded and searched": Play(
        f"{TO_REVIEW} | review {TO_REVIEW} | {WRITTEN}", ({**OTHER_WORDS, "keep": [A]}, APPROVE)
    ),
    "reworded without a search": Play(f"{TO_REVIEW} | {WRITTEN}", (ONLY_REWORD,)),
    "searched again, nothing left but the web": Play(
        f"{TO_REVIEW} | review {NOTHING} | {FROM_WEB} | {WRITTEN}",
        (AGAIN, ALLOW, APPROVE),
        counters=(0, 1, 1),
        web=[W],
    ),
    "from the web, rejected": Play(
        f"{NOTHING} | {FROM_WEB} | review finish", (ALLOW, REJECT), "rejected", (0, 0, 1), ONLY_WEB, web=[W]
    ),
    "from the web, reworded": Play(
        f"{NOTHING} | {FROM_WEB} | review {TO_REVIEW} | {WRITTEN}",
        (ALLOW, {**OTHER_WORDS, "keep": [W]}, APPROVE),
        counters=(0, 1, 1),
        says=ONLY_WEB,
        web=[W],
    ),
    "from the web, reworded without a search": Play(
        f"{NOTHING} | {FROM_WEB} | {WRITTEN}", (ALLOW, ONLY_REWORD), counters=(0, 1, 1), says=ONLY_WEB, web=[W]
    ),
    "from the web, searched again in vain": Play(
        f"{NOTHING} | {FROM_WEB} | review {NOTHING} | review finish",
        (ALLOW, AGAIN, REJECT),
        "rejected",
        (0, 0, 1),
        ONLY_WEB,
        web=[W],
    ),
}


@pytest.mark.parametrize("name", PLAYS)
def test_the_way(name: str) -> None:
    perform("corrective", PLAYS[name])
