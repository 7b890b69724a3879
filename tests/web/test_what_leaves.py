"""What leaves this machine: the query, to the provider's own address, and the key in its header alone."""

import logging
import os
from pathlib import Path

import pytest

from selfrag.errors import WebFailed
from selfrag.web.search import WebSearch
from selfrag.web.tavily import Tavily
from tests.web.conftest import KEY, Make, searxng, tavily
from tests.web.server import WebServer

QUERY = "스테이크 wine & {price}?"


def test_tavily_is_sent_the_query_the_number_and_the_key(server: WebServer) -> None:
    tavily(server.url).find(QUERY, 5)
    (request,) = server.requests
    assert (request.method, request.target) == ("POST", "/search")
    assert request.json == {"query": QUERY, "max_results": 5, "search_depth": "basic"}
    assert request.headers == {
        "host": server.url.removeprefix("http://"),
        "accept": "application/json",
        "accept-encoding": "identity",
        "connection": "keep-alive",
        "user-agent": "selfrag",
        "authorization": f"Bearer {KEY}",
        "content-type": "application/json",
        "x-client-source": "langchain-tavily",
        "content-length": str(len(request.body)),
    }


def test_searxng_is_sent_the_query_alone(server: WebServer) -> None:
    searxng(server.url + "/").find(QUERY, 5)
    (request,) = server.requests
    assert (request.method, request.path, request.body) == ("GET", "/search", b"")
    assert request.params == {"q": QUERY, "format": "json"}
    assert request.headers == {
        "host": server.url.removeprefix("http://"),
        "accept": "application/json",
        "accept-encoding": "identity",
        "connection": "keep-alive",
        "user-agent": "selfrag",
    }


def test_nothing_of_the_thread_goes_with_it(search: WebSearch, server: WebServer) -> None:
    search.search("first", "thread-MARKER", 4)
    search.search("second", "thread-MARKER", 4)
    assert server.queries == ["first", "second"]
    for request in server.requests:
        assert "MARKER" not in f"{request.target}{request.body!r}"
        assert "cookie" not in request.headers
    assert b"first" not in server.requests[1].body + server.requests[1].target.encode()


def test_a_cookie_does_not_come_back(make: Make, server: WebServer) -> None:
    server.headers = {"set_cookie": "track=1"}
    provider = make(server.url)
    provider.find("a", 1)
    provider.find("b", 1)
    assert ["cookie" in request.headers for request in server.requests] == [False, False]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(make: Make, server: WebServer, status: int) -> None:
    with WebServer() as other:
        server.fail(status, location=f"{other.url}/search")
        with pytest.raises(WebFailed) as failed:
            make(server.url).find("q", 1)
        assert other.requests == []
    assert len(server.requests) == 1
    assert str(failed.value) == (
        f"{make(server.url).name} sends the query on to another address, where it was not sent: set the new address in "
        "the settings, then search again."
    )


def test_what_the_environment_holds_for_others_stays_here(
    server: WebServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password SECRET\n")
    for name in list(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-OTHER")
    tavily(server.url).find("q", 1)
    searxng(server.url).find("q", 1)
    assert [request.headers.get("authorization") for request in server.requests] == [f"Bearer {KEY}", None]


def test_a_proxy_gets_the_same_and_its_password_alone(
    make: Make, server: WebServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for name in list(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HTTP_PROXY", server.url.replace("//", "//me:SECRET@"))
    server.fail(502)
    with pytest.raises(WebFailed) as failed:
        make("http://search.example").find("q", 1)
    (request,) = server.requests
    assert request.target.startswith("http://search.example/search")
    assert request.headers["proxy-authorization"] == "Basic bWU6U0VDUkVU"
    assert "SECRET" not in f"{failed.value}{request.target}{request.body!r}"


@pytest.mark.parametrize("status", [200, 401, 429, 500])
def test_the_key_is_told_nowhere(
    server: WebServer, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], status: int
) -> None:
    caplog.set_level(logging.DEBUG)
    told = ""
    if status != 200:
        server.fail(status, {"detail": {"error": f"Bad key {KEY}, Bearer {KEY[:15]}"}})
    provider = tavily(server.url)
    try:
        told += repr(provider.find("q", 1))
    except WebFailed as failed:
        told += repr(failed) + str(failed.values) + repr(failed.__context__) + repr(failed.__cause__)
    told += repr(provider) + repr(vars(provider).get("_client")) + caplog.text + "".join(capfd.readouterr())
    assert len(server.requests) == 1
    assert "MARKER" not in told


def test_a_key_of_any_form_is_cut_out_of_what_is_told(server: WebServer) -> None:
    server.fail(401, {"detail": {"error": "No such key: 0123456789abcdef."}})
    with pytest.raises(WebFailed) as failed:
        Tavily("0123456789abcdef", server.url, 20).find("q", 1)
    assert str(failed.value) == (
        "Tavily does not take the key in TAVILY_API_KEY (No such key: (key).): copy it again from your Tavily account."
    )


@pytest.mark.parametrize("key", ["tvly-1\r\nx: y", "tvly-키", "tvly\x00"])
def test_a_key_that_is_none_is_not_sent(server: WebServer, key: str) -> None:
    with pytest.raises(WebFailed) as failed:
        Tavily(key, server.url, 5).find("q", 1)
    assert str(failed.value) == "TAVILY_API_KEY holds characters that no key can have: copy it again."
    assert server.requests == []
