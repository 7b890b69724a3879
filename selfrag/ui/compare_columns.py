"""One of two runs beside each other: how far it is, what it waits for, or what it answered."""

from typing import Any

import streamlit as st

from selfrag.runs import NodeStarted, Run, StepDone, Waiting
from selfrag.service import Service
from selfrag.ui import conversation, desk, places, steps, words
from selfrag.ui.inert import cited
from selfrag.ui.strategy_choice import title

BEAT = 0.5  # seconds between two looks at a run


def draw(service: Service, view: dict[str, Any], running: bool) -> None:
    """The column of one thread."""
    _ = words.current()
    thread = {desk.THREAD: view["thread_id"]}
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(title(view["strategy"]), anchor=False, width="stretch")
        places.link("chat", _("Thread"), **thread)
        places.link("graph", _("Graph"), **thread)
    if running:
        _watch(service, view)
    else:
        conversation.draw_outcome(service, view, alone=False)


@st.fragment(run_every=BEAT)
def _watch(service: Service, view: dict[str, Any]) -> None:
    """Looks at the run now and then rather than following it, so that none of the two keeps the other from the page."""
    run = service.run(view["thread_id"])
    if run is None:
        st.rerun()
    else:
        _progress(service, run, view)


def _progress(service: Service, run: Run, view: dict[str, Any]) -> None:
    _ = words.current()
    events = run.events()
    doing = [steps.doing(event.node) for event in events if isinstance(event, NodeStarted)]
    busy = next((event for event in reversed(events) if isinstance(event, Waiting)), None)
    status = st.status(steps.waiting(busy) or next(reversed(doing), _("Working")), expanded=True)
    for step in [*view["steps"], *(event.step for event in events if isinstance(event, StepDone))]:
        if line := steps.told(step):
            status.markdown(line)
    if text := run.text():
        st.markdown(cited(text, len(view["evidence"])))
    st.button(
        _("Stop"),
        key=f"stop-{run.key}",
        icon=":material/stop_circle:",
        on_click=service.stop,
        args=(run.key,),
        disabled=run.stopping,
    )
