"""In what two runs of the same question differ."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from selfrag.service.comparing import cited_by, figures
from selfrag.ui import words
from selfrag.ui.inert import inert_line
from selfrag.ui.passage import place
from selfrag.ui.strategy_choice import title

OUTCOMES = {
    "answered": words.later("answered"),
    "answered_directly": words.later("answered without documents"),
    "partly_supported": words.later("answered, partly supported"),
    "no_evidence": words.later("nothing found"),
    "rejected": words.later("stopped by you"),
    "waiting": words.later("waits for you"),
    "failed": words.later("failed"),
    "stopped": words.later("cut off"),
}


def draw(left: dict[str, Any], right: dict[str, Any]) -> None:
    """The table; while one of them waits, of what there is so far."""
    _ = words.current()
    st.subheader(_("Differences"), anchor=False)
    if "waiting" in (left["status"], right["status"]):
        st.caption(_("One of the two waits for you, so these are the figures so far."))
    st.table(rows(left, right), hide_index=True)


def rows(left: dict[str, Any], right: dict[str, Any]) -> list[dict[str, str]]:
    """A row of markdown cells for each thing to compare."""
    _ = words.current()
    both, *only = cited_by(left, right)
    columns = [_column(view, mine, both) for view, mine in zip((left, right), only, strict=True)]
    columns = [[*column, *more] for column, more in zip(columns, _decisions(left, right), strict=True)]
    names = (
        _("Outcome"),
        _("Searches"),
        _("Model calls"),
        _("Tokens"),
        _("Seconds"),
        _("Passages read"),
        _("Sentences supported"),
        _("Cited by both"),
        _("Cited only here"),
        _("Understood as"),
        _("Searched for"),
        _("Kept only here"),
        _("Left out only here"),
    )
    first, second = titles(left, right)
    return [{"": name, first: mine, second: theirs} for name, mine, theirs in zip(names, *columns, strict=True)]


def titles(left: dict[str, Any], right: dict[str, Any]) -> tuple[str, str]:
    """Headings of the two sides, which are never the same."""
    _ = words.current()
    if (right["forked_from"] or {}).get("thread_id") == left["thread_id"]:
        return _("Original"), _("What if")
    first, second = title(left["strategy"]), title(right["strategy"])
    if first == second:
        return _("{title}, left", title=first), _("{title}, right", title=second)
    return first, second


def _decisions(left: dict[str, Any], right: dict[str, Any]) -> list[list[str]]:
    """Of each side: the question as it was answered, the words searched for, and the passages decided otherwise."""
    columns = []
    for view, other in ((left, right), (right, left)):
        kept, theirs = set(view["approved"]), set(other["approved"])
        columns.append(
            [
                inert_line(view["asked"]),
                "; ".join(f"“{inert_line(query)}”" for query in view["tried"]) or "–",
                _places([item for item in view["evidence"] if item["passage_id"] in kept - theirs]),
                _places([item for item in view["evidence"] if item["passage_id"] in theirs - kept]),
            ]
        )
    return columns


def _column(view: dict[str, Any], only: Sequence[Any], both: Sequence[Any]) -> list[str]:
    _ = words.current()
    found = figures(view)
    outcome = found["outcome"] if found["status"] in ("answered", "no_evidence", "rejected") else found["status"]
    supported = _("{fully} of {total}", fully=found["supported"], total=found["sentences"])
    return [
        _(OUTCOMES.get(outcome, outcome or "")),
        str(found["searches"]),
        str(found["calls"]),
        f"{found['tokens']:,}",
        f"{found['seconds']:.1f}",
        str(found["passages"]),
        supported if found["sentences"] else _("not checked"),
        _places(both),
        _places(only),
    ]


def _places(citations: Sequence[Any]) -> str:
    return "; ".join(place(citation) for citation in citations) or "–"
