"""Pages -> passages: chunks of one page with their exact place in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from selfrag.documents.pdf.pages import Page

SIZE = 900
OVERLAP = 120

_SEPARATORS = [
    r"\n\n",
    r"(?<=[.!?…])\s+|(?<=[.!?]['\"”’)\]])\s+|(?<=[。！？])",
    r"\n",
    r"(?<=[,;:、，])",
    r"\s+",
    "",
]


@dataclass(frozen=True)
class Chunk:
    """A passage before it is stored; `text` is `page.text[start:end]`."""

    id: str
    page: Page
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words of the passage."""
        return self.page.text[self.start : self.end]


def chunks(document_id: str, pages: Iterable[Page]) -> Iterator[Chunk]:
    """Passages of about 900 characters with 120 in common, in reading order, with ids `sha16:page:seq`."""
    for page in pages:
        for seq, (start, end) in enumerate(spans(page.text)):
            yield Chunk(f"{document_id[:16]}:{page.number}:{seq}", page, start, end)


def spans(text: str) -> list[tuple[int, int]]:
    """Where a text divides, best at paragraphs and sentences; every character but white space is in a span."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(
        chunk_size=SIZE, chunk_overlap=OVERLAP, separators=_SEPARATORS, is_separator_regex=True, keep_separator="end",
        add_start_index=True,
    )  # fmt: skip
    parts = splitter.create_documents([text])
    return [(part.metadata["start_index"], part.metadata["start_index"] + len(part.page_content)) for part in parts]
