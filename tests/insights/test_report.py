"""Groups, choices, and all figures as plain values."""

import json

from selfrag.insights.report import report
from selfrag.insights.rows import History, grouped
from tests.insights.rows import asked, decided, judged


def test_a_row_of_two_collections_is_in_both_groups_the_largest_first() -> None:
    rows = [judged(collections=("Wine",)), judged(collections=("Menu", "Wine")), judged(collections=("",))]
    assert {name: len(some) for name, some in grouped(rows, "collection").items()} == {"Wine": 2, "": 1, "Menu": 1}
    assert next(iter(grouped(rows, "collection"))) == "Wine"


def test_choices_leave_what_fits_all_of_them() -> None:
    rows = [
        judged(at=5.0, model="a", collections=("Menu",)),
        judged(at=5.0, model="b", collections=("Menu",)),
        judged(at=5.0, model="a", collections=("Wine",)),
        judged(at=1.0, model="a", collections=("Menu",)),
    ]
    history = History(passages=rows, asked=[asked(at=5.0, model="b")])
    assert history.only(2.0, model=["a"], collection=["Menu"]).passages == [rows[0]]
    assert history.only(model=[], collection=["Wine"]).passages == [rows[2]]
    assert history.only(model=["a"]).asked == []
    assert history.names("model") == ["a", "b"]


def test_the_report_is_json_and_names_every_group() -> None:
    history = History(
        passages=[judged(score=0.5), judged("no", False, 0.1, model="")],
        sentences=[judged("unsure", False)],
        asked=[asked()],
        decided=[decided(3.0), decided(9.0, kind="draft_review")],
        left_out=(("policy", 2),),
    )
    told = json.loads(json.dumps(report(history)))
    assert told["passages"]["overall"]["kappa"] == 1.0
    assert [(group["name"], group["n"]) for group in told["passages"]["model"]] == [("", 1), ("m", 1)]
    assert told["sentences"]["overall"]["unsure"]["n"] == 1
    assert told["sentences"]["overall"]["why_no_kappa"] == "nothing_sure"
    assert told["threshold"] == {"kind": "missing", "more": 18, "kept": False, "dropped": False}
    assert [(one["name"], one["median"]) for one in told["decisions"]["kind"]] == [
        ("chunk_review", 3),
        ("draft_review", 9),
    ]
    assert told["periods"][0]["begins"] == "1970-01-01"
    assert told["left_out"] == {"policy": 2}


def test_nothing_is_a_report_too() -> None:
    told = report(History())
    assert (told["reliability"]["error"], told["periods"], told["passages"]["overall"]["n"]) == (None, [], 0)
