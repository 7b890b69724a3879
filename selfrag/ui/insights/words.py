"""What insights call things."""

from selfrag.graph.strategies import STRATEGIES
from selfrag.insights.rows import Facet
from selfrag.settings import EMBEDDED
from selfrag.ui import words
from selfrag.ui.strategy_choice import title

FACETS: dict[Facet, str] = {
    "collection": words.later("Collection"),
    "language": words.later("Language"),
    "model": words.later("Model"),
    "strategy": words.later("Strategy"),
}
LANGUAGES = {
    "hangul": words.later("Korean script"),
    "latin": words.later("Latin script"),
    "other": words.later("Other script"),
}
NAMELESS: dict[Facet, str] = {
    "collection": words.later("deleted since"),
    "model": words.later("not noted"),
}
# In the order in which they are stacked; the sign tells them apart where colours do not.
OUTCOMES = {
    "answered": ("✓", words.later("answered")),
    "answered_directly": ("→", words.later("without documents")),
    "partly_supported": ("◐", words.later("partly supported")),
    "no_evidence": ("∅", words.later("nothing found")),
    "rejected": ("✗", words.later("stopped")),
    "failed": ("!", words.later("failed")),
    "stopped": ("‖", words.later("cut off")),
    "waiting": ("…", words.later("waiting for a person")),
    "running": ("»", words.later("running")),
}
KINDS = {
    "chunk_review": words.later("Passages"),
    "draft_review": words.later("Drafts of answers"),
    "web_consent": words.later("Queries for the web"),
}
LEFT_OUT = {
    "policy": words.later("Decided by a policy, not by a person: {n}"),
    "rejected": words.later("Stopped without an answer: {n}"),
    "reworded": words.later("The question was changed, and what was kept is for the new one: {n}"),
    "searched_again": words.later("Searched again and kept nothing: {n}"),
    "forked": words.later("Passages judged a second time in a “what if”: {n}"),
    "added": words.later("Passages a person added, which no grader had offered: {n}"),
}


def name(facet: Facet, group: str) -> str:
    """A group in plain text; what collections and models are called is outside text."""
    _ = words.current()
    if not group:
        return _(NAMELESS[facet]) if facet in NAMELESS else ""
    if facet == "language":
        return _(LANGUAGES.get(group, group))
    if facet == "model" and group == EMBEDDED:
        return _("Embedded: no server, no key")
    return title(group) if facet == "strategy" and group in STRATEGIES else group


def outcome(code: str) -> str:
    """The sign and the word."""
    sign, word = OUTCOMES.get(code, ("?", code))
    return f"{sign} {words.current()(word)}"
