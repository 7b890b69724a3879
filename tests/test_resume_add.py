"""`resume --add`: a passage that the search did not offer is read too."""

from typing import Any

import pytest

from selfrag.arguments import parse
from selfrag.commands.decisions import decision_of
from selfrag.errors import DecisionInvalid
from selfrag.graph.consent import KIND as WEB_CONSENT

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
