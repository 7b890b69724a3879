"""The sentences of an answer as lines: what was found about each, and the words of a passage that carry it."""

from typing import Any

from selfrag.terminal.showing import one_line, place

View = dict[str, Any]


def sentence_lines(view: View) -> list[str]:
    """Each sentence under its number from 0; none for an answer that is not from documents."""
    if view["outcome"] == "answered_directly":
        return []
    graded = view["reflection"]["sentences"] or [{"text": text} for text in view.get("sentences", [])]
    struck = {each["sentence"]: each["who"] for each in view.get("struck", [])}
    known = {item.get("passage_id"): item for item in [*view["evidence"], *view["citations"]]}
    return [line for n, each in enumerate(graded) for line in _lines(n, each, struck, known)]


def _lines(n: int, sentence: View, struck: dict[int, str], known: dict[str, View]) -> list[str]:
    said = f"{n}. {_verdict(n, sentence, struck)}: {one_line(sentence['text'])}"
    support = sentence.get("support")
    if not support or n in struck:
        return [said]
    source = known.get(support["passage_id"])
    where = f"  ({place({**source, 'page': support['page']})})" if source else ""
    return [said, f"     “{one_line(support['quote'])}”{where}"]


def _verdict(n: int, sentence: View, struck: dict[int, str]) -> str:
    if n in struck:
        return f"struck by {one_line(struck[n])}" if struck[n] else "struck"
    if sentence.get("by"):
        return "by a person"
    return str(sentence.get("is_sup", "not checked"))
