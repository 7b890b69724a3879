"""What a question is answered with: models and settings, for the record. Never a key."""

from dataclasses import asdict
from typing import Any

from selfrag.service.desk import Desk


def made_with(desk: Desk) -> dict[str, Any]:
    """Plain values, as they are at work now."""
    models = desk.settings.models
    return {
        "answers_with": desk.models.answers_with,
        "chat_model": models.chat_model,
        "embedding_model": models.embedding_model,
        "searches_with": desk.embedder_name,
        "grading": "together" if models.together else "each",
        "web": desk.web_provider,
        "limits": asdict(desk.limits),
    }
