"""The embedder, loaded once."""

import pytest

from selfrag.models.embedded import EmbeddedEmbedder


@pytest.fixture(scope="session")
def embedder() -> EmbeddedEmbedder:
    return EmbeddedEmbedder()
