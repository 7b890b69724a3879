"""What a thread keeps of its checkpoints, whatever happened to it before."""

from pathlib import Path
from typing import Any, TypedDict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from selfrag.threads import stands
from selfrag.threads.checkpointer import LOG_PAGES, Saver, open_checkpointer


class State(TypedDict, total=False):
    question: str
    question_id: str
    attempt: int
    decision: dict[str, Any]
    note: str


def review_evidence(state: State) -> State:
    review_id = f"{state['question_id']}.{state['attempt'] + 1}"
    return {"decision": interrupt({"review_id": review_id}), "attempt": state["attempt"] + 1}


def approve_by_policy(state: State) -> State:
    return {"decision": {"by": "policy"}, "attempt": state["attempt"] + 1}


def graph(saver: Saver) -> Any:
    """Asks a person where the question says so, else the policy, and again while the decision says so."""
    made = StateGraph(State)
    made.add_node("search", lambda state: {"note": "found"})
    made.add_node("review_evidence", review_evidence)
    made.add_node("approve_by_policy", approve_by_policy)
    made.add_edge(START, "search")
    made.add_conditional_edges(
        "search",
        lambda state: "review_evidence" if state["question"] == "person" else "approve_by_policy",
        ["review_evidence", "approve_by_policy"],
    )
    made.add_conditional_edges(
        "review_evidence", lambda state: "search" if state["decision"].get("again") else END, ["search", END]
    )
    made.add_edge("approve_by_policy", END)
    return made.compile(checkpointer=saver)


def ask(saver: Saver, thread: str, question_id: str, question: str, again: int = 0) -> list[str]:
    """Ids of the reviews of a question that was driven to its end."""
    driven, config = graph(saver), {"configurable": {"thread_id": thread}}
    begun = {"question": question, "question_id": question_id, "attempt": 0, "decision": {}}
    driven.invoke(begun, config)
    for n in range(again + 1 if question == "person" else 0):
        (pause,) = driven.get_state(config).interrupts
        driven.invoke(Command(resume={pause.id: {"again": n < again}}), config)
    return [f"{question_id}.{n + 1}" for n in range(again + 1 if question == "person" else 1)]


def count(saver: Saver, thread: str) -> int:
    found = saver.conn.execute("select count(*) from checkpoints where thread_id = ?", (thread,)).fetchone()[0]
    return int(found)


questions = st.lists(st.tuples(st.sampled_from(["person", "policy"]), st.integers(0, 2), st.booleans()), max_size=4)


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(questions)
def test_every_review_keeps_what_it_stands_on_and_nothing_else_stays(
    tmp_path_factory: pytest.TempPathFactory, asked: list[tuple[str, int, bool]]
) -> None:
    """Whether or not the thread was pruned at the end of each question: a killed process may have missed it."""
    saver = open_checkpointer(tmp_path_factory.mktemp("checkpoints") / "checkpoints.sqlite")
    other = ask(saver, "other", "o", "person")
    before = count(saver, "other")
    reviews: list[str] = []
    for n, (question, again, pruned) in enumerate(asked):
        reviews += ask(saver, "t", f"q{n}", question, again)
        if pruned:
            saver.drop_spent("t")
    last = graph(saver).get_state({"configurable": {"thread_id": "t"}}).values
    saver.drop_spent("t")
    saver.drop_spent("t")
    assert count(saver, "t") == len(reviews) + bool(asked)
    for review in reviews:
        stand = stands.find(saver, "t", review)
        assert stand is not None
        assert f"{stand.state['question_id']}.{stand.state['attempt'] + 1}" == review
    assert graph(saver).get_state({"configurable": {"thread_id": "t"}}).values == last
    assert count(saver, "other") == before
    assert stands.find(saver, "t", other[0]) is None
    saver.conn.close()


@pytest.mark.parametrize("question", ["person", "policy"])
def test_a_copy_asks_a_person_anew(tmp_path: Path, question: str) -> None:
    saver = open_checkpointer(tmp_path / "checkpoints.sqlite")
    (review,) = ask(saver, "t", "q", question)
    saver.drop_spent("t")
    stand = stands.find(saver, "t", review)
    assert stand is not None
    stands.copy(saver, stand, "copy", {"question_id": "r", "note": "changed"})
    driven, config = graph(saver), {"configurable": {"thread_id": "copy"}}
    driven.invoke(None, config)
    state = driven.get_state(config)
    assert [pause.value for pause in state.interrupts] == [{"review_id": "r.1"}]
    assert (state.values["note"], state.values["decision"]) == ("changed", {})
    driven.invoke(Command(resume={state.interrupts[0].id: {"of": "the copy"}}), config)
    assert driven.get_state(config).values["decision"] == {"of": "the copy"}
    assert not driven.get_state(config).tasks
    saver.conn.close()


def test_the_log_beside_the_file_stays_short(tmp_path: Path) -> None:
    saver = open_checkpointer(tmp_path / "checkpoints.sqlite")
    assert saver.conn.execute("pragma wal_autocheckpoint").fetchone() == (LOG_PAGES,)
    saver.conn.close()
