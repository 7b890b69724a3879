"""Making a collection, and its name, description and end."""

import streamlit as st

from selfrag.documents.collections import DESCRIPTION_CHARS, TITLE_CHARS, Collection
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.documents import dialogs
from selfrag.ui.inert import inert_line
from selfrag.ui.uploads import uploads

TITLE, DESCRIPTION = "collection-title", "collection-description"
_ACTS = {"edit": words.later("Name and description"), "delete": words.later("Delete")}


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
    """The menu of a collection: its name and description, and its end."""
    _ = words.current()
    act = st.menu_button(
        _("Edit"),
        list(_ACTS),
        key=f"collection-menu-{collection.id}",
        type="tertiary",
        format_func=lambda act: _(_ACTS[act]),
    )
    if act == "edit":
        _edit(service, collection)
    elif act == "delete":
        _ask_delete(service, collection)


def _edit(service: Service, collection: Collection) -> None:
    _ = words.current()

    def draw() -> None:
        with st.form("change-collection", border=False):
            _fields("changed", collection.title, collection.description or "")
            st.form_submit_button(_("Save"), key="save-collection", type="primary", on_click=change)

    def change() -> None:
        title, description = _typed("changed")
        dialogs.attempt(lambda: _change(service, collection, title, description), _("Saved."))

    dialogs.show(_("Name and description"), draw)


def _ask_delete(service: Service, collection: Collection) -> None:
    _ = words.current()
    held = [document for document in service.documents() if document["collection_id"] == collection.id]

    def draw() -> None:
        st.markdown(f"**{inert_line(collection.title)}**")
        if held:
            st.markdown(
                _(
                    "{documents}, {pages} and {passages} go for good, with the stored files.",
                    documents=_.plural("{n} document", "{n} documents", len(held)),
                    pages=_.plural("{n} page", "{n} pages", sum(each["pages"] for each in held)),
                    passages=_.plural("{n} passage", "{n} passages", sum(each["passages"] for each in held)),
                )
            )
            st.caption(_("Answers already given keep their quotes; reviews that wait lose the passages."))
        else:
            st.markdown(_("It is empty, so nothing is lost."))
        st.button(_("Delete for good"), key="delete-collection", type="primary", on_click=change)

    def change() -> None:
        dialogs.attempt(
            lambda: service.delete_collection(collection.id, with_documents=True),
            _("Deleted {name}.", name=inert_line(collection.title)),
        )

    dialogs.show(_("Delete this collection?"), draw)


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
    if dialogs.attempt(lambda: made.append(service.create_collection(title, description))):
        state = st.session_state
        state[f"{TITLE}-new"] = state[f"{DESCRIPTION}-new"] = ""
        state[uploads.COLLECTION] = made[0].title
        st.toast(words.current()("Created {name}: now add PDFs in the sidebar.", name=inert_line(made[0].title)))


def _change(service: Service, collection: Collection, title: str, description: str) -> None:
    if title != collection.title:
        service.rename_collection(collection.id, title)
    if description != (collection.description or ""):
        service.describe_collection(collection.id, description)


def _typed(key: str) -> tuple[str, str]:
    return st.session_state[f"{TITLE}-{key}"], st.session_state[f"{DESCRIPTION}-{key}"]
