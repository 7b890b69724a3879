"""The one-way rule holds, and breaking it is noticed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import imported

ROOT = Path(__file__).parents[1]

imported("importlinter")


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    script = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", script, "--no-cache", "--config", "pyproject.toml"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_every_contract_is_kept() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("errors.py", "import selfrag.ports", "One way down"),
        ("ports.py", "import selfrag.graph", "One way down"),
        ("documents/__init__.py", "import selfrag.models", "One way down"),
        ("models/__init__.py", "import selfrag.wiring", "One way down"),
        ("web/__init__.py", "import selfrag.documents", "One way down"),
        ("stray.py", "", "One way down"),
        ("documents/__init__.py", "import streamlit", "Only the interface knows Streamlit"),
        ("wiring.py", "import streamlit", "Only the interface knows Streamlit"),
        (
            "ui/__init__.py",
            "import langgraph.types",
            "Only the wiring of strategies, the review and the threads know LangGraph",
        ),
        (
            "graph/fan_in.py",
            "import langgraph.types",
            "Only the wiring of strategies, the review and the threads know LangGraph",
        ),
    ],
)
def test_a_broken_rule_is_noticed(tmp_path: Path, file: str, line: str, contract: str) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    copied = tmp_path / "selfrag"
    shutil.copytree(ROOT / "selfrag", copied, ignore=lambda folder, names: [n for n in names if is_data(folder, n)])
    with (copied / file).open("a") as module:
        module.write(f"\n{line}\n")
    result = lint_imports(tmp_path)
    assert result.returncode == 1
    assert f"{contract} BROKEN" in result.stdout


def is_data(folder: str, name: str) -> bool:
    path = Path(folder) / name
    return name == "__pycache__" or (path.is_file() and path.suffix != ".py")


@pytest.mark.parametrize(
    ("file", "line", "allowed"),
    [
        ("pages/chat.py", "import streamlit", True),
        ("pages/chat.py", "import langgraph", False),
        ("pages/chat.py", "from langgraph.types import Command", False),
        ("pages/chat.py", "import chromadb", False),
        ("app.py", "import langgraph", False),
        ("selfrag/ui/words.py", "import chromadb", False),
        ("selfrag/service/service.py", "import langgraph", False),
        ("selfrag/threads/checkpoints.py", "import langgraph", True),
        ("selfrag/documents/index.py", "import chromadb", True),
        ("selfrag/service/service.py", "import langchain_tavily", False),
        ("selfrag/web/tavily.py", "import langchain_tavily", True),
    ],
)
def test_ruff_keeps_libraries_in_their_place(file: str, line: str, allowed: bool) -> None:
    command = [sys.executable, "-m", "ruff", "check", "--select", "TID251", "--stdin-filename", file, "-"]
    result = subprocess.run(command, cwd=ROOT, input=f"{line}\n", capture_output=True, text=True, check=False)
    assert (result.returncode == 0) == allowed, result.stdout + result.stderr
    assert allowed or "TID251" in result.stdout
