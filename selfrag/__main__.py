"""The command line: the same service as the pages, for scripts and tests."""

import logging
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from selfrag.arguments import parse
from selfrag.commands import COMMANDS
from selfrag.commands.printing import say
from selfrag.errors import SelfragError
from selfrag.settings import read_settings


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it happened, 1 when it did not, 2 for wrong use."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    given = parse(argv)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    try:
        return COMMANDS[given.command](given, read_settings())
    except SelfragError as error:
        say(str(error))
        return 1
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        say("Stopped.")
        return 1


if __name__ == "__main__":
    sys.exit(main())
