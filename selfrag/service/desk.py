"""The parts a service works with; `wiring` puts them together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine

from selfrag.graph.strategies import compile_strategy, steps_limit
from selfrag.graph.strategies.session import Session
from selfrag.ports import Limits, PassageStore, PortFactory, Progress
from selfrag.runs import Runs
from selfrag.threads.catalog import Catalog
from selfrag.threads.leases import Leases
from selfrag.threads.ownership import Ownership

if TYPE_CHECKING:
    from selfrag.documents.library import Library


@dataclass(frozen=True)
class Desk:
    """Stores, models and limits of one data directory."""

    ownership: Ownership
    engine: Engine
    catalog: Catalog
    leases: Leases
    checkpointer: Any
    library: Library
    passages: PassageStore
    make_ports: PortFactory
    runs: Runs
    limits: Limits
    answers_with: str

    def session(self, thread_id: str, strategy: str, progress: Progress) -> Session:
        """The graph of a thread, its nodes telling `progress` what they do."""
        graph = compile_strategy(strategy, self.make_ports, progress, self.limits, self.checkpointer)
        return Session(graph, thread_id, steps_limit(self.limits))

    def close(self) -> None:
        """Close the stores, then give the data directory back."""
        self.checkpointer.conn.close()
        self.engine.dispose()
        self.ownership.give_back()
