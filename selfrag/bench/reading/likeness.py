"""How much of one reading of a page is in another. Pure."""

import re
from collections import Counter

from selfrag.documents.pdf.cleaning import clean

_WORD = re.compile(r"\w+")
_BETWEEN = re.compile(r"([가-힣]{1,3})\s+(?=([가-힣]{1,3}))")


def words_kept(theirs: str, ours: str) -> tuple[int, int]:
    """How many words of their text ours has, and how many there are; both texts are cleaned first.

    Words that only one of them runs together are the same words.
    """
    theirs, ours = clean(theirs), clean(ours)
    wanted, found = (Counter(_WORD.findall(text)) for text in (theirs, ours))
    letters = "".join(_WORD.findall(ours))
    missing = sum(count for word, count in (wanted - found).items() if word not in letters)
    return wanted.total() - missing, wanted.total()


def spaces_kept(theirs: str, ours: str) -> tuple[int, int]:
    """How many of the spaces between Hangul in their text are spaces in ours, and how many there are to compare.

    A place is up to three syllables on each side; one that ours does not have, with a space or without, says nothing.
    """
    ours = " ".join(clean(ours).split())
    kept = compared = 0
    for before, after in _BETWEEN.findall(clean(theirs)):
        is_kept = f"{before} {after}" in ours
        kept += is_kept
        compared += is_kept or f"{before}{after}" in ours
    return kept, compared
