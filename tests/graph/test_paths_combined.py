"""The combined strategy: the exact way for every verdict, every loop, and every decision."""

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

TO_REVIEW = "decide search gather grade refine"
WRITTEN = "review write reflect finish"
NOTHING = "decide search gather grade"
REWRITTEN = "rewrite search gather grade"
TWICE = f"{NOTHING} {REWRITTEN} {REWRITTEN}"
FROM_WEB = "consent search gather grade refine"
BAD = {"rel": by_id()}
ONLY_WEB = {"rel": by_id(w="relevant")}
THREE = ("c1", "c2", "c3")

PLAYS = {
    "Retrieve no": Play("decide gather direct finish", (), "answered_directly", (0, 0, 0), {"retrieve": "no"}),
    "Retrieve unknown": Play(f"{TO_REVIEW} | {WRITTEN}", says={"retrieve": "unknown"}),
    "Retrieve continue with nothing approved yet": Play(f"{TO_REVIEW} | {WRITTEN}", says={"retrieve": "continue"}),
    "follow-up, yes": Play(f"{TO_REVIEW} | {WRITTEN}", follows=True),
    "follow-up, no": Play(
        "decide gather direct finish", (), "answered_directly", (0, 0, 0), {"retrieve": "no"}, follows=True
    ),
    "follow-up, unknown": Play(f"{TO_REVIEW} | {WRITTEN}", says={"retrieve": "unknown"}, follows=True),
    "follow-up, continue": Play(f"decide gather grade refine | {WRITTEN}", says={"retrieve": "continue"}, follows=True),
    "follow-up, continue with what does not help": Play(
        f"decide gather grade refine | {WRITTEN}", says={"retrieve": "continue", **BAD}, follows=True
    ),
    "the router chose wrong": Play(
        f"{NOTHING} {REWRITTEN} refine | {WRITTEN}",
        counters=(1, 1, 0),
        says={"rel": by_id(b="relevant"), "sources": ["c1"]},
        sources=("c1", "c2"),
    ),
    "no strip left": Play(
        f"{TO_REVIEW} {REWRITTEN} refine {REWRITTEN} refine | {FROM_WEB} | {WRITTEN}",
        (ALLOW, APPROVE),
        counters=(2, 1, 1),
        says=strips(w="relevant"),
        web=[W],
    ),
    "incorrect, no rewrites": Play(
        f"{NOTHING} | {FROM_WEB} | {WRITTEN}",
        (ALLOW, APPROVE),
        counters=(0, 1, 1),
        says=ONLY_WEB,
        web=[W],
        limits=Limits(rewrites=0),
    ),
    "incorrect, no rewrites and no web": Play(
        f"{NOTHING} | review finish",
        (REJECT,),
        "rejected",
        (0, 0, 0),
        BAD,
        web=[W],
        limits=Limits(rewrites=0, web=0),
    ),
    "the web is picked and allowed": Play(
        f"decide | {FROM_WEB} | {WRITTEN}",
        (ALLOW, APPROVE),
        counters=(0, 1, 1),
        says={"sources": ["c1", WEB]},
        sources=("c1", WEB),
        web=[W],
    ),
    "the web is picked and skipped, then the rest is rewritten": Play(
        f"decide | consent search gather grade {REWRITTEN} {REWRITTEN} | {WRITTEN}",
        (SKIP, APPROVE),
        counters=(2, 1, 0),
        says={"sources": ["c1", WEB], **BAD},
        sources=("c1", WEB),
        web=[W],
    ),
    "the web is all there is, and no better": Play(
        f"decide | consent search gather grade | {WRITTEN}",
        (ALLOW, APPROVE),
        counters=(0, 1, 1),
        says={"sources": [WEB], **BAD},
        sources=(WEB,),
        web=[W],
    ),
}


@pytest.mark.parametrize("name", PLAYS)
def test_the_way(name: str) -> None:
    perform("combined", PLAYS[name])
