"""A process that asks, resumes or continues on a data directory and may be killed on the way.

    python -m tests.service.victim DATA_DIR ask|resume|continue [NODE]

With NODE it kills itself as that node begins; with `decided`, right after the decision is on record.
Every call to a port is a line in DATA_DIR/calls.log, so that work done twice shows.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from selfrag.graph.strategies.session import Session
from selfrag.ports import Progress
from selfrag.service import Desk, Service
from tests.fakes import FakePorts, shelf
from tests.service.desks import make_desk

A, B = "aaaa:1:0", "bbbb:2:0"


class Log(list[Any]):
    """A call log that survives the process."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def append(self, entry: Any) -> None:
        name = entry[0] if isinstance(entry, tuple) else "search"
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{name}\n")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Victim(Desk):
    """A desk whose process dies as a chosen node begins."""

    fatal = ""

    def session(self, thread_id: str, strategy: str, progress: Progress) -> Session:
        def deadly(kind: str, **facts: Any) -> None:
            if kind == "node" and facts["node"] == self.fatal:
                time.sleep(0.3)  # the node beside this one ends, so that only unfinished work may run again
                die()
            progress(kind, **facts)

        return super().session(thread_id, strategy, deadly)


def logged(path: Path) -> FakePorts:
    ports = shelf(A, B)
    log = Log(path)
    ports.search.queries = ports.reflector.calls = ports.writer.calls = log
    return ports


def main(data_dir: Path, action: str, fatal: str = "") -> None:
    ports = logged(data_dir / "calls.log")
    if fatal == "answer_directly":
        ports.reflector.retrieve = "no"
    if fatal == "rewrite_question":
        ports.reflector.rel = lambda question, passage: "irrelevant"
    Victim.fatal = fatal
    desk = make_desk(data_dir, ports, Victim)
    service = Service(desk)
    service.recover()
    if action == "ask":
        policy: Any = "never" if fatal == "approve_by_policy" else "always"
        service.ask("What stands here?", policy=policy).wait()
    elif action == "continue":
        service.continue_(service.threads()[0].id).wait()
    else:
        thread = service.threads()[0].id
        review = service.show(thread)["review"]
        if fatal == "decided":
            decide = desk.reviews.decide
            object.__setattr__(desk.reviews, "decide", lambda *given: (decide(*given), die()))
        service.resume(thread, {"review_id": review["review_id"], "action": "approve", "keep": [B]}).wait()
    print(json.dumps(service.show(service.threads()[0].id)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
