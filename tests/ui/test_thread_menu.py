"""What is done with a whole thread: on its page, in the list, and by default in the settings."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.service import Service
from selfrag.ui.threads_list import SHOWN, WAITING_SHOWN
from tests.fakes import shelf
from tests.service.inboxes import decided, put
from tests.ui.fake_desks import read, serve
from tests.ui.test_pages import opened


@pytest.fixture
def service(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Service:
    return serve(data_dir, shelf("aaaa:1:0"), monkeypatch)


def menu(thread: str) -> AppTest:
    app = opened(thread=thread)
    app.session_state[f"menu-{thread}"] = True
    app.run()
    assert not app.exception
    return app


def listed(app: AppTest) -> list[str]:
    """Ids of the threads in the sidebar."""
    keys = [str(one.key) for one in app.sidebar.button if str(one.key).startswith("thread-")]
    return [key.removeprefix("thread-") for key in keys]


def test_a_thread_is_renamed(service: Service) -> None:
    thread = decided(service, "What?", ("relevant",), "p0:1:0").thread
    app = menu(thread)
    app.text_input(key=f"title-{thread}").set_value("A better title").run()
    assert service.thread(thread).title == "A better title"
    assert next(one.label for one in app.sidebar.button if one.key == f"thread-{thread}") == "A better title"
    app.text_input(key=f"title-{thread}").set_value("  ").run()
    assert service.thread(thread).title == app.text_input(key=f"title-{thread}").value == "A better title"
    assert "A title needs" in app.toast[0].value


def test_policy_and_draft_review_are_this_thread_s_own(service: Service) -> None:
    thread, other = put(service, "This?", ()).thread, put(service, "That?", ()).thread
    app = menu(thread)
    app.radio(key=f"policy-{thread}").set_value("never").run()
    app.toggle(key=f"draft-{thread}").set_value(True).run()
    changed = service.thread(thread)
    assert (changed.policy, changed.draft_review) == ("never", True)
    assert (service.thread(other).policy, service.thread(other).draft_review) == ("always", False)
    assert "from this thread's next question on" in read(app).replace("\\", "")


def test_a_policy_is_told_with_what_it_would_have_done(service: Service) -> None:
    app = menu(put(service, "This?", ()).thread)
    assert "Once you have decided" in read(app)
    decided(service, "One dropped?", ("relevant", "relevant"), "p1:1:0")
    decided(service, "Unsure?", ("relevant", "ambiguous"), action="reject")
    app.run()
    told = {
        "when_unsure": "It would have saved 1 of 2 reviews and let through 1 passage that was dropped.",
        "never": "It would have saved 2 of 2 reviews and let through 2 passages that were dropped.",
    }
    for shown in (app, opened(page="settings")):
        captions = list(next(one for one in shown.radio if "policy" in str(one.key)).proto.captions)
        assert [told["when_unsure"] in captions[1], told["never"] in captions[2]] == [True, True]
        assert "would have" not in captions[0]


def test_the_default_of_draft_review_is_in_the_settings(service: Service) -> None:
    app = opened(page="settings")
    app.toggle(key="preference-draft").set_value(True).run()
    assert service.preference("draft_review") == "on"
    app.toggle(key="preference-draft").set_value(False).run()
    assert service.preference("draft_review") == "off"


def test_a_thread_is_archived_and_brought_back(service: Service) -> None:
    thread, other = (decided(service, one, ("relevant",), "p0:1:0").thread for one in ("This?", "That?"))
    app = menu(thread)
    app.button(key="archive-menu").click().run()
    assert service.thread(thread).archived is not None
    assert listed(app) == [other]
    app.toggle(key="find-archived").set_value(True).run()
    assert (listed(app), found(app)) == ([], [thread])
    app.button(key="archive-head").click().run()
    assert service.thread(thread).archived is None
    assert set(listed(app)) == {thread, other}


def test_nothing_is_deleted_before_the_second_click(service: Service) -> None:
    thread = put(service, "This?", ()).thread
    app = menu(thread)
    app.button(key="ask-delete-thread").click().run()
    assert "for good?" in read(app)
    app.button(key="keep-thread").click().run()
    assert service.status(thread) == "waiting"
    app.button(key="ask-delete-thread").click().run()
    app.button(key="delete-thread").click().run()
    assert not app.exception
    assert (service.status(thread), "thread" in app.query_params) == (None, False)


def test_threads_are_found_by_title_or_question(service: Service) -> None:
    lake = decided(service, "How deep is the lake?", ("relevant",), "p0:1:0").thread
    river = put(service, "How long is 100% of the river?", ()).thread
    app = opened()
    assert listed(app) == [river, lake]
    for text, ids in (("LAKE", [lake]), ("0%", [river]), ("%", [river]), ("how", [river, lake])):
        app.text_input(key="find-threads").set_value(text).run()
        assert found(app) == ids
    app.text_input(key="find-threads").set_value("sea").run()
    assert "No title or question has these words" in "\n".join(one.value for one in app.sidebar.caption)


def found(app: AppTest) -> list[str]:
    """Threads that are listed as found, which stand below those that wait."""
    keys = [str(one.key) for one in app.sidebar.button if str(one.key).startswith("found-")]
    return [key.removeprefix("found-") for key in keys]


def test_a_long_list_is_cut(service: Service) -> None:
    for n in range(WAITING_SHOWN + 2):
        put(service, f"Waits {n}?", ())
    for n in range(SHOWN + 2):
        decided(service, f"Done {n}?", ("relevant",), "p0:1:0")
    app = opened()
    assert len(listed(app)) == WAITING_SHOWN + SHOWN
    assert "All that wait" in [one.proto.label for one in app.sidebar.get("page_link")]
    assert f"Questions · {SHOWN}+" in [one.value for one in app.sidebar.caption]
