"""What a provider found, cleaned."""

import sys
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import String

from selfrag.web.plain import is_address, line, plain
from selfrag.web.provider import WebResult
from selfrag.web.results import read_results
from selfrag.web.searxng import SearXNG
from selfrag.web.tables import web_results
from tests.web.conftest import Make
from tests.web.server import WebServer, result

JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["title", "url", "content", "x"]), inner),
)


def test_results_come_cleaned_over_http(make: Make, server: WebServer) -> None:
    server.results = [
        result(
            1, title="A &amp; <b>B</b>\x00\n", content="<p>One.</p><p>Two&nbsp;&lt;three&gt; \ud83d\ude00\ud800</p>"
        ),
        result(2, title="", url="https://example.org:8443/2"),
        result(3, content=" <br> "),
        result(1, title="again"),
        result(4, url="javascript:alert(1)"),
        "rubbish",
        result(5),
        result(6),
    ]
    assert make(server.url).find("q", 3) == [
        WebResult("A & B", "https://example.org/1", "One.\n\nTwo 😀"),
        WebResult("example.org:8443", "https://example.org:8443/2", "Fact 2 stands on the web."),
        WebResult("Page 5", "https://example.org/5", "Fact 5 stands on the web."),
    ]


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a < b and c > d, 1 <2", "a < b and c > d, 1 <2"),
        ("<scr<b>ipt>alert(1)</script> x", "alert(1) x"),
        ("<script type='x'>alert(1)</script>x<style>p{}</style>y", "x y"),
        ("&amp;amp;lt;b&amp;amp;gt; x", "x"),
        ("x <!-- hidden --> y", "x y"),
        ("pay\u202epal \u200bx\u00ad\ufeff\x9b", "paypal x"),
        ("a\U000e0041\U000e007fb\U000e0100 \u061cc\u2066d\u206f \u3164가\ufe0f\u115f", "ab cd 가"),
        ("pay\u200dpal 가\u200c나 👩\u200d🚒", "paypal 가나 👩🚒"),
        ("<\u200bb>x</\U000e0062b> &\u2060lt;i> &#x200b;y", "x y"),
        ("one\r\ntwo\u2028three\n\n\n\n  four  ", "one\ntwo\nthree\n\nfour"),
        ("가\u1102\u1161", "가나"),
        ("&#xD800;&#0;&#x1b;x", "\ufffd\ufffdx"),
        ("AT&T {name} %s [x](javascript:y)", "AT&T {name} %s [x](javascript:y)"),
    ],
)
def test_text(text: str, cleaned: str) -> None:
    assert plain(text, 4000) == cleaned
    assert plain(cleaned, 4000) == cleaned


def test_no_control_or_format_character_is_left() -> None:
    unseen = [chr(n) for n in range(sys.maxunicode + 1) if unicodedata.category(chr(n)) in ("Cc", "Cf", "Cs")]
    assert {char for char in unseen if plain(f"a{char}b", 9) not in ("ab", "a b", "a\nb")} == set()


def test_letters_and_signs_are_left() -> None:
    for kept in ("한글 가나다 ㄱㅏ", "naïve café — “x” … €", "日本語 かな", "भाषा", "عربي", "😀🚒"):
        assert plain(kept, 99) == kept


def test_a_name_from_an_address_is_cut_too() -> None:
    url = f"https://{'a.' * 600}example/x"
    (found,) = read_results([result(1, title="", url=url)], 5)
    assert found.title == "a." * 99 + "a…"
    columns = web_results.c
    assert isinstance(columns.title.type, String)
    assert isinstance(columns.provider.type, String)
    assert (len(found.title), len(SearXNG(url, 1).name)) == (columns.title.type.length, columns.provider.type.length)
    assert SearXNG(url, 1).name.startswith("SearXNG at a.a.")


def test_text_is_bounded() -> None:
    assert plain("ab " * 10_000, 10) == "ab ab ab a"
    assert line("word " * 100, 12) == "word word w…"
    (found,) = read_results([result(1, title="t" * 900, content="x" * 9000)], 5)
    assert (len(found.title), len(found.text)) == (200, 4000)


def test_only_so_many_are_looked_at() -> None:
    assert read_results([None] * 200 + [result(1)], 5) == []
    assert len(read_results([result(n) for n in range(1, 300)], 500)) == 200


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://example.org/x",
        "//example.org/x",
        "example.org",
        "",
        "http://",
        "http:///x",
        "https://example.org@evil.example/",
        "https://evil.example\\@example.org/",
        "https://example.org/a b",
        "https://example.org/\nx",
        "java\nscript:alert(1)",
        "https://example.org/\u202e",
        "https://example.org/\ud800",
        "https://example.org\u3164.example/",
        "https://example.org/\U000e0041",
        "https://example.org/\ufe0f",
        "https://[::1/",
        "https://example.org:99999/",
        "https://example.org/" + "x" * 2000,
    ],
)
def test_no_address_of_a_page(url: str) -> None:
    assert not is_address(url)
    assert read_results([result(1, url=url)], 5) == []


def test_addresses_of_pages() -> None:
    for url in ("http://example.org", "HTTPS://example.org/?q=1#x", "https://위키.example/한글", "http://[::1]:80/x"):
        assert is_address(url)


@pytest.mark.slow
@given(st.lists(JSON), st.integers(0, 5))
def test_no_json_breaks_it(found: list[Any], limit: int) -> None:
    for read in read_results(found, limit):
        assert read.title
        assert read.text == plain(read.text, 4000)


@given(st.text(alphabet=st.characters() | st.sampled_from("<>&;/b!-\ud800\n ")))
def test_cleaned_text_can_be_stored(text: str) -> None:
    cleaned = plain(text, 200)
    cleaned.encode()
    assert len(cleaned) <= 200
    assert not any(ord(char) < 32 and char != "\n" for char in cleaned)
