"""A process that asks, resumes or continues on a data directory and may be killed on the way.

    python -m tests.service.victim DATA_DIR ACTION[+ACTION...] [NODE [STRATEGY]]

The actions are ask, resume, continue and look. In the last of them, with NODE it kills itself as that node begins; with
`decided`, right after the decision is on record; with `waiting`, while it waits for a person who has typed a note;
with `search:c2`, as that collection is searched and what ran beside it has ended. An empty NODE kills nothing. The
strategy `self` has one collection of two passages that help, and so has `drafts`, which is `self` with a review of the
draft; the others have three in which nothing helps, and a page of the web that does.
Every call to a port is a line in DATA_DIR/calls.log, so that work done twice shows.
"""

import json
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from selfrag.graph.state import Policy
from selfrag.graph.strategies.session import Session
from selfrag.ports import Candidate, Progress
from selfrag.service import Desk, Service
from tests.fakes import FakePorts, FakeSearch, FakeWeb, shelf
from tests.service.desks import make_desk

A, B, C, W = "aaaa:1:0", "bbbb:2:0", "cccc:3:0", "0eb0:1:0"
BESIDE_EACH_OTHER = ("decide_retrieval", "search")
OF_ONE = ("self", "drafts")
HALF_A_THOUGHT = {"note": "Half a thought"}


class Log(list[Any]):
    """A call log that survives the process."""

    def __init__(self, path: Path, of: str = "search") -> None:
        super().__init__()
        self._path, self._of = path, of

    def append(self, entry: Any) -> None:
        name = entry[0] if isinstance(entry, tuple) else self._of
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{name}\n")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_once_stored(data_dir: Path, condition: str, tasks: int) -> None:
    """Die when so many tasks have ended and are stored, so that only unfinished work runs again."""
    ended = f"select count(distinct task_id) from writes where channel = 'steps' and {condition}"
    with closing(sqlite3.connect(data_dir / "checkpoints.sqlite")) as db:
        while db.execute(ended).fetchone()[0] < tasks:
            time.sleep(0.01)
    die()


class Victim(Desk):
    """A desk whose process dies as a chosen node begins, and what ran beside it has ended."""

    fatal = ""

    def session(self, thread_id: str, strategy: str, progress: Progress) -> Session:
        def deadly(kind: str, **facts: Any) -> None:
            if kind == "node" and facts["node"] == self.fatal:
                if strategy == "self" and self.fatal in BESIDE_EACH_OTHER:
                    die_once_stored(self.settings.data_dir, "checkpoint_ns = ''", 2)  # the question is a task too
                die()
            progress(kind, **facts)

        return super().session(thread_id, strategy, deadly)


class Deadly(FakeSearch):
    """Dies in one of its sources."""

    fatal = ""
    data_dir = Path()

    def search(self, query: str, collection: str, exclude: Sequence[str] = ()) -> list[Candidate]:
        if f"search:{collection}" == self.fatal:
            die_once_stored(self.data_dir, "checkpoint_ns != ''", 2)
        return super().search(query, collection, exclude)


def logged(path: Path, strategy: str) -> tuple[FakePorts, Deadly]:
    ports, search = shelf(A, B, C, W), Deadly([A, B])
    ports.search = search
    if strategy not in OF_ONE:
        ports.search.by_source = {"c1": [A], "c2": [B], "c3": [C]}
        ports.web = FakeWeb([W], sent=Log(path, "web"))
        ports.reflector.rel = lambda question, passage: "relevant" if passage["id"] == W else "irrelevant"
    ports.search.queries = ports.reflector.calls = ports.writer.calls = Log(path)
    return ports, search


def decision(review: dict[str, Any]) -> dict[str, Any]:
    """Allows what is asked, and keeps the passage that helps."""
    answer = {"review_id": review["review_id"]}
    if review["kind"] == "web_consent":
        return {**answer, "action": "allow", "query": "other words"}
    if review["kind"] == "draft_review":
        return {**answer, "action": "accept"}
    return {**answer, "action": "approve", "keep": [B if review["evidence"][-1]["passage_id"] == B else W]}


def act(service: Service, action: str, strategy: str, policy: Policy = "always") -> None:
    if action == "ask":
        sources = ["c1"] if strategy in OF_ONE else ["c1", "c2", "c3"]
        drafts, strategy = strategy == "drafts", "self" if strategy in OF_ONE else strategy
        run = service.ask("What stands here?", policy=policy, strategy=strategy, sources=sources, draft_review=drafts)
        run.wait()
        return
    thread = service.threads()[0].id
    if action == "look":
        return
    if action == "continue":
        service.continue_(thread).wait()
    else:
        service.resume(thread, decision(service.show(thread)["review"])).wait()


def main(data_dir: Path, actions: str, fatal: str = "", strategy: str = "self") -> None:
    ports, search = logged(data_dir / "calls.log", strategy)
    if fatal == "answer_directly":
        ports.reflector.retrieve = "no"
    if fatal == "rewrite_question" and strategy == "self":
        ports.reflector.rel = lambda question, passage: "irrelevant"
    desk = make_desk(data_dir, ports, Victim)
    service = Service(desk)
    service.recover()
    *before, last = actions.split("+")
    for action in before:
        act(service, action, strategy)
    Victim.fatal, search.fatal, search.data_dir = fatal, fatal, data_dir
    if fatal == "decided":
        decide = desk.reviews.decide
        object.__setattr__(desk.reviews, "decide", lambda *given: (decide(*given), die()))
    act(service, last, strategy, "never" if fatal == "approve_by_policy" else "always")
    if fatal == "waiting":
        service.save_draft(service.show(service.threads()[0].id)["review"]["review_id"], HALF_A_THOUGHT)
        die()
    print(json.dumps(service.show(service.threads()[0].id)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
