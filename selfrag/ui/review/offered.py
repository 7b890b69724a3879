"""One passage of a review: its verdict, its text, what stands around it, and what is like it."""

from functools import partial
from typing import Any

import streamlit as st

from selfrag.language.terms import marks
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.inert import inert_line, marked
from selfrag.ui.passage import draw_excerpt, from_the_web, graded, offer_whole, recognised, verdict_color
from selfrag.ui.phrases import told
from selfrag.ui.review import fields, strips
from selfrag.ui.review import more as review_more
from selfrag.ui.review.draft import STRIPS, has_strips
from selfrag.ui.review.keys import key, slug, tick_key
from selfrag.ui.viewer import viewer as page_viewer

View = dict[str, Any]
Item = dict[str, Any]


def draw(service: Service, view: View, item: Item, name: str) -> None:
    """A passage of the list, with its tick."""
    review = view["review"]
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.checkbox(
                name,
                key=tick_key(review, item["passage_id"]),
                on_change=fields.passage_ticked,
                args=(service, view, item),
                disabled=not item["exists"],
            )
            badges(view, item)
        if item["url"]:
            st.caption(inert_line(item["url"]))
        before, after = around(service, view, item)
        cut = not (has_strips(item) or before or after)
        quiet(before, "before")
        if has_strips(item) and item["exists"]:
            strips.draw(review, item, name, view["asked"], partial(fields.strip_ticked, service, view))
        elif cut or not item["exists"]:
            draw_excerpt(item, view["asked"])
        else:
            st.markdown(marked(item["text"], marks(item["text"], view["asked"])))
        quiet(after, "after")
        if item["exists"]:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                offer_page(service, view, item)
                if cut:
                    offer_whole(item, view["asked"])
                offer_around(service, view, item)
                review_more.offer_like(service, view, item)
        found_around_and_like(service, view, item)


def badges(view: View, item: Item) -> None:
    """The verdict with its score, what is particular about the passage, and the grader's reason."""
    _ = words.current()
    st.badge(graded(item), color=verdict_color(item["is_rel"]))
    if item["url"]:
        st.badge(from_the_web(), color="blue", icon=":material/public:")
    if item.get("added"):
        st.badge(_("added by you"), color="blue")
    if item["change"] == "new" and view["review"]["attempt"] > 1:
        st.badge(_("new"), color="violet")
    if item["ocr"]:
        recognised()
    st.caption(told(item["reason"]))


def offer_page(service: Service, view: View, item: Item) -> None:
    """The button that opens its page, the ticked strips marked."""
    chosen = fields.now(view)[STRIPS, item["passage_id"]] if has_strips(item) else ()
    spans = strips.spans(item, chosen) if has_strips(item) else None
    page_viewer.offer(service, item, tick_key(view["review"], item["passage_id"]), spans)


def around(service: Service, view: View, item: Item) -> tuple[str, str]:
    """The text of its page before and after it, where that was asked for."""
    if not _is_open(view, item):
        return "", ""
    text = service.neighbours(item["passage_id"])
    return text["before"], text["after"]


def quiet(text: str, side: str) -> None:
    """Text around a passage, in grey."""
    if text:
        st.markdown(f":gray[{inert_line(f'… {text}' if side == 'before' else f'{text} …')}]")


def offer_around(service: Service, view: View, item: Item, shortcut: str | None = None) -> None:
    """The button that shows and hides the text around it; what came from the web has none."""
    if item["url"]:
        return
    _ = words.current()
    shown = _is_open(view, item)
    st.button(
        _("Hide the text around it") if shown else _("Text around it"),
        key=f"{key(view['review'], 'around')}-{slug(item['passage_id'])}",
        type="tertiary",
        icon=":material/unfold_less:" if shown else ":material/unfold_more:",
        shortcut=shortcut,
        on_click=_turn,
        args=(view, item, not shown),
    )


def found_around_and_like(service: Service, view: View, item: Item) -> None:
    """That nothing stands around it, where that was asked for; and what is like it."""
    if not item["exists"]:
        return
    if _is_open(view, item) and not any(around(service, view, item)):
        st.caption(words.current()("Nothing else stands on this page."))
    review_more.draw_like(service, view, item)


def _is_open(view: View, item: Item) -> bool:
    return item["passage_id"] in st.session_state.get(key(view["review"], "open"), ())


def _turn(view: View, item: Item, shown: bool) -> None:
    opened = st.session_state.get(key(view["review"], "open"), frozenset())
    changed = opened | {item["passage_id"]} if shown else opened - {item["passage_id"]}
    st.session_state[key(view["review"], "open")] = changed
