"""What the models are told. Text from outside is joined in as data, never formatted into a template."""

import re
from collections.abc import Sequence

from selfrag.models.rules import (
    ANSWER_DIRECTLY,
    DECIDE_FOLLOW_UP,
    DECIDE_RETRIEVAL,
    GRADE_PASSAGE,
    GRADE_PASSAGES,
    GRADE_STRIPS,
    GRADE_SUPPORT,
    GRADE_USEFULNESS,
    LANGUAGE_RULE,
    REWRITE_QUESTION,
    ROUTE,
    ROUTE_FOLLOW_UP,
    WRITE_ANSWER,
)
from selfrag.ports import Claim, Passage, Source, Turn

Message = dict[str, str]


def decide_retrieval(question: str, history: Sequence[Turn], sources: Sequence[Source] = ()) -> list[Message]:
    """Retrieve; with a history also the self-contained query, with sources also which of them to search."""
    rules = {
        (False, False): DECIDE_RETRIEVAL,
        (True, False): DECIDE_FOLLOW_UP,
        (False, True): ROUTE,
        (True, True): ROUTE_FOLLOW_UP,
    }[bool(history), bool(sources)]
    offered = ["\n\n".join(_source(n, source) for n, source in enumerate(sources, 1))] if sources else []
    past = [_conversation(history)] if history else []
    return _messages(rules, *offered, *past, _tagged("question", question))


def grade_passage(question: str, passage: Passage) -> list[Message]:
    """IsRel for one passage."""
    return _messages(GRADE_PASSAGE, numbered([passage]), _tagged("question", question))


def grade_passages(question: str, passages: Sequence[Passage]) -> list[Message]:
    """IsRel for all passages in one reply."""
    return _messages(GRADE_PASSAGES, numbered(passages), _tagged("question", question))


def grade_strips(question: str, strips: Sequence[str]) -> list[Message]:
    """IsRel for all strips of a passage in one reply."""
    pieces = "\n\n".join(_tagged("strip", text, f' n="{n}"') for n, text in enumerate(strips, 1))
    return _messages(GRADE_STRIPS, pieces, _tagged("question", question))


def grade_support(claims: Sequence[Claim], passages: Sequence[Passage]) -> list[Message]:
    """IsSup for all claims in one reply."""
    numbers = {passage["id"]: n for n, passage in enumerate(passages, 1)}
    said = [_tagged("claim", claim["text"], f' n="{n}"' + _cites(claim, numbers)) for n, claim in enumerate(claims, 1)]
    return _messages(GRADE_SUPPORT, numbered(passages), "\n\n".join(said))


def grade_usefulness(question: str, answer: str) -> list[Message]:
    """IsUse for an answer."""
    return _messages(GRADE_USEFULNESS, _tagged("question", question), _tagged("answer", answer))


def write_answer(question: str, passages: Sequence[Passage], feedback: str) -> list[Message]:
    """The answer; `feedback` says what was wrong with the one before."""
    notes = (
        [_tagged("feedback", feedback), "Write a new answer that mends what the feedback names."] if feedback else []
    )
    return _messages(WRITE_ANSWER, numbered(passages), *notes, _tagged("question", question), LANGUAGE_RULE)


def answer_directly(question: str, history: Sequence[Turn]) -> list[Message]:
    """A reply without documents, the history as turns."""
    turns = [
        message
        for turn in history
        for message in (_message("user", turn["question"]), _message("assistant", turn["answer"]))
    ]
    return [_message("system", ANSWER_DIRECTLY), *turns, _message("user", question)]


def rewrite_question(question: str, history: Sequence[Turn], tried: Sequence[str]) -> list[Message]:
    """A query that differs from those tried."""
    past = [_conversation(history)] if history else []
    queries = [_tagged("tried", "\n".join(tried))] if tried else []
    return _messages(REWRITE_QUESTION, *past, *queries, _tagged("question", question))


def numbered(passages: Sequence[Passage]) -> str:
    """The passages as data, each under the number that marks it, from 1."""
    return "\n\n".join(
        _tagged("passage", f"{passage['document']}, page {passage['page']}\n{passage['text']}", f' n="{n}"')
        for n, passage in enumerate(passages, 1)
    )


def sendable(text: str) -> str:
    """The text without lone surrogates, which no request can carry."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _conversation(history: Sequence[Turn]) -> str:
    turns = "\n".join(f"User: {turn['question']}\nAnswer: {turn['answer']}" for turn in history)
    return _tagged("conversation", turns)


def _source(number: int, source: Source) -> str:
    title = " ".join(source["title"].split())
    return _tagged("source", f"{title}\n{source['description']}".strip(), f' n="{number}"')


def _cites(claim: Claim, numbers: dict[str, int]) -> str:
    cited = sorted({numbers[passage_id] for passage_id in claim["passage_ids"] if passage_id in numbers})
    return f' cites="{",".join(map(str, cited))}"' if cited else ""


def _tagged(tag: str, text: str, attributes: str = "") -> str:
    """The text between tags; it can neither close them nor begin another of them."""
    inert = re.sub(rf"<(?=\s{{0,8}}/?\s{{0,8}}{tag}\b)", r"<\\", text, flags=re.IGNORECASE)
    return f"<{tag}{attributes}>\n{inert}\n</{tag}>"


def _messages(rules: str, *data: str) -> list[Message]:
    """Rules and data apart; one user message, since many chat templates refuse two in a row."""
    return [_message("system", rules), _message("user", "\n\n".join(data))]


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": sendable(content)}
