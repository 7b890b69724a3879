"""What a run does, told line by line."""

from collections.abc import Iterator, Mapping
from typing import Any

from selfrag.commands.printing import say
from selfrag.runs import Event, FileProgress, Run, StepDone, Waiting


def follow(run: Run) -> None:
    """Tell everything until the run ends."""
    for event in events(run):
        tell(event)


def events(run: Run) -> Iterator[Event]:
    """Every event of a run; Ctrl-C stops it and waits for its end."""
    try:
        yield from run.follow()
    except KeyboardInterrupt:
        run.stop()
        run.wait()
        ingesting = any(isinstance(event, FileProgress) for event in run.events())
        go_on = "the others can be added again" if ingesting else f"`python -m selfrag continue {run.key}` goes on"
        say(f"Stopped. What was done so far is kept; {go_on}.")


def tell(event: Event) -> None:
    """One event, where it is worth a line."""
    if isinstance(event, StepDone):
        say(step_line(event.step))
    elif isinstance(event, Waiting):
        say(f"The model server asked to wait {event.seconds:.0f} s.")
    elif isinstance(event, FileProgress):
        say(
            f"{event.file}: {event.stage} {event.done}/{event.total}" if event.total else f"{event.file}: {event.stage}"
        )


def step_line(step: Mapping[str, Any]) -> str:
    """What a finished step found."""
    found = ", ".join(f"{key} {_fact(value)}" for key, value in step["found"].items() if _is_told(value))
    return f"{step['node']}: {found}" if found else str(step["node"])


def _is_told(value: Any) -> bool:
    return value not in ("", None, [])


def _fact(value: Any) -> str:
    """A fact of a step; sources with what each brought, or why it brought nothing."""
    if not isinstance(value, list):
        return str(value)
    return "; ".join(f"{source['title']} {source['error'] or source['hits']}" for source in value)
