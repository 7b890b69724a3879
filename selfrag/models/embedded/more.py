"""Follow-ups that ask for nothing new, in Korean or English: the passages behind the answer are enough for them."""

import re
from collections.abc import Sequence

from selfrag.models.embedded.notices import is_notice
from selfrag.ports import Turn

_WOULD_YOU = r"(?:(?:can|could|would|will)\syou\s)?(?:please\s)?"
_IT = r"(?:it|that|this|them)"
# Nothing is tried twice, so that reading stays linear: of two words that begin alike the longer one stands first.
_ASKS_FOR_MORE = re.compile(
    rf"""
    (?: (?>
      why\s(?:is|was)\s{_IT}(?:\sso)? | why\s(?:so|not)\b | why | how\s(?:so|come) | go\son | carry\son | continue
    | {_WOULD_YOU}(?:tell|give)\sme\s(?:(?:a\s(?:bit|little)|some)\s)?more(?:\sdetails?)?(?:\sabout\s{_IT}\b)?
    | {_WOULD_YOU}(?:explain|repeat|rephrase|summari[sz]e|elaborate|clarify|say)(?:\son)?(?:\s{_IT}\b)?(?:\sagain)?
    | (?:(?:in|with|some)\s)?more(?:\sdetails?)? | in\s(?:detail|short|other\swords) | further | again | please
    | what\s(?:do\syou\smean|does\s{_IT}\smean)(?:\sby\s{_IT})? | and | so | well
    | 왜\s?(?:그런가요|그래요?|그렇죠|그런\s?거예요|그렇습니까) | 왜(?:요|죠|지요|지)? | 어째서(?:요|죠)? | 이어서
    | (?:(?:그게|그건|그것은|이게|이건|저게|그\s?말[은이])\s?)?(?:무슨|어떤)\s?(?:뜻|말씀|말|의미)
      (?:이에요|이죠|이지요|인가요|인지요|입니까|이야|인데요|이니|인지)?
    | 조금 | 좀 | 더요? | 다시 | 한\s?번 | 자세히요? | 자세하게 | 자세한 | 상세(?:히|하게) | 구체적으로
    | 쉽게 | 간단(?:히|하게) | 짧게 | 길게 | 풀어서? | 네 | 그럼 | 그래서요? | 그리고요? | 그것?에\s?대해서?
    | (?:설명|요약|정리|반복|부연|계속|부탁|알려|들려|(?:말씀?|얘기|이야기)(?=\s?(?:을|를|해|좀)))
      [을를]?\s?(?:(?:해|드려)\s?)?
      (?:주세요|주십시오|주시겠어요|주실래요|줄래요?|줘요?|봐요?|보세요|드려요|드립니다|하세요|합니다|해요?|이요)?
    )[\s,.!?~^:;)]*+ )++
    """,
    re.X | re.I,
)
_LONGEST = 80


def asks_for_more(question: str, history: Sequence[Turn]) -> bool:
    """Whether the question only wants the answer before it explained or gone on with: "Why?", "다시 설명해 주세요"."""
    said = question.strip()
    answered = bool(history) and bool(history[-1]["answer"].strip()) and not is_notice(history[-1]["answer"])
    return answered and len(said) <= _LONGEST and bool(_ASKS_FOR_MORE.fullmatch(said))
