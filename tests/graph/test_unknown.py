"""What could not be told is never a yes or a no in silence."""

import pytest

from selfrag.graph.state import Outcome
from selfrag.ports import Passage, SupVerdict
from tests.fakes import shelf
from tests.graph.threads import A, B, Thread


@pytest.mark.parametrize(
    ("answer", "verdict", "use", "outcome"),
    [
        ("Unmarked.", "unknown", 4, "partly_supported"),
        ("Unmarked.", "unknown", None, "partly_supported"),
        ("Nothing was found.", "unknown", 1, "no_evidence"),
        ("Unmarked.", "no", 4, "no_evidence"),
        ("Marked. [1]", "unknown", 4, "partly_supported"),
        ("Marked. [1]", "fully", None, "answered"),
    ],
)
def test_the_outcome_of_an_answer_that_could_not_be_checked(
    answer: str, verdict: SupVerdict, use: int | None, outcome: Outcome
) -> None:
    ports = shelf(A)
    ports.writer.pieces = lambda passages: [answer]
    ports.reflector.sup = lambda claim: verdict
    ports.reflector.use = lambda answer: use
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [A])
    while thread.session.waiting():
        thread.decide("approve", [A])
    assert thread.state["outcome"] == outcome


def test_unknown_sentences_are_counted_and_are_not_blamed_on_the_writer() -> None:
    ports = shelf(A)
    verdicts: dict[str, SupVerdict] = {
        "It is dim.": "unknown",
        "It is false.": "no",
        "It is half.": "partially",
        "It is true.": "fully",
    }
    ports.writer.pieces = lambda passages: [
        "It is dim. [1] It is dim. [1] It is false. [1] It is half. [1] It is true. [1]"
    ]
    ports.reflector.sup = lambda claim: verdicts[claim["text"]]
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [A])
    assert thread.found("reflect")[0] == {"sentences": 5, "fully": 1, "unknown": 2, "is_use": 5}
    assert [feedback for _, _, feedback in ports.called("write")] == ["", "It is false.\nIt is half."]


def test_an_unknown_sentence_counts_half_between_drafts() -> None:
    """Whatever score came with it: of both drafts a sentence is true, and more is false in the second."""
    ports = shelf(A)
    ports.reflector.sup_scores["unknown"] = 0.0
    answers = iter(
        [
            "It is dim. [1] It is dim. [1] It is false. [1] It is true. [1]",
            "It is false. [1] It is false. [1] It is true. [1]",
        ]
    )
    verdicts: dict[str, SupVerdict] = {"It is dim.": "unknown", "It is false.": "no", "It is true.": "fully"}
    ports.writer.pieces = lambda passages: [next(answers)]
    ports.reflector.sup = lambda claim: verdicts[claim["text"]]
    thread = Thread(ports)
    thread.ask()
    thread.decide("approve", [A])
    assert thread.draft["answer"].startswith("It is dim.")
    assert thread.draft["reflection"]["score"] == pytest.approx(0.9 + 0.5 + 0.5)


def test_a_passage_that_vanished_before_it_was_graded_is_unknown_and_stands_in_the_middle() -> None:
    ports = shelf(A, B)
    get, asked = ports.passages.get, []

    def forgetful(passage_ids: list[str]) -> dict[str, Passage]:
        asked.append(passage_ids)
        return get([pid for pid in passage_ids if pid != B or len(asked) == 1])

    ports.passages.get = forgetful  # type: ignore[method-assign,assignment]
    thread = Thread(ports)
    thread.ask()
    last = thread.review["evidence"][-1]
    assert (last["passage_id"], last["is_rel"], last["score"], last["basis"]) == (B, "unknown", 0.5, None)


def test_evidence_that_could_not_be_graded_reaches_a_person_whatever_the_policy() -> None:
    ports = shelf(A, B)
    ports.reflector.rel = lambda question, passage: "unknown" if passage["id"] == A else "irrelevant"
    thread = Thread(ports)
    assert thread.ask(policy="never")[-1] == "grade_passages"
    assert [item["kept"] for item in thread.review["evidence"]] == [False, False]


def test_who_approves_everything_approves_what_could_not_be_graded() -> None:
    ports = shelf(A, B)
    ports.reflector.rel = lambda question, passage: "unknown"
    thread = Thread(ports)
    thread.ask(policy="approve_all")
    assert thread.state["approved"] == [A, B]
