"""One sentence for each event of a question's history."""

from collections.abc import Callable
from typing import Any

from selfrag.ui import steps, words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told as in_words

Event = dict[str, Any]
ENDS = {
    "answered": words.later("Answered"),
    "answered_directly": words.later("Answered without documents"),
    "partly_supported": words.later("Answered, partly supported"),
    "no_evidence": words.later("Ended: nothing was found"),
    "rejected": words.later("Ended without an answer"),
}


def told(event: Event) -> str | None:
    """One line of markdown; None where there is nothing to tell."""
    teller = TELLERS.get(event["kind"])
    if teller is not None and not event.get("failed"):
        return teller(event)
    return steps.told(event["step"]) if "step" in event else None


def _asked(event: Event) -> str:
    return words.current()("Asked: “{question}”", question=inert_line(event["question"]))


def _reviewed(event: Event) -> str | None:
    _ = words.current()
    if event.get("by") != "person":
        return steps.told(event["step"]) if "step" in event else None
    kept = _.plural(
        "{kept} of {n} passage kept", "{kept} of {n} passages kept", event["offered"], kept=_kept_of_offered(event)
    )
    match event["action"]:
        case "reject":
            said = _("Reviewed: no answer wanted")
        case "edit" if event["question"]:
            said = _("Reviewed: question changed to “{question}”, {kept}", question=_text(event, "question"), kept=kept)
        case "edit" if event["query"]:
            said = _("Reviewed: search for “{query}”, {kept}", query=_text(event, "query"), kept=kept)
        case "edit":
            said = _("Reviewed: search again, {kept}", kept=kept)
        case _other:
            said = _("Reviewed: {kept}", kept=kept)
    if event["added"]:
        said += ", " + _.plural("{n} added by hand", "{n} added by hand", len(event["added"]))
    return _with_note(said, event)


def _kept_of_offered(event: Event) -> int:
    return len(event["kept"]) - len(event["added"])


def _consented(event: Event) -> str | None:
    _ = words.current()
    if "action" not in event:
        return steps.told(event["step"])
    query = _text(event, "query") or _text(event, "asked")
    said = {
        "allow": _("Let “{query}” out to {provider}", query=query, provider=_text(event, "provider")),
        "skip": _("Went on without the web"),
        "never": _("Went on without the web, in this thread for good"),
    }[event["action"]]
    return _with_note(said, event)


def _accepted(event: Event) -> str | None:
    _ = words.current()
    said = {
        "accept": _("Accepted the answer"),
        "edit": _("Edited the answer"),
        "write_again": _("Had the answer written again"),
        "search_again": _("Had it search for “{query}”", query=_text(event, "query")),
        "reject": _("Reviewed: no answer wanted"),
    }.get(event.get("action", ""))
    return _with_note(said, event) if said else None


def _with_note(said: str, event: Event) -> str:
    return said + (f". “{_text(event, 'note')}”" if event["note"] else "")


def _text(event: Event, name: str) -> str:
    return inert_line(event[name] or "")


def _struck(event: Event) -> str:
    _ = words.current()
    number = event["sentence"] + 1
    return _("Struck sentence {n}", n=number) if event["value"] else _("Took sentence {n} back in", n=number)


def _thumbed(event: Event) -> str:
    _ = words.current()
    said = {1: _("Found the answer helpful"), -1: _("Found the answer not helpful")}
    return said.get(event["value"], _("Took the opinion on the answer back"))


def _ended(event: Event) -> str | None:
    _ = words.current()
    outcome = event["step"]["found"].get("outcome") if "step" in event else None
    return _(ENDS[outcome]) if outcome in ENDS else None


def _broke_off(event: Event) -> str:
    _ = words.current()
    if event["error"]:
        return in_words(event["error"])
    return _("Stopped. What was found so far is kept.")


TELLERS: dict[str, Callable[[Event], str | None]] = {
    "asked": _asked,
    "reviewed": _reviewed,
    "consented": _consented,
    "accepted": _accepted,
    "struck": _struck,
    "thumbed": _thumbed,
    "finished": _ended,
    "failed": _broke_off,
    "stopped": _broke_off,
    "commented": lambda event: words.current()("Commented: “{text}”", text=_text(event, "text")),
    "waits": lambda event: words.current()("Waits for a decision"),
    "forked": lambda event: words.current()("What if: decided otherwise in another thread"),
    "forked_from": lambda event: words.current()("What if: goes on here with another decision"),
}
