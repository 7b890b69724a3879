"""One question through the real service, timed where a person waits."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from selfrag.bench.latency.apart import ServerApart
from selfrag.bench.latency.script import QUESTION
from selfrag.errors import SelfragError
from selfrag.runs import Run, Token
from selfrag.samples import sample_files
from selfrag.service import Service
from selfrag.settings import read_settings
from selfrag.wiring import open_service

_ASKED = count(1)


class Timed(NamedTuple):
    """Seconds from the question to its review, from approval to the first token, from the last token to the verdicts,
    and of the whole question, also of this process's processors; what was graded and
    asked, and the text that a page showed."""

    to_review: float
    to_first_token: float
    to_verdicts: float
    whole: float
    cpu: float
    graded: int
    steps: int
    calls: Counter[str]
    seen: str


@contextmanager
def desk(folder: Path, server: ServerApart, k: int, grading: str) -> Iterator[Service]:
    """A service that offers k passages of the sample documents, which are ingested where they are not yet."""
    settings = {
        "SELFRAG_DATA_DIR": str(folder),
        "OPENAI_BASE_URL": server.url(),
        "OPENAI_API_KEY": "none",
        "SELFRAG_CHAT_MODEL": "fake-model",
        "SELFRAG_EMBEDDING_MODEL": "fake-embedding",
        "SELFRAG_OFFERED": str(k),
        "SELFRAG_GRADING": grading,
    }
    with open_service(read_settings(settings)) as service:
        if not service.documents():
            service.ingest([(path.name, path) for path in sample_files()], "Samples").wait()
        service.warm_up()
        yield service


def time_question(service: Service, server: ServerApart) -> Timed:
    """Ask, approve everything at once, and read the verdicts. Raises SelfragError when the question fails."""
    server.forget()
    question = f"{QUESTION} ({next(_ASKED)})"  # the vector of a question asked before is remembered
    began, worked = time.perf_counter(), time.process_time()
    run = service.ask(question, policy="always")
    run.wait()
    review = _reached(service, run, "waiting")["review"]
    reviewed = time.perf_counter()
    keep = [item["passage_id"] for item in review["evidence"]]
    decision = {"review_id": review["review_id"], "action": "approve", "keep": keep}
    run = service.resume(run.key, decision)
    came, seen = _watch(run)
    ended, cpu = time.perf_counter(), time.process_time() - worked
    view = _reached(service, run, "answered")
    return Timed(
        to_review=reviewed - began,
        to_first_token=came[0] - reviewed,
        to_verdicts=ended - came[-1],
        whole=ended - began,
        cpu=cpu,
        graded=len(view["evidence"]),
        steps=len(view["steps"]),
        calls=Counter(server.kinds()),
        seen=seen,
    )


def _watch(run: Run) -> tuple[list[float], str]:
    """When each token came, and the text that a page shows."""
    tokens = [(time.perf_counter(), event.text) for event in run.follow() if isinstance(event, Token)]
    return [when for when, _ in tokens], "".join(text for _, text in tokens)


def _reached(service: Service, run: Run, status: str) -> dict[str, Any]:
    view = service.show(run.key)
    if view["status"] != status:
        raise SelfragError(
            "The question is {now}, not {status}: {why}", now=view["status"], status=status, why=view["error"]
        )
    return view
