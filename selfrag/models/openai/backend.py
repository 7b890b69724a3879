"""Everything an OpenAI-compatible server offers, behind the ports."""

from selfrag.errors import SettingsError
from selfrag.models.openai.embedder import OpenAIEmbedder
from selfrag.models.openai.reflector import OpenAIReflector
from selfrag.models.openai.server import Server
from selfrag.models.openai.writer import OpenAIWriter
from selfrag.ports import Meter


class OpenAIBackend:
    """Shares one server's clients, built at the first request. Its methods are cheap and thread-safe."""

    def __init__(
        self, *, api_key: str, base_url: str | None, chat_model: str, embedding_model: str | None, timeout: float
    ) -> None:
        self._server = Server(api_key=api_key, base_url=base_url, chat_model=chat_model, timeout=timeout)
        self._embedding_model = embedding_model

    def warm(self) -> None:
        """Build the clients now (one to two seconds), without a request."""
        self._server.warm()

    def reflector(self, meter: Meter) -> OpenAIReflector:
        """Counts into `meter`."""
        return OpenAIReflector(self._server, meter)

    def writer(self, meter: Meter) -> OpenAIWriter:
        """Counts into `meter`."""
        return OpenAIWriter(self._server, meter)

    def embedder(self, meter: Meter | None = None) -> OpenAIEmbedder:
        """Counts into `meter`, if given. Raises SettingsError where no embedding model is set."""
        if self._embedding_model is None:
            raise SettingsError("SELFRAG_EMBEDDING_MODEL is not set: name a model, or use the embedded one.")
        return OpenAIEmbedder(self._server, self._embedding_model, meter or Meter())
