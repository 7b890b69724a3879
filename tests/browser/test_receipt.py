"""A receipt as a person downloads it, checked on the command line while the server runs."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from selfrag.samples import sample_files
from tests.browser.acts import at_rest
from tests.browser.conftest import ROOT, Server
from tests.needs import imported

imported("playwright.sync_api")
imported("reportlab")
pytestmark = [pytest.mark.browser, pytest.mark.slow]

CORKAGE = "How much is the corkage fee?"


def command(data_dir: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "SELFRAG_DATA_DIR": str(data_dir)}
    call = [sys.executable, "-m", "selfrag", *arguments]
    return subprocess.run(call, capture_output=True, text=True, check=False, cwd=ROOT, env=environ)


def test_download_and_check_beside_the_running_server(server: Server, page: Any, tmp_path: Path) -> None:
    server.kill()
    command(server.data_dir, "ingest", str(sample_files()[2]))
    asked = command(server.data_dir, "ask", CORKAGE, "--review", "approve-relevant", "--json")
    thread = json.loads(asked.stdout)["thread_id"]
    server.start()
    page.goto(f"{server.url}/?thread={thread}")
    receipt = page.get_by_role("button", name="Receipt")
    receipt.wait_for()
    at_rest(page)  # what is opened before is folded again
    receipt.scroll_into_view_if_needed()
    receipt.click()
    files = {}
    for kind in ("json", "md", "pdf"):
        with page.expect_download() as coming:
            page.locator(f".st-key-receipt-{thread}-{kind} button").click()
        assert coming.value.suggested_filename == f"receipt-{thread}.{kind}"
        files[kind] = tmp_path / f"r.{kind}"
        coming.value.save_as(files[kind])
    assert CORKAGE in files["md"].read_text(encoding="utf-8")
    document = pypdfium2.PdfDocument(files["pdf"])
    assert CORKAGE in document[0].get_textpage().get_text_range()
    document.close()
    checked = command(server.data_dir, "replay", str(files["json"]))
    assert (checked.returncode, checked.stdout.strip().endswith("all hold")) == (0, True), checked.stdout
