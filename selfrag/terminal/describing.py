"""A question as text for people."""

from collections.abc import Iterator
from typing import Any

from selfrag.graph.consent import KIND as WEB_CONSENT
from selfrag.graph.draft_review import KIND as DRAFT_REVIEW
from selfrag.graph.verdicts import found_nothing
from selfrag.language.page_numbers import ranges
from selfrag.language.plain import plain
from selfrag.terminal.showing import evidence_lines, one_line, place
from selfrag.terminal.support import sentence_lines

NOT_SENT = {
    "skip": "The web was not searched: you kept the query in.",
    "never": "The web was not searched: nothing may leave this machine in this thread.",
    "no_provider": "The web was not searched: no provider is set (SELFRAG_SEARXNG_URL or TAVILY_API_KEY).",
    "limit": "The web was not searched again: the limit of this question is reached.",
}
WRITTEN_BY = {
    "person": "(Written by a person; not checked.)",
    "both": "(Edited by a person, whose sentences are not checked.)",
}
THUMBS = {1: "Thumb up.", -1: "Thumb down."}


def describe(view: dict[str, Any]) -> str:
    """A view: what was asked, what waits for a decision, what was answered from where."""
    lines = [f"{view['thread_id']}  {view['status']}", f"Q: {view['question']}"]
    if view["query"] != view["question"]:
        lines.append(f"Searched for: {one_line(view['query'])}")
    for part in (_search(view), _waiting(view), _answer(view), _citations(view), _sentences(view), _ending(view)):
        if found := list(part):
            lines += ["", *found]
    return plain("\n".join(lines))


def _search(view: dict[str, Any]) -> Iterator[str]:
    if view.get("fallback"):
        yield one_line(view["fallback"])
    for source in view.get("searched", []):
        if source["error"]:
            yield f"“{one_line(source['title'])}” could not be searched: {one_line(source['error'])}"
    consent = view.get("consent") or {}
    if consent.get("action") == "allow":
        yield f"Sent to the web: {one_line(consent['query'])}"
    elif consent:
        yield NOT_SENT[consent["action"]]


def _waiting(view: dict[str, Any]) -> Iterator[str]:
    review, resume = view["review"], f"python -m selfrag resume {view['thread_id']}"
    if not review:
        return
    if review["kind"] == WEB_CONSENT:
        yield f"May this query go to {one_line(review['provider'])}? Nothing has left this machine:"
        yield f"  {one_line(review['query'])}"
        yield f"Decide with: {resume} --allow [--query TEXT] | --skip | --never"
    elif review["kind"] == DRAFT_REVIEW:
        yield "Waiting for your decision on this draft:"
        yield review["answer"]
        yield (
            f"Decide with: {resume} --accept [--strike N]... | --edit FILE | --write-again [--note TEXT] [--drop ID]..."
            " | --search-again --query TEXT | --reject"
        )
    elif view["evidence"]:
        yield "Waiting for your decision on:"
        yield from evidence_lines(view)
        yield f"Decide with: {resume} --approve [--keep ID]... [--drop ID]... [--strip ID:0,2]... | --reject"
    else:
        yield f"Nothing was found. Searched for: {_tried(view)}"
        yield f"Go on with: {resume} --approve --question TEXT | --reject"


def _answer(view: dict[str, Any]) -> Iterator[str]:
    if view["answer"]:
        yield view["answer"]
        if view["outcome"] == "answered_directly":
            yield "(Not from your documents.)"
        elif view.get("written_by") in WRITTEN_BY:
            yield WRITTEN_BY[view["written_by"]]
        elif view["outcome"] == "answered" and not _is_checked(view):
            yield "(Not checked: this strategy does not grade its answers.)"


def _sentences(view: dict[str, Any]) -> Iterator[str]:
    """Of what is written or asked about, with what a person says of the whole."""
    asks = (view["review"] or {}).get("kind") == DRAFT_REVIEW
    if view["answer"] or view.get("struck") or asks:
        yield from sentence_lines(view)
    if view.get("thumb"):
        yield THUMBS[view["thumb"]]


def _is_checked(view: dict[str, Any]) -> bool:
    reflection = view["reflection"]
    return bool(reflection["sentences"]) or reflection["is_use"] is not None


def _citations(view: dict[str, Any]) -> Iterator[str]:
    return (f"[{each['n']}] {place(each)}: {one_line(each['quote'])}" for each in view["citations"])


def _ending(view: dict[str, Any]) -> Iterator[str]:
    if view["outcome"] == "no_evidence" and view["gone"]:
        yield "The approved passages are gone: their documents were deleted. Ask again to search what is left."
    elif view["outcome"] == "no_evidence":
        yield f"Nothing that was read answers this. Searched for: {_tried(view)}"
    if found_nothing(view["outcome"], view["reflection"]["sentences"]) and view.get("pages_without_text"):
        yield _without_text(view["pages_without_text"])


def _without_text(blind: list[dict[str, Any]]) -> str:
    count = sum(len(each["pages"]) for each in blind)
    where = "; ".join(f"{one_line(each['document'])} p. {ranges(each['pages'])}" for each in blind)
    return (
        f"{count} {'page' if count == 1 else 'pages'} in {len(blind)} {'document' if len(blind) == 1 else 'documents'} "
        f"of the searched collections without readable text (scans?), so nothing there could be found: {where}"
    )


def _tried(view: dict[str, Any]) -> str:
    return "; ".join(map(one_line, view["tried"]))
