"""`python -m selfrag.bench COMMAND`: how fast, how well and how safely parts of selfrag work."""

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any

from selfrag.bench import fuzz, latency, places, reading, searching, sources, strategies
from selfrag.errors import SelfragError
from selfrag.graph.strategies import STRATEGIES
from selfrag.settings import read_settings
from selfrag.wiring.models import make_models

MOST = 8  # passages that the sample documents have
MOST_SOURCES = 16


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; 0 when every budget is met, 1 when one is missed or a question failed, 2 for wrong use."""
    given = _parser().parse_args(argv)
    try:
        report, table = given.measure(given)
    except SelfragError as error:
        _say(str(error))
        return 1
    print(json.dumps(report, ensure_ascii=False) if given.json else table)
    return 0 if report.get("met", True) else 1


def _time_questions(given: argparse.Namespace) -> tuple[dict[str, Any], str]:
    load = latency.Load(**{field.name: getattr(given, field.name) for field in fields(latency.Load)})
    report = latency.measure(load, given.k, _say)
    return report, latency.as_table(report)


def _time_sources(given: argparse.Namespace) -> tuple[dict[str, Any], str]:
    report = sources.measure(sources.Load(given.latency_ms, given.sources, given.repeat))
    return report, sources.as_table(report)


def _compare_strategies(given: argparse.Namespace) -> tuple[dict[str, Any], str]:
    with closing(make_models(read_settings().models)) as models:
        report = strategies.measure(Path(given.folder), models, given.strategy, given.limit, _say)
    return report, strategies.as_table(report)


def _read_mutated(given: argparse.Namespace) -> tuple[dict[str, Any], str]:
    report = fuzz.measure(fuzz.Load(given.count, given.seed, given.first, given.limit_seconds), given.keep, _say)
    return report, fuzz.as_table(report)


def _mark_places(given: argparse.Namespace) -> tuple[dict[str, Any], str]:
    report = places.measure(Path(given.folder), _say)
    return report, places.as_table(report)


def _time_reading(given: argparse.Namespace) -> tuple[dict[str, Any], str]:
    report = reading.measure(Path(given.folder), reading.Load(given.repeat), _say)
    return report, reading.as_table(report)


def _time_search(given: argparse.Namespace) -> tuple[dict[str, Any], str]:
    report = searching.measure(searching.Load(given.passages, given.questions, given.seed), _say)
    return report, searching.as_table(report)


def _parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(prog="python -m selfrag.bench", description="Measure selfrag.")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, help: str, measure: Any) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help, description=help)
        one.add_argument("--json", action="store_true", help="print one JSON object")
        one.set_defaults(measure=measure)
        return one

    help = "time a question beside the sequential flow of a tutorial, against a server of known slowness"
    _add_latency(command("latency", help, _time_questions))
    help = "time the search of several slow sources beside that of one"
    _add_sources(command("sources", help, _time_sources))
    help = "put the questions of evaluation sets through whole strategies"
    compared = command("strategies", help, _compare_strategies)
    compared.add_argument("folder")
    compared.add_argument("--limit", type=_count, metavar="N", help="of each file of questions at most so many")
    compared.add_argument("--strategy", choices=STRATEGIES, action="append", default=[], help="repeatable; all of them")
    help = "put mutated PDFs through the reader: each must end in a state with a reason"
    _add_fuzz(command("fuzz", help, _read_mutated))
    help = "mark what answers the questions of evaluation sets on the pages of their PDFs"
    command("places", help, _mark_places).add_argument("folder")
    help = "time the reading of a folder's PDFs on one core and on two beside plain pypdf, and compare the texts"
    read = command("reading", help, _time_reading)
    read.add_argument("folder")
    _add(read, "repeat", _count, reading.Load.repeat, "times that each way is timed; the fastest counts")
    help = "time the search of one large collection of made-up passages, embedding aside"
    _add_searching(command("search", help, _time_search))
    return whole


def _add_latency(timed: argparse.ArgumentParser) -> None:
    timed.add_argument("--k", type=_passages, default=(4, 8), metavar="K,K", help="passages to grade, 1 to 8 each")
    for name, type_, help in (
        ("latency_ms", _milliseconds, "for each call"),
        ("token_ms", _milliseconds, "for each streamed token after the first"),
        ("grader_token_ms", _milliseconds, "for each token of a reply that is not streamed"),
        ("answer_tokens", _count, "tokens of the answer"),
        ("repeat", _count, "times that each flow is timed"),
    ):
        _add(timed, name, type_, getattr(latency.Load, name), help)


def _add_sources(timed: argparse.ArgumentParser) -> None:
    load = sources.Load
    _add(timed, "latency_ms", _milliseconds, load.latency_ms, "that each source takes")
    _add(timed, "sources", _sources, load.sources, f"sources beside one, 2 to {MOST_SOURCES}")
    _add(timed, "repeat", _count, load.repeat, "times that each search is timed")


def _add_fuzz(fuzzed: argparse.ArgumentParser) -> None:
    load = fuzz.Load
    _add(fuzzed, "count", _files, load.count, "files")
    _add(fuzzed, "seed", int, load.seed, "of chance; the same seed makes the same files")
    _add(fuzzed, "first", _files, load.first, "number of the first file, to see one again")
    _add(fuzzed, "limit_seconds", _count, load.limit_seconds, "that the reader may take for a file")
    fuzzed.add_argument("--keep", type=Path, metavar="FOLDER", help="where the files that went wrong are written")


def _add_searching(timed: argparse.ArgumentParser) -> None:
    load = searching.Load
    _add(timed, "passages", _files, load.passages, "passages, half of them in Korean")
    _add(timed, "questions", _count, load.questions, "questions asked in each language")
    _add(timed, "seed", int, load.seed, "of chance; the same seed makes the same texts")


def _add(timed: argparse.ArgumentParser, name: str, type_: Any, default: float, help: str) -> None:
    option = "--" + name.replace("_", "-")
    timed.add_argument(option, type=type_, default=default, metavar="N", help=f"{help} ({default:g})")


def _milliseconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 60_000:
        raise argparse.ArgumentTypeError("0 to 60000 milliseconds")
    return value


def _count(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 1000:
        raise argparse.ArgumentTypeError("1 to 1000")
    return value


def _files(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 1_000_000:
        raise argparse.ArgumentTypeError("1 to 1000000")
    return value


def _sources(text: str) -> int:
    value = int(text)
    if not 2 <= value <= MOST_SOURCES:
        raise argparse.ArgumentTypeError(f"2 to {MOST_SOURCES}")
    return value


def _passages(text: str) -> tuple[int, ...]:
    values = tuple(int(each) for each in text.split(","))
    if not all(1 <= value <= MOST for value in values):
        raise argparse.ArgumentTypeError(f"numbers from 1 to {MOST}, such as 4,8")
    return values


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
