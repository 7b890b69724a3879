"""The pages on a desk whose models, passages and web are fakes."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.documents.collections import Collection
from selfrag.service import Service
from selfrag.ui import desk
from tests.fakes import FakeLibrary, FakePorts
from tests.service.desks import make_desk
from tests.ui.test_pages import opened, wait

PROVIDER = "Finder"


SHELVES = (
    Collection("c1", "Menu", "pairs", 16, created=1.0, description="Dishes *and* prices"),
    Collection("c2", "Wine list", "pairs", 16, created=2.0),
)


def serve(folder: Path, ports: FakePorts, monkeypatch: pytest.MonkeyPatch) -> Service:
    """The service that the pages find; the web has a provider where the ports have a web."""
    service = Service(make_desk(folder, ports, library=FakeLibrary(ports.search, SHELVES)))
    monkeypatch.setattr(desk, "_service", cache(lambda: service))
    return service


def ask(question: str, strategy: str, until: Callable[[AppTest], Any], sources: tuple[str, ...] = ()) -> AppTest:
    """A page with the question asked, as far as `until`."""
    app = opened()
    app.selectbox(key="strategy-new").set_value(strategy)
    if sources:
        app.multiselect(key="sources").set_value(list(sources))
    app.run()
    app.chat_input[0].set_value(question).run()
    return wait(app, until)


def reopened(service: Service) -> AppTest:
    """The newest thread in another tab."""
    return opened(thread=service.threads()[0].id)


def read(app: AppTest) -> str:
    """What the main part of the page says, as it is read."""
    said = [*app.main.markdown, *app.main.caption, *app.main.subheader, *app.main.warning]
    return "\n".join(str(element.value) for element in said).replace("\\", "").replace(":small[]", "")
