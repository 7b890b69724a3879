"""What the environment says, what is chosen below it, and who gets the key."""

from pathlib import Path

import pytest

from selfrag.errors import SettingsError
from selfrag.ports import Limits
from selfrag.settings import EMBEDDED, Endpoint, ModelSettings, OcrSettings, Prices, WebSettings, read_settings

LOCAL = "http://localhost:11434/v1"


def models(chosen: dict[str, str] | None = None, **environ: str) -> ModelSettings:
    return read_settings(environ, chosen or {}).models


def test_nothing_set_needs_no_server() -> None:
    settings = read_settings({})
    assert settings.models == ModelSettings(chat_model=EMBEDDED, embedding_model=EMBEDDED)
    assert (settings.limits, settings.prices, settings.web) == (Limits(), Prices(), WebSettings())
    assert settings.data_dir == Path(".selfrag").absolute()


def test_a_key_alone_means_openai_for_both() -> None:
    chosen = models(OPENAI_API_KEY="sk-1")
    assert chosen.chat_server == chosen.embedding_server == Endpoint(None, "sk-1")
    assert (chosen.chat_model, chosen.embedding_model) == ("gpt-4o-mini", "text-embedding-3-small")


def test_a_server_without_a_named_embedding_model_searches_with_the_embedded_one() -> None:
    chosen = models(OPENAI_BASE_URL=LOCAL, SELFRAG_CHAT_MODEL="qwen")
    assert (chosen.chat_server, chosen.chat_model) == (Endpoint(LOCAL, "none"), "qwen")
    assert (chosen.embedding_server, chosen.embedding_model) == (None, EMBEDDED)


@pytest.mark.parametrize(
    ("chat", "search", "servers"),
    [
        (EMBEDDED, "bge", (None, Endpoint(LOCAL, "none"))),
        ("qwen", EMBEDDED, (Endpoint(LOCAL, "none"), None)),
        (EMBEDDED, EMBEDDED, (None, None)),
    ],
)
def test_chat_and_embeddings_are_chosen_apart(chat: str, search: str, servers: tuple[Endpoint | None, ...]) -> None:
    chosen = models(OPENAI_BASE_URL=LOCAL, SELFRAG_CHAT_MODEL=chat, SELFRAG_EMBEDDING_MODEL=search)
    assert (chosen.chat_server, chosen.embedding_server) == servers
    assert (chosen.chat_model, chosen.embedding_model) == (chat, search)


def test_embeddings_may_come_from_a_server_of_their_own_with_a_key_of_its_own() -> None:
    chosen = models(
        OPENAI_BASE_URL=LOCAL,
        OPENAI_API_KEY="chat",
        SELFRAG_EMBEDDING_URL="http://localhost:9/v1",
        SELFRAG_EMBEDDING_MODEL="bge",
    )
    assert chosen.chat_server == Endpoint(LOCAL, "chat")
    assert chosen.embedding_server == Endpoint("http://localhost:9/v1", "none", "SELFRAG_EMBEDDING_KEY")


def test_a_key_for_embeddings_alone_goes_to_the_chat_server() -> None:
    chosen = models(OPENAI_BASE_URL=LOCAL, SELFRAG_EMBEDDING_KEY="own", SELFRAG_EMBEDDING_MODEL="bge")
    assert chosen.embedding_server == Endpoint(LOCAL, "own", "SELFRAG_EMBEDDING_KEY")
    assert chosen.chat_server == Endpoint(LOCAL, "none")


def test_a_model_file_takes_the_chat_servers_place(tmp_path: Path) -> None:
    chosen = models(SELFRAG_GGUF=str(tmp_path / "tiny.gguf"), OPENAI_API_KEY="sk-1")
    assert (chosen.gguf, chosen.chat_server, chosen.chat_model) == (tmp_path / "tiny.gguf", None, "tiny")
    assert (chosen.embedding_server, chosen.embedding_model) == (None, EMBEDDED)


def test_what_the_environment_names_stands_above_a_choice() -> None:
    chosen = {
        "OPENAI_BASE_URL": LOCAL,
        "SELFRAG_CHAT_MODEL": "chosen",
        "SELFRAG_EMBEDDING_MODEL": "bge",
        "SELFRAG_GRADING": "together",
    }
    settings = read_settings({"OPENAI_BASE_URL": LOCAL, "SELFRAG_CHAT_MODEL": "named"}, chosen)
    assert (settings.models.chat_model, settings.models.embedding_model) == ("named", "bge")
    assert settings.models.together
    assert settings.fixed_by("SELFRAG_CHAT_MODEL") == "SELFRAG_CHAT_MODEL"
    assert settings.fixed_by("SELFRAG_EMBEDDING_MODEL") is None


def test_a_key_goes_to_no_server_but_its_own() -> None:
    elsewhere = {"OPENAI_BASE_URL": "http://collector.invalid/v1"}
    alone = read_settings({"OPENAI_API_KEY": "sk-1"}, elsewhere)
    assert alone.models.chat_server == Endpoint(None, "sk-1")
    assert alone.fixed_by("OPENAI_BASE_URL") == "OPENAI_API_KEY"
    assert models(elsewhere, OPENAI_API_KEY="sk-1", OPENAI_BASE_URL=LOCAL).chat_server == Endpoint(LOCAL, "sk-1")
    assert models(elsewhere).chat_server == Endpoint("http://collector.invalid/v1", "none")


def test_models_chosen_for_one_server_are_not_asked_for_at_another() -> None:
    chosen = {"OPENAI_BASE_URL": LOCAL, "SELFRAG_CHAT_MODEL": "qwen", "SELFRAG_EMBEDDING_MODEL": "bge"}
    later = models(chosen, OPENAI_API_KEY="sk-1")
    assert (later.chat_model, later.embedding_model) == ("gpt-4o-mini", "text-embedding-3-small")
    assert models(chosen).chat_model == models(chosen, OPENAI_BASE_URL=LOCAL).chat_model == "qwen"


def test_a_model_file_settles_the_chat_model() -> None:
    settings = read_settings({"SELFRAG_GGUF": "tiny.gguf"}, {"SELFRAG_CHAT_MODEL": "qwen"})
    assert settings.fixed_by("SELFRAG_CHAT_MODEL") == "SELFRAG_GGUF"
    assert settings.models.chat_model == "tiny"


@pytest.mark.parametrize(
    "address",
    [
        "localhost:8000",
        "http://",
        "ftp://localhost/v1",
        "http://user:secret@localhost/v1",
        "http://localhost/v1?key=secret",
        "http://localhost/v1#x",
        "http://local host/v1",
        "http://localhost:port/v1",
        "http://localhost:99999/v1",
        "http://[::1/v1",
    ],
)
def test_an_address_is_plain_since_it_is_shown_and_stored(address: str) -> None:
    with pytest.raises(SettingsError, match="OPENAI_BASE_URL") as refused:
        read_settings({"OPENAI_BASE_URL": address})
    assert "secret" not in str(refused.value)
    assert read_settings({"OPENAI_BASE_URL": "https://[::1]:8000/v1"}).models.server is not None


@pytest.mark.parametrize(
    "name",
    [
        "OPENAI_API_KEY",
        "SELFRAG_DATA_DIR",
        "SELFRAG_GGUF",
        "SELFRAG_EMBEDDING_URL",
        "TAVILY_API_KEY",
        "SELFRAG_TAVILY_URL",
        "SELFRAG_WEB_TIMEOUT",
    ],
)
def test_only_some_things_can_be_chosen(name: str) -> None:
    assert read_settings({}, {name: "http://x"}) == read_settings({})


def test_the_key_is_not_shown() -> None:
    names = ("OPENAI_API_KEY", "SELFRAG_EMBEDDING_KEY", "TAVILY_API_KEY")
    settings = read_settings(dict.fromkeys(names, "sk-MARKER"))
    assert settings.web.tavily_key == "sk-MARKER"
    assert "MARKER" not in repr(settings) + str(settings) + repr(settings.models) + repr(settings.web)


def test_the_web_is_searched_by_a_key_or_an_address() -> None:
    alone = read_settings({"TAVILY_API_KEY": " tvly-1 ", "SELFRAG_WEB": "3", "SELFRAG_WEB_TIMEOUT": "2.5"})
    assert alone.web == WebSettings(tavily_key="tvly-1", timeout=2.5)
    assert alone.limits.web == 3
    both = read_settings(
        {"TAVILY_API_KEY": "tvly-1", "SELFRAG_TAVILY_URL": "http://proxy:1", "SELFRAG_SEARXNG_URL": LOCAL}
    )
    assert both.web == WebSettings(searxng=LOCAL, tavily_key="tvly-1", tavily_url="http://proxy:1")


def test_searxng_can_be_chosen_where_the_environment_names_none() -> None:
    chosen = {"SELFRAG_SEARXNG_URL": "http://chosen:8080"}
    settings = read_settings({"TAVILY_API_KEY": "tvly-1"})
    assert settings.choosing(chosen).web == WebSettings(searxng="http://chosen:8080", tavily_key="tvly-1")
    assert settings.choosing(chosen).choosing({}).web == settings.web
    named = read_settings({"SELFRAG_SEARXNG_URL": LOCAL}, chosen)
    assert (named.web.searxng, named.fixed_by("SELFRAG_SEARXNG_URL")) == (LOCAL, "SELFRAG_SEARXNG_URL")


def test_prices_and_threshold() -> None:
    settings = read_settings(
        {"SELFRAG_PRICE_PROMPT": "0.15", "SELFRAG_RETRIEVE_THRESHOLD": "0.4", "SELFRAG_CURRENCY": "₩"}
    )
    assert settings.prices == Prices(prompt=0.15, currency="₩")
    assert settings.limits.retrieve_threshold == 0.4


def test_text_in_scans_is_recognised_unless_that_is_off() -> None:
    chosen = {"SELFRAG_OCR": "off", "SELFRAG_OCR_LANGUAGES": "deu"}
    assert read_settings({}, chosen).ocr == OcrSettings(on=True, languages="kor+eng")
    said = read_settings({"SELFRAG_OCR": "off", "SELFRAG_OCR_LANGUAGES": "chi_sim+eng", "SELFRAG_OCR_SECONDS": "60"})
    assert (said.ocr, said.limits.ocr_seconds) == (OcrSettings(on=False, languages="chi_sim+eng"), 60)
    assert said.choosing({}).ocr == said.ocr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SELFRAG_PARALLEL", "0"),
        ("SELFRAG_PARALLEL", "many"),
        ("SELFRAG_OFFERED", "-1"),
        ("SELFRAG_TIMEOUT", "soon"),
        ("SELFRAG_TIMEOUT", "nan"),
        ("SELFRAG_RETRIEVE_THRESHOLD", "1.5"),
        ("SELFRAG_PRICE_PROMPT", "-1"),
        ("SELFRAG_GRADING", "sometimes"),
        ("SELFRAG_EMBEDDING_URL", "http://localhost:9/v1"),
        ("SELFRAG_SEARXNG_URL", "http://me:secret@localhost:8080"),
        ("SELFRAG_TAVILY_URL", "http://localhost:9"),
        ("SELFRAG_WEB", "-1"),
        ("SELFRAG_WEB_TIMEOUT", "0"),
        ("SELFRAG_OCR", "on"),
        ("SELFRAG_OCR_LANGUAGES", "kor, eng"),
        ("SELFRAG_OCR_LANGUAGES", "--psm"),
        ("SELFRAG_OCR_SECONDS", "-1"),
    ],
)
def test_a_value_without_sense_is_told_with_its_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        read_settings({name: value})
