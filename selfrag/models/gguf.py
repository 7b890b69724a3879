"""Starts llama.cpp's OpenAI-compatible server for a model file, and stops it."""

import json
import logging
import re
import secrets
import subprocess
import sys
from collections import deque
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Thread
from typing import IO

import selfrag
from selfrag.errors import SettingsError
from selfrag.models.gguf_child import Request
from selfrag.models.openai.failures import inert
from selfrag.sentences import part

CONTEXT_TOKENS = 8192
MAGIC = b"GGUF"

_ERROR = re.compile(r"[\d.]+ E [^:]*: (?:error loading model: )?(?P<words>.+)")
_LINES = 200

_log = logging.getLogger(__name__)


class LocalServer:
    """One model file behind an address on loopback that takes `key` alone. Safe to share between threads.

    `context_tokens` is what each of `parallel` requests at once may fill, a quarter of it with the reply; memory for
    all of it is taken at the start.
    Raises SettingsError where `path` is no GGUF file or xllamacpp is not installed.
    """

    def __init__(self, path: Path, *, parallel: int, context_tokens: int = CONTEXT_TOKENS) -> None:
        _check(path)
        self.key = secrets.token_urlsafe(32)
        self._path = path
        self._request = Request(path=str(path), key=self.key, context_tokens=context_tokens, parallel=parallel)
        self._starting = Lock()
        self._closed = False
        self._child: subprocess.Popen[bytes] | None = None
        self._url = ""

    def url(self) -> str:
        """The base URL. The first call loads the model; so does one after the server has died.

        Raises SettingsError where that fails, or once this is closed.
        """
        with self._starting:
            if self._closed:
                raise self._gone()
            if self._child is None or self._child.poll() is not None:
                self._url = f"{self._start()}/v1"
            return self._url

    def close(self) -> None:
        """Stop the server at once, in the middle of loading too."""
        self._closed = True
        if self._child is not None:
            _stop(self._child)

    def _start(self) -> str:
        _check(self._path)
        if self._child is not None:
            _stop(self._child)
        self._child = child = subprocess.Popen(
            [sys.executable, "-m", "selfrag.models.gguf_child"],
            cwd=Path(selfrag.__file__).parents[1],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert child.stdin and child.stdout and child.stderr
        said: deque[str] = deque(maxlen=_LINES)
        listener = Thread(target=_listen, args=(child.stderr, said), name="gguf", daemon=True)
        listener.start()
        if self._closed:  # before there was a child to stop
            _stop(child)
        with suppress(BrokenPipeError, ValueError), child.stdout:  # a stopped child's pipes are closed
            child.stdin.write(json.dumps(self._request).encode() + b"\n")
            child.stdin.flush()
            if address := next(filter(None, map(_address_in, child.stdout)), None):
                return address
        code = child.wait()
        listener.join()
        raise self._gone() if self._closed else self._failure(_why(code, said))

    def _gone(self) -> SettingsError:
        return SettingsError(
            "The model file “{name}” was put away, as the settings changed or selfrag ends: continue to try again.",
            name=self._path.name,
        )

    def _failure(self, why: str) -> SettingsError:
        return SettingsError(
            "The model file “{name}” cannot be loaded ({why}): name another file in SELFRAG_GGUF, or one that needs "
            "less memory.",
            name=self._path.name,
            why=inert(why, self.key),
        )


def _check(path: Path) -> None:
    if find_spec("xllamacpp") is None:
        raise SettingsError(
            "SELFRAG_GGUF is set, but xllamacpp, which runs model files, is not installed: "
            "pip install -r requirements-gguf.txt"
        )
    try:
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
    except OSError as error:
        raise SettingsError(
            "The model file {path} cannot be read ({why}): correct SELFRAG_GGUF.",
            path=path,
            why=error.strerror or error,
        ) from None
    if magic != MAGIC:
        raise SettingsError(
            "{path} is not a GGUF file: name a model file that ends in .gguf in SELFRAG_GGUF.", path=path
        )


def _address_in(line: bytes) -> str | None:
    """Where the server listens; libraries may print lines of their own before."""
    try:
        address = json.loads(line)["address"]
    except (ValueError, RecursionError, TypeError, KeyError):
        return None
    return address if isinstance(address, str) else None


def _listen(stderr: IO[bytes], said: deque[str]) -> None:
    with stderr:
        for line in stderr:
            text = line.decode(errors="replace").strip()
            _log.debug("llama.cpp: %s", text)
            said.append(text)


def _why(code: int, said: deque[str]) -> str:
    """The first error, or else the last words of a process that did not die by a signal."""
    errors = [error["words"] for line in said if (error := _ERROR.match(line))]
    if errors:
        return errors[0]
    if said and code > 0:
        return said[-1]
    return part("its process ended with code {code}", code=code)


def _stop(child: "subprocess.Popen[bytes]") -> None:
    child.kill()
    child.wait()
    if child.stdin:
        with suppress(OSError):
            child.stdin.close()
