"""The answer, from approved passages only."""

from collections.abc import Generator, Iterator
from contextlib import closing
from typing import cast

from selfrag.errors import ContextTooLong
from selfrag.graph.citations import cite
from selfrag.graph.evidence import Reading, approved
from selfrag.graph.nodes.reflect import better
from selfrag.graph.state import Draft, Evidence, Reflection, State
from selfrag.ports import CUT, RESTART, PassageStore, Progress, Writer, joined


def write_answer(state: State, *, writer: Writer, passages: PassageStore, progress: Progress) -> State:
    """Stream an answer from exactly what was approved and still exists; name the passages that are gone.

    Those that the model has no room for are left out and named too. Raises ContextTooLong when not one has room.
    """
    kept = approved(state, passages)
    there = {reading.passage["id"] for reading in kept}
    gone = [passage_id for passage_id in state["approved"] if passage_id not in there]
    counters = state["counters"]
    if not kept:
        return {"gone": gone, "left_out": [], "draft": None, "best": None}
    best = better(state["draft"], state["best"])
    read, answer, cut = _write_from_what_fits(state, kept, writer, progress)
    left_out = [reading.passage["id"] for reading in kept if reading not in read]
    said: State = {"feedback": ""} if state.get("feedback") else {}
    return said | {
        "draft": Draft(answer=answer, citations=cite(answer, read), left_out=left_out, cut=cut, reflection=_unseen()),
        "best": best,
        "gone": gone,
        "left_out": left_out,
        "counters": {**counters, "writes": counters["writes"] + 1},
    }


def answer_directly(state: State, *, writer: Writer, progress: Progress) -> State:
    """Reply without documents; the oldest turns are forgotten first where the model has no room for all."""
    history = state["history"]
    while True:
        try:
            answer, cut = _stream(writer.answer_directly(state["question"], history), progress, "answer_directly")
        except ContextTooLong:
            if not history:
                raise
            history = history[1:]
        else:
            return {"draft": Draft(answer=answer, citations=[], left_out=[], cut=cut, reflection=_unseen())}


def _write_from_what_fits(
    state: State, kept: list[Reading], writer: Writer, progress: Progress
) -> tuple[list[Reading], str, bool]:
    read, feedback = kept, state.get("feedback") or weak_sentences(state["draft"])
    while True:
        try:
            texts = [reading.as_read for reading in read]
            answer, cut = _stream(writer.write(state["asked"], texts, feedback), progress, "write_answer")
        except ContextTooLong as error:
            if len(read) == 1:
                raise
            read = _without_the_lowest(read, state["evidence"], error.share)
        else:
            return read, answer, cut


def _without_the_lowest(read: list[Reading], evidence: list[Evidence], share: float | None) -> list[Reading]:
    """The lowest by IsRel left out, the later of two that are alike; with a `share` as many as cannot have room.

    What is sent beside the passages takes room too, so that those may still be too many.
    """
    scores = {item["passage_id"]: item["score"] for item in evidence}
    best_first = sorted(read, key=lambda reading: -scores[reading.passage["id"]])[:-1]
    room = _length(read) * (1.0 if share is None else share)
    while len(best_first) > 1 and _length(best_first) > room:
        best_first.pop()
    return [reading for reading in read if reading in best_first]


def _length(read: list[Reading]) -> int:
    return sum(len(reading.as_read["text"]) for reading in read)


def _stream(pieces: Iterator[str], progress: Progress, node: str) -> tuple[str, bool]:
    """The whole text, told piece by piece, and whether it was cut.

    A stop closes the request at once, not when garbage is collected.
    """
    said = []
    with closing(cast(Generator[str, None, None], pieces)):
        for piece in pieces:
            if piece == RESTART:
                progress("node", node=node)
            elif piece != CUT:
                progress("token", text=piece)
            said.append(piece)
    return joined(said).strip(), said[-1:] == [CUT]


def weak_sentences(draft: Draft | None) -> str:
    """The sentences known to be weak; one that could not be checked is not blamed."""
    sentences = draft["reflection"]["sentences"] if draft is not None else []
    return "\n".join(sentence["text"] for sentence in sentences if sentence["is_sup"] in ("no", "partially"))


def _unseen() -> Reflection:
    return Reflection(sentences=[], is_use=None, use_score=None, score=None, reason="", basis=None)
