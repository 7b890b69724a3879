"""A receipt in Markdown, in which no text from outside means anything: no image, no HTML, no link."""

import re
from collections.abc import Mapping
from typing import Any

from selfrag.receipts.blocks import Block, Facts, Heading, Quote, Table, Text, shown
from selfrag.receipts.outline import outline
from selfrag.receipts.words import Say

# Hyphens and full stops within words mean nothing, nor do brackets where no square ones stand before them.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#+!|~&$=^]|(?!(?<=\w)[-.](?=\w))[-.]|(?<=\d)\))")
# Renderers make links of these even where they are escaped; as code they stay text.
_ADDRESS = re.compile(r"((?<=http)://|(?<=https)://|(?<=ftp)://|(?<=www)\.|(?<=mailto):|(?<=xmpp):|@)", re.IGNORECASE)


def as_markdown(receipt: Mapping[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The receipt for people, from its JSON alone; `words` as `WORDS` has them, in another language."""
    blocks = [_block(block) for block in outline(receipt, words)]
    foot = f"{_line(Say(words)('digest'))}: `{receipt['digest']['record']}`"
    return "\n\n".join([*(block for block in blocks if block), "---", foot]) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {_line(text)}"
        case Text(text):
            return _lines(text)
        case Quote(text, source):
            quoted = "\n".join(f"> {line}".rstrip() for line in _lines(text).split("\n"))
            return f"{_line(source)}\n\n{quoted}" if source else quoted
        case Facts():
            return "\n".join(f"- **{_line(name)}**: {_line(value)}" for name, value in block.known)
        case Table(head, rows):
            ruled = [_row(head), "|" + " --- |" * len(head)]
            return "\n".join([*ruled, *(_row(row) for row in rows)])


def _row(cells: Any) -> str:
    return "| " + " | ".join(_line(cell) for cell in cells) + " |"


def _line(text: str) -> str:
    return _escaped(" ".join(shown(text).split()))


def _lines(text: str) -> str:
    """Line ends stay as hard breaks, empty lines part paragraphs."""
    kept = [" ".join(line.split()) for line in shown(text).strip().split("\n")]
    broken = "\n".join(f"{_escaped(line)}\\" if line and following else _escaped(line)
                       for line, following in zip(kept, [*kept[1:], ""], strict=True))  # fmt: skip
    return re.sub(r"\n{3,}", "\n\n", broken)


def _escaped(text: str) -> str:
    parts = _ADDRESS.split(text)  # every second one is what would make an address
    return "".join(f"`{part}`" if n % 2 else _SPECIAL.sub(r"\\\1", part) for n, part in enumerate(parts))
