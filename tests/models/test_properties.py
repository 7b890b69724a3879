"""Whatever a model writes, reading it is total and exact."""

import json
import re
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any, get_args

import pytest

from selfrag.models.probabilities import Token
from selfrag.models.thoughts import ThoughtFilter
from selfrag.models.verdicts import read_relevance, read_relevances, read_retrieval, read_supports, read_usefulness
from selfrag.ports import Basis, RelVerdict, RetrieveVerdict, SupVerdict
from tests.needs import imported

given = imported("hypothesis").given
st = imported("hypothesis.strategies")

WORDS = (
    "yes no not relevant irrelevant supported 1 2 4 /5 1. [2] | { } , <think> </think> verdict: passages: 네 관련 없음"
)
SNIPPETS = st.sampled_from([*WORDS.split(), '"verdict":', '{"a":', '{"n":1,', "}", '"', " ", "\n"])
PLAIN = SNIPPETS.filter(lambda snippet: "think" not in snippet)
NAMES = st.sampled_from(["n", "1", "2", "claim 1", "verdict", "verdicts", "passages", "reason"]) | st.text()
REPLIES = st.one_of(st.text(), st.lists(SNIPPETS, max_size=20).map("".join), st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text() | SNIPPETS,
    lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner), max_leaves=10,
))  # fmt: skip
TOKENS = st.lists(
    st.builds(Token, st.text() | SNIPPETS, st.dictionaries(st.text() | SNIPPETS, st.floats())), max_size=9
)
VERDICTS = st.lists(st.sampled_from(["relevant", "irrelevant", "ambiguous"]), min_size=2, max_size=6)


def numbered_json(verdicts: list[str]) -> str:
    return json.dumps({"verdicts": [{"n": n, "reason": "r", "verdict": each} for n, each in enumerate(verdicts, 1)]})


def backwards(verdicts: list[str]) -> str:
    return json.dumps([{"n": n, "verdict": each} for n, each in enumerate(verdicts, 1)][::-1])


def in_order(verdicts: list[str]) -> str:
    return json.dumps([{"verdict": each} for each in verdicts])


def by_number(verdicts: list[str]) -> str:
    return json.dumps({f"passage {n}": each for n, each in enumerate(verdicts, 1)})


def json_lines(verdicts: list[str]) -> str:
    return "\n".join(json.dumps({"passage": str(n), "verdict": each}) for n, each in enumerate(verdicts, 1))


def text_lines(verdicts: list[str]) -> str:
    return "\n".join(f"{n}. {each}" for n, each in enumerate(verdicts, 1))


def marked_lines(verdicts: list[str]) -> str:
    return "\n\n".join(f"**[{n}]**: *{each}*" for n, each in enumerate(verdicts, 1))


def table(verdicts: list[str]) -> str:
    return "| n | verdict |\n|---|---|\n" + "\n".join(f"| {n} | {each} |" for n, each in enumerate(verdicts, 1))


WAYS = [numbered_json, backwards, in_order, by_number, json_lines, text_lines, marked_lines, table]
WRAPPERS: list[Callable[[str], str]] = [
    str,
    str.upper,
    lambda reply: f"\n\n  {reply} \n",
    lambda reply: f"```\n{reply}\n```",
    lambda reply: f"<think>{reply.replace('irrelevant', 'relevant')}</think>\n{reply}",
    lambda reply: f"1. irrelevant, I would say</think>{reply}",
    lambda reply: f"Here you are:\n\n{reply}",
    lambda reply: reply.replace("\n", "\r\n"),
]


@given(VERDICTS, st.sampled_from(WAYS), st.sampled_from(WRAPPERS))
def test_verdicts_are_the_same_however_they_are_written(
    verdicts: list[str], way: Callable[[list[str]], str], wrapper: Callable[[str], str]
) -> None:
    read = read_relevances(wrapper(way(verdicts)), len(verdicts))
    assert [each["verdict"] for each in read] == verdicts


@given(
    st.lists(st.fixed_dictionaries({}, optional={
        "reason": st.text("abc {}[]\"\\\n1가"), "verdict": PLAIN | st.booleans() | st.floats(0, 1), "relevant": PLAIN,
    }), min_size=1, max_size=5),
    st.randoms(),
)  # fmt: skip
def test_each_item_reads_as_it_would_alone(items: list[dict[str, Any]], random: Any) -> None:
    alone = [read_relevance(item) for item in items]
    together = [{"n": n, **item} for n, item in enumerate(items, 1)]
    random.shuffle(together)
    assert read_relevances({"verdicts": together}, len(items)) == alone
    in_text = [read["verdict"] for read in read_relevances(json.dumps(together), len(items))]
    assert in_text == [read["verdict"] for read in alone]


@given(st.lists(st.sampled_from('bkz 2345678{}[]:,".|-\n'), max_size=60).map("".join), st.integers(1, 4))
def test_no_verdict_comes_from_nowhere(reply: str, count: int) -> None:
    assert {read["verdict"] for read in read_relevances(reply, count)} == {"unknown"}
    assert {read.verdict for read in read_supports(reply, count)} == {"unknown"}


@given(VERDICTS, st.integers(0, 400))
def test_a_cut_reply_gives_the_verdicts_that_it_holds_and_no_others(verdicts: list[str], length: int) -> None:
    cut = numbered_json(verdicts)[:length]
    read = [each["verdict"] for each in read_relevances(cut, len(verdicts))]
    known = read.index("unknown") if "unknown" in read else len(read)
    assert read == [*verdicts[:known], *["unknown"] * (len(read) - known)]
    assert known in (cut.count("}"), len(re.findall(r'"verdict": "\w+"', cut)))


@given(REPLIES, st.integers(0, 5), TOKENS)
def test_any_reply_about_several_things_gives_each_an_allowed_verdict(
    reply: object, count: int, tokens: list[Token]
) -> None:
    for given_tokens in (tokens, [Token(token.text, {**token.alternatives, token.text: 0.6}) for token in tokens]):
        said = "".join(token.text for token in given_tokens) or reply
        for source in (reply, said):
            relevances = read_relevances(source, count, given_tokens)
            supports = read_supports(source, count, given_tokens)
            assert len(relevances) == len(supports) == count
            for relevance in relevances:
                assert relevance["verdict"] in get_args(RelVerdict)
                assert 0 <= relevance["score"] <= 1
                assert relevance["basis"] in get_args(Basis)
            for support in supports:
                assert support.verdict in get_args(SupVerdict)
                assert 0 <= support.score <= 1
                assert all(0 <= n < 10000 for n in support.passages)


@given(st.integers(0, 60), st.integers(0, 60), st.floats(0.01, 0.99))
def test_a_score_does_not_depend_on_where_tokens_are_cut(first: int, second: int, sure: float) -> None:
    before, after = '{"reason": "It is relevant to this.", "verdict": "', '"}'
    cuts = sorted({0, min(first, len(before)), min(second, len(before)), len(before)})
    tokens = [Token(before[a:b], {before[a:b]: 1.0}) for a, b in pairwise(cuts)]
    tokens += [Token("ir", {"ir": sure, "relevant": 1 - sure}), Token("relevant", {"relevant": 1.0}), Token(after, {})]
    read = read_relevance(before + "irrelevant" + after, tokens)
    assert (read["verdict"], read["score"], read["basis"]) == ("irrelevant", round(1 - sure, 4), "logprobs")


@given(REPLIES)
def test_any_reply_gives_an_allowed_verdict(reply: object) -> None:
    relevance = read_relevance(reply)
    assert relevance["verdict"] in get_args(RelVerdict)
    assert 0 <= relevance["score"] <= 1
    assert read_supports(reply, 1)[0].verdict in get_args(SupVerdict)
    assert read_usefulness(reply)["verdict"] in (None, 1, 2, 3, 4, 5)
    retrieve = read_retrieval(reply, "question")
    assert retrieve["verdict"] in get_args(RetrieveVerdict)
    assert retrieve["query"]


@given(st.sampled_from(["relevant", "irrelevant"]), st.sampled_from(["n/a", "N/A", "n.a.", "none", "yes/no", "", "?"]))
def test_what_is_not_applicable_is_no_verdict(other: str, nothing: str) -> None:
    for reply in (f"Verdict: {nothing}", f"Relevant: {nothing}", json.dumps({"verdict": nothing})):
        assert read_relevance(reply)["verdict"] == "unknown"
    assert [read["verdict"] for read in read_relevances(f"1. {other}\n2. {nothing}", 2)] == [other, "unknown"]


@pytest.mark.parametrize("unit", [
    "관련", "관련이 있는 ", "관련이 없", "관련 있다고 ", "지지되지 ", "검색이 필요한 ", "도움이 되",
    "not ", "no ", "n't", "a ", "a", "yes/", "yes, and ", "relevant ", "relevant to ", "whether relevant a ",
    "verdict: yes, no ", "relevant is ", "yes. actually ", "-4 ", "verdict is ", "useful: ",
    "4 ", "4/5 ", "점", "? ", " - ", "n/a ", "parts of a ", "{", '{"a":', "<think>", "| 1 ", "[1] ",
])  # fmt: skip
def test_a_long_reply_takes_no_more_than_its_length_s_time(unit: str) -> None:
    def seconds(chars: int) -> float:
        reply = (unit * chars)[:chars]
        start = time.process_time()
        for read in (read_relevance, read_usefulness, lambda said: (read_supports(said, 3), read_retrieval(said, "q"))):
            read(reply)
        return time.process_time() - start

    assert seconds(8000) < max(1.5, 10 * seconds(2000))


@given(st.sampled_from(["relevant", "irrelevant"]), st.text(alphabet="abc xyz.{}[]\n가나", max_size=80))
def test_a_verdict_in_json_stands_whatever_the_reason_says(verdict: str, reason: str) -> None:
    assert read_relevance(json.dumps({"reason": reason, "verdict": verdict}))["verdict"] == verdict


@given(st.lists(st.integers(0, 60), max_size=12))
def test_no_cut_shows_a_thought(cuts: list[int]) -> None:
    text = "<think>secret <b</think>\n\nA <b> c<thinking>secret</thinking> d <thin"
    places = [0, *sorted(cuts), len(text)]
    pieces = [text[start:end] for start, end in pairwise(places)]
    thoughts = ThoughtFilter()
    shown = [*(said for piece in pieces for said in thoughts.feed(piece)), *thoughts.finish()]
    assert "".join(shown) == "A <b> c d <thin"
