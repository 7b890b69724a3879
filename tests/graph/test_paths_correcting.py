"""What the corrective and the combined strategy have in common: what is judged three ways, the web, every decision."""

from dataclasses import dataclass

import pytest

from selfrag.ports import Limits
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

SEARCHED = "search gather grade"
FROM_WEB = f"consent {SEARCHED} refine"
BAD = {"rel": by_id()}
ONLY_WEB = {"rel": by_id(w="relevant")}


@dataclass(frozen=True)
class Ways:
    """Where the two differ: what comes before the first search, in other words after a vain one, and after writing."""

    begun: str
    elsewhere: str
    rewrites: int
    written: str

    @property
    def to_review(self) -> str:
        return f"{self.begun}{SEARCHED} refine"

    @property
    def nothing(self) -> str:
        """To the end of all that a strategy does by itself."""
        return f"{self.begun}{SEARCHED}{self.elsewhere}"


WAYS = {
    "corrective": Ways("", "", 0, "review write finish"),
    "combined": Ways("decide ", f" rewrite {SEARCHED}" * 2, 2, "review write reflect finish"),
}


def plays(ways: Ways) -> dict[str, Play]:
    n, written, to_review, nothing = ways.rewrites, ways.written, ways.to_review, ways.nothing
    return {
        "correct": Play(f"{to_review} | {written}"),
        "ambiguous": Play(f"{to_review} | {written}", says={"rel": by_id("ambiguous")}),
        "unknown": Play(f"{to_review} | {written}", says={"rel": by_id("unknown")}),
        "mixed": Play(
            f"{to_review} | {written}", says={"rel": by_id(b="relevant", c="ambiguous")}, sources=("c1", "c2", "c3")
        ),
        "some strips left": Play(f"{to_review} | {written}", says=strips(b="relevant"), sources=("c1", "c2")),
        "incorrect, allowed": Play(
            f"{nothing} | {FROM_WEB} | {written}", (ALLOW, APPROVE), counters=(n, 1, 1), says=ONLY_WEB, web=[W]
        ),
        "incorrect, allowed in other words": Play(
            f"{nothing} | {FROM_WEB} | {written}",
            ({**ALLOW, "query": "other words"}, APPROVE),
            counters=(n, 1, 1),
            says=ONLY_WEB,
            web=[W],
        ),
        "incorrect, skipped": Play(
            f"{nothing} | consent | {written}", (SKIP, APPROVE), counters=(n, 1, 0), says=BAD, web=[W]
        ),
        "incorrect, never": Play(
            f"{nothing} | consent | {written}", (NEVER, APPROVE), counters=(n, 1, 0), says=BAD, web=[W]
        ),
        "incorrect, no provider": Play(f"{nothing} consent | {written}", counters=(n, 1, 0), says=BAD),
        "incorrect, no web at all": Play(
            f"{nothing} | {written}", counters=(n, 1, 0), says=BAD, web=[W], limits=Limits(web=0)
        ),
        "the web finds nothing": Play(
            f"{nothing} | consent {SEARCHED} | review finish", (ALLOW, REJECT), "rejected", (n, 0, 1), BAD, web=[]
        ),
        "the web is no better, and its limit is reached": Play(
            f"{nothing} | consent {SEARCHED} | {written}", (ALLOW, APPROVE), counters=(n, 1, 1), says=BAD, web=[W]
        ),
        "the web may be asked twice": Play(
            f"{nothing} | consent {SEARCHED} | consent {SEARCHED} | {written}",
            (ALLOW, ALLOW, APPROVE),
            counters=(n, 1, 2),
            says=BAD,
            web=[W],
            limits=Limits(web=2),
        ),
        "rejected": Play(f"{to_review} | review finish", (REJECT,), "rejected", (0, 0, 0)),
        "reworded and searched": Play(
            f"{to_review} | review {SEARCHED} refine | {written}", ({**OTHER_WORDS, "keep": [A]}, APPROVE)
        ),
        "reworded without a search": Play(f"{to_review} | {written}", (ONLY_REWORD,)),
        "searched again, nothing left but the web": Play(
            f"{to_review} | review {SEARCHED}{ways.elsewhere} | {FROM_WEB} | {written}",
            (AGAIN, ALLOW, APPROVE),
            counters=(n, 1, 1),
            web=[W],
        ),
        "from the web, rejected": Play(
            f"{nothing} | {FROM_WEB} | review finish", (ALLOW, REJECT), "rejected", (n, 0, 1), ONLY_WEB, web=[W]
        ),
        "from the web, reworded": Play(
            f"{nothing} | {FROM_WEB} | review {SEARCHED} refine | {written}",
            (ALLOW, {**OTHER_WORDS, "keep": [W]}, APPROVE),
            counters=(n, 1, 1),
            says=ONLY_WEB,
            web=[W],
        ),
        "from the web, reworded without a search": Play(
            f"{nothing} | {FROM_WEB} | {written}", (ALLOW, ONLY_REWORD), counters=(n, 1, 1), says=ONLY_WEB, web=[W]
        ),
        "from the web, searched again in vain": Play(
            f"{nothing} | {FROM_WEB} | review {SEARCHED} | review finish",
            (ALLOW, AGAIN, REJECT),
            "rejected",
            (n, 0, 1),
            ONLY_WEB,
            web=[W],
        ),
    }


PLAYS = {strategy: plays(ways) for strategy, ways in WAYS.items()}


@pytest.mark.parametrize("strategy", PLAYS)
@pytest.mark.parametrize("name", PLAYS["corrective"])
def test_the_way(strategy: str, name: str) -> None:
    perform(strategy, PLAYS[strategy][name])
