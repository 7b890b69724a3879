"""A server that fails costs no finished step, and what it said is told to the person."""

import json
import socket
import time
from collections import Counter
from threading import Lock
from typing import Any
from zlib import crc32

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request
from selfrag.service import Service
from tests.end_to_end.asking import (
    KEY,
    QUESTION,
    TREES,
    WHOLE_JOB,
    Open,
    about,
    answer_about,
    answering,
    approved,
    ask,
    at_once,
    others_first,
    question_about,
    succeeded,
)

NODES = [
    "decide_retrieval",
    "search",
    "gather_evidence",
    "grade_passages",
    "review_evidence",
    "write_answer",
    "reflect",
]


class Flaky:
    """Refuses every fifth attempt or so with 429 or 500, the same ones in whatever order requests come.

    No request is refused so often that the client gives up.
    """

    def __init__(self) -> None:
        self._attempts = Counter[str]()
        self._lock = Lock()

    def __call__(self, request: Request) -> Any:
        text = json.dumps(request.body)
        with self._lock:
            self._attempts[text] += 1
            attempt = self._attempts[text]
        draw = crc32(f"{attempt}{text}".encode())
        if draw % 5 or attempt > 4:
            return answering(request)
        return Reply(status=429 if draw % 2 else 500, headers={"retry-after-ms": "20"})


def test_eight_threads_at_once_lose_nothing_and_pay_every_step_once(service: Service, model: OpenAIServer) -> None:
    model.rule = Flaky()
    asked = at_once(lambda tree: ask(service, question_about(tree)), TREES)
    assert [each.view["status"] for each in asked] == ["waiting"] * 8
    views = at_once(approved, asked)
    assert [view["status"] for view in views] == ["answered"] * 8
    for tree, view in zip(TREES, views, strict=True):
        mine = [request for request in model.requests if about(request) == tree]
        assert succeeded(mine) == WHOLE_JOB
        assert view["calls"] == {"chat": sum(r.chats for r in mine), "embed": sum(not r.chats for r in mine)}
        assert Counter(step["node"] for step in view["steps"]) == Counter([*NODES, "finish"])
        assert (view["question"], view["answer"]) == (question_about(tree), answer_about(tree))
    failed = Counter(request.status for request in model.requests if request.status != 200)
    assert set(failed) == {429, 500}
    assert 0.1 < failed.total() / len(model.requests) < 0.3
    assert [thread.status for thread in service.threads()] == ["answered"] * 8


@pytest.mark.parametrize(
    ("failing", "repeated"),
    [
        ("retrieve", {"retrieve"}),
        ("embed", {"embed"}),
        ("is_rel", {"is_rel"}),
        ("write", {"write"}),
        ("is_sup", {"is_sup", "is_use"}),
        ("is_use", {"is_sup", "is_use"}),
    ],
)
def test_a_failed_question_goes_on_from_the_failed_step(
    service: Service, model: OpenAIServer, failing: str, repeated: set[str]
) -> None:
    model.rule = answering
    model.fail(503, times=500, kind=failing, message="overloaded")
    asked = ask(service)
    failed = approved(asked) if asked.view["status"] == "waiting" else asked.view
    host = model.url.removeprefix("http://").removesuffix("/v1")
    assert (failed["status"], failed["error"]) == (
        "failed",
        f"The model server at {host} did not answer (503: “overloaded”). "
        "Check its address in the settings and that it runs, then try again.",
    )
    before, asked_before = succeeded(model.requests), len(model.requests)
    model.reset()
    model.rule = answering
    view = asked.go_on()
    if view["status"] == "waiting":
        view = approved(asked)
    assert view["status"] == "answered"
    assert view["error"] is None
    total = Counter(before) + Counter(succeeded(model.requests))
    finished = WHOLE_JOB.keys() - repeated
    assert {kind: total[kind] for kind in finished} == {kind: WHOLE_JOB[kind] for kind in finished}
    assert repeated <= succeeded(model.requests).keys()
    assert sum(view["calls"].values()) == asked_before + len(model.requests)
    done = [step["node"] for step in view["steps"] if "failed" not in step]
    assert Counter(done) == Counter([*NODES, "finish"])


@pytest.mark.parametrize(
    ("failing", "busy"), [("is_sup", "is_use"), ("is_use", "is_sup"), ("retrieve", "embed"), ("embed", "retrieve")]
)
def test_a_failure_is_told_at_once_though_another_request_was_asked_to_wait(
    service: Service, model: OpenAIServer, failing: str, busy: str
) -> None:
    model.fail(429, times=9, kind=busy, retry_after="60")

    def refuse(request: Request) -> Any:
        if request.kind != failing:
            return answering(request)
        others_first(model, busy)
        return Reply(status=401, delay=0.5)

    model.rule = refuse
    began = time.monotonic()
    asked = ask(service)
    view = approved(asked) if asked.view["status"] == "waiting" else asked.view
    assert time.monotonic() - began < 45  # of the 60 s that the other was asked to wait
    assert view["status"] == "failed"
    assert "refused the key: check OPENAI_API_KEY" in view["error"]
    assert [request.kind for request in model.requests].count(busy) == 1
    model.reset()
    model.rule = answering
    view = asked.go_on()
    if view["status"] == "waiting":
        view = approved(asked)
    assert view["status"] == "answered"


def test_a_server_that_is_down_is_told_and_another_one_goes_on(open_at: Open, model: OpenAIServer) -> None:
    with socket.socket() as silent:  # bound, so that nobody else listens there meanwhile
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        asked = ask(open_at(OPENAI_BASE_URL=f"http://127.0.0.1:{port}/v1"))
    assert (asked.view["status"], asked.view["error"]) == (
        "failed",
        f"The model server at 127.0.0.1:{port} did not answer (the connection was refused). "
        "Check its address in the settings and that it runs, then try again.",
    )
    asked.service = open_at()
    assert asked.go_on()["status"] == "waiting"
    assert approved(asked)["status"] == "answered"
    assert succeeded(model.requests) == WHOLE_JOB


def test_a_refused_key_is_told_at_once_and_the_right_one_goes_on(open_at: Open, model: OpenAIServer) -> None:
    model.key = "sk-right"
    asked = ask(open_at())
    host = model.url.removeprefix("http://").removesuffix("/v1")
    assert (asked.view["status"], asked.view["error"]) == (
        "failed",
        f"The model server at {host} refused the key: check OPENAI_API_KEY.",
    )
    assert Counter(request.kind for request in model.requests) <= Counter(("retrieve", "embed"))
    assert KEY not in str(asked.view)
    asked.service = open_at(OPENAI_API_KEY="sk-right")
    assert asked.go_on()["status"] == "waiting"
    assert approved(asked)["status"] == "answered"
    assert succeeded(model.requests) == WHOLE_JOB


def test_a_refused_request_is_told_at_once_and_goes_on(service: Service, model: OpenAIServer) -> None:
    asked = ask(service)
    model.fail(400, kind="write", message="This model is asleep.")
    failed = approved(asked)
    host = model.url.removeprefix("http://").removesuffix("/v1")
    assert (failed["status"], failed["error"]) == (
        "failed",
        f"The model server at {host} refused the request (400: “This model is asleep.”): "
        "change what it names, or choose another model in the settings.",
    )
    assert [request.status for request in model.requests if request.kind == "write"] == [400]
    assert asked.go_on()["status"] == "answered"
    assert succeeded(model.requests) == WHOLE_JOB


def test_an_answer_that_breaks_off_is_kept_until_another_is_written(service: Service, model: OpenAIServer) -> None:
    model.rule = lambda request: Reply("One two three four [1].", cut=3) if request.kind == "write" else None
    asked = ask(service)
    broken = approved(asked)
    assert (broken["status"], broken["answer"]) == ("failed", "One two three")
    assert "the answer broke off" in broken["error"]
    assert len([request for request in model.requests if request.kind == "write"]) == 1
    model.rule = answering
    view = asked.go_on()
    assert (view["status"], view["answer"], view["question"]) == ("answered", answer_about("alder"), QUESTION)
    assert succeeded(model.requests) == WHOLE_JOB | {"write": 2}
