"""Reflection tokens from measured coverage: weak verdicts that say what they rest on."""

from collections.abc import Sequence

from selfrag.models.embedded.conversation import is_small_talk, self_contained
from selfrag.models.embedded.more import asks_for_more
from selfrag.models.embedded.reasons import FOLLOW_UP, GREETING, LOOK_UP, MORE
from selfrag.models.embedded.relevance import relevance
from selfrag.models.embedded.routing import route
from selfrag.models.embedded.strips import grade_strips
from selfrag.models.embedded.support import support
from selfrag.models.embedded.usefulness import usefulness
from selfrag.ports import Claim, IsRel, IsSup, IsUse, Look, Passage, Retrieve, RetrieveVerdict, Source, Turn, unseen


class EmbeddedReflector:
    """Judges by the words that question, passage and answer share; implements `ports.Reflector`."""

    def decide_retrieval(
        self, question: str, history: Sequence[Turn], sources: Sequence[Source] = (), look: Look = unseen
    ) -> Retrieve:
        """No for greetings and thanks, continue for "tell me more", else yes; a follow-up borrows words from the turn
        before. The sources to search are those whose best hits hold the question's words, never the web.
        """
        if is_small_talk(question):
            return _retrieve("no", question.strip(), GREETING)
        query = self_contained(question, history)
        if asks_for_more(question, history):
            return _retrieve("continue", query, MORE)
        if sources:
            routed = route(query, sources, look)
            return _retrieve("yes", query, routed.reason, routed.sources)
        return _retrieve("yes", query, LOOK_UP if query == question.strip() else FOLLOW_UP)

    def grade_passages(self, question: str, passages: Sequence[Passage]) -> list[IsRel]:
        """Relevant from a score of .5, ambiguous close to it, unknown where words cannot be compared."""
        return [relevance(question, passage["text"]) for passage in passages]

    def grade_strips(self, question: str, strips: Sequence[Sequence[str]]) -> list[list[IsRel]]:
        """Relevant beside the best strip of all passages, irrelevant where none shares enough with the question."""
        return grade_strips(question, strips)

    def grade_support(self, claims: Sequence[Claim], passages: Sequence[Passage]) -> list[IsSup]:
        """Each claim against the passages it cites, or against all where it cites none of them."""
        return [support(claim, passages) for claim in claims]

    def grade_usefulness(self, question: str, answer: str) -> IsUse:
        """1 to 5 by the question's terms in the answer; None where words cannot be compared."""
        return usefulness(question, answer)


def _retrieve(verdict: RetrieveVerdict, query: str, reason: str, sources: Sequence[str] = ()) -> Retrieve:
    return Retrieve(verdict=verdict, query=query, reason=reason, probability=None, sources=list(sources))
