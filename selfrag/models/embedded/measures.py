"""What shared words can tell of a question and a text: whether they can be compared, and what their coverage means."""

from selfrag.language.coverage import Coverage
from selfrag.language.scripts import main_script

# Coverage at which a passage is as likely relevant as not. Measured on pairs of questions and passages, half of the
# others being the best wrong hit of a full-text search. Korean words meet their inflected selves less often.
_EVEN = {"hangul": 0.48}
_EVEN_ELSEWHERE = 0.56


def scored(question: str, measured: Coverage) -> float:
    """Coverage stretched so that .5 is the point of even odds."""
    even = _EVEN.get(main_script(question), _EVEN_ELSEWHERE)
    share = measured.score
    return round(0.5 * share / even if share < even else 0.5 + 0.5 * (share - even) / (1 - even), 3)


def foreign(question: str, text: str) -> bool:
    """Whether the two are mainly in different scripts, so that their words cannot be compared."""
    return main_script(question) != main_script(text) and bool(main_script(question)) and bool(main_script(text))
