"""What changed since the last review of a question, and how much of its limits is used."""

from typing import Any

import streamlit as st

from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.review.groups import names
from selfrag.ui.searched import REWRITING

View = dict[str, Any]


def draw(service: Service, view: View) -> None:
    """From the second review on: how many passages are new, kept and gone, and which those are that are gone."""
    _ = words.current()
    review, evidence = view["review"], view["evidence"]
    if review["attempt"] < 2:
        return
    kept = sum(item["change"] == "kept" for item in evidence)
    st.caption(
        _(
            "Since your last review: {new} new · {kept} kept · {gone} gone",
            new=len(evidence) - kept,
            kept=kept,
            gone=len(review["gone"]),
        )
    )
    if review["gone"]:
        n = len(review["gone"])
        title = _.plural("{n} passage is gone: what it was", "{n} passages are gone: what they were", n)
        with st.expander(title):
            called = names([*service.passages_by_id(review["gone"]), *evidence])
            for passage_id in review["gone"]:
                st.markdown(f"- {called[passage_id]}")


def attempts(view: View) -> str:
    """How often it was searched with other words, written and asked of the web, of how often it may be."""
    _ = words.current()
    limits = view["review"]["limits"]
    said = [
        _("other words {used} of {limit}", **_pair(limits["rewrites"])) if view["strategy"] in REWRITING else "",
        _("answers {used} of {limit}", **_pair(limits["writes"])),
        _("searches of the web {used} of {limit}", **_pair(limits["web"])) if _web(view) else "",
    ]
    return _("Used so far: {parts}", parts=" · ".join(part for part in said if part))


def _web(view: View) -> bool:
    return "web" in view["review"]["limits"] and (view["consent"] is not None or view["counters"].get("web", 0) > 0)


def _pair(limit: dict[str, int]) -> dict[str, int]:
    return {"used": limit["used"], "limit": limit["limit"]}
