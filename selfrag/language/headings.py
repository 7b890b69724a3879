"""Lines that are no sentences: headings, and names with a price as on a menu."""

import re

SHORT_LINE = 60
"""In characters; what is longer is running text."""
_ENDS_A_SENTENCE = re.compile(r"[.!?。！？…:;]\W*$|[다요음함됨임]\W*$")
_AMOUNT = r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?"
_PRICE = re.compile(
    rf"(?<=[\s.:·…(])(?:[₩$€£¥]\s?(?:{_AMOUNT})|(?:{_AMOUNT})\s?(?:만\s?)?(?:원|won|krw)|\d{{1,3}}(?:,\d{{3}})+)\)?\s*$",
    re.IGNORECASE,
)


def ends_a_sentence(line: str) -> bool:
    """Whether a line ends as sentences do, in English or Korean."""
    return bool(_ENDS_A_SENTENCE.search(line))


def is_heading(line: str) -> bool:
    """Whether a line only names what follows."""
    return len(line) <= SHORT_LINE and not ends_a_sentence(line) and not re.search(r"\d", line)


def names_a_price(line: str) -> bool:
    """Whether a line is a name with its price at the end."""
    price = _PRICE.search(line)
    return price is not None and bool(re.search(r"[^\W\d_]", line[: price.start()]))
