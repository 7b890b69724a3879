"""The paper's reflection tokens from a chat model."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from selfrag.models import prompts, verdicts
from selfrag.models.openai.ladder import MAX_TOKENS, Form, ask
from selfrag.models.openai.server import Server
from selfrag.ports import Claim, IsRel, IsSup, IsUse, Meter, Passage, Retrieve, Turn
from selfrag.sentences import sentence

PARALLEL = 8

_TEXT = {"type": "string"}
RETRIEVE = Form("retrieve", {"reason": _TEXT, "verdict": {"type": "string", "enum": ["yes", "no"]}})
FOLLOW_UP = Form(
    "retrieve", {"reason": _TEXT, "query": _TEXT, "verdict": {"type": "string", "enum": ["yes", "no", "continue"]}}
)
IS_REL = Form(
    "is_rel", {"reason": _TEXT, "verdict": {"type": "string", "enum": ["relevant", "ambiguous", "irrelevant"]}}
)
IS_SUP = Form("is_sup", {"reason": _TEXT, "verdict": {"type": "string", "enum": ["fully", "partially", "no"]}})
IS_USE = Form("is_use", {"reason": _TEXT, "verdict": {"type": "integer", "enum": [1, 2, 3, 4, 5]}})

NO_PASSAGE = sentence("There is no passage to support it.")

_Item = TypeVar("_Item")
_Verdict = TypeVar("_Verdict")


class OpenAIReflector:
    """Implements `Reflector`. Raises ModelUnreachable or ModelRefused; a reply that is no verdict is `unknown`."""

    def __init__(self, server: Server, meter: Meter) -> None:
        self._server = server
        self._meter = meter

    def decide_retrieval(self, question: str, history: Sequence[Turn]) -> Retrieve:
        """Retrieve; the query of a follow-up comes with the same call."""
        text, problem = self._ask(prompts.decide_retrieval(question, history), FOLLOW_UP if history else RETRIEVE)
        if problem:
            return Retrieve(verdict="unknown", query=question, reason=problem)
        found = verdicts.read_retrieval(text, question)
        if not history:
            found["query"] = question
            if found["verdict"] == "continue":
                found["verdict"] = "unknown"
        return found

    def grade_passages(self, question: str, passages: Sequence[Passage]) -> list[IsRel]:
        """IsRel of each passage, all asked at once."""
        return _each(lambda passage: self._grade_passage(question, passage), passages)

    def grade_support(self, claims: Sequence[Claim], passages: Sequence[Passage]) -> list[IsSup]:
        """IsSup of each claim by the passages it cites, or by all where it cites none; all asked at once."""
        return _each(lambda claim: self._grade_claim(claim, passages), claims)

    def grade_usefulness(self, question: str, answer: str) -> IsUse:
        """IsUse of the answer."""
        text, problem = self._ask(prompts.grade_usefulness(question, answer), IS_USE)
        return IsUse(verdict=None, reason=problem) if problem else verdicts.read_usefulness(text)

    def _grade_passage(self, question: str, passage: Passage) -> IsRel:
        text, problem = self._ask(prompts.grade_passage(question, passage), IS_REL)
        if problem:
            return IsRel(verdict="unknown", score=verdicts.SCORES["unknown"], reason=problem)
        return verdicts.read_relevance(text)

    def _grade_claim(self, claim: Claim, passages: Sequence[Passage]) -> IsSup:
        cited = [passage for passage in passages if passage["id"] in claim["passage_ids"]]
        judged_by = cited or list(passages)
        if not judged_by:
            return IsSup(verdict="no", passage_ids=[], reason=NO_PASSAGE)
        text, problem = self._ask(prompts.grade_support(claim, judged_by), IS_SUP)
        if problem:
            return IsSup(verdict="unknown", passage_ids=[], reason=problem)
        verdict, reason = verdicts.read_support(text)
        carried = [passage["id"] for passage in cited] if verdict in ("fully", "partially") else []
        return IsSup(verdict=verdict, passage_ids=carried, reason=reason)

    def _ask(self, messages: Sequence[prompts.Message], form: Form) -> tuple[str, str]:
        """The reply's text, and why there is none to read."""
        reply = ask(self._server, self._meter, messages, form)
        if reply.refusal:
            why = verdicts.one_line(reply.refusal, verdicts.REASON_CHARS)
            return "", sentence("The model refused: {why}", why=why)
        if reply.cut and not reply.text.strip():
            return "", sentence("The model did not come to a verdict within {limit} tokens.", limit=MAX_TOKENS)
        return reply.text, ""


def _each(grade: Callable[[_Item], _Verdict], items: Sequence[_Item]) -> list[_Verdict]:
    if not items:
        return []
    with ThreadPoolExecutor(min(PARALLEL, len(items)), thread_name_prefix="grade") as pool:
        return list(pool.map(grade, items))
