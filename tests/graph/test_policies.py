"""What a policy would have done is what the graph does under it."""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selfrag.graph.policies import UNSURE_BAND, Would, would
from selfrag.graph.state import Evidence, Policy
from selfrag.ports import RelVerdict
from tests.fakes import FakePorts, shelf
from tests.graph.plays import A, B
from tests.graph.threads import C, Thread

IDS = (A, B, C)
POLICIES: tuple[Policy, ...] = get_args(Policy)
VERDICTS: tuple[RelVerdict, ...] = get_args(RelVerdict)


def item(passage_id: str, verdict: Any, score: float = 0.9, *, kept: bool = False, **more: Any) -> Evidence:
    evidence = Evidence(passage_id=passage_id, is_rel=verdict, score=score, reason="", kept=kept, change="new")
    return {**evidence, **more}  # type: ignore[typeddict-item]


def graded(verdicts: dict[str, RelVerdict], scores: dict[str, float], strips: dict[str, RelVerdict]) -> FakePorts:
    ports = shelf(*IDS)
    ports.reflector.rel = lambda question, passage: verdicts[passage["id"]]
    ports.reflector.rel_scores = scores
    ports.reflector.strips = lambda strip: next(verdict for each, verdict in strips.items() if each in strip)
    return ports


def of_each(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(dict.fromkeys(IDS, values))


@settings(max_examples=20, deadline=None)
@given(
    strategy=st.sampled_from(["self", "corrective", "adaptive", "combined"]),
    policy=st.sampled_from(POLICIES),
    verdicts=of_each(st.sampled_from(VERDICTS)),
    scores=of_each(st.sampled_from([0.05, 0.4, 0.41, 0.5, 0.59, 0.6, 0.95])),
    strips=of_each(st.sampled_from(VERDICTS)),
)
def test_would_says_what_the_graph_does(
    strategy: str,
    policy: Policy,
    verdicts: dict[str, RelVerdict],
    scores: dict[str, float],
    strips: dict[str, RelVerdict],
) -> None:
    reviewed = Thread(graded(verdicts, scores, strips), strategy=strategy)
    reviewed.ask(policy="always")
    said = would(policy, reviewed.review["evidence"])
    thread = Thread(graded(verdicts, scores, strips), strategy=strategy)
    thread.ask(policy=policy)
    assert said.asks == (thread.session.waiting() is not None)
    assert list(said.keep) == thread.state.get("approved", [])


@pytest.mark.parametrize(("score", "asks"), [(UNSURE_BAND[0], False), (0.41, True), (0.59, True), (0.6, False)])
def test_a_score_near_the_threshold_is_unsure(score: float, asks: bool) -> None:
    assert would("when_unsure", [item(A, "relevant", score, kept=True)]).asks == asks


@pytest.mark.parametrize(
    ("policy", "evidence", "done"),
    [
        ("always", [], Would(asks=True, keep=())),
        ("when_unsure", [], Would(asks=False, keep=())),
        ("never", [], Would(asks=False, keep=())),
        ("never", [item(A, "relevant", kept=True), item(B, "irrelevant")], Would(asks=False, keep=(A,))),
        ("never", [item(A, "unknown", 0.5)], Would(asks=True, keep=())),
        ("never", [item(A, "unknown", 0.5), item(B, "relevant", kept=True)], Would(asks=False, keep=(B,))),
        ("never", [item(A, "irrelevant")], Would(asks=False, keep=())),
        ("approve_all", [item(A, "irrelevant"), item(B, "ambiguous", 0.5)], Would(asks=False, keep=(A, B))),
        ("never", [item(A, None, 0.0, kept=True, added=True)], Would(asks=False, keep=())),
        ("never", [item(A, "irrelevant", kept=True, change="kept")], Would(asks=False, keep=(A,))),
    ],
)
def test_what_each_policy_does(policy: Policy, evidence: list[Evidence], done: Would) -> None:
    assert would(policy, evidence) == done
