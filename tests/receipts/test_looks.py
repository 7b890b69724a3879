"""A receipt for people says the same as its JSON, in Markdown and as a PDF, and outside text means nothing in it."""

import io
import re
from typing import Any

import pypdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selfrag.receipts import WORDS, as_markdown, as_pdf, sealed
from tests.needs import imported
from tests.receipts.records import FEE, record

markdown_it = imported("markdown_it")
imported("reportlab")

HOSTILE = [
    "![pixel](https://evil.example/x.png)",
    "<img src=x onerror=alert(1)>",
    "<b>bold</b> &amp; <font name='Nope'>x</font>",
    "한글 <b>bold</b> &amp; <font name='Nope'>글</font>",
    "[click](javascript:alert(1))",
    "<https://evil.example>",
    "https://evil.example and www.evil.example and a@evil.example",
    "\n\n# heading\n\n| a | b |\n| --- | --- |\n| c | d |",
    "    code\n```\nfence\n```\n1. one\n2) two\n- item\n+ item\n===\n---",
    "[1]: https://evil.example 'title'",
    "`code` **bold** _it_ ~~gone~~ $x^2$ \\",
    "\u202etxet\u2066 \x07\ud83d end",
]
STRUCTURE = re.compile(r"<(?!/?(h[123]|p|blockquote|ul|li|strong|table|thead|tbody|tr|th|td|br|hr|code)\b)")


def rendered(markdown: str) -> str:
    """HTML by CommonMark with tables, strike-through and links of bare addresses."""
    parser = markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return str(parser.render(markdown))


def text_of(html: str) -> str:
    plain = re.sub(r"<[^>]+>", " ", re.sub("</?code>", "", html))
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        plain = plain.replace(entity, character)
    return " ".join(plain.split())


def pages(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    texts = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return [" ".join(text.split()) for text in texts]


def says(text: str) -> None:
    """What a person must find in a receipt, whatever its format."""
    for wanted in (
        "코르크 차지는 얼마인가요?",
        "What is the corkage fee?",
        "병당 2만 원입니다. [1]",
        "병당 2만 원입니다. [1] Others ask more. [2]",
        "[1] guide.pdf, page 1",
        FEE,
        "Approved by 김심사, 2026-12-01 09:31:00 UTC",
        "가격만",
        "fully supported",
        "struck by 박감수, 2026-12-01 09:31:00 UTC",
        "not relevant",
        "확인했습니다.",
        "corkage fee",
        "rewrites",
        "0.001200 USD",
        "a" * 64,
        "https://example.org/prices",
        record()["digest"]["record"],
    ):
        assert wanted in text, wanted


def test_markdown_says_it_all() -> None:
    says(text_of(rendered(as_markdown(record()))))


def test_the_pdf_says_it_all_in_text_that_can_be_copied() -> None:
    pdf = as_pdf(record())
    for texts in (pages(pdf), [" ".join(p.extract_text().split()) for p in pypdf.PdfReader(io.BytesIO(pdf)).pages]):
        joined = re.sub(r"(?<=\d) (?=\d)", "", " ".join(texts))
        for wanted in (
            "코르크 차지는 얼마인가요?",
            "병당 2만 원입니다. [1]",
            "[1] guide.pdf, page 1",
            FEE,
            "김심사",
            "fully supported",
            "kept",
            "dropped",
            "확인했습니다.",
        ):
            assert wanted in joined, wanted


def test_the_foot_of_every_page_has_the_digest_and_its_number() -> None:
    receipt = sealed({**record(), "comments": record()["comments"] * 80})
    texts = pages(as_pdf(receipt))
    assert len(texts) > 2
    for number, text in enumerate(texts, 1):
        assert f"SHA-256 {receipt['digest']['record']}" in text
        assert f"Page {number} of {len(texts)}" in text


def test_the_evidence_says_what_was_kept_and_dropped() -> None:
    rows = [line for line in as_markdown(record()).splitlines() if line.startswith(("| kept", "| dropped"))]
    assert [row.replace("\\", "") for row in rows] == [
        "| kept | relevant | 0.90 | guide.pdf, page 1 | names the fee |",
        "| dropped | not relevant | 0.10 | guide.pdf, page 2 | names the fee |",
        "| kept | unsure | 0.50 | Prices, page 1 | names the fee |",
    ]


def test_only_what_was_approved_is_quoted() -> None:
    markdown = text_of(rendered(as_markdown(record())))
    assert "Other restaurants ask ₩30,000." in markdown
    assert "Parking is free." not in markdown


def test_headings_in_another_language() -> None:
    said = {**WORDS, "answer": "답변", "question": "질문 {n}", "page": "{total}쪽 중 {n}쪽", "is.kept": "사용"}
    markdown, pdf = as_markdown(record(), said), pages(as_pdf(record(), said))
    assert "### 답변" in markdown
    assert "## 질문 1" in markdown
    assert "| 사용 |" in markdown
    assert "질문 1" in pdf[0]
    assert "1쪽" in pdf[0]


@pytest.mark.parametrize("text", HOSTILE)
def test_outside_text_means_nothing_in_markdown(text: str) -> None:
    markdown = as_markdown(everywhere(text))
    html = rendered(markdown)
    assert not STRUCTURE.search(html), html
    assert len(re.findall("<h[123]", html)) == len(re.findall("<h[123]", rendered(as_markdown(everywhere("plain")))))
    assert html.count("<hr") == 1
    for address in re.findall(r"https?://|www\.|\w@\w", re.sub(r"`[^`\n]+`", "", markdown)):
        pytest.fail(f"{address} would become a link")


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.sampled_from("ab \n`*_[]()<>#+-.!|~$&\\\"'=:/@1가") | st.characters(), max_size=60))
def test_any_text_shows_as_its_characters(text: str) -> None:
    html = rendered(as_markdown(everywhere(text)))
    assert not STRUCTURE.search(html), html
    printable = "".join(c for c in text if c.isascii() and c.isalnum())
    assert printable in "".join(c for c in text_of(html) if c.isascii() and c.isalnum())


@pytest.mark.parametrize("text", [*HOSTILE, "long " * 600, "끊김없이" * 250, "x" * 3000])
def test_outside_text_means_nothing_in_a_pdf_and_any_length_fits(text: str) -> None:
    pdf = as_pdf(everywhere(text))
    document = pypdf.PdfReader(io.BytesIO(pdf))
    assert not any(page.get("/Annots") for page in document.pages)
    squeezed = "".join("".join(pages(pdf)).split())
    visible = "".join(text.encode("ascii", "ignore").decode().split()).replace("\x07", "")
    assert visible[:30] in squeezed


def everywhere(text: str) -> dict[str, Any]:
    """A receipt with this text wherever something comes from outside."""
    receipt = record(asked=text, understood=text, queries=[text], error=text)
    receipt["thread"]["title"] = text
    question = receipt["questions"][0]
    question["versions"][1] |= {"text": text, "who": text}
    question["reviews"][0] |= {"who": text, "note": text}
    question["reviews"][0]["offered"][0]["reason"] = text
    question["answer"] |= {"as_written": text, "final": text + " [1]"}
    question["answer"]["citations"][0] |= {"quote": text, "document": text}
    question["answer"]["sentences"][0] |= {"text": text, "reason": text}
    question["answer"]["sentences"][0]["support"]["quote"] = text
    question["made_with"]["answers_with"] = text
    receipt["passages"][0]["text"] = text
    receipt["documents"][0] |= {"name": text, "collection": text}
    receipt["documents"][1]["url"] = text
    receipt["comments"][0] |= {"text": text, "who": text}
    return sealed(receipt)
