"""The benchmark as the command line asks for it: with the models that the settings name."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from selfrag.bench.report import as_table
from selfrag.bench.runner import run_bench
from selfrag.ports import Meter
from selfrag.settings import Settings
from selfrag.wiring.models import make_models


def run_benchmark(
    settings: Settings, folder: Path, limit: int | None, progress: Callable[[str], None] = lambda line: None
) -> tuple[dict[str, Any], str]:
    """The result for every evaluation set under `folder`, and the same as a plain-text table.

    Raises SelfragError when the folder holds no set, and what the models raise.
    """
    models, meter = make_models(settings.models), Meter()
    with closing(models):
        result = run_bench(
            folder,
            embedder=models.embedder(meter),
            reflector=models.reflector(meter),
            writer=models.writer(meter),
            chat=models.answers_with,
            limit=limit,
            progress=progress,
        )
    return result, as_table(result)
