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


def _tell(status: Any, step: dict[str, Any]) -> None:
    line = steps.told(step)
    if line:
        status.markdown(line)
