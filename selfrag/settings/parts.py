"""What the settings are made of."""

from dataclasses import dataclass, field
from pathlib import Path

EMBEDDED = "embedded"
"""The name of the models that need no server, for chat and for embeddings."""

KEY = "OPENAI_API_KEY"


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible server; `url` None means OpenAI's own. `repr` hides the key, which `key_name` set."""

    url: str | None
    key: str = field(repr=False)
    key_name: str = KEY


@dataclass(frozen=True)
class ModelSettings:
    """Who judges and writes, and who embeds; `timeout` in seconds, `parallel` requests at once, each tried `attempts`
    times where the server is busy or the connection breaks.

    `server` is the one that is named, whoever uses it. A model named `EMBEDDED` needs none. `gguf` is a model file that
    takes the chat server's place.
    """

    server: Endpoint | None = None
    chat_server: Endpoint | None = None
    chat_model: str = EMBEDDED
    embedding_server: Endpoint | None = None
    embedding_model: str = EMBEDDED
    gguf: Path | None = None
    together: bool = False
    timeout: float = 60.0
    parallel: int = 16
    attempts: int = 6


@dataclass(frozen=True)
class Prices:
    """Money per million tokens; all None where nobody said what tokens cost."""

    prompt: float | None = None
    completion: float | None = None
    embedding: float | None = None
    currency: str = "$"


@dataclass(frozen=True)
class OcrSettings:
    """Whether text in scans is recognised where Tesseract is installed, and its languages, joined by "+"."""

    on: bool = True
    languages: str = "kor+eng"


@dataclass(frozen=True)
class WebSettings:
    """Who searches the web; nobody where neither SearXNG's address nor a key for Tavily is set.

    Where both are, SearXNG does: its address was given to this program, a key may stand there for others. `timeout` in
    seconds for one search; `tavily_url` None means Tavily's own.
    """

    searxng: str | None = None
    tavily_key: str = field(default="", repr=False)
    tavily_url: str | None = None
    timeout: float = 20.0
