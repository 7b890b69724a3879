"""`resume --add`: a passage that the search did not offer is read too."""

from pathlib import Path
from typing import Any

import pytest

from selfrag.arguments import parse
from selfrag.commands.decisions import decision_of, read_decision
from selfrag.errors import DecisionInvalid, SelfragError
from selfrag.graph.consent import KIND as WEB_CONSENT
from selfrag.graph.draft_review import KIND as DRAFT_REVIEW

A, B, D = "aaaa:1:0", "bbbb:2:0", "dddd:4:0"
REVIEW = {
    "kind": "chunk_review",
    "review_id": "q1.1",
    "evidence": [{"passage_id": A, "kept": True}, {"passage_id": B, "kept": False}],
}


def decided(*flags: str, **review: Any) -> dict[str, Any]:
    return decision_of(parse(["resume", "t1", *flags]), {**REVIEW, **review})


def test_what_is_added_is_kept_beside_what_the_graders_kept() -> None:
    decision = decided("--approve", "--add", D, "--add", B)
    assert (decision["action"], decision["keep"], decision["add"]) == ("approve", [A], [D, B])


def test_it_goes_with_another_question() -> None:
    decision = decided("--approve", "--question", "Why?", "--keep", B, "--add", D)
    assert (decision["action"], decision["question"], decision["search_again"]) == ("edit", "Why?", True)
    assert (decision["keep"], decision["add"]) == ([B], [D])


def test_it_is_for_a_review_of_passages_that_is_approved(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DecisionInvalid):
        decided("--approve", "--add", D, kind=WEB_CONSENT)
    with pytest.raises(SystemExit):
        decided("--reject", "--add", D)
    assert "--add" in capsys.readouterr().err


def test_what_is_both_kept_and_dropped_is_left_to_the_check_of_the_decision() -> None:
    decision = decided("--approve", "--keep", A, "--keep", B, "--drop", B)
    assert (decision["keep"], decision["drop"]) == ([A, B], [B])
    assert decided("--approve", "--drop", A)["keep"] == []
    with pytest.raises(DecisionInvalid, match="both kept and dropped"):
        decided("--write-again", "--keep", A, "--drop", A, kind=DRAFT_REVIEW, approved=[A, B])


def test_a_note_beside_a_file_would_be_lost(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        decided("--decision", "d.json", "--note", "Only the fee.")
    assert "--note" in capsys.readouterr().err


@pytest.mark.parametrize(("written", "read"), [("\ufeff{}", True), ("[" * 100_000, False)])
def test_a_file_with_a_mark_at_its_beginning_is_read_and_a_bottomless_one_is_not(
    tmp_path: Path, written: str, read: bool
) -> None:
    file = tmp_path / "decision.json"
    file.write_text(written, encoding="utf-8")
    if read:
        assert read_decision(str(file)) == {}
        return
    with pytest.raises(SelfragError, match="cannot be read as a decision"):
        read_decision(str(file))
