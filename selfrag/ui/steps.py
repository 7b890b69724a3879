"""What a step found, told as a person would."""

import time
from typing import Any

from selfrag.runs import Waiting
from selfrag.ui import words
from selfrag.ui.inert import inert_line

DOING = {
    "decide_retrieval": words.later("Deciding whether documents are needed"),
    "search": words.later("Searching"),
    "gather_evidence": words.later("Gathering passages"),
    "grade_passages": words.later("Reading and grading the passages"),
    "rewrite_question": words.later("Looking for better words"),
    "approve_by_policy": words.later("Applying your policy"),
    "write_answer": words.later("Writing the answer"),
    "answer_directly": words.later("Writing a reply"),
    "reflect": words.later("Checking the answer against the passages"),
    "finish": words.later("Finishing"),
}


def doing(node: str) -> str:
    """What is going on while a node runs."""
    return words.current()(DOING.get(node, node))


def waiting(event: Waiting | None) -> str:
    """That the server is waited for; empty once it no longer is."""
    if event is None or event.until < time.monotonic():
        return ""
    return words.current()("The model server is busy and asked to wait {n} s", n=round(event.seconds))


def told(step: dict[str, Any]) -> str | None:
    """One line of markdown about a finished step; None where there is nothing to tell."""
    if step.get("failed"):
        return words.current()("{doing}: broke off", doing=doing(step["node"]))
    teller = TELLERS.get(step["node"])
    return teller(step["found"]) if teller else None


def spent(step: dict[str, Any]) -> str:
    """What a step took: model calls, tokens, seconds; empty where it took no time to speak of."""
    _ = words.current()
    parts = []
    if step["calls"] + step["embeds"]:
        parts.append(_.plural("{n} model call", "{n} model calls", step["calls"] + step["embeds"]))
    if step["tokens"]:
        parts.append(_.plural("{n} token", "{n} tokens", step["tokens"]))
    if parts or step["seconds"] >= 0.05:
        parts.append(_("{seconds} s", seconds=f"{step['seconds']:.1f}"))
    return " · ".join(parts)


def cost(view: dict[str, Any]) -> str:
    """One line: searches, model calls, tokens, money where prices are known, seconds."""
    _ = words.current()
    steps = view["steps"]
    searches = sum(step["node"] == "search" for step in steps)
    parts = [_.plural("{n} search", "{n} searches", searches)]
    if view["calls"]["chat"]:
        parts.append(_.plural("{n} model call", "{n} model calls", view["calls"]["chat"]))
    tokens = sum(step["tokens"] for step in steps)
    if tokens:
        parts.append(_.plural("{n} token", "{n} tokens", tokens))
    if view["cost"] is not None:
        parts.append(f"{inert_line(view['currency'])} {money(view['cost'])}")
    seconds = sum(step["seconds"] for step in steps)
    return " · ".join([*parts, _("{seconds} s", seconds=f"{seconds:.1f}")])


def money(amount: float) -> str:
    """Two figures that say something, however small the amount."""
    return f"{amount:,.2f}" if amount >= 1 or amount == 0 else f"{amount:.2g}" if amount >= 0.0001 else "< 0.0001"


def _decided(found: dict[str, Any]) -> str:
    _ = words.current()
    return {
        "yes": _("Your documents are needed for this"),
        "no": _("No documents are needed for this"),
        "continue": _("Goes on with the passages approved before"),
    }.get(found["retrieve"], _("Could not tell whether documents are needed, so searched them"))


def _searched(found: dict[str, Any]) -> str:
    _ = words.current()
    where = _.plural("Searched {n} collection", "Searched {n} collections", found["collections"])
    hits = _.plural("{n} passage found", "{n} passages found", found["hits"])
    return _("{where} for “{query}”: {hits}", where=where, query=inert_line(found["query"]), hits=hits)


def _graded(found: dict[str, Any]) -> str:
    _ = words.current()
    unsure = found["ambiguous"] + found["unknown"]
    total = found["relevant"] + unsure + found["irrelevant"]
    return _(
        "Graded {total}: {relevant} relevant, {unsure} unsure, {irrelevant} not",
        total=total,
        relevant=found["relevant"],
        unsure=unsure,
        irrelevant=found["irrelevant"],
    )


def _rewrote(found: dict[str, Any]) -> str:
    _ = words.current()
    return _("Nothing relevant enough yet, so searching with other words: “{query}”", query=inert_line(found["query"]))


def _reviewed(found: dict[str, Any]) -> str:
    _ = words.current()
    if found["action"] == "reject":
        return _("You stopped here without an answer")
    kept = _.plural("{n} passage", "{n} passages", found["kept"])
    if found["action"] == "edit" and not found["reworded"]:
        return _("You kept {passages} and had it search again", passages=kept)
    if found["action"] == "edit":
        return _("You changed the question and kept {passages}", passages=kept)
    return _("You approved {passages}", passages=kept)


def _approved(found: dict[str, Any]) -> str:
    _ = words.current()
    return _.plural("Your policy approved {n} passage", "Your policy approved {n} passages", found["kept"])


def _wrote(found: dict[str, Any]) -> str:
    _ = words.current()
    line = _.plural("Wrote from {n} passage", "Wrote from {n} passages", found["passages"])
    if found["gone"]:
        gone = _.plural(
            "{n} approved passage is gone: its document was deleted",
            "{n} approved passages are gone: their documents were deleted",
            found["gone"],
        )
        line = f"{line}. {gone}"
    if found.get("left_out"):
        left_out = _.plural("{n} passage did not fit", "{n} passages did not fit", found["left_out"])
        line = f"{line}. {left_out}"
    return line


def _checked(found: dict[str, Any]) -> str:
    _ = words.current()
    support = _("{fully} of {total} sentences supported", fully=found["fully"], total=found["sentences"])
    if found.get("unknown"):
        support += ", " + _("{n} could not be checked", n=found["unknown"])
    if found["is_use"] is None:
        return _("Checked: {support}", support=support)
    return _("Checked: {support}, useful {use} of 5", support=support, use=found["is_use"])


TELLERS = {
    "decide_retrieval": _decided,
    "search": _searched,
    "grade_passages": _graded,
    "rewrite_question": _rewrote,
    "review_evidence": _reviewed,
    "approve_by_policy": _approved,
    "write_answer": _wrote,
    "reflect": _checked,
}
