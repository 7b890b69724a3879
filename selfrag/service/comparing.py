"""The same question with two strategies, beside each other."""

from collections.abc import Mapping, Sequence
from typing import Any

from selfrag.errors import QuestionInvalid, SelfragError
from selfrag.graph.state import Policy
from selfrag.graph.strategies import STRATEGIES
from selfrag.runs import Ended, Run
from selfrag.service.questions import Questions
from selfrag.service.views import own_steps

TAKE_BACK = "take-back-"


class Comparing(Questions):
    """Asks twice. Each of the two threads is one like any other: it can be reviewed, continued and asked further."""

    def compare(
        self,
        question: str,
        strategies: Sequence[str],
        sources: Sequence[str] = (),
        policy: Policy | None = None,
        draft_review: bool | None = None,
    ) -> list[Run]:
        """Ask in a new thread for each of two strategies; both run at once.

        Raises QuestionInvalid, and whatever kept one of them from starting; then the other is stopped, and its thread
        is deleted as soon as it has ended.
        """
        if len(set(strategies)) != 2 or len(strategies) != 2 or not set(strategies) <= set(STRATEGIES):
            raise QuestionInvalid(
                "A comparison needs two different strategies: choose two of {known}.", known=", ".join(STRATEGIES)
            )
        runs: list[Run] = []
        for strategy in strategies:
            try:
                runs.append(
                    self.ask(question, sources=sources, strategy=strategy, policy=policy, draft_review=draft_review)
                )
            except SelfragError:
                for run in runs:
                    self._take_back(run)
                raise
        return runs

    def _take_back(self, run: Run) -> None:
        """A run of its own, so that nobody waits for it but who closes the service."""

        def work(_: Run) -> Ended:
            run.wait()
            try:
                self.delete_thread(run.key)
            except SelfragError as error:  # a person deleted it already, or goes on with it
                return Ended("failed", str(error))
            return Ended("ready")

        run.stop()
        self.desk.runs.start(f"{TAKE_BACK}{run.key}", work)


def figures(view: Mapping[str, Any]) -> dict[str, Any]:
    """What one question came to, in numbers; `sentences` and `supported` are 0 where the answer was not checked."""
    steps, sentences = own_steps(view["steps"]), view["reflection"]["sentences"]
    return {
        "status": view["status"],
        "outcome": view["outcome"],
        "searches": sum(step["node"] == "search" and not step.get("failed") for step in steps),
        "calls": view["calls"]["chat"] + view["calls"]["embed"],
        "tokens": view["tokens"]["total"],
        "seconds": round(sum(step["seconds"] for step in steps), 4),
        "passages": len(view["approved"]) - len(view["gone"]) - len(view["left_out"]),
        "sentences": len(sentences),
        "supported": sum(sentence["is_sup"] == "fully" for sentence in sentences),
    }


def cited_by(left: Mapping[str, Any], right: Mapping[str, Any]) -> tuple[list[Any], list[Any], list[Any]]:
    """The citations that both answers have, those of the left one alone, and those of the right one alone.

    The same passage is the same citation, whatever its number.
    """
    mine, theirs = ({each["passage_id"]: each for each in view["citations"]} for view in (left, right))
    both = [each for passage_id, each in mine.items() if passage_id in theirs]
    left_alone = [each for passage_id, each in mine.items() if passage_id not in theirs]
    right_alone = [each for passage_id, each in theirs.items() if passage_id not in mine]
    return both, left_alone, right_alone
