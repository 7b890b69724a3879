"""Any OpenAI-compatible server as a backend."""

from selfrag.models.openai.backend import OpenAIBackend
from selfrag.models.openai.embedder import OpenAIEmbedder
from selfrag.models.openai.reflector import OpenAIReflector
from selfrag.models.openai.writer import OpenAIWriter

__all__ = ["OpenAIBackend", "OpenAIEmbedder", "OpenAIReflector", "OpenAIWriter"]
