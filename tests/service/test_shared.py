"""A second server on one data directory asks and decides; documents are changed by the owner alone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from selfrag.documents.index import borrowed_vectors
from selfrag.errors import DataDirBusy, ReviewAnswered
from selfrag.samples import sample_files
from selfrag.service import Service
from selfrag.settings import read_settings
from selfrag.wiring import open_service

STEAK = "How should the steak be cooked?"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    services: list[Service] = []

    def start(**environ: str) -> Service:
        services.append(open_service(read_settings({"SELFRAG_DATA_DIR": str(tmp_path / "data"), **environ})))
        return services[-1]

    yield start
    for service in reversed(services):
        service.close()


def add(service: Service, *names: str) -> None:
    files: list[tuple[str, Path | bytes]] = [(path.name, path) for path in sample_files() if path.name in names]
    assert service.ingest(files, "Documents").wait().status == "ready"


def test_without_the_setting_a_second_server_is_refused(opened: Callable[..., Service]) -> None:
    opened()
    with pytest.raises(DataDirBusy, match=r"in use by process .*SELFRAG_SHARED=on"):
        opened()


def test_a_second_server_asks_decides_and_sees_what_the_owner_adds(opened: Callable[..., Service]) -> None:
    owner, beside = opened(), opened(SELFRAG_SHARED="on")
    add(owner, "menu.pdf")
    run = beside.ask("How is the ribeye steak served?")
    assert run.wait().status == "waiting"
    assert {item["document"] for item in beside.show(run.key)["evidence"]} == {"menu.pdf"}
    add(owner, "house-guide.pdf")
    second = beside.ask("What is the corkage fee per bottle?")
    second.wait()
    offered = beside.show(second.key)["evidence"]
    assert "house-guide.pdf" in {item["document"] for item in offered}
    [collection] = owner.collections()
    assert beside.desk.library.vectors.count(collection.id) == owner.desk.library.vectors.count(collection.id) > 4
    review = beside.show(second.key)["review"]
    decision = {"review_id": review["review_id"], "action": "approve", "keep": [offered[0]["passage_id"]]}
    assert beside.resume(second.key, decision, "Kim").wait().status == "answered"
    with pytest.raises(ReviewAnswered, match="Kim decided this review already, just now: 1 passage kept"):
        owner.resume(second.key, decision)
    assert owner.show(second.key)["answer"] == beside.show(second.key)["answer"]


CHANGES: dict[str, Callable[[Service], Any]] = {
    "ingest": lambda service: service.ingest([("x.pdf", b"%PDF")], "Documents"),
    "reindex": lambda service: service.reindex(service.collections()[0]),
    "delete": lambda service: service.delete_document("menu.pdf"),
    "rename": lambda service: service.rename_document("menu.pdf", "other.pdf"),
    "move": lambda service: service.move_document("menu.pdf", "Elsewhere"),
    "replace_earlier": lambda service: service.replace_earlier("menu.pdf"),
    "compact": lambda service: service.compact(),
    "create_collection": lambda service: service.create_collection("New"),
    "rename_collection": lambda service: service.rename_collection(service.collections()[0].id, "New"),
    "describe_collection": lambda service: service.describe_collection(service.collections()[0].id, "New"),
    "delete_collection": lambda service: service.delete_collection(service.collections()[0].id, with_documents=True),
}


def test_documents_are_changed_by_the_owner_alone(opened: Callable[..., Service]) -> None:
    owner, beside = opened(), opened(SELFRAG_SHARED="on")
    add(owner, "menu.pdf")
    before = owner.documents(), owner.collections()
    for name, change in CHANGES.items():
        with pytest.raises(DataDirBusy, match=r"process \d+ owns this data directory: add, change and delete"):
            change(beside)
            pytest.fail(name)
    assert (owner.documents(), owner.collections()) == before


def test_every_way_to_change_documents_is_known_here() -> None:
    from selfrag.documents.borrowed import CHANGES as REFUSED

    assert {*CHANGES, "clean_up"} == set(REFUSED)


def test_the_copied_vectors_go_with_the_server(opened: Callable[..., Service]) -> None:
    owner, beside = opened(), opened(SELFRAG_SHARED="on")
    add(owner, "menu.pdf")
    beside.ask("How is the ribeye steak served?").wait()
    copy = beside.desk.library.vectors._path
    assert copy.is_dir()
    beside.close()
    assert not copy.exists()


def test_while_the_owner_writes_what_was_copied_before_is_searched(
    opened: Callable[..., Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, beside = opened(), opened(SELFRAG_SHARED="on")
    add(owner, "menu.pdf")
    beside.ask("How is the ribeye steak served?").wait()
    add(owner, "house-guide.pdf")
    monkeypatch.setattr(borrowed_vectors, "_state", lambda folder: object())  # never twice the same
    run = beside.ask("What is the corkage fee per bottle?")
    assert run.wait().status == "waiting"
    offered = {item["document"] for item in beside.show(run.key)["evidence"]}
    assert "house-guide.pdf" in offered, "the full text knows of it"
    assert len(list(beside.desk.library.vectors._path.parent.iterdir())) == 2, "a copy and the lock"
