"""What each kind of step found, told as a person would. Records of earlier versions lack the newer facts."""

from collections.abc import Callable
from typing import Any

from selfrag.ports import WEB
from selfrag.ui import words
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told
from selfrag.ui.searched import failure
from selfrag.ui.sources import named

Found = dict[str, Any]


def _decided(found: Found) -> str:
    _ = words.current()
    line = {
        "yes": _("Your documents are needed for this"),
        "no": _("No documents are needed for this"),
        "continue": _("Goes on with the passages approved before"),
    }.get(found["retrieve"], _("Could not tell whether documents are needed, so searched them"))
    chosen, offered = found.get("sources", 0), found.get("offered", 0)
    if found["retrieve"] in ("yes", "unknown") and 0 < chosen < offered:
        line = f"{line}. " + _("Chose {n} of {offered} sources", n=chosen, offered=offered)
    return f"{line}. {told(found['fallback'])}" if found.get("fallback") else line


def _searched(found: Found) -> str:
    _ = words.current()
    if "sources" not in found:
        where = _.plural("Searched {n} collection", "Searched {n} collections", found["collections"])
        hits = _.plural("{n} passage found", "{n} passages found", found["hits"])
        return _("{where} for “{query}”: {hits}", where=where, query=inert_line(found["query"]), hits=hits)
    line, failed = _searched_sources(found), [source for source in found["sources"] if source["error"] is not None]
    return " ".join([f"{line}.", *map(failure, failed)]) if failed else line


def _searched_sources(found: Found) -> str:
    _ = words.current()
    searched = [source for source in found["sources"] if source["error"] is None]
    collections = [source for source in searched if source["id"] != WEB]
    values = {
        "sources": named(collections),
        "query": inert_line(found["query"]),
        "web_query": inert_line(found["web_query"]),
        "hits": _.plural("{n} passage found", "{n} passages found", found["hits"]),
    }
    if not searched:
        return _("There was nothing to search")
    if not collections:
        return _("Searched the web for “{web_query}”: {hits}", **values)
    if len(searched) > len(collections):
        return _("Searched {sources} for “{query}” and the web for “{web_query}”, in parallel: {hits}", **values)
    if len(collections) > 1:
        return _("Searched {sources} in parallel for “{query}”: {hits}", **values)
    return _("Searched {sources} for “{query}”: {hits}", **values)


def _refined(found: Found) -> str | None:
    _ = words.current()
    if not found["passages"]:
        return None
    return _.plural(
        "Cut {n} passage into strips: {kept} of {strips} kept",
        "Cut {n} passages into strips: {kept} of {strips} kept",
        found["passages"],
        strips=found["strips"],
        kept=found["kept"],
    )


def _consented(found: Found) -> str:
    _ = words.current()
    query, provider = inert_line(found["query"] or ""), inert_line(found["provider"])
    match found["action"], found["by"]:
        case "allow", _by:
            return _("You sent “{query}” to {provider}", query=query, provider=provider)
        case "skip", _by:
            return _("You went on without the web")
        case "never", "person":
            return _("You went on without the web, in this thread for good")
        case "never", _by:
            return _("Nothing goes to the web in this thread, as you decided, so it went on without")
        case "limit", _by:
            return _("The web had been asked as often as one question may, so it went on without")
    return _("No web search is set up, so it went on without")


def _graded(found: Found) -> str:
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


def _rewrote(found: Found) -> str:
    _ = words.current()
    return _("Nothing relevant enough yet, so searching with other words: “{query}”", query=inert_line(found["query"]))


def _reviewed(found: Found) -> str:
    _ = words.current()
    if found["action"] == "reject":
        return _("You stopped here without an answer")
    kept = _.plural("{n} passage", "{n} passages", found["kept"])
    if found["action"] == "edit" and not found["reworded"]:
        return _("You kept {passages} and had it search again", passages=kept)
    if found["action"] == "edit":
        return _("You changed the question and kept {passages}", passages=kept)
    return _("You approved {passages}", passages=kept)


def _approved(found: Found) -> str:
    _ = words.current()
    return _.plural("Your policy approved {n} passage", "Your policy approved {n} passages", found["kept"])


def _wrote(found: Found) -> str:
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


def _accepted(found: Found) -> str:
    _ = words.current()
    if found["action"] == "accept" and found["struck"]:
        return _.plural(
            "You accepted the draft without {n} sentence",
            "You accepted the draft without {n} sentences",
            found["struck"],
        )
    return _(ACCEPTED[found["action"]])


def _checked(found: Found) -> str:
    _ = words.current()
    support = _("{fully} of {total} sentences supported", fully=found["fully"], total=found["sentences"])
    if found.get("unknown"):
        support += ", " + _("{n} could not be checked", n=found["unknown"])
    if found["is_use"] is None:
        return _("Checked: {support}", support=support)
    return _("Checked: {support}, useful {use} of 5", support=support, use=found["is_use"])


ACCEPTED = {
    "accept": words.later("You accepted the draft"),
    "edit": words.later("You edited the draft"),
    "write_again": words.later("You had it written again"),
    "search_again": words.later("You had it search again"),
    "reject": words.later("You rejected the draft"),
}
TELLERS: dict[str, Callable[[Found], str | None]] = {
    "decide_retrieval": _decided,
    "search": _searched,
    "grade_passages": _graded,
    "refine_passages": _refined,
    "ask_web_consent": _consented,
    "rewrite_question": _rewrote,
    "review_evidence": _reviewed,
    "approve_by_policy": _approved,
    "write_answer": _wrote,
    "reflect": _checked,
    "review_draft": _accepted,
}
