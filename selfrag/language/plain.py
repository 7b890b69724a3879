"""What people type, in one form and without what cannot be seen."""

import unicodedata

UNSEEN = ("Cc", "Cs", "Co", "Cn")  # control characters, lone surrogates, private use, unassigned


def visible(text: str) -> str:
    """As `plain` on one line, without format characters too: what is shown is all that there is."""
    return " ".join("".join(c for c in plain(text) if unicodedata.category(c) != "Cf").split())


def plain(text: str) -> str:
    """The text in NFC, trimmed, without what would hide in a page or steer a terminal; empty if nothing would show."""
    characters = unicodedata.normalize("NFC", text)
    kept = "".join(c for c in characters if c in "\n\t" or unicodedata.category(c) not in UNSEEN).strip()
    return kept if any(unicodedata.category(c)[0] not in "CZ" for c in kept) else ""
