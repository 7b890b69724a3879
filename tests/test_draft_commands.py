"""Drafts decided on, and answers judged, by the command line on real stores and the embedded models."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.command_line import CommandLine
from tests.test_command_line import STEAK, data_dir, ingest_samples, run

__all__ = ["data_dir", "run"]


def drafted(run: CommandLine, *more: str) -> dict[str, Any]:
    """A draft that waits, after a policy approved the evidence."""
    ingest_samples(run)
    [view] = run("ask", STEAK, "--review", "approve-all", "--draft-review", *more)
    assert (view["status"], view["answer"], view["review"]["kind"]) == ("waiting", "", "draft_review")
    return dict(view)


def test_a_draft_is_shown_and_accepted_without_a_sentence_and_judged(run: CommandLine) -> None:
    view = drafted(run)
    thread, sentences = view["thread_id"], view["sentences"]
    assert len(sentences) > 1
    shown = run.text("show", thread)
    assert "Waiting for your decision on this draft:" in shown
    for n, sentence in enumerate(view["reflection"]["sentences"]):
        assert f"{n}. fully: {sentence['text']}\n     “{' '.join(sentence['support']['quote'].split())}”  (" in shown
    run.text("resume", thread, "--accept", "--strike", "99", code=1)
    assert run.err == "The answer has no sentence 99; they count from 0.\n"
    [view] = run("resume", thread, "--accept", "--strike", "0", "--by", "Kim")
    assert (view["status"], view["sentences"]) == ("answered", sentences[1:])
    assert sentences[0] not in view["answer"]
    assert (view["accepted"]["strike"], view["answer_by_model"] != view["answer"]) == ([0], True)
    [view] = run("strike", thread, "0", "--by", "Lee")
    assert (view["struck"][0]["sentence"], view["struck"][0]["who"]) == (0, "Lee")
    assert view["answer_as_written"] not in view["answer"]
    assert f"0. struck by Lee: {sentences[1]}" in run.text("show", thread)
    [view] = run("strike", thread, "0", "--undo")
    assert (view["struck"], view["answer"]) == ([], view["answer_as_written"])
    for given, value, said in (("up", 1, "Thumb up."), ("down", -1, "Thumb down."), ("none", 0, "")):
        [view] = run("thumb", thread, given)
        assert view["thumb"] == value
        assert ("Thumb" in run.text("show", thread)) == bool(said)
        assert said in run.text("show", thread)
    run.text("strike", thread, "77", code=1)
    assert run.err == "The answer has no sentence 77; they count from 0.\n"


def test_a_draft_is_edited_from_a_file(run: CommandLine, tmp_path: Path) -> None:
    view = drafted(run)
    thread, answer = view["thread_id"], tmp_path / "answer.txt"
    run.text("resume", thread, "--edit", str(tmp_path / "none.txt"), code=1)
    assert "cannot be read as text" in run.err
    answer.write_text("한우는 3만 5천 원입니다. [1]\n", encoding="utf-8")
    [view] = run("resume", thread, "--edit", str(answer), "--by", "Kim")
    assert (view["answer"], view["written_by"], view["outcome"]) == (
        "한우는 3만 5천 원입니다. [1]",
        "person",
        "answered",
    )
    shown = run.text("show", thread)
    assert "(Written by a person; not checked.)" in shown
    assert "0. by a person: 한우는 3만 5천 원입니다." in shown


def test_a_draft_is_written_again_from_less_searched_for_again_and_rejected(run: CommandLine) -> None:
    view = drafted(run)
    thread, (first, *rest) = view["thread_id"], view["review"]["approved"]
    assert rest
    run.text("resume", thread, "--write-again", "--drop", "nowhere:1:0", code=1)
    assert run.err == "“nowhere:1:0” is not among the approved passages.\n"
    [view] = run("resume", thread, "--write-again", "--note", "Shorter.", "--drop", rest[0])
    assert view["review"]["approved"] == [first, *rest[1:]]
    assert view["accepted"]["note"] == "Shorter."
    [view] = run("resume", thread, "--search-again", "--query", "와인")
    assert view["query"] == "와인"
    if view["review"]["kind"] == "chunk_review":
        [view] = run("resume", thread, "--approve")
    [view] = run("resume", thread, "--reject")
    assert (view["status"], view["answer"]) == ("rejected", "")


def test_a_decision_from_a_file_and_the_wrong_words_for_a_pause(run: CommandLine, tmp_path: Path) -> None:
    view = drafted(run)
    thread, file = view["thread_id"], tmp_path / "decision.json"
    for words in (["--approve"], ["--allow"], ["--skip"]):
        run.text("resume", thread, *words, code=1)
        assert run.err.startswith("This pause asks about the answer: use --accept")
    file.write_text(json.dumps({"action": "edit", "answer": "Mine."}), encoding="utf-8")
    [view] = run("resume", thread, "--decision", str(file))
    assert view["answer"] == "Mine."
    [view] = run("ask", STEAK, "--review", "stop", "--thread", thread)
    run.text("resume", thread, "--accept", code=1)
    assert run.err.startswith("This review asks which passages may be read")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--search-again"], "--search-again needs --query"),
        (["--accept", "--query", "x"], "--query goes with --allow or --search-again"),
        (["--accept", "--drop", "x"], "--keep and --drop go with --approve or --write-again"),
        (["--reject", "--strike", "0"], "--strike goes with --accept"),
        (["--accept", "--reject"], "not allowed with argument"),
    ],
)
def test_arguments_that_do_not_go_together_are_wrong_use(
    run: CommandLine, capsys: pytest.CaptureFixture[str], given: list[str], said: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        run.text("resume", "t1", *given)
    assert (ended.value.code, said in capsys.readouterr().err) == (2, True)


def test_where_a_policy_decides_nobody_sees_the_draft_unless_they_say_so(run: CommandLine) -> None:
    ingest_samples(run)
    from selfrag.settings import read_settings
    from selfrag.wiring import open_service

    with open_service(read_settings()) as service:
        service.prefer("draft_review", "on")
    [view] = run("ask", STEAK, "--review", "approve-all")
    assert view["status"] == "answered"
    [both] = run("compare", STEAK, "--strategy", "self", "--strategy", "adaptive", "--review", "approve-all")
    assert [each["status"] for each in both["runs"]] == ["answered", "answered"]
    [view] = run("ask", STEAK, "--review", "stop")
    assert (view["status"], view["review"]["kind"], view["draft_review"]) == ("waiting", "chunk_review", True)
    [view] = run("resume", view["thread_id"], "--approve")
    assert view["review"]["kind"] == "draft_review"
