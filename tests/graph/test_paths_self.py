"""The self strategy with the web among its sources: the exact way; tests/graph/test_self_rag.py has the others."""

import pytest

from selfrag.ports import WEB, Limits
from tests.graph.plays import AGAIN, ALLOW, APPROVE, NEVER, OTHER_WORDS, REJECT, SKIP, A, Play, W, by_id, perform

FOUND = "search gather grade"
CONSENT = f"decide | consent {FOUND}"
WRITTEN = "review write reflect finish"
REWRITTEN = f"rewrite {FOUND}"
BOTH = ("c1", WEB)

PLAYS = {
    "Retrieve continue with nothing approved yet": Play(f"decide {FOUND} | {WRITTEN}", says={"retrieve": "continue"}),
    "follow-up, continue": Play(f"decide gather grade | {WRITTEN}", says={"retrieve": "continue"}, follows=True),
    "follow-up, no": Play(
        "decide gather direct finish", (), "answered_directly", (0, 0, 0), {"retrieve": "no"}, follows=True
    ),
    "Retrieve no asks nobody for the web": Play(
        "decide gather direct finish", (), "answered_directly", (0, 0, 0), {"retrieve": "no"}, BOTH, [W]
    ),
    "allowed": Play(f"{CONSENT} | {WRITTEN}", (ALLOW, APPROVE), counters=(0, 1, 1), sources=BOTH, web=[W]),
    "allowed in a follow-up": Play(
        f"{CONSENT} | {WRITTEN}", (ALLOW, APPROVE), counters=(0, 1, 1), sources=BOTH, web=[W], follows=True
    ),
    "skipped": Play(f"{CONSENT} | {WRITTEN}", (SKIP, APPROVE), sources=BOTH, web=[W]),
    "never": Play(f"{CONSENT} | {WRITTEN}", (NEVER, APPROVE), sources=BOTH, web=[W]),
    "no provider": Play(f"decide consent {FOUND} | {WRITTEN}", sources=BOTH),
    "limit of none": Play(f"decide consent {FOUND} | {WRITTEN}", sources=BOTH, web=[W], limits=Limits(web=0)),
    "other words never leave unasked": Play(
        f"{CONSENT} {REWRITTEN} {REWRITTEN} | {WRITTEN}",
        (ALLOW, APPROVE),
        counters=(2, 1, 1),
        says={"rel": by_id()},
        sources=BOTH,
        web=[W],
    ),
    "the web alone is not searched in other words": Play(
        f"{CONSENT} | {WRITTEN}", (ALLOW, APPROVE), counters=(0, 1, 1), says={"rel": by_id()}, sources=(WEB,), web=[W]
    ),
    "the web alone, not useful": Play(
        f"{CONSENT} | {WRITTEN}",
        (ALLOW, APPROVE),
        counters=(0, 1, 1),
        says={"use": lambda answer: 1},
        sources=(WEB,),
        web=[W],
    ),
    "reworded, beyond the limit": Play(
        f"{CONSENT} | review consent {FOUND} | {WRITTEN}",
        (ALLOW, {**OTHER_WORDS, "keep": [A]}, APPROVE),
        counters=(0, 1, 1),
        sources=BOTH,
        web=[W],
    ),
    "searched again, within the limit": Play(
        f"{CONSENT} | review | consent {FOUND} | {WRITTEN}",
        (ALLOW, {**AGAIN, "keep": [A]}, ALLOW, APPROVE),
        counters=(0, 1, 2),
        sources=BOTH,
        web=[W],
        limits=Limits(web=2),
    ),
    "searched again, skipped": Play(
        f"{CONSENT} | review | consent {FOUND} | review finish",
        (ALLOW, {**AGAIN, "keep": [A]}, SKIP, REJECT),
        "rejected",
        (0, 0, 1),
        sources=BOTH,
        web=[W],
        limits=Limits(web=2),
    ),
}


@pytest.mark.parametrize("name", PLAYS)
def test_the_way(name: str) -> None:
    perform("self", PLAYS[name])
