"""Processes that decide on one review at the same moment, each a server of its own on one data directory."""

import json
import multiprocessing
from collections.abc import Sequence
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from selfrag.errors import SelfragError
from selfrag.service import Service, holding
from tests.service.desks import make_desk
from tests.service.victim import logged

PATIENCE = 60


def race(data_dir: Path, thread_id: str, decisions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What each process was told, in the order of the decisions."""
    spawn = multiprocessing.get_context("spawn")
    gate, outcomes = spawn.Barrier(len(decisions)), spawn.Queue()
    racers = [
        spawn.Process(target=_decide, args=(data_dir, thread_id, mine, gate, outcomes)) for mine in enumerate(decisions)
    ]
    for racer in racers:
        racer.start()
    told = [json.loads(outcomes.get(timeout=PATIENCE)) for _ in racers]
    for racer in racers:
        racer.join(PATIENCE)
    return sorted(told, key=lambda one: int(one["number"]))


def _decide(data_dir: Path, thread_id: str, mine: tuple[int, dict[str, Any]], gate: Barrier, outcomes: Any) -> None:
    number, decision = mine
    holding.PATIENCE = float(PATIENCE)  # what takes a moment may take long on a busy machine
    ports, _ = logged(data_dir / "calls.log", "self")
    service = Service(make_desk(data_dir, ports, own=False))
    gate.wait(PATIENCE)
    try:
        ended = service.resume(thread_id, decision, f"Person {number}").wait()
        told = {"ended": ended.status if ended else None}
    except SelfragError as error:
        told = {"error": type(error).__name__, "message": str(error)}
    outcomes.put(json.dumps({"number": number, **told}))
    service.close()
