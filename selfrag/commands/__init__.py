"""What the command line runs, by the names that `arguments` knows."""

import argparse
from collections.abc import Callable

from selfrag.commands.asking import ask, continue_, resume
from selfrag.commands.collections import collections
from selfrag.commands.comparing import compare
from selfrag.commands.documents import compact, delete, documents, ingest, move, rename
from selfrag.commands.drawing import graph
from selfrag.commands.facts import bench, check, info
from selfrag.commands.forking import fork
from selfrag.commands.history import history
from selfrag.commands.inbox import assign, comment, inbox
from selfrag.commands.insights import insights
from selfrag.commands.judging import strike, thumb
from selfrag.commands.pages import page
from selfrag.commands.receipts import receipt, replay
from selfrag.commands.threads import archive, delete_thread, rename_thread, show, threads
from selfrag.settings import Settings

Command = Callable[[argparse.Namespace, Settings], int]

COMMANDS: dict[str, Command] = {
    "ingest": ingest,
    "ask": ask,
    "resume": resume,
    "continue": continue_,
    "compare": compare,
    "show": show,
    "fork": fork,
    "history": history,
    "strike": strike,
    "thumb": thumb,
    "threads": threads,
    "rename-thread": rename_thread,
    "archive": archive,
    "delete-thread": delete_thread,
    "inbox": inbox,
    "assign": assign,
    "comment": comment,
    "documents": documents,
    "collections": collections,
    "delete": delete,
    "rename": rename,
    "move": move,
    "compact": compact,
    "page": page,
    "receipt": receipt,
    "replay": replay,
    "graph": graph,
    "insights": insights,
    "info": info,
    "check": check,
    "bench": bench,
}
"""Each returns 0 when what was asked for happened, 1 when it did not; raises SelfragError."""

__all__ = ["COMMANDS"]
