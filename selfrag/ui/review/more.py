"""Passages that the search did not offer: more like one, and what a person searches for in the documents."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.graph.decision import ADDED as MOST
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.passage import draw_passage, place, recognised
from selfrag.ui.phrases import told
from selfrag.ui.review import draft as review_draft
from selfrag.ui.review import fields
from selfrag.ui.review.draft import ADDED
from selfrag.ui.review.groups import names
from selfrag.ui.review.keys import key, slug
from selfrag.ui.viewer import viewer as page_viewer

View = dict[str, Any]
Item = dict[str, Any]


class _Found(NamedTuple):
    """What a search by hand brought: like which passage, None for a search with words; or why it failed."""

    like: str | None
    items: list[Item]
    error: str = ""


def offer_like(service: Service, view: View, item: Item) -> None:
    """The button that finds passages like this one."""
    st.button(
        words.current()("More like this"),
        key=f"{key(view['review'], 'like')}-{slug(item['passage_id'])}",
        type="tertiary",
        icon=":material/manage_search:",
        on_click=_find_like,
        args=(service, view, item["passage_id"]),
    )


def draw_like(service: Service, view: View, item: Item) -> None:
    """What was found like this passage, beneath it."""
    found = _found(view)
    if found is not None and found.like == item["passage_id"]:
        _ = words.current()
        with st.container(border=True):
            st.markdown(f"**{_('More like this')}**")
            _results(service, view, found)


def draw_search(service: Service, view: View) -> None:
    """The field to search the documents with, and what it found."""
    _ = words.current()
    found, review = _found(view), view["review"]
    searched = found is not None and found.like is None
    with st.expander(_("Search in the documents"), expanded=searched, icon=":material/search:"):
        st.text_input(
            _("Words to search for"),
            key=key(review, "words"),
            max_chars=service.limits.question_chars,
            on_change=_find,
            args=(service, view),
            help=_("What you add is read with the rest. The question stays as it is, and nothing is sent to the web."),
        )
        if found is not None and searched:
            _results(service, view, found)


def draw_added(service: Service, view: View) -> None:
    """The passages that were added by hand, each with the way to take it out again."""
    _ = words.current()
    items = service.passages_by_id(added(view))
    if not items:
        return
    called = _called(view, items)
    st.markdown(f"**{_('Added by you')} · {len(items)}**")
    for item in items:
        with st.container(border=True):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.markdown(called[item["passage_id"]], width="content")
                if item["ocr"]:
                    recognised()
                _button(service, view, item, "remove")
                page_viewer.offer(service, item, f"{key(view['review'], 'added')}-{slug(item['passage_id'])}")
            draw_passage(item, view["asked"])


def added(view: View) -> list[str]:
    """Ids of the passages that were added by hand to the review that waits."""
    return review_draft.of_kind(fields.now(view), ADDED)


def _results(service: Service, view: View, found: _Found) -> None:
    _ = words.current()
    taken = added(view)
    if found.error:
        st.warning(told(found.error))
    left = [item for item in found.items if item["passage_id"] not in taken]
    if not left and not found.error:
        done = _("All of them are added.") if found.items else _("Nothing else was found in the collections searched.")
        st.caption(done)
    called = _called(view, service.passages_by_id(taken))
    for item in left:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{called[item['passage_id']]}**", width="content")
            if item["ocr"]:
                recognised()
            _button(service, view, item, "add", disabled=len(taken) >= MOST)
            page_viewer.offer(service, item, f"{key(view['review'], 'found')}-{slug(item['passage_id'])}")
        draw_passage(item, view["asked"])
    st.button(
        _("Close"),
        key=key(view["review"], "close"),
        type="tertiary",
        on_click=st.session_state.pop,
        args=(_name(view), None),
    )


def _called(view: View, added: Sequence[Item]) -> dict[str, str]:
    """Names of all passages in sight, so that no two are called the same."""
    found = _found(view)
    return names([*view["evidence"], *added, *(found.items if found else [])])


def _button(service: Service, view: View, item: Item, kind: str, disabled: bool = False) -> None:
    """Adds a passage, or takes it out again."""
    _ = words.current()
    label, icon, act = {
        "add": (_("Add"), ":material/add:", _add),
        "remove": (_("Remove"), ":material/close:", _remove),
    }[kind]
    st.button(
        label,
        key=f"{key(view['review'], kind)}-{slug(item['passage_id'])}",
        icon=icon,
        help=place(item),
        disabled=disabled,
        on_click=act,
        args=(service, view, item["passage_id"]),
    )


def _add(service: Service, view: View, passage_id: str) -> None:
    fields.change(service, view, lambda now: now.update({(ADDED, passage_id): True}))


def _remove(service: Service, view: View, passage_id: str) -> None:
    fields.change(service, view, lambda now: now.pop((ADDED, passage_id), None))


def _find_like(service: Service, view: View, passage_id: str) -> None:
    """What was dropped before stays out here: it is most like what was kept."""
    exclude = [*_offered(view), *service.dropped(view["thread_id"])]
    _keep(view, passage_id, lambda: service.more_like(passage_id, view["sources"], exclude))


def _find(service: Service, view: View) -> None:
    """What was dropped before may be found again by who looks for it."""
    query = str(st.session_state.get(key(view["review"], "words")) or "")
    if query.strip():
        _keep(view, None, lambda: service.search_passages(query, view["sources"], _offered(view)))
    else:
        st.session_state.pop(_name(view), None)


def _keep(view: View, like: str | None, find: Callable[[], list[Item]]) -> None:
    try:
        found = _Found(like, find())
    except SelfragError as error:
        found = _Found(like, [], str(error))
    st.session_state[_name(view)] = found


def _offered(view: View) -> Sequence[str]:
    return [*(item["passage_id"] for item in view["evidence"]), *added(view)]


def _found(view: View) -> _Found | None:
    found: _Found | None = st.session_state.get(_name(view))
    return found


def _name(view: View) -> str:
    return key(view["review"], "found")
