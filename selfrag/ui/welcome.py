"""The empty state: what this is, and the shortest way to a first answer."""

import streamlit as st

from selfrag.samples import EXAMPLE_QUESTIONS, sample_files
from selfrag.service import Service
from selfrag.service.files import Upload
from selfrag.ui import conversation, words
from selfrag.ui.phrases import told
from selfrag.ui.uploads import uploads

SAMPLES = {
    "menu.pdf": (words.later("Menu"), words.later("Dishes and drinks with their prices and allergens")),
    "wine-list.pdf": (
        words.later("Wine list"),
        words.later("Wines with their prices, serving temperatures and the dishes that they go with"),
    ),
    "house-guide.pdf": (
        words.later("House guide"),
        words.later("Opening hours, reservations and cancellations, corkage, allergy policy, parking"),
    ),
}


def draw(service: Service, sources: list[str]) -> None:
    """Draw it."""
    _ = words.current()
    st.title(_("Ask your PDFs. You decide what the answer may rest on."), anchor=False)
    st.markdown(
        _(
            "1. Add PDFs in the sidebar.\n"
            "2. Ask a question: the passages found are graded and shown to you.\n"
            "3. Tick what may be read. Only then is an answer written, with the page of every source."
        )
    )
    st.caption(_("Answers come from: {model}", model=told(service.answers_with)))
    documents = service.documents()
    if not documents:
        st.button(
            _("Try it with three sample PDFs"),
            key="load-samples",
            type="primary",
            on_click=_load_samples,
            args=(service,),
        )
        st.caption(_("A restaurant's menu, wine list and house guide, in Korean and English."))
        return
    st.caption(_.plural("{n} document is ready. Ask below.", "{n} documents are ready. Ask below.", len(documents)))
    loaded = {document["name"] for document in documents}
    if loaded & {path.name for path in sample_files()}:
        st.markdown(f"**{_('Try one of these')}**")
        for number, question in enumerate(EXAMPLE_QUESTIONS[_.language]):
            st.button(question, key=f"example-{number}", on_click=conversation.ask, args=(service, question, sources))


def _load_samples(service: Service) -> None:
    _ = words.current()
    uploads.start_each(
        service,
        [
            Upload(_(title), [(path.name, path.read_bytes())], _(description))
            for path in sample_files()
            for title, description in [SAMPLES[path.name]]
        ],
    )
