"""A small OpenAI-compatible server over real HTTP, for tests and the latency bench.

    with OpenAIServer(latency=0.3, token_latency=0.01) as server:
        openai.OpenAI(base_url=server.url, api_key="k").embeddings.create(model="any", input="steak")
        assert server.kinds() == ["embed"]

A rule, `Request -> Reply | str | dict | None`, answers; where it gives None, the default rule compares words.
`server.fail(429, times=2, retry_after="1")` makes the next requests fail, `server.fail_share(0.2)` every fifth or so.
`OpenAIServer(refuse=("json_schema", "logprobs"))` does not know these forms and parameters, and says so as OpenAI does.
`Reply('{"verdict": "relevant"}', alternatives={"relevant": {"relevant": 0.7, "irrelevant": 0.3}})` tells
probabilities to those who ask for them, and `Reply(raw="<html>")` is no answer at all.
"""

from selfrag.bench.openai_server.reply import Reply, Rule
from selfrag.bench.openai_server.request import Request
from selfrag.bench.openai_server.server import OpenAIServer
from selfrag.bench.openai_server.texts import tokens, vector

__all__ = ["OpenAIServer", "Reply", "Request", "Rule", "tokens", "vector"]
