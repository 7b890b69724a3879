"""A thread's receipt on its page: three files, made when they are asked for."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.receipts import WORDS, faults, read_receipt
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.history import receipt
from tests.fakes import shelf
from tests.needs import imported
from tests.ui.fake_desks import reopened, serve

FACT = f"{'a' * 16}:1:0"
imported("reportlab")


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    ports = shelf(FACT)
    ports.passages.stored[FACT] |= {"document_id": "a" * 64}
    service = serve(tmp_path / "data", ports, monkeypatch)
    yield service
    service.close()


def buttons(app: AppTest) -> dict[str, Any]:
    return {
        element.proto.label: element.proto for element in app.get("download_button") if "receipt-" in element.proto.id
    }


def test_an_answered_thread_offers_three_files_and_makes_none(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.setattr(Service, "receipt", lambda self, thread: made.append(thread))
    service.ask("A fact?", policy="never").wait()
    app = reopened(service)
    assert list(buttons(app)) == ["JSON", "Markdown", "PDF"]
    assert [each.deferred_file_id != "" for each in buttons(app).values()] == [True, True, True]
    assert made == []
    assert any("python -m selfrag replay FILE" in caption.value for caption in app.caption)


def test_a_thread_that_waits_offers_none(service: Service) -> None:
    service.ask("A fact?", policy="always").wait()
    assert buttons(reopened(service)) == {}


@pytest.mark.parametrize("language", list(words.LANGUAGES))
def test_each_file_is_the_record_in_the_language_of_the_page(service: Service, language: str) -> None:
    run = service.ask("사실은 무엇인가요?", policy="never")
    run.wait()
    to = words.translator(language)
    said = {key: to(word) for key, word in WORDS.items()}
    made = {kind: receipt._later(service, run.key, make, said)() for kind, (_, _, make) in receipt.FILES.items()}
    told = read_receipt(made["json"], "r.json")
    assert faults(told) == []
    assert told["thread"]["id"] == run.key
    assert json.loads(made["json"])["questions"][0]["asked"] == "사실은 무엇인가요?"
    assert f"### {to(WORDS['answer'])}" in made["md"].decode()
    assert made["pdf"].startswith(b"%PDF-")


@pytest.mark.parametrize("language", list(words.LANGUAGES))
def test_every_word_keeps_its_places_in_every_language(language: str) -> None:
    to = words.translator(language)
    for key, word in WORDS.items():
        assert set(words_places(to(word))) == set(words_places(word)), key


def words_places(text: str) -> list[str]:
    import re

    return re.findall(r"{(\w+)}", text)
