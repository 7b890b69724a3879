"""How an answer came about, and a review of it answered otherwise."""

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.service import Service
from selfrag.ui.history import words as history_words
from tests.fakes import shelf
from tests.ui.fake_desks import read, serve
from tests.ui.test_pages import opened

A, B = "aaaa:1:0", "bbbb:2:0"
QUESTION = "What stands here?"


def answered(service: Service, who: str = "Ada *x*", note: str = "") -> dict[str, Any]:
    run = service.ask(QUESTION, sources=["c1"])
    run.wait()
    review = service.show(run.key)["review"]["review_id"]
    decision = {"review_id": review, "action": "approve", "keep": [A], "note": note}
    service.resume(run.key, decision, who).wait()
    return service.show(run.key)


def keyed(elements: Any, ending: str) -> Any:
    return next(one for one in elements if one.key and one.key.endswith(ending))


def test_the_history_says_when_who_and_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = serve(tmp_path, shelf(A, B), monkeypatch)
    view = answered(service, note="Checked <b>twice</b>.")
    service.desk.feedback.add(view["thread_id"], view["question_id"], "thumb", value=1, who="Bea")
    said = read(opened(thread=view["thread_id"]))
    lines = [line for line in said.splitlines() if line.startswith("- :gray[") and ":" in line.split("]")[0][8:]]
    told = [line.split("] ", 1)[1] for line in lines]
    assert told[0] == "Asked: “What stands here?”"
    assert told[1].startswith("Your documents are needed for this")
    assert told[-5] == "**Ada *x** · Reviewed: 1 of 2 passages kept. “Checked <b>twice</b>.”".replace("*x**", "*x***")
    assert told[-2:] == ["Answered", "**Bea** · Found the answer helpful"]


def what_if(app: AppTest, review: str, at: str = "") -> AppTest:
    app.button(key=f"what-if-{at}{review.replace('.', '-')}").click().run()
    assert not app.exception
    return app


@pytest.mark.parametrize("at", ["", "below-"], ids=["in the history", "below the answer"])
def test_a_review_is_decided_otherwise_and_both_answers_stand_side_by_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    service = serve(tmp_path, shelf(A, B), monkeypatch)
    view = answered(service)
    (review,) = service.desk.reviews.of_thread(view["thread_id"])
    app = what_if(opened(thread=view["thread_id"]), review.id, at)
    boxes = [box for box in app.checkbox if box.key and box.key.startswith("what-if-")]
    assert [(box.label.split(" ·")[0], box.value) for box in boxes] == [
        ("book.pdf, page 1", True),
        ("book.pdf, page 2", False),
    ]
    boxes[0].uncheck()
    boxes[1].check()
    app.run()
    keyed(app.button, "-write").click().run()
    assert not app.exception
    (fork,) = service.forks(view["thread_id"])
    run = service.run(fork.id)
    assert run is None or run.wait()
    assert [c["passage_id"] for c in service.show(fork.id)["citations"]] == [B]
    assert service.show(view["thread_id"]) == view


def test_other_words_are_searched_for_in_the_fork(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ports = shelf(A, B)
    service = serve(tmp_path, ports, monkeypatch)
    view = answered(service)
    (review,) = service.desk.reviews.of_thread(view["thread_id"])
    app = what_if(opened(thread=view["thread_id"]), review.id)
    keyed(app.text_input, "-query").set_value("other words").run()
    keyed(app.button, "-search").click().run()
    assert not app.exception
    (fork,) = service.forks(view["thread_id"])
    shown = service.show(fork.id)
    assert (shown["query"], shown["asked"]) == ("other words", QUESTION)
    assert ports.search.queries[1] == "other words"


def test_nothing_kept_cannot_be_written_and_a_refusal_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = serve(tmp_path, shelf(A, B), monkeypatch)
    view = answered(service)
    (review,) = service.desk.reviews.of_thread(view["thread_id"])
    app = what_if(opened(thread=view["thread_id"]), review.id)
    keyed(app.checkbox, "-aaaa-1-0").uncheck().run()
    assert keyed(app.button, "-write").disabled
    service.desk.checkpointer.conn.execute("delete from writes")
    keyed(app.button, "-whole").click().run()
    assert not app.exception
    assert any("no longer kept" in warning.value for warning in app.warning)
    assert service.forks(view["thread_id"]) == []


def compared(left: dict[str, Any], right: dict[str, Any]) -> AppTest:
    app = opened(page="compare")
    for side, view in (("left", left), ("right", right)):
        app.query_params[side] = view["thread_id"]
        app.query_params[f"{side}_question"] = view["question_id"]
    app.run()
    assert not app.exception
    return app


def test_the_comparison_names_the_original_and_the_fork(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ports = shelf(A, B)
    ports.reflector.sup = lambda claim: "no" if B in claim["passage_ids"] else "fully"
    service = serve(tmp_path, ports, monkeypatch)
    view = answered(service)
    (review,) = service.desk.reviews.of_thread(view["thread_id"])
    run = service.fork(view["thread_id"], review.id, {"action": "approve", "keep": [A, B]})
    run.wait()
    fork = service.show(run.key)
    service.ask("And there?", thread_id=view["thread_id"], policy="never").wait()
    app = compared(view, fork)
    headings = [element.value for element in app.subheader]
    assert [*headings[:2], *headings[-2:]] == ["Original", "What if", "Sentence by sentence", "Differences"]
    said = read(app)
    assert "1 the same · 1 only in “What if”" in said
    assert ":gray-badge[in both]" in said
    assert "only in “What if”" in said
    assert "✗ not supported" in said
    rows = {row.pop(""): row for row in app.table[0].value.to_dict("records")}
    assert rows["Kept only here"] == {"Original": "–", "What if": "book.pdf, page 2"}
    assert rows["Left out only here"] == {"Original": "book.pdf, page 2", "What if": "–"}
    assert rows["Searches"] == {"Original": "1", "What if": "0"}


def test_a_forks_history_leads_to_the_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = serve(tmp_path, shelf(A, B), monkeypatch)
    view = answered(service)
    (review,) = service.desk.reviews.of_thread(view["thread_id"])
    run = service.fork(view["thread_id"], review.id, {"action": "approve", "keep": [B]})
    run.wait()
    said = read(opened(thread=run.key))
    assert said.count("done before the fork") == 3
    assert "What if: goes on here with another decision" in said
    assert "What if: decided otherwise in another thread" in read(opened(thread=view["thread_id"]))


REVIEW = {"at": 1.0, "who": "", "by": "person", "offered": 3, "kept": ["a", "b"], "added": ["b"], "note": ""}


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"action": "approve"}, "Reviewed: 1 of 3 passages kept, 1 added by hand"),
        ({"action": "reject", "added": []}, "Reviewed: no answer wanted"),
        (
            {"action": "edit", "question": "*Why?*", "query": None, "added": []},
            "Reviewed: question changed to “\\*Why\\?\\*”, 2 of 3 passages kept",
        ),
        (
            {"action": "edit", "question": None, "query": "why", "added": [], "note": "x"},
            "Reviewed: search for “why”, 2 of 3 passages kept. “x”",
        ),
        (
            {"action": "edit", "question": None, "query": None, "added": []},
            "Reviewed: search again, 2 of 3 passages kept",
        ),
    ],
)
def test_a_review_in_words(event: dict[str, Any], said: str) -> None:
    assert history_words.told({"kind": "reviewed", **REVIEW, **event}) == said
