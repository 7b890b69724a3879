"""The reviews behind an answer: of what it was written from, and of what was written."""

from selfrag.service.desk import Desk
from selfrag.threads.reviews import Review


def last_evidence_review(desk: Desk, thread_id: str, question_id: str) -> Review | None:
    """The question's last decided review of evidence, by a person or a policy; None where it was answered without."""
    decided = [
        review
        for review in desk.reviews.of_question(thread_id, question_id)
        if review.decided is not None and review.payload["kind"] == "chunk_review"
    ]
    return decided[-1] if decided else None


def decided_by(desk: Desk, review_id: str) -> str:
    """The name that a decision was taken in; empty where none was given."""
    review = desk.reviews.get(review_id)
    return (review.decided_name or "") if review else ""
