"""The pause before anything leaves the machine."""

from typing import Any

import pytest

from selfrag.errors import DecisionInvalid, ReviewOutdated
from selfrag.graph.consent import QUERY_CHARS, check_consent
from selfrag.graph.strategies import STRATEGIES
from selfrag.ports import WEB, Limits
from tests.fakes import FakePorts
from tests.graph.plays import A, Play, W, by_id, short, stage
from tests.graph.threads import PROVIDER, Thread


def waiting(strategy: str = "corrective", question: str = "What stands here?") -> Thread:
    """A thread that asks whether it may search the web."""
    ports = stage(Play("", web=[W]))
    ports.reflector.rel = by_id(w="relevant")
    ports.reflector.sources = ["c1", WEB]
    thread = Thread(ports, strategy=strategy)
    thread.ask(question, sources=["c1", WEB])
    return thread


def sent(ports: FakePorts) -> list[str]:
    assert ports.web is not None
    return ports.web.sent


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_it_shows_exactly_what_would_leave_and_where_to(strategy: str) -> None:
    assert waiting(strategy).review == {
        "kind": "web_consent",
        "version": 1,
        "review_id": "q1.0.web1",
        "thread_id": "t1",
        "question": "What stands here?",
        "asked": "What stands here?",
        "query": "What stands here?",
        "provider": PROVIDER,
        "why": "chosen",
        "tried": ["What stands here?"],
        "attempt": 1,
        "allowed": ["allow", "skip", "never"],
    }


@pytest.mark.parametrize("now", ["Another", ""])
def test_nothing_leaves_for_a_provider_that_was_not_shown(now: str) -> None:
    """Settings may change while the pause waits."""
    thread = waiting("corrective")
    web = thread.ports.web
    assert web is not None
    if now:
        web.name = now
    else:
        thread.ports.web = None
    thread.decide("allow")
    told = {
        "Another": "The query was allowed to go to Finder, and now Another is set, so nothing was sent: allow it anew.",
        "": "No web search is set up any more: name a provider in the settings, then search again.",
    }
    assert web.sent == []
    assert [each["error"] for each in thread.state["searched"]] == [None, told[now]]


def test_what_cannot_be_seen_does_not_leave() -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "secret")
    thread = waiting(question=f"What {hidden}\u202estands\u200b  here?")
    assert thread.review["query"] == "What stands here?"
    thread.decide("allow", query=f"edited{hidden}\u2066 words")
    assert sent(thread.ports) == ["edited words"]
    with pytest.raises(DecisionInvalid, match="must have 1 to 400 characters"):
        check_consent(waiting().review, {"review_id": "q1.0.web1", "action": "allow", "query": hidden}, Limits())


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_is_allowed_is_all_that_leaves(strategy: str) -> None:
    thread = waiting(strategy)
    thread.decide("allow", query="  edited words ")
    assert sent(thread.ports) == ["edited words"]
    assert thread.ports.search.queries == ["What stands here?"], "the collections are searched as before"
    assert thread.state["consent"] == {
        "review_id": "q1.0.web1",
        "action": "allow",
        "query": "edited words",
        "note": "",
        "by": "person",
    }
    assert thread.found("ask_web_consent") == [
        {"action": "allow", "by": "person", "query": "edited words", "provider": PROVIDER}
    ]
    assert thread.found("search")[-1]["web_query"] == "edited words"
    assert thread.state["tried"] == ["What stands here?", "edited words"]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("action", ["skip", "never"])
def test_what_is_not_allowed_stays_in(strategy: str, action: str) -> None:
    thread = waiting(strategy)
    thread.decide(action)
    assert thread.review["kind"] == "chunk_review"
    assert (sent(thread.ports), thread.state["web_query"]) == ([], "")
    assert thread.state["counters"]["web"] == 0
    assert (thread.state["consent"]["action"], thread.state["consent"]["by"]) == (action, "person")


@pytest.mark.parametrize(("action", "asked_again"), [("skip", True), ("never", False), ("allow", True)])
def test_never_holds_for_the_thread_and_the_others_for_one_search(action: str, asked_again: bool) -> None:
    thread = waiting()
    thread.decide(action)
    thread.decide("approve", [thread.offered[0]])
    for strategy in ("corrective", "combined", "self"):
        thread.take(strategy)
        thread.ask("And then?", sources=["c1", WEB])
        assert (thread.review["kind"] == "web_consent") == asked_again
        if not asked_again:
            assert thread.found("ask_web_consent")[0]["action"] == "never"
            assert thread.state["consent"]["by"] == "selfrag"
        thread.answer({"review_id": thread.review["review_id"], "action": "skip" if asked_again else "reject"})
        if thread.session.waiting():
            thread.decide("reject")
    assert sent(thread.ports) == (["What stands here?"] if action == "allow" else [])


def test_a_long_query_is_shown_as_short_as_it_would_leave() -> None:
    thread = waiting(question="word " * 100)
    assert thread.review["query"] == ("word " * 100)[:QUERY_CHARS]
    thread.decide("allow")
    assert sent(thread.ports) == [("word " * 80).strip()]


def test_the_self_contained_question_and_not_the_history_leaves() -> None:
    ports = stage(Play("", web=[W]))
    thread = Thread(ports, strategy="combined")
    thread.ask("A secret?")
    thread.decide("approve", [A])
    ports.reflector.rel = by_id()
    ports.reflector.standalone = "And in plain words?"
    thread.ask("And?")
    assert (thread.review["query"], thread.review["why"]) == ("And in plain words?", "nothing_found")
    thread.decide("allow")
    assert sent(ports) == ["And in plain words?"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"action": "approve"}, "The decision was not understood: action: Input should be 'allow', 'skip' or 'never'."),
        ({"keep": [A]}, "The decision was not understood: keep: Extra inputs are not permitted."),
        ({"query": 3}, "The decision was not understood: query: Input should be a valid string."),
        ({"query": " "}, "The query for the web must have 1 to 400 characters."),
        ({"query": "x" * 401}, "The query for the web must have 1 to 400 characters."),
        ({"action": "skip", "query": "x"}, "Only “allow” sends a query: leave it out, or allow it."),
        ({"action": "never", "query": "x"}, "Only “allow” sends a query: leave it out, or allow it."),
    ],
)
def test_a_decision_that_this_pause_cannot_take(change: dict[str, Any], told: str) -> None:
    review = waiting().review
    with pytest.raises(DecisionInvalid) as refused:
        check_consent(review, {"review_id": "q1.0.web1", "action": "allow", **change}, Limits())
    assert str(refused.value) == told


def test_a_decision_for_another_pause_is_outdated() -> None:
    with pytest.raises(ReviewOutdated, match="no longer current"):
        check_consent(waiting().review, {"review_id": "q1.1", "action": "allow"}, Limits())


def test_what_the_provider_would_say_is_named_when_nothing_leaves() -> None:
    ports = stage(Play(""))
    ports.reflector.rel = by_id()
    thread = Thread(ports, strategy="corrective")
    assert short(thread.ask()) == "search gather grade consent"
    assert thread.found("ask_web_consent") == [
        {"action": "no_provider", "by": "selfrag", "query": None, "provider": ""}
    ]
    assert thread.offered == [A], "what was found is still shown"
