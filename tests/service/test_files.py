"""Files and collections as a person names them, on real stores."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from selfrag.__main__ import main
from selfrag.bench.openai_server import OpenAIServer, Request
from selfrag.documents import reading
from selfrag.errors import ThreadBusy, UnknownDocument, Unreadable
from selfrag.runs import FileDone, FileProgress
from selfrag.samples import sample_files
from selfrag.service.files import Upload
from selfrag.settings import read_settings
from selfrag.wiring import open_service
from tests.documents.pdfs import FACT, text_pdf


def test_the_description_goes_to_the_collection_that_the_upload_made_however_its_title_is_typed(
    tmp_path: Path,
) -> None:
    guide, menu, *_ = [(path.name, path) for path in sample_files()]
    with open_service(read_settings({"SELFRAG_DATA_DIR": str(tmp_path)})) as service:
        service.create_collection("House")
        uploads = [Upload(" Menu\n", [menu], "Dishes and prices."), Upload("House ", [guide], "Rules of the house.")]
        ended = service.ingest_each(uploads).wait()
        assert ended is not None
        assert (ended.status, ended.error) == ("ready", None)
        told = [(one.title, one.description, one.documents) for one in service.collections()]
    assert told == [("House", "", 1), ("Menu", "Dishes and prices.", 1)]


def test_what_a_person_does_with_documents(tmp_path: Path) -> None:
    with open_service(read_settings({"SELFRAG_DATA_DIR": str(tmp_path)})) as service:
        run = service.ingest([("plan.pdf", text_pdf(FACT)), ("plan.pdf", text_pdf("Other.", ""))], "Books")
        assert run.wait() is not None
        first, second = [event.result for event in run.events() if isinstance(event, FileDone)]
        assert second["same_name"] == ["plan.pdf"]
        assert service.replace_earlier(second["document"]) == "plan.pdf"
        [document] = service.documents()
        assert document == {
            "document": second["document"], "name": "plan.pdf", "collection": "Books",
            "collection_id": service.collection("Books").id, "status": "partly_ready", "pages": 2, "passages": 1,
            "pages_without_text": [2], "unreadable": [], "ocr": [], "warnings": second["warnings"],
            "bytes": document["bytes"], "created": document["created"],
        }  # fmt: skip
        assert service.rename_document(document["document"], "새 계획") == "새 계획"
        service.move_document("새 계획", "Shelf")
        assert service.disk_use().checkpoints > 0
        assert service.document_file("새 계획").stat().st_size == service.disk_use().files == document["bytes"]
        assert [(one["name"], one["collection"]) for one in service.documents()] == [("새 계획", "Shelf")]
        service.document_file("새 계획").unlink()
        with pytest.raises(Unreadable, match="The file of “새 계획” is gone; delete the document and add it again"):
            service.document_file("새 계획")
        service.delete_collection(service.collection("Shelf").id, with_documents=True)
        assert (service.documents(), [one.title for one in service.collections()]) == ([], ["Books"])
        with pytest.raises(UnknownDocument):
            service.document_file(first["document"])
        assert service.compact() > 0
        assert service.disk_use().reclaimable == 0


def test_nothing_is_compacted_under_an_upload_and_its_progress_can_be_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, read_pdf = Event(), reading.read_pdf

    def later(*given: Any) -> Any:
        assert looked.wait(60)  # or it might have ended before anybody wants to compact
        return read_pdf(*given)

    monkeypatch.setattr(reading, "read_pdf", later)
    with open_service(read_settings({"SELFRAG_DATA_DIR": str(tmp_path)})) as service:
        service.warm_up()
        run = service.ingest([(f"{n}.pdf", text_pdf(*[f"{n} {FACT}"] * 3)) for n in range(4)], "Books")
        next(event for event in run.follow() if isinstance(event, FileProgress))  # it has begun
        with pytest.raises(ThreadBusy, match="being added"):
            service.compact()
        looked.set()
        run.wait()
        news = [event for event in run.events() if isinstance(event, FileProgress)]
        for file in (f"{n}.pdf" for n in range(4)):
            told = [(one.stage, one.done, one.total) for one in news if one.file == file]
            assert told[0] == ("queued", 0, 0)
            assert {("reading", 3, 3), ("embedding", 0, 3), ("embedding", 3, 3)} <= set(told)
            assert len(told) == len(set(told))


def test_b35_files_that_the_end_of_the_program_cut_off_are_named_until_they_are_added_or_dismissed(
    tmp_path: Path,
) -> None:
    held, gate = Event(), Event()

    def hold(request: Request) -> None:
        if request.kind == "embed" and "washed" in str(request.body):
            held.set()
            gate.wait(60)

    files = [
        ("plan.pdf", text_pdf(FACT)),
        ("b\udc80.pdf", text_pdf("It is washed.")),
        ("c.pdf", text_pdf("Washed too.")),
    ]
    with OpenAIServer(hold) as model:
        environ = {"OPENAI_BASE_URL": model.url, "SELFRAG_EMBEDDING_MODEL": "fake"}
        settings = read_settings({"SELFRAG_DATA_DIR": str(tmp_path), **environ})
        with open_service(settings) as service:
            run = service.ingest(files, "Books")
            assert held.wait(60)
            assert service.lost_files() == []  # somebody brings them in
        assert run.ended is not None
        gate.set()
        with open_service(settings) as service:
            there = [document["name"] for document in service.documents()]
            lost = service.lost_files()
            assert sorted([*there, *lost]) == ["b.pdf", "c.pdf", "plan.pdf"]  # the first may have been in time
            assert {"b.pdf", "c.pdf"} <= {*lost}
            service.ingest(files[1:2], "Books").wait()
            assert service.lost_files() == [name for name in lost if name != "b.pdf"]
        with open_service(settings) as service:
            assert service.lost_files() == [name for name in lost if name != "b.pdf"]
            service.forget_lost_files()
            assert service.lost_files() == []
            stopped = service.ingest(files, "Others")
            stopped.stop()  # as a person does
            assert stopped.wait() is not None
        with open_service(settings) as service:
            assert service.lost_files() == []


def test_the_command_line_renames_moves_replaces_and_compacts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SELFRAG_DATA_DIR", str(tmp_path / "data"))
    plan = tmp_path / "plan.pdf"
    for words in ("Old words.", "New words."):
        plan.write_bytes(text_pdf(words))
        assert main(["ingest", str(plan), "--replace"]) == 0
    assert main(["rename", "plan.pdf", "The plan"]) == 0
    assert main(["move", "The plan", "Shelf"]) == 0
    assert capsys.readouterr().err.splitlines()[-2:] == ["Renamed to The plan.", "Moved to Shelf."]
    assert main(["documents"]) == 0
    assert capsys.readouterr().out.split()[-4:] == ["p.", "Shelf", "The", "plan"]
    assert main(["delete", "The plan"]) == 0
    assert main(["compact", "--json"]) == 0
    assert '"files": 0' in capsys.readouterr().out
    assert main(["rename", "The plan", "x"]) == 1
