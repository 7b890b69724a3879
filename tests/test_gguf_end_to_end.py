"""The whole job over a real small model, through the real wiring and on the command line."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import pytest

from selfrag.models.gguf import LocalServer
from selfrag.ports import RelVerdict, RetrieveVerdict, SupVerdict
from selfrag.samples import sample_files
from selfrag.settings import read_settings
from selfrag.wiring import open_service
from tests.needs import imported, model_file

psutil = imported("psutil")
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
MENU = next(path for path in sample_files() if path.name == "menu.pdf")
QUESTION = "How much is the signature steak?"
ENDS = {
    ("answered", "answered"),
    ("answered", "answered_directly"),
    ("answered", "partly_supported"),
    ("no_evidence", "no_evidence"),
}


def environment(data_dir: Path) -> dict[str, str]:
    """Few and small requests: the model knows nothing, and that is not what is tested."""
    return {
        "SELFRAG_GGUF": str(model_file()),
        "SELFRAG_DATA_DIR": str(data_dir),
        "SELFRAG_OFFERED": "2",
        "SELFRAG_WRITES": "1",
        "SELFRAG_REWRITES": "1",
    }


def still_serving(data_dir: Path) -> list[int]:
    """Model processes that inherited the environment of an app on `data_dir`."""
    found = []
    for each in psutil.process_iter():
        with suppress(psutil.Error):
            if "selfrag.models.gguf_child" in each.cmdline() and each.environ().get("SELFRAG_DATA_DIR") == str(
                data_dir
            ):
                found.append(each.pid)
    return found


def test_ask_review_approve_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LocalServer.__init__.__kwdefaults__, "context_tokens", 2048)
    with open_service(read_settings(environment(tmp_path))) as service:
        service.ingest([(MENU.name, MENU)], "Documents").wait()
        run = service.ask(QUESTION)
        run.wait()
        waiting = service.show(run.key)
        assert (waiting["status"], waiting["error"]) == ("waiting", None)
        assert waiting["retrieve"] in get_args(RetrieveVerdict)
        assert {item["is_rel"] for item in waiting["evidence"]} <= set(get_args(RelVerdict))
        keep = [item["passage_id"] for item in waiting["evidence"]]
        decision = {"review_id": waiting["review"]["review_id"], "action": "approve", "keep": keep}
        service.resume(run.key, decision).wait()
        done = service.show(run.key)
    assert done["error"] is None
    assert (done["status"], done["outcome"]) in ENDS
    assert done["approved"] == keep
    assert {each["is_sup"] for each in done["reflection"]["sentences"]} <= set(get_args(SupVerdict))
    assert done["reflection"]["is_use"] in (1, 2, 3, 4, 5, None)
    assert done["tokens"]["completion"] > 0
    assert not [each for each in psutil.Process().children() if "selfrag.models.gguf_child" in each.cmdline()]


def test_the_command_line_exits_and_leaves_no_process(tmp_path: Path) -> None:
    def run(*arguments: str) -> Any:
        command = [sys.executable, "-W", "error::ResourceWarning", "-m", "selfrag", *arguments, "--json"]
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SELFRAG_", "OPENAI_"))}
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=ROOT, env=kept | environment(tmp_path)
        )
        assert done.returncode == 0, done.stderr
        assert "Warning" not in done.stderr
        assert "srv " not in done.stderr
        return json.loads(done.stdout)

    run("ingest", str(MENU))
    view = run("ask", QUESTION, "--review", "stop")
    assert view["status"] == "waiting"
    assert {item["is_rel"] for item in view["evidence"]} <= set(get_args(RelVerdict))
    assert still_serving(tmp_path) == []
