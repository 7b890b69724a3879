"""What a policy approves by itself, and what it leaves to a person, where there are strips and a web."""

import pytest

from tests.graph.plays import ALLOW, APPROVE, SKIP, Play, W, by_id, perform

BAD = {"rel": by_id()}
ONLY_WEB = {"rel": by_id(w="relevant")}
TO_REVIEW = "search gather grade refine"
NOTHING = "search gather grade"
TWICE = "decide search gather grade rewrite search gather grade rewrite search gather grade"
FROM_WEB = "consent search gather grade refine"
WRITTEN = "review write finish"
GRADED = "review write reflect finish"
AMBIGUOUS = {"rel": by_id("ambiguous")}
UNKNOWN = {"rel": by_id("unknown")}

CORRECTIVE = {
    "never, correct": Play(f"{TO_REVIEW} policy write finish", (), policy="never"),
    "never, unknown": Play(f"{TO_REVIEW} | {WRITTEN}", says=UNKNOWN, policy="never"),
    "never, but the web is asked for": Play(
        f"{NOTHING} | {FROM_WEB} policy write finish",
        (ALLOW,),
        counters=(0, 1, 1),
        says=ONLY_WEB,
        web=[W],
        policy="never",
    ),
    "never, incorrect and skipped": Play(
        f"{NOTHING} | consent policy finish", (SKIP,), "no_evidence", (0, 0, 0), BAD, web=[W], policy="never"
    ),
    "approve_all, incorrect": Play(
        f"{NOTHING} consent policy finish", (), "no_evidence", (0, 0, 0), BAD, policy="approve_all"
    ),
    "approve_all, mixed": Play(
        f"{TO_REVIEW} policy write finish",
        (),
        says={"rel": by_id(b="relevant")},
        sources=("c1", "c2"),
        policy="approve_all",
    ),
    "when_unsure, correct": Play(f"{TO_REVIEW} policy write finish", (), policy="when_unsure"),
    "when_unsure, ambiguous": Play(f"{TO_REVIEW} | {WRITTEN}", says=AMBIGUOUS, policy="when_unsure"),
    "when_unsure, unsure of what the web says": Play(
        f"{NOTHING} | {FROM_WEB} | {WRITTEN}",
        (ALLOW, APPROVE),
        counters=(0, 1, 1),
        says={"rel": by_id(w="ambiguous")},
        web=[W],
        policy="when_unsure",
    ),
}
COMBINED = {
    "never, correct": Play(f"decide {TO_REVIEW} policy write reflect finish", (), policy="never"),
    "never, unknown": Play(f"decide {TO_REVIEW} | {GRADED}", says=UNKNOWN, policy="never"),
    "never, incorrect": Play(f"{TWICE} consent policy finish", (), "no_evidence", (2, 0, 0), says=BAD, policy="never"),
    "never, but the web is asked for": Play(
        f"{TWICE} | {FROM_WEB} policy write reflect finish",
        (ALLOW,),
        counters=(2, 1, 1),
        says=ONLY_WEB,
        web=[W],
        policy="never",
    ),
    "approve_all, mixed": Play(
        f"decide {TO_REVIEW} policy write reflect finish",
        (),
        says={"rel": by_id(b="relevant")},
        sources=("c1", "c2"),
        policy="approve_all",
    ),
    "approve_all, incorrect": Play(
        f"{TWICE} consent policy finish", (), "no_evidence", (2, 0, 0), says=BAD, policy="approve_all"
    ),
    "when_unsure, correct": Play(f"decide {TO_REVIEW} policy write reflect finish", (), policy="when_unsure"),
    "when_unsure, ambiguous": Play(f"decide {TO_REVIEW} | {GRADED}", says=AMBIGUOUS, policy="when_unsure"),
}


@pytest.mark.parametrize("name", CORRECTIVE)
def test_corrective(name: str) -> None:
    perform("corrective", CORRECTIVE[name])


@pytest.mark.parametrize("name", COMBINED)
def test_combined(name: str) -> None:
    perform("combined", COMBINED[name])
