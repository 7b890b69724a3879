"""LangGraph's SqliteSaver, set up to be fast and safe between threads."""

import sqlite3
from contextlib import suppress
from pathlib import Path

from langgraph.checkpoint.sqlite import SqliteSaver

from selfrag.threads.compressed import CompressedSerializer

BUSY_SECONDS = 10
LOG_PAGES = 250  # of 4 kB: the log stays beside the file at its greatest length
CHECKPOINTS = "checkpoints.sqlite"
"""The file's name in the data directory."""
# What a review stands on: where a person was asked, or where a policy decided. A question begins with an empty
# decision, which is none; that write stands beside the question's own text.
_STANDS = """
    select checkpoint_id from writes where thread_id = :thread and checkpoint_ns = '' and channel = '__interrupt__'
    union select checkpoint_id from writes where thread_id = :thread and checkpoint_ns = '' and channel = 'decision'
    except select checkpoint_id from writes where thread_id = :thread and checkpoint_ns = '' and channel = 'question'
"""
_PRUNE = (
    f"""delete from checkpoints where thread_id = :thread and (checkpoint_ns != '' or (
        checkpoint_id not in ({_STANDS}) and checkpoint_id !=
        (select max(checkpoint_id) from checkpoints where thread_id = :thread and checkpoint_ns = '')))""",
    f"""delete from writes where thread_id = :thread and (checkpoint_ns != ''
        or channel not in ('__interrupt__', 'decision') or checkpoint_id not in ({_STANDS}))""",
)


class Saver(SqliteSaver):
    """Numbers the versions of a channel plainly; LangGraph's random digits would not compress.

    They keep apart two runs that write to one thread at once, which the thread's lease rules out.
    """

    def get_next_version(self, current: str | int | None, channel: None) -> str:
        """The number after `current`, as long as LangGraph's own, so that rows from before compare with it."""
        known = int(str(current or 0).partition(".")[0])
        return f"{known + 1:032}"

    def drop_spent(self, thread_id: str) -> None:
        """Drop what nobody needs of a thread whose question has ended: all but the last checkpoint, and those that a
        review stands on.

        One transaction; what a busy disk keeps is dropped at the next end.
        """
        with suppress(sqlite3.OperationalError), self.cursor() as db:
            for statement in _PRUNE:
                db.execute(statement, {"thread": thread_id})

    def compact(self) -> None:
        """Give the space of what was dropped back to the disk, which takes a while and a second copy of the file.

        Raises sqlite3.Error where the disk fails or another process reads the file.
        """
        with self.lock:
            self.conn.commit()
            self.conn.execute("vacuum")
            self.conn.execute("pragma wal_checkpoint(truncate)").fetchall()


def open_checkpointer(path: Path) -> Saver:
    """A saver on one connection for the whole process.

    `synchronous=NORMAL` costs at most the last commits on a power cut, never on a killed process, and makes a
    checkpoint six times cheaper.
    """
    connection = sqlite3.connect(path, check_same_thread=False, timeout=BUSY_SECONDS)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES}")
    saver = Saver(connection, serde=CompressedSerializer())
    saver.setup()
    return saver
