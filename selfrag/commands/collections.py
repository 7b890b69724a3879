"""Collections: what each is called and holds."""

import argparse
from dataclasses import asdict

from selfrag.commands.opening import open_for_reading
from selfrag.commands.printing import out
from selfrag.settings import Settings


def collections(arguments: argparse.Namespace, settings: Settings) -> int:
    """List the collections."""
    with open_for_reading(settings) as service:
        listed = service.collections()
    if arguments.json:
        out({"collections": [asdict(collection) for collection in listed]})
    for collection in () if arguments.json else listed:
        held = f"{collection.documents:>3} documents, {collection.passages:>5} passages"
        out(f"{held}  {collection.title}" + (f" — {collection.description}" if collection.description else ""))
    return 0
