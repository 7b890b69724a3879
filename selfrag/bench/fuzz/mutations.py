"""Damage to a PDF, drawn from a source of chance: what disks, networks, old programs and hostile hands do."""

import re
import zlib
from collections.abc import Callable, Sequence
from random import Random

_NUMBER = re.compile(rb"(?<![\w.#])-?\d+(?![\w.])")
_NAME = re.compile(rb"/[A-Za-z][A-Za-z0-9]*")
_OBJECT = re.compile(rb"\d+ 0 obj\n(.*?)endobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_NUMBERS = (b"0", b"-1", b"1", b"2", b"3", b"65536", b"2147483647", b"-2147483648", b"99999999999999999999", b"0.00001")
_NAMES = (
    b"/Length", b"/Filter", b"/FlateDecode", b"/LZWDecode", b"/ASCII85Decode", b"/DCTDecode", b"/Crypt", b"/Kids",
    b"/DecodeParms", b"/Count", b"/Parent", b"/Pages", b"/Page", b"/Type", b"/Contents", b"/Resources", b"/Font",
    b"/MediaBox", b"/CropBox", b"/Rotate", b"/ToUnicode", b"/Encoding", b"/Identity-H", b"/Identity-V", b"/Type3",
    b"/DescendantFonts", b"/Root", b"/Prev", b"/Size", b"/XRefStm", b"/ObjStm", b"/Extends", b"/Encrypt", b"/Nums",
    b"/PageLabels",
)  # fmt: skip
_TRAILERS = (
    b"/Prev 9", b"/Prev 0", b"/XRefStm 15", b"/Encrypt 2 0 R",
    b"/Encrypt << /Filter /Standard /V 2 /R 3 /Length 384 >>",
    b"/Encrypt << /Filter /Adobe.PubSec /V 4 /SubFilter /adbe.pkcs7.s5 >>", b"/Root 2 0 R", b"/Size 1",
)  # fmt: skip

Others = Sequence[bytes]


def mutated(pdf: bytes, others: Others, chance: Random) -> bytes:
    """The PDF after one to four kinds of damage; `others` lend what is spliced in."""
    for damage in chance.choices(_DAMAGES, k=chance.choice((1, 1, 2, 2, 3, 4))):
        pdf = damage(pdf, others, chance) or pdf[:1]
    return pdf


def _flip(pdf: bytes, others: Others, chance: Random) -> bytes:
    out = bytearray(pdf)
    for _ in range(chance.choice((1, 3, 10, 100))):
        out[chance.randrange(len(out))] = chance.randrange(256)
    return bytes(out)


def _cut_end(pdf: bytes, others: Others, chance: Random) -> bytes:
    return pdf[: chance.randrange(len(pdf))]


def _cut_out(pdf: bytes, others: Others, chance: Random) -> bytes:
    start, end = _span(pdf, chance)
    return pdf[:start] + pdf[end:]


def _repeat(pdf: bytes, others: Others, chance: Random) -> bytes:
    start, end = _span(pdf, chance)
    return pdf[:end] + pdf[start:end] * chance.choice((1, 2, 50)) + pdf[end:]


def _splice(pdf: bytes, others: Others, chance: Random) -> bytes:
    other = chance.choice(others)
    start, end = _span(other, chance)
    at, until = _span(pdf, chance)
    return pdf[:at] + other[start:end] + pdf[chance.choice((at, until)) :]


def _number(pdf: bytes, others: Others, chance: Random) -> bytes:
    return _replace(pdf, _NUMBER, _NUMBERS, chance)


def _name(pdf: bytes, others: Others, chance: Random) -> bytes:
    return _replace(pdf, _NAME, _NAMES, chance)


def _object(pdf: bytes, others: Others, chance: Random) -> bytes:
    """One object gets the body of another: a page is its own parent, a font is a page tree."""
    return _replace(pdf, _OBJECT, [match[1] for match in _OBJECT.finditer(pdf)], chance, group=1)


def _content(pdf: bytes, others: Others, chance: Random) -> bytes:
    """What a stream holds is damaged inside its compression, or grows to megabytes."""

    def damaged(match: re.Match[bytes]) -> bytes:
        try:
            content = zlib.decompress(match[1])
        except zlib.error:
            return _flip(match[1] or b"0", others, chance)
        kind = chance.choice((_flip, _number, _splice, _cut_out, _repeat))
        content = kind(content or b"0", others, chance)
        return zlib.compress(content if chance.random() < 0.9 else content * 1000)

    streams = list(_STREAM.finditer(pdf))
    if not streams:
        return pdf
    match = chance.choice(streams)
    return pdf[: match.start(1)] + damaged(match) + pdf[match.end(1) :]


def _trailer(pdf: bytes, others: Others, chance: Random) -> bytes:
    return pdf.replace(b"/Root", chance.choice(_TRAILERS) + b" /Root")


def _header(pdf: bytes, others: Others, chance: Random) -> bytes:
    return chance.choice((b"", b"%PDF-9.9\n", b"\0" * 2000, b"<html>", b"\xef\xbb\xbf")) + pdf[chance.choice((0, 9)) :]


_DAMAGES: Sequence[Callable[[bytes, Others, Random], bytes]] = (
    _flip, _cut_end, _cut_out, _repeat, _splice, _number, _number, _name, _name, _object, _content, _content, _trailer,
    _header,
)  # fmt: skip


def _span(pdf: bytes, chance: Random) -> tuple[int, int]:
    start = chance.randrange(len(pdf))
    return start, min(len(pdf), start + chance.choice((1, 20, 300, 5000)))


def _replace(pdf: bytes, pattern: re.Pattern[bytes], wanted: Sequence[bytes], chance: Random, group: int = 0) -> bytes:
    """The PDF with one to five matches replaced."""
    for _ in range(chance.choice((1, 1, 2, 5))):
        matches = list(pattern.finditer(pdf))
        if not matches:
            break
        match = chance.choice(matches)
        pdf = pdf[: match.start(group)] + chance.choice(wanted) + pdf[match.end(group) :]
    return pdf
