"""The models at work, and a trial of them."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from selfrag.errors import SelfragError
from selfrag.ports import Embedder, Meter, Passage, Reflector, Writer

TRIAL_QUESTION = "How often is the intake screen rinsed?"
TRIAL_TEXT = "The intake screen is rinsed every 36 hours."


@dataclass(frozen=True)
class Models:
    """Who embeds, judges and writes; each call gives an object that counts into the meter.

    `names` lists the models of the server that is named, `rung` says how the chat model gives its verdicts; both are
    None where there is none.
    `quotes` when answers are quoted sentences rather than a model's words.
    """

    embedder: Callable[[Meter], Embedder]
    reflector: Callable[[Meter], Reflector]
    writer: Callable[[Meter], Writer]
    warm: Callable[[], None]
    close: Callable[[], None]
    answers_with: str
    quotes: bool
    names: Callable[[Meter], list[str]] | None = None
    rung: Callable[[], str] | None = None


@dataclass(frozen=True)
class Trial:
    """One verdict and one embedding, asked for on the spot; a part that failed has its sentence instead."""

    verdict: str | None = None
    basis: str | None = None
    rung: str | None = None
    verdict_seconds: float = 0.0
    verdict_error: str | None = None
    embedder: str = ""
    dimension: int | None = None
    embedding_seconds: float = 0.0
    embedding_error: str | None = None

    @property
    def worked(self) -> bool:
        """Whether a verdict could be read and a vector came."""
        return self.verdict not in (None, "unknown") and self.dimension is not None

    def as_json(self) -> dict[str, Any]:
        """What `check --json` prints."""
        return {**asdict(self), "worked": self.worked}


def try_out(models: Models, meter: Meter) -> Trial:
    """Ask for one IsRel verdict and one vector, each on its own."""
    return Trial(**_verdict(models, meter), **_embedding(models, meter))


def _verdict(models: Models, meter: Meter) -> dict[str, Any]:
    started = time.perf_counter()
    try:
        graded = models.reflector(meter).grade_passages(TRIAL_QUESTION, [_passage()])[0]
    except SelfragError as error:
        return {"verdict_error": str(error), "verdict_seconds": _since(started)}
    return {
        "verdict": graded["verdict"],
        "basis": graded["basis"],
        "rung": models.rung() if models.rung else None,
        "verdict_seconds": _since(started),
        "verdict_error": graded["reason"] if graded["verdict"] == "unknown" else None,
    }


def _embedding(models: Models, meter: Meter) -> dict[str, Any]:
    started = time.perf_counter()
    embedder = models.embedder(meter)
    try:
        vector = embedder.embed_query(TRIAL_QUESTION)
    except SelfragError as error:
        return {"embedder": embedder.name, "embedding_error": str(error), "embedding_seconds": _since(started)}
    return {"embedder": embedder.name, "dimension": len(vector), "embedding_seconds": _since(started)}


def _since(started: float) -> float:
    return round(time.perf_counter() - started, 3)


def _passage() -> Passage:
    return Passage(
        id="trial:1:0",
        document_id="trial",
        document="Trial",
        collection="Trial",
        page=1,
        page_label=None,
        start=0,
        end=len(TRIAL_TEXT),
        text=TRIAL_TEXT,
    )
