"""Passages for the tests of the models."""

from selfrag.ports import Passage


def passage(passage_id: str, text: str, page: int = 1) -> Passage:
    """A passage of Menu.pdf."""
    return Passage(
        id=passage_id,
        document_id="d",
        document="Menu.pdf",
        collection="c",
        page=page,
        page_label=None,
        start=0,
        end=len(text),
        text=text,
    )
