"""`fork` and `history` on the command line, on the embedded models."""

import json
from pathlib import Path
from typing import Any

import pytest

from selfrag.__main__ import main
from selfrag.arguments import parse
from selfrag.commands.forking import decision_of
from selfrag.samples import sample_files

CORKAGE = "How much is the corkage fee?"


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.setenv("SELFRAG_DATA_DIR", str(tmp_path / "data"))
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    assert main(["ingest", *(str(file) for file in sample_files())]) == 0
    capsys.readouterr()
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *given: str) -> Any:
    assert main([*given, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_another_decision_gives_another_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    view = said(capsys, "ask", "What does the steak cost?")
    offered = [item["passage_id"] for item in view["review"]["evidence"]]
    assert len(offered) > 1
    first = said(capsys, "resume", view["thread_id"], "--approve", "--keep", offered[0])
    before = said(capsys, "show", view["thread_id"])
    fork = said(capsys, "fork", view["thread_id"], "--approve", "--keep", offered[1], "--by", "Ada")
    assert fork["approved"] == [offered[1]] != first["approved"]
    assert fork["answer"] != first["answer"]
    assert fork["forked_from"]["review_id"] == view["review"]["review_id"]
    assert said(capsys, "show", view["thread_id"]) == before
    assert fork["calls"]["embed"] == 0
    file = tmp_path / "decision.json"
    file.write_text(json.dumps({"action": "approve", "keep": offered[:2]}), encoding="utf-8")
    again = said(capsys, "fork", fork["thread_id"], "--decision", str(file))
    assert again["approved"] == offered[:2]
    events = said(capsys, "history", fork["thread_id"])["events"]
    assert [event["who"] for event in events if event["kind"] == "reviewed"] == ["Ada"]
    assert [event["thread_id"] for event in events if event["kind"] == "forked"] == [again["thread_id"]]


def test_as_before_is_with_what_was_added_too(capsys: pytest.CaptureFixture[str]) -> None:
    view = said(capsys, "ask", "What does the steak cost?", "--collection", "Documents")
    first, second, *_ = [item["passage_id"] for item in view["review"]["evidence"]]
    said(capsys, "resume", view["thread_id"], "--approve", "--keep", first, "--add", second)
    assert said(capsys, "fork", view["thread_id"], "--approve")["approved"] == [first, second]
    assert said(capsys, "fork", view["thread_id"], "--approve", "--drop", second)["approved"] == [first]
    said(capsys, "fork", view["thread_id"], "--approve", "--keep", second)


def test_as_before_is_with_the_strips_that_were_chosen_of_what_is_left() -> None:
    before = {"keep": ["a:1:0", "b:1:0"], "add": ["c:1:0"], "strips": {"a:1:0": [1], "b:1:0": [0, 2]}}
    review = {"kind": "chunk_review", "decision": before, "evidence": []}
    again = decision_of(parse(["fork", "t", "--approve", "--drop", "b:1:0", "--drop", "c:1:0"]), review)
    assert (again["keep"], again["add"], again["strips"]) == (["a:1:0"], [], {"a:1:0": [1]})


def test_what_was_rejected_can_be_approved_as_it_was_graded(capsys: pytest.CaptureFixture[str]) -> None:
    view = said(capsys, "ask", CORKAGE)
    assert said(capsys, "resume", view["thread_id"], "--reject")["status"] == "rejected"
    fork = said(capsys, "fork", view["thread_id"], "--approve")
    assert fork["status"] == "answered"
    assert fork["approved"] == [item["passage_id"] for item in view["evidence"] if item["kept"]]


def test_what_a_review_of_another_kind_would_lose_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    view = said(capsys, "ask", CORKAGE, "--review", "stop", "--draft-review")
    draft = said(capsys, "resume", view["thread_id"], "--approve")["review"]
    assert draft["kind"] == "draft_review"
    given = ["fork", view["thread_id"], "--review", draft["review_id"], "--approve"]
    assert main([*given, "--keep", draft["approved"][0]]) == 1
    assert "does not ask which passages may be read: leave --keep out." in capsys.readouterr().err
    assert said(capsys, *given)["status"] == "answered"


def test_the_history_is_read_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    view = said(capsys, "ask", CORKAGE, "--review", "approve-relevant")
    assert main(["history", view["thread_id"], "--question-id", view["question_id"]]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"asked: question {CORKAGE}" in lines[0]
    assert any("reviewed: action approve, by policy, policy never" in line for line in lines)
    assert lines[-1].endswith("finished: finish: outcome answered")


def test_what_cannot_be_forked_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    view = said(capsys, "ask", CORKAGE)
    assert main(["fork", view["thread_id"], "--approve"]) == 1
    assert "has no decided review of passages: name one with --review" in capsys.readouterr().err
    rejected = said(capsys, "fork", view["thread_id"], "--review", view["review"]["review_id"], "--reject")
    assert rejected["status"] == "rejected"
    with pytest.raises(SystemExit):
        main(["fork", view["thread_id"], "--reject", "--keep", "a:1:0"])
