"""The combined strategy: the exact way for every verdict, every loop, and every decision."""

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
    "correct": Play(f"{TO_REVIEW} | {WRITTEN}"),
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
    "ambiguous": Play(f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id("ambiguous")}),
    "unknown": Play(f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id("unknown")}),
    "mixed": Play(f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id(b="relevant", c="ambiguous")}, sources=THREE),
    "the router chose wrong": Play(
        f"{NOTHING} {REWRITTEN} refine | {WRITTEN}",
        counters=(1, 1, 0),
        says={"rel": by_id(b="relevant"), "sources": ["c1"]},
        sources=("c1", "c2"),
    ),
    "some strips left": Play(f"{TO_REVIEW} | {WRITTEN}", says=strips(b="relevant"), sources=("c1", "c2")),
    "no strip left": Play(
        f"{TO_REVIEW} {REWRITTEN} refine {REWRITTEN} refine | {FROM_WEB} | {WRITTEN}",
        (ALLOW, APPROVE),
        counters=(2, 1, 1),
        says=strips(w="relevant"),
        web=[W],
    ),
    "incorrect, then the web": Play(
        f"{TWICE} | {FROM_WEB} | {WRITTEN}", (ALLOW, APPROVE), counters=(2, 1, 1), says=ONLY_WEB, web=[W]
    ),
    "incorrect, in other words on the web": Play(
        f"{TWICE} | {FROM_WEB} | {WRITTEN}",
        ({**ALLOW, "query": "other words"}, APPROVE),
        counters=(2, 1, 1),
        says=ONLY_WEB,
        web=[W],
    ),
    "incorrect, skipped": Play(
        f"{TWICE} | consent | {WRITTEN}", (SKIP, APPROVE), counters=(2, 1, 0), says=BAD, web=[W]
    ),
    "incorrect, never": Play(f"{TWICE} | consent | {WRITTEN}", (NEVER, APPROVE), counters=(2, 1, 0), says=BAD, web=[W]),
    "incorrect, no provider": Play(f"{TWICE} consent | {WRITTEN}", counters=(2, 1, 0), says=BAD),
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
    "incorrect, no web": Play(f"{TWICE} | {WRITTEN}", counters=(2, 1, 0), says=BAD, web=[W], limits=Limits(web=0)),
    "the web finds nothing": Play(
        f"{TWICE} | consent search gather grade | review finish",
        (ALLOW, REJECT),
        "rejected",
        (2, 0, 1),
        BAD,
        web=[],
    ),
    "the web is no better": Play(
        f"{TWICE} | consent search gather grade | {WRITTEN}", (ALLOW, APPROVE), counters=(2, 1, 1), says=BAD, web=[W]
    ),
    "the web may be asked twice": Play(
        f"{TWICE} | consent search gather grade | consent search gather grade | {WRITTEN}",
        (ALLOW, ALLOW, APPROVE),
        counters=(2, 1, 2),
        says=BAD,
        web=[W],
        limits=Limits(web=2),
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
    "rejected": Play(f"{TO_REVIEW} | review finish", (REJECT,), "rejected", (0, 0, 0)),
    "reworded and searched": Play(
        f"{TO_REVIEW} | review search gather grade refine | {WRITTEN}", ({**OTHER_WORDS, "keep": [A]}, APPROVE)
    ),
    "reworded without a search": Play(f"{TO_REVIEW} | {WRITTEN}", (ONLY_REWORD,)),
    "searched again, nothing left but the web": Play(
        f"{TO_REVIEW} | review search gather grade {REWRITTEN} {REWRITTEN} | {FROM_WEB} | {WRITTEN}",
        (AGAIN, ALLOW, APPROVE),
        counters=(2, 1, 1),
        web=[W],
    ),
    "from the web, rejected": Play(
        f"{TWICE} | {FROM_WEB} | review finish", (ALLOW, REJECT), "rejected", (2, 0, 1), ONLY_WEB, web=[W]
    ),
    "from the web, reworded": Play(
        f"{TWICE} | {FROM_WEB} | review search gather grade refine | {WRITTEN}",
        (ALLOW, {**OTHER_WORDS, "keep": [W]}, APPROVE),
        counters=(2, 1, 1),
        says=ONLY_WEB,
        web=[W],
    ),
    "from the web, reworded without a search": Play(
        f"{TWICE} | {FROM_WEB} | {WRITTEN}", (ALLOW, ONLY_REWORD), counters=(2, 1, 1), says=ONLY_WEB, web=[W]
    ),
    "from the web, searched again in vain": Play(
        f"{TWICE} | {FROM_WEB} | review search gather grade | review finish",
        (ALLOW, AGAIN, REJECT),
        "rejected",
        (2, 0, 1),
        ONLY_WEB,
        web=[W],
    ),
}


@pytest.mark.parametrize("name", PLAYS)
def test_the_way(name: str) -> None:
    perform("combined", PLAYS[name])
