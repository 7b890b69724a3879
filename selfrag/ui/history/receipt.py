"""The record of a thread as a file to keep: nothing is made of it before a person asks for one."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from selfrag.receipts import WORDS, as_json, as_markdown, as_pdf
from selfrag.service import Service
from selfrag.ui import words

Make = Callable[[Mapping[str, Any], Mapping[str, str]], bytes]
FILES: dict[str, tuple[str, str, Make]] = {
    "json": ("JSON", "application/json", lambda receipt, said: as_json(receipt)),
    "md": ("Markdown", "text/markdown", lambda receipt, said: as_markdown(receipt, said).encode("utf-8")),
    "pdf": ("PDF", "application/pdf", as_pdf),
}


def offer(service: Service, thread_id: str) -> None:
    """A popover with a file of each kind for the whole thread."""
    _ = words.current()
    said = {key: _(word) for key, word in WORDS.items()}
    with st.popover(_("Receipt"), icon=":material/receipt_long:", type="tertiary", key=f"receipt-{thread_id}"):
        st.caption(
            _(
                "The record of this thread: what was asked, offered, kept and dropped, by whom, and what the answers "
                "rest on. Whether it still holds is checked later with the JSON file: `python -m selfrag replay FILE`."
            )
        )
        for kind, (label, mime, make) in FILES.items():
            st.download_button(
                label,
                _later(service, thread_id, make, said),
                file_name=f"receipt-{thread_id}.{kind}",
                mime=mime,
                key=f"receipt-{thread_id}-{kind}",
                on_click="ignore",
                icon=":material/download:",
            )


def _later(service: Service, thread_id: str, make: Make, said: Mapping[str, str]) -> Callable[[], bytes]:
    """Makes the file when it is asked for; in the background, where nothing of the page can be called."""
    return lambda: make(service.receipt(thread_id), said)
