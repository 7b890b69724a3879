"""Binds a node to its ports, and records what each run of it spent and found."""

import inspect
import time
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from selfrag.graph.state import State, Step
from selfrag.ports import Limits, Meter, Outside, Ports

Node = Callable[..., State]
PORTS = {field.name for field in fields(Ports)}


def bind(node: Node, limits: Limits) -> Callable[[State, Outside], State]:
    """The node as the graph calls it; its keyword-only parameters name the ports it gets.

    Each run gets ports of its own, so that calls made beside another node are counted where they belong.
    """
    name = node.__name__
    wanted = [p.name for p in inspect.signature(node).parameters.values() if p.kind is p.KEYWORD_ONLY]

    def run(state: State, outside: Outside) -> State:
        progress = outside.progress
        progress("node", node=name)
        meter, started = Meter(progress), time.perf_counter()
        try:
            ports = outside.make_ports(meter)
            given = {"progress": progress, "limits": limits} | {key: getattr(ports, key) for key in PORTS}
            update = node(state, **{key: given[key] for key in wanted})
        except BaseException as error:
            progress("failed", error=error, step=_broken_off(name, _seconds_since(started), meter))
            raise
        update["steps"] = [step(name, state, update, _seconds_since(started), meter)]
        return update

    return run


def step(name: str, state: State, update: State, seconds: float = 0.0, meter: Meter | None = None) -> Step:
    """The record of one node run."""
    return _step(name, seconds, meter or Meter(), _found(name, {**state, **update}))


def _broken_off(name: str, seconds: float, meter: Meter) -> Step | None:
    """What a node had spent that did not come to its end; None where that is nothing."""
    if not meter.chat + meter.embed:
        return None
    broken: Step = {**_step(name, seconds, meter, {}), "failed": True}
    return broken


def _seconds_since(started: float) -> float:
    return round(time.perf_counter() - started, 4)


def _step(name: str, seconds: float, spent: Meter, found: dict[str, Any]) -> Step:
    return Step(
        node=name,
        seconds=seconds,
        calls=spent.chat,
        embeds=spent.embed,
        tokens=spent.tokens,
        prompt_tokens=spent.prompt_tokens,
        completion_tokens=spent.completion_tokens,
        embedding_tokens=spent.embedding_tokens,
        found=found,
    )


def _found(name: str, after: dict[str, Any]) -> dict[str, Any]:
    finder = FINDERS.get(name)
    return finder(after) if finder else {}


def _verdicts(evidence: list[dict[str, Any]]) -> dict[str, Any]:
    counts = {"relevant": 0, "ambiguous": 0, "unknown": 0, "irrelevant": 0}
    for item in evidence:
        counts[item["is_rel"]] += 1
    return counts


def _decision(state: dict[str, Any]) -> dict[str, Any]:
    decision = state["decision"]
    return {
        "action": decision["action"],
        "by": decision["by"],
        "kept": len(decision["keep"]),
        "reworded": bool(decision.get("question")),
    }


def _support(reflection: dict[str, Any]) -> dict[str, Any]:
    verdicts = [sentence["is_sup"] for sentence in reflection["sentences"]]
    return {
        "sentences": len(verdicts),
        "fully": verdicts.count("fully"),
        "unknown": verdicts.count("unknown"),
        "is_use": reflection["is_use"],
    }


def _written(state: dict[str, Any]) -> dict[str, Any]:
    draft = state["draft"]
    return {
        "passages": len(state["approved"]) - len(state["gone"]) - len(state["left_out"]),
        "citations": len(draft["citations"]) if draft else 0,
        "gone": len(state["gone"]),
        "left_out": len(state["left_out"]),
    }


def _retrieval(state: dict[str, Any]) -> dict[str, Any]:
    return {
        "retrieve": state["retrieve"],
        "probability": state["retrieve_probability"],
        "reason": state["retrieve_reason"],
        "query": state["query"],
    }


FINDERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "decide_retrieval": _retrieval,
    "search": lambda s: {"hits": len(s["hits"]), "collections": len(s["sources"]), "query": s["query"]},
    "gather_evidence": lambda s: {"offered": len(s["evidence"])},
    "grade_passages": lambda s: _verdicts(s["evidence"]),
    "rewrite_question": lambda s: {"query": s["query"], "rewrites": s["counters"]["rewrites"]},
    "review_evidence": _decision,
    "approve_by_policy": _decision,
    "write_answer": _written,
    "reflect": lambda s: _support(s["draft"]["reflection"]),
    "finish": lambda s: {"outcome": s["outcome"]},
}
