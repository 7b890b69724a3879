"""A run while it works: its steps as they end, the answer as it is written."""

import time
from typing import Any

import streamlit as st

from selfrag.runs import WRITERS, NodeStarted, Run, StepDone, Token, Waiting
from selfrag.service import Service
from selfrag.ui import steps, words
from selfrag.ui.inert import cited

QUICK = 0.15  # seconds; a run that ends within them is drawn once, finished
BEAT = 0.25  # seconds; how soon a click is noticed while a model is silent
GLANCE = 0.5  # seconds between two looks at a run that is not followed
ELSEWHERE = 2.0  # seconds between two looks at what another server does


def under_way(view: dict[str, Any]) -> bool:
    """Whether the question is being answered, or would be had nothing cut it off: its review, if any, is decided."""
    return view["status"] == "running" or (view["status"] == "waiting" and not view["review"])


def follow(service: Service, run: Run, view: dict[str, Any]) -> None:
    """Draw the run until it ends, then draw the page anew from stored state.

    The run belongs to the server: leaving this page, or clicking on it, does not touch it.
    """
    _ = words.current()
    status = st.status(_("Working"), expanded=True)
    for step in view["steps"]:
        _tell(status, step)
    slot = st.empty()
    st.button(_("Stop"), key="stop-run", icon=":material/stop_circle:", on_click=service.stop, args=(run.key,))
    doing, since, text, busy = _("Working"), time.monotonic(), "", None
    for events in run.batches(BEAT):
        for event in events:
            match event:
                case NodeStarted():
                    doing, since = steps.doing(event.node), time.monotonic()
                    text = "" if event.node in WRITERS else text
                case StepDone():
                    _tell(status, event.step)
                case Token():
                    text += event.text
                case Waiting():
                    busy = event
        seconds = int(time.monotonic() - since)
        label = steps.waiting(busy) or doing
        status.update(label=f"{label} · {seconds} s" if seconds else label)
        slot.markdown(cited(text, len(view["evidence"])))
    st.rerun()


@st.fragment(run_every=GLANCE)
def watch(service: Service, view: dict[str, Any]) -> None:
    """Look at the run now and then rather than following it, which leaves the script to what else is on the page."""
    run = service.run(view["thread_id"])
    if run is None:
        st.rerun()
    else:
        _progress(service, run, view)


@st.fragment(run_every=ELSEWHERE)
def elsewhere(service: Service, thread_id: str) -> None:
    """Say that another server works on the thread, until it has ended, paused or died; then draw the page anew."""
    _ = words.current()
    if service.worked_on(thread_id):
        st.info(_("Somebody else's server is working on this. This page shows it once it is done."))
    else:
        st.rerun()


def _progress(service: Service, run: Run, view: dict[str, Any]) -> None:
    _ = words.current()
    events = run.events()
    doing = [steps.doing(event.node) for event in events if isinstance(event, NodeStarted)]
    busy = next((event for event in reversed(events) if isinstance(event, Waiting)), None)
    status = st.status(steps.waiting(busy) or next(reversed(doing), _("Working")), expanded=True)
    for step in [*view["steps"], *(event.step for event in events if isinstance(event, StepDone))]:
        _tell(status, step)
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


def _tell(status: Any, step: dict[str, Any]) -> None:
    line = steps.told(step)
    if line:
        status.markdown(line)
