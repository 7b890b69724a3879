"""What insights make of real questions, reviews and opinions."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from selfrag.__main__ import main
from selfrag.service import Service
from tests.fakes import FakePorts, FakeReflector, passage, shelf

A, B, C = "aaaa:1:0", "bbbb:2:0", "cccc:3:0"
Serve = Callable[[FakePorts], Service]


def ports(*more: str) -> FakePorts:
    """Three passages: relevant at 0.9, irrelevant at 0.2 and ambiguous at 0.5."""
    verdicts: dict[str, Any] = {B: "irrelevant", C: "ambiguous"}
    made = shelf(A, B, C, *more)
    made.reflector = FakeReflector(
        rel=lambda question, shown: verdicts.get(shown["id"], "relevant"), rel_scores={A: 0.9, B: 0.2, C: 0.5}
    )
    return made


def ask(service: Service, question: str = "What stands here?", **more: Any) -> str:
    run = service.ask(question, **more)
    run.wait()
    return run.key


def decide(service: Service, thread: str, action: str = "approve", **more: Any) -> None:
    review = service.show(thread)["review"]
    service.resume(thread, {"review_id": review["review_id"], "action": action, **more}).wait()


def seen(rows: Any) -> dict[tuple[str, float | None], bool]:
    return {(row.said, row.score): row.kept for row in rows}


def left_out(service: Service) -> dict[str, int]:
    return {why: n for why, n in service.judged().left_out if n}


def test_a_decision_judges_every_passage_that_it_was_shown(serve: Serve) -> None:
    service = serve(ports())
    decide(service, ask(service), keep=[A, B])
    rows = service.judged().passages
    assert seen(rows) == {("yes", 0.9): True, ("no", 0.2): True, ("unsure", 0.5): False}
    row = next(row for row in rows if row.said == "yes")
    assert (row.collections, row.language, row.model, row.strategy) == (("Documents",), "latin", "embedded", "self")
    assert (row.proposed, row.basis, row.forked) == (True, "label", False)
    assert not next(row for row in rows if row.said == "no").proposed


@pytest.mark.parametrize(
    ("action", "more", "why"),
    [
        ("reject", {}, "rejected"),
        ("edit", {"search_again": True, "drop": [B]}, "searched_again"),
        ("edit", {"question": "What else?", "search_again": False, "keep": [A]}, "reworded"),
    ],
)
def test_some_decisions_judge_no_passage(serve: Serve, action: str, more: dict[str, Any], why: str) -> None:
    service = serve(ports())
    decide(service, ask(service), action, **more)
    assert service.judged().passages == []
    assert left_out(service) == {why: 1}
    assert len(service.judged().decided) == 1


def test_what_a_policy_decides_is_no_judgement(serve: Serve) -> None:
    service = serve(ports())
    ask(service, policy="never")
    assert (service.judged().passages, service.judged().decided) == ([], [])
    assert left_out(service) == {"policy": 1}


def test_of_two_reviews_the_first_verdict_and_the_last_decision_count(serve: Serve) -> None:
    service = serve(ports())
    thread = ask(service)
    decide(service, thread, "edit", search_again=True, keep=[A, B])
    decide(service, thread, keep=[A])
    rows = service.judged().passages
    assert seen(rows) == {("yes", 0.9): True, ("no", 0.2): False, ("unsure", 0.5): False}
    assert not next(row for row in rows if row.said == "no").proposed  # in the second review the person had kept it
    assert len(service.judged().decided) == 2


def test_what_a_person_had_kept_for_another_wording_was_not_proposed_by_the_grader(serve: Serve) -> None:
    service = serve(ports())
    thread = ask(service)
    decide(service, thread, "edit", question="What else stands here?", keep=[A, B])
    decide(service, thread, keep=[A, B])
    rows = {row.said: row for row in service.judged().passages}
    assert (rows["no"].kept, rows["no"].proposed, rows["yes"].proposed) == (True, False, True)
    assert left_out(service) == {"reworded": 1}


def test_what_a_person_added_was_judged_by_no_grader(serve: Serve) -> None:
    made = ports()
    made.passages.stored["dddd:1:0"] = passage("dddd:1:0")
    service = serve(made)
    decide(service, ask(service), keep=[A], add=["dddd:1:0"])
    assert len(service.judged().passages) == 3
    assert left_out(service) == {"added": 1}


def test_a_fork_judges_only_what_nobody_had_judged(serve: Serve) -> None:
    service = serve(ports())
    thread = ask(service)
    review_id = service.show(thread)["review"]["review_id"]
    decide(service, thread, keep=[A])
    service.fork(thread, review_id, {"action": "approve", "keep": [B]}).wait()
    history = service.judged()
    assert seen(history.passages) == {("yes", 0.9): True, ("no", 0.2): False, ("unsure", 0.5): False}
    assert (len(history.asked), len(history.decided), left_out(service)) == (1, 1, {"forked": 3})


def test_a_fork_of_what_a_policy_decided_judges(serve: Serve) -> None:
    service = serve(ports())
    thread = ask(service, policy="never")
    review_id = service.desk.reviews.of_thread(thread)[0].id
    service.fork(thread, review_id, {"action": "approve", "keep": [B]}).wait()
    rows = service.judged().passages
    assert [row.forked for row in rows] == [True] * 3
    assert seen(rows)[("no", 0.2)] is True


def test_passages_of_a_deleted_document_are_in_a_group_of_their_own(serve: Serve) -> None:
    made = ports()
    service = serve(made)
    decide(service, ask(service, "코키지 비용은 얼마인가요?"), keep=[A])
    before = service.judged()
    made.passages.forget(B)
    after = service.judged().passages
    assert {row.collections for row in before.passages} == {("Documents",)}
    assert {row.said: row.collections for row in after} == {
        "yes": ("Documents",),
        "no": ("",),
        "unsure": ("Documents",),
    }
    assert {row.language for row in after} == {"hangul"}


def contested(rows: Any) -> list[tuple[str, bool]]:
    return [(row.said, not row.kept) for row in rows]


def answered(serve: Serve, **more: Any) -> tuple[Service, str, str]:
    """An answer of two sentences, the second of which is not supported."""
    made = ports()
    made.reflector.sup = lambda claim: "no" if "bbbb" in claim["text"] else "fully"
    service = serve(made)
    thread = ask(service, **more)
    decide(service, thread, keep=[A, B])
    return service, thread, service.show(thread)["question_id"]


def test_sentences_that_nobody_looked_at_judge_nothing(serve: Serve) -> None:
    service, _thread, _question = answered(serve)
    assert service.judged().sentences == []


def test_a_strike_contests_a_sentence_and_lets_the_others_stand(serve: Serve) -> None:
    service, thread, question = answered(serve)
    service.strike(thread, question, 1, True, "Ada")
    assert contested(service.judged().sentences) == [("yes", False), ("no", True)]
    service.strike(thread, question, 1, False, "Ada")
    assert contested(service.judged().sentences) == [("yes", False), ("no", False)]


def test_a_thumb_says_that_the_answer_was_read(serve: Serve) -> None:
    service, thread, question = answered(serve)
    service.thumb(thread, question, -1, "Ada")
    history = service.judged()
    assert contested(history.sentences) == [("yes", False), ("no", False)]
    assert [row.thumb for row in history.asked] == [-1]


def test_a_draft_that_was_accepted_without_a_sentence_contests_it(serve: Serve) -> None:
    service, thread, _question = answered(serve, draft_review=True)
    decide(service, thread, "accept", strike=[1])
    assert service.show(thread)["status"] == "answered"
    assert contested(service.judged().sentences) == [("yes", False), ("no", True)]
    assert sorted(row.kind for row in service.judged().decided) == ["chunk_review", "draft_review"]


def test_an_edit_contests_what_it_changes(serve: Serve) -> None:
    service, thread, _question = answered(serve, draft_review=True)
    answer = service.show(thread)["review"]["answer"]
    decide(service, thread, "edit", answer=answer.replace("bbbb", "other"))
    assert contested(service.judged().sentences) == [("yes", False), ("no", True)]


def test_questions_tell_what_they_took(serve: Serve) -> None:
    service, thread, _question = answered(serve)
    (row,) = service.judged().asked
    steps = service.show(thread)["steps"]
    assert row.outcome == service.show(thread)["outcome"]
    assert row.seconds == sum(step["seconds"] for step in steps)
    assert (row.writes, row.collections) == (service.show(thread)["counters"]["writes"], ("Documents",))


def test_the_version_changes_with_whatever_figures_rest_on(serve: Serve) -> None:
    service = serve(ports())
    seen_versions = [service.insights_version()]
    thread = ask(service)
    seen_versions.append(service.insights_version())
    assert service.insights_version() == seen_versions[-1]
    decide(service, thread, keep=[A])
    seen_versions.append(service.insights_version())
    service.thumb(thread, service.show(thread)["question_id"], 1)
    seen_versions.append(service.insights_version())
    shelves = service.desk.library.shelves  # type: ignore[attr-defined]
    service.desk.library.shelves = [replace(shelves[0], title="Other")]  # type: ignore[attr-defined]
    seen_versions.append(service.insights_version())
    service.delete_thread(thread)
    seen_versions.append(service.insights_version())
    assert len(set(seen_versions)) == len(seen_versions)


def test_questions_from_before_models_were_noted(serve: Serve) -> None:
    service = serve(ports())
    decide(service, ask(service), keep=[A])
    with service.desk.engine.begin() as db:
        db.exec_driver_sql("update questions set made_with = null")
    assert {row.model for row in service.judged().passages} == {""}


def test_the_command_line_tells_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SELFRAG_DATA_DIR", str(tmp_path / "data"))
    assert main(("insights",)) == 0
    told = capsys.readouterr().out
    assert "threshold: needs 20 more judgements and one passage that was kept and one passage that was dropped" in told
    assert main(("insights", "--json")) == 0
    assert '"questions": {"overall": {"questions": 0' in capsys.readouterr().out
