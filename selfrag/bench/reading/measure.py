"""Times the reading of a folder: plain pypdf on one core, then selfrag on one and on two, again and again."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import selfrag
from selfrag.bench.reading.likeness import spaces_kept, words_kept
from selfrag.errors import SelfragError

RUNS = (("pypdf", 1), ("selfrag", 1), ("selfrag", 2))
BUDGETS = {"one core beside pypdf": 1.0, "two cores beside one": 1.6, "words of pypdf": 0.99, "Korean spaces": 0.99}

Reading = Mapping[str, Any]


@dataclass(frozen=True)
class Load:
    """How often each way of reading is timed; the fastest counts, being the least disturbed."""

    repeat: int = 3


def measure(folder: Path, load: Load, say: Callable[[str], None]) -> dict[str, Any]:
    """Pages a second and memory of each way of reading, what the texts share, and the budgets. Raises SelfragError."""
    if sys.platform != "linux":
        raise SelfragError("Reading is timed on Linux only, where a process can be bound to one core.")
    if not any(folder.glob("*.pdf")):
        raise SelfragError("There is no PDF in {folder}.", folder=folder)
    best: dict[tuple[str, int], Reading] = {}
    for _ in range(load.repeat):
        for reader, cores in RUNS:
            reading = _run(reader, cores, folder)
            say(f"{reader} on {cores}: {reading['seconds']:.2f} s")
            best[reader, cores] = min(best.get((reader, cores), reading), reading, key=lambda each: each["seconds"])
    return report(folder, load, [best[run] for run in RUNS])


def report(folder: Path, load: Load, readings: Sequence[Reading]) -> dict[str, Any]:
    """The figures of one reading for each of RUNS."""
    plain, one, two = readings
    pages = sum(map(len, plain["texts"].values()))
    rows = [
        {
            "reader": reader,
            "cores": cores,
            "seconds": round(reading["seconds"], 3),
            "pages_per_second": round(pages / reading["seconds"], 1),
            "memory_mb": reading["memory_mb"],
        }
        for (reader, cores), reading in zip(RUNS, readings, strict=True)
    ]
    pairs = [
        pair
        for name, texts in plain["texts"].items()
        for pair in zip(texts, one["texts"][name], strict=True)
    ]  # fmt: skip
    figures = (
        plain["seconds"] / one["seconds"],
        one["seconds"] / two["seconds"],
        _share(words_kept(*pair) for pair in pairs),
        _share(spaces_kept(*pair) for pair in pairs),
    )
    budgets = [
        {"of": name, "ratio": round(ratio, 4), "budget": budget, "met": ratio >= budget}
        for (name, budget), ratio in zip(BUDGETS.items(), figures, strict=True)
    ]
    return {
        "folder": str(folder),
        "files": len(plain["texts"]),
        "pages": pages,
        "repeat": load.repeat,
        "load": round(os.getloadavg()[0], 1),
        "rows": rows,
        "two_cores_beside_pypdf": round(plain["seconds"] / two["seconds"], 3),
        "same_on_two_cores": one["texts"] == two["texts"],
        "budgets": budgets,
        "met": one["texts"] == two["texts"] and all(each["met"] for each in budgets),
    }


def as_table(report: dict[str, Any]) -> str:
    """One line for each way of reading, then the budgets."""
    said = {True: "met   ", False: "MISSED"}
    return "\n".join(
        [
            f"{report['files']} files, {report['pages']} pages; best of {report['repeat']}; load {report['load']:g}",
            *(
                f"{row['reader']:<7} on {row['cores']}: {row['pages_per_second']:7.1f} pages/s, "
                f"at most {row['memory_mb']:.0f} MB"
                for row in report["rows"]
            ),
            f"two cores beside pypdf: {report['two_cores_beside_pypdf']:.2f}",
            *(
                f"{said[each['met']]}  {each['of']} {each['ratio']:.3f} of at least {each['budget']:g}"
                for each in report["budgets"]
            ),
            f"{said[report['same_on_two_cores']]}  the same text on two cores",
        ]
    )


def _run(reader: str, cores: int, folder: Path) -> Reading:
    command = [sys.executable, "-m", "selfrag.bench.reading.worker", reader, str(cores), str(folder.absolute())]
    home = Path(selfrag.__file__).parents[1]
    done = subprocess.run(command, cwd=home, stdout=subprocess.PIPE, check=True)
    reading: Reading = json.loads(done.stdout)
    if reading["error"]:
        raise SelfragError(reading["error"])
    return reading


def _share(counts: Any) -> float:
    """What part of all was kept; all of nothing."""
    kept, total = map(sum, zip(*counts, strict=True))
    return kept / total if total else 1.0
