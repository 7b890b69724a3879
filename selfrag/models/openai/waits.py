"""How long a server asks to wait before the next request."""

import math
import time
from collections.abc import Mapping
from email.utils import mktime_tz, parsedate_tz

from selfrag.sentences import part

LONGEST_WAIT = 120.0  # seconds


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds by `retry-after-ms` or `retry-after`, a number or a date; None where nothing readable is asked."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) / unit
        except (KeyError, ValueError):
            continue
        return seconds if seconds > 0 else None
    date = parsedate_tz(headers.get("retry-after", ""))
    try:
        seconds = mktime_tz(date) - time.time() if date else 0.0
    except (ValueError, OverflowError):
        return None
    return seconds if seconds > 0 else None


def in_words(seconds: float) -> str:
    """So long, rounded up to what a person reckons with."""
    if not seconds < 86_400 * 2:
        return part("more than a day")
    if seconds > 7200:
        return part("{hours} hours", hours=math.ceil(seconds / 3600))
    if seconds > LONGEST_WAIT:
        return part("{minutes} minutes", minutes=math.ceil(seconds / 60))
    return part("{seconds} seconds", seconds=math.ceil(seconds))
