"""Which models answer: embedded ones, a server's, or a model file's."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from selfrag.ports import Embedder, Meter
from selfrag.sentences import sentence
from selfrag.service import Models
from selfrag.settings import KEY, Endpoint, ModelSettings

if TYPE_CHECKING:
    from selfrag.models.openai import Server

QUOTES = sentence("quotations found by the embedded models (no key, no network)")


@dataclass(frozen=True)
class _Embedding:
    make: Callable[[Meter], Embedder]
    warm: Callable[[], None]


def make_models(settings: ModelSettings) -> Models:
    """Clients for the chosen models; nothing is asked or started before the first request or `warm`.

    Raises SettingsError for a model file that cannot be used.
    """
    closing = ExitStack()
    servers: dict[Endpoint, Server] = {}

    def server(endpoint: Endpoint) -> "Server":
        if endpoint not in servers:
            servers[endpoint] = _server(settings, endpoint.key, endpoint.url, closing, key_name=endpoint.key_name)
        return servers[endpoint]

    embedding = _embedding(settings, server)
    if settings.gguf is not None:
        from selfrag.models.gguf import LocalServer

        local = LocalServer(settings.gguf, parallel=settings.parallel)
        closing.callback(local.close)
        chat_server = _server(settings, local.key, local.url, closing)
        models = _answering(settings, chat_server, settings.gguf.name, embedding, closing)
    elif settings.chat_server is not None:
        title = f"{settings.chat_model} ({settings.chat_server.url or 'api.openai.com'})"
        models = _answering(settings, server(settings.chat_server), title, embedding, closing)
    else:
        models = _quoting(embedding, closing)
    return replace(models, names=server(settings.server).models) if settings.server else models


def _server(
    settings: ModelSettings, key: str, url: str | Callable[[], str] | None, closing: ExitStack, key_name: str = KEY
) -> "Server":
    from selfrag.models.openai import Server

    server = Server(
        api_key=key,
        key_name=key_name,
        url=url,
        timeout=settings.timeout,
        parallel=settings.parallel,
        attempts=settings.attempts,
    )
    closing.callback(server.close)
    return server


def _embedding(settings: ModelSettings, server: Callable[[Endpoint], "Server"]) -> _Embedding:
    if settings.embedding_server is not None:
        from selfrag.models.openai import OpenAIEmbeddings

        chosen = server(settings.embedding_server)
        return _Embedding(OpenAIEmbeddings(chosen, settings.embedding_model).embedder, chosen.warm)
    from selfrag.models.embedded import EmbeddedEmbedder

    embedder = EmbeddedEmbedder()
    return _Embedding(lambda meter: embedder, embedder.warm)


def _answering(
    settings: ModelSettings, server: "Server", title: str, embedding: _Embedding, closing: ExitStack
) -> Models:
    from selfrag.models.openai import OpenAIChat

    chat = OpenAIChat(server, settings.chat_model, together=settings.together)

    def warm() -> None:
        embedding.warm()
        chat.warm()

    return Models(
        embedder=embedding.make,
        reflector=chat.reflector,
        writer=chat.writer,
        warm=warm,
        close=closing.close,
        answers_with=title,
        quotes=False,
        rung=lambda: chat.rung,
    )


def _quoting(embedding: _Embedding, closing: ExitStack) -> Models:
    from selfrag.models.embedded import EmbeddedEmbedder, EmbeddedReflector, EmbeddedWriter

    quoting = embedding.make(Meter())
    if not isinstance(quoting, EmbeddedEmbedder):
        quoting = EmbeddedEmbedder()
    writer = EmbeddedWriter(quoting)
    return Models(
        embedder=embedding.make,
        reflector=lambda meter: EmbeddedReflector(),
        writer=lambda meter: writer,
        warm=embedding.warm,
        close=closing.close,
        answers_with=QUOTES,
        quotes=True,
    )
