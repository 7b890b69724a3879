"""One thread's graph: start, resume, go on, and read where it stands."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, StateSnapshot

from selfrag.errors import RunStopped
from selfrag.graph.beside import Beside
from selfrag.graph.state import State, Step
from selfrag.ports import Outside

Graph = CompiledStateGraph[Any, Any, Any, Any]
BRANCHES_AT_ONCE = 16  # LangGraph alone would search no more sources in parallel than there are processors, plus 4


@dataclass(frozen=True)
class Waiting:
    """A pause: resume it by `interrupt_id`, and with nothing else."""

    interrupt_id: str
    review: dict[str, Any]


class Session:
    """Drives a compiled strategy on one thread. Every step is on disk before the next one begins.

    Of steps that run beside each other the first that fails ends the others, and its error is the one raised.
    `broken_off` are steps that spent something and did not come to their end.
    """

    def __init__(self, graph: Graph, thread_id: str, steps_limit: int, outside: Outside) -> None:
        self._graph = graph
        self._outside = outside
        self.broken_off: list[Step] = []
        self._config: Any = {
            "configurable": {"thread_id": thread_id},
            "recursion_limit": steps_limit,
            "max_concurrency": BRANCHES_AT_ONCE,
        }

    def start(self, state: State) -> Iterator[State]:
        """Begin a question; yields what each node changed, as it ends."""
        return self._stream(state)

    def resume(self, interrupt_id: str, decision: dict[str, Any]) -> Iterator[State]:
        """Answer exactly one pause. A bare value could answer another one."""
        return self._stream(Command(resume={interrupt_id: decision}))

    def go_on(self) -> Iterator[State]:
        """Finish what was cut off; finished steps do not run again."""
        return self._stream(None)

    def waiting(self) -> Waiting | None:
        """The pause that waits for a decision."""
        interrupts = self._snapshot().interrupts
        return Waiting(interrupts[0].id, interrupts[0].value) if interrupts else None

    def unfinished(self) -> bool:
        """Whether steps are left; `next` is no proof of the contrary after a crash, `tasks` is."""
        return bool(self._snapshot().tasks)

    def state(self) -> State:
        """The last checkpoint's values; empty for a thread that never started."""
        return cast(State, dict(self._snapshot().values))

    def _snapshot(self) -> StateSnapshot:
        return self._graph.get_state(self._config)

    def _stream(self, given: Any) -> Iterator[State]:
        beside = Beside(self._outside.progress)
        outside = replace(self._outside, progress=beside, run=uuid.uuid4().hex)
        try:
            for part in self._graph.stream(
                given, self._config, context=outside, stream_mode="updates", durability="sync"
            ):
                for update in cast(dict[str, Any], part).values():
                    if isinstance(update, dict):
                        yield cast(State, update)
        except RunStopped:
            raise beside.error or RunStopped from None
        finally:
            self.broken_off += beside.broken_off
