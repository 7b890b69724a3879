"""Settings: one frozen object from the environment and from what was chosen on the settings page, never at import."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from selfrag.errors import SettingsError
from selfrag.ports import Limits
from selfrag.settings.parts import EMBEDDED, KEY, Endpoint, ModelSettings, OcrSettings, Prices, WebSettings
from selfrag.settings.values import Values

__all__ = [
    "CHAT_MODEL",
    "CHOOSABLE",
    "EMBEDDED",
    "EMBEDDING_MODEL",
    "KEY",
    "SEARXNG",
    "SERVER",
    "Endpoint",
    "ModelSettings",
    "OcrSettings",
    "Prices",
    "Settings",
    "WebSettings",
    "read_settings",
]

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
    "SELFRAG_SEARXNG_URL",
)
SERVER, CHAT_MODEL, GGUF = "OPENAI_BASE_URL", "SELFRAG_CHAT_MODEL", "SELFRAG_GGUF"
EMBEDDING_MODEL, EMBEDDING_SERVER, EMBEDDING_KEY = (
    "SELFRAG_EMBEDDING_MODEL",
    "SELFRAG_EMBEDDING_URL",
    "SELFRAG_EMBEDDING_KEY",
)
TAVILY_KEY, TAVILY_SERVER, SEARXNG = "TAVILY_API_KEY", "SELFRAG_TAVILY_URL", "SELFRAG_SEARXNG_URL"
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Settings:
    """All settings. `environ` is what the environment said: it stands above any choice.

    `shared`: where another process owns the data directory, work beside it.
    """

    data_dir: Path
    models: ModelSettings = ModelSettings()
    limits: Limits = Limits()
    prices: Prices = Prices()
    web: WebSettings = WebSettings()
    ocr: OcrSettings = OcrSettings()
    shared: bool = False
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)

    def fixed_by(self, name: str) -> str | None:
        """The environment variable that settles this one, so that it cannot be chosen on the settings page."""
        settlers = {SERVER: (SERVER, KEY), CHAT_MODEL: (GGUF, CHAT_MODEL)}.get(name, (name,))
        return next((settler for settler in settlers if settler in self.environ), None)

    def choosing(self, chosen: Mapping[str, str]) -> "Settings":
        """The same with these choices where the environment leaves one. Raises SettingsError."""
        read = read_settings(self.environ, chosen)
        limits = replace(self.limits, retrieve_threshold=read.limits.retrieve_threshold)
        return replace(self, models=read.models, prices=read.prices, limits=limits, web=read.web)


def read_settings(environ: Mapping[str, str] = os.environ, chosen: Mapping[str, str] = NOTHING) -> Settings:
    """Settings from environment variables and, below them, from choices under the same names.

    A key is only ever sent to the server that the environment names with it, and models that were chosen for one server
    are not asked for at another. Raises SettingsError naming the variable when a value makes no sense.
    """
    ours = ("SELFRAG_", "OPENAI_", TAVILY_KEY)
    said = {name: value.strip() for name, value in environ.items() if name.startswith(ours)}
    given = {name: value for name, value in said.items() if value}
    values = Values(_possible(chosen, given) | given)
    bounds = {
        name: values.whole(f"SELFRAG_{name.upper()}", default)
        for name, default in asdict(Limits()).items()
        if isinstance(default, int)
    }
    threshold = values.number("SELFRAG_RETRIEVE_THRESHOLD", Limits.retrieve_threshold, most=1.0)
    return Settings(
        data_dir=Path(given.get("SELFRAG_DATA_DIR") or ".selfrag").absolute(),
        models=_models(values),
        limits=Limits(**bounds, retrieve_threshold=threshold),
        prices=_prices(values),
        web=_web(values),
        ocr=OcrSettings(
            on=values.one_of("SELFRAG_OCR", ("auto", "off")) == "auto",
            languages=values.codes("SELFRAG_OCR_LANGUAGES", OcrSettings.languages),
        ),
        shared=values.one_of("SELFRAG_SHARED", ("off", "on")) == "on",
        environ=MappingProxyType(given),
    )


def _possible(chosen: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """The choices that the environment leaves."""
    possible = {name: chosen[name] for name in CHOOSABLE if chosen.get(name)}
    if SERVER in given or KEY in given:
        at = possible.pop(SERVER, "")
        if at != given.get(SERVER, ""):
            possible.pop(CHAT_MODEL, None)
            possible.pop(EMBEDDING_MODEL, None)
    return possible


def _models(values: Values) -> ModelSettings:
    server = _endpoint(values, SERVER, KEY)
    own = _endpoint(values, EMBEDDING_SERVER, EMBEDDING_KEY, server) or server
    gguf = Path(values.text(GGUF)).absolute() if GGUF in values else None
    chat_model = gguf.stem if gguf else values.text(CHAT_MODEL) or ("gpt-4o-mini" if server else EMBEDDED)
    embedding_model = _embedding_model(values, server)
    return ModelSettings(
        server=server,
        chat_server=None if gguf or chat_model == EMBEDDED else server,
        chat_model=chat_model if server or gguf else EMBEDDED,
        embedding_server=None if embedding_model == EMBEDDED else own,
        embedding_model=embedding_model if own else EMBEDDED,
        gguf=gguf,
        together=values.one_of("SELFRAG_GRADING", GRADING) == "together",
        timeout=values.number("SELFRAG_TIMEOUT", 600.0 if gguf else 60.0, least=0.001),
        parallel=values.whole("SELFRAG_PARALLEL", 2 if gguf else 16, least=1),
    )


def _embedding_model(values: Values, server: Endpoint | None) -> str:
    named = values.text(EMBEDDING_MODEL)
    if named:
        return named
    if EMBEDDING_SERVER in values:
        raise SettingsError("SELFRAG_EMBEDDING_URL is set: name the server's model in SELFRAG_EMBEDDING_MODEL too.")
    openai = server is not None and server.url is None and GGUF not in values
    return "text-embedding-3-small" if openai else EMBEDDED


def _endpoint(values: Values, url_name: str, key_name: str, otherwise: Endpoint | None = None) -> Endpoint | None:
    """A key without an address goes to the other server, or to OpenAI where there is none."""
    url, key = values.address(url_name), values.text(key_name)
    if not url and not key:
        return None
    return Endpoint(url or (otherwise.url if otherwise else None), key or "none", key_name)


def _web(values: Values) -> WebSettings:
    key = values.text(TAVILY_KEY)
    if TAVILY_SERVER in values and not key:
        raise SettingsError("SELFRAG_TAVILY_URL is set: put the key for it into TAVILY_API_KEY too.")
    return WebSettings(
        searxng=values.address(SEARXNG),
        tavily_key=key,
        tavily_url=values.address(TAVILY_SERVER),
        timeout=values.number("SELFRAG_WEB_TIMEOUT", WebSettings.timeout, least=0.001, most=600.0),
    )


def _prices(values: Values) -> Prices:
    def price(name: str) -> float | None:
        return values.number(name, 0.0) if name in values else None

    return Prices(
        prompt=price("SELFRAG_PRICE_PROMPT"),
        completion=price("SELFRAG_PRICE_COMPLETION"),
        embedding=price("SELFRAG_PRICE_EMBEDDING"),
        currency=values.text("SELFRAG_CURRENCY", Prices.currency),
    )
