"""The only place that names concrete backends: settings in, a service out."""

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import langsmith
import numpy  # noqa: F401  Chroma and the embedded model load it when they are first used: in two threads at once it breaks
from sqlalchemy import Engine, create_engine, event

from selfrag.documents.borrowed import BorrowedLibrary
from selfrag.documents.library import Library
from selfrag.documents.ocr.tesseract import Ocr
from selfrag.errors import DataDirBusy, SettingsError
from selfrag.runs import Runs
from selfrag.service import Desk, Service
from selfrag.settings import CHOOSABLE, Settings
from selfrag.threads.catalog import Catalog
from selfrag.threads.checkpointer import CHECKPOINTS, open_checkpointer
from selfrag.threads.comments import Comments
from selfrag.threads.feedback import Feedback
from selfrag.threads.filing import Filing
from selfrag.threads.format import check_format
from selfrag.threads.leases import Leases
from selfrag.threads.ownership import Ownership
from selfrag.threads.preferences import Preferences
from selfrag.threads.reviews import Reviews
from selfrag.threads.upgrade import upgrade
from selfrag.web.store import WebStore
from selfrag.wiring.models import make_models
from selfrag.wiring.passages import Passages
from selfrag.wiring.web import make_web


def open_service(settings: Settings, *, own: bool = True) -> Service:
    """A service on the data directory, taken as its owner and cleaned of what a crash left.

    With `own=False`, and where another process owns a directory that is shared, documents are only read. Raises
    DataDirBusy where another process owns one that is not, and SettingsError when it cannot be written to.
    """
    langsmith.configure(enabled=False)  # LangGraph would send every run to a tracing server that the environment names
    with ExitStack() as undo:
        try:
            settings.data_dir.mkdir(parents=True, exist_ok=True)
            ownership = Ownership(settings.data_dir)
            if own and _take(ownership, settings.shared):
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
        if ownership.owned:
            service.recover()
        undo.pop_all()
    return service


def _take(ownership: Ownership, shared: bool) -> bool:
    """Whether this process owns the directory now. Raises DataDirBusy where another does and it is not shared."""
    try:
        ownership.take()
    except DataDirBusy:
        if not shared:
            raise
    return ownership.owned


def _desk(settings: Settings, ownership: Ownership) -> Desk:
    engine = open_engine(settings.data_dir / "catalog.sqlite")
    upgrade(engine)
    preferences = Preferences(engine)
    choices = preferences.chosen(CHOOSABLE)
    chosen = settings.choosing(choices) if choices else settings
    ocr = Ocr(settings.ocr.languages, on=settings.ocr.on)
    if ownership.owned:
        library = Library(engine, settings.data_dir, settings.limits, ocr)
    else:
        library = BorrowedLibrary(engine, settings.data_dir, settings.limits, ownership.refuse)
    found_outside = WebStore(engine)
    return Desk(
        ownership=ownership,
        engine=engine,
        catalog=Catalog(engine),
        reviews=Reviews(engine),
        comments=Comments(engine),
        feedback=Feedback(engine),
        filing=Filing(engine),
        preferences=preferences,
        leases=Leases(engine),
        checkpointer=open_checkpointer(settings.data_dir / CHECKPOINTS),
        library=library,
        passages=Passages(library.catalog, found_outside),
        make_models=make_models,
        models=make_models(chosen.models),
        make_web=partial(make_web, store=found_outside),
        forget_web=found_outside.forget,
        runs=Runs(),
        settings=chosen,
        ocr=ocr,
    )


def open_engine(path: Path) -> Engine:
    """A SQLite engine that many threads may use at once."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.create_function("lower", 1, _lower, deterministic=True)  # its own knows ASCII alone

    event.listen(engine, "do_execute", _execute)
    return engine


def _execute(cursor: Any, statement: str, parameters: Any, context: Any) -> bool:
    """Run a statement; lone surrogates, which SQLite cannot store, as question marks.

    A command's argument or a decision's JSON may hold them; what is looked for by such a name is just not there.
    """
    try:
        cursor.execute(statement, parameters)
    except UnicodeEncodeError:
        cursor.execute(statement, tuple(_storable(each) for each in parameters))
    return True


def _storable(value: Any) -> Any:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value
