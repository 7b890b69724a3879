"""What the web gave, kept so that it can be read and cited for as long as its thread lasts."""

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine, RowMapping, delete, insert, select, update

from selfrag.ports import Passage
from selfrag.web.passages import COLLECTION
from selfrag.web.tables import metadata, web_results

_BATCH = 500


class WebStore:
    """Implements `ports.PassageStore`; every method is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        metadata.create_all(engine)

    def add(self, thread_id: str, provider: str, passages: Sequence[Passage]) -> None:
        """Keep passages that a thread's search found; those it found before stay as they are."""
        now = time.time()
        ids = [passage["id"] for passage in passages]
        with self._engine.begin() as db:
            known = set(db.execute(select(web_results.c.id).where(web_results.c.id.in_(ids))).scalars())
            rows = [_row(passage) for passage in passages if passage["id"] not in known]
            if rows:
                shared = {"thread_id": thread_id, "provider": provider, "created": now}
                db.execute(insert(web_results), [row | shared for row in rows])

    def get(self, passage_ids: Sequence[str]) -> dict[str, Passage]:
        """Kept passages by id; others are absent."""
        found: dict[str, Passage] = {}
        with self._engine.connect() as db:
            for at in range(0, len(passage_ids), _BATCH):
                wanted = select(web_results).where(web_results.c.id.in_(passage_ids[at : at + _BATCH]))
                found |= {row["id"]: _passage(row) for row in db.execute(wanted).mappings()}
        return found

    def forget(self, thread_id: str, heir: str = "") -> None:
        """Remove what a thread found, or leave it to another thread that may have read it."""
        found = web_results.c.thread_id == thread_id
        left = update(web_results).where(found).values(thread_id=heir) if heir else delete(web_results).where(found)
        with self._engine.begin() as db:
            db.execute(left)


def _row(passage: Passage) -> dict[str, Any]:
    same = {name: passage[name] for name in ("id", "document_id", "start", "end", "text")}
    return same | {"title": passage["document"], "url": passage["url"]}


def _passage(row: RowMapping) -> Passage:
    return Passage(
        id=row["id"],
        document_id=row["document_id"],
        document=row["title"],
        collection=COLLECTION,
        page=1,
        page_label=None,
        start=row["start"],
        end=row["end"],
        text=row["text"],
        url=row["url"],
    )
