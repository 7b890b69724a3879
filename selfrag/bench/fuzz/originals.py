"""The PDFs that are mutated: the product's own samples, and small ones that show one part of the format each."""

import zlib
from collections.abc import Sequence

from selfrag.samples import sample_files

_LINE = b"BT /F1 10 Tf 50 %d Td (The intake screen %d is rinsed every 36 hours.) Tj ET"
_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>"
_BARE = (
    b"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype "
    b"/CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>"
)
_KOREAN = (
    b"<< /Type /Font /Subtype /Type0 /BaseFont /HYSMyeongJo-Medium /Encoding /UniKS-UCS2-H /DescendantFonts [<< /Type "
    b"/Font /Subtype /CIDFontType0 /BaseFont /HYSMyeongJo-Medium /DW 1000 /CIDSystemInfo << /Registry (Adobe) "
    b"/Ordering (Korea1) /Supplement 1 >> >>] >>"
)
_TO_UNICODE = (
    b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
    b"2 beginbfrange <20> <7D> <0020> <C0> <C5> [<AC00> <B098> <B2E4>] endbfrange 1 beginbfchar <7E> <D83DDE00> "
    b"endbfchar endcmap end"
)


def originals() -> list[tuple[str, bytes]]:
    """Names and bytes, always in the same order."""
    made = {
        "plain": _paged([_text(page) for page in range(3)]),
        "deflated": _paged([_deflated(_text(page)) for page in range(3)]),
        "filters": _paged([_stream(b"42 54 20 2f 46 31 20 39 20 54 66 28 61 29 54 6a 20 45 54 >", b"/ASCIIHexDecode")]),
        "mapped": _paged([_stream(b"BT /F1 9 Tf 50 700 Td <202122C07E> Tj ET")], _mapped(), _stream(_TO_UNICODE)),
        "bare": _paged([_stream(b"BT /F1 9 Tf 50 700 Td <0036004B00480003> Tj ET")], _BARE),
        "korean": _paged([_stream(b"BT /F1 9 Tf 50 700 Td <B0C9AC01C2180020D38CD504> Tj ET")], _KOREAN),
        "picture": _paged([_stream(b"100 0 0 100 50 600 cm BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI")]),
        "labels": _paged([_text(page) for page in range(4)], catalog=_LABELS),
        "form": _paged([_text(0)], catalog=b"/AcroForm << /Fields [%s] /DA (/F1 9 Tf) >>" % _FIELD),
        "deep": _deep(12),
        "packed": _packed(),
    }
    samples = [(path.name, path.read_bytes()) for path in sample_files()]
    return samples + [(f"{name}.pdf", pdf) for name, pdf in made.items()]


_LABELS = b"/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /St 1 >> 3 << /P (A-) /S /A >>] >>"
_FIELD = b"<< /FT /Tx /T (name) /V (value) /Subtype /Widget /Rect [50 50 200 70] >>"


def _mapped() -> bytes:
    return _FONT[:-2] + b"/ToUnicode 5 0 R >>"


def _text(page: int) -> bytes:
    return _stream(b"\n".join(_LINE % (750 - 14 * line, 10 * page + line) for line in range(5)))


def _stream(content: bytes, filter_: bytes = b"") -> bytes:
    return b"<< /Length %d %s>>\nstream\n%s\nendstream" % (
        len(content), b"/Filter %s " % filter_ if filter_ else b"", content,
    )  # fmt: skip


def _deflated(stream: bytes) -> bytes:
    content = stream.split(b"stream\n", 1)[1].removesuffix(b"\nendstream")
    return _stream(zlib.compress(content), b"/FlateDecode")


def _page(parent: int, contents: int, font: bytes) -> bytes:
    return (
        b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 600 800] /Contents %d 0 R /Resources << /Font << /F1 %s >> >> >>"
        % (parent, contents, font)
    )


def _paged(contents: Sequence[bytes], font: bytes = _FONT, *more: bytes, catalog: bytes = b"") -> bytes:
    """Pages are objects 3 and on, then come their contents, then `more`."""
    first = 3 + len(contents)
    kids = b" ".join(b"%d 0 R" % number for number in range(3, first))
    return _file(
        b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalog,
        b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(contents), kids),
        *(_page(2, first + at, font) for at in range(len(contents))),
        *contents,
        *more,
    )


def _deep(levels: int) -> bytes:
    """A page under so many nodes of a page tree, with a form that draws it."""
    nodes = [
        b"<< /Type /Pages /Count 1 /Kids [%d 0 R] %s>>"
        % (3 + level, b"/Parent %d 0 R " % (1 + level) if level else b"")
        for level in range(levels)
    ]
    page = _page(1 + levels, 3 + levels, _FONT).replace(b"/Font", b"/XObject << /X %d 0 R >> /Font" % (4 + levels))
    form = _text(0).replace(b"<<", b"<< /Type /XObject /Subtype /Form /BBox [0 0 600 800] ", 1)
    return _file(b"<< /Type /Catalog /Pages 2 0 R >>", *nodes, page, _stream(b"q /X Do Q"), form)


def _file(*objects: bytes) -> bytes:
    out, offsets = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1, table, len(objects) + 1, len(out),
    )  # fmt: skip


def _packed() -> bytes:
    """One page whose objects are in an object stream, found through a cross-reference stream."""
    bodies = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>", _page(2, 4, _FONT)]
    starts = [sum(len(body) + 1 for body in bodies[:at]) for at in range(len(bodies))]
    head = b" ".join(b"%d %d" % (number, start) for number, start in enumerate(starts, 1)) + b" "
    held = zlib.compress(head + b" ".join(bodies))
    out = b"%PDF-1.7\n"
    places = [len(out)]
    out += b"4 0 obj\n%s\nendobj\n" % _text(0)
    places.append(len(out))
    out += b"5 0 obj\n<< /Type /ObjStm /N 3 /First %d /Length %d /Filter /FlateDecode >>\n" % (len(head), len(held))
    out += b"stream\n%s\nendstream\nendobj\n" % held
    start = len(out)
    rows = [(0, 0, 255), (2, 5, 0), (2, 5, 1), (2, 5, 2), (1, places[0], 0), (1, places[1], 0), (1, start, 0)]
    table = zlib.compress(b"".join(bytes([kind]) + at.to_bytes(2, "big") + bytes([last]) for kind, at, last in rows))
    return out + (
        b"6 0 obj\n<< /Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R /Length %d /Filter /FlateDecode >>\nstream\n%s\n"
        b"endstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % (len(table), table, start)
    )
