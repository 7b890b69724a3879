"""Passages for the tests of the models."""

from selfrag.ports import Claim, Passage


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


def claim(text: str, *passage_ids: str) -> Claim:
    """A sentence that cites these passages."""
    return Claim(text=text, passage_ids=list(passage_ids))
