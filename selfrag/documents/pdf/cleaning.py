"""Turns what a PDF library returns into text worth storing. Pure."""

import re
import unicodedata

MARK = "\N{REPLACEMENT CHARACTER}"
"""Stands for a glyph without a known character, so that "20~25" never becomes "2025"."""

_LINE_END = re.compile(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
_INVISIBLE = re.compile(r"[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_SPACE = re.compile(r"[\xa0\u1680\u2000-\u200a\u202f\u205f]")
_SYMBOLS = str.maketrans(
    "\uf06e\uf06f\uf076\uf0a7\uf0a8\uf0b7\uf0d8\uf0df\uf0e0\uf0e1\uf0e2\uf0e7\uf0e8\uf0e9\uf0ea\uf0eb\uf0ec\uf0ed\uf0ee"
    "\uf0fb\uf0fc\uf0fd\uf0fe",
    "■□❖▪□•➢←→↑↓⬅➔⬆⬇↖↗↙↘✗✓☒☑",
)
"""What the fonts Symbol and Wingdings draw for characters of private use; elsewhere nobody can know what these mean."""
_UNPRINTABLE = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\uf8ff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff\U000f0000-\U0010ffff]"
)
_LIGATURE = re.compile(r"[\u2f00-\u2fd5\ufb00-\ufb06\ufb13-\ufb17\ufb50-\ufdfb\ufe70-\ufefc]")
_SOFT_HYPHEN = re.compile(r"\xad[ \t]*\n?[ \t]*")
SPACED_HANGUL = re.compile(r"(?<![가-힣])(?:[가-힣][ \n]{1,2}){4,}[가-힣](?![가-힣])")
_COMPOUND = re.compile(r"(?<!\w)\w{1,40}-\w{1,40}")
_LINE_END_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010][ \t]*\n[ \t]*(?=[^\W\d_])")


def clean(text: str) -> str:
    """Text in NFC with "\\n" line ends, without control characters, hyphenation, ligatures and radicals.

    A character that stood for an unknown glyph becomes U+FFFD; Hangul set syllable by syllable is closed up.
    Cleaning twice changes nothing.
    """
    text = _INVISIBLE.sub("", _LINE_END.sub("\n", text))
    text = _UNPRINTABLE.sub(MARK, _SPACE.sub(" ", text.translate(_SYMBOLS)))
    text = _LIGATURE.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    text = unicodedata.normalize("NFC", _SOFT_HYPHEN.sub("", text))
    text = SPACED_HANGUL.sub(lambda match: re.sub(r"\s", "", match[0]), text)
    lines = (line.rstrip(" \t") for line in join_hyphens(text).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def join_hyphens(text: str) -> str:
    """Words divided at a line end become whole; a compound seen elsewhere in the text keeps its hyphen."""

    compounds = set(_COMPOUND.findall(text))

    def join(match: re.Match[str]) -> str:
        start, end = match.span()
        if not (text[start - 1].islower() and text[end].islower()):
            return match[0]
        left = re.findall(r"\w+", text[max(0, start - 40) : start])[-1]
        right = re.findall(r"\w+", text[end : end + 40])[0]
        return "-" if f"{left}-{right}" in compounds else ""

    return _LINE_END_HYPHEN.sub(join, text)


def one_line(text: str, limit: int) -> str:
    """A short text fit for showing: NFC, one line, no control characters, at most `limit` characters."""
    text = unicodedata.normalize("NFC", _LINE_END.sub(" ", text))
    text = re.sub(r"\s+", " ", _INVISIBLE.sub("", _UNPRINTABLE.sub("", text))).strip()
    return text if len(text) <= limit else text[: limit - 1] + "…"


def file_name(name: str, limit: int = 150) -> str:
    """A file's name as `one_line`, without the folders before it and with its ending kept."""
    name = one_line(re.split(r"[/\\]", name)[-1], limit=1000)
    stem, dot, ending = name.rpartition(".")
    if len(name) > limit and stem and len(ending) < 6:
        name = one_line(stem, limit - len(ending) - 1) + dot + ending
    return one_line(name, limit) or "unnamed.pdf"
