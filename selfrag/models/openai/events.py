"""The events of a streamed reply, or the whole reply where a server does not stream, whatever it says its type is."""

import codecs
from collections.abc import AsyncGenerator, AsyncIterator

DONE = "[DONE]"
_WHOLE = ("{", "[", "<")
"""How JSON and pages begin; a line of a stream begins with a word or a colon."""


async def events(chunks: AsyncIterator[bytes]) -> AsyncGenerator[tuple[bool, str], None]:
    """Whether that is the whole reply, and the data of each event; the last needs no empty line behind it."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    held: list[str] = []
    data: list[str] = []
    begun = False
    async for chunk in chunks:
        held.append(decoder.decode(chunk))
        if not begun and (start := "".join(held).lstrip()):
            begun = True
            if start.startswith(_WHOLE):
                yield True, "".join([start, *[decoder.decode(each) async for each in chunks]])
                return
        if "\n" in held[-1] or "\r" in held[-1]:
            *lines, rest = _lines("".join(held))
            held = [rest]
            for line in lines:
                data += _data(line)
                if not line and data:
                    yield False, "\n".join(data)
                    data = []
    data += [each for line in _lines("".join(held)) for each in _data(line)]
    if data:
        yield False, "\n".join(data)


def _data(line: str) -> list[str]:
    return [line[5:].removeprefix(" ")] if line.startswith("data:") else []


def _lines(text: str) -> list[str]:
    """Ended by all that ends a line of a stream; a carriage return at the end may be half of such an end."""
    half = "\r" if text.endswith("\r") else ""
    lines = text.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [*lines[:-1], lines[-1] + half]
