"""The backend that needs no key, no network and no GPU: USE vectors, word coverage, and quotes."""

from selfrag.models.embedded.embedder import EmbeddedEmbedder
from selfrag.models.embedded.reflector import EmbeddedReflector
from selfrag.models.embedded.writer import EmbeddedWriter

__all__ = ["EmbeddedEmbedder", "EmbeddedReflector", "EmbeddedWriter"]
