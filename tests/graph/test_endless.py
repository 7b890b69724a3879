"""Whatever the models say, and whatever a person allows, every leg of a question ends long before the backstop."""

from itertools import product

import pytest

from selfrag.graph.state import Policy
from selfrag.graph.strategies import STRATEGIES, steps_limit
from selfrag.ports import WEB, Limits, RelVerdict
from tests.graph.plays import Play, W, by_id, filled, stage
from tests.graph.threads import Thread

LIMITS = Limits(rewrites=3, writes=3, web=3)
RELEVANCE: list[RelVerdict] = ["irrelevant", "ambiguous", "unknown"]
STRIPS: list[RelVerdict] = ["irrelevant", "relevant"]
WEBS: list[list[str] | None] = [None, [W]]
ANSWERS = [("no", 1), ("no", 5), ("fully", 1), ("unknown", None)]
POLICIES: list[Policy] = ["always", "never"]
TOLD = {  # what a strategy asks a model for
    "self": (STRIPS[:1], ANSWERS),
    "adaptive": (STRIPS[:1], ANSWERS[:1]),
    "corrective": (STRIPS, ANSWERS[:1]),
    "combined": (STRIPS, ANSWERS),
}


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("relevance", RELEVANCE)
def test_every_leg_ends(strategy: str, relevance: RelVerdict) -> None:
    for strips, (support, use), web, policy in product(*TOLD[strategy], WEBS, POLICIES):
        ports = stage(Play("", web=web))
        reflector = ports.reflector
        reflector.rel, reflector.strips = by_id(relevance), lambda strip, verdict=strips: verdict
        reflector.sup, reflector.use = lambda claim, verdict=support: verdict, lambda answer, verdict=use: verdict
        thread = Thread(ports, LIMITS, strategy=strategy)
        legs = [thread.ask(policy=policy, sources=["c1", WEB])]
        while thread.session.waiting():
            kind = thread.review["kind"]
            answer = {"action": "allow"} if kind == "web_consent" else {"action": "approve"}
            if kind == "chunk_review" and not thread.offered:
                answer = {"action": "reject"}
            legs.append(thread.answer(filled(thread.review, answer)))
        assert max(map(len, legs)) < steps_limit(LIMITS) / 2
        assert thread.state["outcome"] is not None
        counters = thread.state["counters"]
        assert (counters["rewrites"] <= 3, counters["writes"] <= 3, counters["web"] <= 3) == (True, True, True)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_person_may_search_again_for_as_long_as_they_like(strategy: str) -> None:
    ports = stage(Play("", web=[W]))
    ports.reflector.rel = by_id()
    thread = Thread(ports, strategy=strategy)
    thread.ask(sources=["c1", WEB])
    for n in range(20):
        if thread.review["kind"] == "web_consent":
            thread.decide("allow")
        thread.decide("edit", question=f"Question {n}?")
    assert thread.review["asked"] == "Question 19?"
    assert thread.state["counters"]["web"] == 1
    assert thread.state["counters"]["rewrites"] == (0 if strategy in ("adaptive", "corrective") else 2)
