"""The words in which models put their verdicts, English and Korean, as data for `verdicts`.

Phrases are tried in order at each place of the text, so negations stand before what they negate. A phrase for None
says that the model itself does not know.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

YES = {"yes", "y", "yep", "true", "네", "예", "넵", "그렇다", "그렇습니다", "맞음", "맞다", "맞습니다", "참"}
NO = {"no", "n", "nope", "false", "아니요", "아니오", "아뇨", "아니다", "아닙니다", "거짓"}

_NOT = (
    r"(?:\b(?:not(?! only)|no|non|never|neither|nor|without|hardly|barely|lacks?|fails? to|cannot)\b|\b\w+n't\b)"
    r"[ -]+(?:[\w']+ +){0,3}?"
)
_BAD = (
    r"\b(?:ir-?relevan(?:t|ce)|un-?related|un-?supported|un-?grounded|un-?helpful|useless|incorrect|off[ -]topic)\b"
    rf"|{_NOT}(?:relevant|related|supported|grounded|helpful|useful|correct)\b"
)
_MODEL_DOES_NOT_KNOW = (
    r"(?:cannot|can not|can't|could not|couldn't|unable to|impossible to|hard to|difficult to) (?:be )?(?:\w+ )?"
    r"(?:tell|told|determined?|judged?|say|said|decided?|assess(?:ed)?|verify|verified)\b[^.\n]*"
    r"|\bnot (?:sure|certain|clear|enough)\b[^.\n]*|\b(?:don't|do not) know\b|\bun(?:clear|known|sure|certain)\b"
    r"|판단할 수 없\w*|알 수 없\w*|판단하기 어렵\w*|모르\w*|모릅니다|확실하지 않\w*|불확실\w*|불명확\w*"
)


@dataclass(frozen=True)
class Words:
    """How one kind of verdict is said.

    `yes` and `no` are what bare yes and no mean for it; `denied` is what it means to deny a negative word; the n-th
    group of `phrases` says the n-th of `verdicts`; `bare` maps words that count only when they stand alone; `numbers`
    are (from, to, verdict), both ends included, the first that fits.
    """

    yes: str
    no: str
    denied: str | None
    verdicts: tuple[str | None, ...]
    phrases: re.Pattern[str]
    bare: Mapping[str, str]
    numbers: tuple[tuple[float, float, str], ...]


def _words(
    yes: str,
    no: str,
    denied: str | None,
    *,
    positive: str,
    negative: str,
    between: Sequence[tuple[str, str]],
    numbers: tuple[tuple[float, float, str], ...],
    bare: Mapping[str, str] = MappingProxyType({}),
) -> Words:
    negative = rf"{negative}|{_BAD}"
    hedged = (
        rf"(?:whether|if)\b[^.\n]{{0,80}}?\b(?:{positive}|{negative})"
        rf"|\b(?:would|could|might|may) (?:have )?(?:be |been )?(?:\w+ )?(?:{positive})"
        rf"|{_NOT}(?:{negative})|{_NOT}(?:fully|completely|entirely|wholly)\b[^.\n]*|{_MODEL_DOES_NOT_KNOW}"
    )
    ordered = [(None, hedged), (no, rf"{_NOT}(?:{positive})"), (no, negative), *between, (yes, positive)]
    phrases = re.compile("|".join(f"({pattern})" for _, pattern in ordered))
    return Words(yes, no, denied, tuple(verdict for verdict, _ in ordered), phrases, bare, numbers)


REL = _words(
    "relevant",
    "irrelevant",
    "relevant",
    positive=(
        r"\b(?:relevant|related|pertinent|on[ -]topic|correct)\b|\banswers? (?:the|this|your) (?:\w+ )?question\b"
        r"|관련 ?(?:성|이|성이|성은)? ?(?:있|높)\w*|관련(?:됨|됩니다|된다|되어)\w*"
    ),
    negative=(
        r"\bno relevance\b|관련\S* 있다고 (?:볼|할) 수 없\w*|관련 ?(?:성|이|성이|은|성은)? ?(?:전혀 )?(?:없|낮)\w*"
        r"|관련되지 ?않\w*|무관\w*"
    ),
    between=[
        (
            "ambiguous",
            r"\b(?:ambiguous|borderline)\b"
            r"|\b(?:partial(?:ly)?|partly|somewhat|marginally)(?: relevant| related)?\b"
            r"|애매\w*|모호\w*|(?:부분적으로|일부) ?(?:관련\w*)?(?: ?있\w*)?",
        )
    ],
    bare={
        **dict.fromkeys(("high", "높음"), "relevant"),
        **dict.fromkeys(("medium", "maybe", "중간"), "ambiguous"),
        **dict.fromkeys(("low", "낮음"), "irrelevant"),
    },
    numbers=((0, 0.3, "irrelevant"), (0.3, 0.7, "ambiguous"), (0.7, 1, "relevant")),
)
SUP = _words(
    "fully",
    "no",
    None,
    positive=(
        r"\b(?:(?:fully|completely|entirely)[ -]+)?(?:support(?:s|ed)?|grounded|entail(?:s|ed)?|correct)\b|\bfully\b"
        r"|(?:완전히 )?(?:지지|뒷받침)(?:됨|됩니다|된다|함|합니다|한다)|근거 ?(?:가|이)? ?있\w*"
    ),
    negative=(
        r"\bcontradict\w*|\brefuted?\b|\bhallucinat\w*"
        r"|(?:지지|뒷받침)(?:되|하)지 ?(?:않|못)\w*|근거 ?(?:가|이)? ?(?:없|부족)\w*|모순\w*"
    ),
    between=[
        (
            "partially",
            r"\b(?:partial(?:ly)?|partly|somewhat)(?:[ -]+(?:support(?:s|ed)?|grounded))?\b"
            r"|(?:부분적\w*|일부\w*) ?(?:(?:지지|뒷받침)\w*)?",
        )
    ],
    numbers=((0, 0, "no"), (0.5, 0.5, "partially"), (1, 1, "fully")),
)
RETRIEVE = _words(
    "yes",
    "no",
    "yes",
    positive=(
        r"\b(?:retriev(?:e|al|ing)|search(?:ing)?)(?: is)?(?: (?:needed|necessary|required))?\b"
        r"|\b(?:needed|necessary|required)\b"
        r"|검색 ?(?:이 )?필요\w*|필요(?:함|합니다|하다)"
    ),
    negative=(
        rf"\b(?:retriev(?:al|ing)|search(?:ing)?) (?:is |are )?{_NOT}(?:needed|necessary|required)\b"
        r"|\bunnecessary\b|불필요\w*|필요 ?(?:가|는|하지)? ?(?:없|않)\w*"
    ),
    between=[("continue", r"\bcontinue(?: to use (?:the )?evidence)?\b|계속\w*")],
    numbers=((0, 0, "no"), (1, 1, "yes")),
)
USE = _words(
    "5",
    "1",
    None,
    positive=r"\b(?:very |highly |fully )?(?:useful|helpful)\b|유용(?:함|합니다|하다)|도움이 ?(?:됨|됩니다|된다)",
    negative=r"쓸모 ?없\w*|유용하지 ?않\w*|도움이 ?되지 ?않\w*",
    between=[
        ("3", r"\b(?:somewhat|partial(?:ly)?|partly|moderately) (?:useful|helpful)\b"),
        *(
            (str(n), rf"(?<![\d./]){n}(?:\.0)? ?(?:(?:/ ?|(?:out )?of )(?:5|five)\b(?![\d.]*\d)|점)")
            for n in range(1, 6)
        ),
    ],
    numbers=tuple((n, n, str(n)) for n in range(1, 6)),
)
