"""Text and addresses from outside, made fit to be stored and shown. Pure."""

import html
import re
import unicodedata
from urllib.parse import urlsplit

ADDRESS_CHARS = 2000

_TIMES_ENCODED = 5
_HIDDEN = re.compile(r"<(script|style|template)\b[^<>]{0,500}>.{0,4000}?</\1\s*>", re.DOTALL | re.IGNORECASE)
_BLOCK = re.compile(r"</?(?:p|div|br|hr|li|ul|ol|h[1-6]|tr|t[dh]|table|section|article)\b[^<>]{0,500}>", re.IGNORECASE)
_TAG = re.compile(r"<!--.{0,2000}?-->|<[/!?]?[a-z][^<>]{0,500}>", re.DOTALL | re.IGNORECASE)
_LINE_END = re.compile(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
# Control and format characters (Unicode Cc, Cf), fillers, variation selectors, what is no character: words or commands
# can hide in them. The two joiners are among them: Korean and English are written without, and emoji only come apart.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    r"\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0"
    r"\ufff0-\ufffb\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff]"
)


def plain(text: str, chars: int) -> str:
    """At most so many characters in NFC: no tags, entities, unseen characters or halves of characters.

    Paragraphs stay apart. Cleaning twice changes nothing but what was encoded more than five times.
    """
    text = text[: chars * 4]
    for _ in range(_TIMES_ENCODED):
        known, text = text, _seen(html.unescape(_without_tags(text)))
        if text == known:
            break
    text = re.sub(r" ?\n ?", "\n", re.sub(r"[^\S\n]+", " ", text))
    return re.sub(r"\n{3,}", "\n\n", text).strip()[:chars].rstrip()


def line(text: str, chars: int) -> str:
    """As `plain`, on one line, with a sign where it was cut."""
    return cut(" ".join(plain(text, chars + 1).split()), chars)


def cut(text: str, chars: int) -> str:
    """At most so many characters, with a sign where it was cut."""
    return text if len(text) <= chars else text[: chars - 1] + "…"


def host(address: str) -> str:
    """Name and port of a checked address."""
    return urlsplit(address).netloc


def is_address(text: str) -> bool:
    """Whether it is an http or https address that shows where it leads: no user, no unseen character."""
    if len(text) > ADDRESS_CHARS or not text.isprintable() or re.search(r"[\s\\]", text) or _UNSEEN.search(text):
        return False
    try:
        parts = urlsplit(text)
        named = bool(parts.hostname) and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        return False
    return named and parts.scheme in ("http", "https")


def _seen(text: str) -> str:
    return unicodedata.normalize("NFC", _UNSEEN.sub("", _LINE_END.sub("\n", text)))


def _without_tags(text: str) -> str:
    return _TAG.sub("", _BLOCK.sub("\n", _HIDDEN.sub(" ", text)))
