"""Questions about one document, each told from the others in what the server was asked."""

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from selfrag.bench.openai_server import OpenAIServer, Request
from selfrag.runs import Run
from selfrag.service import Service

KEY = "sk-test-MARKER-0123456789"
FILE = "screens.pdf"
TREES = ("alder", "birch", "cedar", "elder", "hazel", "larch", "maple", "rowan")
OFFERED = 6
WHOLE_JOB = {"retrieve": 1, "embed": 1, "is_rel": OFFERED, "write": 1, "is_sup": 1, "is_use": 1}

Open = Callable[..., Service]
_A = TypeVar("_A")
_B = TypeVar("_B")


def question_about(tree: str) -> str:
    return f"How often is the intake screen at {tree} rinsed?"


QUESTION = question_about("alder")


def page_about(tree: str, hours: int) -> str:
    return f"The intake screen at {tree} is rinsed every {hours} hours. Whoever rinses it notes the hour in the log."


def answer_about(tree: str) -> str:
    return f"The screen at {tree} is rinsed often [1]."


def about(request: Request) -> str:
    """The tree that a request asks about; passages, which tell of others, are not looked at."""
    said = request.texts or request.data("question") + request.data("claim")
    return next(tree for tree in TREES if tree in said[-1])


def answering(request: Request) -> str | None:
    """A rule for answers that name what was asked about; a check of them names it too."""
    return answer_about(about(request)) if request.kind == "write" else None


@dataclass
class Asked:
    """A question in a thread of a service, driven as a person would."""

    service: Service
    thread: str

    @property
    def view(self) -> dict[str, Any]:
        return self.service.show(self.thread)

    def approve(self, *keep: str) -> Run:
        """Approves these passages, or those that are kept already."""
        review = self.view["review"]
        kept = keep or [item["passage_id"] for item in review["evidence"] if item["kept"]]
        decision = {"review_id": review["review_id"], "action": "approve", "keep": list(kept)}
        return self.service.resume(self.thread, decision)

    def go_on(self) -> dict[str, Any]:
        """Continues and waits for the pause or the end."""
        ended(self.service.continue_(self.thread))
        return self.view


def ask(service: Service, question: str = QUESTION, **more: Any) -> Asked:
    """Asks and waits for the pause or the end."""
    run = service.ask(question, **more)
    ended(run)
    return Asked(service, run.key)


def approved(asked: Asked, *keep: str) -> dict[str, Any]:
    """Approves and waits for the end."""
    ended(asked.approve(*keep))
    return asked.view


def answered(service: Service, question: str = QUESTION) -> dict[str, Any]:
    """The whole job."""
    view = approved(ask(service, question))
    assert view["status"] == "answered"
    return view


def ended(run: Run) -> str:
    """The status that the run ends with."""
    last = run.wait(120)
    assert last, f"still running: {run.events()}"
    return last.status


def others_first(model: OpenAIServer, kind: str, count: int = 1) -> None:
    """For a rule that fails a request: wait until so many of a kind beside it have been answered."""
    model.wait_for(lambda: sum(each.kind == kind and each.ended is not None for each in model.requests) >= count, 60)


def at_once(work: Callable[[_A], _B], items: Iterable[_A]) -> list[_B]:
    """The results of one thread for each item."""
    given = list(items)
    with ThreadPoolExecutor(len(given)) as pool:
        return list(pool.map(work, given))


def succeeded(requests: Iterable[Request]) -> dict[str, int]:
    """How many requests of each kind were answered well."""
    return dict(Counter(request.kind for request in requests if request.status == 200 and not request.aborted))


def environment(data_dir: Path, url: str, **more: str) -> dict[str, str]:
    """Chat and embeddings by the server at `url`; an empty value unsets."""
    return {
        "SELFRAG_DATA_DIR": str(data_dir),
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": url,
        "SELFRAG_EMBEDDING_MODEL": "fake",
        **more,
    }
