"""Binds a node to its ports, and records what each run of it spent and found."""

import inspect
import time
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from selfrag.graph.findings import found_by
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
    return _step(name, seconds, meter or Meter(), found_by(name, {**state, **update}))


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
        at=round(time.time(), 3),
    )
