"""A weak sentence of a final answer, taken up again in a copy of the thread: the original stays as it is."""

from typing import Any

import streamlit as st

from selfrag.errors import SelfragError
from selfrag.service import Service
from selfrag.service.last_review import last_evidence_review
from selfrag.threads.reviews import Review
from selfrag.ui import desk, people, words
from selfrag.ui.live import QUICK
from selfrag.ui.passage import place
from selfrag.ui.phrases import told

REVIEWS = ("review_evidence", "approve_by_policy")
Sentence = dict[str, Any]


def offer(service: Service, view: dict[str, Any], n: int, sentence: Sentence) -> None:
    """The buttons that search again for a sentence, or write without what it rests on."""
    if not is_offered(view):
        return
    _ = words.current()
    misread = misread_of(view["approved"], sentence)
    search = _("Search again for sentence {n}", n=n + 1)
    copied = _("In a copy of this thread; this one stays as it is.")
    for kind, label, there, explained in (
        ("search", search, True, copied),
        ("without", without(len(misread)), can_go(view["approved"], misread), places(view, misread)),
    ):
        if there:
            st.button(
                label,
                key=f"what-if-{kind}-{view['question_id']}-{n}",
                type="tertiary",
                help=explained,
                on_click=_fork,
                args=(service, view, sentence, kind),
            )


def is_offered(view: dict[str, Any]) -> bool:
    """Whether the question had a review of its evidence in this thread: a copy begins from that."""
    return any(step["node"] in REVIEWS and not step.get("inherited") for step in view["steps"])


def without(count: int) -> str:
    """The label of the button that writes without so many passages."""
    _ = words.current()
    return _.plural("Write again without this passage", "Write again without these {n} passages", count)


def places(view: dict[str, Any], passage_ids: list[str]) -> str:
    """Where these passages stand, in one line of markdown."""
    known = {item["passage_id"]: item for item in view["evidence"]}
    return "; ".join(place(known[passage_id]) for passage_id in passage_ids if passage_id in known)


def misread_of(approved: list[str], sentence: Sentence) -> list[str]:
    """The approved passages that a sentence says it rests on."""
    return [passage_id for passage_id in approved if passage_id in sentence["passage_ids"]]


def can_go(approved: list[str], misread: list[str]) -> bool:
    """Whether something is left to write from."""
    return 0 < len(misread) < len(approved)


def _fork(service: Service, view: dict[str, Any], sentence: Sentence, kind: str) -> None:
    _ = words.current()
    review = last_evidence_review(service.desk, view["thread_id"], view["question_id"])
    if review is None:
        st.toast(_("The review that this answer was written from is gone."))
        return
    decide = searching if kind == "search" else rewriting
    try:
        run = service.fork(
            view["thread_id"],
            review.id,
            decide(review, view, sentence, service.limits.question_chars),
            people.current(service),
        )
    except SelfragError as error:
        st.toast(told(str(error)))
        return
    desk.open_thread(run.key)
    st.toast(_("This is a copy of the thread. The original stays as it is."), icon=":material/fork_right:")
    run.wait(QUICK)


def searching(review: Review, view: dict[str, Any], sentence: Sentence, chars: int) -> dict[str, Any]:
    """Search for the sentence, with what was approved kept; `chars` bounds the words of a search."""
    approved = [passage_id for passage_id in view["approved"] if passage_id not in view["gone"]]
    return {
        **_kept(review, approved),
        "action": "edit",
        "search_again": True,
        "query": sentence["text"][:chars],
        **_question(review),
    }


def rewriting(review: Review, view: dict[str, Any], sentence: Sentence, chars: int) -> dict[str, Any]:
    """Write from what was approved but for the passages of the sentence, on the question as it was answered."""
    out = {*view["gone"], *misread_of(view["approved"], sentence)}
    kept = _kept(review, [passage_id for passage_id in view["approved"] if passage_id not in out])
    question = _question(review)
    return {**kept, **question, **({"action": "edit", "search_again": False} if question else {"action": "approve"})}


def _kept(review: Review, passage_ids: list[str]) -> dict[str, Any]:
    """These passages as the decision about the review names them, with the strips that were chosen then."""
    offered = [item["passage_id"] for item in review.payload["evidence"]]
    keep = [passage_id for passage_id in passage_ids if passage_id in offered]
    strips = (review.decision or {}).get("strips", {})
    return {
        "review_id": review.id,
        "keep": keep,
        "add": [passage_id for passage_id in passage_ids if passage_id not in offered],
        "strips": {passage_id: strips[passage_id] for passage_id in keep if strips.get(passage_id)},
    }


def _question(review: Review) -> dict[str, Any]:
    question = (review.decision or {}).get("question")
    return {"question": question} if question else {}
