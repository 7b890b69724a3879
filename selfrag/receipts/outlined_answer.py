"""An answer for people: its text, its sources, and what carries each sentence."""

from collections.abc import Iterator, Mapping
from typing import Any

from selfrag.receipts.blocks import Block, Facts, Heading, Quote, Table, Text
from selfrag.receipts.moments import readable
from selfrag.receipts.outlined_review import Passages
from selfrag.receipts.words import Say


def answer(question: Mapping[str, Any], passages: Passages, say: Say) -> Iterator[Block]:
    """From a question of a receipt."""
    yield Heading(3, say("answer"))
    found = question["answer"]
    if found is None:
        yield Text(say("no_answer"))
        return
    yield Text(found["final"] or say("none"))
    if not found["complete"]:
        yield Text(say("broken_off"))
    if found["cut"]:
        yield Text(say("cut"))
    edited = None if found["edited_by"] is None else found["edited_by"] or say("somebody")
    yield Facts(
        [
            (say("edited_by"), edited),
            (say("useful"), say("of_5", n=found["is_use"]) if found["is_use"] else None),
        ]
    )
    if found["as_written"] != found["final"]:
        yield Quote(found["as_written"], say("as_written"))
    yield from _sources(found, say)
    yield from _support(found, passages, say)


def _sources(found: Mapping[str, Any], say: Say) -> Iterator[Block]:
    if not found["citations"]:
        return
    yield Heading(3, say("cited"))
    for each in found["citations"]:
        source = say("cited_at", n=each["n"], document=each["document"], page=each["page"])
        yield Quote(each["quote"], source + (f" ({each['url']})" if each["url"] else ""))


def _support(found: Mapping[str, Any], passages: Passages, say: Say) -> Iterator[Block]:
    if not found["sentences"]:
        return
    yield Heading(3, say("support"))
    head = [say(name) for name in ("sentence", "supported", "by_quote")]
    rows = [(each["text"], _verdict(each, say), _carried(each, passages, say)) for each in found["sentences"]]
    yield Table(head, rows, (0.42, 0.18, 0.4))


def _verdict(sentence: Mapping[str, Any], say: Say) -> str:
    said = [say.value(sentence["is_sup"])]
    if sentence["by"] == "person":
        said.append(say("by_person"))
    if struck := sentence["struck"]:
        when = readable(struck["at"]) if struck["at"] else ""
        said.append(say("struck_by", who=struck["who"] or say("somebody"), when=when))
    return "; ".join(said)


def _carried(sentence: Mapping[str, Any], passages: Passages, say: Say) -> str:
    """The quote that carries it, else the passages; then why the verdict is what it is."""
    if support := sentence["support"]:
        name = passages.document(support["passage_id"])
        carried = [say("quote_at", document=name, page=support["page"], quote=support["quote"])]
    else:
        carried = [passages.place(each, say) for each in sentence["passage_ids"]]
    return "\n".join([*carried, *([sentence["reason"]] if sentence["reason"] else [])])
