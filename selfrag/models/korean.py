"""Korean negates at the end: what follows a stem decides whether it is said, denied or left open.

"관련이 있다고 보기 어렵다" says no and "관련이 없다고 할 수는 없다" does not, so no stem is read without its ending.
All patterns are bounded: reading stays linear in the length of a reply.
"""

_END_OF_CLAUSE = (
    r"(?:[는은을한할된될]지|음|함|됨|다|요|까|며|만|데|으나|므로|면서|니|[어아해워](?:서|(?! ?(?:있|보이)))"
    r"|(?<![다라])고(?! ?있))(?!\w)"
)
_WORD = rf"(?!뿐|\w{{0,12}}?{_END_OF_CLAUSE})\w{{1,12}} "
_NEGATION = r"\w{0,8}?(?:않|(?<!잘)못|없(?!이)|어렵|어려|힘들|아니|아닙|아닌|낮)\w*"
_NOT_SO = r"\w{0,4}?지(?:는|도|가|만은)? ?(?:않|못)\w*|\w{0,2} ?보이지(?:는|도)? ?않\w*"
_SHARE = r"(?:완전히|전적으로|모두|전부|부분적\w{0,4}|일부\w{0,2}|다소|약간|조금|어느 ?정도)"


def denied(stem: str) -> str:
    """What the stem says is denied further on in its clause: "있다고 보기 어렵다", "있는 내용이 없다"."""
    return (
        rf"(?:{stem})(?:{_NOT_SO}"
        rf"|(?!\w{{0,6}}?{_END_OF_CLAUSE})\w{{0,6}} (?:{_WORD}){{0,4}}?{_NEGATION})"
    )


def left_open(positive: str, negative: str) -> str:
    """Neither said nor denied: whether, if, may be, yes but, a denied negative, a denied share."""
    negative = rf"{negative}|(?:{positive})\w{{0,2}}지(?:는|도|가)? ?(?:않|못)"
    twice = (
        rf"(?:{negative})(?:{_NOT_SO}"
        rf"|\w{{0,3}}?[다라]고(?:는|도)? (?:{_WORD}){{0,4}}?{_NEGATION}"
        rf"|\w{{0,2}} ?(?:것|건|게)\w{{0,3}} (?:{_WORD}){{0,4}}?{_NEGATION})"
    )
    whether = (
        rf"(?:{positive}|{negative})(?:\w{{0,2}}지(?:는|도|가|를)?(?!\w| ?[않못])|\w{{0,3}}면(?!\w)"
        rf"|\w{{0,2}} 수(?:도|는|가)? ?있(?!는 (?:{_WORD}){{0,3}}?{_NEGATION})\w*)"
    )
    but = rf"(?:{positive})\w{{0,2}}(?:지만|으나|하나|[는은]데|[나까]요?)(?!\w)"
    return rf"{twice}|{whether}|{but}|{_SHARE} ?(?:{denied(positive)}|(?:{negative})\w*)"
