"""The real command line, in this process and in others."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from selfrag.__main__ import main

ROOT = Path(__file__).parents[2]


class CommandLine:
    """Runs commands in this process and reads what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str, code: int = 0) -> list[Any]:
        """The JSON lines of a command that must end with `code`."""
        return [json.loads(line) for line in self.text(*arguments, "--json", code=code).splitlines()]

    def text(self, *arguments: str, code: int = 0) -> str:
        """What a command prints that must end with `code`."""
        self._capsys.readouterr()
        ended = main(arguments)
        self.out, self.err = self._capsys.readouterr()
        assert ended == code, self.err
        return self.out


def elsewhere(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    command = [sys.executable, "-W", "error::ResourceWarning", "-m", "selfrag", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
