"""Opinions on a thread's last answer."""

import argparse

from selfrag.arguments import THUMBS
from selfrag.commands.printing import print_view
from selfrag.service import Service
from selfrag.settings import Settings
from selfrag.wiring import open_service


def strike(arguments: argparse.Namespace, settings: Settings) -> int:
    """Strike a sentence, or take that back."""
    with open_service(settings) as service:
        asked = _last(service, arguments.thread)
        service.strike(arguments.thread, asked, arguments.sentence, not arguments.undo, arguments.by)
        print_view(service.show(arguments.thread), arguments.json)
    return 0


def thumb(arguments: argparse.Namespace, settings: Settings) -> int:
    """Thumb up, down or none."""
    with open_service(settings) as service:
        service.thumb(arguments.thread, _last(service, arguments.thread), THUMBS[arguments.value], arguments.by)
        print_view(service.show(arguments.thread), arguments.json)
    return 0


def _last(service: Service, thread_id: str) -> str:
    return service.show(thread_id)["question_id"] or ""
