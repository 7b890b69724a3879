"""The picture of a strategy says what its compiled graph says, and how a question went through it."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from selfrag.graph.path import Visits, visits
from selfrag.graph.strategies import STRATEGIES, compile_strategy
from selfrag.graph.strategies.diagram import mermaid, nodes_of
from selfrag.graph.strategies.labels import Words
from selfrag.ports import Limits
from tests.fakes import shelf
from tests.graph.threads import A, B, Thread

THICK = " ==>"


def step(node: str, **more: Any) -> dict[str, Any]:
    return {"node": node, "seconds": 0.25, "calls": 0, "embeds": 0, "tokens": 0, "found": {}, **more}


def searched(*sources: tuple[str, str, int, str | None]) -> dict[str, Any]:
    found = [{"id": id_, "title": title, "hits": hits, "seconds": 0.1, "error": e} for id_, title, hits, e in sources]
    return step("search", found={"sources": found})


MENU, WINE = ("c1", "Menu", 6, None), ("c2", "Wine list", 3, None)
FIRST = [step("decide_retrieval"), searched(MENU, WINE), step("gather_evidence"), step("grade_passages")]


def drawn(strategy: str, steps: Sequence[dict[str, Any]] = (), **more: Any) -> list[str]:
    return mermaid(strategy, steps, **more).splitlines()


def thick(lines: list[str]) -> set[tuple[str, str]]:
    """The edges drawn thick, each with its count."""
    return {(line.split(THICK)[0], line.split(THICK)[1].strip()) for line in lines if THICK in line}


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_edge_of_the_compiled_graph_is_drawn_dotted_where_it_is_one_of_several(strategy: str) -> None:
    compiled = compile_strategy(strategy, Limits(), None).get_graph(xray=1)
    wanted = {
        (edge.source.replace(":", "_"), "-.->" if edge.conditional else "-->", edge.target.replace(":", "_"))
        for edge in compiled.edges
    }
    arrows = re.findall(r"^(\w+) (-\.->|-->)(?:\|\".*\"\|)? (\w+)$", mermaid(strategy), re.MULTILINE)
    assert set(arrows) == wanted
    assert len(arrows) == len(wanted)


def test_nodes_stand_by_their_names_pauses_have_six_corners_and_the_search_is_a_graph_of_its_own() -> None:
    lines = drawn("self")
    assert lines[lines.index("flowchart TB") + 1 :][:11] == [
        '__start__(["start"])',
        'decide_retrieval["decide_retrieval"]',
        'ask_web_consent{{"ask_web_consent"}}',
        'subgraph search ["search"]',
        'search___start__(["each source"])',
        'search_search_collection["search_collection"]',
        "search_search_collection@{ shape: procs }",
        'search_search_web["search_web"]',
        'search_merge_hits["merge_hits"]',
        "end",
        'gather_evidence["gather_evidence"]',
    ]
    assert 'review_evidence{{"review_evidence"}}' in lines
    assert '__end__(["end"])' in lines
    assert "<p>" not in mermaid("self")


def test_loops_and_parallel_branches_are_seen() -> None:
    lines = drawn("combined")
    for line in (
        "write_answer -.-> reflect",
        "reflect -.-> write_answer",
        "rewrite_question --> search___start__",
        'search___start__ -.->|"Send ×n in parallel"| search_search_collection',
        'search___start__ -.->|"Send in parallel"| search_search_web',
        "search_search_collection --> search_merge_hits",
    ):
        assert line in lines


def test_nothing_is_lit_without_steps() -> None:
    text = mermaid("corrective")
    for sign in ("==>", "classDef", "linkStyle", "×2"):
        assert sign not in text


def test_a_first_question_is_decided_and_searched_beside_each_other() -> None:
    lines = drawn("self", FIRST, waits="review_evidence")
    assert thick(lines) == {
        ("__start__", "decide_retrieval"),
        ("__start__", "search___start__"),
        ("search___start__", '|"Send ×2 in parallel"| search_search_collection'),
        ("search_search_collection", '|"×2"| search_merge_hits'),
        ("decide_retrieval", "gather_evidence"),
        ("search_merge_hits", "gather_evidence"),
        ("gather_evidence", "grade_passages"),
        ("grade_passages", "review_evidence"),
    }


def test_a_follow_up_is_searched_after_the_decision() -> None:
    taken = thick(drawn("self", FIRST, follow_up=True))
    assert ("decide_retrieval", "search___start__") in taken
    assert ("__start__", "search___start__") not in taken
    assert ("decide_retrieval", "gather_evidence") not in taken


def test_loops_count_their_rounds_and_labels_what_they_took() -> None:
    again = [step("rewrite_question", calls=1, tokens=80), searched(MENU), step("gather_evidence")]
    written = [step("write_answer", calls=1, tokens=900, seconds=1.26), step("reflect", calls=3)]
    steps = [*FIRST, *again, step("grade_passages"), step("review_evidence"), *written, *written, step("finish")]
    lines = drawn("self", steps)
    for line in (
        'write_answer["write_answer<br/>×2 · 2.5 s<br/>2 calls · 1800 tokens"]',
        'rewrite_question["rewrite_question<br/>0.2 s<br/>1 call · 80 tokens"]',
        'search_merge_hits["merge_hits<br/>×2 · 0.5 s"]',
        'search_search_collection["search_collection<br/>✓ Menu · 12<br/>✓ Wine list · 3"]',
        'search___start__ ==>|"Send ×3 in parallel"| search_search_collection',
        'gather_evidence ==>|"×2"| grade_passages',
        "grade_passages ==> rewrite_question",
        "rewrite_question ==> search___start__",
        "reflect ==> write_answer",
        'write_answer ==>|"×2"| reflect',
        "finish ==> __end__",
        "reflect -.-> rewrite_question",
    ):
        assert line in lines
    lit = next(line for line in lines if line.endswith(" lit"))
    assert "reflect" in lit
    assert "approve_by_policy" not in lit


def test_thick_edges_are_the_ones_that_get_their_colour() -> None:
    lines = drawn("adaptive", FIRST)
    arrows = [line for line in lines if re.match(r"\w+ (-\.->|-->|==>)", line)]
    numbers = next(line for line in lines if line.startswith("linkStyle")).split()[1].split(",")
    assert [arrows[int(number)] for number in numbers] == [line for line in arrows if THICK in line]


def test_the_pause_that_waits_and_the_node_that_failed_are_marked() -> None:
    waiting = drawn(
        "corrective", [searched(MENU), step("gather_evidence"), step("grade_passages")], waits="ask_web_consent"
    )
    assert 'ask_web_consent{{"ask_web_consent<br/>waits for you"}}' in waiting
    assert "class ask_web_consent waits" in waiting
    assert ("grade_passages", "ask_web_consent") in thick(waiting)
    broken = drawn("self", [*FIRST[:3], step("grade_passages", calls=1, failed=True)])
    assert 'grade_passages["grade_passages<br/>0.2 s<br/>1 call<br/>failed"]' in broken
    assert "class grade_passages failed" in broken
    assert ("gather_evidence", "grade_passages") in thick(broken)


def test_what_broke_off_and_was_continued_has_not_failed() -> None:
    steps = [*FIRST, step("grade_passages", calls=2, failed=True)]
    assert visits(steps)["grade_passages"] == Visits(count=2, seconds=0.5, calls=2, tokens=0, failed=False)
    assert ("gather_evidence", "grade_passages") in thick(drawn("self", steps))


def test_a_source_that_failed_is_named_and_the_web_has_its_own_branch() -> None:
    lines = drawn("combined", [searched(MENU, ("c2", "Wine list", 0, "It is closed."), ("web", "Web", 4, None))])
    assert 'search_search_collection["search_collection<br/>✓ Menu · 6<br/>✗ Wine list · 0"]' in lines
    assert 'search_search_web["search_web<br/>✓ Web · 4"]' in lines
    assert 'search___start__ ==>|"Send in parallel"| search_search_web' in lines
    assert "search_search_web ==> search_merge_hits" in lines


def test_a_search_without_sources_goes_straight_through() -> None:
    lines = drawn("combined", [step("decide_retrieval"), searched()])
    assert "search___start__ ==> search_merge_hits" in lines
    assert not any("search_search_collection" in edge[0] for edge in thick(lines))


def test_a_search_of_an_earlier_version_lights_its_branch_without_titles() -> None:
    lines = drawn("self", [step("search", found={"hits": 4, "collections": 2, "query": "x"})])
    assert 'search_search_collection["search_collection"]' in lines
    assert 'search___start__ ==>|"Send ×2 in parallel"| search_search_collection' in lines


def test_of_many_sources_some_are_shown_and_the_rest_counted() -> None:
    lines = drawn("self", [searched(*((f"c{n}", f"Shelf {n}", n, None) for n in range(1, 9)))])
    shown = "<br/>".join(f"✓ Shelf {n} · {n}" for n in range(1, 7))
    assert f'search_search_collection["search_collection<br/>{shown}<br/>#43; 2"]' in lines


def test_steps_of_nodes_that_are_gone_are_left_out() -> None:
    assert mermaid("adaptive", [step("reflect"), step("once_upon_a_time")]) == mermaid("adaptive")


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ('"]; click x "http:x"', "#34;#93;#59; click x #34;http#58;x#34;"),
        ("<img src=x>", "#60;img src#61;x#62;"),
        ("#quot; &lt;", "#35;quot#59; #38;lt#59;"),
        ("`**b**` __u__", "#96;#42;#42;b#42;#42;#96; #95;_u_#95;"),
        ("a\nend\r%%{init}", "a end #37;#37;#123;init#125;"),
        ("style x: #f;", "style x#58; #35;f#59;"),
        ("1. one \u202e\x00\ud800x", "1#46; one x"),
        ("2.5 wine_list", "2.5 wine_list"),
        ("!$%&'()*+,-./:=?@[]^{|}~", "".join(f"#{ord(sign)};" for sign in "!$%&'()*+,-./:=?@[]^{|}~")),
        ("a\\n b", "a#92;\u200bn b"),
    ],
)
def test_a_title_is_written_so_that_it_means_nothing(title: str, shown: str) -> None:
    lines = drawn("self", [searched(("c1", title, 1, None))])
    assert f'search_search_collection["search_collection<br/>✓ {shown} · 1"]' in lines
    assert len(lines) == len(drawn("self", [searched(("c1", "plain", 1, None))]))


def test_a_long_title_is_cut() -> None:
    lines = drawn("self", [searched(("c1", "Collected letters of the house", 1, None))])
    assert 'search_search_collection["search_collection<br/>✓ Collected letters of th… · 1"]' in lines


def test_the_words_can_be_those_of_another_language() -> None:
    words = Words(start="시작", end="끝", waits="기다림", parallel="동시에", spent=lambda visits: [f"{visits.count}회"])
    lines = drawn("self", FIRST, waits="review_evidence", words=words)
    for line in (
        '__start__(["시작"])',
        '__end__(["끝"])',
        'review_evidence{{"review_evidence<br/>기다림"}}',
        'grade_passages["grade_passages<br/>1회"]',
        'search___start__ -.->|"Send 동시에"| search_search_web',
    ):
        assert line in lines


def test_an_unknown_strategy_is_no_graph() -> None:
    with pytest.raises(KeyError):
        mermaid("none")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_steps_of_a_real_run_light_a_way_without_gaps(strategy: str) -> None:
    thread = Thread(shelf(A, B), strategy=strategy)
    thread.ask(sources=("c1", "c2"), policy="never")
    steps: Any = thread.session.state()["steps"]
    lines = drawn(strategy, steps)
    taken = {(source, target.split()[-1]) for source, target in thick(lines)}
    reached, ways = {"__start__"}, True
    while ways:
        new = {target for source, target in taken if source in reached} - reached
        reached, ways = reached | new, bool(new)
    assert reached == {node for edge in taken for node in edge}
    assert "__end__" in reached
    assert {entry["node"] for entry in steps} <= {*reached, "search"}
    assert set(nodes_of(strategy)) >= {entry["node"] for entry in steps}
