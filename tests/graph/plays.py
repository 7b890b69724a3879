"""Plays a scripted question on any strategy: what every port says, and the exact way it must take."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from selfrag.graph.state import Outcome
from selfrag.ports import WEB, Limits, Passage, RelVerdict
from tests.fakes import FakePorts, FakeWeb, shelf
from tests.graph.threads import LIMITS, Thread

A, B, C, W = "aaaa:1:0", "bbbb:2:0", "cccc:3:0", "0eb0:1:0"
"""A, B and C are in the collections c1, c2 and c3, and W is on the web."""
SHORT = {
    "decide_retrieval": "decide",
    "search": "search",
    "gather_evidence": "gather",
    "grade_passages": "grade",
    "refine_passages": "refine",
    "rewrite_question": "rewrite",
    "ask_web_consent": "consent",
    "review_evidence": "review",
    "review_draft": "draft",
    "approve_by_policy": "policy",
    "write_answer": "write",
    "answer_directly": "direct",
    "reflect": "reflect",
    "finish": "finish",
}
Answer = Mapping[str, Any]

ALLOW, SKIP, NEVER = {"action": "allow"}, {"action": "skip"}, {"action": "never"}
APPROVE, REJECT = {"action": "approve"}, {"action": "reject"}
AGAIN = {"action": "edit", "keep": [], "search_again": True}
OTHER_WORDS = {"action": "edit", "keep": [], "question": "Something else?"}
ONLY_REWORD = {"action": "edit", "question": "Something else?", "search_again": False}


@dataclass(frozen=True)
class Play:
    """`path` names the nodes by their short names, with `|` where a person is waited for, who gives the `answers`.

    An answer without `keep` keeps what is offered. `counters` are rewrites, writes and web. `says` is what the
    reflector is set to, and `web` what the web finds: None without a provider. A play that `follows` comes after an
    answer from A.
    """

    path: str
    answers: Sequence[Answer] = (APPROVE,)
    outcome: Outcome | None = "answered"
    counters: tuple[int, int, int] = (0, 1, 0)
    says: Mapping[str, Any] = field(default_factory=dict)
    sources: Sequence[str] = ("c1",)
    web: Sequence[str] | None = None
    policy: str = "always"
    limits: Limits = LIMITS
    follows: bool = False
    draft_review: bool = False


def by_id(otherwise: RelVerdict = "irrelevant", **verdicts: str) -> Callable[[str, Passage], RelVerdict]:
    """IsRel by the first letter of a passage's id, as in `by_id(a="relevant")`; `w` is the one on the web."""
    named = {{"w": "0"}.get(letter, letter): verdict for letter, verdict in verdicts.items()}
    return lambda question, passage: named.get(passage["id"][0], otherwise)  # type: ignore[return-value]


def strips(**verdicts: str) -> dict[str, object]:
    """What a strip gets that names the passage with that first letter; `w` is the one on the web."""
    named = {{"w": "0eb0"}.get(letter, letter * 4): verdict for letter, verdict in verdicts.items()}
    return {"strips": lambda strip: next((named[name] for name in named if name in strip), "irrelevant")}


def stage(play: Play) -> FakePorts:
    """Ports that say what the play wants."""
    ports = shelf(A, B, C, W)
    ports.search.by_source = {"c1": [A], "c2": [B], "c3": [C]}
    ports.search.titles = {"c1": "One", "c2": "Two", "c3": "Three"}
    ports.web = None if play.web is None else FakeWeb(list(play.web))
    return ports


def perform(strategy: str, play: Play) -> Thread:
    """Play it, and check the way, the end and the budgets, and that nothing paid was done twice."""
    ports = stage(play)
    thread = Thread(ports, play.limits, strategy=strategy)
    if play.follows:
        thread.ask("What stands in A?")
        thread.decide("approve", [A])
    before = calls(ports)
    for name, value in play.says.items():
        setattr(ports.reflector, name, value)
    legs = [thread.ask(policy=play.policy, sources=play.sources, draft_review=play.draft_review)]
    for answer in play.answers:
        legs.append(thread.answer(filled(thread.review, answer)))
    assert " | ".join(short(leg) for leg in legs) == play.path
    assert (thread.session.waiting() is None) == (play.outcome is not None)
    state = thread.state
    assert state["outcome"] == play.outcome
    assert tuple(state["counters"].values()) == play.counters
    assert {name: count - before[name] for name, count in calls(ports).items()} == due(thread)
    return thread


def filled(review: Mapping[str, Any], answer: Answer) -> dict[str, Any]:
    """The answer, for the review that waits."""
    asks = review["kind"] == "chunk_review"
    keeps = {"keep": [item["passage_id"] for item in review["evidence"]]} if asks else {}
    return {"review_id": review["review_id"], **keeps, **answer}


def short(leg: Sequence[str]) -> str:
    return " ".join(SHORT[name] for name in leg)


def calls(ports: FakePorts) -> dict[str, int]:
    """How often each port was called."""
    told = ("decide_retrieval", "grade_usefulness", "write", "answer_directly", "rewrite")
    sent = len(ports.web.sent) if ports.web else 0
    return {name: len(ports.called(name)) for name in told} | {"collections": len(ports.search.asked), WEB: sent}


def due(thread: Thread) -> dict[str, int]:
    """How often each port had to be called for the steps on record: once for each, and for each source of a search."""
    steps = [step["node"] for step in thread.state["steps"]]
    sources = [source["id"] for found in thread.found("search") for source in found["sources"]]
    return {
        "decide_retrieval": steps.count("decide_retrieval"),
        "grade_usefulness": steps.count("reflect"),
        "write": steps.count("write_answer"),
        "answer_directly": steps.count("answer_directly"),
        "rewrite": steps.count("rewrite_question"),
        "collections": len(sources) - sources.count(WEB),
        WEB: sources.count(WEB),
    }
