"""From which probability on documents are searched, and what tokens cost."""

import streamlit as st

from selfrag.service import Service
from selfrag.ui import words

THRESHOLD, CURRENCY = "SELFRAG_RETRIEVE_THRESHOLD", "SELFRAG_CURRENCY"
PRICES = {
    "SELFRAG_PRICE_PROMPT": words.later("Tokens read"),
    "SELFRAG_PRICE_COMPLETION": words.later("Tokens written"),
    "SELFRAG_PRICE_EMBEDDING": words.later("Tokens embedded"),
}


def draw(service: Service, saved: dict[str, str]) -> dict[str, str]:
    """The fields, folded; gives what stands in them, nothing for what was left as it is by default."""
    _ = words.current()
    with st.expander(_("When to search, and what tokens cost")):
        chosen = {THRESHOLD: _threshold(service, saved)}
        st.markdown(_("What a million tokens cost; those without a price are not counted."))
        columns = st.columns(4)
        for column, (name, label) in zip(columns, PRICES.items(), strict=False):
            with column:
                chosen[name] = _price(service, name, _(label), saved)
        with columns[-1]:
            chosen[CURRENCY] = st.text_input(
                _("Currency"),
                saved[CURRENCY],
                key=f"models-{CURRENCY}",
                placeholder="$",
                max_chars=5,
                disabled=service.settings.fixed_by(CURRENCY) is not None,
            ).strip()
    return chosen


def _threshold(service: Service, saved: dict[str, str]) -> str:
    _ = words.current()
    now = service.settings.limits.retrieve_threshold
    value = st.slider(
        _("Search the documents from this probability on"),
        0.0,
        1.0,
        now,
        0.05,
        key=f"models-{THRESHOLD}",
        disabled=service.settings.fixed_by(THRESHOLD) is not None,
        help=_("Counts where the server tells token probabilities; elsewhere the model's yes or no decides."),
    )
    return f"{value:g}" if saved[THRESHOLD] or value != now else ""


def _price(service: Service, name: str, label: str, saved: dict[str, str]) -> str:
    value = st.number_input(
        label,
        min_value=0.0,
        value=float(saved[name]) if saved[name] else None,
        format="%g",
        key=f"models-{name}",
        disabled=service.settings.fixed_by(name) is not None,
    )
    return "" if value is None else f"{value:g}"
