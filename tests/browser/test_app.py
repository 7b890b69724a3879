import urllib.request
from typing import Any

import pytest

from selfrag.ui.safety import HEADERS
from tests.browser.acts import says, settled

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_every_page_opens_from_its_address(page: Any, server: Any) -> None:
    for path in ("", "documents", "settings"):
        page.goto(f"{server.url}/{path}")
        settled(page)
        assert page.locator("[data-testid=stException]").count() == 0
        assert page.locator("[data-testid=stAlertContentError]").count() == 0


@pytest.mark.parametrize("locale", ["ko-KR"])
@pytest.mark.slow
def test_the_browsers_language_is_spoken(page: Any, server: Any) -> None:
    page.goto(server.url)
    page.locator("h1").wait_for()
    says(page.locator("[data-testid=stSidebarNav]"), "문서")


@pytest.mark.slow
def test_a_killed_server_comes_back_on_the_same_port_and_the_tab_reconnects(page: Any, server: Any) -> None:
    page.goto(server.url)
    page.locator("h1").wait_for()
    server.kill()
    with pytest.raises(OSError):
        urllib.request.urlopen(server.url + "/health", timeout=5)
    server.start()
    page.reload()
    page.locator("h1").wait_for()


def test_every_response_carries_the_policy(server: Any) -> None:
    for path in ("/", "/health", "/_stcore/health"):
        with urllib.request.urlopen(server.url + path) as response:
            assert {name: response.headers[name] for name in HEADERS} == HEADERS
