"""The sentences of an answer, each with its verdict, and the words of a passage that carry it.

What is weak stands open with its reason; what is supported is quiet, and folded where there is much of it. The verdict
is a sign and a word; its colour says the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.inert import inert_line
from selfrag.ui.passage import place
from selfrag.ui.phrases import told
from selfrag.ui.review.keys import slug
from selfrag.ui.viewer import viewer as page_viewer

FOLDED_FROM = 4  # so many supported sentences are folded
SUPPORT = {
    "fully": words.later("✓ supported"),
    "partially": words.later("◐ partly supported"),
    "no": words.later("✗ not supported"),
    "unknown": words.later("? could not be checked"),
}
COLOURS = {"partially": "orange", "no": "red", "unknown": "orange"}
Sentence = dict[str, Any]
Controls = Callable[[int, Sentence], None]


def is_supported(sentence: Sentence) -> bool:
    """Whether the passages carry the whole sentence."""
    return sentence["is_sup"] == "fully" and not sentence.get("by")


def is_weak(sentence: Sentence) -> bool:
    """Whether the passages do not carry it, or nobody could tell; what a person wrote is theirs.

    A sentence that nobody checked has no verdict, None, and is not called weak.
    """
    return sentence["is_sup"] not in (None, "fully") and not sentence.get("by")


def counted(sentences: Sequence[Sentence], struck: Mapping[int, str], use: int | None) -> str:
    """How many sentences are supported of those that are not struck, and how useful (1 to 5) the answer is.

    What a person wrote is theirs and counts beside the others.
    """
    _ = words.current()
    left = [each for n, each in enumerate(sentences) if n not in struck]
    theirs = sum(bool(each.get("by")) for each in left)
    total, fully = len(left) - theirs, sum(map(is_supported, left))
    parts = [
        _("{fully} of {total} sentences supported", fully=fully, total=total) if total or not theirs else "",
        _.plural("{n} sentence written by a person", "{n} sentences written by a person", theirs) if theirs else "",
        _("useful {use} of 5", use=use) if use is not None else "",
    ]
    return " · ".join(part for part in parts if part)


@dataclass(frozen=True)
class SupportMap:
    """The sentences of an answer, in the view of its question.

    `struck` says by number from 0 what became of those that do not count any more, `controls` draws what can be done
    about one, in a row of buttons, and `author` is who wrote those that a person wrote; empty means you. What is drawn
    `whole` folds nothing, because it stands in a fold itself.
    """

    service: Service
    view: dict[str, Any]
    sentences: Sequence[Sentence]
    struck: Mapping[int, str]
    controls: Controls
    author: str = ""
    whole: bool = False

    def draw(self) -> None:
        """Each sentence in reading order, but many supported ones behind the others."""
        _ = words.current()
        quiet = [n for n, each in enumerate(self.sentences) if n not in self.struck and is_supported(each)]
        folded = quiet if len(quiet) >= FOLDED_FROM and not self.whole else []
        for n in range(len(self.sentences)):
            if n not in folded:
                self._row(n)
        if folded:
            title = _.plural("✓ {n} supported sentence", "✓ {n} supported sentences", len(folded))
            with st.expander(title, key=f"supported-{slug(self.view['question_id'])}"):
                for n in folded:
                    self._row(n)

    def _row(self, n: int) -> None:
        key = f"sentence-{slug(self.view['question_id'])}-{n}"
        sentence = self.sentences[n]
        source = None if n in self.struck else _source(self.view, sentence)
        with st.container(key=key, gap=None):
            if n in self.struck:
                st.markdown(f":gray[~~{inert_line(sentence['text'])}~~]")
            else:
                self._say(sentence)
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                if n in self.struck:
                    st.caption(self.struck[n], width="content")
                if source:
                    spans = [(sentence["support"]["start"], sentence["support"]["end"])]
                    st.caption(place(source), width="content")
                    page_viewer.offer(self.service, source, key, spans)
                self.controls(n, sentence)

    def _say(self, sentence: Sentence) -> None:
        """The sentence with its verdict, why it is weak, and the words that carry it unless they are its own."""
        mark = f"{_mark(sentence, self.author)} " if sentence["is_sup"] or sentence.get("by") else ""
        st.markdown(mark + inert_line(sentence["text"]))
        if is_weak(sentence) and sentence["reason"]:
            st.caption(told(sentence["reason"]))
        quote = " ".join(sentence["support"]["quote"].split()) if sentence.get("support") else ""
        if quote and quote != " ".join(sentence["text"].split()):
            st.caption(f"“{inert_line(quote)}”")


def _mark(sentence: Sentence, author: str) -> str:
    """The verdict as a sign and a word, quiet where all is well, with its score where it has one."""
    _ = words.current()
    if sentence.get("by"):
        said = _("✎ written by {name}", name=inert_line(author)) if author else _("✎ written by you")
        return f":blue-badge[{said}]"
    verdict = sentence["is_sup"]
    known = "score" in sentence and verdict != "unknown"
    said = _(SUPPORT[verdict]) + (f" {sentence['score']:.2f}" if known else "")
    return f":{COLOURS[verdict]}-badge[{said}]" if verdict in COLOURS else f":small[:gray[{said}]]"


def _source(view: dict[str, Any], sentence: Sentence) -> dict[str, Any] | None:
    """The passage that the supporting words stand in, as the view knows it, on the page of these words."""
    support = sentence.get("support")
    if not support:
        return None
    known = {item["passage_id"]: item for item in [*view["citations"], *view["evidence"]]}
    item = known.get(support["passage_id"])
    return {**item, "page": support["page"]} if item else None
