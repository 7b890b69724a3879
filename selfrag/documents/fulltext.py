"""Full text of the passages in one SQLite file: BM25 over terms that suit Korean and English."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from selfrag.language.scripts import main_script
from selfrag.language.terms import index_terms, question_terms
from selfrag.ports import Hit

# Texts come as terms already: "ascii" keeps every letter beyond ASCII, and the full stop holds "3.5" together.
_SCHEMA = """
create table if not exists passages (
  row integer primary key, passage_id text not null unique, collection_id text not null, script text not null
);
create index if not exists passages_by_collection on passages (collection_id, script);
create virtual table if not exists terms using fts5(text, tokenize = "ascii tokenchars '.'");
"""
_BATCH = 500


class FullText:
    """An index of passages; threads may share one object, and one process owns the file."""

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = normal")
        self._db.executescript(_SCHEMA)

    def add(self, collection_id: str, passages: Sequence[tuple[str, str]]) -> None:
        """Index pairs of passage id and text, in one transaction; an id already there is replaced."""
        with self._transaction() as db:
            _delete(db, [passage_id for passage_id, _ in passages])
            for passage_id, text in dict(passages).items():
                row = db.execute(
                    "insert into passages (passage_id, collection_id, script) values (?, ?, ?)",
                    (passage_id, collection_id, main_script(text)),
                ).lastrowid
                db.execute("insert into terms (rowid, text) values (?, ?)", (row, " ".join(index_terms(text))))

    def held(self, passage_ids: Sequence[str]) -> set[str]:
        """Those of the ids that are indexed."""
        if not passage_ids:
            return set()
        found = f"select passage_id from passages where passage_id in ({_marks(passage_ids)})"
        return {row[0] for row in self._read(found, list(passage_ids))}

    def remove(self, passage_ids: Sequence[str]) -> None:
        """Forget passages, in one transaction; unknown ids are ignored."""
        with self._transaction() as db:
            _delete(db, passage_ids)

    def search(self, query: str, collection_ids: Sequence[str], limit: int) -> list[Hit]:
        """The best passages of the collections by BM25, best first; nothing for a query without letters or digits."""
        match = _any_of(query)
        if not match or not collection_ids:
            return []
        rows = self._read(
            f"select passage_id, -bm25(terms) from terms join passages on row = terms.rowid where terms match ? "
            f"and collection_id in ({_marks(collection_ids)}) order by bm25(terms), passage_id limit ?",
            [match, *collection_ids, limit],
        )
        return [Hit(passage_id=passage_id, score=score) for passage_id, score in rows]

    def scores(self, query: str, passage_ids: Sequence[str]) -> dict[str, float]:
        """BM25 of the given passages, those without any of the query's terms left out; at most some hundred ids."""
        match = _any_of(query)
        if not match or not passage_ids:
            return {}
        return dict(
            self._read(
                f"select passage_id, -bm25(terms) from passages join terms on terms.rowid = row "
                f"where passage_id in ({_marks(passage_ids)}) and terms match ?",
                [*passage_ids, match],
            )
        )

    def script_share(self, script: str, collection_ids: Sequence[str]) -> float:
        """The share, 0 to 1, of the collections' passages that are mainly in a script (see `language.scripts`)."""
        rows = self._read(
            f"select script, count(*) from passages where collection_id in ({_marks(collection_ids)}) group by script",
            collection_ids,
        )
        counts = dict(rows)
        return float(counts.get(script, 0) / (sum(counts.values()) or 1))

    def count(self, collection_id: str | None = None) -> int:
        """How many passages are indexed, in one collection or in all."""
        where, values = ("", []) if collection_id is None else (" where collection_id = ?", [collection_id])
        rows = self._read(f"select count(*) from passages{where}", values)
        return int(rows[0][0])

    def close(self) -> None:
        """Close the file; the object cannot be used afterwards."""
        with self._lock:
            self._db.close()

    def _read(self, sql: str, values: Sequence[object]) -> list[Any]:
        with self._lock:
            return self._db.execute(sql, list(values)).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._db.execute("begin immediate")
            try:
                yield self._db
            except BaseException:
                self._db.execute("rollback")
                raise
            self._db.execute("commit")


def _any_of(query: str) -> str:
    return " OR ".join(map(_match, question_terms(query)))


def _match(term: str) -> str:
    """One syllable alone also finds the words that begin with it, since texts write particles onto words."""
    return f'"{term}" *' if len(term) == 1 and "가" <= term <= "힣" else f'"{term}"'


def _delete(db: sqlite3.Connection, passage_ids: Sequence[str]) -> None:
    for at in range(0, len(passage_ids), _BATCH):
        batch = list(passage_ids[at : at + _BATCH])
        chosen = f"select row from passages where passage_id in ({_marks(batch)})"
        db.execute(f"delete from terms where rowid in ({chosen})", batch)
        db.execute(f"delete from passages where passage_id in ({_marks(batch)})", batch)


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" for _ in values)
