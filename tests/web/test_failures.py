"""Each way in which a provider fails, as one sentence with its way out."""

import gzip
import json
import socket
import sys
from typing import Any

import pytest

from selfrag.errors import WebFailed
from tests.web.conftest import Make, searxng, tavily
from tests.web.server import WebServer, dripping


def failure(make: Make, url: str, timeout: float = 20.0) -> str:
    """The sentence, with {who} for the provider's name."""
    provider = make(url, timeout)
    with pytest.raises(WebFailed) as failed:
        provider.find("q", 3)
    return str(failed.value).replace(provider.name, "{who}")


@pytest.mark.parametrize(
    ("status", "body", "sentence"),
    [
        (
            401,
            {"detail": {"error": "Unauthorized: missing or invalid API key."}},
            "{who} does not take the key in TAVILY_API_KEY (Unauthorized: missing or invalid API key.): copy it again "
            "from your {who} account.",
        ),
        (403, b"<html>", "{who} does not take the key in TAVILY_API_KEY (403): copy it again from your {who} account."),
        (
            432,
            {"detail": {"error": "This request exceeds your plan's set usage limit."}},
            "The searches of your {who} account are used up (This request exceeds your plan's set usage limit.): raise "
            "its limit, or go on without the web.",
        ),
        (433, {}, "The searches of your {who} account are used up (433): raise its limit, or go on without the web."),
        (
            429,
            {"detail": {"error": "Your request has been blocked."}},
            "{who} takes no more searches for now (Your request has been blocked.): wait a little, then search again.",
        ),
        (
            400,
            {"detail": {"error": "Query is too long. Max query length is 400 characters."}},
            "{who} refused the query (Query is too long. Max query length is 400 characters.): change the query, or go "
            "on without the web.",
        ),
        (
            422,
            {"detail": [{"msg": "Field required", "loc": ["body", "query"]}]},
            "{who} refused the query (Field required): change the query, or go on without the web.",
        ),
        (500, b"oops", "{who} failed (500): search again in a while, or go on without the web."),
        (404, b"", "There is no search at the address of {who} (404): check it in the settings."),
    ],
)
def test_tavily(server: WebServer, status: int, body: object, sentence: str) -> None:
    server.fail(status, body)
    assert failure(tavily, server.url) == sentence


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (
            403,
            "{who} gives no results as JSON (403): add json to search.formats in its settings.yml, or set another "
            "instance in SELFRAG_SEARXNG_URL.",
        ),
        (
            429,
            "{who} takes no more searches from here for now (429): wait a little, or turn off server.limiter in its "
            "settings.yml if the instance is yours.",
        ),
        (400, "{who} refused the query (400): change the query, or go on without the web."),
        (502, "{who} failed (502): search again in a while, or go on without the web."),
        (404, "There is no search at the address of {who} (404): check it in the settings."),
    ],
)
def test_searxng(server: WebServer, status: int, sentence: str) -> None:
    server.fail(status, b"<html><h1>no</h1></html>")
    assert failure(searxng, server.url) == sentence


def test_searxng_whose_engines_are_silent(server: WebServer) -> None:
    server.results = []
    server.extra = {"unresponsive_engines": [["google", "CAPTCHA"], ["<b>bing</b>", 3], "x", ["a", "b"], ["c", "d"]]}
    assert failure(searxng, server.url) == (
        "{who} found nothing, as its search engines did not answer (google: CAPTCHA, bing, a: b): search again in a "
        "while, or set another instance in SELFRAG_SEARXNG_URL."
    )


def test_some_silent_engines_are_no_failure(server: WebServer) -> None:
    server.extra = {"unresponsive_engines": [["google", "CAPTCHA"]]}
    assert [found.title for found in searxng(server.url).find("q", 3)] == ["Page 1", "Page 2"]


def test_finding_nothing_is_no_failure(make: Make, server: WebServer) -> None:
    server.results = []
    assert make(server.url).find("q", 3) == []


NO_LIST = "What {who} sent is no list of results: check that its address in the settings is that of a search."


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"<html>Search</html>",
        b"\xff\xfe\x00",
        b"null",
        b"[1]",
        b'"results"',
        b'{"results": {"a": 1}}',
        b'{"results": null}',
        b'{"answer": "x"}',
        b"[" * 200_000,
        b'{"results": ' + b"9" * 5000 + b"}",
    ],
)
def test_rubbish_is_no_list(make: Make, server: WebServer, raw: bytes) -> None:
    server.raw = raw
    assert failure(make, server.url) == NO_LIST


def test_a_reply_without_end_is_not_read_to_its_end(make: Make, server: WebServer) -> None:
    server.raw = b" " * 6_000_000
    assert failure(make, server.url) == (
        "{who} sends more than can be read: check that its address in the settings is that of a search."
    )


@pytest.mark.parametrize("encoding", ["gzip", "GZIP", "br", "identity, gzip"])
def test_what_may_grow_when_it_is_decoded_is_not_read(make: Make, server: WebServer, encoding: str) -> None:
    server.raw = gzip.compress(json.dumps({"results": server.results}).encode())
    server.headers = {"content_encoding": encoding}
    assert failure(make, server.url) == NO_LIST
    server.status = 502
    assert failure(make, server.url) == "{who} failed (502): search again in a while, or go on without the web."


def test_a_reply_that_is_said_to_be_as_it_is(make: Make, server: WebServer) -> None:
    server.headers = {"content_encoding": "Identity"}
    assert [found.title for found in make(server.url).find("q", 3)] == ["Page 1", "Page 2"]


def test_a_refusal_is_as_bounded(make: Make, server: WebServer) -> None:
    server.fail(500, b'{"error": "' + b"x" * 6_000_000)
    assert "sends more than can be read" in failure(make, server.url)
    server.fail(500, {"error": "x" * 10_000})
    assert len(failure(make, server.url)) < 300


@pytest.mark.parametrize("body", [[[[[[[["deep"]]]]]]], {"error": {"error": {"error": 1}}}, {"detail": []}, 7])
def test_a_refusal_in_any_shape(make: Make, server: WebServer, body: Any) -> None:
    server.fail(500, body)
    assert failure(make, server.url) == "{who} failed (500): search again in a while, or go on without the web."


def test_words_of_a_provider_are_inert(make: Make, server: WebServer) -> None:
    server.fail(500, {"error": "<script>x</script>a\n\x1b[31m ![i](http://x) `c` $m$ &lt;b&gt;\ud800 sk-abc \u202eb"})
    assert failure(make, server.url) == (
        "{who} failed (a (31m !(i)(http://x) 'c' ＄m＄ (key) b): search again in a while, or go on without the web."
    )


def test_a_provider_that_breaks_off(make: Make, server: WebServer) -> None:
    server.headers = {"content_length": "9999"}
    assert failure(make, server.url) == unreachable("the connection broke")


def test_nobody_there(make: Make) -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{bound.getsockname()[1]}"
        assert failure(make, url) == unreachable("the connection was refused")


def test_no_encryption_there(make: Make, server: WebServer) -> None:
    told = failure(make, server.url.replace("http:", "https:"))
    assert told.startswith("{who} could not be reached (no encrypted connection: ")
    assert server.requests == []


def test_no_address(make: Make) -> None:
    assert failure(make, "http://a..b/") == unreachable("this is no address")


def test_a_silent_provider_is_given_up_by_itself(make: Make, server: WebServer) -> None:
    server.silent = True
    assert failure(make, server.url, timeout=0.05) == (
        "{who} gave no answer within 0.05 seconds: search again, or allow more in SELFRAG_WEB_TIMEOUT."
    )


def unreachable(why: str) -> str:
    return (
        "{who} could not be reached ("
        + why
        + "): check its address in the settings and the network, then search again."
    )


def test_a_provider_that_never_gets_done_is_given_up_too(make: Make, server: WebServer) -> None:
    server.trickle = True
    server.raw = b" " * 300
    assert failure(make, server.url, timeout=0.3) == (
        "{who} gave no answer within 0.3 seconds: search again, or allow more in SELFRAG_WEB_TIMEOUT."
    )


@pytest.mark.parametrize(
    ("scheme", "first"), [("http", b"HTTP/1.1 200 OK\r\nx: "), ("https", b"\x16\x03\x03\x3f\xff\x02\x00\x3f\xfb")]
)
def test_nor_is_one_waited_for_that_never_comes_to_its_reply(make: Make, scheme: str, first: bytes) -> None:
    with dripping(first) as at:
        assert failure(make, f"{scheme}://{at}", timeout=0.3) == (
            "{who} gave no answer within 0.3 seconds: search again, or allow more in SELFRAG_WEB_TIMEOUT."
        )


def test_a_reply_of_unknown_length_is_not_taken_for_whole(make: Make) -> None:
    with dripping(b'HTTP/1.1 200 OK\r\n\r\n{"results": []}' + b" " * 100) as at:
        assert "gave no answer within 0.3 seconds" in failure(make, f"http://{at}", timeout=0.3)


def test_a_proxy_that_cannot_be_used(make: Make, server: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://me:SECRET@127.0.0.1:9")
    monkeypatch.setitem(sys.modules, "socksio", None)
    assert failure(make, server.url) == unreachable("the connection broke")
    assert server.requests == []


def test_json_is_what_it_is_whatever_it_is_called(make: Make, server: WebServer) -> None:
    server.raw = json.dumps({"results": server.results}).encode("utf-16")
    assert [found.title for found in make(server.url).find("q", 5)] == ["Page 1", "Page 2"]
