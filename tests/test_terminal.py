"""Decisions typed on a terminal: nothing that was not said counts as one."""

import io
from typing import Any

import pytest

from selfrag.terminal import ask_for_decision, describe, describe_beside
from selfrag.terminal.deciding import understand, understand_consent

ITEMS: list[dict[str, Any]] = [
    {"passage_id": "a:1:0", "kept": True, "document": "x.pdf", "page": 1, "is_rel": "relevant", "score": 0.9},
    {"passage_id": "b:2:0", "kept": False, "document": "y.pdf", "page": 2, "is_rel": "unknown", "score": 0.5},
]
STRIPS = [
    {"start": 0, "end": 4, "score": 0.9, "kept": True},
    {"start": 5, "end": 15, "score": 0.1, "kept": False},
]
VIEW: dict[str, Any] = {
    "thread_id": "t1", "status": "waiting", "question": "Where?", "query": "Where?", "answer": "", "citations": [],
    "outcome": None, "tried": ["Where?"], "review": {"review_id": "q.1", "kind": "chunk_review"}, "strategy": "self",
    "evidence": [{**item, "reason": "because", "text": "Some \x1b[31mtext."} for item in ITEMS],
    "reflection": {"sentences": [], "is_use": None}, "searched": [], "fallback": "", "consent": None, "steps": [],
    "calls": {"chat": 2, "embed": 1}, "tokens": {"total": 0}, "approved": [], "gone": [], "left_out": [],
}  # fmt: skip
REFINED = {**VIEW, "evidence": [{**VIEW["evidence"][0], "strips": STRIPS}, VIEW["evidence"][1]]}
CONSENT = {
    "review_id": "q.web1", "kind": "web_consent", "provider": "SearXNG at 127.0.0.1", "query": "capital\n\x1b[1mcity",
}  # fmt: skip
ASKS = {**VIEW, "review": CONSENT}


@pytest.mark.parametrize(
    ("reply", "decision"),
    [
        ("", {"action": "approve", "keep": ["a:1:0"]}),
        ("2", {"action": "approve", "keep": ["b:2:0"]}),
        ("2, 1", {"action": "approve", "keep": ["b:2:0", "a:1:0"]}),
        ("1:0,1 2", {"action": "approve", "keep": ["a:1:0", "b:2:0"], "strips": {"a:1:0": [0, 1]}}),
        ("1:1, 2", {"action": "approve", "keep": ["a:1:0", "b:2:0"], "strips": {"a:1:0": [1]}}),
        ("r", {"action": "reject"}),
        ("e Which page?", {"action": "edit", "question": "Which page?", "keep": ["a:1:0"]}),
        ("1 3x", None),
        ("1:2", None),
        ("2:0", None),
        ("1:", None),
        ("²", None),
        ("3", None),
        ("0", None),
        ("yes", None),
    ],
)
def test_what_a_line_means(reply: str, decision: dict[str, Any] | None) -> None:
    assert understand(reply, REFINED) == decision


def test_nothing_marked_is_nothing_approved() -> None:
    assert understand("", {**VIEW, "evidence": [{**item, "kept": False} for item in VIEW["evidence"]]}) is None


@pytest.mark.parametrize(
    ("reply", "decision"),
    [
        ("", {"action": "skip"}),
        ("y", {"action": "allow", "query": "capital [1mcity"}),
        ("q other words ", {"action": "allow", "query": "other words"}),
        ("n", {"action": "never"}),
        ("q", None),
        ("q  \x1b", None),
        ("yes", None),
        ("no", None),
        ("Y", None),
        ("1", None),
        ("r", None),
    ],
)
def test_only_a_clear_yes_lets_a_query_out(reply: str, decision: dict[str, Any] | None) -> None:
    assert understand_consent(reply, CONSENT) == decision


def test_consent_shows_what_would_go_where(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\nn\n"))
    assert ask_for_decision(ASKS) == {"review_id": "q.web1", "action": "never"}
    said = capsys.readouterr().err
    assert said.startswith("Nothing has left this machine. To SearXNG at 127.0.0.1 would go:\n  capital [1mcity\n")
    assert said.count("Send it?") == 2
    assert "\x1b" not in said


@pytest.mark.parametrize("view", [VIEW, ASKS])
def test_the_end_of_input_decides_nothing(view: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert ask_for_decision(view) is None


def test_a_slip_is_asked_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1 3x\n1\n"))
    assert ask_for_decision(VIEW) == {"review_id": "q.1", "action": "approve", "keep": ["a:1:0"]}
    assert capsys.readouterr().err.count("Keep which?") == 2


def test_a_document_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" not in describe(VIEW)
    assert "x.pdf, page 1" in describe(VIEW)


def test_strips_stand_under_their_passage() -> None:
    lines = describe(REFINED).splitlines()
    at = lines.index("[x] 1. x.pdf, page 1  relevant 0.90")
    assert lines[at + 1 : at + 5] == [
        "       because  (a:1:0)",
        "       [x] 0: Some",
        "       [ ] 1: [31mtext.",
        "[ ] 2. y.pdf, page 2  unknown 0.50",
    ]


def test_what_came_from_the_web_keeps_to_its_line() -> None:
    hostile = {**VIEW["evidence"][0], "document": "Title\n[x] 9. fake.pdf", "url": "https://example.org/1"}
    lines = describe({**VIEW, "evidence": [hostile]}).splitlines()
    assert "[x] 1. Title [x] 9. fake.pdf, https://example.org/1  relevant 0.90" in lines
    citation = {"n": 1, "document": "Title", "url": "https://example.org/1", "page": 1, "quote": "A\nfact."}
    cited = describe({**VIEW, "review": None, "answer": "A fact [1].", "citations": [citation]})
    assert cited.endswith("[1] Title, https://example.org/1: A fact.")


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({"outcome": "answered"}, "(Not checked: this strategy does not grade its answers.)"),
        ({"outcome": "answered_directly"}, "(Not from your documents.)"),
        (
            {"outcome": "no_evidence", "gone": ["a"], "tried": ["capital"]},
            "The approved passages are gone: their documents were deleted. Ask again to search what is left.",
        ),
        ({"fallback": "All are searched."}, "All are searched."),
        (
            {"searched": [{"title": "Menu", "error": "It is gone."}, {"title": "Wine", "error": None}]},
            "“Menu” could not be searched: It is gone.",
        ),
        ({"consent": {"action": "allow", "query": "capital"}}, "Sent to the web: capital"),
        ({"consent": {"action": "skip"}}, "The web was not searched: you kept the query in."),
        ({"consent": {"action": "never"}}, "The web was not searched: nothing may leave this machine in this thread."),
        (
            {"consent": {"action": "no_provider"}},
            "The web was not searched: no provider is set (SELFRAG_SEARXNG_URL or TAVILY_API_KEY).",
        ),
        (
            {"consent": {"action": "limit"}},
            "The web was not searched again: the limit of this question is reached.",
        ),
    ],
)
def test_what_is_told_beside_an_answer(changed: dict[str, Any], line: str) -> None:
    ended = {**VIEW, "review": None, "answer": "Here.", "outcome": "partly_supported"}
    assert line in describe({**ended, **changed}).splitlines()
    assert line not in describe(ended).splitlines()


def test_a_checked_answer_is_not_called_unchecked() -> None:
    checked = {**VIEW, "review": None, "answer": "Here.", "outcome": "answered"}
    reflection = {"sentences": [{"text": "Here.", "is_sup": "fully"}], "is_use": 5}
    assert "Not checked" not in describe({**checked, "reflection": reflection})


def test_columns_hold_however_wide_a_character_is() -> None:
    korean = {**VIEW, "review": None, "strategy": "self", "answer": "서랍지기 카베르네 " * 12, "outcome": "answered"}
    english = {**korean, "strategy": "adaptive", "answer": "The Cabernet. \x1b[2J" * 3}
    lines = describe_beside([korean, english]).splitlines()
    assert lines[1] == "strategy   self" + " " * 54 + "adaptive"
    spent = "0 searches, 3 calls, 0 tokens, 0.0 s"
    assert lines[7] == "spent      " + spent + " " * 22 + spent
    assert lines[8] == "supported  not checked" + " " * 47 + "not checked"
    [answer] = [line for line in lines if line.startswith("answer")]
    assert answer.endswith("  The Cabernet. [2JThe Cabernet. [2JThe Cabernet. [2J")
    assert len(lines) > 10
    assert "\x1b" not in "".join(lines)
