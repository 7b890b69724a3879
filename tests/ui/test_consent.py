"""A person decides what leaves for the web, on the real page."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.ports import WEB
from selfrag.service import Service
from selfrag.ui.inert import inert_line
from tests.fakes import FakePorts, FakeWeb, passage, shelf
from tests.ui.fake_desks import PROVIDER, ask, read, reopened, serve
from tests.ui.test_pages import button, wait

A, W = "aaaa:1:0", "eeee:1:0"
QUESTION, OTHER = "What stands here?", "other words"
ADDRESS = "https://example.org/a_b?c=[d](javascript:alert(1))"
BUTTONS = ["Send this query", "Go on without the web", "Never in this thread"]


@pytest.fixture
def ports() -> FakePorts:
    """Documents that do not help, and a page of the web that does."""
    made = shelf(A)
    made.passages.stored[W] = {**passage(W, "The web knows.", "A *page*"), "collection": "Web", "url": ADDRESS}
    made.reflector.rel = lambda question, given: "relevant" if "url" in given else "irrelevant"
    made.web = FakeWeb([W])
    made.search.titles = {"c1": "Menu", "c2": "Wine list"}
    return made


@pytest.fixture
def service(data_dir: Path, ports: FakePorts, monkeypatch: pytest.MonkeyPatch) -> Service:
    return serve(data_dir, ports, monkeypatch)


def asked(strategy: str = "corrective", sources: tuple[str, ...] = ()) -> AppTest:
    return ask(QUESTION, strategy, lambda app: app.text_area, sources)


def sent(ports: FakePorts) -> list[str]:
    assert ports.web is not None
    return ports.web.sent


def labels(app: AppTest) -> list[str]:
    return [one.label for one in app.button if one.label in BUTTONS]


def test_the_card_says_what_leaves_where_to_and_why(service: Service, ports: FakePorts) -> None:
    app = asked()
    assert app.main.subheader[0].value == "Send a query to the web?"
    assert app.text_area[0].value == QUESTION
    said = read(app)
    assert "Nothing that was found in your documents seems to answer the question" in said
    assert f"It goes to **{PROVIDER}**. Nothing else leaves: no passage, no history." in said
    assert "Corrective RAG · Searched Menu, Wine list" in said.split("\n")
    assert "1 passage found so far" in [one.label for one in app.expander]
    assert "✗ incorrect 0.10" in said
    assert labels(app) == BUTTONS
    assert sent(ports) == []


def test_the_edited_query_and_nothing_else_leaves(service: Service, ports: FakePorts) -> None:
    app = asked()
    app.text_area[0].set_value(f"  {OTHER}\nmore ")
    button(app, "Send this query").click().run()
    wait(app, lambda app: app.checkbox)
    assert sent(ports) == [f"{OTHER} more"]
    said = read(app)
    assert f"Corrective RAG · Searched the web for “{OTHER} more” · before that: “{QUESTION}” · search 2" in said
    assert ":blue-badge[:material/public: from the web]" in said
    assert inert_line(ADDRESS) in [one.value for one in app.main.caption]
    assert [one.label for one in app.checkbox] == [r"A \*page\*"]

    button(app, "Write the answer from 1 passage").click().run()
    wait(app, lambda app: "Sources" in read(app))
    said = read(app)
    assert "Rests on the web" in said
    assert "Not checked against the passages" in said
    assert "Every sentence supported" not in said
    assert f"**A *page*** · from the web: {ADDRESS} — “The web knows.”" in said
    assert f"Let “{OTHER} more” out to {PROVIDER}" in said
    assert f"Searched the web for “{OTHER} more”: 1 passage found" in said


def test_going_on_without_the_web_sends_nothing(service: Service, ports: FakePorts) -> None:
    app = asked()
    button(app, "Go on without the web").click().run()
    wait(app, lambda app: app.checkbox)
    assert sent(ports) == []
    button(app, "Stop without an answer").click().run()
    wait(app, lambda app: app.info)
    assert "Went on without the web" in read(app)


def test_never_holds_for_the_thread(service: Service, ports: FakePorts) -> None:
    app = asked()
    button(app, "Never in this thread").click().run()
    wait(app, lambda app: app.checkbox)
    button(app, "Stop without an answer").click().run()
    wait(app, lambda app: app.info)
    app.chat_input[0].set_value("And there?").run()
    wait(app, lambda app: app.checkbox)
    steps = service.show(service.threads()[0].id)["steps"]
    assert [step["found"]["action"] for step in steps if step["node"] == "ask_web_consent"] == ["never"]
    assert sent(ports) == []


def test_what_was_typed_survives_a_reload(service: Service) -> None:
    app = asked()
    app.text_area[0].set_value(OTHER).run()
    note = next(one for one in app.text_input if one.label == "Note for the record")
    note.set_value("asked the landlord").run()
    again = reopened(service)
    assert again.text_area[0].value == OTHER
    assert next(one.value for one in again.text_input if one.label == note.label) == "asked the landlord"


def test_nothing_is_sent_without_words(service: Service) -> None:
    app = asked()
    app.text_area[0].set_value(" \n ").run()
    assert button(app, "Send this query").disabled
    assert "Type what to search the web for, or go on without it." in [one.value for one in app.caption]


def test_an_outdated_tab_changes_nothing(service: Service, ports: FakePorts) -> None:
    app = asked()
    other = reopened(service)
    button(app, "Go on without the web").click().run()
    wait(app, lambda app: app.checkbox)
    button(other, "Send this query").click().run()
    told = "This review is already answered, just now: it went on without the web. That decision stands."
    assert [toast.value for toast in other.toast] == [inert_line(told)]
    assert other.checkbox
    assert sent(ports) == []


def test_the_web_as_a_chosen_source_is_asked_about_before_anything_is_searched(
    service: Service, ports: FakePorts
) -> None:
    app = asked("self", ("c1", WEB))
    said = read(app)
    assert "The web is one of the sources for this question." in said
    assert "Self-RAG" in [one.value for one in app.main.caption]
    assert not app.main.expander
    button(app, "Send this query").click().run()
    wait(app, lambda app: app.checkbox)
    assert sent(ports) == [QUESTION]
    assert ports.search.asked == ["c1"]
    assert f"Self-RAG · Searched Menu for “{QUESTION}” · Searched the web for “{QUESTION}” · search 1 of 3" in read(app)


def test_a_source_that_failed_is_named_on_the_card(service: Service, ports: FakePorts) -> None:
    ports.search.failing = {"c2"}
    ports.reflector.rel = lambda question, given: "relevant"
    app = ask(QUESTION, "corrective", lambda app: app.checkbox)
    said = read(app)
    assert "Wine list was not searched: “Wine list” cannot be searched." in said
    assert "Corrective RAG · Searched Menu · " in said
