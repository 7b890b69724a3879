"""Every strategy on the sample collections by the real command line, with the embedded models and over a server."""

import io
import os
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus

import pytest

from selfrag.__main__ import main
from selfrag.bench.openai_server import OpenAIServer
from selfrag.graph.strategies import STRATEGIES
from selfrag.samples import sample_files
from tests.end_to_end.asking import environment
from tests.end_to_end.command_line import CommandLine, elsewhere
from tests.end_to_end.restaurant import CANBERRA, CAPITAL, FOLLOW_UP, GREETING, PAIRING, STANDALONE, WEATHER, reading
from tests.web.server import WebServer, result

MENU, WINE, _ = sample_files()
BY_POLICY = ("--review", "approve-relevant")
ROUTING = ("adaptive", "combined")
CORRECTING = ("corrective", "combined")


@pytest.fixture(scope="module", params=["embedded", "server"])
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def restaurant(
    backend: str, tmp_path_factory: pytest.TempPathFactory, running_model: OpenAIServer
) -> tuple[Path, dict[str, str]]:
    """A data directory with both collections, and the environment that goes with it."""
    folder = tmp_path_factory.mktemp(backend)
    server = environment(folder, running_model.url) if backend == "server" else {}
    environ = {**server, "SELFRAG_DATA_DIR": str(folder)}
    with pytest.MonkeyPatch.context() as patch:
        put(environ, patch)
        for path, collection in ((MENU, "메뉴"), (WINE, "와인")):
            assert main(("ingest", str(path), "--collection", collection)) == 0
    return folder, environ


@pytest.fixture
def run(
    restaurant: tuple[Path, dict[str, str]],
    model: OpenAIServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> CommandLine:
    """The command line on a copy of the data directory; no provider searches the web."""
    folder, environ = restaurant
    model.rule = reading
    copy = shutil.copytree(folder, tmp_path / "data")
    put({**environ, "SELFRAG_DATA_DIR": str(copy)}, monkeypatch)
    return CommandLine(capsys)


@pytest.fixture
def web(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A provider that the settings name, and what reached it."""
    with WebServer(results=[result(1, title="Australia\x1b[31m\n[9] fake", content=CANBERRA)]) as server:
        monkeypatch.setenv("SELFRAG_SEARXNG_URL", server.url)
        yield server


def put(environ: dict[str, str], patch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("OPENAI_", "SELFRAG_", "TAVILY_")):
            patch.delenv(name)
    for name, value in environ.items():
        patch.setenv(name, value)


def found(view: dict[str, Any], node: str) -> list[dict[str, Any]]:
    return [step["found"] for step in view["steps"] if step["node"] == node]


def sources(view: dict[str, Any]) -> list[list[tuple[str, bool, str | None]]]:
    """For each search its sources: the title, whether anything was found, and the error."""
    return [[(s["title"], s["hits"] > 0, s["error"]) for s in each["sources"]] for each in found(view, "search")]


@pytest.mark.parametrize("strategy", ROUTING)
def test_one_question_searches_both_collections_at_once_and_cites_both(run: CommandLine, strategy: str) -> None:
    [view] = run("ask", PAIRING, "--strategy", strategy, *BY_POLICY)
    assert (view["status"], view["strategy"], view["fallback"]) == ("answered", strategy, "")
    assert sources(view) == [[("메뉴", True, None), ("와인", True, None)]]
    assert {citation["document"] for citation in view["citations"]} == {"menu.pdf", "wine-list.pdf"}
    assert "서랍지기 카베르네" in view["answer"]


@pytest.mark.parametrize("strategy", ["self", *ROUTING])
def test_a_greeting_retrieves_nothing(run: CommandLine, web: WebServer, strategy: str) -> None:
    [view] = run("ask", GREETING, "--strategy", strategy, "--web")
    assert (view["status"], view["outcome"], view["review"]) == ("answered", "answered_directly", None)
    assert (view["evidence"], view["citations"], view["consent"]) == ([], [], None)
    assert not re.search(r"\[\d+\]", view["answer"])
    assert sources(view) == []
    assert web.requests == []
    assert "Not from your documents." in run.text("show", view["thread_id"])


def test_a_first_greeting_is_searched_for_beside_retrieve_and_nothing_of_it_is_kept(run: CommandLine) -> None:
    [view] = run("ask", GREETING, "--strategy", "self")
    assert (view["outcome"], view["evidence"]) == ("answered_directly", [])


@pytest.mark.parametrize("strategy", ROUTING)
def test_a_follow_up_stands_by_itself_and_finds_the_temperature(run: CommandLine, backend: str, strategy: str) -> None:
    [first] = run("ask", PAIRING, "--strategy", strategy, *BY_POLICY)
    [view] = run("ask", FOLLOW_UP, "--thread", first["thread_id"], *BY_POLICY)
    assert (view["status"], view["strategy"], view["question"]) == ("answered", strategy, FOLLOW_UP)
    assert "카베르네" in view["asked"]
    assert backend == "embedded" or view["asked"] == STANDALONE
    assert "레드 와인은 16~18도로 제공합니다." in view["answer"]
    assert ("wine-list.pdf", 1) in [(each["document"], each["page"]) for each in view["citations"]]


@pytest.mark.parametrize("strategy", CORRECTING)
@pytest.mark.parametrize("question", [WEATHER, CAPITAL])
def test_what_no_file_answers_asks_for_the_web(run: CommandLine, web: WebServer, strategy: str, question: str) -> None:
    [view] = run("ask", question, "--strategy", strategy, *BY_POLICY)
    assert (view["status"], view["review"]["kind"]) == ("waiting", "web_consent")
    assert view["review"]["allowed"] == ["allow", "skip", "never"]
    assert view["review"]["provider"] == "SearXNG at " + web.url.removeprefix("http://")
    assert view["counters"]["rewrites"] == (2 if strategy == "combined" else 0)
    assert web.requests == []
    text = run.text("show", view["thread_id"])
    assert f"\n  {view['review']['query']}\n" in text
    assert "--allow [--query TEXT] | --skip | --never" in text


def test_what_no_file_answers_ends_honestly_where_there_is_no_web(run: CommandLine, backend: str) -> None:
    for question in (WEATHER,) if backend == "embedded" else (WEATHER, CAPITAL):
        [view] = run("ask", question, "--strategy", "self", *BY_POLICY)
        assert (view["status"], view["outcome"], view["answer"]) == ("no_evidence", "no_evidence", "")
        assert view["counters"]["rewrites"] == 2


@pytest.mark.parametrize("strategy", CORRECTING)
def test_without_a_provider_the_step_says_so_and_the_run_goes_on(run: CommandLine, strategy: str) -> None:
    [view] = run("ask", WEATHER, "--strategy", strategy, *BY_POLICY)
    assert (view["status"], view["outcome"], view["counters"]["web"]) == ("no_evidence", "no_evidence", 0)
    [consent] = found(view, "ask_web_consent")
    assert (consent["action"], consent["by"]) == ("no_provider", "selfrag")
    assert "no provider is set" in run.text("show", view["thread_id"])


@pytest.mark.parametrize(
    ("strategy", "answer"),
    [
        ("corrective", "--skip"),
        pytest.param("corrective", "--never", marks=pytest.mark.slow),
        pytest.param("combined", "--reject", marks=pytest.mark.slow),
        ("combined", "--never"),
    ],
)
def test_nothing_is_sent_without_consent(run: CommandLine, web: WebServer, strategy: str, answer: str) -> None:
    [asked] = run("ask", WEATHER, "--strategy", strategy, *BY_POLICY)
    [view] = run("resume", asked["thread_id"], answer)
    assert (view["status"], view["answer"]) == ("no_evidence", "")
    assert view["consent"]["action"] == ("never" if answer == "--never" else "skip")
    [again] = run("ask", WEATHER, "--thread", asked["thread_id"], *BY_POLICY)
    if answer == "--never":
        assert (again["status"], again["consent"]["action"], again["consent"]["by"]) == (
            "no_evidence", "never", "selfrag",
        )  # fmt: skip
    else:
        assert again["review"]["kind"] == "web_consent"
    assert web.requests == []


@pytest.mark.parametrize(
    ("strategy", "flags"), [("corrective", ("--allow", "--query")), ("combined", ("--approve", "--question"))]
)
def test_the_edited_query_leaves_and_nothing_else(
    run: CommandLine, web: WebServer, strategy: str, flags: tuple[str, str]
) -> None:
    [first] = run("ask", PAIRING, "--strategy", strategy, *BY_POLICY)
    [asked] = run("ask", WEATHER, "--thread", first["thread_id"], *BY_POLICY)
    assert asked["review"]["kind"] == "web_consent"
    [view] = run("resume", asked["thread_id"], *flags, "capital city")
    assert web.queries == ["capital city"]
    assert (view["consent"]["query"], view["counters"]["web"]) == ("capital city", 1)
    sent = unquote_plus(str([(each.target, each.headers, each.body.decode()) for each in web.requests]))
    texts = [item["text"] for item in first["evidence"]]
    inside = {*PAIRING.split(), *WEATHER.split(), *first["answer"].split(), *" ".join(texts).split()}
    assert len(inside) > 100
    assert [word for word in inside if len(word) > 2 and word in sent] == []
    assert not re.search(r"[가-힣]", sent)


@pytest.mark.parametrize(
    ("strategy", "shown"), [pytest.param("corrective", CAPITAL, marks=pytest.mark.slow), ("combined", None)]
)
def test_what_the_web_said_is_reviewed_cited_and_kept(
    run: CommandLine, web: WebServer, strategy: str, shown: str | None
) -> None:
    [asked] = run("ask", CAPITAL, "--strategy", strategy)
    assert shown in (None, asked["review"]["query"])
    [review] = run("resume", asked["thread_id"], "--allow")
    assert web.queries == [asked["review"]["query"]]
    assert (review["status"], review["review"]["kind"]) == ("waiting", "chunk_review")
    outside = [item for item in review["evidence"] if item["collection"] == "Web"]
    assert [(item["url"], item["text"], item["is_rel"]) for item in outside] == [
        ("https://example.org/1", CANBERRA, "correct")
    ]
    done = elsewhere("resume", asked["thread_id"], "--approve", "--keep", outside[0]["passage_id"], "--json")
    assert done.returncode == 0, done.stderr
    web.__exit__()
    [view] = run("show", asked["thread_id"])
    assert view["status"] == "answered"
    assert [(each["url"], each["quote"]) for each in view["citations"]] == [("https://example.org/1", CANBERRA)]
    text = run.text("show", asked["thread_id"])
    assert "https://example.org/1: Canberra" in text
    assert "\x1b" not in text
    assert "\n[9] fake" not in text


def test_a_decision_on_passages_is_none_on_the_web(run: CommandLine, web: WebServer, tmp_path: Path) -> None:
    [asked] = run("ask", WEATHER, "--strategy", "corrective", *BY_POLICY)
    thread = asked["thread_id"]
    for flags in (("--keep", "a:1:0"), ("--strip", "a:1:0:0"), ("--question", "x", "--no-search")):
        [view] = run("resume", thread, "--approve", *flags, code=1)
        assert (view["status"], view["error"].partition(":")[0]) == (
            "waiting", "This pause asks whether a query may leave this machine",
        )  # fmt: skip
    path = tmp_path / "decision.json"
    for wrong in ('{"action": "reject"}', '{"action": "skip", "query": "x"}', '{"action": "allow", "query": " "}'):
        path.write_text(wrong, encoding="utf-8")
        run("resume", thread, "--decision", str(path), code=1)
    assert web.requests == []
    path.write_text('{"action": "allow", "query": "capital city"}', encoding="utf-8")
    [view] = run("resume", thread, "--decision", str(path))
    assert (view["consent"]["action"], web.queries) == ("allow", ["capital city"])


def test_typing_nothing_sends_nothing(run: CommandLine, web: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    [view] = run("ask", WEATHER, "--strategy", "corrective", "--review", "ask")
    assert (view["status"], view["review"]["kind"], view["consent"]["action"]) == ("waiting", "chunk_review", "skip")
    assert f"would go:\n  {WEATHER}\n" in run.err
    assert web.requests == []


def test_strategies_stand_beside_each_other(run: CommandLine) -> None:
    two = ("--strategy", "self", "--strategy", "adaptive")
    [compared] = run("compare", PAIRING, *two, *BY_POLICY)
    assert compared["question"] == PAIRING
    assert [(view["strategy"], view["status"]) for view in compared["runs"]] == [
        ("self", "answered"), ("adaptive", "answered"),
    ]  # fmt: skip
    assert len({view["thread_id"] for view in compared["runs"]}) == 2
    [first, second] = compared["runs"]
    assert first["reflection"]["sentences"]
    assert second["reflection"]["sentences"] == []


def test_every_strategy_by_its_name_draws_and_answers(run: CommandLine) -> None:
    for strategy in STRATEGIES:
        [drawn] = run("graph", "--strategy", strategy)
        assert drawn["strategy"] == strategy
        assert "search_collection" in drawn["mermaid"]
        assert ("refine_passages" in drawn["mermaid"]) == (strategy in CORRECTING)
