"""Binds a node to its ports, and records what each run of it spent and found."""

import inspect
import time
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from selfrag.graph.state import Step
from selfrag.ports import Limits, Meter, Outside, Ports

Node = Callable[..., Any]
PORTS = {field.name for field in fields(Ports)}


def name_of(node: Node) -> str:
    """A node's name in every strategy, whatever a strategy has set of its parameters."""
    name: str = node.func.__name__ if isinstance(node, partial) else node.__name__
    return name


def bind(node: Node, limits: Limits, name: str = "") -> Callable[[Any, Outside], Any]:
    """The node as the graph calls it; its keyword-only parameters without a default name the ports it gets.

    Each run gets ports of its own, so that calls made beside another node are counted where they belong. What it does
    is told under `name`, or under its own.
    """
    name = name or name_of(node)
    parameters = inspect.signature(node).parameters.values()
    wanted = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.default is p.empty]

    def run(state: Any, outside: Outside) -> Any:
        progress = outside.progress
        progress("node", node=name)
        meter, started = Meter(progress), time.perf_counter()
        try:
            ports = outside.make_ports(meter)
            given = {"progress": progress, "limits": limits, "run": outside.run}
            given |= {key: getattr(ports, key) for key in PORTS}
            update = node(state, **{key: given[key] for key in wanted})
        except BaseException as error:
            progress("failed", error=error, step=broken_off(_step(name, _seconds_since(started), meter, {})))
            raise
        update["steps"] = [step(name, state, update, _seconds_since(started), meter)]
        return update

    return run


def step(name: str, state: Any, update: Any, seconds: float = 0.0, meter: Meter | None = None) -> Step:
    """The record of one node run."""
    return _step(name, seconds, meter or Meter(), _found(name, {**state, **update}))


def joint_step(name: str, beside: Sequence[Step], found: dict[str, Any]) -> Step:
    """One record for steps that ran beside each other: as long as the longest, and all they spent."""
    meter = Meter(
        chat=sum(each["calls"] for each in beside),
        embed=sum(each["embeds"] for each in beside),
        prompt_tokens=sum(each["prompt_tokens"] for each in beside),
        completion_tokens=sum(each["completion_tokens"] for each in beside),
        embedding_tokens=sum(each["embedding_tokens"] for each in beside),
    )
    return _step(name, max((each["seconds"] for each in beside), default=0.0), meter, found)


def broken_off(done: Step) -> Step | None:
    """The record of a step that did not come to its end; None where it had spent nothing."""
    return {**done, "failed": True} if done["calls"] + done["embeds"] else None


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
        counts[{"correct": "relevant", "incorrect": "irrelevant"}.get(item["is_rel"], item["is_rel"])] += 1
    return counts


def _strips(evidence: list[dict[str, Any]]) -> dict[str, Any]:
    strips = [strip for item in evidence for strip in item.get("strips", [])]
    return {
        "passages": sum("strips" in item for item in evidence),
        "strips": len(strips),
        "kept": sum(strip["kept"] for strip in strips),
    }


def _consent(state: dict[str, Any]) -> dict[str, Any]:
    consent = state["consent"]
    return {
        "action": consent["action"],
        "by": consent["by"],
        "query": consent.get("query"),
        "provider": state["web_provider"],
    }


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
        "sources": len(state.get("targets", [])),
        "offered": len(state.get("sources", [])),
        "fallback": state.get("fallback", ""),
    }


FINDERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "decide_retrieval": _retrieval,
    "gather_evidence": lambda s: {"offered": len(s["evidence"])},
    "grade_passages": lambda s: _verdicts(s["evidence"]),
    "refine_passages": lambda s: _strips(s["evidence"]),
    "ask_web_consent": _consent,
    "rewrite_question": lambda s: {"query": s["query"], "rewrites": s["counters"]["rewrites"]},
    "review_evidence": _decision,
    "approve_by_policy": _decision,
    "write_answer": _written,
    "reflect": lambda s: _support(s["draft"]["reflection"]),
    "finish": lambda s: {"outcome": s["outcome"]},
}
