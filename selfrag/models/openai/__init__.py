"""Any OpenAI-compatible server as a backend."""

from selfrag.models.openai.backend import OpenAIChat, OpenAIEmbeddings
from selfrag.models.openai.chat_model import ChatModel
from selfrag.models.openai.embedder import OpenAIEmbedder
from selfrag.models.openai.reflector import OpenAIReflector
from selfrag.models.openai.server import Server
from selfrag.models.openai.writer import OpenAIWriter

__all__ = [
    "ChatModel",
    "OpenAIChat",
    "OpenAIEmbedder",
    "OpenAIEmbeddings",
    "OpenAIReflector",
    "OpenAIWriter",
    "Server",
]
