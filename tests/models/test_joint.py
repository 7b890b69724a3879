"""Verdicts about several things out of one reply, as models really write them."""

from typing import Any

import pytest

from selfrag.models.verdicts import read_relevance, read_relevances, read_supports

R, N, A, U = "relevant", "irrelevant", "ambiguous", "unknown"

RELEVANCES: list[tuple[Any, list[str]]] = [
    ('{"verdicts": [{"n": 1, "reason": "a", "verdict": "relevant"}, {"n": 2, "verdict": "irrelevant"}]}', [R, N]),
    ('{"results": [{"n": 2, "verdict": "irrelevant"}, {"n": 1, "verdict": "relevant"}]}', [R, N]),
    ('{"passages": [{"passage": 1, "verdict": "relevant"}, {"passage": 2, "verdict": "ambiguous"}]}', [R, A]),
    ('{"result": {"verdicts": [{"n": 1, "verdict": "relevant"}, {"n": 2, "verdict": "irrelevant"}]}}', [R, N]),
    ('{"count": 2, "verdicts": [{"n": 1, "verdict": "relevant"}, {"n": 2, "verdict": "irrelevant"}]}', [R, N]),
    ('[{"n": 1, "verdict": "relevant"}, {"n": 2, "verdict": "irrelevant"}]', [R, N]),
    ('[{"n": "1", "verdict": "RELEVANT"}, {"n": "Passage 2", "verdict": "Irrelevant"}]', [R, N]),
    ('[{"id": "[1]", "isRelevant": true}, {"id": "[2]", "isRelevant": false}]', [R, N]),
    ('[{"index": 1, "relevant": "yes"}, {"index": 2, "relevant": "no"}]', [R, N]),
    ('[{"No.": 2, "verdict": "relevant"}, {"No.": 1, "verdict": "irrelevant"}]', [N, R]),
    ('[{"passage_number": 2.0, "verdict": "relevant"}, {"passage_number": 1.0, "verdict": "irrelevant"}]', [N, R]),
    ('{"1": {"reason": "a", "verdict": "relevant"}, "2": {"reason": "b", "verdict": "irrelevant"}}', [R, N]),
    ('{"verdicts": {"1": "relevant", "2": "irrelevant"}}', [R, N]),
    ('{"passage 2": "no", "Passage_1": "yes"}', [R, N]),
    ('{"[1]": true, "[2]": false}', [R, N]),
    ('{"n": 1, "verdict": "relevant"}\n{"n": 2, "verdict": "irrelevant"}', [R, N]),
    ('{"n": 1, "verdict": "relevant"}, {"n": 2, "verdict": "irrelevant"}', [R, N]),
    ('{"verdict": "relevant"}\n\n{"verdict": "irrelevant"}', [R, N]),
    ('{"verdicts": [{"verdict": relevant}, {"verdict": irrelevant}]}', [R, N]),
    ('[{"n": true, "verdict": "relevant"}, {"n": false, "verdict": "irrelevant"}]', [R, N]),
    ("[{'n': 1, 'verdict': 'relevant'}, {'n': 2, 'verdict': 'irrelevant'}]", [R, N]),
    ('```json\n[{"n": 1, "verdict": "relevant"},\n{"n": 2, "verdict": "irrelevant"}]\n```', [R, N]),
    ('<think>[{"n": 1, "verdict": "irrelevant"}]</think>[{"n": 1, "verdict": "relevant"}]', [R, U]),
    ('Sure! {"verdicts": ["relevant", "irrelevant"]} Anything else?', [R, N]),
    ('["relevant", "irrelevant"]', [R, N]),
    ("[true, false]", [R, N]),
    ('["1. relevant", "2. irrelevant"]', [R, N]),
    ('["Passage 2: relevant", "Passage 1: irrelevant"]', [N, R]),
    ([{"n": 1, "verdict": "relevant"}, {"n": 2, "verdict": "irrelevant"}], [R, N]),
    ({"verdicts": [{"n": 1, "verdict": "relevant"}, {"n": 2, "verdict": "irrelevant"}]}, [R, N]),
    ('{"판정": [{"번호": 1, "이유": "가격", "판정": "관련 있음"}, {"번호": 2, "판정": "관련 없음"}]}', [R, N]),
    ('{"구절 1": "관련 있음", "구절 2": "관련 없음"}', [R, N]),
    ("1. relevant\n2. irrelevant", [R, N]),
    ("1) Relevant\n2) Not relevant", [R, N]),
    ("(1) yes\n(2) no", [R, N]),
    ("1: relevant\n2: irrelevant", [R, N]),
    ("1 - relevant\n2 - irrelevant", [R, N]),
    ("#1: relevant\n#2: irrelevant", [R, N]),
    ("[1]: relevant — It names the price.\n[2]: not relevant — It is about wine.", [R, N]),
    ("[1] relevant\n[2] irrelevant", [R, N]),
    ("Passage 1 – 관련 있음\nPassage 2 – 관련 없음", [R, N]),
    ("Passage 1 is relevant.\nPassage 2 is not relevant.", [R, N]),
    ("**Passage 1:** relevant\n\n**Passage 2:** irrelevant", [R, N]),
    ("- **[2]** no\n- **[1]** yes", [R, N]),
    ("### Passage 1\nVerdict: relevant\nReason: the price.\n\n### Passage 2\nVerdict: irrelevant", [R, N]),
    ("Here you are:\n1. Irrelevant\n2. Relevant\n\nPassage 2 is the better one.", [N, R]),
    ("1. relevant\n   [2] says the same.\n2. irrelevant", [R, N]),
    ("| n | verdict | reason |\n|---|---|---|\n| 1 | relevant | Price. |\n| 2 | irrelevant | Wine. |", [R, N]),
    ("| Passage | Reason | Verdict |\n| Passage 1 | Price. | relevant |\n| Passage 2 | Wine. | irrelevant |", [R, N]),
    ("| 1 | relevant | It is not unrelated. |\n| 2 | irrelevant | Nothing relevant. |", [R, N]),
    ("1\trelevant\tPrice.\n2\tirrelevant\tWine.", [R, N]),
    ("1번: 관련 있음\n2번: 관련 없음", [R, N]),
    ("구절 1: 네\n구절 2: 아니요", [R, N]),
    ("relevant\nirrelevant", [R, N]),
    ("**네**\n\n**아니요**", [R, N]),
    # Not clear, missing, twice, or out of range: unknown for that one alone.
    ('[{"n": 1, "verdict": "relevant"}]', [R, U]),
    ('[{"n": 2, "verdict": "relevant"}]', [U, R]),
    ('[{"n": 1, "verdict": "relevant"}, {"n": 2, "verdict": "hm"}]', [R, U]),
    ('[{"n": 1, "verdict": "relevant"}, {"n": 2, "verdict": null}]', [R, U]),
    ('[{"n": 1, "verdict": "relevant"}, {"n": 2, "verdict": "relevant", "relevant": false}]', [R, U]),
    ('[{"n": 1, "verdict": "relevant"}, {"n": 1, "verdict": "irrelevant"}, {"n": 2, "verdict": "irrelevant"}]', [U, N]),
    ('[{"n": 1, "verdict": "relevant"}, {"n": 1, "verdict": "relevant"}, {"n": 2, "verdict": "irrelevant"}]', [R, N]),
    ('[{"n": 1, "verdict": "relevant"}, {"n": 3, "verdict": "relevant"}]', [R, U]),
    ('[{"n": 1, "verdict": "relevant"}, {"n": -2, "verdict": "relevant"}]', [R, U]),
    ('[{"n": 1, "verdict": "relevant"}, {"verdict": "relevant"}]', [R, U]),
    ('[{"n": 1, "verdict": "relevant"}, {"n": 2, "reas', [R, U]),
    ('{"verdicts": [{"n": 1, "verdict": "relevant", "reas', [R, U]),
    ('{"verdicts": [{"n": 1, "reason": "It is relev', [U, U]),
    ('[{"n": 1, "verdict": relevant}, {"n": 2, "verdict": irrelevant}]', [R, N]),
    ('{"1": "relevant", "1.": "irrelevant", "2": "relevant"}', [U, R]),
    ("1. relevant\n2. I cannot tell.", [R, U]),
    ("1. relevant", [R, U]),
    ("1. n/a\n2. relevant", [U, R]),
    ("1. yes/no\n2. relevant, but not to the question", [U, U]),
    ("Passage 1: N/A\nPassage 2: not relevant", [U, N]),
    ('{"1": {"verdict": "n/a"}, "2": {"verdict": "관련이 있다고 보기 어렵다"}}', [U, N]),
    ("1: 관련이 있는 내용이 없습니다\n2: 무관하지 않다", [N, U]),
    # Counted from 0: plain when all are there, otherwise nobody knows which is meant.
    ('[{"n": 0, "verdict": "relevant"}, {"n": 1, "verdict": "irrelevant"}]', [R, N]),
    ('[{"n": 0, "verdict": "relevant"}, {"n": 2, "verdict": "irrelevant"}]', [U, U]),
    # Nothing that could be told apart.
    ('{"verdict": "relevant"}', [U, U]),
    ('{"reason": "Both are relevant.", "verdict": "relevant"}', [U, U]),
    ('{"verdicts": ["relevant", "irrelevant", "relevant"]}', [U, U]),
    ('{"verdicts": []}', [U, U]),
    ("relevant", [U, U]),
    ("Both passages are relevant.", [U, U]),
    ("Both matter.\nThey are relevant.", [U, U]),
    ("2 passages are relevant.\n1 passage is not.", [U, U]),
    ("1.5 of 2 are relevant", [U, U]),
    ("I'm sorry, but I can't help with that.", [U, U]),
    ("<think>1. relevant\n2. relevant", [U, U]),
    ("", [U, U]),
    ("null", [U, U]),
    (None, [U, U]),
    (True, [U, U]),
    (7, [U, U]),
]

SUPPORTS: list[tuple[Any, list[tuple[str, tuple[int, ...]]]]] = [
    (
        '{"verdicts": [{"n": 1, "reason": "r", "passages": [1, 3], "verdict": "fully"},'
        ' {"n": 2, "reason": "r", "passages": [], "verdict": "no"}]}',
        [("fully", (1, 3)), ("no", ())],
    ),
    ('[{"claim": 2, "passages": ["1"], "verdict": "partially"}]', [(U, ()), ("partially", (1,))]),
    ('[{"claim 1": "fully"}, {"claim 2": "no"}]', [("fully", ()), ("no", ())]),
    ('{"claim 1": {"verdict": "fully", "sources": "[1][2]"}}', [("fully", (1, 2)), (U, ())]),
    ('[{"n": 1, "supported": true, "supported_by": 2}, {"n": 2, "supported": false}]', [("fully", (2,)), ("no", ())]),
    ('[{"n": 1, "claim": "It is no 3.", "verdict": "fully"}, {"n": 2, "verdict": "no"}]', [("fully", ()), ("no", ())]),
    ('[{"claim": "It costs 3.", "passages": [1], "verdict": "fully"}]', [(U, ()), (U, ())]),
    ("Claim 1: fully\nPassages: [1], [3]\nClaim 2: no", [("fully", (1, 3)), ("no", ())]),
    ("Claim 1: fully\n[2] supports it.\nPassage 2 supports it.\nClaim 2: hm", [("fully", ()), (U, ())]),
    ("주장 1: 지지됨\n주장 2: 지지되지 않음", [("fully", ()), ("no", ())]),
    ("문장 1: 부분적으로 지지됨\n출처: 2\n문장 2: 근거가 없습니다.", [("partially", (2,)), ("no", ())]),
    ("1. mostly supported\n2. supported by nothing", [("partially", ()), ("no", ())]),
    ("주장 1: 지지된다고 보기 어렵습니다\n주장 2: 근거가 없다고 할 수 없다", [("no", ()), (U, ())]),
    ("1. [Fully supported]\n2. [No support / Contradictory]", [("fully", ()), ("no", ())]),
]


@pytest.mark.parametrize(("reply", "verdicts"), RELEVANCES)
def test_relevances(reply: object, verdicts: list[str]) -> None:
    assert [read["verdict"] for read in read_relevances(reply, len(verdicts))] == verdicts


@pytest.mark.parametrize(("reply", "read"), SUPPORTS)
def test_supports(reply: object, read: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [(support.verdict, support.passages) for support in read_supports(reply, len(read))] == read


def test_each_has_its_own_reason() -> None:
    reply = '[{"n": 2, "reason": "It is\\n about wine.", "verdict": "no"}, {"n": 1, "verdict": "yes", "이유": "가격"}]'
    assert [read["reason"] for read in read_relevances(reply, 2)] == ["가격", "It is about wine."]
    assert read_relevances("1. yes, the price\n2. no", 2)[0]["reason"] == "yes, the price"


def test_what_is_unknown_says_why() -> None:
    twice = '[{"n": 1, "verdict": "relevant"}, {"n": 1, "verdict": "no"}, {"n": 2, "verdict": "hm"}]'
    assert [read["reason"] for read in read_relevances(twice, 3)] == [
        "The model gave no clear verdict: relevant; irrelevant",
        "The model gave no clear verdict: {'verdict': 'hm'}",
        "The model gave no verdict.",
    ]
    assert read_relevances("hm", 2)[1]["reason"] == "The model gave no clear verdict: hm"
    assert [read["reason"] for read in read_relevances('[{"n": 1, "verdict": "yes"}]', 2, excuse="Cut.")] == [
        "",
        "Cut.",
    ]


@pytest.mark.parametrize(
    "reply",
    ['{"verdict": "irrelevant"}', '[{"n": 1, "verdict": "no"}]', '{"verdicts": [{"verdict": "no"}]}', "No.", "1. no"],
)
def test_one_thing_needs_no_number(reply: str) -> None:
    assert [read["verdict"] for read in read_relevances(reply, 1)] == [N]


def test_many_long_items_are_all_read() -> None:
    items = [f'{{"n": {n}, "reason": "{"x" * 900}", "verdict": "{R if n % 3 else N}"}}' for n in range(1, 41)]
    read = read_relevances("[" + ", ".join(items) + "]", 40)
    assert [each["verdict"] for each in read] == [R if n % 3 else N for n in range(1, 41)]


@pytest.mark.parametrize(
    ("said", "verdict"), [("The answer is not useful. Verdict: no", N), ("incorrect", N), ("not supported", N)]
)
def test_a_negative_is_a_negative_in_a_list_too(said: str, verdict: str) -> None:
    assert [read["verdict"] for read in read_relevances(f"1. {said}\n2. relevant", 2)] == [verdict, R]
    assert read_relevance(said)["verdict"] == verdict
    assert read_supports(f'[{{"n": 1, "verdict": "{said}"}}]', 2)[0].verdict == "no"
