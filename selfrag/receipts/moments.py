"""Points in time as a receipt has them: ISO 8601 in UTC, to the millisecond."""

from datetime import UTC, datetime


def moment(seconds: float) -> str:
    """Seconds since 1970, as in `2026-12-01T09:30:00.000Z`."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def readable(text: str) -> str:
    """The same for people: `2026-12-01 09:30:00 UTC`."""
    return f"{text[:10]} {text[11:19]} UTC"
