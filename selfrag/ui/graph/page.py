"""Each strategy as it runs, with the way of a thread's last question lit."""

from typing import Any

import streamlit as st

from selfrag.errors import UnknownThread
from selfrag.graph.strategies import STRATEGIES
from selfrag.graph.strategies.diagram import mermaid
from selfrag.runs import StepDone
from selfrag.service import Service
from selfrag.ui import desk, live, places, words
from selfrag.ui.graph import table as graph_table
from selfrag.ui.graph import words as graph_words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told
from selfrag.ui.strategy_choice import title
from selfrag.ui.threads_list import STATUS

RECENT = 30
WIDTH = 560  # pixels; two pictures stand beside each other where both can still be read, else below each other
FONT, FONT_BESIDE = 14, 20  # a picture beside another one is about half as large
THREAD = "graph-thread"


def draw(service: Service) -> None:
    """The choices, then one picture or two."""
    _ = words.current()
    st.title(_("Graph"), anchor=False)
    _choose_thread(service)
    thread_id = desk.thread_id()
    running = thread_id is not None and service.run(thread_id) is not None  # before the view: it may end in between
    try:
        view = shown(service, thread_id) if thread_id else None
    except UnknownThread as error:
        st.warning(told(str(error)))
        view = None
    strategies = _choose_strategies(view)
    if view is None:
        _nothing_lit(service)
    _follow(service, strategies) if running and view is not None else _pictures(service, strategies, view)


def shown(service: Service, thread_id: str) -> dict[str, Any]:
    """The thread's last question, with the steps that have ended of a run that is under way. Raises UnknownThread."""
    run = service.run(thread_id)
    view = service.show(thread_id)
    if run is None or not live.under_way(view):
        return view
    return {**view, "steps": [*view["steps"], *(each.step for each in run.events() if isinstance(each, StepDone))]}


def _choose_thread(service: Service) -> None:
    """The address names the thread; choosing another one changes the address."""
    _ = words.current()
    labels = _labels(service)
    if len(labels) == 1:
        return
    now = desk.thread_id() or ""
    st.session_state[THREAD] = now
    st.selectbox(
        _("Question to light"),
        list(dict.fromkeys([*labels, now])),
        key=THREAD,
        format_func=lambda each: labels.get(each, each),  # an option shows as text, not as markdown
        on_change=lambda: desk.open_thread(st.session_state[THREAD] or None),
    )


def _labels(service: Service) -> dict[str, str]:
    """Threads by id, and no thread; the browser names an option by its label, so no two have the same."""
    _ = words.current()
    labels = {"": _("None: the strategy alone")}
    for thread in service.threads(limit=RECENT):
        label = f"{thread.title} · {title(thread.strategy)} · {_(STATUS[thread.status][1])}"
        alike = sum(each.startswith(label) for each in labels.values())
        labels[thread.id] = f"{label} ({alike + 1})" if alike else label
    return labels


def _choose_strategies(view: dict[str, Any] | None) -> list[str]:
    _ = words.current()
    names, usual = list(STRATEGIES), view["strategy"] if view else next(iter(STRATEGIES))
    left, right = st.columns(2)
    of = view["thread_id"] if view else ""
    first = left.selectbox(
        _("Strategy"), names, index=names.index(usual), key=f"graph-strategy-{of}", format_func=title
    )
    second = right.selectbox(
        _("Compare with"),
        ["", *(name for name in names if name != first)],
        key=f"graph-second-{of}-{first}",
        format_func=lambda name: title(name) if name else _("No other"),
    )
    return [first, second] if second else [first]


def _nothing_lit(service: Service) -> None:
    _ = words.current()
    if service.threads(limit=1):
        st.info(_("Choose a question above, and its way through the graph is lit, with what each node took and found."))
    else:
        st.info(_("No question has been asked yet. Ask one, and its way through the graph is lit here."))
        places.link("chat", _("Ask a question"))


@st.fragment(run_every=1.0)
def _follow(service: Service, strategies: list[str]) -> None:
    """While the question is being answered, the picture grows with it."""
    thread_id = desk.thread_id()
    if thread_id is None or service.run(thread_id) is None:
        st.rerun()
    else:
        _pictures(service, strategies, shown(service, thread_id))


def _pictures(service: Service, strategies: list[str], view: dict[str, Any] | None) -> None:
    _ = words.current()
    if view is not None:
        label = _("Open this question: “{title}”", title=inert_line(view["question"]))
        places.link("chat", label, **{desk.THREAD: view["thread_id"]})
        if view["error"]:
            st.error(told(view["error"]))
    st.caption("  \n".join(_(line) for line in graph_words.LEGEND))
    beside = len(strategies) > 1
    with st.container(horizontal=True, vertical_alignment="top"):
        for strategy in strategies:
            with st.container(width=WIDTH if beside else "stretch"):
                _picture(service, strategy, view, beside)
    for strategy in strategies:
        if beside:
            st.subheader(title(strategy), anchor=False)
        graph_table.draw(strategy, _lit(strategy, view), service.limits)


def _picture(service: Service, strategy: str, view: dict[str, Any] | None, beside: bool) -> None:
    _ = words.current()
    if beside:
        wide = _("In a wide window the two stand beside each other. Each can be opened in full screen.")
        st.subheader(title(strategy), anchor=False, help=wide)
    lit = _lit(strategy, view)
    if view is not None and lit is None:
        answered = title(view["strategy"])
        st.info(_("This question was answered with {strategy}, so its way is not lit here.", strategy=answered))
    follow_up = lit is not None and service.is_follow_up(lit["thread_id"])
    text = mermaid(
        strategy,
        lit["steps"] if lit else (),
        waits=graph_table.waits(lit) if lit else "",
        follow_up=follow_up,
        words=graph_words.picture(),
        font=FONT_BESIDE if beside else FONT,
    )
    st.mermaid_chart(text, alt=_("Graph of {strategy}", strategy=title(strategy)))


def _lit(strategy: str, view: dict[str, Any] | None) -> dict[str, Any] | None:
    """The question, where it went through this strategy's graph."""
    return view if view is not None and view["strategy"] == strategy else None
