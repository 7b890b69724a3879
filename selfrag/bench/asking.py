"""Measures on questions asked of a corpus: ranking, refusal, and the answers written."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from selfrag.bench.data import Record
from selfrag.bench.desk import Desk
from selfrag.bench.metrics import auroc, contains_any, mean, ranking_figures
from selfrag.ports import IsRel, Limits, Passage, Reflector, Writer, joined

Figures = dict[str, float]
_RANKED = 10
_EVEN = 0.5


class Asking:
    """Gathers what the questions of one set gave, over all its corpora."""

    def __init__(self, reflector: Reflector, writer: Writer) -> None:
        self._reflector, self._writer = reflector, writer
        self._ranks: dict[str, list[Figures]] = defaultdict(list)
        self._answerable: list[float] = []
        self._unanswerable: dict[str, list[float]] = defaultdict(list)
        self._answers: dict[str, list[bool]] = defaultdict(list)

    def ask(self, queries: Sequence[Record], corpus: str, desk: Desk) -> None:
        """Ask what this corpus can answer, in its own language and across, and what no corpus can."""
        for query in queries:
            language, relevant = query["lang"], query["relevant_ids"]
            across = query.get("xling_relevant_ids", [])
            if query["answerable"] and desk.holds(relevant):
                self._rank(language, query["question"], relevant, desk)
                self._answer(query, desk)
            elif query["answerable"] and desk.holds(across):
                self._rank(f"{language}-{corpus}", query["question"], across, desk)
            elif not query["answerable"] and corpus in ("", language):
                best = max((verdict["score"] for _, verdict in self._offered(query["question"], desk)), default=0.0)
                self._unanswerable[query.get("kind", "unanswerable")].append(best)

    def add_ranks(self, ranks: Mapping[str, Sequence[Figures]]) -> None:
        """Take in ranking figures found elsewhere, by key."""
        for key, rows in ranks.items():
            self._ranks[key].extend(rows)

    def figures(self) -> dict[str, dict[str, Figures]]:
        """`retrieval` and `answers` by language, `refusal` by kind; absent where nothing was asked."""
        retrieval = {
            key: {"n": float(len(rows)), **{name: mean([row[name] for row in rows]) for name in rows[0]}}
            for key, rows in self._ranks.items()
        }
        refusal = {
            kind: {"n": float(len(scores)), "auroc": auroc(self._answerable, scores)}
            for kind, scores in self._unanswerable.items()
            if self._answerable
        }
        answers = {
            key: {"n": float(len(right)), "contains_gold": mean([float(each) for each in right])}
            for key, right in self._answers.items()
        }
        return {"retrieval": retrieval, "refusal": refusal, "answers": answers}

    def _rank(self, key: str, question: str, relevant: Sequence[str], desk: Desk) -> None:
        self._ranks[key].append(ranking_figures(desk.search(question, _RANKED), set(relevant)))

    def _answer(self, query: Record, desk: Desk) -> None:
        """Write from what is graded relevant of what would be offered; from all of it where nothing is."""
        offered = self._offered(query["question"], desk)
        self._answerable.append(max((verdict["score"] for _, verdict in offered), default=0.0))
        if query.get("kind") == "yes_no" or not query["answers"]:
            return
        kept = [passage for passage, verdict in offered if verdict["score"] >= _EVEN]
        answer = joined(self._writer.write(query["question"], kept or [passage for passage, _ in offered]))
        self._answers[query["lang"]].append(contains_any(answer, query["answers"]))

    def _offered(self, question: str, desk: Desk) -> list[tuple[Passage, IsRel]]:
        passages = desk.passages(desk.search(question, Limits.offered))
        return list(zip(passages, self._reflector.grade_passages(question, passages), strict=True))
