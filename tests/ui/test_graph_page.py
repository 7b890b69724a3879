"""The graph page, driven without a browser: what is lit, what is told, and what is not."""

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.graph.strategies import STRATEGIES
from selfrag.graph.strategies.diagram import nodes_of
from selfrag.samples import sample_files
from selfrag.ui import desk
from selfrag.ui.graph import words as graph_words
from selfrag.ui.steps import DOING
from tests.ui.conftest import Held
from tests.ui.test_pages import CORKAGE, ingest, opened, shown


def asked(strategy: str = "self", policy: Any = "always") -> str:
    run = desk.service().ask(CORKAGE, strategy=strategy, policy=policy)
    run.wait()
    return run.key


def graph(thread: str | None = None) -> AppTest:
    app = opened(page="graph")
    if thread:
        app.query_params["thread"] = thread
        app.run()
        assert not app.exception
    return app


def pictures(app: AppTest) -> list[str]:
    return [element.value for element in app.main.markdown if "flowchart TB" in element.value]


def cells(app: AppTest, node: str, table: int = 0) -> dict[str, str]:
    rows = app.table[table].value.to_dict("records")
    return next(row for row in rows if row["Node"] == f"`{node}`")


def choose(app: AppTest, label: str, value: str) -> AppTest:
    next(box for box in app.selectbox if box.label == label).set_value(value).run()
    assert not app.exception
    return app


def test_an_empty_desk_shows_the_strategy_alone_and_says_what_to_do(data_dir: Path) -> None:
    app = graph()
    assert [box.label for box in app.selectbox] == ["Strategy", "Compare with"]
    assert app.info[0].value == "No question has been asked yet. Ask one, and its way through the graph is lit here."
    (picture,) = pictures(app)
    assert "subgraph search" in picture
    assert "classDef" not in picture
    assert list(app.table[0].value.columns) == ["Node", "Does"]
    assert cells(app, "grade_passages")["Does"] == "Judges how relevant each passage is."


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_node_is_explained_and_named_while_it_runs(strategy: str) -> None:
    assert set(nodes_of(strategy)) <= set(graph_words.DOES)
    assert set(nodes_of(strategy)) - {"ask_web_consent", "review_evidence", "review_draft"} <= set(DOING)


def test_a_waiting_thread_is_lit_up_to_its_pause(data_dir: Path) -> None:
    for path in sample_files()[:2]:
        ingest((path.name, path.read_bytes()), collection=path.stem)
    app = graph(asked())
    (picture,) = pictures(app)
    assert 'review_evidence{{"review_evidence<br/>waits for you"}}' in picture
    assert "__start__ ==> search___start__" in picture
    assert '==>|"Send ×2 in parallel"| search_search_collection' in picture
    assert "grade_passages ==> review_evidence" in picture
    assert cells(app, "review_evidence")["Found"] == "**Waits for you**"
    assert cells(app, "write_answer")["Visits"] == ""
    assert (cells(app, "search")["Visits"], cells(app, "search")["Calls"]) == ("1", "0")
    assert "Graded" in cells(app, "grade_passages")["Found"]
    assert "Searches with other words: 0 of 2 · Answers written: 0 of 2" in shown(app)


def test_an_answered_thread_is_lit_to_the_end(data_dir: Path) -> None:
    ingest()
    app = graph(asked("combined", "never"))
    assert next(box.value for box in app.selectbox if box.label == "Strategy") == "combined"
    (picture,) = pictures(app)
    assert "finish ==> __end__" in picture
    assert "approve_by_policy ==> write_answer" in picture
    assert cells(app, "finish")["Visits"] == "1"
    assert "Answers written: 1 of 2 · Queries let out to the web: 0 of 1" in shown(app)


def test_counters_are_those_of_loops_that_the_strategy_has(data_dir: Path) -> None:
    ingest()
    app = graph(asked("adaptive", "never"))
    assert "Answers written: 1 of 2" in shown(app)
    assert "Searches with other words" not in shown(app)


def test_another_strategy_than_the_threads_is_drawn_unlit_and_says_so(data_dir: Path) -> None:
    ingest()
    app = choose(graph(asked("self", "never")), "Strategy", "adaptive")
    (picture,) = pictures(app)
    assert "==>" not in picture
    assert app.info[0].value == "This question was answered with Self-RAG, so its way is not lit here."


def test_two_strategies_stand_beside_each_other(data_dir: Path) -> None:
    ingest()
    app = choose(graph(asked("self", "never")), "Compare with", "corrective")
    lit, plain = pictures(app)
    assert "==>" in lit
    assert "==>" not in plain
    assert "fontSize: 20px" in lit
    assert [element.value for element in app.subheader][:2] == ["Self-RAG", "Corrective RAG"]
    assert cells(app, "refine_passages", table=1)["Does"] == "Cuts passages into strips and keeps those that help."


def test_a_question_can_be_chosen_and_two_of_the_same_words_are_told_apart(data_dir: Path) -> None:
    ingest()
    first, second = asked("self", "never"), asked("self", "never")
    app = graph()
    assert app.info[0].value.startswith("Choose a question above")
    box = next(box for box in app.selectbox if box.label == "Question to light")
    label = f"{CORKAGE} · Self-RAG · answered"
    assert box.options == ["None: the strategy alone", label, f"{label} (2)"]
    box.set_value(first).run()
    assert not app.exception
    assert app.query_params["thread"] in (first, [first])
    assert first != second
    assert "==>" in pictures(app)[0]


def test_a_run_under_way_is_lit_as_far_as_it_is_also_after_a_review(held: Held) -> None:
    ingest()
    thread = asked()
    review = desk.service().show(thread)["review"]
    keep = [item["passage_id"] for item in review["evidence"]]
    run = desk.service().resume(thread, {"review_id": review["review_id"], "action": "approve", "keep": keep})
    held.wait_for_writers(1)
    app = graph(thread)
    assert "grade_passages ==> review_evidence" in pictures(app)[0]
    assert "waits for you" not in pictures(app)[0]
    assert cells(app, "review_evidence")["Visits"] == "1"
    held.gate.set()
    run.wait()
    app.run()
    assert "finish ==> __end__" in pictures(app)[0]
    assert cells(app, "review_evidence")["Visits"] == "1"


def test_a_thread_that_is_gone_is_told_and_nothing_is_lit(data_dir: Path) -> None:
    app = graph("nobody")
    assert "There is no thread" in app.warning[0].value
    assert "==>" not in pictures(app)[0]


def test_the_page_speaks_korean(data_dir: Path) -> None:
    desk.service().prefer("language", "ko")
    app = graph()
    assert not app.exception
    assert "decide_retrieval" in pictures(app)[0]
