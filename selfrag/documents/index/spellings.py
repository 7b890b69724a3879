"""The Latin words of all passages as they are spelled, so that a question in Hangul finds them by their sound."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from selfrag.language.loanwords import candidates, spelling, telling
from selfrag.language.words import words

SCHEMA = "create table if not exists spellings (word text primary key) without rowid;"
_LENGTHS = range(3, 31)
_MOST_ASKED = 30  # words; each takes milliseconds
_Read = Callable[[str, Sequence[object]], list[Any]]


def add(db: sqlite3.Connection, text: str) -> None:
    """Remember the words of a text, inside the transaction that is open."""
    found = {word.form for word in words(text) if word.kind == "letters"}
    kept = [(word,) for word in found if len(word) in _LENGTHS and word.isascii()]
    db.executemany("insert or ignore into spellings values (?)", kept)


def are_complete(read: _Read) -> bool:
    """Whether the words of every passage were remembered; `read` as in `sounding_like`."""
    return bool(read("pragma user_version", [])[0][0])


def complete(db: sqlite3.Connection, texts: Iterable[str]) -> None:
    """Remember the words of all passages, inside the transaction that is open, and that this was done."""
    add(db, " ".join({word for text in texts for word in text.split()}))  # each once, which takes a tenth of the time
    db.execute("pragma user_version = 1")


def forget_all(db: sqlite3.Connection) -> None:
    """Forget the words where no passage is left; until then they do no harm, as they only find passages."""
    db.execute("delete from spellings where not exists (select 1 from passages)")


def sounding_like(question: str, read: _Read) -> list[str]:
    """The words that the first Hangul words of a question may stand for; `read(sql, values)` gives rows."""
    asked = candidates(question)[:_MOST_ASKED]
    return [found for word in asked for found in telling(word, _matches(word, read))]


def _matches(word: str, read: _Read) -> list[str]:
    spelled = spelling(word)
    if spelled is None:
        return []
    # One string of lines for each first letter: a pattern runs over it many times faster than over single words.
    lines = (
        read("select group_concat(word, char(10)) from spellings where word >= ? and word < ?", [letter, letter + "{"])
        for letter in sorted(spelled.first)
    )
    return [found for [(text,)] in lines for found in spelled.line.findall(text or "")]
