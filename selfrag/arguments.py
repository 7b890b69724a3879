"""What the command line takes."""

import argparse
from collections.abc import Callable, Sequence

from selfrag.graph.strategies import STRATEGIES

STATUSES = ["running", "waiting", "answered", "rejected", "no_evidence", "failed", "stopped"]
POLICIES = ["stop", "approve-all", "approve-relevant"]
SILENT = ["delete", "rename", "move"]  # they say one line and have nothing to print
Add = Callable[[str, str], argparse.ArgumentParser]


def parse(given: Sequence[str] | None) -> argparse.Namespace:
    """The arguments, `command` naming what to run. Wrong use ends the program with code 2, as argparse does."""
    parser = _parser()
    arguments = parser.parse_args(given)
    if arguments.command == "resume":
        _check_resume(parser, arguments)
    if arguments.command == "compare" and not len(arguments.strategy) == len(set(arguments.strategy)) == 2:
        parser.error("compare takes --strategy twice, for two different ones")
    return arguments


def _check_resume(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    if given.no_search and given.question is None:
        parser.error("--no-search goes with --question")
    if not given.approve and (given.keep or given.drop or given.strip or given.question is not None):
        parser.error("--keep, --drop, --strip and --question go with --approve")
    if given.query is not None and not given.allow:
        parser.error("--query goes with --allow")


def _parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(prog="python -m selfrag", description="Ask your PDFs, and decide what is read.")
    commands = whole.add_subparsers(required=True, metavar="COMMAND", dest="command")

    def command(name: str, help: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help, description=help)
        if name not in SILENT:
            one.add_argument("--json", action="store_true", help="print one JSON object")
        return one

    _add_documents(command)
    _add_questions(command)
    graph = command("graph", "draw a strategy as a Mermaid diagram")
    graph.add_argument("--strategy", choices=STRATEGIES, default="self")
    command("info", "what answers, and what is stored")
    command("check", "ask the models for one verdict and one embedding")
    bench = command("bench", "measure retrieval, grading and answers")
    bench.add_argument("folder")
    bench.add_argument("--limit", type=int)
    return whole


def _add_documents(command: Add) -> None:
    ingest = command("ingest", "add PDFs to a collection")
    ingest.add_argument("path", nargs="+")
    ingest.add_argument("--collection", default="Documents", metavar="NAME")
    ingest.add_argument("--description", metavar="TEXT", help="what is in the collection: questions are sent by it")
    ingest.add_argument("--password", help="opens protected files")
    ingest.add_argument("--replace", action="store_true", help="delete the earlier documents of the same name there")
    command("documents", "list documents")
    command("collections", "list collections")
    command("delete", "remove a document").add_argument("document", help="id or name")
    rename = command("rename", "give a document another name")
    rename.add_argument("document", help="id or name")
    rename.add_argument("name")
    move = command("move", "put a document into another collection")
    move.add_argument("document", help="id or name")
    move.add_argument("collection", help="made if there is none of that name")
    command("compact", "give the space of what was deleted back to the disk")
    page = command("page", "print the text of a page, and store its picture")
    page.add_argument("document", help="id or name")
    page.add_argument("number", type=int, help="counted from 1, whatever is printed on the page")
    page.add_argument("--find", metavar="TEXT", help="mark this in the picture")
    page.add_argument("--out", metavar="FILE", help="where the picture goes, a PNG")
    page.add_argument("--password", help="opens a protected file")


def _add_questions(command: Add) -> None:
    ask = command("ask", "ask a question")
    _question(ask)
    ask.add_argument("--strategy", choices=STRATEGIES, help="self, where the thread has none yet")
    ask.add_argument("--thread", metavar="ID", help="go on in this thread")
    ask.add_argument("--review", choices=["ask", *POLICIES])
    compare = command("compare", "ask the same of two strategies")
    _question(compare)
    compare.add_argument("--strategy", choices=STRATEGIES, action="append", required=True, help="twice")
    compare.add_argument("--review", choices=POLICIES, default="stop")
    _resume(command("resume", "answer the review that waits"))
    command("continue", "go on with what was cut off").add_argument("thread")
    command("show", "show a thread's last question").add_argument("thread")
    command("threads", "list threads").add_argument("--status", choices=STATUSES)


def _question(asks: argparse.ArgumentParser) -> None:
    asks.add_argument("question")
    asks.add_argument(
        "--collection", action="append", default=[], metavar="NAME", help="search only this one; repeatable"
    )
    asks.add_argument("--web", action="store_true", help="the web as a source too; you see each query before it leaves")


def _resume(resume: argparse.ArgumentParser) -> None:
    resume.add_argument("thread")
    how = resume.add_mutually_exclusive_group(required=True)
    how.add_argument("--approve", action="store_true", help="let the kept passages be read, or the query out")
    how.add_argument("--reject", action="store_true", help="no answer, or without the web")
    how.add_argument("--allow", action="store_true", help="let the query out to the web")
    how.add_argument("--skip", action="store_true", help="go on without the web")
    how.add_argument("--never", action="store_true", help="go on without the web, now and later in this thread")
    how.add_argument("--decision", metavar="FILE", help="a decision as JSON")
    resume.add_argument("--keep", action="append", default=[], metavar="ID")
    resume.add_argument("--drop", action="append", default=[], metavar="ID")
    help = "of a kept passage, the strips that may be read, numbered from 0"
    resume.add_argument("--strip", action="append", default=[], type=_strips, metavar="ID:N,N", help=help)
    resume.add_argument("--question", metavar="TEXT", help="edit the question, or the query for the web")
    resume.add_argument("--no-search", action="store_true", help="answer the edited question from what was kept")
    resume.add_argument("--query", metavar="TEXT", help="let this out instead")


def _strips(text: str) -> tuple[str, list[int]]:
    passage_id, _, numbers = text.rpartition(":")
    if not passage_id or not all(number.isascii() and number.isdecimal() for number in numbers.split(",")):
        raise argparse.ArgumentTypeError("a passage's id and numbers of its strips, such as ID:0,2")
    return passage_id, [int(number) for number in numbers.split(",")]
