"""A real server and Debian's Chromium. A test fails when a page speaks to another host or breaks its policy."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.needs import absent, imported

ROOT = Path(__file__).parents[2]
START_SECONDS = 120
PATIENCE = 120_000  # milliseconds that a page may take for anything; on a quiet machine it takes a moment


@dataclass
class Server:
    """Streamlit as a process of its own; `kill` is SIGKILL, `start` starts it again on the same port and data."""

    script: Path
    folder: Path
    environ: dict[str, str] = field(default_factory=dict)
    health: str = "/health"

    def __post_init__(self) -> None:
        # Never listening, it lets the server have the port, and keeps it from everybody else while the server is down.
        self._reserved = socket.socket()
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._reserved.bind(("localhost", 0))
        self.port = self._reserved.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        self.data_dir = self.folder / "data"
        self.log = self.folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start and wait until the server answers."""
        command = [sys.executable, "-m", "streamlit", "run", str(self.script), "--server.port", str(self.port)]
        command += ["--server.websocketPingInterval", "120"]  # a tab that a busy machine holds up is not cut off
        own = ("OPENAI_", "SELFRAG_", "STREAMLIT_")
        environ = {name: value for name, value in os.environ.items() if not name.startswith(own)}
        environ |= {"SELFRAG_DATA_DIR": str(self.data_dir), **self.environ}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log)
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            assert self._process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.1)

    def kill(self) -> None:
        """End the process at once, as a power cut would; nothing happens when it is down."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """Kill it for the last time."""
        self.kill()
        self._reserved.close()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + self.health, timeout=5) as response:
                return bool(response.status == 200)
        except OSError:
            return False


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts a server for a script: `serve(script, health="/_stcore/health", NAME="value" for its environment)`."""
    servers: list[Server] = []

    def start(script: Path, health: str = "/health", **environ: str) -> Server:
        folder = tmp_path / f"server{len(servers)}"
        folder.mkdir()
        servers.append(Server(script, folder, environ, health))
        servers[-1].start()
        return servers[-1]

    yield start
    for server in servers:
        server.close()
        print(f"== log of {server.url}\n{server.log.read_text()}")  # shown when the test failed


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    """The application on an empty data directory of its own."""
    return serve(ROOT / "app.py")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium, which can resolve no name but localhost."""
    playwright = imported("playwright.sync_api")
    playwright.expect.set_options(timeout=PATIENCE)
    chromium = shutil.which("chromium")
    if not chromium:
        absent("Chromium is absent: it is Debian's package chromium")
    arguments = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"]
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=chromium, args=arguments)
        yield launched
        launched.close()


@pytest.fixture
def locale() -> str:
    """The browser's language; a test overrides it with `@pytest.mark.parametrize("locale", ["ko-KR"])`."""
    return "en-US"


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a page showed when its test failed is printed with the failure."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def _tell(context: Any, events: list[str]) -> None:
    for page in context.pages:
        state = page.locator("[data-test-script-state]").first.get_attribute("data-test-script-state", timeout=5_000)
        print(f"== {page.url}: {state}\n{page.locator('body').inner_text()}")
    print("== what the tab told", *events, sep="\n")


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Any, locale: str) -> Iterator[Any]:
    """An empty tab; `page.context.new_page()` is a second one under the same watch."""
    context = browser.new_context(locale=locale, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    faults: list[str] = []
    events: list[str] = []

    def keep_home(route: Any) -> None:
        if route.request.url.startswith(("http://localhost:", "data:", "blob:")):
            route.continue_()
        else:
            faults.append(f"request to {route.request.url}")
            route.abort()

    def note(message: Any) -> None:
        events.append(message.text)
        if "Content Security Policy" in message.text:
            faults.append(message.text)

    context.route("**/*", keep_home)
    context.on("console", note)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    context.on("requestfailed", lambda failed: events.append(f"{failed.method} {failed.url}: {failed.failure}"))
    context.on(
        "requestfinished", lambda sent: events.append(f"{sent.method} {sent.url}") if sent.method != "GET" else None
    )
    yield context.new_page()
    if request.node.stash.get(FAILED, False):
        _tell(context, events)
    context.close()
    assert faults == []
