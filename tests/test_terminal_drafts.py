"""Drafts on a terminal: shown with what carries each sentence, and decided by what was typed."""

import io
from typing import Any

import pytest

from selfrag.terminal import ask_for_decision, describe
from selfrag.terminal.deciding import DRAFT_SLIP, understand_draft
from tests.test_terminal import VIEW

SUPPORT = {"passage_id": "a:1:0", "document_id": "a", "page": 7, "start": 0, "end": 5, "quote": "The\ninn."}
SENTENCES: list[dict[str, Any]] = [
    {"text": "The inn\x1b[1m.", "is_sup": "fully", "support": SUPPORT},
    {"text": "It is\nred.", "is_sup": "no"},
    {"text": "Mine.", "is_sup": "unknown", "by": "person"},
]
DRAFT = {
    **VIEW,
    "review": {"review_id": "q.draft1", "kind": "draft_review", "answer": "The inn. [1] It is red. Mine."},
    "reflection": {"sentences": SENTENCES, "is_use": None},
    "sentences": [each["text"] for each in SENTENCES],
}


@pytest.mark.parametrize(
    ("reply", "decision"),
    [
        ("", {"action": "accept"}),
        ("s 0 2", {"action": "accept", "strike": [0, 2]}),
        ("s 1,2", {"action": "accept", "strike": [1, 2]}),
        ("w", {"action": "write_again", "note": ""}),
        ("w Shorter, please.", {"action": "write_again", "note": "Shorter, please."}),
        ("q the inn", {"action": "search_again", "query": "the inn"}),
        ("r", {"action": "reject"}),
        ("s", None),
        ("s 3", None),
        ("s ²", None),
        ("q", None),
        ("q  ", None),
        ("accept", None),
        ("1", None),
    ],
)
def test_only_what_was_said_is_decided(reply: str, decision: dict[str, Any] | None) -> None:
    assert understand_draft(reply, DRAFT) == decision


def test_a_draft_is_asked_about_until_the_reply_is_understood(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\nw Shorter.\n"))
    assert ask_for_decision(DRAFT) == {"review_id": "q.draft1", "action": "write_again", "note": "Shorter."}
    shown = capsys.readouterr().err
    assert "The inn. [1] It is red. Mine.\n0. fully: The inn[1m." in shown
    assert shown.count(DRAFT_SLIP) == 1
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert ask_for_decision(DRAFT) is None


def test_each_sentence_is_told_with_what_carries_it() -> None:
    shown = describe(DRAFT)
    assert "Waiting for your decision on this draft:\nThe inn. [1] It is red. Mine.\nDecide with: " in shown
    assert shown.endswith(
        "0. fully: The inn[1m.\n     “The inn.”  (x.pdf, page 7)\n1. no: It is red.\n2. by a person: Mine."
    )


def test_what_people_said_of_an_answer_is_told() -> None:
    ended = {
        **DRAFT,
        "review": None,
        "answer": "It is red.",
        "outcome": "answered",
        "written_by": "both",
        "struck": [{"sentence": 0, "who": "Kim\nLee", "at": 1.0}, {"sentence": 2, "who": "", "at": 2.0}],
        "thumb": -1,
    }
    shown = describe(ended)
    assert "It is red.\n(Edited by a person, whose sentences are not checked.)" in shown
    assert shown.endswith("0. struck by Kim Lee: The inn[1m.\n1. no: It is red.\n2. struck: Mine.\nThumb down.")


def test_an_answer_that_is_not_graded_has_numbers_to_strike_by() -> None:
    plainly = {**DRAFT, "review": None, "answer": "The inn.", "outcome": "answered"}
    plainly |= {"reflection": {"sentences": [], "is_use": None}, "sentences": ["The inn."]}
    assert describe(plainly).endswith("0. not checked: The inn.")
    assert "not checked: The" not in describe({**plainly, "outcome": "answered_directly"})
