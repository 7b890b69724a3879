"""The service for commands that only read."""

from selfrag.errors import DataDirBusy
from selfrag.service import Service
from selfrag.settings import Settings
from selfrag.wiring import open_service


def open_for_reading(settings: Settings) -> Service:
    """As the owner of the data directory, or beside the process that owns it."""
    try:
        return open_service(settings)
    except DataDirBusy:
        return open_service(settings, own=False)
