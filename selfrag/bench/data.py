"""Reads evaluation sets: a folder each, with JSON lines for corpora, queries, relevance and grounding."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from selfrag.errors import SelfragError

Record = dict[str, Any]


@dataclass(frozen=True)
class EvalSet:
    """One set; `corpora` and `grounding` by the rest of their file's name, such as "ko" of corpus_ko.jsonl."""

    name: str
    corpora: dict[str, list[Record]] = field(default_factory=dict)
    pdfs: list[Path] = field(default_factory=list)
    queries: list[Record] = field(default_factory=list)
    relevance: list[Record] = field(default_factory=list)
    grounding: dict[str, list[Record]] = field(default_factory=dict)


def read_sets(folder: Path, limit: int | None = None) -> Iterator[EvalSet]:
    """The sets under a folder that hold anything, by name.

    With a limit, for a quick look: of each file of questions at most that many, evenly spread, and no PDFs.
    Raises SelfragError naming the folder or the file and line that cannot be read.
    """
    if not folder.is_dir():
        raise SelfragError("There is no folder “{folder}”; name one that holds evaluation sets.", folder=folder)
    found = [read_set(each, limit) for each in sorted(folder.iterdir()) if each.is_dir()]
    filled = [each for each in found if each.queries or each.relevance or each.grounding]
    if not filled:
        raise SelfragError(
            "“{folder}” holds no evaluation set; each is a folder with queries.jsonl or the like.", folder=folder
        )
    yield from filled


def read_set(folder: Path, limit: int | None = None) -> EvalSet:
    """The set in one folder, with a limit as for `read_sets`. Raises SelfragError for a line that cannot be read."""
    split = folder / "dev" if (folder / "dev").is_dir() else folder
    return EvalSet(
        name=folder.name,
        corpora={_suffix(path, "corpus"): _read(path) for path in sorted(folder.glob("corpus*.jsonl"))},
        pdfs=sorted((folder / "pdfs").glob("*.pdf")) if limit is None else [],
        queries=_spread(_read_all(split, "queries*.jsonl"), limit),
        relevance=_spread(_read_all(split, "relevance*.jsonl"), limit),
        grounding={
            _suffix(path, "grounding"): _spread(_read(path), limit) for path in sorted(split.glob("grounding*.jsonl"))
        },
    )


def _read_all(folder: Path, pattern: str) -> list[Record]:
    return [record for path in sorted(folder.glob(pattern)) for record in _read(path)]


def _read(path: Path) -> list[Record]:
    records = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if line.strip():
            try:
                records.append(json.loads(line))
            except json.JSONDecodeError as error:
                raise SelfragError(
                    "Line {number} of “{path}” is not JSON; mend or remove it.", number=number, path=path
                ) from error
    return records


def _suffix(path: Path, stem: str) -> str:
    return path.stem.removeprefix(stem).strip("_")


def _spread(records: list[Record], limit: int | None) -> list[Record]:
    if limit is None or len(records) <= limit:
        return records
    return [records[at * len(records) // limit] for at in range(limit)]
