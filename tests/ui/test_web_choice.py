"""Who searches the web is shown, and chosen, on the settings page."""

from pathlib import Path

import pytest

from selfrag.settings import SEARXNG
from selfrag.ui import desk
from selfrag.ui.settings.web_choice import KEY
from tests.ui.fake_desks import read
from tests.ui.test_pages import opened

ADDRESS = "http://localhost:8888"


def test_an_address_is_saved_as_soon_as_it_is_typed(data_dir: Path) -> None:
    app = opened(page="settings")
    assert "- Web search: none: give an address above, or start the app with TAVILY_API_KEY set" in read(app)
    app.text_input(key=KEY).set_value(f" {ADDRESS} ").run()
    assert [toast.value for toast in app.toast] == ["Saved. The next question may use it."]
    assert desk.service().choices()[SEARXNG] == ADDRESS
    desk.close()
    app = opened(page="settings")
    assert app.text_input(key=KEY).value == ADDRESS
    assert "- Web search: SearXNG at localhost:8888" in read(app)
    app.text_input(key=KEY).set_value("").run()
    assert desk.service().choices()[SEARXNG] == ""


def test_an_address_that_is_none_is_refused_with_the_reason(data_dir: Path) -> None:
    app = opened(page="settings")
    app.text_input(key=KEY).set_value("nowhere").run()
    assert "SELFRAG_SEARXNG_URL" in app.error[0].value.replace("\\", "")
    assert desk.service().choices()[SEARXNG] == ""


def test_the_environment_stands_above_the_page(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SEARXNG, ADDRESS)
    app = opened(page="settings")
    field = app.text_input(key=KEY)
    assert (field.value, field.disabled) == (ADDRESS, True)
    assert "Set by `SELFRAG_SEARXNG_URL` in the environment." in read(app)
    assert "- Web search: SearXNG at localhost:8888" in read(app)
