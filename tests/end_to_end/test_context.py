"""More than the model can read at once: the lowest-ranked passages are left out and named, never the question."""

import re
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request
from selfrag.service import Service
from tests.end_to_end.asking import OFFERED, QUESTION, Open, answering, approved, ask

PAGE = re.compile(r", page (\d+)\n")


def later_pages_are_better(request: Request) -> Any:
    """Relevance that grows with the page, told as probabilities."""
    if request.kind != "is_rel":
        return answering(request)
    sure = 0.5 + int(PAGE.search(request.prompt)[1]) / 20  # type: ignore[index]
    shares = {"relevant": sure, "irrelevant": 1 - sure}
    return Reply('{"reason": "It tells.", "verdict": "relevant"}', alternatives={"relevant": shares})


def test_what_does_not_fit_is_left_out_from_the_lowest_on(service: Service, model: OpenAIServer) -> None:
    model.rule = later_pages_are_better
    asked = ask(service)
    offered = asked.view["evidence"]
    scores = [item["score"] for item in offered]
    assert (len(offered), scores) == (OFFERED, sorted(scores, reverse=True))
    assert asked.view["scores"] == "logprobs"
    model.context_tokens = 50
    failed = approved(asked, *(item["passage_id"] for item in offered))
    assert (failed["status"], failed["left_out"]) == ("failed", [])
    assert failed["error"].startswith("The model “gpt-4o-mini” cannot read so much at once (“This model's maximum")
    assert failed["error"].endswith(": keep fewer passages, or choose a model that reads more.")
    tried = [request for request in model.requests if request.kind == "write"]
    assert [len(request.data("passage")) for request in tried] == [6, 1]

    model.context_tokens = (tried[0].size + tried[1].size) // 2  # three and a half passages
    view = asked.go_on()
    assert view["status"] == "answered"
    assert view["left_out"] == [item["passage_id"] for item in offered[3:]]
    [written] = [step["found"] for step in view["steps"] if step["node"] == "write_answer" and "failed" not in step]
    assert (written["passages"], written["left_out"]) == (3, 3)
    answer = [request for request in model.requests if request.kind == "write"][-1]
    assert answer.status == 200
    assert [text.partition("\n")[2] for text in answer.data("passage")] == [item["text"] for item in offered[:3]]
    assert {tuple(request.data("question")) for request in model.requests if request.kind == "write"} == {(QUESTION,)}


@pytest.mark.parametrize("grading", ["each", "together"])
def test_what_no_grader_can_read_reaches_the_person_as_unknown(
    open_at: Open, model: OpenAIServer, grading: str
) -> None:
    model.context_tokens = 160
    view = ask(open_at(SELFRAG_GRADING=grading)).view
    assert (view["status"], view["retrieve"]) == ("waiting", "yes")
    assert [(item["is_rel"], item["kept"], item["reason"]) for item in view["review"]["evidence"]] == [
        ("unknown", False, "This is too long for the model to read at once.")
    ] * OFFERED
    alone = [len(request.data("passage")) for request in model.requests if request.kind == "is_rel"].count(1)
    assert alone == OFFERED
