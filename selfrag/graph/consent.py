"""The pause before a query leaves the machine: it is shown word for word, and may be changed or kept in."""

from typing import Any, Literal

from langgraph.types import interrupt
from pydantic import BaseModel, ConfigDict, Field

from selfrag.errors import DecisionInvalid
from selfrag.graph.decision import NOTE_CHARS, VERSION, parsed
from selfrag.graph.state import State
from selfrag.language.plain import visible
from selfrag.ports import WEB, Limits

KIND = "web_consent"
ACTIONS = ["allow", "skip", "never"]
QUERY_CHARS = 400


class Consent(BaseModel):
    """A person's answer (contract version 1): `query` is what leaves; without it, what was shown.

    `skip` keeps this one in, `never` all that would leave in this thread.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    review_id: str
    action: Literal["allow", "skip", "never"]
    query: str | None = None
    note: str = Field("", max_length=NOTE_CHARS)


def consent_request(state: State) -> dict[str, Any]:
    """The interrupt value: exactly what would leave, and where it would go."""
    number = state.get("consents", 0) + 1
    return {
        "kind": KIND,
        "version": VERSION,
        "review_id": f"{state['question_id']}.{state['attempt']}.web{number}",
        "thread_id": state["thread_id"],
        "question": state["question"],
        "asked": state["asked"],
        "query": visible(state["asked"])[:QUERY_CHARS],
        "provider": state["web_provider"],
        "why": "chosen" if WEB in state.get("targets", []) else "nothing_found",
        "tried": state["tried"],
        "attempt": number,
        "allowed": ACTIONS,
    }


def check_consent(review: dict[str, Any], raw: dict[str, Any], limits: Limits) -> Consent:
    """The decision with its query as it would leave, if this pause can take it.

    Raises DecisionInvalid and ReviewOutdated.
    """
    consent = parsed(Consent, review, raw)
    if consent.query is not None and not 0 < len(visible(consent.query)) <= QUERY_CHARS:
        raise DecisionInvalid("The query for the web must have 1 to {limit} characters.", limit=QUERY_CHARS)
    if consent.action != "allow" and consent.query is not None:
        raise DecisionInvalid("Only “allow” sends a query: leave it out, or allow it.")
    return consent if consent.query is None else consent.model_copy(update={"query": visible(consent.query)})


def ask_web_consent(state: State, *, limits: Limits) -> State:
    """Pause, unless nothing may leave anyhow; then the step says why, and the run goes on without the web.

    Nothing paid stands before `interrupt`, since a resumed node runs again from its first line.
    """
    why = _why_not(state, limits)
    if why is not None:
        return _kept_in(state, {"action": why, "by": "selfrag"})
    shown = consent_request(state)
    consent = Consent.model_validate(interrupt(shown))
    decided = {**consent.model_dump(), "by": "person", "query": visible(consent.query or shown["query"])}
    if consent.action != "allow":
        return {**_kept_in(state, decided), "web_never": consent.action == "never"}
    counters = state["counters"]
    return {
        "consents": state.get("consents", 0) + 1,
        "consent": decided,
        "web_query": decided["query"],
        "targets": state.get("targets", []) or [WEB],
        "tried": [*state["tried"], decided["query"]] if decided["query"] not in state["tried"] else state["tried"],
        "counters": {**counters, "web": counters["web"] + 1},
    }


def _why_not(state: State, limits: Limits) -> str | None:
    if not state.get("web_provider"):
        return "no_provider"
    if state.get("web_never"):
        return "never"
    return "limit" if state.get("consents", 0) >= limits.web else None


def _kept_in(state: State, decided: dict[str, Any]) -> State:
    """Where a router chose the web alone, the collections are searched instead."""
    targets = state.get("targets", [])
    if targets == [WEB] and not state.get("searched"):
        targets = state["sources"]
    return {
        "consents": state.get("consents", 0) + 1,
        "consent": decided,
        "web_query": "",
        "targets": [target for target in targets if target != WEB],
    }
