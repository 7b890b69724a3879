"""The compare page, driven without a browser: two threads beside each other, each with its own card and answer."""

from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from selfrag.ui import desk
from selfrag.ui.compare import page as compare
from selfrag.ui.compare import table as compare_table
from tests.ui.conftest import Held
from tests.ui.test_pages import CORKAGE, button, ingest, opened, shown, wait


def buttons(app: AppTest, label: str) -> list[Any]:
    return [one for one in app.button if one.label.startswith(label)]


def started(policy: str = "always") -> AppTest:
    ingest()
    app = opened(page="compare")
    app.text_area[0].set_value(CORKAGE)
    app.radio[0].set_value(policy)
    button(app, "Ask both").click().run()
    return wait(app, lambda app: app.table)


def test_without_documents_it_says_what_to_do(data_dir: Path) -> None:
    app = opened(page="compare")
    assert app.info[0].value == "Nothing to compare on yet: add PDFs, or the samples, on the first page."
    assert not app.text_area


def test_the_form_offers_two_different_strategies_and_your_review(data_dir: Path) -> None:
    ingest()
    app = opened(page="compare")
    left, right = app.selectbox
    assert (left.label, left.value) == ("Strategy on the left", "self")
    assert (right.label, right.value) == ("Strategy on the right", "combined")
    assert left.options == ["Self-RAG", "Adaptive RAG", "Corrective RAG", "Combined"]
    assert right.options == ["Combined", "Corrective RAG", "Adaptive RAG"]
    assert app.radio[0].value == "always"


def test_an_empty_question_is_refused_in_a_sentence(data_dir: Path) -> None:
    ingest()
    app = opened(page="compare")
    button(app, "Ask both").click().run()
    assert "The question is empty" in app.warning[0].value
    assert desk.service().threads() == []


def test_two_reviews_wait_beside_each_other_and_each_is_decided_alone(data_dir: Path) -> None:
    app = started()
    assert len(buttons(app, "Write the answer from")) == 2
    assert shown(app).count("Review the evidence") == 2
    assert app.table[0].value.to_dict("records")[0] == {
        "": "Outcome",
        "Self-RAG": "waits for you",
        "Combined": "waits for you",
    }
    buttons(app, "Write the answer from")[1].click().run()
    wait(app, lambda app: "Sources" in shown(app))
    assert {thread.strategy: thread.status for thread in desk.service().threads()} == {
        "self": "waiting",
        "combined": "answered",
    }
    assert len(buttons(app, "Write the answer from")) == 1
    buttons(app, "Stop without an answer")[0].click().run()
    wait(app, lambda app: app.table and "stopped by you" in app.table[0].value.to_string())
    assert len(desk.service().threads("rejected")) == 1


def test_the_address_names_both_threads_and_brings_them_back(data_dir: Path) -> None:
    app = started("never")
    threads = {thread.strategy: thread.id for thread in desk.service().threads()}
    named = {side: app.query_params[side] for side in ("left", "right")}
    assert {side: value if isinstance(value, str) else value[0] for side, value in named.items()} == {
        "left": threads["self"],
        "right": threads["combined"],
    }
    again = opened(page="compare")
    again.query_params["left"], again.query_params["right"] = threads["self"], threads["combined"]
    again.run()
    headings = [element.value for element in again.subheader]
    assert headings == ["Self-RAG", "Combined", "Sentence by sentence", "Differences"]
    rows = {row.pop(""): row for row in again.table[0].value.to_dict("records")}
    assert rows["Outcome"] == {"Self-RAG": "answered", "Combined": "answered"}
    assert rows["Searches"] == {"Self-RAG": "1", "Combined": "1"}
    assert rows["Cited by both"] == dict.fromkeys(("Self-RAG", "Combined"), "house-guide.pdf, page 1")
    assert rows["Cited only here"] == {"Self-RAG": "–", "Combined": "–"}
    button(again, "New comparison").click().run()
    assert "left" not in again.query_params
    assert again.text_area[0].label == "Question"


def test_both_run_at_once_and_one_can_be_stopped_alone(held: Held) -> None:
    ingest()
    app = opened(page="compare")
    app.text_area[0].set_value(CORKAGE)
    app.radio[0].set_value("never")
    button(app, "Ask both").click().run()
    held.wait_for_writers(2)
    app.run()
    assert len(buttons(app, "Stop")) == 2
    assert [status.label for status in app.status] == ["Writing the answer"] * 2
    assert not app.table
    buttons(app, "Stop")[0].click().run()
    wait(app, lambda app: len(buttons(app, "Stop")) == 1)
    assert buttons(app, "Continue")
    held.gate.set()
    wait(app, lambda app: app.table)
    assert {thread.strategy: thread.status for thread in desk.service().threads()} == {
        "self": "stopped",
        "combined": "answered",
    }


def test_an_answered_question_can_be_taken_to_the_comparison(data_dir: Path) -> None:
    """The page of an answer is not driven here: what it hands over is."""
    ingest()
    service = desk.service()
    service.ask(CORKAGE, strategy="adaptive", policy="never").wait()
    view = service.show(service.threads()[0].id)
    app = opened(page="compare")
    app.session_state[compare.SEED] = compare.seed(view)
    app.query_params["left"], app.query_params["right"] = "old", "pair"
    app.run()
    assert not app.exception
    assert app.text_area[0].value == CORKAGE
    assert [box.value for box in app.selectbox] == ["adaptive", "combined"]
    assert "left" not in app.query_params


def test_a_thread_that_is_gone_is_told(data_dir: Path) -> None:
    app = opened(page="compare")
    app.query_params["left"], app.query_params["right"] = "nobody", "no-one"
    app.run()
    assert [each.value for each in app.warning] == ["This thread was deleted, or never was."] * 2
    assert not app.exception


def test_the_table_tells_what_differs() -> None:
    def view(strategy: str, cites: list[int], **more: Any) -> dict[str, Any]:
        citations = [{"passage_id": f"p:{page}:0", "document": "a*b.pdf", "page": page} for page in cites]
        step = {"node": "search", "seconds": 0.5, "calls": 0, "embeds": 1, "tokens": 1200}
        return {
            **{"strategy": strategy, "status": "answered", "outcome": "answered", "steps": [step]},
            **{"citations": citations, "approved": ["p:1:0", "p:2:0"], "gone": [], "left_out": ["p:2:0"]},
            **{"calls": {"chat": 3, "embed": 1}, "tokens": {"total": 1200}, "reflection": {"sentences": []}},
            **{"thread_id": strategy, "forked_from": None, "asked": "What *is* it?", "tried": ["What?", "Why?"]},
            **{"evidence": citations},
            **more,
        }

    checked = {"sentences": [{"is_sup": "fully"}, {"is_sup": "no"}]}
    left = view("self", [1, 2], reflection=checked, outcome="partly_supported")
    right = view("adaptive", [2, 3], status="failed", outcome=None, left_out=[], approved=["p:2:0", "p:3:0"])
    assert [list(row.values()) for row in compare_table.rows(left, right)] == [
        ["Outcome", "answered, partly supported", "failed"],
        ["Searches", "1", "1"],
        ["Model calls", "4", "4"],
        ["Tokens", "1,200", "1,200"],
        ["Seconds", "0.5", "0.5"],
        ["Passages read", "1", "2"],
        ["Sentences supported", "1 of 2", "not checked"],
        ["Cited by both", "a\\*b.pdf, page 2", "a\\*b.pdf, page 2"],
        ["Cited only here", "a\\*b.pdf, page 1", "a\\*b.pdf, page 3"],
        ["Understood as", "What \\*is\\* it\\?", "What \\*is\\* it\\?"],
        ["Searched for", "“What\\?”; “Why\\?”", "“What\\?”; “Why\\?”"],
        ["Kept only here", "a\\*b.pdf, page 1", "a\\*b.pdf, page 3"],
        ["Left out only here", "–", "–"],
    ]
