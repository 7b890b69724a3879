"""The adaptive strategy: the exact way for every verdict, every choice of sources, and every decision."""

import pytest

from selfrag.ports import WEB
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
)

THREE = ("c1", "c2", "c3")
TO_REVIEW = "decide search gather grade"
WRITTEN = "review write finish"
CONSENT = "decide | consent search gather grade"

PLAYS = {
    "Retrieve yes": Play(f"{TO_REVIEW} | {WRITTEN}"),
    "Retrieve unknown": Play(f"{TO_REVIEW} | {WRITTEN}", says={"retrieve": "unknown"}),
    "Retrieve no": Play("decide gather direct finish", (), "answered_directly", (0, 0, 0), {"retrieve": "no"}),
    "Retrieve continue with nothing approved yet": Play(f"{TO_REVIEW} | {WRITTEN}", says={"retrieve": "continue"}),
    "follow-up, yes": Play(f"{TO_REVIEW} | {WRITTEN}", follows=True),
    "follow-up, unknown": Play(f"{TO_REVIEW} | {WRITTEN}", says={"retrieve": "unknown"}, follows=True),
    "follow-up, no": Play(
        "decide gather direct finish", (), "answered_directly", (0, 0, 0), {"retrieve": "no"}, follows=True
    ),
    "follow-up, continue": Play(f"decide gather grade | {WRITTEN}", says={"retrieve": "continue"}, follows=True),
    "continue, then a new search": Play(
        f"decide gather grade | review search gather grade | {WRITTEN}",
        ({**OTHER_WORDS, "keep": [A]}, APPROVE),
        says={"retrieve": "continue"},
        follows=True,
    ),
    "irrelevant": Play(f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id()}),
    "ambiguous": Play(f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id("ambiguous")}),
    "unknown": Play(f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id("unknown")}),
    "mixed": Play(
        f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id("unknown", a="relevant", b="irrelevant")}, sources=THREE
    ),
    "reject": Play(f"{TO_REVIEW} | review finish", (REJECT,), "rejected", (0, 0, 0)),
    "reworded and searched": Play(
        f"{TO_REVIEW} | review search gather grade | {WRITTEN}", ({**OTHER_WORDS, "keep": [A]}, APPROVE)
    ),
    "reworded without a search": Play(f"{TO_REVIEW} | {WRITTEN}", (ONLY_REWORD,)),
    "searched again, nothing new": Play(
        f"{TO_REVIEW} | review search gather grade | review finish", (AGAIN, REJECT), "rejected", (0, 0, 0)
    ),
    "never, relevant": Play(f"{TO_REVIEW} policy write finish", (), policy="never"),
    "never, irrelevant": Play(
        f"{TO_REVIEW} policy finish", (), "no_evidence", (0, 0, 0), {"rel": by_id()}, policy="never"
    ),
    "never, unknown": Play(f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id("unknown")}, policy="never"),
    "approve_all, irrelevant": Play(
        f"{TO_REVIEW} policy finish", (), "no_evidence", (0, 0, 0), {"rel": by_id()}, policy="approve_all"
    ),
    "approve_all, mixed": Play(
        f"{TO_REVIEW} policy write finish", (), says={"rel": by_id(a="relevant")}, policy="approve_all", sources=THREE
    ),
    "when_unsure, sure": Play(f"{TO_REVIEW} policy write finish", (), policy="when_unsure"),
    "when_unsure, ambiguous": Play(f"{TO_REVIEW} | {WRITTEN}", says={"rel": by_id("ambiguous")}, policy="when_unsure"),
    "the web, not picked": Play(f"{TO_REVIEW} | {WRITTEN}", says={"sources": ["c1"]}, sources=("c1", WEB), web=[W]),
    "the web, picked alone and allowed": Play(
        f"{CONSENT} | {WRITTEN}", (ALLOW, APPROVE), "answered", (0, 1, 1), {"sources": [WEB]}, ("c1", WEB), [W]
    ),
    "the web, picked with a collection and skipped": Play(
        f"{CONSENT} | {WRITTEN}", (SKIP, APPROVE), "answered", (0, 1, 0), {"sources": ["c1", WEB]}, ("c1", WEB), [W]
    ),
    "the web, picked alone and skipped: the collections instead": Play(
        f"{CONSENT} | {WRITTEN}", (SKIP, APPROVE), "answered", (0, 1, 0), {"sources": [WEB]}, ("c1", WEB), [W]
    ),
    "the web, picked alone and never: the collections instead": Play(
        f"{CONSENT} | {WRITTEN}", (NEVER, APPROVE), "answered", (0, 1, 0), {"sources": [WEB]}, ("c1", WEB), [W]
    ),
    "the web alone there is, and skipped": Play(
        "decide | consent | review finish", (SKIP, REJECT), "rejected", (0, 0, 0), {"sources": [WEB]}, (WEB,), [W]
    ),
    "the web, picked without a provider": Play(
        "decide consent search gather grade | review write finish",
        says={"sources": ["c1", WEB]},
        sources=("c1", WEB),
    ),
    "the web finds nothing": Play(
        f"{CONSENT} | {WRITTEN}", (ALLOW, APPROVE), "answered", (0, 1, 1), {"sources": ["c1", WEB]}, ("c1", WEB), []
    ),
    "the web is asked once a question": Play(
        f"{CONSENT} | review consent search gather grade | {WRITTEN}",
        (ALLOW, {**OTHER_WORDS, "keep": [A]}, APPROVE),
        "answered",
        (0, 1, 1),
        {"sources": ["c1", WEB]},
        ("c1", WEB),
        [W],
    ),
}


@pytest.mark.parametrize("name", PLAYS)
def test_the_way(name: str) -> None:
    perform("adaptive", PLAYS[name])
