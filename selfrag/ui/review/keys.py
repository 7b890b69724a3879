"""Names of a review's fields in the session."""

from typing import Any

Review = dict[str, Any]


def key(review: Review, name: str) -> str:
    """Key of a field or button of this review."""
    return f"{name}-{slug(review['review_id'])}"


def tick_key(review: Review, passage_id: str) -> str:
    """Key of a passage's checkbox."""
    return key(review, "keep") + f"-{slug(passage_id)}"


def strip_key(review: Review, passage_id: str, number: int) -> str:
    """Key of the checkbox of a passage's strip."""
    return key(review, "strip") + f"-{slug(passage_id)}-{number}"


def slug(identifier: str) -> str:
    """An id as it may stand in a key and in the name of a class."""
    return identifier.replace(".", "-").replace(":", "-")
