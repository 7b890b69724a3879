"""The paper's reflection tokens from a chat model."""

from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from selfrag.errors import ContextTooLong
from selfrag.models import prompts, verdicts
from selfrag.models.openai.answers import Answer, answered
from selfrag.models.openai.chat_model import ChatModel
from selfrag.models.openai.forms import FOLLOW_UP, IS_REL, IS_USE, RETRIEVE, is_rels, is_sups, routing, strip_rels
from selfrag.models.openai.halves import in_parts, joined
from selfrag.models.openai.ladder import MAX_TOKENS, Form
from selfrag.models.openai.loop import gathered
from selfrag.models.openai.supports import is_sup, judging
from selfrag.ports import Claim, IsRel, IsSup, IsUse, Look, Meter, Passage, Retrieve, Source, Turn, unseen
from selfrag.sentences import sentence

TOKENS_EACH = 128
TOKENS_OF_A_STRIP = 16

NO_PASSAGE = sentence("There is no passage to support it.")
TOO_LONG = sentence("This is too long for the model to read at once.")
WHOLE_PASSAGE = sentence("This is the whole passage, which was graded itself.")

_Verdict = TypeVar("_Verdict")


class OpenAIReflector:
    """Implements `Reflector`. Raises ModelUnreachable or ModelRefused; a reply that is no verdict is `unknown`.

    `together` asks for the relevance of all passages in one request. What is too long for the model is asked in
    halves; a passage or claim that does not fit alone is `unknown`.
    """

    def __init__(self, chat_model: ChatModel, meter: Meter, *, together: bool = False) -> None:
        self._chat_model = chat_model
        self._meter = meter
        self._together = together

    def decide_retrieval(
        self, question: str, history: Sequence[Turn], sources: Sequence[Source] = (), look: Look = unseen
    ) -> Retrieve:
        """Retrieve; the query of a follow-up and the sources to search come with the same call.

        Sources are chosen by title and description; nothing is looked up for that.
        """
        return self._run(self._decide(question, history, sources))

    def grade_passages(self, question: str, passages: Sequence[Passage]) -> list[IsRel]:
        """IsRel of each passage, all asked at once."""
        if not passages:
            return []

        async def grade(some: Sequence[Passage]) -> list[IsRel]:
            return await self._grade_passages(question, some)

        groups = [passages] if self._together else [[passage] for passage in passages]
        return self._run(joined(in_parts(grade, group, _too_long()) for group in groups))

    def grade_strips(self, question: str, strips: Sequence[Sequence[str]]) -> list[list[IsRel]]:
        """IsRel of each strip, one request for each passage and all at once.

        A passage of one strip costs no request: it was graded itself before, and its strip is all of it.
        """

        async def grade(some: Sequence[str]) -> list[IsRel]:
            return await self._grade_strips(question, some)

        several = [texts for texts in strips if len(texts) > 1]
        told = iter(self._run(gathered(in_parts(grade, texts, _too_long()) for texts in several)) if several else [])
        return [next(told) if len(texts) > 1 else [_whole() for _ in texts] for texts in strips]

    def grade_support(self, claims: Sequence[Claim], passages: Sequence[Passage]) -> list[IsSup]:
        """IsSup of each claim by the passages it cites, or by all where it cites none; all in one request."""
        if not passages:
            return [IsSup(verdict="no", passage_ids=[], score=0.0, reason=NO_PASSAGE, basis="label") for _ in claims]
        if not claims:
            return []
        too_long = IsSup(verdict="unknown", passage_ids=[], score=0.5, reason=TOO_LONG, basis="label")

        async def grade(some: Sequence[Claim]) -> list[IsSup]:
            return await self._grade_claims(some, passages)

        return self._run(in_parts(grade, claims, too_long))

    def grade_usefulness(self, question: str, answer: str) -> IsUse:
        """IsUse of the answer."""
        return self._run(self._grade_usefulness(question, answer))

    async def _decide(self, question: str, history: Sequence[Turn], sources: Sequence[Source]) -> Retrieve:
        form = FOLLOW_UP if history else RETRIEVE
        if sources:
            form = routing(len(sources), follow_up=bool(history))
        try:
            answer = await self._ask(prompts.decide_retrieval(question, history, sources), form)
        except ContextTooLong:
            if history:
                return await self._decide(question, history[(len(history) + 1) // 2 :], sources)
            return Retrieve(verdict="unknown", query=question, reason=TOO_LONG, probability=None, sources=[])
        found = verdicts.read_retrieval(answer.text, question, answer.tokens, answer.excuse, sources)
        if not history:
            found["query"] = question
            if found["verdict"] == "continue":
                found |= {"verdict": "unknown", "probability": None}
        return found

    async def _grade_passages(self, question: str, passages: Sequence[Passage]) -> list[IsRel]:
        if len(passages) == 1:
            answer = await self._ask(prompts.grade_passage(question, passages[0]), IS_REL)
            return [verdicts.read_relevance(answer.text, answer.tokens, answer.excuse)]
        limit = MAX_TOKENS + TOKENS_EACH * len(passages)
        answer = await self._ask(prompts.grade_passages(question, passages), is_rels(len(passages)), limit)
        return verdicts.read_relevances(answer.text, len(passages), answer.tokens, answer.excuse)

    async def _grade_strips(self, question: str, texts: Sequence[str]) -> list[IsRel]:
        limit = MAX_TOKENS + TOKENS_OF_A_STRIP * len(texts)
        answer = await self._ask(prompts.grade_strips(question, texts), strip_rels(len(texts)), limit)
        return verdicts.read_strips(answer.text, len(texts), answer.tokens, answer.excuse)

    async def _grade_claims(self, claims: Sequence[Claim], passages: Sequence[Passage]) -> list[IsSup]:
        judged_by = judging(claims, passages)
        limit = MAX_TOKENS + TOKENS_EACH * len(claims)
        answer = await self._ask(prompts.grade_support(claims, judged_by), is_sups(len(claims)), limit)
        read = verdicts.read_supports(answer.text, len(claims), answer.tokens, answer.excuse)
        return [is_sup(claim, support, judged_by) for claim, support in zip(claims, read, strict=True)]

    async def _grade_usefulness(self, question: str, answer: str) -> IsUse:
        try:
            reply = await self._ask(prompts.grade_usefulness(question, answer), IS_USE)
        except ContextTooLong:
            return IsUse(verdict=None, score=0.0, reason=TOO_LONG, basis="label")
        return verdicts.read_usefulness(reply.text, reply.tokens, reply.excuse)

    async def _ask(self, messages: Sequence[prompts.Message], form: Form, limit: int = MAX_TOKENS) -> Answer:
        return answered(await self._chat_model.ask(self._meter, messages, form, max_tokens=limit), limit)

    def _run(self, coroutine: Coroutine[Any, Any, _Verdict]) -> _Verdict:
        return self._chat_model.server.run(self._meter, coroutine)


def _too_long() -> IsRel:
    return IsRel(verdict="unknown", score=0.5, reason=TOO_LONG, basis="label")


def _whole() -> IsRel:
    return IsRel(verdict="relevant", score=1.0, reason=WHOLE_PASSAGE, basis="label")
