"""Three versions of a review's fields made one, and what is stored of them."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from selfrag.ui.review.draft import (
    ADDED,
    DECIDED,
    KEEP,
    NOTE,
    QUESTION,
    STRIPS,
    Fields,
    merged,
    of_draft,
    set_tick,
    tick_each,
    to_draft,
)

IDS = ("aaaa:1:0", "bbbb:2:0", "cccc:3:0")
ASKED = "What stands here?"


def item(passage_id: str, kept: bool = True, exists: bool = True, strips: int = 0) -> dict[str, Any]:
    parts = {"strips": [{"start": n, "end": n + 1, "score": 0.5, "kept": n == 0} for n in range(strips)]}
    return {"passage_id": passage_id, "kept": kept, "exists": exists} | (parts if strips else {})


EVIDENCE = [item(IDS[0]), item(IDS[1], kept=False), item(IDS[2], strips=3)]
FIELDS: st.SearchStrategy[Fields] = st.fixed_dictionaries(
    {
        QUESTION: st.sampled_from([ASKED, "Why?"]),
        NOTE: st.sampled_from(["", "checked"]),
        (KEEP, IDS[0]): st.booleans(),
        (KEEP, IDS[1]): st.booleans(),
        (KEEP, IDS[2]): st.booleans(),
        (STRIPS, IDS[2]): st.sampled_from([(0,), (1, 2), (0, 1, 2)]),
    },
    optional={(kind, each): st.just(True) for kind in (ADDED, DECIDED) for each in IDS},
)


@given(FIELDS)
def test_what_is_stored_is_read_again(fields: Fields) -> None:
    assert of_draft(to_draft(fields, EVIDENCE), ASKED, EVIDENCE) == fields


@given(FIELDS, FIELDS, FIELDS)
def test_every_field_is_mine_where_i_changed_it_and_else_the_stored_one(
    base: Fields, mine: Fields, stored: Fields
) -> None:
    made = merged(base, mine, stored)
    for name in {*base, *mine, *stored}:
        wanted = mine if mine.get(name) != base.get(name) else stored
        assert made.get(name) == wanted.get(name)


@given(FIELDS, FIELDS)
def test_who_changed_nothing_takes_over_the_others_changes(base: Fields, other: Fields) -> None:
    assert merged(base, base, other) == other
    assert merged(base, other, base) == other
    assert merged(base, other, other) == other


def test_without_a_draft_the_fields_are_what_the_graders_said() -> None:
    evidence = [*EVIDENCE, item("dddd:4:0", exists=False)]
    assert of_draft(None, ASKED, evidence) == {
        QUESTION: ASKED,
        NOTE: "",
        (KEEP, IDS[0]): True,
        (KEEP, IDS[1]): False,
        (KEEP, IDS[2]): True,
        (STRIPS, IDS[2]): (0,),
        (KEEP, "dddd:4:0"): False,
    }


def test_a_draft_of_an_earlier_version_is_read() -> None:
    old = {"keep": [IDS[1]], "strips": {IDS[2]: [1]}, "question": "Why?", "note": "n"}
    fields = of_draft(old, ASKED, EVIDENCE)
    assert [fields[KEEP, each] for each in IDS] == [False, True, False]
    assert (fields[STRIPS, IDS[2]], fields[QUESTION], fields[NOTE]) == ((1,), "Why?", "n")
    assert to_draft(fields, EVIDENCE) == {**old, "added": [], "decided": []}


def test_a_passage_ticked_without_a_strip_is_read_whole_and_one_that_is_gone_is_not() -> None:
    fields: Fields = {(KEEP, IDS[2]): False, (STRIPS, IDS[2]): ()}
    set_tick(fields, EVIDENCE[2], True)
    assert fields == {(KEEP, IDS[2]): True, (STRIPS, IDS[2]): (0, 1, 2)}
    tick_each(lambda item, ticked: not ticked, EVIDENCE[2:])(fields)
    assert fields == {(KEEP, IDS[2]): False, (STRIPS, IDS[2]): (0, 1, 2)}
    gone = item("dddd:4:0", exists=False)
    set_tick(fields, gone, True)
    assert fields[KEEP, "dddd:4:0"] is False
