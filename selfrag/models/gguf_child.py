"""Serves one GGUF file on loopback in a process of its own, for as long as the process that started it lives.

Run as `python -m selfrag.models.gguf_child`. One JSON line comes in on stdin (the key never shows in the process
list), one goes out on stdout once the model is loaded, {"address": "http://127.0.0.1:.."}; other lines there are no
news. What llama.cpp says goes to stderr; a model that cannot be loaded ends the process. So does the end of stdin,
which comes when the other side dies.

Not a thread: loading holds Python's lock for as long as it takes, and what llama.cpp asserts ends the process.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    import xllamacpp

_VERBOSITY = 3  # informative: nothing of the prompts


class Request(TypedDict):
    """What to serve. Each of the `parallel` requests may fill `context_tokens`, a quarter of them with its reply."""

    path: str
    key: str
    context_tokens: int
    parallel: int


def main() -> None:
    """Serve what stdin asks for until stdin ends."""
    import xllamacpp

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    request: Request = json.loads(sys.stdin.readline())
    try:
        server = xllamacpp.Server(_parameters(request))
    except RuntimeError:
        sys.exit(1)
    print("\n" + json.dumps({"address": server.listening_address}), flush=True)  # after whatever a library began
    sys.stdin.read()
    os._exit(0)  # taking the server down in order would wait for its open requests


def _parameters(request: Request) -> "xllamacpp.CommonParams":
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = request["path"]
    parameters.model_alias = {Path(request["path"]).stem}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.api_keys = [request["key"]]
    parameters.n_parallel = request["parallel"]
    parameters.n_ctx = request["context_tokens"] * request["parallel"]
    parameters.n_predict = (
        request["context_tokens"] // 4
    )  # small models may repeat themselves until the context is full
    # Its threads wait for each other by spinning: with one that shares its core, all are ten times slower.
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = max(1, (os.cpu_count() or 1) // 2)
    parameters.cache_ram_mib = 0  # else up to 8 GB of earlier prompts
    parameters.verbosity = _VERBOSITY
    parameters.offline = True
    parameters.ui = False
    parameters.endpoint_slots = False
    return parameters


if __name__ == "__main__":
    main()
