"""Settings: one frozen object, read from the environment in `main`, never at import."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from selfrag.errors import SettingsError
from selfrag.ports import Limits


@dataclass(frozen=True)
class OpenAISettings:
    """An OpenAI-compatible server. `repr` hides the key."""

    api_key: str = field(repr=False)
    base_url: str | None
    chat_model: str
    embedding_model: str | None
    timeout: float


@dataclass(frozen=True)
class Settings:
    """All settings; `openai` is None where the embedded models answer."""

    data_dir: Path
    openai: OpenAISettings | None = None
    limits: Limits = Limits()


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Settings from environment variables.

    Raises SettingsError naming the variable when a value makes no sense.
    """
    limits = Limits(
        **{
            name: _whole_number(environ, f"SELFRAG_{name.upper()}", getattr(Limits, name))
            for name in Limits.__dataclass_fields__
        }
    )
    return Settings(Path(environ.get("SELFRAG_DATA_DIR") or ".selfrag").absolute(), _openai(environ), limits)


def _openai(environ: Mapping[str, str]) -> OpenAISettings | None:
    key, url = environ.get("OPENAI_API_KEY", ""), environ.get("OPENAI_BASE_URL", "")
    if not key and not url:
        return None
    if url and not url.startswith(("http://", "https://")):
        raise SettingsError(
            "OPENAI_BASE_URL must begin with http:// or https://, for example http://localhost:8000/v1."
        )
    return OpenAISettings(
        api_key=key or "none",
        base_url=url or None,
        chat_model=environ.get("SELFRAG_CHAT_MODEL") or "gpt-4o-mini",
        embedding_model=environ.get("SELFRAG_EMBEDDING_MODEL") or ("text-embedding-3-small" if not url else None),
        timeout=float(_whole_number(environ, "SELFRAG_TIMEOUT", 60)),
    )


def _whole_number(environ: Mapping[str, str], name: str, default: int) -> int:
    value = environ.get(name, "").strip()
    if not value:
        return default
    if not value.isdecimal():
        raise SettingsError("{name} must be a whole number, not “{value}”.", name=name, value=value)
    return int(value)
