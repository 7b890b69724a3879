"""Files on their way in: one line each, and what a person is asked afterwards."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.bench.openai_server import Request
from selfrag.runs import Run
from selfrag.ui import desk
from tests.documents.pdfs import FACT, protected_pdf, text_pdf
from tests.ui.conftest import Held
from tests.ui.test_pages import GUIDE, button, ingest, opened, wait

OTHER = text_pdf("The screen is rinsed every 48 hours.")


def upload(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    app.file_uploader[0].set_value([(name, data, "application/pdf") for name, data in files])
    app.run()
    return wait(app, lambda app: desk.service().ingest_under_way() is None and not cancels(app))


def cancels(app: AppTest) -> list[Any]:
    return [one for one in app.button if one.key == "cancel-upload"]


def lines(app: AppTest) -> list[str]:
    """What the sidebar says, as it is read."""
    values = [*app.sidebar.markdown, *app.sidebar.warning, *app.sidebar.error, *app.sidebar.caption]
    return [str(element.value).replace("\\", "") for element in values]


def keys(app: AppTest) -> set[str]:
    return {str(one.key) for one in app.button}


def names() -> list[str]:
    return [document["name"] for document in desk.service().documents()]


def only(name: str) -> str:
    return next(str(each["document"]) for each in desk.service().documents() if each["name"] == name)


def test_another_file_of_the_same_name_may_replace_the_earlier_one(data_dir: Path) -> None:
    ingest(("plan.pdf", text_pdf(FACT)))
    earlier = only("plan.pdf")
    app = upload(opened(), ("plan.pdf", OTHER))
    assert "There is already a document of this name:" in lines(app)
    assert names() == ["plan.pdf", "plan.pdf (2)"]  # both, until it is decided
    later = only("plan.pdf (2)")
    app.button(key=f"replace-{later}").click().run()
    assert only("plan.pdf") == later != earlier
    assert names() == ["plan.pdf"]
    assert "✓ **plan.pdf** — 1 page · replaces the earlier one" in lines(app)
    assert f"replace-{later}" not in keys(app)


def test_both_of_one_name_may_stay(data_dir: Path) -> None:
    ingest(("plan.pdf", text_pdf(FACT)))
    app = upload(opened(), ("plan.pdf", OTHER))
    app.button(key=f"keep-{only('plan.pdf (2)')}").click().run()
    assert names() == ["plan.pdf", "plan.pdf (2)"]
    assert "✓ **plan.pdf (2)** — 1 page · both are kept" in lines(app)
    assert "There is already a document of this name:" not in lines(app)


def test_many_of_known_names_are_replaced_at_once(data_dir: Path) -> None:
    files = [(f"plan {number}.pdf", number) for number in range(3)]
    ingest(*[(name, text_pdf(f"{FACT} {number}")) for name, number in files])
    app = upload(opened(), *[(name, text_pdf(f"Another {number}")) for name, number in files])
    assert "3 names were there already:" in lines(app)
    app.button(key="replace-all").click().run()
    assert names() == [name for name, _ in files]
    assert sum("replaces the earlier one" in line for line in lines(app)) == 3


def test_a_duplicate_says_where_it_is(data_dir: Path) -> None:
    ingest(("plan.pdf", text_pdf(FACT)), collection="Plans")
    app = upload(opened(), ("copy.pdf", text_pdf(FACT)))
    assert any(
        line.startswith("= **copy.pdf** — ") and "already there as “plan.pdf” in “Plans”." in line
        for line in lines(app)
    )


def test_failures_stay_on_every_page_until_they_are_dismissed(data_dir: Path) -> None:
    failed = "✗ **empty.pdf** — “empty.pdf” is empty; there is nothing in it to read."
    app = upload(opened(), ("empty.pdf", b""), (GUIDE.name, GUIDE.read_bytes()))
    assert failed in lines(app)
    for page in ("documents", "settings", "graph", "chat"):
        app.switch_page(f"../../pages/{page}.py").run()
        assert failed in lines(app), page
    app.button(key="dismiss-results").click().run()
    assert failed not in lines(app)
    assert "dismiss-results" not in keys(app)


def test_a_file_of_another_type_or_beyond_the_limit_says_so(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SELFRAG_FILE_MB", "1")
    large = b"%PDF-1.4\n" + bytes(1 << 20)
    app = upload(opened(), ("letter.txt", b"Dear all"), ("large.pdf", large))
    assert "✗ **letter.txt** — “letter.txt” is not a PDF." in lines(app)
    assert "✗ **large.pdf** — “large.pdf” has 1.1 MB, more than the limit of 1 MB; split it." in lines(app)
    assert "Up to 1 MB" in app.file_uploader[0].help


def test_the_next_upload_takes_the_place_of_the_last_results(data_dir: Path) -> None:
    app = upload(opened(), ("empty.pdf", b""))
    app = upload(app, (GUIDE.name, GUIDE.read_bytes()))
    assert [line for line in lines(app) if line.startswith(("✗", "✓"))] == ["✓ **house-guide.pdf** — 2 pages"]


def test_of_many_results_the_failures_are_open_and_the_rest_is_folded(data_dir: Path) -> None:
    good = [(f"plan {number}.pdf", text_pdf(f"{FACT} {number}")) for number in range(5)]
    app = upload(opened(), *good, ("empty.pdf", b""))
    [fold] = app.sidebar.expander
    assert fold.label == "✓ 5 ready"
    assert len(fold.markdown) == 5


def test_a_password_is_asked_for_until_it_is_right_and_other_results_stay(data_dir: Path) -> None:
    locked = protected_pdf(text_pdf(FACT), "open sesame", "owner")
    app = upload(opened(), ("locked.pdf", locked), ("empty.pdf", b""))
    for password, opens in (("wrong", False), ("open sesame", True)):
        field = next(one for one in app.text_input if one.label.replace("\\", "") == "Password for locked.pdf")
        field.set_value(password)
        button(app, "Open with this password").click().run()
        app = wait(app, lambda app: desk.service().ingest_under_way() is None and not cancels(app))
        assert names() == (["locked.pdf"] if opens else [])
        assert any("empty.pdf" in line for line in lines(app))
        assert any("wrong" in line for line in lines(app)) is not opens
    assert not any("Password" in one.label for one in app.text_input)
    assert "sesame" not in str(app.session_state)
    assert app.session_state["locked-files"] == []


def test_a_locked_file_may_be_left_out(data_dir: Path) -> None:
    app = upload(opened(), ("locked.pdf", protected_pdf(text_pdf(FACT), "x", "owner")))
    button(app, "Leave it out").click().run()
    assert not any("Password" in one.label for one in app.text_input)
    assert app.session_state["locked-files"] == []


def test_an_upload_is_seen_on_every_page_and_in_other_tabs_and_cancelled(held: Held) -> None:
    second, gate = Event(), Event()

    def hold(request: Request) -> None:
        earlier = [each for each in held.model.requests if each.kind == "embed" and each is not request]
        if request.kind == "embed" and earlier:
            second.set()
            gate.wait(120)

    held.model.rule = hold
    app = opened()
    app.file_uploader[0].set_value(
        [
            ("first.pdf", text_pdf(FACT), "application/pdf"),
            ("second.pdf", OTHER, "application/pdf"),
            ("third.pdf", text_pdf("The third file."), "application/pdf"),
        ]
    )
    app.run()
    assert second.wait(60)
    wait(app, lambda app: any("third.pdf · read, waits to be indexed" in line for line in lines(app)))
    assert app.file_uploader[0].disabled
    [progress] = app.sidebar.get("progress")
    assert progress.proto.text == "1 of 3 files · 3 of 3 pages"
    assert any(" · indexing" in line for line in lines(app))
    for page in ("settings", "documents", "graph"):
        assert cancels(opened(page=page)), page
    app.switch_page("../../pages/settings.py").run()
    cancels(app)[0].click().run()
    assert any(line.startswith("Stopping; what is under way is taken out.") for line in lines(app))
    gate.set()
    wait(app, lambda app: not cancels(app))
    assert "Cancelled. Done and kept: 1 of 3 files; nothing stays of the others." in lines(app)
    assert len(names()) == 1


def test_results_of_a_run_outlast_its_events(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = upload(opened(), ("empty.pdf", b""))
    monkeypatch.setattr(Run, "events", lambda run: [])
    app.run()
    assert any("empty.pdf" in line for line in lines(app))
