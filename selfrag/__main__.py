"""The command line: the same service as the pages, for scripts and tests."""

import argparse
import json
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from selfrag.arguments import parse
from selfrag.errors import DataDirBusy, ReviewError, SelfragError
from selfrag.graph.state import Policy
from selfrag.language.plain import plain
from selfrag.runs import Event, FileDone, FileProgress, Run, StepDone, Waiting
from selfrag.service import Service
from selfrag.settings import Settings, read_settings
from selfrag.terminal import ask_for_decision, describe
from selfrag.wiring import open_service

HAPPENED = ("answered", "waiting", "rejected", "no_evidence")
POLICIES: dict[str, Policy] = {"approve-all": "approve_all", "approve-relevant": "never"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it happened, 1 when it did not, 2 for wrong use."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    given = parse(argv)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    try:
        return COMMANDS[given.command](given, read_settings())
    except SelfragError as error:
        _say(str(error))
        return 1
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        _say("Stopped.")
        return 1


def _ingest(arguments: argparse.Namespace, settings: Settings) -> int:
    with open_service(settings) as service:
        run = service.ingest(_files(arguments.path), arguments.collection, arguments.password)
        states = []
        for event in _events(run):
            _progress(event)
            if isinstance(event, FileDone):
                states.append(event.result["status"])
                _out(event.result if arguments.json else _file_line(event.result))
        ended = run.wait()
    if ended is not None and ended.error:
        _say(ended.error)
    return 0 if states and "failed" not in states and ended is not None and ended.status == "ready" else 1


def _files(paths: Sequence[str]) -> list[tuple[str, Path | bytes]]:
    """Files as given; a folder stands for the PDFs in it."""
    found: list[tuple[str, Path | bytes]] = []
    for path in paths:
        inside = sorted(Path(path).glob("*.pdf")) if Path(path).is_dir() else []
        found += [(str(one), one) for one in inside] or [(path, Path(path))]
    return found


def _ask(arguments: argparse.Namespace, settings: Settings) -> int:
    review = arguments.review or ("ask" if sys.stdin.isatty() and not arguments.json else "stop")
    with open_service(settings) as service:
        sources = [service.collection(name).id for name in arguments.collection]
        run = service.ask(
            arguments.question,
            thread_id=arguments.thread,
            sources=sources,
            strategy=arguments.strategy,
            policy=POLICIES.get(review, "always"),
        )
        _follow(run)
        while review == "ask" and service.show(run.key)["status"] == "waiting":
            decision = ask_for_decision(service.show(run.key))
            if decision is None:
                break
            try:
                _follow(service.resume(run.key, decision))
            except ReviewError as error:
                _say(str(error))
        return _finish(service.show(run.key), arguments.json)


def _resume(arguments: argparse.Namespace, settings: Settings) -> int:
    with open_service(settings) as service:
        try:
            run = service.resume(arguments.thread, _decision(arguments, service))
            _follow(run)
        except SelfragError as error:
            if arguments.json:
                _out(service.show(arguments.thread) | {"error": str(error)})
            raise
        return _finish(service.show(arguments.thread), arguments.json)


def _decision(arguments: argparse.Namespace, service: Service) -> dict[str, Any]:
    review = service.waiting_review(arguments.thread)
    if arguments.decision:
        try:
            given = json.loads(Path(arguments.decision).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise SelfragError(
                "{file} cannot be read as a decision: {fault}", file=arguments.decision, fault=error
            ) from error
        return {"review_id": review["review_id"], **given} if isinstance(given, dict) else {"review_id": given}
    if arguments.reject:
        return {"review_id": review["review_id"], "action": "reject"}
    keep = arguments.keep or [item["passage_id"] for item in review["evidence"] if item["kept"]]
    decision = {
        "review_id": review["review_id"],
        "action": "approve",
        "keep": [passage_id for passage_id in keep if passage_id not in arguments.drop],
        "drop": arguments.drop,
    }
    if arguments.question is not None:
        decision |= {"action": "edit", "question": arguments.question, "search_again": not arguments.no_search}
    return decision


def _continue(arguments: argparse.Namespace, settings: Settings) -> int:
    with open_service(settings) as service:
        _follow(service.continue_(arguments.thread))
        return _finish(service.show(arguments.thread), arguments.json)


def _show(arguments: argparse.Namespace, settings: Settings) -> int:
    with _reading(settings) as service:
        _print_view(service.show(arguments.thread), arguments.json)
    return 0


def _threads(arguments: argparse.Namespace, settings: Settings) -> int:
    with _reading(settings) as service:
        threads = [vars(thread) for thread in service.threads(arguments.status)]
    if arguments.json:
        _out({"threads": threads})
    for thread in () if arguments.json else threads:
        _out(f"{thread['id']}  {thread['status']:<11}  {thread['title']}")
    return 0


def _documents(arguments: argparse.Namespace, settings: Settings) -> int:
    with _reading(settings) as service:
        documents = service.documents()
    if arguments.json:
        _out({"documents": documents})
    for document in () if arguments.json else documents:
        _out("{document:.12}  {status:<12}  {pages:>5} p.  {collection}  {name}".format_map(document))
    return 0


def _delete(arguments: argparse.Namespace, settings: Settings) -> int:
    with open_service(settings) as service:
        _say(f"Deleted {service.delete_document(arguments.document)}.")
    return 0


def _info(arguments: argparse.Namespace, settings: Settings) -> int:
    with _reading(settings) as service:
        facts = service.info()
    for line in [facts] if arguments.json else [f"{key}: {value}" for key, value in facts.items()]:
        _out(line)
    return 0


def _check(arguments: argparse.Namespace, settings: Settings) -> int:
    with _reading(settings) as service:
        trial = service.try_models()
    facts = trial.as_json()
    for line in [facts] if arguments.json else [f"{key}: {value}" for key, value in facts.items() if value is not None]:
        _out(line)
    return 0 if trial.worked else 1


def _bench(arguments: argparse.Namespace, settings: Settings) -> int:
    from selfrag.bench.command import run_benchmark

    result, table = run_benchmark(settings, Path(arguments.folder), arguments.limit, _say)
    _out(result if arguments.json else table)
    return 0


def _reading(settings: Settings) -> Service:
    try:
        return open_service(settings)
    except DataDirBusy:
        return open_service(settings, own=False)


def _follow(run: Run) -> None:
    for event in _events(run):
        _progress(event)


def _events(run: Run) -> Iterator[Event]:
    """Every event of a run; Ctrl-C stops it and waits for its end."""
    try:
        yield from run.follow()
    except KeyboardInterrupt:
        run.stop()
        run.wait()
        ingesting = any(isinstance(event, FileProgress) for event in run.events())
        go_on = "the others can be added again" if ingesting else f"`python -m selfrag continue {run.key}` goes on"
        _say(f"Stopped. What was done so far is kept; {go_on}.")


def _progress(event: Event) -> None:
    if isinstance(event, StepDone):
        found = ", ".join(f"{key} {value}" for key, value in event.step["found"].items())
        _say(f"{event.step['node']}: {found}" if found else event.step["node"])
    elif isinstance(event, Waiting):
        _say(f"The model server asked to wait {event.seconds:.0f} s.")
    elif isinstance(event, FileProgress):
        _say(
            f"{event.file}: {event.stage} {event.done}/{event.total}" if event.total else f"{event.file}: {event.stage}"
        )


def _finish(view: dict[str, Any], as_json: bool) -> int:
    _print_view(view, as_json)
    if view["error"]:
        _say(view["error"])
    return 0 if view["status"] in HAPPENED else 1


def _print_view(view: dict[str, Any], as_json: bool) -> None:
    _out(view if as_json else describe(view))


def _file_line(result: dict[str, Any]) -> str:
    notes = dict.fromkeys([*([result["error"]] if result["error"] else []), *result["warnings"]])
    return " — ".join([f"{result['file']}: {result['status']}", *notes])


def _out(value: Any) -> None:
    """JSON as it is; text without what a terminal would obey."""
    print(plain(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _say(text: str) -> None:
    print(plain(text), file=sys.stderr, flush=True)


COMMANDS: dict[str, Callable[[argparse.Namespace, Settings], int]] = {
    "ingest": _ingest,
    "ask": _ask,
    "resume": _resume,
    "continue": _continue,
    "show": _show,
    "threads": _threads,
    "documents": _documents,
    "delete": _delete,
    "info": _info,
    "check": _check,
    "bench": _bench,
}

if __name__ == "__main__":
    sys.exit(main())
