"""The command line: the same service as the pages, for scripts and tests."""

import argparse
import json
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from selfrag.errors import DataDirBusy, SelfragError
from selfrag.graph.state import Policy
from selfrag.runs import Event, FileDone, FileProgress, Run, StepDone, Token
from selfrag.service import Service
from selfrag.settings import Settings, read_settings
from selfrag.terminal import ask_for_decision, describe
from selfrag.wiring import open_service

HAPPENED = ("answered", "waiting", "rejected", "no_evidence")
POLICIES: dict[str, Policy] = {"approve-all": "approve_all", "approve-relevant": "never"}
STATUSES = ["running", "waiting", "answered", "rejected", "no_evidence", "failed", "stopped"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it happened, 1 when it did not, 2 for wrong use."""
    arguments = _parser().parse_args(argv)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    try:
        return int(arguments.run(arguments, read_settings()))
    except SelfragError as error:
        _say(str(error))
        return 1
    except BrokenPipeError:
        return 1


def _ingest(arguments: argparse.Namespace, settings: Settings) -> int:
    with open_service(settings) as service:
        run = service.ingest([(path, Path(path)) for path in arguments.path], arguments.collection, arguments.password)
        states = []
        for event in run.follow():
            _progress(event)
            if isinstance(event, FileDone):
                states.append(event.result["status"])
                _out(event.result if arguments.json else _file_line(event.result))
        ended = run.ended
        if ended is not None and ended.error:
            _say(ended.error)
    return 0 if states and "failed" not in states else 1


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
        _follow(run, arguments.json)
        while review == "ask" and service.show(run.key)["status"] == "waiting":
            run = service.resume(run.key, ask_for_decision(service.show(run.key)))
            _follow(run, arguments.json)
        return _finish(service.show(run.key), arguments.json)


def _resume(arguments: argparse.Namespace, settings: Settings) -> int:
    with open_service(settings) as service:
        try:
            run = service.resume(arguments.thread, _decision(arguments, service))
            _follow(run, arguments.json)
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
        _follow(service.continue_(arguments.thread), arguments.json)
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


def _follow(run: Run, quiet: bool) -> None:
    try:
        for event in run.follow():
            _progress(event)
            if isinstance(event, Token) and not quiet:
                print(event.text, end="", flush=True)
    except KeyboardInterrupt:
        run.stop()
        run.wait()
        _say(f"\nStopped. Go on with: python -m selfrag continue {run.key}")
    if not quiet:
        print()


def _progress(event: Event) -> None:
    if isinstance(event, StepDone):
        found = ", ".join(f"{key} {value}" for key, value in event.step["found"].items())
        _say(f"{event.step['node']}: {found}" if found else event.step["node"])
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
    return f"{result['file']}: {result['status']}" + (f" — {result['error']}" if result["error"] else "")


def _out(value: Any) -> None:
    print(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m selfrag", description="Ask your PDFs, and decide what is read.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[..., int], help: str, *, as_json: bool = True) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help, description=help)
        one.set_defaults(run=run)
        if as_json:
            one.add_argument("--json", action="store_true", help="print one JSON object")
        return one

    ingest = command("ingest", _ingest, "add PDFs to a collection")
    ingest.add_argument("path", nargs="+")
    ingest.add_argument("--collection", default="Documents", metavar="NAME")
    ingest.add_argument("--password", help="opens protected files")
    ask = command("ask", _ask, "ask a question")
    ask.add_argument("question")
    ask.add_argument(
        "--collection", action="append", default=[], metavar="NAME", help="search only this one; repeatable"
    )
    ask.add_argument("--strategy", choices=["self"], default="self")
    ask.add_argument("--thread", metavar="ID", help="go on in this thread")
    ask.add_argument("--review", choices=["ask", "stop", "approve-all", "approve-relevant"])
    resume = command("resume", _resume, "answer the review that waits")
    resume.add_argument("thread")
    how = resume.add_mutually_exclusive_group(required=True)
    how.add_argument("--approve", action="store_true")
    how.add_argument("--reject", action="store_true")
    how.add_argument("--decision", metavar="FILE", help="a decision as JSON")
    resume.add_argument("--keep", action="append", default=[], metavar="ID")
    resume.add_argument("--drop", action="append", default=[], metavar="ID")
    resume.add_argument("--question", metavar="TEXT", help="edit the question")
    resume.add_argument("--no-search", action="store_true", help="answer the edited question from what was kept")
    command("continue", _continue, "go on with what was cut off").add_argument("thread")
    command("show", _show, "show a thread's last question").add_argument("thread")
    command("threads", _threads, "list threads").add_argument("--status", choices=STATUSES)
    command("documents", _documents, "list documents")
    command("delete", _delete, "remove a document", as_json=False).add_argument("document", help="id or name")
    command("info", _info, "what answers, and what is stored")
    bench = command("bench", _bench, "measure retrieval, grading and answers")
    bench.add_argument("folder")
    bench.add_argument("--limit", type=int)
    return parser


if __name__ == "__main__":
    sys.exit(main())
