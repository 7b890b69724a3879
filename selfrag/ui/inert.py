"""Outside text made safe for Streamlit: what documents, files, models and people say shows as the characters it has.

Streamlit renders markdown in `st.markdown` and in every widget label, and rewrites some plain text afterwards
(addresses to links, `:smile:` to an emoji, `->` to an arrow). Escaping stops the first, a seam the second.
Always give a whole text: pieces made inert one by one may join to something that is rewritten.
"""

import re
from collections.abc import Iterable

# Hyphens and full stops within words mean nothing to markdown; left alone, a screen reader reads a file's name well.
_SPECIAL = re.compile(r"((?!(?<=[^\W_])[-.](?=[^\W_]))[!-/:-@\[-`{-~])")
_LINE_END = re.compile(r"[^\S\r\n]*[\r\n]\s*")
_EDGES_AND_LINE_ENDS = re.compile(r"(^\s+|\s*[\r\n]\s*|\s+$)")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MARK = re.compile(r"\[([1-9]\d{0,2})\]", re.ASCII)
# Between these neighbours, text that is already escaped would still be rewritten.
_SEAM_AT = re.compile(
    r"""(?<=:)(?=[\w+-]+:)                                       # :smile:, :streamlit:, :material_home:
      | (?<=-)(?=[->]) | (?<=<)(?=-) | (?<=[<>~])(?==)           # arrows, dashes, comparisons
      | (?<=https)(?=://) | (?<=http)(?=://) | (?<=www)(?=\.) | (?=@)  # addresses
    """,
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)
# An empty directive ends the text node and shows nothing.
_SEAM = ":small[]"


def inert(text: str) -> str:
    """Markdown that shows `text` as it is; line breaks stay, runs of spaces and of empty lines shrink to one."""
    return _escaped(text.strip())


def inert_line(text: str) -> str:
    """The same on one line, for labels and names."""
    return _escaped(" ".join(text.split()))


def marked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """As `inert`, with the characters of each span (start, end) bold on a coloured ground."""
    at, stop = len(text) - len(text.lstrip()), len(text.rstrip())
    pieces = []
    for start, end in _merged(spans, at, stop):
        pieces += [_escaped(text[at:start]), _highlighted(text[start:end])]
        at = end
    return "".join(pieces) + _escaped(text[at:stop])


def cited(text: str, count: int) -> str:
    """As `inert`, with each mark from [1] to [count] as a badge; a mark beyond stays plain text."""

    text = text.strip()
    pieces, at = [], 0
    for mark in _MARK.finditer(text):
        if int(mark[1]) <= count:
            pieces += [_escaped(text[at : mark.start()]), f":blue-badge[{_escaped(mark[0])}]"]
            at = mark.end()
    return "".join(pieces) + _escaped(text[at:])


def _merged(spans: Iterable[tuple[int, int]], first: int, last: int) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted((max(start, first), min(end, last)) for start, end in spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif start < end:
            merged.append((start, end))
    return merged


def _escaped(text: str) -> str:
    whole = _SURROGATE.sub("\ufffd", text)
    escaped = _SEAM.join(_SPECIAL.sub(r"\\\1", part) for part in _SEAM_AT.split(whole))
    return _LINE_END.sub(_hard_break, escaped)


def _hard_break(space: re.Match[str]) -> str:
    return "\\\n" * min(2, len(re.findall(r"\r\n|\r|\n", space[0])))


def _highlighted(text: str) -> str:
    parts = _EDGES_AND_LINE_ENDS.split(text)
    return "".join(
        _escaped(part) if not part.strip() else f":orange-background[**{_escaped(part)}**]" for part in parts
    )
