"""Strategy and sources are chosen in the sidebar, and the answer says which strategy gave it."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.graph.strategies import STRATEGIES
from selfrag.ports import WEB
from selfrag.service import Service
from selfrag.ui.strategy_choice import WHAT_IT_DOES
from tests.fakes import FakePorts, FakeWeb, shelf
from tests.ui.fake_desks import PROVIDER, ask, read, reopened, serve
from tests.ui.test_pages import button, opened, wait

A = "aaaa:1:0"


@pytest.fixture
def ports() -> FakePorts:
    return shelf(A)


@pytest.fixture
def service(data_dir: Path, ports: FakePorts, monkeypatch: pytest.MonkeyPatch) -> Service:
    return serve(data_dir, ports, monkeypatch)


def answered(strategy: str) -> AppTest:
    app = ask("What stands here?", strategy, lambda app: app.checkbox)
    button(app, "Write the answer from 1 passage").click().run()
    return wait(app, lambda app: "Sources" in read(app))


def sidebar(app: AppTest) -> list[str]:
    return [one.value for one in app.sidebar.caption]


def test_each_strategy_says_what_it_does(service: Service) -> None:
    assert list(WHAT_IT_DOES) == list(STRATEGIES)
    app = opened()
    choice = app.selectbox(key="strategy-new")
    assert choice.options == ["Self-RAG", "Adaptive RAG", "Corrective RAG", "Combined"]
    for name, text in WHAT_IT_DOES.items():
        choice.set_value(name).run()
        assert text in sidebar(app)
        assert text in choice.help


def test_a_thread_goes_on_with_its_own_strategy_and_a_new_one_with_the_last_chosen(service: Service) -> None:
    assert opened().selectbox(key="strategy-new").value == "self"
    app = answered("corrective")
    thread = service.threads()[0]
    assert thread.strategy == "corrective"
    assert app.selectbox(key=f"strategy-{thread.id}").value == "corrective"
    assert reopened(service).selectbox(key=f"strategy-{thread.id}").value == "corrective"
    button(app, "New question").click().run()
    assert app.selectbox(key="strategy-new").value == "corrective"
    app.selectbox(key="strategy-new").set_value("combined").run()
    button(app, "What stands here").click().run()
    assert app.selectbox(key=f"strategy-{thread.id}").value == "corrective"
    app.chat_input[0].set_value("And there?").run()
    wait(app, lambda app: app.checkbox)
    assert service.show(thread.id)["strategy"] == "corrective"


def test_the_strategy_changes_within_a_thread(service: Service) -> None:
    app = answered("self")
    app.selectbox(key=f"strategy-{service.threads()[0].id}").set_value("adaptive").run()
    app.chat_input[0].set_value("And there?").run()
    wait(app, lambda app: app.checkbox)
    assert [view["strategy"] for view in service.history(service.threads()[0].id)] == ["self", "adaptive"]
    assert "Adaptive RAG · Searched" in read(app)


@pytest.mark.parametrize(
    ("strategy", "badge"),
    [
        ("self", ":green-badge[:material/check: Every sentence supported]"),
        ("combined", ":green-badge[:material/check: Every sentence supported]"),
        ("adaptive", ":gray-badge[:material/info: Not checked against the passages]"),
        ("corrective", ":gray-badge[:material/info: Not checked against the passages]"),
    ],
)
def test_only_what_was_checked_is_said_to_be_supported(service: Service, strategy: str, badge: str) -> None:
    app = answered(strategy)
    assert [line for line in read(app).split("\n") if "-badge[:material" in line] == [badge]
    (how,) = [one.label for one in app.main.expander if one.label.startswith("How this came about")]
    assert how.split(" · ")[1] == STRATEGIES[strategy].title


def test_nothing_chosen_means_all_collections_and_not_the_web(service: Service, ports: FakePorts) -> None:
    ask("What stands here?", "self", lambda app: app.checkbox)
    assert service.show(service.threads()[0].id)["sources"] == ["c1", "c2"]
    assert sorted(ports.search.asked) == ["c1", "c2"]


def test_chosen_collections_are_searched(service: Service, ports: FakePorts) -> None:
    ask("What stands here?", "self", lambda app: app.checkbox, ("c2",))
    assert ports.search.asked == ["c2"]


def test_sources_say_what_is_in_them(service: Service) -> None:
    choice = opened().multiselect(key="sources")
    assert choice.options == ["Menu", "Wine list"]
    assert choice.help == r"- **Menu**: Dishes \*and\* prices"


def test_without_a_provider_one_sentence_says_how_to_set_one_up(service: Service) -> None:
    said = "To search the web too, start the app with `SELFRAG_SEARXNG_URL` or `TAVILY_API_KEY` set."
    assert said in sidebar(opened())


def test_with_a_provider_the_web_is_one_more_source(
    data_dir: Path, ports: FakePorts, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports.web = FakeWeb([])
    serve(data_dir, ports, monkeypatch)
    app = opened()
    choice = app.multiselect(key="sources")
    assert choice.options == ["Menu", "Wine list", "Web (asks first)"]
    assert not any("web" in said for said in sidebar(app) if said not in WHAT_IT_DOES.values())
    choice.set_value([WEB]).run()
    assert f"You are asked before a query leaves for {PROVIDER}." in sidebar(app)


def test_a_router_that_failed_is_told_on_the_card(service: Service, ports: FakePorts) -> None:
    ports.reflector.router_fails = True
    app = ask("What stands here?", "adaptive", lambda app: app.checkbox)
    told = "The choice of sources failed, so all collections are searched: The model does not answer."
    assert [one.value.replace("\\", "") for one in app.main.caption].count(told) == 1
    assert list(app.main.info) == []
    assert [box.value for box in app.checkbox] == [True]


def test_what_adaptive_keeps_is_never_folded(service: Service, ports: FakePorts) -> None:
    ports.passages.stored["bbbb:2:0"] = {**ports.passages.stored[A], "id": "bbbb:2:0", "page": 2, "text": "Other."}
    ports.search.ids.append("bbbb:2:0")
    ports.reflector.rel = lambda question, given: "irrelevant" if given["page"] == 2 else "relevant"
    app = ask("What stands here?", "adaptive", lambda app: app.checkbox)
    assert [box.value for box in app.checkbox] == [True, True]
    assert "**Not relevant · 1**" in read(app)
    assert not any("Not relevant" in one.label for one in app.main.expander)
