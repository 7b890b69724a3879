"""The parts a service works with; `wiring` puts them together."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from selfrag.documents.library import Library
from selfrag.graph.strategies import compile_strategy, steps_limit
from selfrag.graph.strategies.session import Session
from selfrag.ports import Limits, PassageStore, PortFactory, Progress
from selfrag.runs import Runs
from selfrag.threads.catalog import Catalog, Thread
from selfrag.threads.leases import Leases
from selfrag.threads.ownership import Ownership
from selfrag.threads.preferences import Preferences
from selfrag.threads.reviews import Reviews

CLOSE_SECONDS = 5.0


@dataclass(frozen=True)
class Desk:
    """Stores, models and limits of one data directory."""

    ownership: Ownership
    engine: Engine
    catalog: Catalog
    reviews: Reviews
    preferences: Preferences
    leases: Leases
    checkpointer: Any
    library: Library
    passages: PassageStore
    make_ports: PortFactory
    warm_models: Callable[[], None]
    runs: Runs
    limits: Limits
    data_dir: Path
    answers_with: str
    searches_with: str
    quotes: bool

    def session(self, thread_id: str, strategy: str, progress: Progress) -> Session:
        """The graph of a thread, its nodes telling `progress` what they do."""
        graph = compile_strategy(strategy, self.make_ports, progress, self.limits, self.checkpointer)
        return Session(graph, thread_id, steps_limit(self.limits))

    def look_at(self, thread: Thread) -> Session:
        """A thread's graph for reading only."""
        return self.session(thread.id, thread.strategy, _silent)

    def close(self) -> None:
        """Stop what runs, close the stores, then give the data directory back."""
        self.runs.end(CLOSE_SECONDS)
        self.library.close()
        self.checkpointer.conn.close()
        self.engine.dispose()
        self.ownership.give_back()


def _silent(kind: str, **facts: Any) -> None:
    """Progress of a session that is only read."""
