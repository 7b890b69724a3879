"""A strategy as a diagram."""

import argparse

from selfrag.commands.printing import out
from selfrag.graph.strategies.diagram import mermaid
from selfrag.settings import Settings


def graph(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print a strategy as Mermaid text, drawn from the graph that runs."""
    drawn = mermaid(arguments.strategy)
    out({"strategy": arguments.strategy, "mermaid": drawn} if arguments.json else drawn)
    return 0
