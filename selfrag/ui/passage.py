"""A passage on the page: its verdict, and its text with the question's terms marked."""

import re
from typing import Any

import streamlit as st

from selfrag.graph.verdicts import is_bad, is_good
from selfrag.language.terms import marks
from selfrag.ui import words
from selfrag.ui.inert import inert_line, marked

EXCERPT = 240
_LINE_END = re.compile(r"[\r\n]")
VERDICTS = {
    "relevant": words.later("✓ relevant"),
    "irrelevant": words.later("✗ not relevant"),
    "correct": words.later("✓ correct"),
    "incorrect": words.later("✗ incorrect"),
    "ambiguous": words.later("≈ unsure"),
    "unknown": words.later("? not graded"),
}


def verdict_word(verdict: str | None) -> str:
    """A sign and a word for an IsRel verdict."""
    return words.current()(VERDICTS[verdict or "unknown"])


def graded(item: dict[str, Any]) -> str:
    """The verdict's word with its score; an unknown verdict has none."""
    word = verdict_word(item["is_rel"])
    return word if item["is_rel"] in (None, "unknown") else f"{word} {item['score']:.2f}"


def verdict_color(verdict: Any) -> Any:
    """The badge's colour; the word says the same."""
    return "green" if is_good(verdict) else "gray" if is_bad(verdict) else "orange"


def place(item: dict[str, Any]) -> str:
    """Document and page of a passage or citation, with the page's printed label where it has another.

    What came from the web has a title and no pages.
    """
    _ = words.current()
    document = inert_line(item["document"] or _("deleted document"))
    if item.get("url"):
        return document
    if item.get("page_label"):
        printed = inert_line(item["page_label"])
        return _("{document}, page {page} (printed {label})", document=document, page=item["page"], label=printed)
    return _("{document}, page {page}", document=document, page=item["page"])


def from_the_web() -> str:
    """What a badge says of a passage that came from outside."""
    return words.current()("from the web")


def recognised() -> None:
    """The badge of text that was recognised from a picture."""
    _ = words.current()
    st.badge(
        _("recognised text (OCR)"),
        color="orange",
        icon=":material/document_scanner:",
        help=_("Letters may be wrong; compare with the page."),
    )


def draw_passage(item: dict[str, Any], question: str) -> None:
    """The part of the passage around the question's terms; the whole of it one click away."""
    draw_excerpt(item, question)
    offer_whole(item, question)


def draw_excerpt(item: dict[str, Any], question: str) -> None:
    """The part of the passage around the question's terms, its lines joined: a column of a page is narrow."""
    _ = words.current()
    text = item["text"]
    if not item["exists"]:
        st.caption(_("The document was deleted, so this passage cannot be read."))
        return
    spans = marks(text, question)
    start, end = excerpt(text, spans)
    part = text if (start, end) == (0, len(text)) else _LINE_END.sub(" ", text[start:end])
    shown = marked(part, [(s - start, e - start) for s, e in spans])
    st.markdown(("… " if start else "") + shown + (" …" if end < len(text) else ""))


def offer_whole(item: dict[str, Any], question: str) -> None:
    """The whole passage with its lines, where an excerpt of it is shown."""
    text = item["text"]
    spans = marks(text, question) if item["exists"] else []
    if item["exists"] and excerpt(text, spans) != (0, len(text)):
        with st.popover(words.current()("The whole passage"), type="tertiary"):
            st.markdown(marked(text, spans))


def excerpt(text: str, spans: list[tuple[int, int]]) -> tuple[int, int]:
    """The window of about EXCERPT characters that holds most marks, cut between words."""
    if len(text) <= EXCERPT * 1.3:
        return 0, len(text)
    starts = [0, *(max(0, start - EXCERPT // 4) for start, _ in spans)]
    best = max(starts, key=lambda at: sum(at <= start < at + EXCERPT for start, _ in spans))
    end = min(len(text), best + EXCERPT)
    left = text.find(" ", best, best + 30) + 1 if best else 0
    right = text.rfind(" ", end - 30, end) if end < len(text) else end
    return left or best, right if right > 0 else end
