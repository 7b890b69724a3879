"""Questions and reviews on a terminal."""

from selfrag.terminal.beside import describe_beside
from selfrag.terminal.deciding import ask_for_decision
from selfrag.terminal.describing import describe

__all__ = ["ask_for_decision", "describe", "describe_beside"]
