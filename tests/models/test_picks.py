"""The sources that a reply names, as models really write them."""

import json
from typing import Any

import pytest

from selfrag.models.picks import read_picks
from selfrag.models.probabilities import Token
from selfrag.models.verdicts import read_retrieval
from selfrag.ports import Source
from tests.needs import imported

given = imported("hypothesis").given
st = imported("hypothesis.strategies")

TITLES = ["Menu", "Wine list", "2024", "No smoking"]
SOURCES = [Source(id=f"id-{n}", title=title, description="") for n, title in enumerate(TITLES, 1)]

PICKS: list[tuple[Any, list[int]]] = [
    ('{"verdict": "yes", "sources": [1, 3]}', [1, 3]),
    ('{"verdict": "yes", "sources": [3, 1, 3]}', [1, 3]),
    ('{"verdict": "yes", "sources": ["1", "[2]", "#4"]}', [1, 2, 4]),
    ('{"verdict": "yes", "sources": [1.0, 2.5, true, null]}', [1]),
    ('{"verdict": "yes", "sources": "1, 3"}', [1, 3]),
    ('{"verdict": "yes", "sources": "[1][3]"}', [1, 3]),
    ('{"verdict": "yes", "sources": "[1] [3]"}', [1, 3]),
    ('{"verdict": "yes", "sources": "1 and 3"}', [1, 3]),
    ('{"verdict": "yes", "sources": "2-4"}', [2, 3, 4]),
    ('{"verdict": "yes", "sources": 2}', [2]),
    ('{"verdict": "yes", "sources": "Source 2"}', [2]),
    ('{"verdict": "yes", "sources": ["menu", " WINE  LIST "]}', [1, 2]),
    ('{"verdict": "yes", "sources": ["1. Menu", "2: Wine list"]}', [1, 2]),
    ('{"verdict": "yes", "sources": "Menu, Wine list"}', [1, 2]),
    ('{"verdict": "yes", "sources": "2024"}', []),
    ('{"verdict": "yes", "sources": "all"}', [1, 2, 3, 4]),
    ('{"verdict": "yes", "sources": ["All of them"]}', [1, 2, 3, 4]),
    ('{"verdict": "yes", "sources": "모두"}', [1, 2, 3, 4]),
    ('{"verdict": "yes", "sources": [{"n": 2, "title": "Menu"}, {"title": "No smoking"}]}', [2, 4]),
    ('{"verdict": "yes", "sources": {"1": true, "2": false, "No smoking": true}}', [1, 4]),
    ('{"verdict": "yes", "source": "Menu"}', [1]),
    ('{"verdict": "yes", "selectedSources": [2]}', [2]),
    ('{"판정": "네", "출처": [1, 2]}', [1, 2]),
    ('{"result": {"verdict": "yes", "sources": [2]}}', [2]),
    ({"verdict": "yes", "sources": [1]}, [1]),
    ('<think>{"verdict": "yes", "sources": [4]}</think>{"verdict": "yes", "sources": [1]}', [1]),
    ('```json\n{"verdict": "yes", "sources": [2, 3]}\n```', [2, 3]),
    ("Verdict: yes\nSources: 1, 3", [1, 3]),
    ("**Verdict:** yes\n**Sources:** 1, 3", [1, 3]),
    ("Verdict: yes\nSources to search: Menu and Wine list", [1, 2]),
    ("판정: 네\n출처: 1번, 2번", [1, 2]),
    ("Yes. Sources 1 and 3 may hold it.", [1, 3]),
    ("Yes: 1, 3", [1, 3]),
    ("Yes\n1, 2", [1, 2]),
    ("Yes\n[2]", [2]),
    ("Yes\nMenu\nNo smoking", [1, 4]),
    ("Yes\nSources: all", [1, 2, 3, 4]),
    # Nothing clear.
    ('{"verdict": "yes", "sources": [9, -1, 7]}', []),
    ('{"verdict": "yes", "sources": [9, 1]}', [1]),
    ('{"verdict": "yes", "sources": [0, 1]}', []),
    ('{"verdict": "yes", "sources": []}', []),
    ('{"verdict": "yes", "sources": "none"}', []),
    ('{"verdict": "yes", "sources": "the one about food"}', []),
    ('{"verdict": "yes", "sources": {"reason": "x"}}', []),
    ('{"verdict": "yes"}', []),
    ("Yes, 2 of them.", []),
    ("Yes.", []),
    ("", []),
    (None, []),
]


@pytest.mark.parametrize(("reply", "picked"), PICKS)
def test_picks(reply: object, picked: list[int]) -> None:
    assert read_picks(reply, TITLES) == picked


@pytest.mark.parametrize("reply", [reply for reply, _ in PICKS if reply])
def test_what_names_sources_does_not_change_the_verdict(reply: object) -> None:
    assert read_retrieval(reply, "q", sources=SOURCES)["verdict"] == "yes"


@pytest.mark.parametrize(
    ("reply", "verdict", "sources"),
    [
        ('{"verdict": "yes", "sources": [1, 3]}', "yes", ["id-1", "id-3"]),
        ('{"verdict": "no", "sources": [1, 3]}', "no", []),
        ('{"query": "q", "verdict": "continue", "sources": [1]}', "continue", []),
        ('{"verdict": "hm", "sources": [2]}', "unknown", ["id-2"]),
        ("No.\nSources: 1", "no", []),
        ("No.\n1", "no", []),
        ("Continue\n1, 2\n1", "continue", []),
        ("No: nothing to look up", "no", []),
        ("Verdict: yes\nSources: No smoking", "yes", ["id-4"]),
        ("Sources: 1, 2", "unknown", ["id-1", "id-2"]),
        ("I'm sorry, but I can't help with that.", "unknown", []),
    ],
)
def test_verdicts_beside_sources(reply: str, verdict: str, sources: list[str]) -> None:
    read = read_retrieval(reply, "q", sources=SOURCES)
    assert (read["verdict"], read["sources"]) == (verdict, sources)


def test_without_sources_offered_none_is_named() -> None:
    assert read_retrieval('{"verdict": "yes", "sources": [1]}', "q")["sources"] == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"query": "q", "verdict": "', '", "sources": [1, 2]}'),
        ('{"sources": [1, 2], "verdict": "', '"}'),
        ("Verdict: ", "\nSources: 1, 2"),
        ("", "\n1, 2"),
        ("", "\nMenu\nNo smoking"),
    ],
)
def test_the_probability_is_that_of_the_verdict_and_not_of_a_number(before: str, after: str) -> None:
    sure = [Token(sign, {sign: 0.5, "no": 0.3, "yes": 0.2}) for sign in after]
    tokens = [Token(before, {before: 0.9, "x": 0.1}), Token("yes", {"yes": 0.6, "no": 0.3, "hm": 0.1}), *sure]
    read = read_retrieval(before + "yes" + after, "q", tokens, sources=SOURCES)
    assert (read["verdict"], read["probability"]) == ("yes", pytest.approx(2 / 3, abs=1e-4))
    assert len(read["sources"]) == 2


VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.sampled_from([*TITLES, "all", "1, 2"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["n", "sources", "1"]), inner),
    max_leaves=8,
)
PIECES = st.sampled_from([*TITLES, "sources", ":", "1", ",", "-", "\n", "yes", "all", "{", '"', "[", "]", "9" * 30])


@given(VALUES | st.lists(PIECES, max_size=20).map("".join) | st.lists(PIECES, max_size=20).map(" ".join))
@pytest.mark.slow
def test_any_reply_names_offered_sources_in_their_order(value: Any) -> None:
    for reply in (value, {"verdict": "yes", "sources": value}):
        picked = read_picks(reply, TITLES)
        assert picked == sorted(set(picked))
        assert set(picked) <= {1, 2, 3, 4}


@given(st.lists(st.integers(1, 4), unique=True))
def test_numbers_are_read_however_they_are_written(numbers: list[int]) -> None:
    written = [
        json.dumps({"verdict": "yes", "sources": numbers}),
        json.dumps({"verdict": "yes", "sources": [str(n) for n in numbers]}),
        json.dumps({"verdict": "yes", "sources": ", ".join(map(str, numbers))}),
        json.dumps({"verdict": "yes", "sources": [TITLES[n - 1] if n != 3 else n for n in numbers]}),
        "Verdict: yes\nSources: " + ", ".join(map(str, numbers)),
    ]
    assert [read_picks(reply, TITLES) for reply in written] == [sorted(numbers)] * len(written)
