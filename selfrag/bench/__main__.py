"""`python -m selfrag.bench latency`: how long a question takes, beside the sequential flow of a tutorial."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import fields

from selfrag.bench.latency import Load, as_table, measure
from selfrag.errors import SelfragError

MOST = 8  # passages that the sample documents have


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; 0 when every budget is met, 1 when one is missed or a question failed, 2 for wrong use."""
    given = _parser().parse_args(argv)
    load = Load(**{field.name: getattr(given, field.name) for field in fields(Load)})
    try:
        report = measure(load, given.k, _say)
    except SelfragError as error:
        _say(str(error))
        return 1
    print(json.dumps(report) if given.json else as_table(report))
    return 0 if report["met"] else 1


def _parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(prog="python -m selfrag.bench", description="Measure selfrag.")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    help = "time a question beside the sequential flow of a tutorial, against a server of known slowness"
    latency = commands.add_parser("latency", help=help, description=help)
    latency.add_argument("--json", action="store_true", help="print one JSON object")
    latency.add_argument("--k", type=_passages, default=(4, 8), metavar="K,K", help="passages to grade, 1 to 8 each")
    for name, type_, help in (
        ("latency_ms", _milliseconds, "for each call"),
        ("token_ms", _milliseconds, "for each streamed token after the first"),
        ("grader_token_ms", _milliseconds, "for each token of a reply that is not streamed"),
        ("answer_tokens", _count, "tokens of the answer"),
        ("repeat", _count, "times that each flow is timed"),
    ):
        default, option = getattr(Load, name), "--" + name.replace("_", "-")
        latency.add_argument(option, type=type_, default=default, metavar="N", help=f"{help} ({default})")
    return whole


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


def _passages(text: str) -> tuple[int, ...]:
    values = tuple(int(each) for each in text.split(","))
    if not all(1 <= value <= MOST for value in values):
        raise argparse.ArgumentTypeError(f"numbers from 1 to {MOST}, such as 4,8")
    return values


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
