"""What a question cost is what the server told, step by step, and it is still known later."""

from threading import Barrier

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request
from tests.end_to_end.asking import OFFERED, Open, answered, approved, ask, others_first

PRICES = {"SELFRAG_PRICE_PROMPT": "0.15", "SELFRAG_PRICE_COMPLETION": "0.60", "SELFRAG_PRICE_EMBEDDING": "0.02"}
KINDS = {
    "decide_retrieval": ("retrieve",),
    "search": ("embed",),
    "gather_evidence": (),
    "grade_passages": ("is_rel",),
    "review_evidence": (),
    "write_answer": ("write",),
    "reflect": ("is_sup", "is_use"),
    "finish": (),
}


def billed(requests: list[Request]) -> dict[str, int]:
    """Tokens of the requests that were answered well, as the server told them."""
    good = [request for request in requests if request.status == 200]
    return {
        "prompt": sum(request.size for request in good if request.chats),
        "completion": sum(request.tokens - request.size for request in good if request.chats),
        "embedding": sum(request.tokens for request in good if request.kind == "embed"),
        "total": sum(request.tokens for request in good),
    }


@pytest.mark.parametrize("grading", ["each", "together"])
def test_each_step_tells_what_the_server_billed(open_at: Open, model: OpenAIServer, grading: str) -> None:
    view = answered(open_at(SELFRAG_GRADING=grading))
    assert [step["node"] for step in view["steps"]] == list(KINDS)
    for step in view["steps"]:
        mine = [request for request in model.requests if request.kind in KINDS[step["node"]]]
        told = {kind: step[f"{kind}_tokens"] for kind in ("prompt", "completion", "embedding")}
        assert {**told, "total": step["tokens"]} == billed(mine)
        assert step["calls"] == sum(request.chats for request in mine)
        assert step["embeds"] == sum(not request.chats for request in mine)
    assert view["tokens"] == billed(model.requests)
    assert min(view["tokens"].values()) > 0


def test_a_request_that_was_repeated_is_counted_and_a_refused_one_costs_nothing(
    open_at: Open, model: OpenAIServer
) -> None:
    model.fail(429, times=2, kind="is_use", retry_after_ms="5")
    model.fail(500, kind="write", retry_after_ms="5")
    view = answered(open_at())
    steps = {step["node"]: step for step in view["steps"]}
    assert (steps["write_answer"]["calls"], steps["reflect"]["calls"]) == (2, 4)
    assert view["calls"]["chat"] == 10 + 3 == sum(request.chats for request in model.requests)
    assert view["tokens"] == billed(model.requests)


def test_seconds_are_those_that_a_step_waited(open_at: Open, model: OpenAIServer) -> None:
    together = Barrier(OFFERED)  # none of the graders is answered before all are asked

    def meet(request: Request) -> None:
        if request.kind == "is_rel":
            together.wait(60)

    model.latency, model.rule = 0.15, meet
    view = answered(open_at())
    assert all(step["seconds"] >= 0.15 for step in view["steps"] if KINDS[step["node"]])
    assert model.most_open >= OFFERED


def test_money_is_tokens_times_prices_and_survives_a_restart(open_at: Open, model: OpenAIServer) -> None:
    service = open_at(**PRICES)
    view = answered(service)
    told = billed(model.requests)
    money = (told["prompt"] * 0.15 + told["completion"] * 0.60 + told["embedding"] * 0.02) / 1_000_000
    assert view["cost"] == pytest.approx(money, rel=1e-12)
    assert (view["currency"], money > 0) == ("$", True)
    again = open_at(**PRICES)
    assert again.show(view["thread_id"]) == view
    unpriced = open_at()
    assert unpriced.show(view["thread_id"]) == {**view, "cost": None}


def test_what_a_question_cost_so_far_is_told_while_it_waits_and_after_it_failed(
    open_at: Open, model: OpenAIServer
) -> None:
    asked = ask(open_at(**PRICES))
    assert asked.view["tokens"] == billed(model.requests)
    before = asked.view["cost"]

    def refuse(request: Request) -> Reply | None:
        if request.kind != "is_sup":
            return None
        others_first(model, "is_use")
        return Reply(status=400, delay=0.5)

    model.rule = refuse
    failed = approved(asked)
    assert failed["status"] == "failed"
    assert failed["tokens"] == billed(model.requests)
    assert failed["cost"] > before
    [broken] = [step for step in failed["steps"] if step.get("failed")]
    [used] = [request for request in model.requests if request.kind == "is_use"]
    refused = [request for request in model.requests if request.kind == "is_sup"]
    assert (broken["node"], broken["found"], broken["calls"]) == ("reflect", {}, 1 + len(refused))
    assert broken["tokens"] == used.tokens > 0


@pytest.mark.parametrize("restart", [False, True])
def test_what_was_spent_in_vain_still_counts_once_the_question_is_answered(
    open_at: Open, model: OpenAIServer, restart: bool
) -> None:
    service = open_at(**PRICES)

    def refuse(request: Request) -> Reply | None:
        if "page 3" not in request.prompt:
            return None
        others_first(model, "is_rel", OFFERED - 1)
        return Reply(status=401, delay=0.5)

    model.rule = refuse
    asked = ask(service)
    in_vain = asked.view["tokens"]["total"] - billed([r for r in model.requests if r.kind == "embed"])["total"]
    assert asked.view["status"] == "failed"
    model.rule = lambda request: Reply("one two three", cut=2) if request.kind == "write" else None
    asked.service = open_at(**PRICES) if restart else service
    asked.go_on()
    assert approved(asked)["status"] == "failed"
    model.rule = None
    view = asked.go_on()
    assert view["status"] == "answered"
    assert [step["node"] for step in view["steps"] if step.get("failed")] == ["grade_passages", "write_answer"]
    assert view["calls"] == {"chat": sum(r.chats for r in model.requests), "embed": 1}
    whole = [request for request in model.requests if not request.aborted]
    assert in_vain > 0
    assert view["tokens"] == billed(
        [r for r in whole if r.kind != "write"] + [r for r in whole if r.kind == "write"][1:]
    )
    assert asked.service.desk.look_at(asked.service.desk.catalog.thread(asked.thread)).state()["steps"] == [
        step for step in view["steps"] if "failed" not in step
    ]
