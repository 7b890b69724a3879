"""Receipts of real threads have their form, hold no key, and stop holding when what they rest on changes."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from selfrag.bench.openai_server import OpenAIServer
from selfrag.documents.tables import pages, passages
from selfrag.errors import UnknownThread
from selfrag.receipts import Replay, as_json, as_markdown, as_pdf, digests, faults, sealed, text_digest
from selfrag.service import Service
from selfrag.settings import read_settings
from selfrag.wiring import open_service
from tests.documents.pdfs import text_pdf
from tests.fakes import FakePorts, FakeSearch, FakeWeb, passage, shelf
from tests.needs import imported

FEE = "The corkage fee is 20 dollars per bottle."
PARKING = "Parking is free for guests of the corkage evening."
QUESTION = "How much is the corkage fee?"
KEY = "sk-MARKER-0123456789"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    settings = read_settings({"SELFRAG_DATA_DIR": str(tmp_path / "data"), "TAVILY_API_KEY": KEY})
    with open_service(settings) as service:
        service.ingest([("guide.pdf", text_pdf(FEE, PARKING))], "Guides").wait()
        yield service


def reviewed(service: Service, **decision: Any) -> str:
    """A thread whose question 김심사 answered from the passages with the fee alone."""
    run = service.ask(QUESTION)
    run.wait()
    review = service.waiting_review(run.key)
    fee = [each["passage_id"] for each in service.show(run.key)["evidence"] if each["page"] == 1]
    decided = {"review_id": review["review_id"], "action": "approve", "keep": fee, **decision}
    service.resume(run.key, decided, "김심사").wait()
    return run.key


def change(service: Service, table: Any, **values: Any) -> None:
    with service.desk.engine.begin() as db:
        db.execute(update(table).where(table.c[NUMBER[table.name]] == 1).values(**values))


NUMBER = {"pages": "number", "passages": "page"}


def kinds(replay: Replay) -> list[str]:
    return [finding["kind"] for finding in replay["findings"]]


def test_a_receipt_says_who_kept_what_and_what_the_answer_rests_on(service: Service) -> None:
    receipt = service.receipt(reviewed(service, note="Only the fee."))
    assert faults(receipt) == []
    [question], [document] = receipt["questions"], receipt["documents"]
    [review] = question["reviews"]
    [stored] = service.documents()
    assert (question["asked"], question["outcome"], question["queries"]) == (QUESTION, "answered", [QUESTION])
    assert (review["decided_by"], review["who"], review["action"], review["note"]) == (
        "person",
        "김심사",
        "approve",
        "Only the fee.",
    )
    decided = {item["passage_id"].split(":")[1]: item["decision"] for item in review["offered"]}
    assert decided == {"1": "kept", "2": "dropped"}
    texts = {each["page"]: each["text"] for each in receipt["passages"]}
    assert texts == {1: FEE, 2: None}
    assert {each["page"]: each["sha256"] for each in receipt["passages"]} == {
        1: text_digest(FEE),
        2: text_digest(PARKING),
    }
    assert (document["id"], document["name"], document["pages"]) == (stored["document"], "guide.pdf", 2)
    [citation] = question["answer"]["citations"]
    assert (citation["quote"], citation["page"], citation["document_id"]) == (FEE, 1, stored["document"])
    assert question["answer"]["sentences"][0]["is_sup"] == "fully"
    assert [step["node"] for step in question["steps"]][-1] == "finish"
    assert question["times"]["asked"] <= review["shown"] <= review["decided"] <= question["times"]["finished"]
    assert service.replay(receipt) == {
        "holds": True,
        "checked": service.replay(receipt)["checked"],
        "findings": [],
    }
    assert service.replay(receipt)["checked"]["documents"] == 1


def test_all_questions_of_a_thread_and_what_people_said_of_them(service: Service) -> None:
    thread = reviewed(service)
    service.ask("Is parking free?", thread_id=thread, policy="never").wait()
    first, second = [view["question_id"] for view in service.history(thread)]
    service.strike(thread, first, 0, True, "박감수")
    service.thumb(thread, second, -1, "이검토")
    service.desk.comments.add(thread, None, "박감수", "확인 필요")
    receipt = service.receipt(thread)
    assert faults(receipt) == []
    one, two = receipt["questions"]
    assert one["answer"]["sentences"][0]["struck"]["who"] == "박감수"
    assert FEE in one["answer"]["as_written"]
    assert FEE not in one["answer"]["final"]
    assert (two["thumb"]["value"], two["thumb"]["who"]) == (-1, "이검토")
    [policy] = two["reviews"]
    assert (policy["decided_by"], policy["policy"], policy["who"]) == ("policy", "never", None)
    assert [(each["who"], each["text"]) for each in receipt["comments"]] == [("박감수", "확인 필요")]


def test_the_versions_of_a_question_and_who_changed_it(service: Service) -> None:
    run = service.ask("fee?")
    run.wait()
    review = service.waiting_review(run.key)
    edit = {"review_id": review["review_id"], "action": "edit", "question": QUESTION}
    service.resume(run.key, edit, "김심사").wait()
    [question] = service.receipt(run.key)["questions"]
    assert [(each["text"], each["by"], each["who"]) for each in question["versions"]] == [
        ("fee?", "person", ""),
        (QUESTION, "person", "김심사"),
    ]
    assert question["versions"][1]["review_id"] == review["review_id"]
    assert (question["status"], question["answer"], question["times"]["finished"]) == ("waiting", None, None)
    assert {each["decision"] for each in question["reviews"][-1]["offered"]} == {None}
    by_suggestion = {each["suggested"]: each["decision"] for each in question["reviews"][0]["offered"]}
    assert by_suggestion == {True: "dropped", False: None}
    assert faults(service.receipt(run.key)) == []


def test_a_rejected_review_keeps_and_drops_nothing(service: Service) -> None:
    receipt = service.receipt(reviewed(service, action="reject", keep=[]))
    [review] = receipt["questions"][0]["reviews"]
    assert (review["action"], {each["decision"] for each in review["offered"]}) == ("reject", {None})
    assert {each["text"] for each in receipt["passages"]} == {None}
    assert faults(receipt) == []


def test_the_record_stays_the_same_while_nothing_happens(service: Service) -> None:
    thread = reviewed(service)
    first, second = service.receipt(thread), service.receipt(thread)
    assert first["digest"]["record"] == second["digest"]["record"]
    service.desk.comments.add(thread, None, "", "one more")
    assert service.receipt(thread)["digest"]["record"] != first["digest"]["record"]


def test_no_receipt_holds_a_key(service: Service) -> None:
    """Neither that of the settings, nor one that got into what a question was made with."""
    thread = reviewed(service)
    question = service.desk.catalog.last_question(thread)
    assert question is not None
    made = {
        **(question.made_with or {}),
        "answers_with": f"m at https://user:{KEY}@models.example/v1",
        "api_key": KEY,
        "endpoint": {"key": KEY},
    }
    from selfrag.threads.tables import questions

    with service.desk.engine.begin() as db:
        db.execute(update(questions).values(made_with=made))
    receipt = service.receipt(thread)
    assert receipt["questions"][0]["made_with"]["answers_with"] == "m at https://models.example/v1"
    assert service.settings.web.tavily_key == KEY
    pdf = as_pdf(receipt)
    text = "".join(page.get_textpage().get_text_range() for page in imported("pypdfium2").PdfDocument(pdf))
    for said in (as_json(receipt).decode(), as_markdown(receipt), text, pdf.decode("latin-1")):
        assert "MARKER" not in said
    assert faults(receipt) == []


def changed_file(service: Service) -> None:
    [document] = service.documents()
    path = service.document_file(document["document"])
    path.write_bytes(path.read_bytes() + b"\n")


def deleted_document(service: Service) -> None:
    service.delete_document("guide.pdf")


def missing_page(service: Service) -> None:
    with service.desk.engine.begin() as db:
        db.execute(delete(pages).where(pages.c.number == 1))


def changed_page(service: Service) -> None:
    change(service, pages, text=FEE.replace("20", "30"))


def changed_passage(service: Service) -> None:
    change(service, passages, text=FEE.replace("20", "30"))


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (changed_file, ["document_changed"]),
        (deleted_document, ["document_missing"]),
        (missing_page, ["page_missing"]),
        (changed_page, ["passage_changed", "quote_changed"]),
        (changed_passage, ["passage_changed"]),
    ],
)
def test_what_changed_is_found(service: Service, damage: Callable[[Service], None], found: list[str]) -> None:
    receipt = service.receipt(reviewed(service))
    assert service.replay(receipt)["holds"]
    damage(service)
    replay = service.replay(receipt)
    assert not replay["holds"]
    assert list(dict.fromkeys(kinds(replay))) == found


def test_a_document_that_is_added_again_holds_again(service: Service) -> None:
    receipt = service.receipt(reviewed(service))
    service.delete_document("guide.pdf")
    assert kinds(service.replay(receipt)) == ["document_missing"]
    service.ingest([("again.pdf", text_pdf(FEE, PARKING))], "Guides").wait()
    assert service.replay(receipt)["holds"]


def test_a_receipt_holds_after_another_model_has_embedded_the_collection_anew(service: Service) -> None:
    receipt = service.receipt(reviewed(service))
    with OpenAIServer() as model:
        service.choose_models(
            {"OPENAI_BASE_URL": model.url, "SELFRAG_CHAT_MODEL": "fake-model", "SELFRAG_EMBEDDING_MODEL": "bge"}
        )
        assert service.replay(receipt)["holds"]
        ended = service.reindex(service.collection("Guides")).wait()
    assert ended is not None
    assert ended.status == "ready"
    assert service.collection("Guides").embedder == "openai:bge"
    assert service.replay(receipt)["holds"]


def test_a_receipt_names_a_deleted_document_as_deleted(service: Service) -> None:
    thread = reviewed(service)
    before = service.receipt(thread)
    service.delete_document("guide.pdf")
    receipt = service.receipt(thread)
    assert faults(receipt) == []
    [document] = receipt["documents"]
    assert (document["id"], document["name"], document["stored"]) == (before["documents"][0]["id"], "guide.pdf", False)
    assert [(each["text"], each["sha256"], each["stored"]) for each in receipt["passages"]] == [
        (None, None, False),
        (None, None, False),
    ]
    assert receipt["questions"][0]["answer"]["final"] == before["questions"][0]["answer"]["final"]
    assert kinds(service.replay(receipt)) == ["document_missing"]
    assert "guide.pdf, page 1 (deleted)" in as_markdown(receipt).replace("\\", "")


def test_a_changed_quote_in_the_receipt_is_found(service: Service) -> None:
    receipt = json.loads(as_json(service.receipt(reviewed(service))))
    receipt["questions"][0]["answer"]["citations"][0]["quote"] = FEE.replace("20", "10")
    assert kinds(service.replay(receipt)) == ["digest", "quote_changed"]
    assert kinds(service.replay(sealed(receipt))) == ["quote_changed"]
    assert digests(sealed(receipt)) == sealed(receipt)["digest"]


def test_a_thread_that_is_not_there(service: Service) -> None:
    with pytest.raises(UnknownThread):
        service.receipt("nothing")


def web_passage(passage_id: str, text: str) -> Any:
    found = passage(passage_id, text, "Prices")
    return {**found, "document_id": "f" * 64, "collection": "Web", "url": "https://example.org/"}


def test_what_left_for_the_web_and_by_whose_consent(serve: Callable[[FakePorts], Service]) -> None:
    bad, good = f"{'e' * 16}:1:0", f"{'f' * 16}:1:0"
    ports = shelf(bad)
    ports.passages.stored[bad] |= {"document_id": "e" * 64}
    ports.passages.stored[good] = web_passage(good, "Others ask 30.")
    ports.search = FakeSearch([bad])
    ports.web = FakeWeb([good])
    ports.reflector.rel = lambda question, found: "irrelevant" if found["id"] == bad else "relevant"
    service = serve(ports)
    run = service.ask("What do others ask?", strategy="corrective")
    run.wait()
    consent = service.waiting_review(run.key)
    assert consent["kind"] == "web_consent"
    allow = {"review_id": consent["review_id"], "action": "allow", "query": "corkage prices"}
    service.resume(run.key, allow, "김심사").wait()
    review = service.waiting_review(run.key)
    service.resume(run.key, {"review_id": review["review_id"], "action": "approve", "keep": [good]}, "박감수").wait()
    receipt = service.receipt(run.key)
    assert faults(receipt) == []
    first, second = receipt["questions"][0]["reviews"]
    assert (first["kind"], first["who"], first["action"]) == ("web_consent", "김심사", "allow")
    assert first["web"] == {
        "provider": "Finder",
        "why": "nothing_found",
        "shown": "What do others ask?",
        "sent": "corkage prices",
    }
    assert second["who"] == "박감수"
    web = next(each for each in receipt["documents"] if each["kind"] == "web")
    assert (web["url"], web["id"], web["stored"]) == ("https://example.org/", "f" * 64, True)
    assert "corkage prices" in as_markdown(receipt)


def test_an_answer_that_a_person_edited(serve: Callable[[FakePorts], Service]) -> None:
    one = f"{'a' * 16}:1:0"
    ports = shelf(one)
    ports.passages.stored[one] |= {"document_id": "a" * 64}
    service = serve(ports)
    run = service.ask("A fact?", policy="never", draft_review=True)
    run.wait()
    waiting = service.receipt(run.key)
    assert faults(waiting) == []
    assert (waiting["questions"][0]["answer"]["final"], waiting["questions"][0]["answer"]["complete"]) == ("", False)
    review = service.waiting_review(run.key)
    edit = {"review_id": review["review_id"], "action": "edit", "answer": "In my own words. [1]"}
    service.resume(run.key, edit, "김심사").wait()
    receipt = service.receipt(run.key)
    assert faults(receipt) == []
    answer = receipt["questions"][0]["answer"]
    assert (answer["final"], answer["edited_by"]) == ("In my own words. [1]", "김심사")
    assert answer["as_written"] == ports.passages.stored[one]["text"] + " [1]"
    assert {each["by"] for each in answer["sentences"]} == {"person"}
    draft = receipt["questions"][0]["reviews"][-1]
    assert (draft["kind"], draft["draft"]["edited"]) == ("draft_review", "In my own words. [1]")
