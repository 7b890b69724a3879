"""What answers, whether it works, and how well."""

import argparse
from pathlib import Path

from selfrag.commands.opening import open_for_reading
from selfrag.commands.printing import out, say
from selfrag.settings import Settings


def info(arguments: argparse.Namespace, settings: Settings) -> int:
    """What answers, and what is stored."""
    with open_for_reading(settings) as service:
        facts = service.info()
    for line in [facts] if arguments.json else [f"{key}: {value}" for key, value in facts.items()]:
        out(line)
    return 0


def check(arguments: argparse.Namespace, settings: Settings) -> int:
    """Ask the models for one verdict and one embedding."""
    with open_for_reading(settings) as service:
        trial = service.try_models()
    facts = trial.as_json()
    for line in [facts] if arguments.json else [f"{key}: {value}" for key, value in facts.items() if value is not None]:
        out(line)
    return 0 if trial.worked else 1


def bench(arguments: argparse.Namespace, settings: Settings) -> int:
    """Measure retrieval, grading and answers on evaluation sets."""
    from selfrag.bench.command import run_benchmark

    result, table = run_benchmark(settings, Path(arguments.folder), arguments.limit, say)
    out(result if arguments.json else table)
    return 0
