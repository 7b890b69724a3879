"""What pages, command line and tests call: ask, resume, continue, stop, ingest, choose models, and read."""

from selfrag.service.desk import Desk
from selfrag.service.models import Models, Trial
from selfrag.service.service import Service

__all__ = ["Desk", "Models", "Service", "Trial"]
