"""Sentences for people: templates in English, which the interface knows again and says in other languages.

    raise Unreadable("“{name}” is empty; there is nothing in it to read.", name=name)
    ON_PAGE = sentence("{found} of {asked} question terms on this page")    # a constant: marked here, filled later
    sentence("No text on {where} (scan?); it was not indexed.", where=part("page {numbers}", numbers="3"))

Outside text enters as a value only. Templates are written out where they are given, so that they can be collected.
"""

import re

_PLACE = re.compile(r"{(\w+)}")


def sentence(message: str, /, **values: object) -> str:
    """The message with each `{name}` that has a value filled in, once; other braces stay."""
    return _PLACE.sub(lambda place: str(values.get(place[1], place[0])), message)


def part(message: str, /, **values: object) -> str:
    """As `sentence`, for words that only stand within another sentence, as its `where`, `who` or `why`."""
    return sentence(message, **values)
