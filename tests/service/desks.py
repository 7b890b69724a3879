"""Desks on real stores with fake ports, for this process and for one that gets killed."""

from pathlib import Path

from selfrag.runs import Runs
from selfrag.service import Desk, Models
from selfrag.settings import Settings
from selfrag.threads.catalog import Catalog
from selfrag.threads.checkpointer import open_checkpointer
from selfrag.threads.comments import Comments
from selfrag.threads.feedback import Feedback
from selfrag.threads.filing import Filing
from selfrag.threads.leases import Leases
from selfrag.threads.ownership import Ownership
from selfrag.threads.preferences import Preferences
from selfrag.threads.reviews import Reviews
from selfrag.threads.upgrade import upgrade
from selfrag.wiring import open_engine
from tests.fakes import FakeEmbedder, FakeLibrary, FakePorts


def make_desk(
    data_dir: Path,
    ports: FakePorts,
    cls: type[Desk] = Desk,
    library: FakeLibrary | None = None,
    *,
    own: bool = True,
) -> Desk:
    """A desk whose threads live in `data_dir` and whose models, passages and web are fakes.

    One that does not `own` the folder is a second server on it.
    """
    data_dir.mkdir(parents=True, exist_ok=True)
    ownership = Ownership(data_dir)
    if own:
        ownership.take()
    engine, web = open_engine(data_dir / "catalog.sqlite"), ports.web
    upgrade(engine)
    models = Models(
        embedder=lambda meter: FakeEmbedder(),
        reflector=lambda meter: ports.reflector,
        writer=lambda meter: ports.writer,
        warm=lambda: None,
        close=lambda: None,
        answers_with="fakes",
        quotes=False,
    )
    return cls(
        ownership=ownership,
        engine=engine,
        catalog=Catalog(engine),
        reviews=Reviews(engine),
        comments=Comments(engine),
        feedback=Feedback(engine),
        filing=Filing(engine),
        preferences=Preferences(engine),
        leases=Leases(engine),
        checkpointer=open_checkpointer(data_dir / "checkpoints.sqlite"),
        library=library or FakeLibrary(ports.search),  # type: ignore[arg-type]
        passages=ports.passages,
        make_models=lambda settings: models,
        models=models,
        runs=Runs(),
        settings=Settings(data_dir),
        make_web=lambda settings: ((lambda meter: web), web.name) if web else (None, ""),
        forget_web=lambda *threads: None,
    )
