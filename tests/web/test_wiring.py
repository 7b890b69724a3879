"""Who searches the web by the settings, and one store over all passages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from selfrag.ports import Meter
from selfrag.settings import WebSettings
from selfrag.web.passages import passages_of
from selfrag.web.provider import WebResult
from selfrag.web.store import WebStore
from selfrag.wiring.passages import Passages
from selfrag.wiring.web import make_web
from tests.fakes import FakePassages, passage
from tests.web.conftest import KEY
from tests.web.server import WebServer


def test_nobody_without_settings(store: WebStore) -> None:
    assert make_web(WebSettings(), store) == (None, "")


def test_each_provider_by_its_settings(server: WebServer, store: WebStore) -> None:
    at = server.url.removeprefix("http://")
    for settings, name, method in (
        (WebSettings(tavily_key=KEY, tavily_url=server.url + "/"), "Tavily", "POST"),
        (WebSettings(searxng=server.url), f"SearXNG at {at}", "GET"),
        (WebSettings(searxng=server.url, tavily_key=KEY), f"SearXNG at {at}", "GET"),
    ):
        server.requests.clear()
        web, told = make_web(settings, store)
        assert web is not None
        assert told == name
        assert web(Meter()).name == name
        assert len(web(Meter()).search("q", "t1", 4)) == 2
        assert [(request.method, request.path) for request in server.requests] == [(method, "/search")]


def test_documents_are_asked_first_and_the_web_for_the_rest(store: WebStore) -> None:
    (found,) = passages_of("t1", [WebResult("T", "https://example.org", "Text.")])
    store.add("t1", "Tavily", [found])
    page = passage("a" * 16 + ":3:0")
    passages = Passages(FakePassages({page["id"]: page}), store)
    assert passages.get([found["id"], "b" * 16 + ":1:0", page["id"]]) == {page["id"]: page, found["id"]: found}


def test_nothing_for_the_web_is_loaded_before_a_search() -> None:
    script = (
        "import sys; from selfrag.settings import WebSettings; from selfrag.wiring.web import make_web;"
        "make_web(WebSettings(tavily_key='x'), None);"
        "print([name for name in ('langchain_tavily', 'aiohttp') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ)
    assert told.stdout.strip() == "[]"


@pytest.mark.parametrize("library", ["chromadb", "langgraph", "langchain_tavily"])
def test_only_tavily_may_import_what_others_wrap(library: str) -> None:
    root = Path(__file__).parents[2]
    kept = {}
    for file in sorted((root / "selfrag" / "web").glob("*.py")):
        command = [sys.executable, "-m", "ruff", "check", "--select", "TID251", "--stdin-filename", str(file), "-"]
        checked = subprocess.run(
            command, cwd=root, input=f"import {library}\n", capture_output=True, text=True, check=False
        )
        kept[file.name] = checked.returncode == 0
    assert [name for name, allowed in kept.items() if allowed] == ["tavily.py"]
