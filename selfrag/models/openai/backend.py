"""What an OpenAI-compatible server offers, behind the ports."""

from selfrag.models.openai.chat_model import ChatModel
from selfrag.models.openai.embedder import EmbeddingModel, OpenAIEmbedder
from selfrag.models.openai.reflector import OpenAIReflector
from selfrag.models.openai.server import Server
from selfrag.models.openai.writer import OpenAIWriter
from selfrag.ports import Meter


class OpenAIChat:
    """A chat model that judges and writes. Its methods are cheap and thread-safe."""

    def __init__(self, server: Server, model: str, *, together: bool = False) -> None:
        self._model = ChatModel(server, model)
        self._together = together

    @property
    def rung(self) -> str:
        """How verdicts are asked for: json_schema, tools, json_object or text; empty while that is not known."""
        return self._model.rung

    def warm(self) -> None:
        """Build the server's client now, without a request."""
        self._model.server.warm()

    def reflector(self, meter: Meter) -> OpenAIReflector:
        """Counts into `meter`."""
        return OpenAIReflector(self._model, meter, together=self._together)

    def writer(self, meter: Meter) -> OpenAIWriter:
        """Counts into `meter`."""
        return OpenAIWriter(self._model, meter)


class OpenAIEmbeddings:
    """An embedding model. Its methods are cheap and thread-safe."""

    def __init__(self, server: Server, model: str) -> None:
        self._model = EmbeddingModel(server, model)

    @property
    def name(self) -> str:
        """Identifies the model; vectors of two names are never mixed."""
        return self.embedder(Meter()).name

    def embedder(self, meter: Meter) -> OpenAIEmbedder:
        """Counts into `meter`."""
        return OpenAIEmbedder(self._model, meter)
