"""What a view tells of scores, tokens, and what was left out."""

from collections.abc import Callable
from typing import Any

import pytest

from selfrag.service import Service
from selfrag.service.views import view
from selfrag.threads.catalog import Question, Thread
from tests.fakes import FakePassages, FakePorts, shelf

A, B = "aaaa:1:0", "bbbb:2:0"
THREAD = Thread("t1", "Title", "self", "always", "answered", 0.0, 0.0)
OLD_RECORD: dict[str, Any] = {
    "retrieve": "yes",
    "evidence": [{"passage_id": A, "is_rel": "relevant", "score": 0.9, "reason": "", "kept": True, "change": "new"}],
    "approved": [A],
    "gone": [],
    "draft": {
        "answer": "Fact. [1]",
        "citations": [],
        "reflection": {
            "sentences": [{"text": "Fact.", "is_sup": "fully", "passage_ids": [A], "reason": ""}],
            "is_use": 5,
            "reason": "",
        },
    },
    "steps": [{"node": "reflect", "seconds": 0.1, "calls": 2, "embeds": 1, "tokens": 70, "found": {}}],
}


def shown(record: dict[str, Any]) -> dict[str, Any]:
    question = Question("q1", "t1", 1, "What?", ["c1"], [], "always", "answered", record, None, 0.0, 0.0)
    return view(THREAD, question, None, FakePassages({}))


def test_a_record_from_before_is_shown_without_what_it_lacks() -> None:
    seen = shown(OLD_RECORD)
    assert (seen["answer"], seen["left_out"], seen["retrieve_probability"], seen["scores"]) == (
        "Fact. [1]",
        [],
        None,
        None,
    )
    assert seen["cut"] is False
    assert seen["tokens"] == {"prompt": 0, "completion": 0, "embedding": 0, "total": 70}
    assert seen["calls"] == {"chat": 2, "embed": 1}
    assert (seen["reflection"]["score"], seen["reflection"]["use_score"]) == (None, None)


def test_tokens_are_summed_by_kind() -> None:
    new = {"prompt_tokens": 30, "completion_tokens": 4, "embedding_tokens": 500, "tokens": 534}
    seen = shown({"steps": [*OLD_RECORD["steps"], OLD_RECORD["steps"][0] | new, OLD_RECORD["steps"][0] | new]})
    assert seen["tokens"] == {"prompt": 60, "completion": 8, "embedding": 1000, "total": 1138}


@pytest.mark.parametrize(
    ("rel", "sup", "use", "expected"),
    [
        (("relevant", "logprobs"), ("fully", "logprobs"), (5, "logprobs"), "logprobs"),
        (("relevant", "coverage"), ("fully", "coverage"), (5, "coverage"), "coverage"),
        (("relevant", "label"), ("fully", "logprobs"), (5, "logprobs"), "mixed"),
        (("relevant", "logprobs"), ("fully", "label"), (5, "logprobs"), "mixed"),
        (("relevant", "logprobs"), ("fully", "logprobs"), (5, "label"), "mixed"),
        (("unknown", "label"), ("unknown", "label"), (5, "logprobs"), "logprobs"),
        (("relevant", "logprobs"), ("fully", "logprobs"), (None, "label"), "logprobs"),
        (("unknown", "label"), ("unknown", "label"), (None, "label"), None),
        ((None, None), ("fully", "label"), (5, "label"), "label"),
    ],
)
def test_the_view_says_what_its_scores_rest_on(
    rel: tuple[Any, Any], sup: tuple[Any, Any], use: tuple[Any, Any], expected: str | None
) -> None:
    evidence = [OLD_RECORD["evidence"][0] | {"is_rel": rel[0], "basis": rel[1]}]
    sentences = [{"text": "Fact.", "is_sup": sup[0], "basis": sup[1], "passage_ids": [], "reason": ""}]
    reflection = {"sentences": sentences, "is_use": use[0], "basis": use[1], "reason": ""}
    assert shown({"evidence": evidence, "draft": {"reflection": reflection}})["scores"] == expected


def test_a_new_answer_tells_its_scores_and_what_was_left_out(serve: Callable[[FakePorts], Service]) -> None:
    ports = shelf(A, B)
    ports.reflector.rel_scores = {A: 0.6, B: 0.9}
    ports.reflector.probability = 0.7
    ports.reflector.use = lambda answer: 4
    ports.writer.room = lambda count: count < 2
    service = serve(ports)
    run = service.ask("What stands here?")
    run.wait()
    before = service.show(run.key)
    assert (before["scores"], before["left_out"], before["reflection"]["score"]) == ("label", [], None)
    review = before["review"]
    decision = {"review_id": review["review_id"], "action": "approve", "keep": [A, B]}
    service.resume(run.key, decision).wait()
    seen = service.show(run.key)
    assert (seen["approved"], seen["left_out"], seen["retrieve_probability"]) == ([B, A], [A], 0.7)
    assert (seen["reflection"]["score"], seen["reflection"]["use_score"]) == (2.15, 0.5)
    assert [item["basis"] for item in seen["evidence"]] == ["label", "label"]


def test_an_answer_that_was_cut_says_so() -> None:
    record = {**OLD_RECORD, "draft": {**OLD_RECORD["draft"], "cut": True}}
    assert shown(record)["cut"] is True
