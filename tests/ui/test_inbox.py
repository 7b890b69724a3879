"""The page of reviews that wait, and the way through them."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.service import Service
from selfrag.ui.review.keys import slug
from tests.fakes import shelf
from tests.service.inboxes import decided, put
from tests.ui.fake_desks import read, serve
from tests.ui.test_pages import opened

HOUR = 3600.0


@pytest.fixture
def service(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Service:
    return serve(data_dir, shelf("aaaa:1:0"), monkeypatch)


def inbox() -> AppTest:
    return opened(page="reviews")


def questions(app: AppTest) -> list[tuple[str, str]]:
    """The questions that are listed and the threads that their links open."""
    found = [one.proto for one in app.main.get("page_link") if one.proto.label == "Open"]
    texts = [str(one.value) for one in app.main.markdown if "badge" not in str(one.value)]
    shown = [text.replace("\\", "") for text in texts]
    return list(zip(shown, (link.query_string for link in found), strict=True))


def press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def test_an_empty_inbox_says_what_to_do(service: Service) -> None:
    app = inbox()
    assert "Nothing waits for you" in app.info[0].value
    assert [one.proto.label for one in app.main.get("page_link")] == ["Ask a question"]


def test_reviews_stand_in_order_with_their_facts_and_one_click_opens_each(service: Service) -> None:
    young = put(service, "Young?", ("relevant", "irrelevant", "ambiguous"), ago=62.0)
    old = put(service, "Old?", (), ago=49 * HOUR, kind="web_consent")
    app = inbox()
    assert questions(app) == [("Old?", f"thread={old.thread}"), ("Young?", f"thread={young.thread}")]
    said = read(app)
    assert "2 reviews wait, the longest for 2 days." in said
    assert "waits 1 min · 1 relevant, 1 unsure, 1 not relevant · Self-RAG" in said
    assert [one.value for one in app.main.markdown if "badge" in one.value] == [
        ":orange-badge[web query]",
        ":blue-badge[evidence]",
    ]


def test_names_titles_and_notes_are_inert(service: Service) -> None:
    hostile = "![x](https://attacker.invalid/p.png) <b>:red[x]</b>"
    one = put(service, hostile)
    decided(service, hostile, ("relevant",), "p0:1:0", who=hostile, note=hostile)
    service.rename_thread(one.thread, f"Other {hostile}")
    service.comment(one.thread, hostile, hostile)
    app = inbox()
    app.session_state["inbox-decided"] = True
    app.session_state[f"comments-{one.thread}"] = True
    app.run()
    said = "\n".join(str(one.value) for one in app.main.markdown)
    said += "\n".join(str(one.value) for one in app.main.caption)
    assert said.count("attacker") >= 6
    for live in ("![", "<b>", " :red["):
        assert live not in said


def test_a_review_is_given_away_and_the_list_shows_mine(service: Service) -> None:
    service.prefer("people", "Ana\nBo")
    mine, other = put(service, "For me?", ago=HOUR), put(service, "For Bo?")
    app = inbox()
    app.selectbox(key="you-choice-inbox").set_value("Ana").run()
    app.selectbox(key=f"assign-{slug(mine.review)}").set_value("Ana").run()
    app.selectbox(key=f"assign-{slug(other.review)}").set_value("Bo").run()
    assert [one.assigned for one in service.queue()] == ["Ana", "Bo"]
    app.button_group(key="inbox-whose").set_value("mine").run()
    assert [label for label, _ in questions(app)] == ["For me?"]
    app.button_group(key="inbox-whose").set_value("unassigned").run()
    assert questions(app) == []
    assert "None of the reviews" in app.info[0].value


def test_without_names_nothing_is_assigned(service: Service) -> None:
    put(service, "Alone?")
    app = inbox()
    assert len(app.selectbox) == len(app.main.get("button_group")) == 0


def test_comments_are_read_and_added_in_place(service: Service) -> None:
    service.prefer("people", "Ana")
    one = put(service, "Said?")
    app = inbox()
    assert app.main.text_area.len == 0
    app.session_state[f"comments-{one.thread}"] = True
    app.run()
    app.text_area(key=f"comment-{one.thread}").set_value("Look at page 3").run()
    app.session_state[f"comments-{one.thread}"] = True
    press(app, f"add-comment-{one.thread}")
    app.session_state[f"comments-{one.thread}"] = True
    app.run()
    assert [(said["who"], said["text"]) for said in service.comments(one.thread)] == [("Ana", "Look at page 3")]
    assert "Look at page 3" in read(app)
    assert app.text_area(key=f"comment-{one.thread}").value == ""


def test_many_reviews_come_in_pages(service: Service) -> None:
    for n in range(25):
        put(service, f"Which {n:02}?", ago=HOUR - n)
    app = inbox()
    assert [label for label, _ in questions(app)] == [f"Which {n:02}?" for n in range(20)]
    app.session_state["inbox-page"] = 2
    app.run()
    assert [label for label, _ in questions(app)] == [f"Which {n:02}?" for n in range(20, 25)]


def test_the_history_says_who_decided_what(service: Service) -> None:
    decided(service, "First?", ("relevant", "irrelevant"), "p0:1:0", who="Ana")
    decided(service, "Second?", ("relevant",), action="reject")
    app = inbox()
    assert [label for label, _ in questions(app)] == ["Second?", "First?"]
    said = read(app)
    assert "evidence · Ana: kept 1 of 2 passages" in said
    assert "evidence · A person: stopped without an answer" in said


def test_the_walk_goes_to_the_one_before_and_after(service: Service) -> None:
    first, second, third = (put(service, f"{n}?", (), ago=HOUR - n) for n in range(3))
    app = opened(thread=second.thread)
    assert "Review 2 of 3" in read(app)
    press(app, "walk-next")
    assert app.query_params["thread"] == third.thread
    assert app.button(key="walk-next").disabled
    press(press(app, "walk-previous"), "walk-previous")
    assert app.query_params["thread"] == first.thread
    assert app.button(key="walk-previous").disabled


def test_after_a_decision_the_next_one_is_offered_and_nothing_jumps(service: Service) -> None:
    first, second, third = (put(service, f"{n}?", (), ago=HOUR - n) for n in range(3))
    app = opened(thread=second.thread)
    service.desk.reviews.decide(second.review, {"action": "reject"})
    service.desk.catalog.save_question(second.asked, "rejected", {})
    app.run()
    assert app.query_params["thread"] == second.thread
    assert "2 more wait." in read(app)
    press(app, "walk-on")
    assert app.query_params["thread"] == third.thread
    service.desk.reviews.decide(third.review, {"action": "reject"})
    service.desk.catalog.save_question(third.asked, "rejected", {})
    app.run()
    press(app, "walk-on")
    assert app.query_params["thread"] == first.thread


def test_a_thread_that_never_waited_offers_no_next_review(service: Service) -> None:
    put(service, "Waits?", ())
    done = decided(service, "Done?", ("relevant",), "p0:1:0")
    app = opened(thread=done.thread)
    assert not [one for one in app.button if str(one.key).startswith("walk")]
