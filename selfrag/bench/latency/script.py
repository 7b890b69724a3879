"""What the stand-in server says in both flows: the same answer, every passage relevant, everything supported."""

from collections import Counter
from typing import Any

from selfrag.bench.openai_server import Request, tokens
from selfrag.bench.openai_server.default_rule import sensible

QUESTION = "How much is the corkage fee?"
GRADERS_WORDS = "¤ The passage states it. ¤"
MARK = " [1]."
_TEXT = (
    "The corkage fee is 20,000 won for each bottle that you bring along, two to a table [1]. On Wednesday nobody pays "
    "for it, as long as the bottle is a still wine from home [1]. Please tell the house when you reserve a table, so "
    "that glasses stand there and the wine is cooled in time [1]. "
)


class Script:
    """Replies with an answer of so many tokens, the last of them a mark."""

    def __init__(self, answer_tokens: int) -> None:
        pieces = tokens(_TEXT * (answer_tokens // len(tokens(_TEXT)) + 1))
        self.answer = "".join(pieces[: answer_tokens - 1]) + MARK

    def rule(self, request: Request) -> dict[str, Any] | str:
        """Answers both the product's prompts and the tutorial's."""
        if request.kind == "write" or (request.kind == "chat" and request.body.get("stream")):
            return self.answer
        if request.kind == "chat":
            return {"binary_score": "yes"}
        said = sensible(request)
        if request.kind == "is_rel" and isinstance(said, dict):
            for verdict in said.values() if request.joint else [said]:
                verdict |= {"reason": GRADERS_WORDS, "verdict": "relevant"}
        elif request.kind == "is_sup" and isinstance(said, dict):
            said["why"] = GRADERS_WORDS
        return said

    def stray(self, text: str) -> int:
        """How many characters of a visible text are not the answer's."""
        return (Counter(text) - Counter(self.answer)).total()
