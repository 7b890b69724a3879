"""Settings: one frozen object from the environment and from what was chosen on the settings page, never at import."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from math import isfinite
from pathlib import Path
from types import MappingProxyType

from selfrag.errors import SettingsError
from selfrag.ports import Limits

EMBEDDED = "embedded"
"""The name of the models that need no server, for chat and for embeddings."""

GRADING = ("each", "together")
CHOOSABLE = (
    "OPENAI_BASE_URL",
    "SELFRAG_CHAT_MODEL",
    "SELFRAG_EMBEDDING_MODEL",
    "SELFRAG_GRADING",
    "SELFRAG_RETRIEVE_THRESHOLD",
    "SELFRAG_PRICE_PROMPT",
    "SELFRAG_PRICE_COMPLETION",
    "SELFRAG_PRICE_EMBEDDING",
    "SELFRAG_CURRENCY",
)
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible server; `url` None means OpenAI's own. `repr` hides the key."""

    url: str | None
    key: str = field(repr=False)


@dataclass(frozen=True)
class ModelSettings:
    """Who judges and writes, and who embeds; `timeout` in seconds, `parallel` requests at once, each tried `attempts`
    times where the server is busy or the connection breaks.

    A model named `EMBEDDED` needs no server. `gguf` is a model file that takes the chat server's place.
    """

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
class Settings:
    """All settings. `environ` is what the environment said: it stands above any choice."""

    data_dir: Path
    models: ModelSettings = ModelSettings()
    limits: Limits = Limits()
    prices: Prices = Prices()
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)

    def fixed_by(self, name: str) -> str | None:
        """The environment variable that settles this one, so that it cannot be chosen on the settings page."""
        if name == "OPENAI_BASE_URL" and "OPENAI_API_KEY" in self.environ and name not in self.environ:
            return "OPENAI_API_KEY"
        return name if name in self.environ else None

    def choosing(self, chosen: Mapping[str, str]) -> "Settings":
        """The same with these choices where the environment leaves one. Raises SettingsError."""
        read = read_settings(self.environ, chosen)
        limits = replace(self.limits, retrieve_threshold=read.limits.retrieve_threshold)
        return replace(self, models=read.models, prices=read.prices, limits=limits)


def read_settings(environ: Mapping[str, str] = os.environ, chosen: Mapping[str, str] = NOTHING) -> Settings:
    """Settings from environment variables and, below them, from choices under the same names.

    A key is only ever sent to the server that the environment names with it. Raises SettingsError naming the variable
    when a value makes no sense.
    """
    said = {name: value.strip() for name, value in environ.items() if name.startswith(("SELFRAG_", "OPENAI_"))}
    given = {name: value for name, value in said.items() if value}
    values = {name: chosen[name] for name in CHOOSABLE if chosen.get(name)} | given
    if "OPENAI_API_KEY" in given and "OPENAI_BASE_URL" not in given:
        values.pop("OPENAI_BASE_URL", None)
    bounds = {
        name: _whole_number(values, f"SELFRAG_{name.upper()}", default)
        for name, default in asdict(Limits()).items()
        if isinstance(default, int)
    }
    threshold = _number(values, "SELFRAG_RETRIEVE_THRESHOLD", Limits.retrieve_threshold, most=1.0)
    limits = Limits(**bounds, retrieve_threshold=threshold)
    data_dir = Path(given.get("SELFRAG_DATA_DIR") or ".selfrag").absolute()
    return Settings(data_dir, _models(values), limits, _prices(values), MappingProxyType(given))


def _models(values: Mapping[str, str]) -> ModelSettings:
    server = _endpoint(values, "OPENAI_BASE_URL", "OPENAI_API_KEY")
    own = _endpoint(values, "SELFRAG_EMBEDDING_URL", "SELFRAG_EMBEDDING_KEY") or server
    gguf = Path(values["SELFRAG_GGUF"]).absolute() if "SELFRAG_GGUF" in values else None
    chat_model = gguf.stem if gguf else values.get("SELFRAG_CHAT_MODEL") or ("gpt-4o-mini" if server else EMBEDDED)
    embedding_model = _embedding_model(values, server)
    return ModelSettings(
        chat_server=None if gguf or chat_model == EMBEDDED else server,
        chat_model=chat_model if server or gguf else EMBEDDED,
        embedding_server=None if embedding_model == EMBEDDED else own,
        embedding_model=embedding_model if own else EMBEDDED,
        gguf=gguf,
        together=_one_of(values, "SELFRAG_GRADING", GRADING) == "together",
        timeout=_number(values, "SELFRAG_TIMEOUT", 600.0 if gguf else 60.0, least=0.001),
        parallel=_whole_number(values, "SELFRAG_PARALLEL", 2 if gguf else 16, least=1),
    )


def _embedding_model(values: Mapping[str, str], server: Endpoint | None) -> str:
    named = values.get("SELFRAG_EMBEDDING_MODEL")
    if named:
        return named
    if "SELFRAG_EMBEDDING_URL" in values:
        raise SettingsError("SELFRAG_EMBEDDING_URL is set: name the server's model in SELFRAG_EMBEDDING_MODEL too.")
    openai = server is not None and server.url is None and "SELFRAG_GGUF" not in values
    return "text-embedding-3-small" if openai else EMBEDDED


def _endpoint(values: Mapping[str, str], url_name: str, key_name: str) -> Endpoint | None:
    url, key = values.get(url_name), values.get(key_name)
    if url is not None and not url.startswith(("http://", "https://")):
        raise SettingsError(
            "{name} must begin with http:// or https://, for example http://localhost:8000/v1.", name=url_name
        )
    return Endpoint(url, key or "none") if url or key else None


def _prices(values: Mapping[str, str]) -> Prices:
    def price(name: str) -> float | None:
        return _number(values, name, 0.0) if name in values else None

    return Prices(
        prompt=price("SELFRAG_PRICE_PROMPT"),
        completion=price("SELFRAG_PRICE_COMPLETION"),
        embedding=price("SELFRAG_PRICE_EMBEDDING"),
        currency=values.get("SELFRAG_CURRENCY", Prices.currency),
    )


def _whole_number(values: Mapping[str, str], name: str, default: int, least: int = 0) -> int:
    value = values.get(name, str(default))
    if not value.isdecimal() or int(value) < least:
        raise SettingsError("{name} must be a whole number, not “{value}”.", name=name, value=value)
    return int(value)


def _number(
    values: Mapping[str, str], name: str, default: float, *, least: float = 0.0, most: float = float("inf")
) -> float:
    value = values.get(name, str(default))
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not (isfinite(number) and least <= number <= most):
        if most == float("inf"):
            raise SettingsError(
                "{name} must be a number of at least {least}, not “{value}”.",
                name=name,
                least=f"{least:g}",
                value=value,
            )
        raise SettingsError(
            "{name} must be a number from {least} to {most}, not “{value}”.",
            name=name,
            least=f"{least:g}",
            most=f"{most:g}",
            value=value,
        )
    return number


def _one_of(values: Mapping[str, str], name: str, options: tuple[str, ...]) -> str:
    value = values.get(name, options[0])
    if value not in options:
        raise SettingsError(
            "{name} must be one of {options}, not “{value}”.", name=name, options=", ".join(options), value=value
        )
    return value
