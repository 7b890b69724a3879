"""Two runs of one question beside each other, with two strategies or two decisions. The address names both."""

from typing import Any

import streamlit as st

from selfrag.errors import SelfragError, UnknownThread
from selfrag.graph.strategies import STRATEGIES
from selfrag.service import Service
from selfrag.ui import places, sources, words
from selfrag.ui.compare import columns as compare_columns
from selfrag.ui.compare import sentences as compare_sentences
from selfrag.ui.compare import table as compare_table
from selfrag.ui.inert import inert
from selfrag.ui.live import QUICK
from selfrag.ui.phrases import told
from selfrag.ui.strategy_choice import title

LEFT, RIGHT = "left", "right"
SEED, REFUSED = "compare-seed", "compare-refused"
QUESTION, FIRST, POLICY = "compare-question", "compare-first", "compare-policy"
POLICIES = {
    "always": words.later("You, for each of the two"),
    "never": words.later("Nobody: relevant passages are approved for you"),
}


def offer(view: dict[str, Any]) -> None:
    """The way from an answered question to its comparison with another strategy."""
    _ = words.current()
    label, key = _("Compare with another strategy"), f"compare-{view['question_id']}"
    if st.button(label, key=key, type="tertiary", icon=places.ICONS["compare"]):
        st.session_state[SEED] = seed(view)
        st.switch_page(places.page("compare"))


def seed(view: dict[str, Any]) -> dict[str, Any]:
    """What the form begins with, so that the same question is asked of the same sources."""
    return {QUESTION: view["question"], FIRST: view["strategy"], sources.KEY: view["sources"]}


def draw(service: Service) -> None:
    """The page."""
    _ = words.current()
    st.title(_("Compare"), anchor=False)
    if SEED in st.session_state:
        _forget()
        st.session_state.update(st.session_state.pop(SEED))
    named = [(st.query_params.get(side), st.query_params.get(f"{side}_question")) for side in (LEFT, RIGHT)]
    chosen = [(thread, question) for thread, question in named if thread is not None]
    if len(chosen) < len(named):
        _form(service)
    else:
        _both(service, chosen)


def _form(service: Service) -> None:
    _ = words.current()
    if not service.documents():
        st.info(_("Nothing to compare on yet: add PDFs, or the samples, on the first page."))
        places.link("chat", _("Add documents"))
        return
    st.caption(_("The same question is asked in two new threads, and both runs are shown beside each other."))
    if REFUSED in st.session_state:
        st.warning(told(st.session_state.pop(REFUSED)))
    st.text_area(_("Question"), key=QUESTION, max_chars=service.limits.question_chars)
    names = list(STRATEGIES)
    left, right = st.columns(2)
    first = left.selectbox(_("Strategy on the left"), names, key=FIRST, format_func=title)
    others = [name for name in reversed(names) if name != first]
    right.selectbox(_("Strategy on the right"), others, key=_second(first), format_func=title)
    chosen = sources.draw(service)
    st.radio(_("Who reviews the passages"), list(POLICIES), key=POLICY, format_func=lambda one: _(POLICIES[one]))
    st.button(
        _("Ask both"),
        key="compare-ask",
        type="primary",
        shortcut="Ctrl+Enter",
        on_click=_start,
        args=(service, chosen),
    )


def _start(service: Service, chosen: list[str]) -> None:
    """Ask with the fields as they are now: a click may come together with the last edit of one of them."""
    state = st.session_state
    first, policy = str(state[FIRST]), state[POLICY]
    try:
        runs = service.compare(state[QUESTION], [first, state.get(_second(first), first)], chosen, policy)
    except SelfragError as error:
        st.session_state[REFUSED] = str(error)
        return
    for side, run in zip((LEFT, RIGHT), runs, strict=True):
        st.query_params[side] = run.key
        run.wait(QUICK)


def _second(first: str) -> str:
    """Key of the choice on the right, which never offers the left one."""
    return f"compare-second-{first}"


def _both(service: Service, chosen: list[tuple[str, str | None]]) -> None:
    """Both sides: a thread each, and the question of it that is meant, or its last one."""
    _ = words.current()
    running = [_runs(service, *one) for one in chosen]  # before the views: one may end in between
    views = [_view(service, *one) for one in chosen]
    there = [view for view in views if view is not None]
    st.button(_("New comparison"), key="compare-new", icon=":material/edit_square:", on_click=_forget)
    if there:
        with st.chat_message("user"):
            st.markdown(inert(there[0]["question"]))
    titles = compare_table.titles(*there) if len(there) == len(views) else tuple(title(v["strategy"]) for v in there)
    named = iter(titles)
    for column, view, runs in zip(st.columns(2, border=True), views, running, strict=True):
        with column:
            if view is None:
                st.warning(_("This thread was deleted, or never was."))
            else:
                compare_columns.draw(service, view, runs, next(named))
    if not any(running) and len(there) == len(views):
        left, right = there
        compare_sentences.draw(left, right, (titles[0], titles[1]))
        compare_table.draw(left, right)


def _runs(service: Service, thread: str, question: str | None) -> bool:
    """Whether somebody works on this question; an older one of a thread is done."""
    view = _view(service, thread, None) if service.run(thread) is not None else None
    return view is not None and question in (None, view["question_id"])


def _view(service: Service, thread: str, question: str | None) -> dict[str, Any] | None:
    try:
        return service.show(thread, question)
    except UnknownThread:
        return None


def _forget() -> None:
    for side in (LEFT, RIGHT):
        st.query_params.pop(side, None)
        st.query_params.pop(f"{side}_question", None)
