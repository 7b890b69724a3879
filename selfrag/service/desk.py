"""The parts a service works with; `wiring` puts them together."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlalchemy import Engine

from selfrag.documents.library import Library
from selfrag.documents.ocr.tesseract import Ocr
from selfrag.graph.strategies import compile_strategy, steps_limit
from selfrag.graph.strategies.session import Graph, Session
from selfrag.ports import Limits, Meter, Outside, PassageStore, Ports, Progress, Web, silent
from selfrag.runs import Runs
from selfrag.service.models import Models
from selfrag.settings import ModelSettings, Settings, WebSettings
from selfrag.threads.catalog import Catalog, Thread
from selfrag.threads.comments import Comments
from selfrag.threads.feedback import Feedback
from selfrag.threads.filing import Filing
from selfrag.threads.leases import Leases
from selfrag.threads.ownership import Ownership
from selfrag.threads.preferences import Preferences
from selfrag.threads.reviews import Reviews

CLOSE_SECONDS = 5.0
MakeWeb = Callable[[WebSettings], tuple[Callable[[Meter], Web] | None, str]]
"""What searches the web, and its name; None and "" where nothing does."""


@dataclass(frozen=True)
class Desk:
    """Stores, models and settings of one data directory. Other settings make another desk."""

    ownership: Ownership
    engine: Engine
    catalog: Catalog
    reviews: Reviews
    comments: Comments
    feedback: Feedback
    filing: Filing
    preferences: Preferences
    leases: Leases
    checkpointer: Any
    library: Library
    passages: PassageStore
    make_models: Callable[[ModelSettings], Models]
    models: Models
    make_web: MakeWeb
    forget_web: Callable[..., None]
    runs: Runs
    settings: Settings
    ocr: Ocr = Ocr(on=False)
    graphs: dict[tuple[str, Limits], Graph] = field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        """Bounds on uploads and runs."""
        return self.settings.limits

    @property
    def embedder_name(self) -> str:
        """Names the model whose vectors are searched now."""
        return self.models.embedder(Meter()).name

    @property
    def web_provider(self) -> str:
        """Names what searches the web; empty where nothing does."""
        return self._web[1]

    @cached_property
    def _web(self) -> tuple[Callable[[Meter], Web] | None, str]:
        return self.make_web(self.settings.web)

    def ports(self, meter: Meter) -> Ports:
        """`ports.PortFactory`."""
        models, (make_web, _) = self.models, self._web
        search = self.library.search(models.embedder(meter), meter.progress)
        web = make_web(meter) if make_web else None
        return Ports(models.reflector(meter), models.writer(meter), search, self.passages, web)

    def session(self, thread_id: str, strategy: str, progress: Progress) -> Session:
        """The graph of a thread, its nodes telling `progress` what they do."""
        return Session(self._graph(strategy), thread_id, steps_limit(self.limits), Outside(self.ports, progress))

    def look_at(self, thread: Thread) -> Session:
        """A thread's graph for reading only."""
        return self.session(thread.id, thread.strategy, silent)

    def _graph(self, strategy: str) -> Graph:
        wanted = (strategy, self.limits)
        if wanted not in self.graphs:
            self.graphs[wanted] = compile_strategy(strategy, self.limits, self.checkpointer)
        return self.graphs[wanted]

    def close(self) -> None:
        """Stop what runs, close the models and the stores, then give the data directory back."""
        self.runs.end(CLOSE_SECONDS)
        self.models.close()
        self.library.close()
        self.checkpointer.conn.close()
        self.engine.dispose()
        self.ownership.give_back()
