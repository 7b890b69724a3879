"""What the graph asks of the outside world, and the plain types both sides speak.

Ports are small promises; backends live in `documents` and `models`, and `wiring` chooses them.
All values are JSON-compatible, so they may go into checkpoints and over the command line.
"""

from selfrag.ports.meter import Meter, Progress, silent
from selfrag.ports.protocols import (
    CUT,
    RESTART,
    Embedder,
    Outside,
    PassageStore,
    PortFactory,
    Ports,
    Reflector,
    Search,
    Writer,
    joined,
)
from selfrag.ports.values import (
    Basis,
    Claim,
    Hit,
    IsRel,
    IsSup,
    IsUse,
    Limits,
    Passage,
    RelVerdict,
    Retrieve,
    RetrieveVerdict,
    SupVerdict,
    Turn,
)

__all__ = [
    "CUT",
    "RESTART",
    "Basis",
    "Claim",
    "Embedder",
    "Hit",
    "IsRel",
    "IsSup",
    "IsUse",
    "Limits",
    "Meter",
    "Outside",
    "Passage",
    "PassageStore",
    "PortFactory",
    "Ports",
    "Progress",
    "Reflector",
    "RelVerdict",
    "Retrieve",
    "RetrieveVerdict",
    "Search",
    "SupVerdict",
    "Turn",
    "Writer",
    "joined",
    "silent",
]
