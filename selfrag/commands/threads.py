"""Threads: listed, and shown."""

import argparse

from selfrag.commands.opening import open_for_reading
from selfrag.commands.printing import out, print_view
from selfrag.settings import Settings


def show(arguments: argparse.Namespace, settings: Settings) -> int:
    """A thread's last question."""
    with open_for_reading(settings) as service:
        print_view(service.show(arguments.thread), arguments.json)
    return 0


def threads(arguments: argparse.Namespace, settings: Settings) -> int:
    """List threads."""
    with open_for_reading(settings) as service:
        listed = [vars(thread) for thread in service.threads(arguments.status)]
    if arguments.json:
        out({"threads": listed})
    for thread in () if arguments.json else listed:
        out(f"{thread['id']}  {thread['status']:<11}  {thread['title']}")
    return 0
