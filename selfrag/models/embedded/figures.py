"""Questions that ask for a price or another figure: the line that gives it seldom repeats their words."""

import re

from selfrag.language.terms import content_words

_PRICE = re.compile(r"\b(?:price|cost)(?:s|ed)?\b|가격|값|요금|비용", re.I)
_ASKS = re.compile(
    r"\bhow\s(?:many|much|long|old|often|far|tall|large|big|high)\b|\bwhen\b"
    r"|\bwh(?:at|ich)\s(?:year|date|percent\w*|day|number|century|time)\b|몇|얼마|언제|연도|년도|날짜|퍼센트|"
    + _PRICE.pattern,
    re.I,
)
_FIGURE = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|billion"
    r"|half|once|twice|third|century)\b",
    re.I,
)
_ASKED_UNIT = re.compile(r"몇\s?(?P<unit>[가-힣])")


def asks_for_figure(question: str) -> bool:
    """Whether the answer will hold a number."""
    return bool(_ASKS.search(question))


def holds_figure(text: str) -> bool:
    """Whether the text holds a number, in digits or an English word."""
    return bool(_FIGURE.search(text))


def holds_asked_unit(question: str, text: str) -> bool:
    """Whether the text holds a number of the unit that a Korean question asks for: "18도" for "몇 도"."""
    asked = _ASKED_UNIT.search(question)
    return asked is not None and bool(re.search(rf"\d\s?{asked['unit']}", text))


def without_price_words(question: str) -> str:
    """The question without its words for a price, where others are left."""
    rest = _PRICE.sub(" ", question)
    return rest if content_words(rest) else question
