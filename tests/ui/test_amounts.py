"""Bytes and days as a person reads them."""

import pytest

from selfrag.ui import amounts, words


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.0 kB"),
        (8600, "8.4 kB"),
        (320_000, "312 kB"),
        (31 << 20, "31 MB"),
        (1 << 30, "1.0 GB"),
        (3 << 50, "3,072 TB"),
    ],
)
def test_sizes(count: int, told: str) -> None:
    assert amounts.size(count) == told


@pytest.mark.parametrize(("language", "told"), [("en", "30 Nov 2026"), ("ko", "2026년 11월 30일")])
def test_days_in_the_reader_s_language(language: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "current", lambda: words.translator(language))
    assert amounts.day(1796040000.0) == told  # noon in UTC
