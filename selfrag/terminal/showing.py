"""Passages, strips and queries as lines. Text from outside keeps to its line."""

from typing import Any

TEXT_CHARS = 300


def one_line(text: str) -> str:
    """The text without the line breaks that would let it pose as lines of ours."""
    return " ".join(text.split())


def place(item: dict[str, Any]) -> str:
    """Where a passage stands: a page of a document, or an address on the web."""
    title = one_line(item["document"] or "deleted")
    return f"{title}, {one_line(item['url'])}" if item.get("url") else f"{title}, page {item['page']}"


def evidence_lines(view: dict[str, Any]) -> list[str]:
    """Each passage under its number from 1, with its strips under theirs from 0."""
    return [line for number, item in enumerate(view["evidence"], 1) for line in _passage_lines(number, item)]


def _passage_lines(number: int, item: dict[str, Any]) -> list[str]:
    strips = item.get("strips") or []
    return [
        f"[{_mark(item)}] {number}. {place(item)}  {item['is_rel']} {item['score']:.2f}",
        f"       {one_line(item['reason'])}  ({item['passage_id']})",
        *(
            f"       [{_mark(strip)}] {at}: {one_line(item['text'][strip['start'] : strip['end']])[:TEXT_CHARS]}"
            for at, strip in enumerate(strips)
        ),
        *([] if strips else [f"       {one_line(item['text'])[:TEXT_CHARS]}"]),
    ]


def _mark(kept: dict[str, Any]) -> str:
    return "x" if kept["kept"] else " "
