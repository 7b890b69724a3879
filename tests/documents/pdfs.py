"""PDFs that the tests write themselves."""

import io
import zlib
from collections.abc import Sequence
from textwrap import wrap

from tests.needs import imported

canvas = imported("reportlab.pdfgen.canvas")
pdfmetrics = imported("reportlab.pdfbase.pdfmetrics")
cidfonts = imported("reportlab.pdfbase.cidfonts")
pypdf = imported("pypdf")

KOREAN = "HYSMyeongJo-Medium"
FACT = "The intake screen is rinsed every 36 hours."


def text_pdf(*pages: str, font: str = "Helvetica", labels: Sequence[str] = ()) -> bytes:
    """A PDF with one page for each text; an empty text gives a page with a picture and no text."""
    if font == KOREAN:
        pdfmetrics.registerFont(cidfonts.UnicodeCIDFont(KOREAN))
    out = io.BytesIO()
    pdf = canvas.Canvas(out, invariant=1)
    for text in pages:
        if not text:
            pdf.rect(100, 100, 300, 300, fill=1)
        lines = pdf.beginText(60, 780)
        lines.setFont(font, 11)
        for line in text.split("\n"):
            for part in wrap(line, 90, break_long_words=False) or [""]:
                lines.textLine(part)
        pdf.drawText(lines)
        pdf.showPage()
    pdf.save()
    return _labelled(out.getvalue(), labels) if labels else out.getvalue()


def _labelled(pdf: bytes, labels: Sequence[str]) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    for index, label in enumerate(labels):
        writer.set_page_label(index, index, prefix=label)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def protected_pdf(pdf: bytes, user: str, owner: str) -> bytes:
    """The PDF encrypted with AES-256; an empty user password opens without one."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    writer.encrypt(user_password=user, owner_password=owner, algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def placed_pdf(*texts: tuple[float, float, str], font: str, vertical: bool = False) -> bytes:
    """A PDF with one page where each text has its own place, in points from the lower left corner."""
    own = cidfonts.UnicodeCIDFont(font, isVertical=vertical)
    pdfmetrics.registerFont(own)
    out = io.BytesIO()
    pdf = canvas.Canvas(out, invariant=1)
    for x, y, text in texts:
        pdf.setFont(own.fontName, 11)
        pdf.drawString(x, y, text)
    pdf.save()
    return out.getvalue()


def raw_pdf(*objects: bytes) -> bytes:
    """A PDF of these objects, numbered from 1, the first being the catalog."""
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    return out + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        size, table, size, len(out),
    )  # fmt: skip


def shown(*texts: tuple[float, float, str]) -> bytes:
    """A content stream that draws each text in the font F1 at its place."""
    drawn = b"".join(b"1 0 0 1 %d %d Tm (%s) Tj " % (x, y, text.encode("latin-1")) for x, y, text in texts)
    return b"BT /F1 10 Tf " + drawn + b"ET "


def page_of(content: bytes, mapping: dict[str, str] | None = None) -> bytes:
    """A PDF with one page that draws `content` in the font F1, whose codes stand for what `mapping` says."""
    return pages_of(content, mapping=mapping)


def pages_of(*contents: bytes, mapping: dict[str, str] | None = None, catalog: bytes = b"") -> bytes:
    """A PDF with a page for each content stream; `catalog` goes into its catalog."""
    pairs = [f"<{ord(code):02X}> <{text.encode('utf-16-be').hex()}>".encode() for code, text in (mapping or {}).items()]
    to_unicode = b"begincmap 1 begincodespacerange <00> <FF> endcodespacerange %d beginbfchar %s endbfchar endcmap" % (
        len(pairs), b" ".join(pairs),
    )  # fmt: skip
    first, count = 3 + len(contents), len(contents)
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier %s >>" % (
        b"/ToUnicode %d 0 R" % (first + count) if mapping else b""
    )
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R /Resources << /Font << /F1 %s >> >> >>"
    )
    return raw_pdf(
        b"<< /Type /Catalog /Pages 2 0 R %s>>" % catalog,
        b"<< /Type /Pages /Count %d /Kids [%s] >>" % (count, b" ".join(b"%d 0 R" % (3 + at) for at in range(count))),
        *(page % (first + at, font) for at in range(count)),
        *(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content) for content in contents),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(to_unicode), to_unicode),
    )


def with_page(pdf: bytes, entries: bytes) -> bytes:
    """The PDF of `page_of` with more entries in the dictionary of its page."""
    return pdf.replace(b"/MediaBox", entries + b" /MediaBox")


def korean_pdf(text: str, encoding: str, codec: str) -> bytes:
    """A PDF with one line of Korean in a font that is not in the file, in one of the encodings that PDF names."""
    font = (
        b"/Subtype /Type0 /BaseFont /HYSMyeongJo-Medium /Encoding /%s /DescendantFonts [<< /Type /Font /Subtype "
        b"/CIDFontType0 /BaseFont /HYSMyeongJo-Medium /DW 1000 /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) "
        b"/Supplement 1 >> >>] " % encoding.encode()
    )
    drawn = page_of(b"BT /F1 12 Tf 50 700 Td <%s> Tj ET" % text.encode(codec).hex().encode())
    return drawn.replace(b"/Subtype /Type1 /BaseFont /Courier ", font)


def form_pdf(label: str, values: dict[str, str], secret: str) -> bytes:
    """A PDF with a page that has a label, a text field for each value, and a password field."""
    out = io.BytesIO()
    pdf = canvas.Canvas(out, invariant=1)
    pdf.drawString(60, 780, label)
    for at, (name, value) in enumerate(values.items()):
        pdf.acroForm.textfield(name=name, value=value, x=60, y=700 - 40 * at, width=300)
    pdf.acroForm.textfield(name="secret", value=secret, x=60, y=300, width=300, fieldFlags="password")
    pdf.save()
    return out.getvalue()


def bomb_pdf(before: str, megabytes: int, after: str) -> bytes:
    """Three pages; the middle one grows to so many megabytes of white space when it is opened."""
    deflate = zlib.compressobj()
    bomb = b"".join(deflate.compress(b" " * (1 << 20)) for _ in range(megabytes)) + deflate.flush()
    font = b"/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >>"
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R /Resources << " + font + b" >> >>"
    shown = [b"BT /F1 10 Tf 50 700 Td (%s) Tj ET" % text.encode() for text in (before, after)]
    return raw_pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] >>",
        page % 6,
        page % 7,
        page % 8,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown[0]), shown[0]),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(bomb), bomb),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown[1]), shown[1]),
    )
