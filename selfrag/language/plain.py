"""What people type, in one form and without what cannot be seen."""

import unicodedata

UNSEEN = ("Cc", "Cs", "Co", "Cn")  # control characters, lone surrogates, private use, unassigned


def plain(text: str) -> str:
    """The text in NFC, without characters that would hide in a page or steer a terminal; trimmed."""
    characters = unicodedata.normalize("NFC", text)
    return "".join(c for c in characters if c in "\n\t" or unicodedata.category(c) not in UNSEEN).strip()
