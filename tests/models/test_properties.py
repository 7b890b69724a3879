"""Whatever a model writes, reading it is total and exact."""

import json
from itertools import pairwise
from typing import get_args

from selfrag.models.thoughts import ThoughtFilter
from selfrag.models.verdicts import read_relevance, read_retrieval, read_supports, read_usefulness
from selfrag.ports import RelVerdict, RetrieveVerdict, SupVerdict
from tests.needs import imported

given = imported("hypothesis").given
st = imported("hypothesis.strategies")

WORDS = "yes no not relevant irrelevant supported 4 /5 { } , <think> </think> verdict: 네 관련 없음"
SNIPPETS = st.sampled_from([*WORDS.split(), '"verdict":', '{"a":', '"', " ", "\n"])


@given(st.one_of(st.text(), st.lists(SNIPPETS, max_size=20).map("".join), st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10,
)))  # fmt: skip
def test_any_reply_gives_an_allowed_verdict(reply: object) -> None:
    relevance = read_relevance(reply)
    assert relevance["verdict"] in get_args(RelVerdict)
    assert 0 <= relevance["score"] <= 1
    assert read_supports(reply, 1)[0].verdict in get_args(SupVerdict)
    assert read_usefulness(reply)["verdict"] in (None, 1, 2, 3, 4, 5)
    retrieve = read_retrieval(reply, "question")
    assert retrieve["verdict"] in get_args(RetrieveVerdict)
    assert retrieve["query"]


@given(st.sampled_from(["relevant", "irrelevant"]), st.text(alphabet="abc xyz.{}[]\n가나", max_size=80))
def test_a_verdict_in_json_stands_whatever_the_reason_says(verdict: str, reason: str) -> None:
    assert read_relevance(json.dumps({"reason": reason, "verdict": verdict}))["verdict"] == verdict


@given(st.lists(st.integers(0, 60), max_size=12))
def test_no_cut_shows_a_thought(cuts: list[int]) -> None:
    text = "<think>secret <b</think>\n\nA <b> c<thinking>secret</thinking> d <thin"
    places = [0, *sorted(cuts), len(text)]
    pieces = [text[start:end] for start, end in pairwise(places)]
    thoughts = ThoughtFilter()
    shown = "".join([thoughts.feed(piece) for piece in pieces]) + thoughts.finish()
    assert shown == "A <b> c d <thin"
