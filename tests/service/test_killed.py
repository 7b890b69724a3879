"""kill -9 in every node, then continue: no finished step runs again and no decision is lost."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.service.victim import HALF_A_THOUGHT

B, W = "bbbb:2:0", "0eb0:1:0"
BEFORE_REVIEW = ["decide_retrieval", "search", "gather_evidence", "grade_passages"]
AFTER_REVIEW = ["decided", "write_answer", "reflect", "finish"]
CALLS = {
    "decide_retrieval": 1,
    "search": 1,
    "grade_passages": 1,
    "write": 1,
    "grade_support": 1,
    "grade_usefulness": 1,
}


def run(data_dir: Path, action: str, fatal: str = "", strategy: str = "self") -> dict[str, Any] | None:
    """The view that the process printed, or None when it was killed."""
    data_dir.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "tests.service.victim", str(data_dir), action, fatal, strategy]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    if fatal and done.returncode == -signal.SIGKILL:
        return None
    assert done.returncode == 0, done.stderr
    view: dict[str, Any] = json.loads(done.stdout)
    return view


def calls(data_dir: Path) -> Counter[str]:
    return Counter((data_dir / "calls.log").read_text().split())


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not on Windows")
@pytest.mark.parametrize("node", BEFORE_REVIEW + AFTER_REVIEW)
def test_killed_in_a_node(tmp_path: Path, node: str) -> None:
    asked = run(tmp_path, "ask", node if node in BEFORE_REVIEW else "")
    if node in BEFORE_REVIEW:
        assert asked is None, "the process was to die"
        asked = run(tmp_path, "continue")
    assert asked is not None
    assert asked["status"] == "waiting"
    answered = run(tmp_path, "resume", node if node in AFTER_REVIEW else "")
    if node in AFTER_REVIEW:
        assert answered is None, "the process was to die"
        answered = run(tmp_path, "continue")
    assert answered is not None
    assert answered["status"] == "answered"
    assert [c["passage_id"] for c in answered["citations"]] == [B]
    assert sorted(s["node"] for s in answered["steps"]) == sorted(
        [*BEFORE_REVIEW, "review_evidence", "write_answer", "reflect", "finish"]
    )
    assert calls(tmp_path) == CALLS


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not on Windows")
@pytest.mark.parametrize(("node", "status"), [("approve_by_policy", "answered"), ("answer_directly", "answered")])
def test_killed_on_a_way_without_review(tmp_path: Path, node: str, status: str) -> None:
    assert run(tmp_path, "ask", node) is None
    view = run(tmp_path, "continue")
    assert view is not None
    assert view["status"] == status
    assert max(calls(tmp_path).values()) == 1


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not on Windows")
def test_killed_while_rewriting(tmp_path: Path) -> None:
    assert run(tmp_path, "ask", "rewrite_question") is None
    view = run(tmp_path, "continue")
    assert view is not None
    assert view["status"] == "waiting"
    assert view["counters"]["rewrites"] == 2
    assert calls(tmp_path) == {"decide_retrieval": 1, "search": 3, "grade_passages": 1, "rewrite": 2}


WITH_WEB = {  # of each strategy: what leads to the consent, what to the review, and what to the end
    "corrective": (
        ["search", "gather_evidence", "grade_passages"],
        ["ask_web_consent", "search", "gather_evidence", "grade_passages", "refine_passages"],
        ["review_evidence", "write_answer", "finish"],
    ),
    "combined": (
        ["decide_retrieval", "search", "gather_evidence", "grade_passages"]
        + ["rewrite_question", "search", "gather_evidence", "grade_passages"] * 2,
        ["ask_web_consent", "search", "gather_evidence", "grade_passages", "refine_passages"],
        ["review_evidence", "write_answer", "reflect", "finish"],
    ),
}
CALLS_WITH_WEB = {
    "corrective": {"search": 3, "grade_passages": 2, "web": 1, "grade_strips": 1, "write": 1},
    "combined": {
        "decide_retrieval": 1,
        "search": 9,
        "grade_passages": 2,
        "rewrite": 2,
        "web": 1,
        "grade_strips": 1,
        "write": 1,
        "grade_support": 1,
        "grade_usefulness": 1,
    },
}
LEGS = ["ask", "resume", "resume"]
DEATHS = [
    *[(0, node) for node in ("decide_retrieval", "search", "search:c1", "search:c2", "gather_evidence")],
    *[(0, node) for node in ("grade_passages", "rewrite_question")],
    *[(1, node) for node in ("decided", "search_web", "gather_evidence", "grade_passages", "refine_passages")],
    *[(2, node) for node in ("decided", "write_answer", "reflect", "finish")],
]


def ended_well(data_dir: Path, view: dict[str, Any] | None, strategy: str) -> None:
    """Answered from the web, every node on record once, and every port called once for it."""
    assert view is not None
    assert view["status"] == "answered"
    assert [step["node"] for step in view["steps"]] == [node for leg in WITH_WEB[strategy] for node in leg]
    assert [c["passage_id"] for c in view["citations"]] == [W]
    assert (view["strategy"], view["counters"]["web"], view["consent"]["query"]) == (strategy, 1, "other words")
    assert calls(data_dir) == CALLS_WITH_WEB[strategy]


@pytest.mark.slow
@pytest.mark.parametrize("strategy", WITH_WEB)
def test_each_leg_in_a_process_of_its_own(tmp_path: Path, strategy: str) -> None:
    for action, kind in (("ask", "web_consent"), ("resume", "chunk_review")):
        view = run(tmp_path, action, "", strategy)
        assert view is not None
        assert (view["status"], view["review"]["kind"]) == ("waiting", kind)
    ended_well(tmp_path, run(tmp_path, "resume", "", strategy), strategy)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not on Windows")
@pytest.mark.parametrize(("leg", "node"), DEATHS)
def test_killed_in_a_node_of_the_combined_strategy(tmp_path: Path, leg: int, node: str) -> None:
    assert run(tmp_path, "+".join(LEGS[: leg + 1]), node, "combined") is None, "the process was to die"
    view = run(tmp_path, "+".join(["continue", *LEGS[leg + 1 :]]), "", "combined")
    ended_well(tmp_path, view, "combined")


DRAFTED = [*BEFORE_REVIEW, "review_evidence", "write_answer", "reflect", "review_draft", "finish"]
DEATHS_OF_DRAFTS = [(1, node) for node in ("decided", "write_answer", "reflect")] + [(2, "decided"), (2, "finish")]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not on Windows")
@pytest.mark.parametrize(("leg", "node"), DEATHS_OF_DRAFTS)
def test_killed_on_the_way_to_a_draft_and_from_it(tmp_path: Path, leg: int, node: str) -> None:
    assert run(tmp_path, "+".join(LEGS[: leg + 1]), node, "drafts") is None, "the process was to die"
    view = run(tmp_path, "+".join(["continue", *LEGS[leg + 1 :]]), "", "drafts")
    assert view is not None
    assert (view["status"], view["accepted"]["action"]) == ("answered", "accept")
    assert [step["node"] for step in view["steps"]] == DRAFTED
    assert calls(tmp_path) == CALLS


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not on Windows")
@pytest.mark.parametrize(
    ("legs", "kind", "strategy"),
    [
        (1, "chunk_review", "self"),
        (2, "draft_review", "drafts"),
        (1, "web_consent", "combined"),
    ],
)
def test_killed_while_it_waits_for_a_person(tmp_path: Path, legs: int, kind: str, strategy: str) -> None:
    assert run(tmp_path, "+".join(LEGS[:legs]), "waiting", strategy) is None, "the process was to die"
    spent, view = calls(tmp_path), run(tmp_path, "look", "", strategy)
    assert view is not None
    assert (view["status"], view["review"]["kind"], view["review"]["draft"]) == ("waiting", kind, HALF_A_THOUGHT)
    assert calls(tmp_path) == spent
    left = (2 if strategy == "self" else 3) - legs
    answered = run(tmp_path, "+".join(["resume"] * left), "", strategy)
    assert answered is not None
    assert answered["status"] == "answered"
    assert calls(tmp_path) == CALLS_WITH_WEB.get(strategy, CALLS)
