"""A catalog that an earlier version made: its rows stay, what is new is there."""

import threading
from pathlib import Path

from sqlalchemy import Engine, create_engine, inspect, text

from selfrag.threads.catalog import Catalog
from selfrag.threads.comments import Comments
from selfrag.threads.filing import Filing
from selfrag.threads.reviews import Reviews
from selfrag.threads.tables import metadata
from selfrag.threads.upgrade import upgrade
from selfrag.wiring import open_engine

BEFORE = """
CREATE TABLE threads (id VARCHAR(40) NOT NULL PRIMARY KEY, title VARCHAR(200) NOT NULL, strategy VARCHAR(20) NOT NULL,
  policy VARCHAR(20) NOT NULL, status VARCHAR(20) NOT NULL, created FLOAT NOT NULL, updated FLOAT NOT NULL);
CREATE TABLE questions (id VARCHAR(40) NOT NULL PRIMARY KEY, thread_id VARCHAR(40) NOT NULL, seq INTEGER NOT NULL,
  question VARCHAR NOT NULL, sources JSON NOT NULL, history JSON NOT NULL, policy VARCHAR(20) NOT NULL,
  status VARCHAR(20) NOT NULL, record JSON NOT NULL, error VARCHAR, created FLOAT NOT NULL, updated FLOAT NOT NULL);
CREATE TABLE reviews (id VARCHAR(60) NOT NULL PRIMARY KEY, thread_id VARCHAR(40) NOT NULL, payload JSON NOT NULL,
  draft JSON, decision JSON, decided_by VARCHAR(20), created FLOAT NOT NULL, decided FLOAT);
INSERT INTO threads VALUES ('t1', 'Old?', 'self', 'always', 'waiting', 1.0, 2.0);
INSERT INTO questions VALUES ('q1', 't1', 1, 'Old?', '["c1"]', '[]', 'always', 'waiting',
  '{"query": "old"}', NULL, 1.0, 2.0);
INSERT INTO reviews VALUES ('q1.1', 't1', '{"review_id": "q1.1"}', '{"keep": []}', NULL, NULL, 1.0, NULL);
"""


def old(folder: Path) -> Engine:
    engine = create_engine(f"sqlite:///{folder / 'catalog.sqlite'}")
    with engine.begin() as db:
        for statement in filter(str.strip, BEFORE.split(";")):
            db.execute(text(statement.replace(":", r"\:")))
    return engine


def test_an_older_catalog_is_read_and_written_as_a_new_one(tmp_path: Path) -> None:
    engine = old(tmp_path)
    upgrade(engine)
    thread = Catalog(engine).thread("t1")
    assert (thread.title, thread.draft_review, thread.archived, thread.forked_from) == ("Old?", None, None, None)
    question = Catalog(engine).question("t1", "q1")
    assert (question.record, question.made_with, question.draft_review) == ({"query": "old"}, None, None)
    waiting = Reviews(engine).waiting()
    assert [(one.id, one.draft, one.assigned) for one in waiting] == [("q1.1", {"keep": []}, None)]
    Reviews(engine).assign("q1.1", "Ana")
    Filing(engine).archive("t1", True)
    Comments(engine).add("t1", None, "Ana", "Hm")
    assert [(one.review.assigned, one.archived, one.comments) for one in Reviews(engine).listed_waiting()] == [
        ("Ana", True, 1)
    ]
    engine.dispose()


def test_an_upgraded_catalog_has_every_column_and_a_second_time_changes_nothing(tmp_path: Path) -> None:
    engine = old(tmp_path)
    upgrade(engine)
    shapes = []
    for _ in range(2):
        upgrade(engine)
        shape = {name: sorted(c["name"] for c in inspect(engine).get_columns(name)) for name in metadata.tables}
        shapes.append(shape)
    assert shapes[0] == shapes[1]
    assert shapes[0] == {name: sorted(table.columns.keys()) for name, table in metadata.tables.items()}
    engine.dispose()


def test_servers_that_start_at_once_upgrade_one_catalog_together(tmp_path: Path) -> None:
    old(tmp_path).dispose()
    together, faults = threading.Barrier(3), list[Exception]()

    def start() -> None:
        engine = open_engine(tmp_path / "catalog.sqlite")
        together.wait()
        try:
            upgrade(engine)
            assert Catalog(engine).thread("t1").forked_from is None
        except Exception as error:  # noqa: BLE001 - told by the test
            faults.append(error)
        finally:
            engine.dispose()

    servers = [threading.Thread(target=start) for _ in range(3)]
    for server in servers:
        server.start()
    for server in servers:
        server.join()
    assert faults == []
