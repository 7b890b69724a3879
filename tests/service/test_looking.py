"""Text around a passage, passages to add by hand, and what becomes of those that were added."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfrag.documents.collections import Collection
from selfrag.errors import DecisionInvalid, SearchFailed, UnknownCollection
from selfrag.ports import WEB
from selfrag.service import Service
from selfrag.service.looking import AROUND, FOUND, _beginning_of, _end_of
from selfrag.settings import read_settings
from selfrag.wiring import open_service
from tests.documents.pdfs import text_pdf
from tests.fakes import FakeLibrary, FakePorts, FakeWeb, shelf
from tests.service.desks import make_desk

A, B, C, D = "aaaa:1:0", "bbbb:2:0", "cccc:3:0", "dddd:4:0"
QUESTION = "What stands here?"
SHELVES = [Collection(each, each.upper(), "pairs", 16, created=1.0) for each in ("c1", "c2")]
Serve = Callable[[FakePorts], Service]


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Service]:
    with open_service(read_settings({"SELFRAG_DATA_DIR": str(tmp_path)})) as service:
        yield service


@pytest.fixture
def shelves(tmp_path: Path) -> Iterator[Callable[[FakePorts], Service]]:
    made: list[Service] = []

    def serve(ports: FakePorts) -> Service:
        made.append(Service(make_desk(tmp_path / "shelves", ports, library=FakeLibrary(ports.search, SHELVES))))
        return made[-1]

    yield serve
    for service in made:
        service.close()


def offering(*found: str, elsewhere: str = D) -> FakePorts:
    """Fakes whose search for the question finds these, and for other words what is `elsewhere`."""
    ports = shelf(A, B, C, D)
    ports.search.by_query = {QUESTION: list(found), "other words": [elsewhere]}
    return ports


def ask(service: Service, **more: Any) -> str:
    run = service.ask(QUESTION, **more)
    run.wait()
    return run.key


def decide(service: Service, thread: str, action: str, **more: Any) -> dict[str, Any]:
    review = service.show(thread)["review"]
    service.resume(thread, {"review_id": review["review_id"], "action": action, **more}).wait()
    return service.show(thread)


def ids(found: list[dict[str, Any]]) -> list[str]:
    return [item["passage_id"] for item in found]


def test_the_text_around_a_passage_is_that_of_its_page_and_no_other(real: Service) -> None:
    page = "\n".join(f"Line {n} of this long page says what line {n} has to say, and then it ends." for n in range(60))
    real.ingest([("long.pdf", text_pdf("Another page before.", page, "Another page after."))], "Documents").wait()
    found = real.search_passages("line 30", [], ())
    item = next(each for each in found if "Line 30 " in each["text"])
    text = real.stored_page(item["document_id"], 2)[1].text
    around = real.neighbours(item["passage_id"])
    assert text[item["start"] : item["end"]] == item["text"]
    assert text[: item["start"]].rstrip().endswith(around["before"])
    assert text[item["end"] :].lstrip().startswith(around["after"])
    for side in around.values():
        assert AROUND - 50 < len(side) <= AROUND
        assert set(side.split()) <= set(text.split())


def test_a_short_page_has_nothing_around_its_passage_and_a_deleted_one_no_text(real: Service) -> None:
    real.ingest([("short.pdf", text_pdf("The fee is 20 euros."))], "Documents").wait()
    [item] = real.search_passages("fee", [], ())
    assert real.neighbours(item["passage_id"]) == {"before": "", "after": ""}
    real.delete_document("short.pdf")
    assert real.neighbours(item["passage_id"]) == {"before": "", "after": ""}
    assert real.more_like(item["passage_id"], [], ()) == []
    [gone] = real.passages_by_id([item["passage_id"]])
    assert (gone["exists"], gone["text"], gone["page"], gone["document"]) == (False, "", 1, None)


@given(st.text(alphabet="ab 가\n", max_size=3 * AROUND))
def test_either_side_is_whole_words_of_its_end(text: str) -> None:
    end, beginning = _end_of(text), _beginning_of(text)
    assert text.rstrip().endswith(end)
    assert text.lstrip().startswith(beginning)
    assert max(len(end), len(beginning)) <= AROUND
    if len(text) > AROUND and max(map(len, text.split()), default=0) < 20:
        assert set(end.split()) | set(beginning.split()) <= set(text.split())


def test_what_is_found_by_hand_looks_as_evidence_does(serve: Serve) -> None:
    service = serve(offering(A))
    thread = ask(service)
    [offered] = service.show(thread)["evidence"]
    [found] = service.search_passages(" other words\0", ["c1"], [A])
    assert {**offered, **{"added": True}}.keys() - {"basis"} == found.keys()
    assert (found["passage_id"], found["is_rel"], found["text"]) == (D, None, "Fact dddd:4:0 stands here.")


def test_what_is_offered_is_not_found_and_one_wording_once(serve: Serve) -> None:
    ports = shelf(A, B, C, D)
    ports.passages.stored[B]["text"] = ports.passages.stored[A]["text"]
    ports.passages.stored[D]["text"] = "Fact  cccc:3:0 stands\nhere."
    service = serve(ports)
    assert ids(service.search_passages("fact", ["c1"], [A])) == [C]
    assert ids(service.search_passages("fact", ["c1"], [])) == [A, C]
    assert ids(service.more_like(A, ["c1"], [])) == [C]
    assert ports.search.queries[-1] == "Fact aaaa:1:0 stands here."
    assert service.search_passages(" \0 ", ["c1"], []) == []


def test_the_best_few_are_found(serve: Serve) -> None:
    many = [f"{n:04x}:1:0" for n in range(20)]
    assert ids(serve(shelf(*many)).search_passages("fact", ["c1"], [])) == many[:FOUND]


@pytest.mark.parametrize(
    ("sources", "asked"), [(["c2"], ["c2"]), (["c2", WEB], ["c2"]), ([WEB], ["c1", "c2"]), ([], ["c1", "c2"])]
)
def test_the_question_s_collections_are_searched_and_never_the_web(
    shelves: Callable[[FakePorts], Service], sources: list[str], asked: list[str]
) -> None:
    ports = shelf(A, B)
    ports.web = FakeWeb([B])
    assert ids(shelves(ports).search_passages("fact", sources, [])) == [A, B]
    assert (ports.search.asked, ports.web.sent) == (asked, [])


def test_one_collection_that_fails_spoils_nothing_and_all_say_why(shelves: Callable[[FakePorts], Service]) -> None:
    ports = shelf(A, B)
    ports.search.failing = {"c1"}
    service = shelves(ports)
    assert ids(service.search_passages("fact", ["c1", "c2"], [])) == [A, B]
    with pytest.raises(SearchFailed, match="“c1” cannot be searched"):
        service.search_passages("fact", ["c1"], [])
    with pytest.raises(UnknownCollection):
        service.search_passages("fact", ["gone"], [])


def test_an_added_passage_is_read_and_cited_as_the_others_are(serve: Serve) -> None:
    ports = offering(A, B)
    service = serve(ports)
    view = decide(service, ask(service), "approve", keep=[A], add=[D])
    assert view["approved"] == [A, D]
    assert ports.called("write")[-1][1] == [A, D]
    assert [(cited["passage_id"], cited["quote"]) for cited in view["citations"]] == [
        (A, "Fact aaaa:1:0 stands here."),
        (D, "Fact dddd:4:0 stands here."),
    ]
    added = view["evidence"][-1]
    assert (added["passage_id"], added["added"], added["is_rel"], added["kept"]) == (D, True, None, True)
    assert view["decision"]["add"] == [D]


@pytest.mark.parametrize("strategy", ["self", "corrective", "adaptive", "combined"])
def test_an_added_passage_stays_through_a_new_search_and_is_graded_there(serve: Serve, strategy: str) -> None:
    ports = offering(A, B)
    ports.search.by_query["What lies there?"] = [C]
    service = serve(ports)
    thread = ask(service, strategy=strategy)
    view = decide(service, thread, "edit", keep=[A], add=[D], question="What lies there?")
    offered = {item["passage_id"]: item for item in view["evidence"]}
    assert list(offered) == [A, D, C]
    assert (offered[D]["added"], offered[D]["change"], offered[D]["kept"]) == (True, "kept", True)
    assert offered[D]["is_rel"] in ("relevant", "correct")
    assert ports.called("grade_passages")[-1] == ("What lies there?", [A, D, C])
    view = decide(service, thread, "approve", keep=[D])
    assert [cited["passage_id"] for cited in view["citations"]] == [D]


def test_after_a_search_with_other_words_only_the_added_one_is_ungraded_before(serve: Serve) -> None:
    ports = offering(A, B, elsewhere=C)
    service = serve(ports)
    thread = ask(service)
    view = decide(service, thread, "edit", keep=[A], add=[D], query="other words")
    assert ids(view["evidence"]) == [A, D, C]
    assert ports.called("grade_passages")[-1] == (QUESTION, [D, C])


def test_what_was_dropped_may_be_added_again(serve: Serve) -> None:
    service = serve(offering(A, B, elsewhere=C))
    thread = ask(service)
    view = decide(service, thread, "edit", keep=[A], query="other words")
    assert B not in ids(view["evidence"])
    view = decide(service, thread, "approve", keep=[A], add=[B])
    assert view["approved"] == [A, B]


def test_a_passage_that_is_not_there_cannot_be_added(serve: Serve) -> None:
    service = serve(offering(A))
    thread = ask(service)
    with pytest.raises(DecisionInvalid, match="zzzz:1:0"):
        decide(service, thread, "approve", keep=[A], add=["zzzz:1:0"])
    assert service.show(thread)["status"] == "waiting"


def test_drafts_change_one_after_the_other(serve: Serve) -> None:
    service = serve(offering(A))
    review = service.show(ask(service))["review"]["review_id"]
    assert service.draft(review) is None

    def says(draft: dict[str, Any] | None) -> dict[str, Any]:
        said = (draft or {"said": []})["said"]
        return {"said": [*said, len(said)]}

    for _ in range(3):
        service.change_draft(review, says)
    assert service.draft(review) == {"said": [0, 1, 2]}
    assert service.draft("another") is None
