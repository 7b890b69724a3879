"""The strips of a passage, ticked one by one; what is unticked is not read."""

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.service import Service
from tests.fakes import FakePorts, shelf
from tests.ui.fake_desks import ask, read, reopened, serve
from tests.ui.test_pages import button, wait

A, B = "aaaa:1:0", "bbbb:2:0"
ONE, TWO, THREE = "One stands here.", "Two stands *there*.", "Three stands nowhere."
PAGE = "book.pdf, page 1"
STRIPS = [f"Strip {n} of {PAGE}" for n in (1, 2, 3)]


@pytest.fixture
def ports() -> FakePorts:
    """A passage of three strips, of which the second does not help, and one that is a strip of its own."""
    made = shelf(A, B, **{A: f"{ONE}\n\n{TWO}\n\n{THREE}"})
    made.reflector.strips = lambda strip: "irrelevant" if strip == TWO else "relevant"
    return made


@pytest.fixture
def service(data_dir: Path, ports: FakePorts, monkeypatch: pytest.MonkeyPatch) -> Service:
    return serve(data_dir, ports, monkeypatch)


def asked(strategy: str = "corrective") -> AppTest:
    return ask("What stands here?", strategy, lambda app: app.checkbox)


def box(app: AppTest, label: str) -> Any:
    return next(one for one in app.checkbox if one.label == label)


def ticks(app: AppTest) -> list[bool]:
    return [one.value for one in app.checkbox]


def written(app: AppTest, service: Service) -> dict[str, Any]:
    button(app, "Write the answer from").click().run()
    wait(app, lambda app: "Sources" in read(app))
    return service.show(service.threads()[0].id)


def test_strips_stand_in_their_passage_ticked_as_they_were_graded(service: Service) -> None:
    app = asked()
    assert [one.label for one in app.checkbox] == [
        PAGE,
        *STRIPS,
        "book.pdf, page 2",
    ]
    assert [one.value for one in app.main.markdown if "stands" in one.value or "there" in one.value][1:4] == [
        r"One :orange-background[**stands**] here\.",
        r":gray[Two stands \*there\*\.]",
        r"Three :orange-background[**stands**] nowhere\.",
    ]
    assert ticks(app) == [True, True, False, True, True]


def test_only_ticked_strips_are_read(service: Service, ports: FakePorts) -> None:
    app = asked()
    box(app, STRIPS[2]).uncheck()
    box(app, STRIPS[1]).check()
    box(app, "book.pdf, page 2").uncheck().run()
    view = written(app, service)
    assert view["answer"].split("[1]")[0].split() == f"{ONE} {TWO}".split()
    assert service.desk.reviews.of_thread(view["thread_id"])[0].decision == {
        "review_id": f"{view['question_id']}.1",
        "action": "approve",
        "keep": [A],
        "drop": [B],
        "strips": {A: [0, 1]},
        "add": [],
        "query": None,
        "question": None,
        "search_again": None,
        "note": "",
    }


def test_a_passage_is_ticked_as_long_as_one_of_its_strips_is(service: Service) -> None:
    app = asked()
    box(app, "book.pdf, page 2").uncheck().run()
    box(app, STRIPS[0]).uncheck().run()
    assert ticks(app) == [True, False, False, True, False]
    box(app, STRIPS[2]).uncheck().run()
    assert ticks(app) == [False] * 5
    assert button(app, "Write the answer from 0 passages").disabled
    box(app, STRIPS[1]).check().run()
    assert ticks(app) == [True, False, True, False, False]
    assert not button(app, "Write the answer from 1 passage").disabled


def test_a_passage_without_a_ticked_strip_is_ticked_whole(service: Service) -> None:
    app = asked()
    for label in (STRIPS[0], STRIPS[2]):
        box(app, label).uncheck().run()
    box(app, PAGE).check().run()
    assert ticks(app) == [True] * 5
    for label in STRIPS:
        box(app, label).uncheck().run()
    button(app, "All").click().run()
    assert ticks(app) == [True] * 5


def test_unticking_a_passage_keeps_the_ticks_of_its_strips(service: Service) -> None:
    app = asked()
    box(app, PAGE).uncheck().run()
    assert ticks(app) == [False, True, False, True, True]
    assert written(app, service)["approved"] == [B]


def test_the_ticks_survive_a_reload(service: Service) -> None:
    app = asked()
    box(app, STRIPS[0]).uncheck().run()
    box(app, STRIPS[1]).check().run()
    again = reopened(service)
    assert ticks(again) == [True, False, True, True, True]
    assert written(again, service)["evidence"][0]["strips"] == [
        {"start": 0, "end": 16, "score": 0.9, "kept": False},
        {"start": 18, "end": 37, "score": 0.1, "kept": True},
        {"start": 39, "end": 60, "score": 0.9, "kept": True},
    ]


def test_many_strips_that_were_left_out_are_folded(service: Service, ports: FakePorts) -> None:
    ports.passages.stored[A]["text"] = "\n\n".join(f"Fact number {n} stands here." for n in range(5))
    ports.reflector.strips = lambda strip: "relevant" if "1" in strip else "irrelevant"
    app = asked()
    fold = next(one for one in app.expander if one.label == "4 more strips, not of help")
    assert [one.label for one in fold.checkbox] == [f"Strip {n} of {PAGE}" for n in (1, 3, 4, 5)]
    assert [one.value for one in fold.markdown] == [rf":gray[Fact number {n} stands here\.]" for n in (0, 2, 3, 4)]
    fold.checkbox[1].check().run()
    assert written(app, service)["answer"].startswith("Fact number 1 stands here.\nFact number 2 stands here.")


def test_strategies_without_strips_show_passages_whole(service: Service) -> None:
    assert [one.label for one in asked("self").checkbox] == ["book.pdf, page 1", "book.pdf, page 2"]
