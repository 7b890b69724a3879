"""What people ask about the sample restaurant, and a model that reads its menu and wine list as a person would."""

from collections.abc import Sequence
from typing import Any

from selfrag.bench.openai_server import Request

PAIRING = "스테이크와 어울리는 와인을 추천해 주세요. 가격도 알려 주세요."
GREETING = "안녕하세요?"
FOLLOW_UP = "그 와인은 몇 도에 마시나요?"
WEATHER = "오늘 서울 날씨는 어때요?"
CAPITAL = "What is the capital of Australia?"
STANDALONE = "서랍지기 카베르네는 몇 도에 마시나요?"
CANBERRA = "Canberra is the capital of Australia."

ANSWERED_BY = {
    PAIRING: ("시그니처 스테이크 (Signature Steak)", "서랍지기 카베르네를 추천"),
    STANDALONE: ("레드 와인은 16~18도",),
    CAPITAL: (CANBERRA,),
}
"""What a text holds that helps with a question."""


def reading(request: Request) -> Any:
    """A rule for the stand-in server; None where its own rule will do."""
    question = (request.data("question") or [""])[-1]
    match request.kind:
        case "retrieve":
            return _retrieval(question, request.data("source"), bool(request.data("conversation")))
        case "is_rel":
            [passage] = request.data("passage")
            return {"reason": "read", "verdict": _verdict(question, passage)}
        case "strips":
            return {str(n): _verdict(question, strip) for n, strip in enumerate(request.data("strip"), 1)}
        case "write":
            return " ".join(
                f"{line} [{n}]."
                for n, passage in enumerate(request.data("passage"), 1)
                for line in passage.splitlines()
                if _verdict(question, line) == "relevant"
            )
    return None


def _retrieval(question: str, sources: Sequence[str], follows: bool) -> dict[str, Any]:
    asked = STANDALONE if question == FOLLOW_UP else question
    needed = [n for n, source in enumerate(sources, 1) if question != FOLLOW_UP or source.startswith("와인")]
    told: dict[str, Any] = {"verdict": "yes", "sources": needed}
    if question == GREETING:
        told = {"verdict": "no", "sources": []}
    if not sources:
        del told["sources"]
    return {"query": asked, **told} if follows else told


def _verdict(question: str, text: str) -> str:
    helps = any(fact in text for fact in ANSWERED_BY.get(question, ()))
    return "relevant" if helps else "irrelevant"
