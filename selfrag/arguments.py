"""What the command line takes."""

import argparse
from collections.abc import Sequence

STATUSES = ["running", "waiting", "answered", "rejected", "no_evidence", "failed", "stopped"]


def parse(given: Sequence[str] | None) -> argparse.Namespace:
    """The arguments, `command` naming what to run. Wrong use ends the program with code 2, as argparse does."""
    parser = _parser()
    arguments = parser.parse_args(given)
    if arguments.command == "resume":
        if arguments.no_search and arguments.question is None:
            parser.error("--no-search goes with --question")
        if not arguments.approve and (arguments.keep or arguments.drop or arguments.question is not None):
            parser.error("--keep, --drop and --question go with --approve")
    return arguments


def _parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(prog="python -m selfrag", description="Ask your PDFs, and decide what is read.")
    commands = whole.add_subparsers(required=True, metavar="COMMAND", dest="command")

    def command(name: str, help: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help, description=help)
        if name != "delete":
            one.add_argument("--json", action="store_true", help="print one JSON object")
        return one

    _ingest(command("ingest", "add PDFs to a collection"))
    _ask(command("ask", "ask a question"))
    _resume(command("resume", "answer the review that waits"))
    command("continue", "go on with what was cut off").add_argument("thread")
    command("show", "show a thread's last question").add_argument("thread")
    command("threads", "list threads").add_argument("--status", choices=STATUSES)
    command("documents", "list documents")
    command("delete", "remove a document").add_argument("document", help="id or name")
    command("info", "what answers, and what is stored")
    command("check", "ask the models for one verdict and one embedding")
    bench = command("bench", "measure retrieval, grading and answers")
    bench.add_argument("folder")
    bench.add_argument("--limit", type=int)
    return whole


def _ingest(ingest: argparse.ArgumentParser) -> None:
    ingest.add_argument("path", nargs="+")
    ingest.add_argument("--collection", default="Documents", metavar="NAME")
    ingest.add_argument("--password", help="opens protected files")


def _ask(ask: argparse.ArgumentParser) -> None:
    ask.add_argument("question")
    ask.add_argument(
        "--collection", action="append", default=[], metavar="NAME", help="search only this one; repeatable"
    )
    ask.add_argument("--strategy", choices=["self"], default="self")
    ask.add_argument("--thread", metavar="ID", help="go on in this thread")
    ask.add_argument("--review", choices=["ask", "stop", "approve-all", "approve-relevant"])


def _resume(resume: argparse.ArgumentParser) -> None:
    resume.add_argument("thread")
    how = resume.add_mutually_exclusive_group(required=True)
    how.add_argument("--approve", action="store_true")
    how.add_argument("--reject", action="store_true")
    how.add_argument("--decision", metavar="FILE", help="a decision as JSON")
    resume.add_argument("--keep", action="append", default=[], metavar="ID")
    resume.add_argument("--drop", action="append", default=[], metavar="ID")
    resume.add_argument("--question", metavar="TEXT", help="edit the question")
    resume.add_argument("--no-search", action="store_true", help="answer the edited question from what was kept")
