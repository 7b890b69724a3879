"""A draft waits for a person: accepted, struck, edited, written or searched for again, or stopped."""

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.service import Service
from tests.fakes import FakePorts, shelf
from tests.ui.fake_desks import ask, read, reopened, serve
from tests.ui.test_pages import button, wait

A, B = "aaaa:1:0", "bbbb:2:0"
FEE, CARD = "The corkage fee is 20 euros.", "Most guests pay by *card*."
QUESTION, TITLE = "What does it cost?", "Check the answer before it is final"
NOTE, WORDS = "Note to the writer", "Other words to search for"


@pytest.fixture
def ports() -> FakePorts:
    """Two passages, and an answer of a supported and a partly supported sentence."""
    made = shelf(A, B, **{A: f"Wine. {FEE}", B: "Guests pay by card here."})
    made.writer.pieces = lambda passages: [f"{text} [{n}] " for n, text in enumerate([FEE, CARD][: len(passages)], 1)]
    made.reflector.sup = lambda claim: "fully" if claim["text"] == FEE else "partially"
    return made


@pytest.fixture
def service(data_dir: Path, ports: FakePorts, monkeypatch: pytest.MonkeyPatch) -> Service:
    made = serve(data_dir, ports, monkeypatch)
    made.prefer("draft_review", "on")
    return made


def drafted(strategy: str = "self") -> AppTest:
    app = ask(QUESTION, strategy, lambda app: app.checkbox)
    button(app, "Write the answer from 2 passages").click().run()
    return wait(app, lambda app: TITLE in read(app))


def shown(service: Service) -> dict[str, Any]:
    return service.show(service.threads()[0].id)


def main_button(app: AppTest) -> str:
    (primary,) = [one.label for one in app.button if one.proto.type == "primary"]
    return str(primary)


def field(app: AppTest, label: str) -> Any:
    return next(one for one in app.text_input if one.label == label)


def strikes(app: AppTest) -> list[Any]:
    return [one for one in app.checkbox if one.label.startswith("Strike sentence ")]


def ended(app: AppTest) -> AppTest:
    return wait(app, lambda app: any(one.label.startswith("How this came about") for one in app.main.expander))


def test_a_draft_is_shown_with_what_carries_it_and_accepted(service: Service) -> None:
    app = drafted()
    said = read(app)
    assert f":orange-badge[◐ partly supported 0.50] {CARD}" in said
    assert "“Guests pay by card here.”" in said
    assert "**1 of 2 sentences supported · useful 5 of 5**" in said
    assert shown(service)["status"] == "waiting"
    assert main_button(app) == "Accept this answer"
    button(app, "Accept this answer").click().run()
    ended(app)
    assert shown(service)["answer"].split() == f"{FEE} [1] {CARD} [2]".split()


def test_struck_sentences_are_counted_on_the_button_and_left_out(service: Service) -> None:
    app = drafted()
    strikes(app)[1].check().run()
    assert "Will be left out" in read(app)
    assert f":gray[~~{CARD}~~]" in read(app)
    strikes(app)[0].check().run()
    assert button(app, "Accept without 2 sentences").disabled
    assert "Every sentence is struck: leave one, or stop without an answer." in [one.value for one in app.caption]
    strikes(app)[0].uncheck().run()
    button(app, "Accept without 1 sentence").click().run()
    ended(app)
    assert shown(service)["answer"] == f"{FEE} [1]"
    assert "1 sentence struck]" in read(app)


def test_an_edited_answer_is_marked_as_the_persons(service: Service) -> None:
    service.prefer("people", "Kim")
    app = drafted()
    button(app, "Edit the text").click().run()
    assert not strikes(app)
    assert main_button(app) == "Accept this answer"
    app.text_area[0].set_value(f"{FEE} [1] Bring ~~cash~~.").run()
    assert main_button(app) == "Accept my edited answer"
    button(app, "Accept my edited answer").click().run()
    ended(app)
    said = read(app)
    assert shown(service)["answer"] == f"{FEE} [1] Bring ~~cash~~."
    assert "✎ written by you] Bring ~~cash~~." in said
    assert "Edited by you" in said
    assert "Every sentence supported" not in said
    service.prefer("people", "Lee")
    said = read(reopened(service))
    assert "✎ written by Kim] Bring" in said
    assert "Edited by Kim" in said


def test_going_back_to_the_draft_forgets_the_edit(service: Service) -> None:
    app = drafted()
    button(app, "Edit the text").click().run()
    app.text_area[0].set_value("Mine.").run()
    button(app, "Back to the draft").click().run()
    assert not app.text_area
    assert main_button(app) == "Accept this answer"
    button(app, "Edit the text").click().run()
    assert str(app.text_area[0].value).split() == f"{FEE} [1] {CARD} [2]".split()


def test_an_edit_that_comes_with_the_click_counts(service: Service) -> None:
    app = drafted()
    button(app, "Edit the text").click().run()
    app.text_area[0].set_value("Mine alone.")
    button(app, "Accept this answer").click().run()
    ended(app)
    assert shown(service)["answer"] == "Mine alone."


def test_a_note_has_it_written_again(service: Service, ports: FakePorts) -> None:
    app = drafted()
    field(app, NOTE).set_value("Say it *shorter*").run()
    assert main_button(app) == "Write again with the note"
    button(app, "Write again with the note").click().run()
    wait(app, lambda app: "draft 2" in read(app))
    assert ports.called("write")[-1][2] == "Say it *shorter*"
    assert field(app, NOTE).value == ""
    assert main_button(app) == "Accept this answer"


def test_other_words_search_again(service: Service, ports: FakePorts) -> None:
    app = drafted()
    field(app, WORDS).set_value("wine by the glass").run()
    assert main_button(app) == "Search again"
    next(one for one in app.button if one.label == "Search again").click().run()
    wait(app, lambda app: TITLE not in read(app) and app.checkbox)
    assert ports.search.queries[-1] == "wine by the glass"


def test_a_weak_sentence_is_searched_for_or_written_without(service: Service, ports: FakePorts) -> None:
    app = drafted()
    assert [one.label for one in app.button if "again" in one.label] == [
        "Search again for sentence 2",
        "Write again without this passage",
        "Write again",
        "Search again",
    ]
    button(app, "Write again without this passage").click().run()
    wait(app, lambda app: "draft 2" in read(app))
    assert ports.called("write")[-1][1] == [A]
    ports.reflector.sup = lambda claim: "no"
    field(app, NOTE).set_value("Again").run()
    button(app, "Write again with the note").click().run()
    wait(app, lambda app: "draft 3" in read(app))
    button(app, "Search again for sentence").click().run()
    wait(app, lambda app: TITLE not in read(app) and app.checkbox)
    assert ports.search.queries[-1] == FEE


def test_stopping_leaves_no_answer(service: Service) -> None:
    app = drafted()
    button(app, "Stop without an answer").click().run()
    wait(app, lambda app: app.info)
    assert shown(service)["status"] == "rejected"


def test_what_was_done_so_far_survives_a_reload(service: Service) -> None:
    app = drafted()
    strikes(app)[1].check().run()
    field(app, NOTE).set_value("later").run()
    again = reopened(service)
    assert [one.value for one in strikes(again)] == [False, True]
    assert field(again, NOTE).value == "later"
    button(again, "Edit the text").click().run()
    again.text_area[0].set_value("Mine.").run()
    third = reopened(service)
    assert third.text_area[0].value == "Mine."
    button(third, "Back to the draft").click().run()
    assert [one.value for one in strikes(reopened(service))] == [False, True]


def test_a_draft_decided_elsewhere_is_told(service: Service) -> None:
    app = drafted()
    other = reopened(service)
    button(app, "Stop without an answer").click().run()
    wait(app, lambda app: app.info)
    button(other, "Accept this answer").click().run()
    assert len(other.toast) == 1
    assert shown(service)["status"] == "rejected"


def test_an_answer_that_nobody_graded_can_be_accepted_or_edited(service: Service) -> None:
    app = drafted("adaptive")
    assert "The sentences of this answer were not checked against the passages." in read(app)
    assert not strikes(app)
    button(app, "Accept this answer").click().run()
    ended(app)
    assert shown(service)["outcome"] == "answered"


def test_the_draft_is_text(service: Service, ports: FakePorts) -> None:
    hostile = "~~x~~ ![i](https://attacker.invalid/p.png) :red[y] $1$."
    ports.writer.pieces = lambda passages: [f"{hostile} [1] "]
    app = drafted()
    lines = [str(one.value) for one in app.main.markdown if "attacker" in str(one.value)]
    assert len(lines) == 2
    assert not any("![i]" in line for line in lines)


def test_what_is_struck_is_told_to_the_browser_when_the_boxes_come_back(service: Service) -> None:
    app = drafted()
    strikes(app)[1].check().run()
    button(app, "Edit the text").click().run()
    assert not strikes(app)
    field(app, NOTE).set_value("While the text is open").run()
    button(app, "Back to the draft").click().run()
    assert [(one.value, one.proto.value, one.proto.set_value) for one in strikes(app)] == [
        (False, False, True),
        (True, True, True),
    ]


def test_who_quotes_is_asked_for_nothing_that_changes_nothing(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Service, "quotes", property(lambda self: True))
    app = drafted()
    assert "it follows no note" in read(app)
    assert "Write again" not in [one.label for one in app.button]
    field(app, "Note for the record").set_value("As agreed").run()
    assert main_button(app) == "Accept this answer"
    button(app, "Accept this answer").click().run()
    ended(app)
    assert service.show(service.threads()[0].id)["accepted"]


def test_what_a_person_wrote_is_not_counted_as_unsupported(service: Service) -> None:
    app = drafted()
    button(app, "Edit the text").click().run()
    app.text_area[0].set_value("Ask the waiter.").run()
    button(app, "Accept my edited answer").click().run()
    ended(app)
    assert "1 sentence written by a person" in [one.label for one in app.main.expander]
    assert "sentences supported" not in "".join(one.label for one in app.main.expander)
