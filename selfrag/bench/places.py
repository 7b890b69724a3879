"""Whether the place that answers is marked on the page, checked against what PDFium reads within the rectangles."""

import statistics
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Literal, NamedTuple

from selfrag.bench.data import Record, read_set, read_sets
from selfrag.documents.pdf.pages import Page
from selfrag.documents.pdf.reader import read_pdf
from selfrag.documents.pictures.cache import Pictures
from selfrag.documents.pictures.drawing import Picture, Sheet
from selfrag.documents.pictures.highlight import span_of
from selfrag.documents.pictures.rectangles import Box
from selfrag.errors import SelfragError
from selfrag.ports import Limits

Outcome = Literal["right", "part", "none", "wrong"]
"""`part`: only some of the place is marked; `none`: nothing is; `wrong`: anything else is."""

RIGHT_BUDGET, WRONG_BUDGET = 0.95, 0.0

_EDGE = 0.5  # points by which a glyph may touch a rectangle from outside


class Marked(NamedTuple):
    """How the place of one question was marked, and how long its picture took: drawn, and again from the folder."""

    id: str
    doc: str
    page: int
    outcome: Outcome
    drawn_seconds: float
    kept_seconds: float


def measure(folder: Path, say: Callable[[str], None]) -> dict[str, Any]:
    """Shares of the questions whose evidence is marked right, in part, not at all, or wrong.

    Raises SelfragError for a folder without questions about pages of PDFs.
    """
    marked: list[Marked] = []
    with TemporaryDirectory(prefix="selfrag-bench-") as kept:
        pictures = Pictures(Path(kept))
        for path, asked in _by_file(folder):
            say(path.name)
            pages = {page.number: page for page in read_pdf(path, path.name, None, Limits(), lambda *_: None)}
            marked += [_mark(path, question, pages, pictures) for question in asked]
    if not marked:
        raise SelfragError("“{folder}” asks about no page of a PDF; name a folder of evaluation sets.", folder=folder)
    counts = Counter(each.outcome for each in marked)
    shares = {outcome: counts[outcome] / len(marked) for outcome in ("right", "part", "none", "wrong")}
    return {
        "questions": len(marked),
        **{outcome: round(share, 4) for outcome, share in shares.items()},
        "drawn_seconds": round(statistics.median(each.drawn_seconds for each in marked), 3),
        "kept_seconds": round(statistics.median(each.kept_seconds for each in marked), 4),
        "rows": [each._asdict() for each in marked],
        "budgets": {"right": RIGHT_BUDGET, "wrong": WRONG_BUDGET},
        "met": shares["right"] >= RIGHT_BUDGET and shares["wrong"] <= WRONG_BUDGET,
    }


def as_table(report: dict[str, Any]) -> str:
    """The figures, and each question that is not right."""
    lines = [f"{row['outcome']:<6} {row['doc']} p. {row['page']}  {row['id']}" for row in report["rows"]]
    shares = "  ".join(f"{outcome} {report[outcome]:.3f}" for outcome in ("right", "part", "none", "wrong"))
    return "\n".join(
        [
            *(line for line in lines if not line.startswith("right")),
            f"{report['questions']} questions  {shares}",
            f"drawn in {report['drawn_seconds']} s, from the folder in {report['kept_seconds']} s",
            f"{'met' if report['met'] else 'MISSED'}  right at least {RIGHT_BUDGET}, wrong at most {WRONG_BUDGET:g}",
        ]
    )


def judge(within: str, evidence: str) -> Outcome:
    """What the text within the rectangles says about them."""
    seen, wanted = letters(within), letters(evidence)
    if not seen:
        return "none"
    if seen == wanted:
        return "right"
    return "part" if len(seen) < len(wanted) and not Counter(seen) - Counter(wanted) else "wrong"


def letters(text: str) -> str:
    """Letters and digits alone."""
    return "".join(char for char in unicodedata.normalize("NFKC", text) if char.isalnum())


def _by_file(folder: Path) -> Iterator[tuple[Path, list[Record]]]:
    """The PDFs of a set, or of each set in a folder, with the questions whose evidence is on a page of theirs."""
    for each in [read_set(folder)] if (folder / "pdfs").is_dir() else read_sets(folder):
        for path in each.pdfs:
            named = [query for query in each.queries if query.get("pages") and Path(query.get("doc", "")) == _doc(path)]
            if asked := [query for query in named if query.get("evidence")]:
                yield path, asked


def _doc(path: Path) -> Path:
    return Path(path.parent.name) / path.name


def _mark(path: Path, question: Record, pages: Mapping[int, Page], pictures: Pictures) -> Marked:
    """Have the evidence marked on the first of its pages that has it."""
    evidence = question["evidence"]
    texts = {number: pages[number].text if number in pages else "" for number in question["pages"]}
    found = [(number, span) for number, text in texts.items() if (span := span_of(text, evidence))]
    number, spans = (found[0][0], [found[0][1]]) if found else (question["pages"][0], [])
    sheet = Sheet(path, str(path), path.name, number, texts[number], spans)
    _, drawn_seconds = _timed(pictures, sheet)
    kept, kept_seconds = _timed(pictures, sheet)
    outcome = judge(_within(path, number, kept.rectangles), evidence)
    return Marked(question["id"], path.name, number, outcome, drawn_seconds, kept_seconds)


def _timed(pictures: Pictures, sheet: Sheet) -> tuple[Picture, float]:
    began = perf_counter()
    return pictures.draw(sheet, None, Limits()), perf_counter() - began


def _within(path: Path, number: int, rectangles: Sequence[Box]) -> str:
    """What PDFium reads in the rectangles."""
    import pypdfium2

    with closing(pypdfium2.PdfDocument(path)) as file:
        glyphs = file[number - 1].get_textpage()
        areas = [(left + _EDGE, low + _EDGE, right - _EDGE, top - _EDGE) for left, low, right, top in rectangles]
        return "".join(glyphs.get_text_bounded(*area) for area in areas)
