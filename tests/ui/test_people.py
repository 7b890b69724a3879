"""Who sits at this desk: nobody in particular, the only one, or one of several that is chosen."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.service import Service
from selfrag.ui.people import YOU
from tests.fakes import shelf
from tests.service.inboxes import put
from tests.ui.fake_desks import serve
from tests.ui.test_pages import PATIENCE, SHELL, opened


@pytest.fixture
def service(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Service:
    return serve(data_dir, shelf("aaaa:1:0"), monkeypatch)


def said_by(app: AppTest, service: Service, thread: str) -> str:
    """Whose name a comment gets that is made on this page."""
    app.session_state[f"comments-{thread}"] = True
    app.run()
    app.text_area(key=f"comment-{thread}").set_value("Hm").run()
    app.button(key=f"add-comment-{thread}").click().run()
    assert not app.exception
    return str(service.comments(thread)[-1]["who"])


def addressed(name: str, thread: str) -> AppTest:
    app = AppTest.from_file(str(SHELL), default_timeout=PATIENCE)
    app.query_params[YOU] = name
    app.query_params["thread"] = thread
    return app.run()


@pytest.mark.parametrize(("names", "who"), [("", ""), ("Ana", "Ana"), ("Ana\nBo", "")])
def test_nobody_is_chosen_where_there_is_no_choice_or_none_made(service: Service, names: str, who: str) -> None:
    service.prefer("people", names)
    thread = put(service, "Who?", ()).thread
    app = opened(thread=thread)
    assert [box.label for box in app.sidebar.selectbox if box.label == "You are"] == ["You are"] * (names.count("\n"))
    assert said_by(app, service, thread) == who


def test_the_choice_stands_in_the_address_and_survives_a_reload_and_other_pages(service: Service) -> None:
    service.prefer("people", "Ana\nBo")
    thread = put(service, "Who?", ()).thread
    app = opened(thread=thread)
    app.selectbox(key="you-choice-foot").set_value("Bo").run()
    assert app.query_params[YOU] == "Bo"
    assert said_by(app, service, thread) == "Bo"
    app.query_params.clear()
    app.switch_page("../../pages/reviews.py").run()
    assert app.query_params[YOU] == "Bo"
    assert app.selectbox(key="you-choice-inbox").value == "Bo"
    assert said_by(addressed("Bo", thread), service, thread) == "Bo"


@pytest.mark.parametrize("name", ["Mallory", "<b>x</b>"])
def test_a_name_that_nobody_has_is_ignored(service: Service, name: str) -> None:
    service.prefer("people", "Ana\nBo")
    thread = put(service, "Who?", ()).thread
    app = addressed(name, thread)
    assert YOU not in app.query_params
    assert said_by(app, service, thread) == ""


def test_a_name_that_is_taken_out_of_the_settings_is_forgotten(service: Service) -> None:
    service.prefer("people", "Ana\nBo\nCy")
    thread = put(service, "Who?", ()).thread
    app = addressed("Cy", thread)
    service.prefer("people", "Ana\nBo")
    app.run()
    assert said_by(app, service, thread) == ""


def test_names_are_typed_in_the_settings(service: Service) -> None:
    app = opened(page="settings")
    app.text_area(key="preference-people").set_value("Ana\n\n Bo ").run()
    assert not app.exception
    assert service.people() == ["Ana", "Bo"]
