"""The service that pages, command line and tests share."""

from typing import Any

from selfrag.ports import Limits
from selfrag.service.choices import Choices
from selfrag.service.comparing import Comparing
from selfrag.service.files import Files
from selfrag.service.filing import Filing
from selfrag.service.forking import Forking
from selfrag.service.inbox import Inbox
from selfrag.service.insights.judged import Insights
from selfrag.service.judging import Judging
from selfrag.service.looking import Looking
from selfrag.service.pictures import Pictures
from selfrag.service.receipts.made import Receipts
from selfrag.service.timeline import Timeline


class Service(
    Comparing, Looking, Judging, Inbox, Filing, Forking, Timeline, Receipts, Insights, Files, Pictures, Choices
):
    """Questions and files of one data directory, and the choices that last."""

    @property
    def limits(self) -> Limits:
        """Bounds on uploads and runs."""
        return self.desk.limits

    @property
    def answers_with(self) -> str:
        """What writes the answers, in words."""
        return self.desk.models.answers_with

    @property
    def searches_with(self) -> str:
        """Name of the embedding model."""
        return self.desk.embedder_name

    @property
    def web_provider(self) -> str:
        """What searches the web; empty where nothing does."""
        return self.desk.web_provider

    @property
    def ocr(self) -> tuple[bool, str]:
        """Whether text in scans is recognised, and if not, a sentence that says what to do for it."""
        why = self.desk.ocr.why
        return not why, why

    @property
    def quotes(self) -> bool:
        """Whether answers are quoted sentences rather than a model's words."""
        return self.desk.models.quotes

    def is_follow_up(self, thread_id: str) -> bool:
        """Whether the thread's last question had answered ones before it. Raises UnknownThread."""
        question = self.desk.catalog.last_question(self.desk.catalog.thread(thread_id).id)
        return question is not None and bool(question.history)

    def preference(self, name: str) -> str:
        """A lasting choice: `language` (auto or a code) or `policy`."""
        return self.desk.preferences.get(name)

    def prefer(self, name: str, value: str) -> None:
        """Make a lasting choice."""
        self.desk.preferences.choose(name, value)

    def info(self) -> dict[str, Any]:
        """What answers, and what is stored."""
        documents = self.documents()
        return {
            "data_dir": str(self.desk.settings.data_dir),
            "answers_with": self.desk.models.answers_with,
            "searches_with": self.desk.embedder_name,
            "web": self.web_provider,
            "ocr": self.desk.ocr.why or f"Tesseract ({self.desk.ocr.languages})",
            "chat_model": self.settings.models.chat_model,
            "embedding_model": self.settings.models.embedding_model,
            "grading": "together" if self.settings.models.together else "each",
            "collections": len(self.collections()),
            "documents": len(documents),
            "passages": sum(document["passages"] for document in documents),
            "threads": len(self.threads()),
            "waiting": len(self.threads("waiting")),
        }

    def warm_up(self) -> None:
        """Load models and index, so that the first file and question do not wait for them; costs no request."""
        self.desk.library.vectors.warm_up()
        self.desk.models.warm()

    def close(self) -> None:
        """Close the stores and let another process own the data directory."""
        self.desk.close()

    def __enter__(self) -> "Service":
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()
