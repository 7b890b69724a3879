"""Bytes and days as a person reads them."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from selfrag.ui import words

_DAYS: dict[str, Callable[[datetime], str]] = {
    "en": lambda day: f"{day.day} {day:%b} {day.year}",
    "ko": lambda day: f"{day.year}년 {day.month}월 {day.day}일",
}


def size(count: int) -> str:
    """Two or three figures and a unit: 512 B, 8.4 kB, 31 MB."""
    amount, units = float(count), ["B", "kB", "MB", "GB", "TB"]
    while amount >= 1000 and len(units) > 1:
        amount, units = amount / 1024, units[1:]
    figures = f"{amount:.1f}" if amount < 10 and units[0] != "B" else f"{amount:,.0f}"
    return f"{figures} {units[0]}"


def day(seconds: float) -> str:
    """The day of a moment (seconds since 1970), in this session's language and the browser's time zone."""
    return _DAYS[words.current().language](_local(seconds))


def clock(seconds: float) -> str:
    """The time of day of a moment (seconds since 1970) in the browser's time zone, to the second."""
    return f"{_local(seconds):%H:%M:%S}"


def _local(seconds: float) -> datetime:
    moment = datetime.fromtimestamp(seconds, UTC)
    try:
        return moment.astimezone(ZoneInfo(st.context.timezone)) if st.context.timezone else moment.astimezone()
    except (ZoneInfoNotFoundError, ValueError):  # a name that only the browser knows
        return moment.astimezone()
