"""Which models judge, write and search: chosen, tried and saved on the settings page."""

from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.settings import EMBEDDED, ModelSettings
from selfrag.ui import words
from selfrag.ui.phrases import told
from selfrag.ui.settings import model_costs, model_trial

SERVER, CHAT, SEARCH, GRADING = (
    "OPENAI_BASE_URL",
    "SELFRAG_CHAT_MODEL",
    "SELFRAG_EMBEDDING_MODEL",
    "SELFRAG_GRADING",
)
HELP = {
    CHAT: words.later(
        "Choose one that the server lists, or type its name. Questions, and the passages up for grading or approved, "
        "go to it."
    ),
    SEARCH: words.later(
        "Choose one that the server lists, or type its name. The text of every document that you add goes to it."
    ),
}
SAVED = "models-saved"
LISTED = "models-listed"
GRADINGS = {
    "each": (
        words.later("One call for each passage"),
        words.later("All calls run at once: quickest, and each passage is judged on its own."),
    ),
    "together": (
        words.later("One call for all passages"),
        words.later("Fewer calls and tokens; a weak model may mix passages up."),
    ),
}


def draw(service: Service) -> None:
    """The choices, and what to do with them."""
    _ = words.current()
    st.subheader(_("Models"), anchor=False)
    saved = service.choices()
    chosen = {SERVER: _server(service, saved)}
    names = _listed(service, chosen)
    usual = _usual(service, chosen)
    known = saved if chosen[SERVER] == saved[SERVER] else {}
    left, right = st.columns(2)
    with left:
        first = _likely(names) if names and usual.chat_model not in (EMBEDDED, *names) else usual.chat_model
        value = _model(service, CHAT, _("Chat model: judges and writes"), [known.get(CHAT) or first, *names], chosen)
        chosen[CHAT] = "" if value == usual.chat_model and not saved[CHAT] else value
    with right:
        first = known.get(SEARCH) or usual.embedding_model
        value = _model(service, SEARCH, _("Embedding model: searches"), [first, *names], chosen)
        chosen[SEARCH] = "" if value == usual.embedding_model and not saved[SEARCH] else value
    chosen[GRADING] = _grading(service, saved)
    chosen |= model_costs.draw(service, saved)
    chosen = {name: value for name, value in chosen.items() if service.settings.fixed_by(name) is None}
    changed = any(value != saved[name] for name, value in chosen.items())
    with st.container(horizontal=True):
        test = st.button(_("Test connection"), icon=":material/network_check:", key="test-models")
        st.button(
            _("Save"),
            key="save-models",
            type="primary",
            disabled=not changed,
            on_click=_save,
            args=(service, chosen),
        )
    if changed:
        st.caption(_("Not saved yet."))
    if st.session_state.get(SAVED):
        st.error(told(st.session_state.pop(SAVED)))
    model_trial.draw(service, chosen, test)


def _save(service: Service, chosen: dict[str, str]) -> None:
    try:
        service.choose_models(chosen)
    except SelfragError as error:
        st.session_state[SAVED] = str(error)
    else:
        st.toast(words.current()("Saved. The next question is answered with these models."))


def _server(service: Service, saved: dict[str, str]) -> str:
    _ = words.current()
    fixed = service.settings.fixed_by(SERVER)
    url = st.text_input(
        _("Model server (any OpenAI-compatible address)"),
        saved[SERVER],
        key=f"models-{SERVER}",
        placeholder="https://api.openai.com/v1" if fixed else _("none: the embedded models answer"),
        disabled=fixed is not None,
        help=_(
            "For example http://localhost:11434/v1 for Ollama, http://localhost:1234/v1 for LM Studio, "
            "http://localhost:8000/v1 for vLLM."
        ),
    )
    if fixed:
        st.caption(_("Set by {name} in the environment.", name=f"`{fixed}`"))
    else:
        st.caption(
            _(
                "A key is never typed here: start the app with {key} and {url} set, and it goes to that server alone.",
                key="`OPENAI_API_KEY`",
                url="`OPENAI_BASE_URL`",
            )
        )
    return url.strip()


def _listed(service: Service, chosen: dict[str, str]) -> list[str]:
    """The server's models, asked for once for each address in a session."""
    _ = words.current()
    known: dict[str, Any] = st.session_state.setdefault(LISTED, {})
    url = chosen[SERVER]
    if not url and service.settings.fixed_by(SERVER) is None:
        return []
    if url not in known:
        with st.spinner(_("Asking the server for its models")):
            try:
                known[url] = service.model_names(chosen)
            except SelfragError as error:
                known[url] = str(error)
    if isinstance(known[url], str):
        st.warning(told(known[url]))
        st.button(_("Ask again"), key="list-models", on_click=known.pop, args=(url,))
        return []
    return list(known[url])


def _likely(names: list[str]) -> str:
    """The first that is not named as a model for embeddings, which most servers list among the others."""
    return next((name for name in names if "embed" not in name.casefold()), names[0])


def _usual(service: Service, chosen: dict[str, str]) -> ModelSettings:
    """The models that the typed address brings when none is named."""
    try:
        return service.settings_with({**chosen, CHAT: "", SEARCH: ""}).models
    except SelfragError:
        return ModelSettings()


def _model(service: Service, name: str, label: str, names: list[str], chosen: dict[str, str]) -> str:
    """The name that is chosen or typed; the first of `names` unless it is changed."""
    _ = words.current()
    fixed = service.settings.fixed_by(name)
    value = st.selectbox(
        label,
        list(dict.fromkeys([*names, EMBEDDED])),
        key=f"models-{name}-{chosen[SERVER]}",
        format_func=lambda option: _("Embedded: no server, no key") if option == EMBEDDED else " ".join(option.split()),
        accept_new_options=True,
        disabled=fixed is not None,
        help=_(HELP[name]),
    )
    if fixed:
        st.caption(_("Set by {name} in the environment.", name=f"`{fixed}`"))
    return str(value or "")


def _grading(service: Service, saved: dict[str, str]) -> str:
    _ = words.current()
    fixed = service.settings.fixed_by(GRADING)
    now = saved[GRADING] or "each"
    value = st.radio(
        _("Grading"),
        list(GRADINGS),
        index=list(GRADINGS).index(now),
        key=f"models-{GRADING}",
        format_func=lambda code: _(GRADINGS[code][0]),
        captions=[_(caption) for _title, caption in GRADINGS.values()],
        horizontal=True,
        disabled=fixed is not None,
    )
    return value if saved[GRADING] or value != "each" else ""
