"""What came of trying the models: one verdict and one embedding."""

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service, Trial
from selfrag.ui import words
from selfrag.ui.inert import inert_line
from selfrag.ui.passage import verdict_word
from selfrag.ui.phrases import told
from selfrag.ui.scores import BASES

TRIAL = "models-trial"
RUNGS = {
    "json_schema": words.later("JSON schema"),
    "tools": words.later("function call"),
    "json_object": words.later("JSON mode"),
    "text": words.later("plain text"),
}


def draw(service: Service, chosen: dict[str, str], asked: bool) -> None:
    """Try the choices when asked to; the result stays until other choices are made."""
    _ = words.current()
    state = st.session_state
    if asked:
        with st.spinner(_("Asking for one verdict and one embedding")):
            try:
                state[TRIAL] = (chosen, service.try_models(chosen))
            except SelfragError as error:
                state[TRIAL] = (chosen, str(error))
    tried, result = state.get(TRIAL, (None, None))
    if tried != chosen:
        return
    if isinstance(result, Trial):
        _verdict(result)
        _embedding(result)
    elif result:
        st.error(told(result))


def _verdict(trial: Trial) -> None:
    _ = words.current()
    if trial.verdict is None or trial.verdict_error:
        st.error(_("No verdict: {why}", why=told(trial.verdict_error or "")), icon=":material/close:")
        return
    facts = [_(BASES[trial.basis])] if trial.basis else []
    if trial.rung:
        facts.insert(0, _("asked by {rung}", rung=_(RUNGS[trial.rung])))
    line = _(
        "Verdict: {verdict} in {seconds} s",
        verdict=verdict_word(trial.verdict),
        seconds=f"{trial.verdict_seconds:.1f}",
    )
    st.success(" · ".join([line, *facts]), icon=":material/check:")


def _embedding(trial: Trial) -> None:
    _ = words.current()
    if trial.dimension is None:
        st.error(_("No embedding: {why}", why=told(trial.embedding_error or "")), icon=":material/close:")
        return
    st.success(
        _(
            "Embedding: {count} numbers from {model} in {seconds} s",
            count=trial.dimension,
            model=inert_line(trial.embedder),
            seconds=f"{trial.embedding_seconds:.1f}",
        ),
        icon=":material/check:",
    )
