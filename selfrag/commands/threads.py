"""Threads: listed, shown, renamed, put away and deleted."""

import argparse

from selfrag.commands.opening import open_for_reading
from selfrag.commands.printing import out, print_view
from selfrag.settings import Settings
from selfrag.wiring import open_service


def show(arguments: argparse.Namespace, settings: Settings) -> int:
    """A thread's last question."""
    with open_for_reading(settings) as service:
        print_view(service.show(arguments.thread), arguments.json)
    return 0


def threads(arguments: argparse.Namespace, settings: Settings) -> int:
    """List threads: those at hand, or those put away."""
    with open_for_reading(settings) as service:
        found = service.find_threads(arguments.search, status=arguments.status, archived=arguments.archived)
    if arguments.json:
        out({"threads": [vars(thread) for thread in found]})
    for thread in () if arguments.json else found:
        out(f"{thread.id}  {thread.status:<11}  {thread.title}")
    return 0


def rename_thread(arguments: argparse.Namespace, settings: Settings) -> int:
    """Give a thread another title."""
    with open_service(settings) as service:
        service.rename_thread(arguments.thread, arguments.title)
        out(f"{arguments.thread} is now “{service.show(arguments.thread)['title']}”")
    return 0


def archive(arguments: argparse.Namespace, settings: Settings) -> int:
    """Put a thread away, or bring it back."""
    with open_service(settings) as service:
        service.archive_thread(arguments.thread, away=not arguments.undo)
    out(f"{arguments.thread} is {'back' if arguments.undo else 'archived'}")
    return 0


def delete_thread(arguments: argparse.Namespace, settings: Settings) -> int:
    """Delete a thread with all that belongs to it."""
    with open_service(settings) as service:
        service.delete_thread(arguments.thread)
    out(f"deleted {arguments.thread}")
    return 0
