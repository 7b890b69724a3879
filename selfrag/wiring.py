"""The only place that names concrete backends: settings in, a service out."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import langsmith
from sqlalchemy import Engine, create_engine, event

from selfrag.documents.library import Library
from selfrag.documents.search import MixedSearch
from selfrag.errors import SettingsError
from selfrag.models.openai import OpenAIBackend
from selfrag.ports import Embedder, Meter, Ports, Reflector, Writer
from selfrag.runs import Runs
from selfrag.sentences import sentence
from selfrag.service import Desk, Service
from selfrag.settings import OpenAISettings, Settings
from selfrag.threads.catalog import Catalog
from selfrag.threads.checkpointer import open_checkpointer
from selfrag.threads.format import check_format
from selfrag.threads.leases import Leases
from selfrag.threads.ownership import Ownership
from selfrag.threads.preferences import Preferences
from selfrag.threads.reviews import Reviews

EMBEDDED = sentence("quotations found by the embedded models (no key, no network)")


@dataclass(frozen=True)
class Models:
    """Who embeds, judges and writes; each call gives an object that counts into the meter."""

    embedder: Callable[[Meter], Embedder]
    reflector: Callable[[Meter], Reflector]
    writer: Callable[[Meter], Writer]
    warm: Callable[[], None]
    answers_with: str
    quotes: bool


def open_service(settings: Settings, *, own: bool = True) -> Service:
    """A service on the data directory, taken as its owner and cleaned of what a crash left.

    With `own=False` it may only be read from. Raises DataDirBusy when another process owns the directory, and
    SettingsError when it cannot be written to.
    """
    langsmith.configure(enabled=False)  # LangGraph would send every run to a tracing server that the environment names
    with ExitStack() as undo:
        try:
            settings.data_dir.mkdir(parents=True, exist_ok=True)
            ownership = Ownership(settings.data_dir)
            if own:
                ownership.take()
                undo.callback(ownership.give_back)
            check_format(settings.data_dir)
            service = Service(_desk(settings, ownership))
        except OSError as error:
            raise SettingsError(
                "The data directory {folder} cannot be used ({why}): set SELFRAG_DATA_DIR to a folder that can be "
                "written to.",
                folder=settings.data_dir,
                why=error.strerror or error,
            ) from error
        if own:
            service.recover()
        undo.pop_all()
    return service


def _desk(settings: Settings, ownership: Ownership) -> Desk:
    models = choose_models(settings)
    engine = open_engine(settings.data_dir / "catalog.sqlite")
    library = Library(engine, settings.data_dir, models.embedder(Meter()), settings.limits)

    def make_ports(meter: Meter) -> Ports:
        search = MixedSearch(library.fulltext, library.vectors, models.embedder(meter))
        return Ports(models.reflector(meter), models.writer(meter), search, library.catalog)

    return Desk(
        ownership=ownership,
        engine=engine,
        catalog=Catalog(engine),
        reviews=Reviews(engine),
        preferences=Preferences(engine),
        leases=Leases(engine),
        checkpointer=open_checkpointer(settings.data_dir / "checkpoints.sqlite"),
        library=library,
        passages=library.catalog,
        make_ports=make_ports,
        warm_models=models.warm,
        runs=Runs(),
        limits=settings.limits,
        data_dir=settings.data_dir,
        answers_with=models.answers_with,
        searches_with=models.embedder(Meter()).name,
        quotes=models.quotes,
    )


def choose_models(settings: Settings) -> Models:
    """The configured server's models, or the embedded ones where no key is set."""
    return _embedded() if settings.openai is None else _openai(settings.openai)


def _embedded() -> Models:
    from selfrag.models.embedded import EmbeddedEmbedder, EmbeddedReflector, EmbeddedWriter

    embedder = EmbeddedEmbedder()
    return Models(
        embedder=lambda meter: embedder,
        reflector=lambda meter: EmbeddedReflector(),
        writer=lambda meter: EmbeddedWriter(embedder),
        warm=embedder.warm,
        answers_with=EMBEDDED,
        quotes=True,
    )


def _openai(openai: OpenAISettings) -> Models:
    from selfrag.models.embedded import EmbeddedEmbedder

    embedder = EmbeddedEmbedder()
    backend = OpenAIBackend(
        api_key=openai.api_key,
        base_url=openai.base_url,
        chat_model=openai.chat_model,
        embedding_model=openai.embedding_model,
        timeout=openai.timeout,
    )
    return Models(
        embedder=backend.embedder if openai.embedding_model else lambda meter: embedder,
        reflector=backend.reflector,
        writer=backend.writer,
        warm=backend.warm,
        answers_with=f"{openai.chat_model} ({openai.base_url or 'api.openai.com'})",
        quotes=False,
    )


def open_engine(path: Path) -> Engine:
    """A SQLite engine that many threads may use at once."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine
