"""Reviews and decisions as a person says them: kinds, ages, counts, and what was decided."""

import time
from typing import Any

from selfrag.graph.consent import KIND as WEB_CONSENT
from selfrag.ui import amounts, words
from selfrag.ui.inert import inert_line

MINUTE, HOUR, DAY = 60, 3600, 86400
OLD = 30 * DAY
KINDS = {
    "chunk_review": (words.later("evidence"), "blue"),
    WEB_CONSENT: (words.later("web query"), "orange"),
    "draft_review": (words.later("draft"), "violet"),
}
DONE = {
    "edit": words.later("searched again"),
    "reject": words.later("stopped without an answer"),
    "skip": words.later("kept the query in"),
    "never": words.later("kept all queries of the thread in"),
    "accept": words.later("accepted the answer"),
    "write_again": words.later("had the answer written again"),
    "search_again": words.later("searched again"),
}
POLICIES = {
    "when_unsure": words.later("by itself, as nothing was unsure"),
    "never": words.later("by itself, as nobody is asked"),
    "approve_all": words.later("by itself, as all was to be approved"),
}
LINE = 160


def kind(item: dict[str, Any]) -> tuple[str, Any]:
    """What a review is about, and the colour of its badge."""
    name, color = KINDS.get(item["kind"], (words.later("review"), "gray"))
    return words.current()(name), color


def age(since: float) -> str:
    """How long ago a moment (seconds since 1970) was, in its largest unit."""
    _ = words.current()
    seconds = time.time() - since
    if seconds < MINUTE:
        return _("less than a minute")
    if seconds < HOUR:
        return _("{n} min", n=int(seconds // MINUTE))
    if seconds < DAY:
        return _("{n} h", n=int(seconds // HOUR))
    return _.plural("{n} day", "{n} days", int(seconds // DAY))


def when(at: float) -> str:
    """When something was: how long ago, or the day where that is long."""
    return amounts.day(at) if time.time() - at > OLD else words.current()("{age} ago", age=age(at))


def line(text: str) -> str:
    """Outside text as one line of markdown that does not run on."""
    whole = " ".join(text.split())
    return inert_line(whole if len(whole) <= LINE else whole[:LINE].rstrip() + "…")


def counts(item: dict[str, Any]) -> str:
    """What there is to decide on."""
    _ = words.current()
    if item["kind"] == WEB_CONSENT:
        return ""
    if sentences := sum(item["sentences"].values()):
        weak = sentences - item["sentences"].get("fully", 0)
        said = _.plural("{n} sentence", "{n} sentences", sentences)
        return said + (", " + _("{n} not fully supported", n=weak) if weak else "")
    if not any(item["passages"].values()):
        return _("nothing found")
    names = {
        "relevant": _("{n} relevant", n=item["passages"]["relevant"]),
        "unsure": _("{n} unsure", n=item["passages"]["unsure"]),
        "not_relevant": _("{n} not relevant", n=item["passages"]["not_relevant"]),
    }
    return ", ".join(said for name, said in names.items() if item["passages"][name])


def by(item: dict[str, Any]) -> str:
    """Who decided: a name, nobody in particular, or which policy."""
    _ = words.current()
    if item["by"] == "policy":
        return _("Decided {how}", how=_(POLICIES.get(item["policy"], words.later("by itself"))))
    return inert_line(item["who"]) if item["who"] else _("A person")


def done(item: dict[str, Any]) -> str:
    """What was decided."""
    _ = words.current()
    if item["action"] == "approve":
        return _("kept {kept} of {offered} passages", kept=item["kept"], offered=item["offered"])
    if item["kind"] == WEB_CONSENT and item["action"] == "allow":
        return _("let the query out")
    if item["kind"] == "draft_review" and item["action"] == "edit":
        return _("changed the answer")
    return _(DONE[item["action"]]) if item["action"] in DONE else inert_line(item["action"])
