"""The documents page: what is there, and what can be done with it."""

import unicodedata
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.documents.passages import chunks
from selfrag.documents.pdf.pages import Page
from selfrag.documents.report import findings
from selfrag.ui import amounts, desk
from selfrag.ui.documents import line as document_line
from tests.documents.pdfs import FACT, text_pdf
from tests.ui.test_pages import GUIDE, ingest, opened, shown

HOSTILE = "<b>![x](https://attacker.invalid/p.png)</b> $5 $6 :red[x].pdf"


def named(name: str) -> dict[str, Any]:
    return next(document for document in desk.service().documents() if document["name"] == name)


def stored() -> list[tuple[str, str]]:
    return [(document["collection"], document["name"]) for document in desk.service().documents()]


def act(app: AppTest, act: str, name: str) -> AppTest:
    app.menu_button(key=f"menu-{named(name)['document']}").click(act)
    return app.run()


def read(app: AppTest) -> str:
    """What the page and the open dialog say."""
    return "\n".join(str(element.value) for element in [*app.markdown, *app.caption]).replace("\\", "")


def toasts(app: AppTest) -> list[str]:
    return [toast.value.replace("\\", "") for toast in app.toast]


def numbered(number: int) -> str:
    """An id; passages are told apart by its beginning."""
    return f"{number:016x}" * 4


def filled(count: int, collection: str = "Shelf") -> None:
    """Documents as ingests leave them, without the files."""
    catalog = desk.service().desk.library.catalog
    held = catalog.collection_titled(collection)
    for number in range(count):
        own = numbered(number)
        catalog.add(own, held.id, f"report {number:03}.pdf", 1000 * number)
        pages = [Page(1, None, FACT, None)]
        catalog.add_pages(own, pages, list(chunks(own, pages)))
        catalog.finish(own, findings(pages))


def test_a_line_tells_state_figures_and_reasons(data_dir: Path) -> None:
    ingest(("plan.pdf", text_pdf(FACT, "", FACT)))
    line = document_line.told_of(named("plan.pdf"))
    first, second, third = line.split("\\\n")
    assert first == "**plan.pdf**"
    assert "Partly ready · 3 pages · 2 passages · 1 page without text · " in second
    assert " kB · added " in second
    assert third.replace("\\", "").startswith(":small[:gray[No text on page 2 (scan?)")


def test_a_line_counts_unreadable_pages_and_pages_by_ocr() -> None:
    facts: dict[str, Any] = {"status": "partly_ready", "pages": 9, "passages": 8, "bytes": 2048, "created": 0.0}
    flaws = {"pages_without_text": [2, 3, 4], "unreadable": [3, 4], "ocr": [7], "warnings": []}
    line = document_line.told_of({"name": "a.pdf", **facts, **flaws})
    assert "9 pages · 8 passages · 1 page without text · 2 unreadable pages · 1 page by OCR · 2.0 kB" in line


def faults(app: AppTest) -> list[str]:
    return [error.value.replace("\\", "") for error in app.error]


def test_a_document_is_renamed(data_dir: Path) -> None:
    ingest()
    app = act(opened(page="documents"), "rename", GUIDE.name)
    field = app.text_input(key="document-name")
    assert field.value == GUIDE.name
    field.set_value("House  rules.pdf")
    app.button(key="rename-it").click().run()
    assert toasts(app) == ["Renamed."]
    assert stored() == [("Documents", "House rules.pdf")]
    assert "**House rules.pdf**" in shown(app)
    assert "document-name" not in {field.key for field in app.text_input}


def test_an_empty_name_is_refused_and_the_dialog_stays(data_dir: Path) -> None:
    ingest()
    app = act(opened(page="documents"), "rename", GUIDE.name)
    app.text_input(key="document-name").set_value("  ")
    app.button(key="rename-it").click().run()
    assert faults(app) == ["A document needs a name."]
    assert stored() == [("Documents", GUIDE.name)]
    assert app.text_input(key="document-name").value == "  "


def test_a_document_is_moved_to_a_new_collection(data_dir: Path) -> None:
    ingest()
    desk.service().create_collection("Archive", "Old things")
    app = act(opened(page="documents"), "move", GUIDE.name)
    box = app.selectbox(key="move-to")
    assert box.options == ["Archive"]
    assert app.button(key="move-it").disabled
    box.set_value("Archive").run()
    app.button(key="move-it").click().run()
    assert toasts(app) == ["Moved to Archive."]
    assert stored() == [("Archive", GUIDE.name)]


def test_a_document_is_deleted_only_after_it_was_confirmed(data_dir: Path) -> None:
    ingest()
    ingest(("plan.pdf", text_pdf(FACT)))
    app = act(opened(page="documents"), "delete", "plan.pdf")
    assert "The stored file, 1 page and its passages go for good." in read(app)
    assert len(stored()) == 2
    app.button(key="delete-it").click().run()
    assert toasts(app) == ["Deleted plan.pdf."]
    assert stored() == [("Documents", GUIDE.name)]


def test_a_document_that_somebody_else_deleted_is_told(data_dir: Path) -> None:
    ingest()
    app = act(opened(page="documents"), "delete", GUIDE.name)
    desk.service().delete_document(GUIDE.name)
    app.button(key="delete-it").click().run()
    assert [fault[:20] for fault in faults(app)] == ["There is no document"]


def test_several_are_chosen_and_deleted(data_dir: Path) -> None:
    filled(3)
    app = opened(page="documents")
    app.toggle(key="select-documents").set_value(True).run()
    assert app.button(key="delete-chosen").disabled
    for number in (0, 2):
        app.checkbox(key=f"choose-{numbered(number)}").check()
    app.run()
    assert "2 documents selected" in shown(app)
    app.text_input(key="document-search").set_value("001").run()
    assert "2 documents selected" in shown(app)  # though their lines are not drawn now
    app.button(key="delete-chosen").click().run()
    app.button(key="delete-it").click().run()
    assert stored() == [("Shelf", "report 001.pdf")]
    assert "0 documents selected" in shown(app)


def test_of_several_one_that_is_gone_does_not_keep_the_others(data_dir: Path) -> None:
    filled(3)
    app = opened(page="documents")
    app.toggle(key="select-documents").set_value(True).run()
    for number in (0, 1, 2):
        app.checkbox(key=f"choose-{numbered(number)}").check()
    app.run()
    app.button(key="delete-chosen").click().run()
    desk.service().delete_document(numbered(0))
    app.button(key="delete-it").click().run()
    assert stored() == []
    assert [fault[:20] for fault in faults(app)] == ["There is no document"]


def test_the_original_is_read_when_it_is_downloaded_and_not_before(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest()
    own = named(GUIDE.name)["document"]
    read: list[str] = []
    original = desk.service().document_file

    def note(document: str) -> Path:
        read.append(document)
        return original(document)

    monkeypatch.setattr(desk.service(), "document_file", note)
    app = opened(page="documents")
    assert [button.key for button in app.get("download_button")] == [f"download-{own}"]
    assert read == []
    assert note(own).read_bytes() == GUIDE.read_bytes()


@pytest.mark.parametrize(
    ("label", "name"), [("a.PDF", "a.PDF"), ("a.pdf (2)", "a.pdf (2).pdf"), ("Rules", "Rules.pdf")]
)
def test_a_download_ends_as_a_pdf(label: str, name: str) -> None:
    assert document_line._file_name(label) == name


def test_documents_are_found_by_name_however_it_is_typed(data_dir: Path) -> None:
    ingest(("감사보고서.pdf", text_pdf(FACT)), ("plan.pdf", text_pdf(FACT, FACT)))
    desk.service().create_collection("Empty", "Nothing yet")
    app = opened(page="documents")
    app.text_input(key="document-search").set_value(unicodedata.normalize("NFD", "보고")).run()
    assert "**감사보고서.pdf**" in shown(app)
    assert "plan" not in shown(app)
    assert "1 of 2 documents" in shown(app)
    assert [element.value for element in app.main.subheader] == ["Documents"]
    app.text_input(key="document-search").set_value("no *such*").run()
    assert app.info[0].value == "No document has “no \\*such\\*” in its name\\."[:-2] + "."
    app.button(key="show-all").click().run()
    assert "**plan.pdf**" in shown(app)


def test_hundreds_of_documents_are_shown_a_few_at_a_time(data_dir: Path) -> None:
    filled(100)
    app = opened(page="documents")
    assert len(app.menu_button) == 25 + 1  # and the collection's own
    more = next(button for button in app.button if str(button.key).startswith("more-"))
    assert more.label == "Show 50 more of 75"
    more.click().run()
    assert len(app.menu_button) == 75 + 1
    app.selectbox(key="document-order").set_value("largest").run()
    lines = [element.value for element in app.main.markdown if "report" in element.value]
    assert lines[0].startswith("**report 099.pdf**")


def test_a_collection_goes_with_all_its_documents_after_a_confirmation(data_dir: Path) -> None:
    ingest()
    ingest(("plan.pdf", text_pdf(FACT)), collection="Plans")
    held = next(each for each in desk.service().collections() if each.title == "Documents")
    app = opened(page="documents")
    app.menu_button(key=f"collection-menu-{held.id}").click("delete").run()
    assert "1 document, 2 pages and 2 passages go for good, with the stored files." in read(app)
    assert len(stored()) == 2
    app.button(key="delete-collection").click().run()
    assert toasts(app) == ["Deleted Documents."]
    assert stored() == [("Plans", "plan.pdf")]
    assert [each.title for each in desk.service().collections()] == ["Plans"]
    assert [path.stem for path in (data_dir / "files").iterdir()] == [named("plan.pdf")["document"]]


def test_disk_use_is_told_once_it_is_asked_for_and_given_back(data_dir: Path) -> None:
    ingest()
    app = opened(page="documents")
    assert "Original files" not in shown(app)
    app.session_state["disk-use"] = True
    app.run()
    use = desk.service().disk_use()
    assert f"| Original files | {amounts.size(use.files)} |" in shown(app)
    assert f"| Steps of questions, to go on from | {amounts.size(use.checkpoints)} |" in shown(app)
    for kind in ("Vectors", "Full text", "Pictures of pages", "Together"):
        assert kind in shown(app)
    app.button(key="compact").click().run()
    assert [toast.endswith(" given back.") for toast in toasts(app)] == [True]


def test_hostile_names_stay_text_in_lines_and_dialogs(data_dir: Path) -> None:
    ingest(("plan.pdf", text_pdf(FACT)))
    desk.service().rename_document("plan.pdf", HOSTILE)
    app = opened(page="documents")
    for form in ("delete", "move", "rename"):
        act(app, form, HOSTILE)
        for live in ("<b>", "![", "$5 $6", ":red["):
            assert live not in "\n".join(element.value for element in app.markdown)
