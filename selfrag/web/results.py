"""The results in a provider's reply, whatever it holds. Both providers name their fields alike."""

from collections.abc import Mapping
from typing import Any

from selfrag.web.plain import cut, host, is_address, line, plain
from selfrag.web.provider import WebResult

TITLE_CHARS = 200
TEXT_CHARS = 4000
_LOOKED_AT = 200


def read_results(found: list[Any], limit: int) -> list[WebResult]:
    """At most `limit` results in the given order, each address once; what has no text or no address is left out."""
    read: dict[str, WebResult] = {}
    for each in found[:_LOOKED_AT]:
        result = _result(each) if isinstance(each, Mapping) else None
        if result and len(read) < limit:
            read.setdefault(result.url, result)
    return list(read.values())


def _result(fields: Mapping[str, Any]) -> WebResult | None:
    title, url, text = (_text(fields.get(name)) for name in ("title", "url", "content"))
    url, text = url.strip(), plain(text, TEXT_CHARS)
    if not (text and is_address(url)):
        return None
    return WebResult(line(title, TITLE_CHARS) or cut(host(url), TITLE_CHARS), url, text)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
