"""Making a collection, and its name, description and end."""

from collections.abc import Callable

import streamlit as st

from selfrag.documents.collections import DESCRIPTION_CHARS, TITLE_CHARS, Collection
from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.ui import uploads, words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told

TITLE, DESCRIPTION = "collection-title", "collection-description"


def offer_new(service: Service) -> None:
    """A form for a collection that has no documents yet."""
    _ = words.current()
    with (
        st.popover(_("New collection"), icon=":material/create_new_folder:", key="new-collection"),
        st.form("create-collection", border=False),
    ):
        _fields("new")
        st.form_submit_button(_("Create it"), key="create-it", type="primary", on_click=_create, args=(service,))


def offer_change(service: Service, collection: Collection) -> None:
    """Forms for the name and the description, and the way to remove an empty collection."""
    _ = words.current()
    with (
        st.popover(_("Edit"), type="tertiary", key=f"edit-{collection.id}"),
        st.form(f"change-{collection.id}", border=False),
    ):
        _fields(collection.id, collection.title, collection.description or "")
        st.form_submit_button(
            _("Save"), key=f"save-{collection.id}", type="primary", on_click=_change, args=(service, collection)
        )
    if not collection.documents:
        st.button(
            _("Delete"),
            key=f"delete-collection-{collection.id}",
            type="tertiary",
            on_click=_delete,
            args=(service, collection),
            help=_("It is empty, so nothing is lost."),
        )


def _fields(key: str, title: str = "", description: str = "") -> None:
    _ = words.current()
    st.text_input(_("Name"), title, key=f"{TITLE}-{key}", max_chars=TITLE_CHARS, autocomplete="off")
    st.text_area(
        _("What is in it"),
        description,
        key=f"{DESCRIPTION}-{key}",
        max_chars=DESCRIPTION_CHARS,
        height=100,
        help=_("One or two sentences, so that a question finds its way to the right collection."),
    )


def _create(service: Service) -> None:
    title, description = _typed("new")
    made: list[Collection] = []
    if _done(lambda: made.append(service.create_collection(title, description))):
        state = st.session_state
        state[f"{TITLE}-new"] = state[f"{DESCRIPTION}-new"] = ""
        state[uploads.COLLECTION] = made[0].title
        st.toast(words.current()("Created {name}: now add PDFs in the sidebar.", name=inert_line(made[0].title)))


def _change(service: Service, collection: Collection) -> None:
    title, description = _typed(collection.id)

    def change() -> None:
        if title != collection.title:
            service.rename_collection(collection.id, title)
        if description != (collection.description or ""):
            service.describe_collection(collection.id, description)

    if _done(change):
        st.toast(words.current()("Saved."))


def _delete(service: Service, collection: Collection) -> None:
    if _done(lambda: service.delete_collection(collection.id)):
        st.toast(words.current()("Deleted {name}.", name=inert_line(collection.title)))


def _typed(key: str) -> tuple[str, str]:
    return st.session_state[f"{TITLE}-{key}"], st.session_state[f"{DESCRIPTION}-{key}"]


def _done(change: Callable[[], None]) -> bool:
    """Whether it worked; where it did not, why is told."""
    try:
        change()
    except SelfragError as error:
        st.toast(told(str(error)), icon=":material/error:")
        return False
    return True
