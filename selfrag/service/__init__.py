"""What pages, command line and tests call: ask, resume, continue, stop, ingest and read."""

from selfrag.service.desk import Desk
from selfrag.service.service import Service

__all__ = ["Desk", "Service"]
