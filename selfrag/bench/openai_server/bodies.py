"""Replies as OpenAI's endpoints write them."""

import base64
import json
import struct
from collections.abc import Iterator
from typing import Any

from selfrag.bench.openai_server.reply import Reply
from selfrag.bench.openai_server.request import Request
from selfrag.bench.openai_server.texts import tokens, vector

Body = dict[str, Any]
DONE = "[DONE]"


def models(names: tuple[str, ...]) -> Body:
    """The list of models."""
    return {"object": "list", "data": [{"id": name, "object": "model", "owned_by": "fake"} for name in names]}


def embeddings(request: Request) -> Body:
    """One vector for each text, as numbers or in base64, as asked."""
    request.tokens = request.size
    packed = request.body.get("encoding_format") == "base64"
    vectors = [vector(text) for text in request.texts]
    data = [
        {"object": "embedding", "index": n, "embedding": _packed(each) if packed else each}
        for n, each in enumerate(vectors)
    ]
    usage = {"prompt_tokens": request.tokens, "total_tokens": request.tokens}
    return {"object": "list", "data": data, "model": request.model, "usage": usage}


def completion(request: Request, reply: Reply, logprobs: Body | None) -> Body:
    """A whole reply."""
    message: Body = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
    if reply.reasoning is not None:
        message["reasoning_content"] = reply.reasoning
    if request.form == "tools" and reply.text:
        message |= {"content": None, "tool_calls": [_call(request, reply.text)]}
        logprobs = None
    choice = {"index": 0, "message": message, "finish_reason": reply.finish, "logprobs": logprobs}
    return {**_head(request, "chat.completion"), "choices": [choice], "usage": _usage(request, reply)}


def events(request: Request, reply: Reply) -> Iterator[tuple[str, bool]]:
    """A reply in pieces: thoughts, text or arguments, a refusal, the end, and what it cost where that was asked.

    With each, whether the model makes one wait for it: every token but the first.
    """

    def event(choices: list[Body], **more: Any) -> str:
        return json.dumps({**_head(request, "chat.completion.chunk"), "choices": choices, **more}, ensure_ascii=False)

    for n, delta in enumerate(_deltas(request, reply)):
        yield event([{"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": None}]), n > 0
    if reply.finish:
        yield event([{"index": 0, "delta": {}, "finish_reason": reply.finish}]), False
    usage = _usage(request, reply)
    if (request.body.get("stream_options") or {}).get("include_usage"):
        yield event([], usage=usage), False
    yield DONE, False


def _deltas(request: Request, reply: Reply) -> Iterator[Body]:
    for token in tokens(reply.reasoning or ""):
        yield {"reasoning_content": token}
    if request.form == "tools" and reply.text:
        yield {"tool_calls": [{"index": 0, **_call(request, "")}]}
    for token in reply.tokens or tokens(reply.text or ""):
        called = {"tool_calls": [{"index": 0, "function": {"arguments": token}}]}
        yield called if request.form == "tools" else {"content": token}
    for token in tokens(reply.refusal or ""):
        yield {"refusal": token}


def _head(request: Request, kind: str) -> Body:
    return {"id": "c", "object": kind, "created": 0, "model": request.model}


def _call(request: Request, arguments: str) -> Body:
    function = {"name": request.body["tools"][0]["function"]["name"], "arguments": arguments}
    return {"id": "call", "type": "function", "function": function}


def _usage(request: Request, reply: Reply) -> dict[str, int]:
    asked, said = request.size, len(tokens(reply.reasoning or "")) + len(tokens(reply.text or ""))
    request.tokens = asked + said
    return {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": request.tokens}


def _packed(numbers: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()
