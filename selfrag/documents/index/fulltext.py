"""Full text of the passages in one SQLite file: BM25 over terms that suit Korean and English."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from selfrag.documents.index import rarity, spellings
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
        self._path = path
        self._lock = Lock()
        self._giving = Lock()  # around the free readers alone: nobody waits for a writer
        self._readers: list[sqlite3.Connection] = []
        self._closed = False
        self._db = self._connect()
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = normal")
        self._db.executescript(_SCHEMA + spellings.SCHEMA + rarity.SCHEMA)

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
                spellings.add(db, text)

    def has_spellings(self) -> bool:
        """Whether the words of all passages are there for `sounding_like`; an earlier version stored none."""
        return spellings.are_complete(self._read)

    def add_spellings(self, texts: Iterable[str]) -> None:
        """Remember the words of the texts of all passages that are indexed, in one transaction."""
        with self._transaction() as db:
            spellings.complete(db, texts)

    def held(self, passage_ids: Sequence[str]) -> set[str]:
        """Those of the ids that are indexed."""
        if not passage_ids:
            return set()
        found = f"select passage_id from passages where passage_id in ({_marks(passage_ids)})"
        return {row[0] for row in self._read(found, list(passage_ids))}

    def place(self, passage_ids: Sequence[str], collection_id: str) -> None:
        """Move passages to a collection, in one transaction; unknown ids are ignored."""
        with self._transaction() as db:
            for at in range(0, len(passage_ids), _BATCH):
                batch = passage_ids[at : at + _BATCH]
                db.execute(
                    f"update passages set collection_id = ? where passage_id in ({_marks(batch)})",
                    [collection_id, *batch],
                )

    def compact(self) -> None:
        """Give the space of what was removed back to the disk."""
        with self._lock:
            self._db.execute("insert into terms (terms) values ('optimize')")
            self._db.execute("vacuum")
            self._db.execute("pragma wal_checkpoint(truncate)")

    def remove(self, passage_ids: Sequence[str]) -> None:
        """Forget passages, in one transaction; unknown ids are ignored."""
        with self._transaction() as db:
            _delete(db, passage_ids)
            spellings.forget_all(db)

    def search(self, query: str, collection_id: str, limit: int, also: Sequence[str] = ()) -> list[Hit]:
        """The best passages of a collection by BM25 over all that is indexed, best first.

        Those of `also` that have any of the query's terms are among them. Nothing for a query without letters or
        digits. In a large index the most common terms are left out where there are rarer ones.
        """
        terms = question_terms(query)
        rare = rarity.rarest(terms, [term for term in terms if _is_prefix(term)], self._read)
        match = " OR ".join(_match(term) for term in terms if term in rare)
        if not match:
            return []
        # A cross join: SQLite goes through the matches, where it might go through the collection and match each.
        rows = self._read(
            "with found as (select passage_id, bm25(terms) as rank from terms cross join passages on row = terms.rowid "
            "where terms match ? and collection_id = ?) "
            "select passage_id, -rank from (select * from found order by rank, passage_id limit ?) "
            f"union select passage_id, -rank from found where passage_id in ({_marks(also)}) order by 2 desc, 1",
            [match, collection_id, limit, *also],
        )
        return [Hit(passage_id=passage_id, score=score) for passage_id, score in rows]

    def sounding_like(self, question: str) -> list[str]:
        """Latin words of the passages that the Hangul words of a question may stand for, by their sound."""
        return spellings.sounding_like(question, self._read)

    def script_share(self, script: str, collection_id: str) -> float:
        """The share, 0 to 1, of a collection's passages that are mainly in a script (see `language.scripts`)."""
        rows = self._read(
            "select script, count(*) from passages where collection_id = ? group by script", [collection_id]
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
        with self._giving:
            self._closed = True
            while self._readers:
                self._readers.pop().close()
        with self._lock:
            self._db.close()

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, check_same_thread=False, isolation_level=None)

    def _read(self, sql: str, values: Sequence[object]) -> list[Any]:
        """Read beside other readers, and beside a writer; each has a connection of its own."""
        db = self._taken() or self._connect()
        try:
            return db.execute(sql, list(values)).fetchall()
        finally:
            self._give_back(db)

    def _taken(self) -> sqlite3.Connection | None:
        with self._giving:
            if self._closed:
                raise sqlite3.ProgrammingError("the full text is closed")
            return self._readers.pop() if self._readers else None

    def _give_back(self, reader: sqlite3.Connection) -> None:
        with self._giving:
            if self._closed:
                reader.close()
            else:
                self._readers.append(reader)

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


def _match(term: str) -> str:
    return f'"{term}" *' if _is_prefix(term) else f'"{term}"'


def _is_prefix(term: str) -> bool:
    """One syllable alone also finds the words that begin with it, since texts write particles onto words."""
    return len(term) == 1 and "가" <= term <= "힣"


def _delete(db: sqlite3.Connection, passage_ids: Sequence[str]) -> None:
    for at in range(0, len(passage_ids), _BATCH):
        batch = list(passage_ids[at : at + _BATCH])
        chosen = f"select row from passages where passage_id in ({_marks(batch)})"
        db.execute(f"delete from terms where rowid in ({chosen})", batch)
        db.execute(f"delete from passages where passage_id in ({_marks(batch)})", batch)


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" for _ in values)
