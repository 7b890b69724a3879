"""Probabilities of tokens, in OpenAI's shape."""

import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from selfrag.bench.openai_server.reply import Reply, Shares
from selfrag.bench.openai_server.request import LABELS, Request
from selfrag.bench.openai_server.texts import fine_tokens

SURE = 0.9
_VERDICT = re.compile(r'"(?:verdict|\d+)"\s*:\s*"?$')


def logprobs(request: Request, reply: Reply, always: bool) -> dict[str, Any] | None:
    """`choices[0].logprobs`, where they were asked for and the reply, or the server (`always`), tells any."""
    if not request.body.get("logprobs") or not reply.text or not (always or reply.alternatives):
        return None
    top, before, seen = request.body.get("top_logprobs") or 0, "", Counter[str]()
    content = []
    for token in reply.tokens or fine_tokens(reply.text):
        shares = _scripted(reply, token, seen) or (_unsure(request, token, before) if always else None) or {token: 1.0}
        content.append(_token(token, shares, top))
        before += token
    return {"content": content, "refusal": None}


def _scripted(reply: Reply, token: str, seen: Counter[str]) -> Shares | None:
    name = token.strip()
    shares = reply.alternatives.get(name)
    if shares is None or isinstance(shares, Mapping):
        return shares
    seen[name] += 1
    return shares[min(seen[name], len(shares)) - 1]


def _unsure(request: Request, token: str, before: str) -> Shares | None:
    labels = LABELS.get(request.kind, ())
    if token not in labels or not _VERDICT.search(before):
        return None
    return {label: SURE if label == token else (1 - SURE) / (len(labels) - 1) for label in labels}


def _token(token: str, shares: Shares, top: int) -> dict[str, Any]:
    ranked = sorted(shares.items(), key=lambda item: -item[1])[:top]
    chosen = shares.get(token, shares.get(token.strip(), 1.0))
    return {**_entry(token, chosen), "top_logprobs": [_entry(*each) for each in ranked]}


def _entry(token: str, share: float) -> dict[str, Any]:
    logprob = math.log(share) if share > 0 else -9999.0
    return {"token": token, "logprob": logprob, "bytes": list(token.encode())}
