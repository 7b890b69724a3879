"""Stored questions and reviews -> the rows that insights measure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from selfrag.insights.rows import Asked, Decided, History
from selfrag.language.scripts import main_script
from selfrag.ports import WEB, Passage
from selfrag.service.insights.forks import Repeats
from selfrag.service.insights.passages import judged, question_of
from selfrag.service.insights.sentences import sentences_of
from selfrag.threads.catalog import Question, Thread
from selfrag.threads.feedback import Mark, thumb
from selfrag.threads.reviews import Review
from selfrag.web.passages import COLLECTION as WEB_TITLE

DRAFT = "draft_review"
LANGUAGES = ("hangul", "latin")


def history(
    questions: Sequence[tuple[Thread, Question]],
    reviews: Sequence[Review],
    marks: Sequence[Mark],
    titles: Mapping[str, str],
    passages: Mapping[str, Passage],
) -> History:
    """Every row. `reviews` are the decided ones, oldest first; `titles` those of collections by id."""
    repeats, left_out = Repeats(questions), Counter[str]()
    facts = {question.id: _facts(thread, question, titles) for thread, question in questions}
    by_person = [review for review in reviews if review.decided_by == "person" and question_of(review) in facts]
    left_out["policy"] = sum(review.decided_by == "policy" for review in reviews)
    opinions: dict[str, list[Mark]] = {}
    for mark in marks:
        opinions.setdefault(mark.question_id, []).append(mark)
    drafts = {question_of(review): review for review in by_person if review.payload["kind"] == DRAFT}
    asked = [question for _, question in questions]
    return History(
        passages=judged(by_person, facts, passages, repeats, left_out),
        sentences=[
            row
            for each in asked
            for row in sentences_of(each, drafts.get(each.id), opinions.get(each.id, []), facts[each.id], passages)
        ],
        asked=[_asked(each, opinions.get(each.id, []), facts[each.id]) for each in asked if each.id not in repeats],
        decided=[
            _decided(review, facts[question_of(review)]) for review in by_person if question_of(review) not in repeats
        ],
        left_out=tuple(sorted(left_out.items())),
    )


def passages_of(reviews: Iterable[Review], questions: Iterable[tuple[Thread, Question]]) -> list[str]:
    """Ids of every passage that a row may need."""
    shown = [item["passage_id"] for review in reviews for item in review.payload.get("evidence", [])]
    cited = [
        passage_id
        for _, question in questions
        for sentence in ((question.record.get("draft") or {}).get("reflection") or {}).get("sentences", [])
        for passage_id in sentence["passage_ids"]
    ]
    return list(dict.fromkeys([*shown, *cited]))


def _facts(thread: Thread, question: Question, titles: Mapping[str, str]) -> dict[str, Any]:
    """What all rows of a question share."""
    made_with, script = question.made_with or {}, main_script(question.question)
    return {
        "question_id": question.id,
        "collections": tuple(WEB_TITLE if each == WEB else titles.get(each, "") for each in question.sources),
        "language": script if script in LANGUAGES else "other",
        "model": made_with.get("chat_model") or made_with.get("answers_with") or "",
        "strategy": question.record.get("strategy", thread.strategy),
    }


def _asked(question: Question, marks: Sequence[Mark], facts: dict[str, Any]) -> Asked:
    record = question.record
    counters = record.get("counters") or {}
    steps = [step for step in [*record.get("steps", []), *record.get("broken_off", [])] if not step.get("inherited")]
    return Asked(
        **facts,
        at=question.created,
        outcome=record.get("outcome") or question.status,
        rewrites=counters.get("rewrites", 0),
        writes=counters.get("writes", 0),
        web=counters.get("web", 0),
        calls=sum(step["calls"] + step["embeds"] for step in steps),
        tokens=sum(step["tokens"] for step in steps),
        seconds=sum(step["seconds"] for step in steps),
        thumb=thumb(marks, question.id),
    )


def _decided(review: Review, facts: dict[str, Any]) -> Decided:
    decided = review.decided or 0.0
    return Decided(**facts, at=decided, kind=review.payload["kind"], seconds=max(0.0, decided - review.created))
