"""Each sentence of an answer with what carries it, and what a person does about one: strike, take back, try a copy."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from selfrag.graph.decision import check_decision
from selfrag.ports import Limits
from selfrag.service import Service
from selfrag.threads.reviews import Review
from selfrag.ui.history import what_if
from selfrag.ui.viewer import viewer as page_viewer
from tests.fakes import FakePorts, shelf
from tests.ui.fake_desks import ask, read, reopened, serve
from tests.ui.test_pages import button, wait

A, B, C = "aaaa:1:0", "bbbb:2:0", "cccc:3:0"
FEE, CARD, OTHER = "The corkage fee is 20 euros.", "Most guests pay by *card*.", "Nobody pays late."
QUESTION, WINE = "What does it cost?", "Bring your own wine."
VERDICTS = {FEE: "fully", CARD: "partially", OTHER: "no"}


@pytest.fixture
def ports() -> FakePorts:
    """Three passages, and an answer of a supported, a partly supported and an unsupported sentence."""
    made = shelf(A, B, C, **{A: f"{WINE} {FEE} Ask the waiter.", B: "Guests pay by card here.", C: "Pay in time."})
    made.writer.pieces = lambda passages: [
        f"{text} [{n}] " for n, text in enumerate([FEE, CARD, OTHER][: len(passages)], 1)
    ]
    made.reflector.sup = lambda claim: VERDICTS[claim["text"]]  # type: ignore[assignment,return-value]
    return made


@pytest.fixture
def service(data_dir: Path, ports: FakePorts, monkeypatch: pytest.MonkeyPatch) -> Service:
    return serve(data_dir, ports, monkeypatch)


def answered() -> AppTest:
    app = ask(QUESTION, "self", lambda app: app.checkbox)
    button(app, "Write the answer from 3 passages").click().run()
    return wait(app, lambda app: "Sources" in read(app))


def buttons(app: AppTest, label: str) -> list[Any]:
    """Those called so; for the sentences, whichever their number."""
    return [one for one in app.main.button if one.label == label or re.fullmatch(rf"{label} \d+", one.label)]


def plain(element: Any) -> str:
    return str(element.value).replace("\\", "")


def prose(app: AppTest) -> str:
    """The answer as it is read, without its marks."""
    return next(str(one.value) for one in app.main.markdown if "-badge[\\[1\\]]" in str(one.value))


def test_a_weak_sentence_says_why_and_shows_what_carries_it(service: Service) -> None:
    said = read(answered()).split("\n")
    assert f":small[:gray[✓ supported 1.00]] {FEE}" in said
    assert f":orange-badge[◐ partly supported 0.50] {CARD}" in said
    assert f":red-badge[✗ not supported 0.00] {OTHER}" in said
    assert said.count("scripted") == 2
    assert "“Guests pay by card here.”" in said
    assert f"“{FEE}”" not in said  # a quotation is not quoted again
    assert "**1 of 3 sentences supported · useful 5 of 5**" in said


def test_the_page_opens_with_the_words_that_carry_the_sentence(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(page_viewer, "open", lambda service, *place: seen.append(place))
    app = answered()
    pages = [one for one in app.main.button if str(one.key).startswith("page-sentence-")]
    assert len(pages) == 2  # nothing carries the third sentence
    pages[0].click().run()
    start = len(WINE) + 1
    assert seen == [("aaaa", 1, [(start, start + len(FEE))])]


def test_a_struck_sentence_leaves_the_answer_and_comes_back(service: Service) -> None:
    service.prefer("people", "Kim *Lee*")
    app = answered()
    assert CARD.split(" *", maxsplit=1)[0] in prose(app)
    buttons(app, "Strike sentence")[1].click().run()
    said = read(app)
    assert "pay by" not in prose(app)
    assert f":gray[~~{CARD}~~]" in said
    assert "Struck by Kim *Lee*, " in said
    assert "1 sentence struck by Kim *Lee*" in said
    assert "**1 of 2 sentences supported · useful 5 of 5**" in said
    again = reopened(service)
    assert f":gray[~~{CARD}~~]" in read(again)
    (undo,) = buttons(again, "Put sentence 2 back")
    undo.click().run()
    assert "pay by" in prose(again)
    assert "sentence struck" not in read(again)
    assert "Struck by" not in read(again)
    assert len(buttons(again, "Strike sentence")) == 3


def test_what_is_left_after_strikes_is_said_to_be_supported_when_it_is(service: Service) -> None:
    app = answered()
    assert "Partly supported" in read(app)
    buttons(app, "Strike sentence")[2].click().run()
    buttons(app, "Strike sentence")[1].click().run()
    said = read(app)
    assert "What is left is supported" in said
    assert "2 sentences struck]" in said
    buttons(app, "Strike sentence")[0].click().run()
    assert "Every sentence of this answer is struck." in read(app)
    assert "What is left is supported" not in read(app)


def test_many_supported_sentences_are_folded_behind_what_is_weak(service: Service, ports: FakePorts) -> None:
    more = [f"Fact number {n} stands." for n in range(4)]
    VERDICTS.update(dict.fromkeys(more, "fully"))
    ports.writer.pieces = lambda passages: [f"{text} [1] " for text in [*more, CARD]]
    app = answered()
    (folded,) = [one for one in app.main.expander if one.label == "✓ 4 supported sentences"]
    assert [plain(one).split("] ")[-1] for one in folded.markdown] == more
    assert CARD.split("*", maxsplit=1)[0] not in "\n".join(str(one.value) for one in folded.markdown)


def test_where_all_is_supported_the_answer_is_not_said_again(service: Service, ports: FakePorts) -> None:
    ports.writer.pieces = lambda passages: [f"{FEE} [1] "]
    app = answered()
    (folded,) = [one for one in app.main.expander if one.label == "1 of 1 sentences supported · useful 5 of 5"]
    assert not folded.proto.expanded
    (line,) = [plain(one) for one in app.main.markdown if "✓ supported" in str(one.value)]
    assert [plain(one) for one in folded.markdown] == [line]
    buttons(app, "Strike sentence")[0].click().run()
    assert "Every sentence of this answer is struck." in read(app)


@pytest.mark.parametrize("strategy", ["adaptive", "corrective"])
def test_sentences_that_nobody_checked_can_be_struck(service: Service, ports: FakePorts, strategy: str) -> None:
    ports.reflector.rel = lambda question, passage: "relevant"
    app = ask(QUESTION, strategy, lambda app: app.checkbox)
    button(app, "Write the answer from 3 passages").click().run()
    wait(app, lambda app: "Sources" in read(app))
    assert "Sentence by sentence · 3" in [one.label for one in app.main.expander]
    assert "Not checked against the passages" in read(app)
    assert not buttons(app, "Search again for sentence")
    buttons(app, "Strike sentence")[2].click().run()
    assert "Nobody pays late" not in prose(app)
    assert len(service.show(service.threads()[0].id)["struck"]) == 1
    buttons(app, "Put sentence 3 back")[0].click().run()
    assert "Nobody pays late" in prose(app)


def test_words_of_a_model_are_text(service: Service, ports: FakePorts) -> None:
    hostile = "~~x~~ ![i](https://attacker.invalid/p.png) :red[y] $1$."
    VERDICTS[hostile] = "no"
    ports.writer.pieces = lambda passages: [f"{hostile} [1] "]
    app = answered()
    buttons(app, "Strike sentence")[0].click().run()
    (line,) = [str(one.value) for one in app.main.markdown if str(one.value).startswith(":gray[~~")]
    assert line.startswith(r":gray[~~\~\~x\~\~ \!\[i\]\(")
    assert "![i]" not in line


def test_a_search_for_a_weak_sentence_is_a_copy_and_the_original_stays(service: Service, ports: FakePorts) -> None:
    app = answered()
    original = service.threads()[0].id
    before = service.show(original)
    assert len(buttons(app, "Search again for sentence")) == 2
    buttons(app, "Search again for sentence")[0].click().run()
    copy = service.threads()[0].id
    assert copy != original
    assert app.query_params["thread"] in (copy, [copy])
    assert [one.value for one in app.toast] == ["This is a copy of the thread. The original stays as it is."]
    wait(app, lambda app: service.show(copy)["status"] == "waiting" and app.checkbox)
    assert ports.search.queries[-1] == CARD
    assert service.show(copy)["review"]["query"] == CARD
    assert service.show(original) == before


def test_writing_without_the_misread_passage_is_a_copy_too(service: Service, ports: FakePorts) -> None:
    app = answered()
    original = service.threads()[0].id
    buttons(app, "Write again without this passage")[1].click().run()
    copy = service.threads()[0].id
    wait(app, lambda app: service.status(copy) == "answered")
    assert copy != original
    assert ports.called("write")[-1][1] == [A, B]
    assert service.show(original)["approved"] == [A, B, C]


def test_without_a_review_there_is_nothing_to_copy_from(service: Service) -> None:
    app = answered()
    assert buttons(app, "Search again for sentence")
    view = service.show(service.threads()[0].id)
    steps = [step for step in view["steps"] if step["node"] != "review_evidence"]
    assert not what_if.is_offered({**view, "steps": steps})
    assert not what_if.is_offered({**view, "steps": [{**step, "inherited": True} for step in view["steps"]]})


def test_a_policys_review_is_one_to_copy_from(service: Service) -> None:
    service.prefer("policy", "never")
    app = ask(QUESTION, "self", lambda app: "Sources" in read(app))
    assert len(buttons(app, "Search again for sentence")) == 2
    buttons(app, "Search again for sentence")[0].click().run()
    wait(app, lambda app: len(service.threads()) == 2 and not app.exception)


def test_the_same_question_twice_has_its_own_buttons(service: Service) -> None:
    app = answered()
    app.chat_input[0].set_value(QUESTION).run()
    wait(app, lambda app: app.checkbox)
    button(app, "Write the answer from 3 passages").click().run()
    wait(app, lambda app: read(app).count("Sources") == 2)
    assert len(buttons(app, "Strike sentence")) == 6
    buttons(app, "Strike sentence")[4].click().run()
    assert [len(view["struck"]) for view in service.history(service.threads()[0].id)] == [0, 1]


def thumbs(app: AppTest) -> list[Any]:
    return list(app.get("feedback"))


def test_a_thumb_is_kept_changed_and_taken_back(service: Service) -> None:
    app = answered()
    thread = service.threads()[0].id
    seen = []
    for value in (1, 0, None):
        thumbs(app)[0].set_value(value).run()
        seen.append((service.show(thread)["thumb"], thumbs(reopened(service))[0].value))
    assert seen == [(1, 1), (-1, 0), (0, None)]


def test_another_tabs_thumb_is_shown(service: Service) -> None:
    app = answered()
    thumbs(reopened(service))[0].set_value(1).run()
    app.run()
    assert thumbs(app)[0].value == 1


ids = st.lists(st.sampled_from([f"{c}:1:0" for c in "abcdef"]), unique=True, max_size=6)


@given(offered=ids, approved=ids, gone=ids, said=ids, question=st.sampled_from([None, "Other words?"]))
def test_a_copys_decision_is_one_that_the_review_takes(
    offered: list[str], approved: list[str], gone: list[str], said: list[str], question: str | None
) -> None:
    payload = {"review_id": "q.1", "evidence": [{"passage_id": each} for each in offered]}
    decided: dict[str, Any] = {"question": question, "strips": {}}
    review = Review("q.1", "t", payload, None, decided, "person", 1.0, 2.0)
    view = {"approved": approved, "gone": [each for each in gone if each in approved]}
    sentence = {"text": "s" * 3000, "passage_ids": said}
    limits = Limits()
    search = check_decision(
        payload, what_if.searching(review, view, sentence, limits.question_chars), limits, lambda added: added
    )
    there = [each for each in approved if each not in view["gone"]]
    assert {*search.keep, *search.add} == set(there)
    assert (search.query or "") == sentence["text"][: limits.question_chars]
    left = [each for each in there if each not in said]
    if left:
        write = check_decision(payload, what_if.rewriting(review, view, sentence, 1), limits, lambda added: added)
        assert {*write.keep, *write.add} == set(left)
        assert (write.question, bool(write.search_again)) == (question, False)
