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

B = "bbbb:2:0"
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


def run(data_dir: Path, action: str, fatal: str = "") -> dict[str, Any] | None:
    """The view that the process printed, or None when it was killed."""
    data_dir.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "tests.service.victim", str(data_dir), action, *([fatal] if fatal else [])]
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
