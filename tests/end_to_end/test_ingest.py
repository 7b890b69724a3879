"""Embedding requests that are too large, refused for a while, or refused for good."""

import re
from pathlib import Path
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Reply, Request
from selfrag.runs import FileDone, Run, Waiting
from selfrag.service import Service
from tests.documents.pdfs import text_pdf
from tests.end_to_end.asking import ended, page_about

LIMIT = 5000
PASSAGES = 340  # in six requests of 64, four of them at once
LATER = re.compile(r"pine(?:2[6-9]|3\d)\d ")  # after the first 256, which go at once
SENTENCE = "Where the water stood overnight the attendant writes down its level beside the hour. "


def results(run: Run) -> dict[str, Any]:
    """By file name."""
    return {event.result["name"]: event.result for event in run.events() if isinstance(event, FileDone)}


def long_pdf() -> bytes:
    return text_pdf(*(page_about(f"pine{n}", n) for n in range(PASSAGES)))


def is_third(request: Request) -> bool:
    return any("pine140 " in text for text in request.texts)


def texts(requests: list[Request]) -> list[str]:
    return [text for request in requests for text in request.texts]


def test_a_limit_on_tokens_is_kept_and_every_passage_is_embedded_once(service: Service, model: OpenAIServer) -> None:
    pages = [f"{page_about(f'pine{n}', n)} {SENTENCE * 8}" for n in range(300)]
    check_limit(service, model, text_pdf(*pages))
    later = [request for request in model.requests if any(LATER.search(text) for text in request.texts)]
    assert {request.status for request in later} == {200}


@pytest.mark.slow
def test_case_b66_a_paper_with_a_limit_on_tokens(service: Service, model: OpenAIServer, shared: Path) -> None:
    check_limit(service, model, (shared / "cases" / "pdfs" / "tracemonkey.pdf").read_bytes())


def check_limit(service: Service, model: OpenAIServer, pdf: bytes) -> None:
    [collection] = service.collections()
    before = service.desk.library.vectors.count(collection.id)
    model.embedding_tokens = LIMIT
    run = service.ingest([("long.pdf", pdf)], "Documents")
    ended(run)
    done = results(run)["long.pdf"]
    assert (done["status"], done["error"]) == ("ready", None)
    taken = [request for request in model.requests if request.status == 200]
    refused = [request for request in model.requests if request.status == 400]
    assert len(refused) > 0
    assert max(request.size for request in taken) <= LIMIT
    assert len(texts(taken)) == len(set(texts(taken))) == done["passages"]
    assert len(refused) <= 4  # those that were sent at once, before the limit was known
    assert len(taken) <= 4 * sum(request.size for request in taken) / LIMIT
    assert service.desk.library.vectors.count(collection.id) - before == done["passages"]


def test_a_request_refused_for_a_while_is_repeated_alone(service: Service, model: OpenAIServer) -> None:
    def once(request: Request) -> Reply | None:
        first = is_third(request) and sum(map(is_third, model.requests)) == 1
        return Reply(status=429, headers={"retry-after": "1.2"}) if first else None

    model.rule = once
    run = service.ingest([("long.pdf", long_pdf())], "Documents")
    ended(run)
    done = results(run)["long.pdf"]
    assert (done["status"], done["passages"], done["error"]) == ("ready", PASSAGES, None)
    assert [event.seconds for event in run.events() if isinstance(event, Waiting)] == [1.2]
    assert [request.status for request in model.requests if is_third(request)] == [429, 200]
    assert sorted(request.status for request in model.requests) == [200] * 6 + [429]
    taken = texts([request for request in model.requests if request.status == 200])
    assert len(taken) == len(set(taken)) == PASSAGES
    refused, repeated = [request for request in model.requests if is_third(request)]
    assert repeated.started - refused.started >= 1.2


def test_a_file_given_up_leaves_nothing_and_the_others_go_in(service: Service, model: OpenAIServer) -> None:
    [collection] = service.collections()
    library, files = service.desk.library, service.desk.settings.data_dir / "files"

    def stored() -> tuple[int, int, int]:
        return library.vectors.count(collection.id), library.fulltext.count(), len(list(files.rglob("*.pdf")))

    vectors, passages, originals = stored()
    model.rule = lambda request: Reply(status=429, headers={"retry-after-ms": "5"}) if is_third(request) else None
    small = [(f"{tree}.pdf", text_pdf(page_about(tree, 1))) for tree in ("oak", "yew")]
    run = service.ingest([small[0], ("long.pdf", long_pdf()), small[1]], "Documents")
    assert ended(run) == "ready"
    done = results(run)
    host = model.url.removeprefix("http://").removesuffix("/v1")
    assert (done["long.pdf"]["status"], done["long.pdf"]["error"]) == (
        "failed",
        f"The model server at {host} takes no more requests for now (“no”): wait a little, then try again.",
    )
    assert [done[name]["status"] for name in ("oak.pdf", "yew.pdf")] == ["ready", "ready"]
    assert sorted(document["name"] for document in service.documents()) == ["oak.pdf", "screens.pdf", "yew.pdf"]
    assert stored() == (vectors + 2, passages + 2, originals + 2)
    assert sum(map(is_third, model.requests)) == 6
    model.rule = None
    again = service.ingest([("long.pdf", long_pdf())], "Documents")
    ended(again)
    assert results(again)["long.pdf"]["status"] == "ready"
    assert stored() == (vectors + 2 + PASSAGES, passages + 2 + PASSAGES, originals + 3)
