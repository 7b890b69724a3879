"""A receipt for people, drawn from its JSON alone: the thread, each question, documents, comments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from selfrag.receipts.blocks import Block, Facts, Heading, Quote, Table, Text
from selfrag.receipts.moments import readable
from selfrag.receipts.outlined_answer import answer
from selfrag.receipts.outlined_review import Passages, review
from selfrag.receipts.words import Say


def outline(receipt: Mapping[str, Any], words: Mapping[str, str] | None = None) -> list[Block]:
    """The blocks of a receipt that has its form, in the order in which they are read."""
    say = Say(words)
    passages = Passages(receipt)
    blocks: list[Block] = [*_head(receipt, say)]
    for question in receipt["questions"]:
        blocks += _question(question, passages, say)
    blocks += [*_documents(receipt["documents"], say), *_comments(receipt["comments"], say)]
    return [*blocks, Text(say("check"))]


def _head(receipt: Mapping[str, Any], say: Say) -> Iterator[Block]:
    thread, program = receipt["thread"], receipt["program"]
    origin = thread["forked_from"]
    forked = say("forked_from", thread=origin["thread_id"], review=origin["review_id"]) if origin else None
    yield Heading(1, f"{say('receipt')}: {thread['title']}")
    yield Facts(
        [
            (say("thread"), thread["id"]),
            (say("status"), say.value(thread["status"])),
            (say("forked"), forked),
            (say("made"), readable(receipt["made_at"])),
            (say("program"), f"{program['name']} {program['version']}"),
            (say("digest"), receipt["digest"]["record"]),
        ]
    )


def _question(question: Mapping[str, Any], passages: Passages, say: Say) -> Iterator[Block]:
    times = question["times"]
    yield Heading(2, say("question", n=question["number"]))
    yield Quote(question["asked"])
    yield Facts(
        [
            *_versions(question["versions"], say),
            (say("searched"), " · ".join(question["queries"])),
            (say("sources"), ", ".join(source["title"] or source["id"] for source in question["sources"])),
            (say("asked"), readable(times["asked"])),
            (say("finished"), readable(times["finished"]) if times["finished"] else None),
            (say("status"), say.value(question["outcome"] or question["status"])),
            (say("strategy"), question["strategy"]),
            (say("policy"), question["policy"]),
            (say("opinion"), _opinion(question["thumb"], say)),
        ]
    )
    yield from answer(question, passages, say)
    for number, each in enumerate(question["reviews"], 1):
        yield from review(each, number, passages, say)
    yield from _made_with(question["made_with"], say)
    yield from _work(question, say)


def _versions(versions: Sequence[Mapping[str, Any]], say: Say) -> Iterator[tuple[str, str]]:
    for version in versions[1:]:
        if version["by"] == "model":
            yield say("understood"), version["text"]
        else:
            yield say("changed_by", who=_who(version["who"], say), when=_when(version["at"])), version["text"]


def _opinion(thumb: Mapping[str, Any] | None, say: Say) -> str | None:
    if thumb is None:
        return None
    key = "thumb_up" if thumb["value"] > 0 else "thumb_down"
    return say(key, who=_who(thumb["who"], say), when=_when(thumb["at"]))


def _made_with(made_with: Mapping[str, Any] | None, say: Say) -> Iterator[Block]:
    if made_with is None:
        return
    named = ("answers_with", "chat_model", "embedding_model", "grading")
    limits = made_with["limits"]
    yield Heading(3, say("models"))
    yield Facts(
        [
            *((say(name), made_with[name]) for name in named),
            (say("provider"), made_with["web"]),
            *((name, f"{value:g}") for name, value in limits.items()),
        ]
    )


def _work(question: Mapping[str, Any], say: Say) -> Iterator[Block]:
    cost, tokens = question["cost"], question["tokens"]
    yield Heading(3, say("work"))
    yield Facts(
        [
            (say("counters"), say("counted", **question["counters"])),
            (say("calls"), say("called", **question["calls"])),
            (say("tokens"), f"{tokens['total']:,}"),
            (say("cost"), f"{cost['amount']:.6f} {cost['currency']}" if cost else None),
        ]
    )
    rows = [
        (
            step["node"] + (f" ({say('failed')})" if step["failed"] else ""),
            readable(step["at"]) if step["at"] else "",
            f"{step['seconds']:.2f}",
            str(step["calls"] + step["embeds"]),
            f"{step['tokens']:,}",
        )
        for step in question["steps"]
    ]
    head = [say(name) for name in ("step", "ended", "seconds", "calls", "tokens")]
    yield Table(head, rows, (0.34, 0.33, 0.11, 0.11, 0.11))


def _documents(documents: Sequence[Mapping[str, Any]], say: Say) -> Iterator[Block]:
    if not documents:
        return
    yield Heading(2, say("documents"))
    rows = [
        (
            (each["name"] or "") + ("" if each["stored"] else f" ({say('deleted')})"),
            each["collection"] or "",
            "" if each["pages"] is None else str(each["pages"]),
            each["url"] or each["id"] or f"{each['id_start']}…",
        )
        for each in documents
    ]
    yield Table([say(name) for name in ("document", "collection", "pages")] + ["SHA-256"], rows, (0.3, 0.2, 0.1, 0.4))


def _comments(comments: Sequence[Mapping[str, Any]], say: Say) -> Iterator[Block]:
    if comments:
        yield Heading(2, say("comments"))
    for each in comments:
        yield Quote(each["text"], f"{_who(each['who'], say)}, {_when(each['at'])}")


def _who(who: str | None, say: Say) -> str:
    return who or say("somebody")


def _when(at: str | None) -> str:
    return readable(at) if at else ""
