"""The page of a citation or passage, in a dialog of its own."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from selfrag.errors import PasswordNeeded, UnknownDocument
from selfrag.service import Service
from selfrag.service.pictures import PagePicture
from selfrag.ui import desk
from selfrag.ui.viewer import viewer as page_viewer
from tests.fakes import FakeLibrary, FakePorts, passage, shelf
from tests.service.desks import make_desk
from tests.ui.fake_desks import ask, reopened
from tests.ui.test_pages import button, wait

A, B = "aaaa:1:0", "bbbb:2:0"
ONE, TWO, THREE = "One stands here.", "Two stands there.", "Three stands nowhere."
TEXT = f"{ONE}\n\n{TWO}\n\n{THREE}"
NAME = 'x" onerror="alert(1)"><b>.pdf'


def png() -> bytes:
    out = BytesIO()
    Image.new("RGB", (11, 16), "white").save(out, "PNG")
    return out.getvalue()


@dataclass
class Drawn:
    """What pictures were asked for, and how they come out."""

    asked: list[tuple[Any, ...]] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    password: str | None = None
    gone: bool = False


class PicturedService(Service):
    """A service whose pages are drawn by nobody."""

    drawn: Drawn

    def page_picture(
        self,
        document_id: str,
        page: int,
        spans: Sequence[tuple[int, int]] = (),
        *,
        zoom: float = 1.0,
        password: str | None = None,
    ) -> PagePicture:
        self.drawn.asked.append((document_id, page, list(spans), zoom, password))
        if self.drawn.gone:
            raise UnknownDocument("There is no document “{name}”; list them to find the right one.", name="aaaa")
        if self.drawn.password is not None and password != self.drawn.password:
            raise PasswordNeeded("“{name}” is protected; type its password to see its pages.", name="book.pdf")
        facts: dict[str, Any] = {
            "png": png(),
            "document": NAME,
            "document_id": document_id,
            "page": page,
            "pages": 3,
            "page_label": None,
            "reader": "pdfium",
            "flaw": None,
            "marked": bool(spans),
            "note": "",
        }
        return PagePicture(**(facts | self.drawn.facts))


@pytest.fixture
def ports() -> FakePorts:
    return shelf(A, B, **{A: TEXT})


@pytest.fixture
def drawn(data_dir: Path, ports: FakePorts, monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """A desk whose pages are drawn as this says."""
    service = PicturedService(make_desk(data_dir, ports, library=FakeLibrary(ports.search)))
    service.drawn = Drawn()
    monkeypatch.setattr(desk, "_service", cache(lambda: service))
    return service.drawn


def asked(strategy: str = "self") -> AppTest:
    return ask("What stands here?", strategy, lambda app: app.checkbox)


def pages(app: AppTest) -> list[Any]:
    return [one for one in app.button if re.fullmatch(r"Page \d+", one.label)]


def dialog(app: AppTest) -> str:
    """What the open dialog says; its picture with what is read aloud."""
    shown = [*app.get("html"), *app.markdown, *app.info, *app.warning, *app.error]
    return "\n".join(str(getattr(one, "value", None) or one.proto.body) for one in shown)


def picture(app: AppTest) -> str:
    return str(app.get("html")[0].proto.body) if app.get("html") else ""


def test_every_passage_of_a_review_has_its_page_with_its_span_marked(drawn: Drawn) -> None:
    app = asked()
    assert len(pages(app)) == 2
    assert picture(app) == ""
    pages(app)[0].click().run()
    assert drawn.asked == [("aaaa", 1, [(0, len(TEXT))], 1.0, None)]
    assert "page 1. The cited place is marked." in picture(app)
    assert "Page 1 of 3" in dialog(app)


def test_where_strips_are_kept_they_are_marked(drawn: Drawn, ports: FakePorts) -> None:
    ports.reflector.strips = lambda strip: "irrelevant" if strip == TWO else "relevant"
    app = asked("corrective")
    pages(app)[0].click().run()
    assert [TEXT[start:end] for start, end in drawn.asked[-1][2]] == [ONE, THREE]
    next(one for one in app.checkbox if one.label.startswith("Strip 1")).uncheck().run()
    pages(app)[0].click().run()
    assert [TEXT[start:end] for start, end in drawn.asked[-1][2]] == [THREE]


def test_opening_a_page_loses_nothing_of_the_review(drawn: Drawn) -> None:
    app = asked()
    app.checkbox[0].uncheck().run()
    for label, text in (("Question", "What stands there?"), ("Note for the record", "why")):
        next(one for one in app.text_input if one.label == label).set_value(text).run()
    pages(app)[0].click().run()
    button(app, "Next").click().run()
    assert [page for _, page, *_ in drawn.asked] == [1, 2]
    assert [box.value for box in app.checkbox] == [False, True]
    assert {"What stands there?", "why"} <= {str(one.value) for one in app.text_input}
    assert desk.service().threads()[0].status == "waiting"


def test_turning_pages_marks_nothing_elsewhere_and_leads_back(drawn: Drawn) -> None:
    app = asked()
    pages(app)[0].click().run()
    assert button(app, "Previous").disabled
    button(app, "Next").click().run()
    button(app, "Next").click().run()
    assert button(app, "Next").disabled
    button(app, "Cited page").click().run()
    assert [(page, bool(spans)) for _, page, spans, *_ in drawn.asked] == [(1, True), (2, False), (3, False), (1, True)]


def test_a_larger_picture_is_drawn_larger(drawn: Drawn) -> None:
    app = asked()
    pages(app)[0].click().run()
    zoom: Any = app.get("button_group")[0]
    zoom.set_value(2.0).run()
    assert drawn.asked[-1][3] == 2.0
    assert "width:200%" in picture(app)


def test_the_description_of_a_picture_is_no_html(drawn: Drawn) -> None:
    app = asked()
    pages(app)[0].click().run()
    assert picture(app).count("<img") == 1
    assert "<b>" not in picture(app)
    assert 'onerror="' not in picture(app)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"page_label": "iv"}, "Page 1 of 3 (printed iv)"),
        ({"page_label": "1"}, "Page 1 of 3"),
        ({"reader": "ocr"}, "recognised text (OCR)"),
        ({"note": "The place could not be found."}, "The place could not be found"),
        ({"flaw": "empty"}, "This page has no text (scan?)"),
        ({"flaw": "failed"}, "The text of this page could not be read"),
        ({"flaw": "unreadable"}, "broken font encoding"),
        ({"flaw": "order"}, "an order that may be wrong"),
        ({"flaw": "cut"}, "its end may be missing"),
    ],
)
def test_what_is_to_know_of_a_page_is_told(drawn: Drawn, facts: dict[str, Any], said: str) -> None:
    drawn.facts = facts
    app = asked()
    pages(app)[0].click().run()
    assert said in dialog(app)


def test_text_that_was_recognised_is_not_called_missing(drawn: Drawn) -> None:
    drawn.facts = {"reader": "ocr", "flaw": "empty"}
    app = asked()
    pages(app)[0].click().run()
    assert "recognised text (OCR)" in dialog(app)
    assert "has no text" not in dialog(app)


def test_a_password_is_asked_for_and_kept_in_the_session_alone(drawn: Drawn, data_dir: Path) -> None:
    drawn.password = "opensesame"
    app = asked()
    pages(app)[0].click().run()
    assert picture(app) == ""
    field = next(one for one in app.text_input if one.label == "Password of this document")
    field.set_value("wrong")
    button(app, "Open").click().run()
    assert "does not open this document" in app.error[0].value
    next(one for one in app.text_input if one.label == "Password of this document").set_value("opensesame")
    button(app, "Open").click().run()
    assert picture(app)
    assert not app.error
    button(app, "Next").click().run()
    assert drawn.asked[-1][1::3] == (2, "opensesame")
    assert "opensesame" not in str(dict(app.query_params))
    stored = [path for path in data_dir.rglob("*") if path.is_file() and b"opensesame" in path.read_bytes()]
    assert stored == []


def test_a_document_that_is_gone_is_told_in_a_sentence(drawn: Drawn) -> None:
    app = asked()
    drawn.gone = True
    pages(app)[0].click().run()
    assert app.warning[0].value == "The document was deleted, so its pages cannot be shown."
    assert not app.exception


def test_deleted_passages_and_those_of_the_web_have_no_page(drawn: Drawn, ports: FakePorts) -> None:
    ports.passages.stored[A] = {**passage(A, ONE), "url": "https://example.org"}
    app = asked()
    assert len(pages(app)) == 1
    del ports.passages.stored[B]
    assert pages(reopened(desk.service())) == []


def test_citations_and_offered_passages_of_an_answer_have_their_pages(drawn: Drawn) -> None:
    app = asked()
    button(app, "Write the answer from").click().run()
    wait(app, lambda app: "Sources" in "".join(one.value for one in app.main.markdown))
    view = desk.service().show(desk.service().threads()[0].id)
    others = [one for one in pages(app) if not str(one.key).startswith("page-sentence-")]
    assert len(others) == len(view["citations"]) + len(view["evidence"])
    pages(app)[0].click().run()
    cited = view["citations"][0]
    assert drawn.asked[-1][1:3] == (cited["page"], [(cited["start"], cited["end"])])


def test_another_thread_does_not_show_the_page_that_was_open(drawn: Drawn) -> None:
    app = asked()
    pages(app)[0].click().run()
    button(app, "New question").click().run()
    assert picture(app) == ""
    assert page_viewer.OPENED not in app.session_state


def test_recognised_text_is_marked_in_the_review_and_the_citation(drawn: Drawn, ports: FakePorts) -> None:
    ports.passages.stored[A] = {**passage(A, ONE), "ocr": True}
    app = asked()
    assert [one.value for one in app.main.markdown].count(recognised(app)) == 1
    button(app, "Write the answer from").click().run()
    wait(app, lambda app: "Sources" in "".join(one.value for one in app.main.markdown))
    view = desk.service().show(desk.service().threads()[0].id)
    marked = sum(item["ocr"] for item in [*view["citations"], *view["evidence"]])
    assert marked > 0
    assert [one.value for one in app.main.markdown].count(recognised(app)) == marked


def recognised(app: AppTest) -> str:
    return next(str(one.value) for one in app.main.markdown if "recognised text (OCR)" in str(one.value))
