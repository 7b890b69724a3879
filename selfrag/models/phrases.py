"""How phrases with their negations and hedges become one pattern for a kind of verdict.

Phrases are tried in order at each place of the text, so negations stand before what they negate. A phrase for None
says that the model itself does not know, or that it says neither.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from selfrag.models import korean

YES = {"yes", "y", "yep", "true", "✅", "네", "예", "넵", "그렇다", "그렇습니다", "맞음", "맞다", "맞습니다", "참"}
NO = {"no", "n", "nope", "false", "❌", "아니요", "아니오", "아뇨", "아니다", "아닙니다", "거짓"}

NOT = (
    r"(?:\b(?:not(?! only| just| merely| simply)|no(?! doubt| question)|non|none|nothing|never|neither|nor"
    r"|without(?! (?:a |any )?doubt)"
    r"|hardly|barely|scarcely|lacks?|lacking|fails? to|failed to|cannot|(?:is|are|do|does|did|was)nt)\b|\b\w+n't\b"
    r"(?! only| just| merely| simply))"
    r"[ -]+(?:(?!(?:but|and|yet|so|though|although|however|because|which)\b)[\w']+ +){0,4}?"
)
BAD = (
    r"\b(?:ir-?relevan(?:t|ce)|un-?related|un-?supported|un-?grounded|un-?substantiated|un-?founded|un-?helpful"
    r"|useless|incorrect|off[ -]topic)\b"
    rf"|{NOT}(?:relevant|related|supported|grounded|helpful|useful|correct)\b"
)
"""What says no to whether something is relevant, supported or useful, whichever word was asked for."""
_END = r"(?= *(?:[.;!\n]|$))"
_MODEL_DOES_NOT_KNOW = (
    r"(?:cannot|can not|can't|could not|couldn't|unable to|impossible to|hard to|difficult to) (?:be )?(?:\w+ )?"
    r"(?:tell|told|determined?|judged?|say|said|decided?|assess(?:ed)?|verify|verified)\b[^.\n]*"
    r"|\bnot (?:sure|certain|clear|enough)\b[^.\n]*|\b(?:don't|do not) know\b|\bun(?:clear|known|sure|certain)\b"
    r"|\b(?:doubt(?:ful)?(?<!no doubt)(?<!without doubt)(?<!(?:.a|ny) doubt)|unlikely|questionable|debatable"
    r"|arguabl[ey])\b[^.\n]*"
    r"|판단할 수 없\w*|알 수 없\w*|판단하기 어렵\w*|모르\w*|모릅니다|확실하지 않\w*|불확실\w*|불명확\w*|불분명\w*"
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

    @property
    def counts(self) -> bool:
        """Whether the verdicts are numbers, so that a number says more than the words around it."""
        return self.yes.isdigit()


def words(
    yes: str,
    no: str,
    denied: str | None,
    *,
    positive: str,
    negative: str,
    stems: tuple[str, str],
    between: Sequence[tuple[str, str]],
    numbers: tuple[tuple[float, float, str], ...],
    bare: Mapping[str, str] = MappingProxyType({}),
    hedged: str = r"(?!)",
) -> Words:
    """`positive` and `negative` are English; `stems` are the Korean ones of both, which `korean` gives their ends."""
    hedged = (
        rf"{hedged}|(?:whether|if)\b[^.\n]{{0,80}}?\b(?:{positive}|{negative})"
        rf"|\b(?:would|could|might|may) (?:have )?(?:be |been )?(?:\w+ )?(?:{positive})"
        rf"|\b(?:possibly|potentially|perhaps|maybe) (?:{positive})|\b(?:not|n't|cannot) (?:be )?more (?:{positive})"
        r"|\bnot (?:all|every\w*)\b[^.\n]*"
        rf"|(?:{positive}),? (?:[\w']+,? ){{0,6}}?(?:but|and)(?: is| it's| it is)?"
        r" (?:not (?:to|for|by|that)|(?:it )?(?:(?:does|do|can) ?not|doesn't|don't|can't|fails to))\b[^.\n]*"
        rf"|(?:{positive}) (?:to|for|by) (?:(?:an?|some|any|the) )?"
        r"(?:\w*thing else|(?:other|another|different) \w+)[^.\n]*"
        rf"|(?:{positive})[^\n]{{0,80}}?\b(?:is|are|was|were|do|does)(?: ?not|n't){_END}"
        rf"|(?:{positive})[^.\n]{{0,80}}?\bnot (?:to |for |by )?"
        r"(?:(?:the|this|your) (?:\w+ )?(?:question|query)|what (?:is|was))"
        rf"|(?:{positive}) (?:no|false)(?=[.\n]|$)|{NOT}(?:{negative})"
        rf"|{NOT}(?:fully|completely|entirely|wholly)\b[^.\n]*|{_MODEL_DOES_NOT_KNOW}"
        rf"|{korean.left_open(*stems)}"
    )
    nothing = rf"(?:{positive}) (?:to|for|by|in) (?:no|none|nothing|neither)\b[^.\n]*"
    ordered = [
        (None, hedged),
        (no, rf"{NOT}(?:{positive})|{nothing}|{korean.denied(stems[0])}"),
        (no, rf"{negative}|(?:{stems[1]})\w*"),
        *between,
        (yes, rf"{positive}|(?:{stems[0]})\w*"),
    ]
    phrases = re.compile("|".join(f"({pattern})" for _, pattern in ordered))
    return Words(yes, no, denied, tuple(verdict for verdict, _ in ordered), phrases, bare, numbers)
