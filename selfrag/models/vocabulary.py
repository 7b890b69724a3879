"""The words in which models put their verdicts, English and Korean, as data for `reading`."""

from selfrag.models.phrases import BAD, NOT, words

_RELATED = (
    r"(?:관련|연관)(?:되어 ?있|돼 ?있|되|된|됨|됩|될)|(?:관련|연관) ?(?:성|도)?(?:이|은|도|가|는)? ?(?:있|높|깊|많)"
)
_UNRELATED = (
    r"(?:관련|연관) ?(?:성|도)?(?:이|은|도|가|는)? ?(?:(?:전혀|거의|별로|크게) )?(?:없|낮|적)(?!이|인|으)"
    r"|(?:관련|연관) (?!여부|있|높|깊|많)(?:\w{1,8} ){1,4}?(?:없(?!이))|무관"
)
REL = words(
    "relevant",
    "irrelevant",
    "relevant",
    positive=(
        r"\b(?:relevant|related|pertinent|on[ -]topic|correct)\b|\banswers? (?:the|this|your) (?:\w+ )?question\b"
    ),
    negative=rf"\b(?:no|little|hardly any) relevance\b|{BAD}",
    stems=(_RELATED, _UNRELATED),
    between=[
        (
            "ambiguous",
            r"\b(?:ambiguous|borderline)\b"
            r"|\b(?:partial(?:ly)?|partly|somewhat|marginally)(?: relevant| related)?\b"
            r"|\b(?:tangential|slight|loose|vague|weak|indirect|peripheral|mild|moderate|minimal|remote)ly"
            r" (?:relevant|related)\b|\brelevant (?:only )?(?:in part|partly|partially)\b"
            r"|애매\w*|모호\w*|(?:부분적으로|일부) ?(?:(?:관련|연관)\w*)?(?: ?있\w*)?"
            rf"|(?:다소|약간|조금|어느 ?정도|간접적(?:으로|인)) ?(?:{_RELATED})\w*",
        )
    ],
    bare={
        **dict.fromkeys(("high", "높음", "높다", "높습니다"), "relevant"),
        **dict.fromkeys(("medium", "maybe", "중간", "보통"), "ambiguous"),
        **dict.fromkeys(("low", "낮음", "낮다", "낮습니다"), "irrelevant"),
    },
    numbers=((0, 0.3, "irrelevant"), (0.3, 0.7, "ambiguous"), (0.7, 1, "relevant")),
)
_CARRIED = r"(?:완전히 |전적으로 )?(?:지지|뒷받침)(?:되어 ?있|되|된|됨|됩|될|하|한|함|합|할)|근거 ?(?:가|이|는|도)? ?있"
_MOSTLY = r"(?:mostly|largely|mainly|in part|(?:almost|nearly)(?: fully| completely| entirely)?)"
SUP = words(
    "fully",
    "no",
    None,
    positive=(
        r"\b(?:(?:fully|completely|entirely)[ -]+)?(?:support(?:s|ed)?|grounded|entail(?:s|ed)?|correct)\b"
        r"|\bfully\b(?! +(?:un|no|contradict|refute|hallucinat))"
    ),
    negative=rf"\bcontradict\w*|\brefuted?\b|\bhallucinat\w*|{BAD}",
    stems=(
        _CARRIED,
        r"(?:지지|뒷받침)(?:가|이)? ?안 ?(?:되|된|됨|됩)|근거 ?(?:가|이|는)? ?(?:(?:전혀|거의) )?(?:없|부족)|모순",
    ),
    hedged=r"\b(?:insufficient|inadequate|limited|little|weak|some)(?:ly)? support(?:ed)?\b|\bsupport is \w+",
    between=[
        (
            "partially",
            r"\b(?:partial(?:ly)?|partly|somewhat)(?:[ -]+(?:support(?:s|ed)?|grounded))?\b"
            rf"|\b{_MOSTLY} (?:support(?:s|ed)?|grounded)\b"
            r"|\b(?:supported|grounded) (?:only )?(?:in part|partly|partially)\b"
            r"|\bparts? of (?:\w+ ){1,4}?(?:is|are) (?:supported|grounded)\b"
            r"|(?:부분적\w*|일부\w*) ?(?:(?:지지|뒷받침)\w*)?"
            rf"|(?:대체로|대부분|거의) ?(?:{_CARRIED})\w*",
        )
    ],
    numbers=((0, 0, "no"), (0.5, 0.5, "partially"), (1, 1, "fully")),
)
RETRIEVE = words(
    "yes",
    "no",
    "yes",
    positive=(
        r"\b(?:retriev(?:e|al|ing)|search(?:ing)?)(?: is)?(?: (?:needed|necessary|required))?\b"
        r"|\b(?:needed|necessary|required)\b"
    ),
    negative=(rf"\b(?:retriev(?:al|ing)|search(?:ing)?) (?:\w+ )?{NOT}(?:needed|necessary|required)\b|\bunnecessary\b"),
    stems=(
        r"(?:검색\w{0,2} ?)?필요(?:하|함|합|한|할|해)|검색\w{0,2} ?필요(?:(?:가|는|성이)? ?있|(?!\w))",
        r"불필요|(?:검색\w{0,2} ?)?필요(?:가|는|성이|치|도)? ?(?:없|않)|검색하지 ?않",
    ),
    between=[("continue", r"\bcontinue(?: to use (?:the )?evidence)?\b|계속\w*")],
    numbers=((0, 0, "no"), (1, 1, "yes")),
)
_HELPS = r"유용(?:하|한|함|합|할)|도움이? ?(?:되|된|됨|됩|될)"
USE = words(
    "5",
    "1",
    None,
    positive=r"\b(?:very |highly |fully )?(?:useful|helpful)\b",
    negative=BAD,
    stems=(_HELPS, r"쓸모 ?없|도움이? ?(?:안|못) ?(?:되|된|됨|됩)|도움이? ?(?:전혀 )?없"),
    hedged=(
        r"\b(?:mostly|quite|fairly|reasonably|slightly|not (?:very|particularly|especially|that|so|too|overly))"
        r" (?:useful|helpful)\b|\b(?:useful|helpful),? (?:but|though|although|except|however)\b[^.\n]*"
        r"|(?<!\d)[-–—−]\d[^.\n]*"
        r"|(?<!\d)(?!5 ?점)\d{1,3} ?점 ?만점\w{0,2} ?\d{1,3} ?점"
    ),
    between=[
        (
            "3",
            r"\b(?:somewhat|partial(?:ly)?|partly|moderately) (?:useful|helpful)\b"
            rf"|(?:다소|약간|조금|어느 ?정도|부분적으로) ?(?:{_HELPS})\w*",
        ),
        *(
            (
                str(n),
                rf"(?<![\d./–—−-]){n}(?:\.0)?(?: ?(?:/ ?|(?:out )?of )(?:5|five)\b(?![\d.]*\d)| ?점(?! ?만점)"
                r"| (?:(?:not|very|quite|highly|fully|fairly|mostly|somewhat) ){0,2}(?:useful|helpful)\b"
                rf"|[ -]?stars?\b(?! (?:out )?of (?!5|five)))|별 ?(?:점 ?)?{n} ?개",
            )
            for n in range(1, 6)
        ),
    ],
    numbers=tuple((n, n, str(n)) for n in range(1, 6)),
)
