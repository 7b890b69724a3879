"""The web as a last resort: what is offered beside what it found, and where a search goes that is kept in."""

from collections.abc import Sequence
from typing import Any

import pytest

from selfrag.graph.consent import ask_web_consent
from selfrag.graph.nodes.gather import gather_evidence
from selfrag.graph.state import Evidence, Searched, State, Verdict
from selfrag.graph.strategies.start import fresh
from selfrag.ports import WEB, Limits
from tests.fakes import shelf
from tests.graph.plays import ALLOW, SKIP, Play, by_id, short, stage
from tests.graph.threads import Thread

VERDICTS: tuple[Verdict | None, ...] = (
    "incorrect",
    "irrelevant",
    "correct",
    "relevant",
    "ambiguous",
    "unknown",
    None,
)
EARLIER = [f"{letter * 4}:1:0" for letter in "abcdefg"]
BAD, REST = EARLIER[:2], EARLIER[2:]
W, X, Y = "0eb0:1:0", "0eb0:2:0", "0eb0:3:0"


def searched(*sources: str) -> list[Searched]:
    return [Searched(id=source, title=source, hits=0, seconds=0.0, error=None) for source in sources]


def at(sources: Sequence[str] = ("c1", WEB), **more: Any) -> State:
    """A first question of a thread, as far as the test says."""
    begun = fresh(thread_id="t1", question_id="q1", question="q", history=[], sources=sources, policy="always")
    return {**begun, **more}  # type: ignore[typeddict-item]


def judged(passage_id: str, verdict: Verdict | None) -> Evidence:
    return Evidence(passage_id=passage_id, is_rel=verdict, score=0.0, reason="", kept=False, change="new")


def offered(hits: Sequence[str], sources: Sequence[str], limit: int = 1) -> list[str]:
    """What is offered after a search of the sources that found these, where passages had been judged before."""
    evidence = [judged(*each) for each in zip(EARLIER, VERDICTS, strict=True)]
    found: Any = [{"passage_id": passage_id, "score": 0.0} for passage_id in hits]
    state = at(hits=found, searched=searched(*sources), evidence=evidence)
    gathered = gather_evidence(state, passages=shelf(*EARLIER, W, X, Y).passages, limits=Limits(offered=limit))
    assert gathered["hits"] == []
    return [item["passage_id"] for item in gathered["evidence"]]


def test_what_was_found_bad_is_not_offered_beside_the_web() -> None:
    """All the rest is, and takes no place from what the web found."""
    assert offered([W], [WEB]) == [W, *REST]
    assert offered([W, X], [WEB], limit=2) == [W, X, *REST]
    assert offered([W, X, *REST], [WEB], limit=2) == [W, X, *REST]


def test_the_limit_grows_by_what_is_offered_still() -> None:
    """A web that finds more than the limit takes the places that spare it, never more."""
    assert offered([W, X, Y], [WEB], limit=1) == [W, X, Y, *REST[:3]]
    assert len(offered([W, X, Y], [WEB], limit=1)) == 1 + len(REST)


def test_all_that_was_found_is_offered_where_the_web_had_nothing() -> None:
    assert offered([], [WEB]) == [*BAD, *REST]


@pytest.mark.parametrize("sources", [["c1"], ["c1", WEB], [WEB, "c1"], []])
def test_a_search_of_collections_begins_anew(sources: list[str]) -> None:
    assert offered([W, X], sources) == [W]
    assert offered([], sources) == []


@pytest.mark.parametrize(("web", "left"), [(["0eb0:1:0"], ["0eb0:1:0"]), ([], ["aaaa:1:0"])])
def test_a_thread_shows_what_was_incorrect_only_where_the_web_had_nothing(web: list[str], left: list[str]) -> None:
    ports = stage(Play("", web=web))
    ports.reflector.rel = by_id(w="relevant")
    thread = Thread(ports, strategy="corrective")
    thread.ask()
    thread.decide(**ALLOW)
    assert thread.offered == left


@pytest.mark.parametrize(
    ("earlier", "targets", "goes_to"),
    [
        ((), [WEB], ["c1", "c2"]),
        (("c1",), [WEB], []),
        ((WEB,), [WEB], []),
        ((), [WEB, "c2"], ["c2"]),
        (("c1",), [WEB, "c2"], ["c2"]),
        ((), [], []),
    ],
)
def test_a_kept_in_search_goes_to_the_collections_only_where_nothing_was_searched_yet(
    earlier: tuple[str, ...], targets: list[str], goes_to: list[str]
) -> None:
    state = at(("c1", WEB, "c2"), targets=targets, searched=searched(*earlier))
    update = ask_web_consent(state, limits=Limits())
    assert update == {
        "consents": 1,
        "consent": {"action": "no_provider", "by": "selfrag"},
        "web_query": "",
        "targets": goes_to,
    }


def test_where_the_web_alone_was_chosen_and_is_kept_in_the_collections_are_searched_once() -> None:
    ports = stage(Play("", web=[W]))
    ports.reflector.sources = [WEB]
    ports.reflector.rel = by_id()
    thread = Thread(ports, Limits(rewrites=0, web=2), strategy="combined")
    assert short(thread.ask(sources=["c1", "c2", WEB])) == "decide"
    assert short(thread.decide(**SKIP)) == "consent search gather grade"
    assert sorted(ports.search.asked) == ["c1", "c2"]
    assert short(thread.decide(**SKIP)) == "consent"
    assert (sorted(ports.search.asked), thread.review["kind"]) == (["c1", "c2"], "chunk_review")
