"""A review for people: who decided, each passage kept or dropped, and what might be read."""

from collections.abc import Iterator, Mapping
from typing import Any

from selfrag.receipts.blocks import Block, Facts, Heading, Quote, Table
from selfrag.receipts.moments import readable
from selfrag.receipts.words import Say

_TITLES = {"chunk_review": "review", "web_consent": "web_review", "draft_review": "draft_review"}


class Passages:
    """Looks up the passages and documents of a receipt."""

    def __init__(self, receipt: Mapping[str, Any]) -> None:
        self._passages = {each["id"]: each for each in receipt["passages"]}
        self._names = {each["id_start"]: each["name"] for each in receipt["documents"]}

    def document(self, passage_id: str) -> str:
        """The name of a passage's document, or the beginning of its id."""
        start = passage_id.split(":", maxsplit=1)[0]
        return str(self._names.get(start) or start)

    def place(self, passage_id: str, say: Say) -> str:
        """Where a passage stands, in words."""
        found = self._passages.get(passage_id)
        where = say("place", document=self.document(passage_id), page=found["page"] if found else "?")
        return where if found is None or found["stored"] else f"{where} ({say('deleted')})"

    def text(self, passage_id: str) -> str | None:
        """The words of an approved passage."""
        found = self._passages.get(passage_id)
        return found["text"] if found else None


def review(shown: Mapping[str, Any], number: int, passages: Passages, say: Say) -> Iterator[Block]:
    """From a review of a receipt, the `number`th of its question."""
    edit, web, draft = shown["edit"], shown["web"] or {}, shown["draft"] or {}
    yield Heading(3, say(_TITLES[shown["kind"]], n=number))
    yield Facts(
        [
            (say("shown"), readable(shown["shown"])),
            (say("decided"), _decided(shown, say)),
            (say("assigned"), shown["assigned"]),
            (say("note"), shown["note"]),
            (say("understood"), edit["question"]),
            (say("searched"), edit["query"]),
            (say("provider"), web.get("provider")),
            (say("would_leave"), web.get("shown")),
            (say("left"), web.get("sent")),
            (say("struck"), ", ".join(str(sentence + 1) for sentence in draft.get("struck", []))),
        ]
    )
    if draft:
        yield Quote(draft["answer"], say("draft"))
    if shown["offered"] or shown["added"]:
        yield from _evidence(shown, passages, say)


def _decided(shown: Mapping[str, Any], say: Say) -> str:
    if shown["decided"] is None:
        return say("undecided")
    action, when = say.value(shown["action"]), readable(shown["decided"])
    if shown["decided_by"] == "policy":
        return say("decided_by_policy", action=action, policy=shown["policy"], when=when)
    return say("decided_by", action=action, who=shown["who"] or say("somebody"), when=when)


def _evidence(shown: Mapping[str, Any], passages: Passages, say: Say) -> Iterator[Block]:
    rows = [
        (
            say.value(item["decision"]),
            say.value(item["verdict"]),
            f"{item['score']:.2f}" if item["verdict"] else "",
            passages.place(item["passage_id"], say),
            "; ".join(each for each in (say("added") if item["added"] else "", item["reason"]) if each),
        )
        for item in shown["offered"]
    ]
    added = [
        (say.value("kept"), "", "", passages.place(each, say), say("added"))
        for each in shown["added"]
        if each not in {item["passage_id"] for item in shown["offered"]}
    ]
    head = [say(name) for name in ("kept_or_not", "verdict", "score", "passage", "reason")]
    yield Table(head, rows + added, (0.14, 0.16, 0.1, 0.3, 0.3))
    kept = [item["passage_id"] for item in shown["offered"] if item["decision"] == "kept"]
    for passage_id in dict.fromkeys([*kept, *shown["added"]]):
        if text := passages.text(passage_id):
            yield Quote(text, passages.place(passage_id, say))
