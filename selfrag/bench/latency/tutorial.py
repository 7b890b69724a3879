"""Self-RAG as LangGraph's tutorial does it: one call after another, with OpenAI's own client."""

import time
from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

import openai
from openai.types.chat import ChatCompletionMessageParam

from selfrag.bench.latency.script import QUESTION

_SCORE = {
    "type": "function",
    "function": {
        "name": "grade",
        "parameters": {
            "type": "object",
            "properties": {"binary_score": {"type": "string", "description": "yes or no"}},
            "required": ["binary_score"],
        },
    },
}


class Sequential(NamedTuple):
    """Seconds of the whole flow, and of its round trips: an embedding, a grade, and a writer's first token."""

    whole: float
    embed: float
    grade: float
    first_token: float


def time_tutorial(client: openai.OpenAI, passages: Sequence[str]) -> Sequential:
    """Embed the question, grade each passage, write, check the answer against passages and question.

    Finding the passages costs nothing here, which favours this flow.
    """
    began = time.perf_counter()
    client.embeddings.create(model="fake-embedding", input=QUESTION, encoding_format="float")
    embed = time.perf_counter() - began
    grades = [_grade(client, f"Is the document relevant?\n\n{text}\n\nQuestion: {QUESTION}") for text in passages]
    facts = "\n\n".join(passages)
    answer, first_token = _write(client, f"Answer from the context.\n\n{facts}\n\nQuestion: {QUESTION}")
    grades.append(_grade(client, f"Is the answer grounded in the facts?\n\n{facts}\n\nAnswer: {answer}"))
    grades.append(_grade(client, f"Does the answer resolve the question?\n\n{QUESTION}\n\nAnswer: {answer}"))
    return Sequential(time.perf_counter() - began, embed, median(grades), first_token)


def _grade(client: openai.OpenAI, prompt: str) -> float:
    began = time.perf_counter()
    tools: Any = [_SCORE]
    client.chat.completions.create(model="fake-model", messages=_messages(prompt), temperature=0, tools=tools)
    return time.perf_counter() - began


def _write(client: openai.OpenAI, prompt: str) -> tuple[str, float]:
    began, first, pieces = time.perf_counter(), 0.0, []
    for chunk in client.chat.completions.create(model="fake-model", messages=_messages(prompt), stream=True):
        first = first or time.perf_counter() - began
        pieces.append(chunk.choices[0].delta.content or "")
    return "".join(pieces), first


def _messages(prompt: str) -> list[ChatCompletionMessageParam]:
    return [{"role": "user", "content": prompt}]
