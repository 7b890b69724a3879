"""How far an upload got, and how long it still takes. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

from selfrag.runs import Event, FileDone, FileProgress

# What share of a file's work is done when a stage begins, and when it ends.
_STAGES = {"queued": (0.0, 0.0), "reading": (0.0, 0.3), "recognising": (0.3, 0.9), "embedding": (0.3, 1.0)}
_ADDED = ("ready", "partly_ready")


@dataclass(frozen=True)
class Counts:
    """Files and pages so far; `all_pages` is None until every file has been opened. `share` of the work, 0 to 1."""

    files: int
    ended: int
    pages: int
    all_pages: int | None
    share: float
    under_way: list[FileProgress]
    queued: int


class _File(NamedTuple):
    """Pages so far and in all; passages once the file is divided; the share of its work that is done."""

    pages: int
    all_pages: int | None
    passages: int | None
    share: float


def counts(events: Iterable[Event]) -> Counts:
    """From the events of a run; files of one name are told apart by their number alone."""
    expected: Counter[str] = Counter()
    latest: dict[str, FileProgress] = {}
    reading: dict[str, FileProgress] = {}
    shares: dict[str, float] = {}
    files: list[_File] = []
    ended: Counter[str] = Counter()
    for event in events:
        if isinstance(event, FileDone):
            ended[event.result["file"]] += 1
            shares[event.result["file"]] = 0.0  # another file of that name may be under way
            files.append(_ended(event.result))
        elif isinstance(event, FileProgress):
            expected[event.file] += event.stage == "queued"
            latest[event.file] = event
            if event.stage == "reading":
                reading[event.file] = event
            shares[event.file] = max(shares.get(event.file, 0.0), _share(event))
    told = len(files)
    waiting = [event for file, event in latest.items() if ended[file] < expected[file]]
    indexed = [event for event in waiting if event.stage == "embedding" and event.done == event.total > 0]
    files += [_under_way(event, reading.get(event.file), shares[event.file]) for event in waiting]
    known = [file.all_pages for file in files if file.all_pages is not None]
    return Counts(
        files=expected.total(),
        ended=told + len(indexed),  # the result of a file is told after those of the files before it
        pages=sum(file.pages for file in files),
        all_pages=sum(known) if len(known) == len(files) else None,
        share=_weighed(files),
        under_way=[event for event in waiting if event.stage != "queued" and event not in indexed],
        queued=sum(event.stage == "queued" for event in waiting),
    )


def _ended(result: Mapping[str, Any]) -> _File:
    if result["status"] not in _ADDED:
        return _File(0, 0, 0, 1.0)
    return _File(result["pages"], result["pages"], result["passages"], 1.0)


def _under_way(event: FileProgress, reading: FileProgress | None, share: float) -> _File:
    passages = event.total if event.stage == "embedding" else None
    if reading is None or event.stage == "queued":
        return _File(0, None, passages, share)
    pages = reading.done if event.stage == "reading" else reading.total
    return _File(pages, reading.total or None, passages, share)


def _share(event: FileProgress) -> float:
    begin, end = _STAGES.get(event.stage, (0.0, 1.0))
    return begin + (end - begin) * min(1.0, event.done / event.total if event.total else 0.0)


def _weighed(files: list[_File]) -> float:
    """The share of all passages; what is not divided or opened yet counts as long as others are on average."""
    divided = [file for file in files if file.passages and file.all_pages]
    pages = sum(file.all_pages or 0 for file in divided)
    by_page = sum(file.passages or 0 for file in divided) / pages if pages else 1.0
    sizes = [
        file.passages if file.passages is not None else by_page * file.all_pages if file.all_pages is not None else None
        for file in files
    ]
    known = [size for size in sizes if size]
    usual = sum(known) / len(known) if known else 1.0
    weights = [usual if size is None else size for size in sizes]
    whole = sum(weights)
    return sum(weight * file.share for weight, file in zip(weights, files, strict=True)) / whole if whole else 0.0


class Pace:
    """Minutes that an upload still takes, by its pace so far; a figure that does not jump."""

    SECONDS, SHARE = 8.0, 0.1  # what has to be seen before anything is said
    RISE = 1.5  # a longer time is told once it is that much longer

    def __init__(self, share: float, now: float) -> None:
        self._began, self._now = (share, now), share
        self._told: int | None = None

    def left(self, share: float, now: float) -> int | None:
        """Minutes, rounded up; 0 for less than one; None while it cannot be told. `now` in seconds."""
        first, since = self._began
        self._now = max(self._now, share)
        gained, passed = self._now - first, now - since
        if passed < self.SECONDS or gained < self.SHARE:
            return None
        seconds = passed * (1.0 - self._now) / gained
        minutes = _rounded(seconds)
        if self._told is None or minutes < self._told or seconds > self.RISE * 60 * max(1, self._told):
            self._told = minutes
        return self._told


def _rounded(seconds: float) -> int:
    if seconds < 60:
        return 0
    minutes = ceil(seconds / 60)
    return minutes if minutes <= 10 else 5 * ceil(minutes / 5)
