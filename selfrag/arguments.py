"""What the command line takes."""

import argparse
from collections.abc import Callable, Sequence

from selfrag.graph.strategies import STRATEGIES

STATUSES = ["running", "waiting", "answered", "rejected", "no_evidence", "failed", "stopped"]
POLICIES = ["stop", "approve-all", "approve-relevant"]
THUMBS = {"up": 1, "down": -1, "none": 0}
SILENT = [  # they say one line and have nothing to print
    "delete",
    "rename",
    "move",
    "receipt",
    "rename-thread",
    "archive",
    "delete-thread",
    "assign",
    "comment",
]
Add = Callable[[str, str], argparse.ArgumentParser]


def parse(given: Sequence[str] | None) -> argparse.Namespace:
    """The arguments, `command` naming what to run. Wrong use ends the program with code 2, as argparse does."""
    parser = _parser()
    arguments = parser.parse_args(given)
    if arguments.command == "resume":
        _check_resume(parser, arguments)
    if arguments.command == "fork" and not arguments.approve:
        edits = (arguments.keep, arguments.drop, arguments.add, arguments.question, arguments.query)
        if any(edits):
            parser.error("--keep, --drop, --add, --question and --query go with --approve")
    if arguments.command == "compare" and not len(arguments.strategy) == len(set(arguments.strategy)) == 2:
        parser.error("compare takes --strategy twice, for two different ones")
    return arguments


def _check_resume(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    if given.no_search and given.question is None:
        parser.error("--no-search goes with --question")
    if not given.approve and (given.strip or given.add or given.question is not None):
        parser.error("--strip, --add and --question go with --approve")
    if not (given.approve or given.write_again) and (given.keep or given.drop):
        parser.error("--keep and --drop go with --approve or --write-again")
    if given.query is not None and not (given.allow or given.search_again):
        parser.error("--query goes with --allow or --search-again")
    if given.search_again and given.query is None:
        parser.error("--search-again needs --query")
    if given.decision and given.note:
        parser.error("--note goes into the file of --decision")
    if given.strike and not given.accept:
        parser.error("--strike goes with --accept")


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
    command("insights", "how graders and people agree, and what questions took")
    _add_receipts(command)
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
    ask.add_argument("--draft-review", action="store_true", help="let me see the answer before it is final")
    compare = command("compare", "ask the same of two strategies")
    _question(compare)
    compare.add_argument("--strategy", choices=STRATEGIES, action="append", required=True, help="twice")
    compare.add_argument("--review", choices=POLICIES, default="stop")
    _resume(command("resume", "answer the review that waits"))
    command("continue", "go on with what was cut off").add_argument("thread")
    command("show", "show a thread's last question").add_argument("thread")
    _add_history(command)
    _add_judging(command)
    _add_threads(command)


def _add_history(command: Add) -> None:
    history = command("history", "list what became of a thread's last question, in the order in which it happened")
    history.add_argument("thread")
    history.add_argument("--question-id", metavar="ID", help="another question of the thread")
    fork = command("fork", "decide a review otherwise, in a new thread: the original stays as it is")
    fork.add_argument("thread")
    fork.add_argument("--review", metavar="ID", help="the last one on passages of the last question, without it")
    how = fork.add_mutually_exclusive_group(required=True)
    how.add_argument("--approve", action="store_true", help="let the kept passages be read; without --keep, as before")
    how.add_argument("--reject", action="store_true", help="no answer, or without the web")
    how.add_argument("--decision", metavar="FILE", help="a decision as JSON")
    for name in ("--keep", "--drop", "--add"):
        fork.add_argument(name, action="append", default=[], metavar="ID")
    fork.add_argument("--question", metavar="TEXT", help="ask this instead, and search for it")
    fork.add_argument("--query", metavar="TEXT", help="search for these words, or let them out to the web")
    fork.add_argument("--by", default="", metavar="NAME", help="who decides")


def _add_threads(command: Add) -> None:
    threads = command("threads", "list threads")
    threads.add_argument("--status", choices=STATUSES)
    threads.add_argument("--search", default="", metavar="TEXT", help="only those whose title or questions hold it")
    threads.add_argument("--archived", action="store_true", help="those that were put away instead")
    rename = command("rename-thread", "give a thread another title")
    rename.add_argument("thread")
    rename.add_argument("title")
    archive = command("archive", "put a thread away")
    archive.add_argument("thread")
    archive.add_argument("--undo", action="store_true", help="bring it back")
    command("delete-thread", "delete a thread with its answers and decisions").add_argument("thread")
    command("inbox", "list the reviews that wait, longest first")
    assign = command("assign", "say whose the review is that waits in a thread")
    assign.add_argument("thread")
    assign.add_argument("name", nargs="?", default="", help="nobody, where it is left out")
    comment = command("comment", "say something about a thread")
    comment.add_argument("thread")
    comment.add_argument("text")
    comment.add_argument("--by", default="", metavar="NAME", help="who says it")


def _add_receipts(command: Add) -> None:
    receipt = command("receipt", "print the record of a thread: who decided what, and what the answers rest on")
    receipt.add_argument("thread")
    receipt.add_argument("--format", choices=["json", "md", "pdf"], default="json")
    receipt.add_argument("--json", action="store_const", const="json", dest="format", help="as JSON, the default")
    receipt.add_argument("--out", metavar="FILE", help="where it goes; a PDF to receipt-THREAD.pdf without it")
    replay = command("replay", "check a receipt against the stored documents")
    replay.add_argument("receipt", help="a receipt in JSON")


def _add_judging(command: Add) -> None:
    strike = command("strike", "strike a sentence of a thread's last answer")
    strike.add_argument("thread")
    strike.add_argument("sentence", type=int, metavar="N", help="as `show` numbers it, from 0")
    strike.add_argument("--undo", action="store_true", help="take it back")
    thumb = command("thumb", "say what you think of a thread's last answer")
    thumb.add_argument("thread")
    thumb.add_argument("value", choices=THUMBS)
    for judges in (strike, thumb):
        judges.add_argument("--by", default="", metavar="NAME", help="who says it")


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
    how.add_argument("--accept", action="store_true", help="let the draft be the answer")
    how.add_argument("--edit", metavar="FILE", help="let this text be the answer, its [n] marks as in the draft")
    how.add_argument("--write-again", action="store_true", help="one more draft, by --note and without --drop")
    how.add_argument("--search-again", action="store_true", help="search for --query, and review what is found")
    how.add_argument("--decision", metavar="FILE", help="a decision as JSON")
    resume.add_argument("--strike", action="append", default=[], type=int, metavar="N", help="a sentence, from 0")
    resume.add_argument("--note", default="", metavar="TEXT", help="kept with the decision; the writer reads it too")
    resume.add_argument("--by", default="", metavar="NAME", help="who decides")
    resume.add_argument("--keep", action="append", default=[], metavar="ID")
    resume.add_argument("--drop", action="append", default=[], metavar="ID")
    help = "a passage that the search did not offer, to be read too"
    resume.add_argument("--add", action="append", default=[], metavar="ID", help=help)
    help = "of a kept passage, the strips that may be read, numbered from 0"
    resume.add_argument("--strip", action="append", default=[], type=_strips, metavar="ID:N,N", help=help)
    resume.add_argument("--question", metavar="TEXT", help="edit the question, or the query for the web")
    resume.add_argument("--no-search", action="store_true", help="answer the edited question from what was kept")
    resume.add_argument("--query", metavar="TEXT", help="let this out instead, or search for it")


def _strips(text: str) -> tuple[str, list[int]]:
    passage_id, _, numbers = text.rpartition(":")
    if not passage_id or not all(number.isascii() and number.isdecimal() for number in numbers.split(",")):
        raise argparse.ArgumentTypeError("a passage's id and numbers of its strips, such as ID:0,2")
    return passage_id, [int(number) for number in numbers.split(",")]
