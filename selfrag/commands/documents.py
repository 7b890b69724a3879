"""Documents: added, listed, renamed, moved, deleted."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from selfrag.commands.following import events, tell
from selfrag.commands.opening import open_for_reading
from selfrag.commands.printing import out, say
from selfrag.runs import FileDone
from selfrag.service import Service
from selfrag.settings import Settings
from selfrag.wiring import open_service


def ingest(arguments: argparse.Namespace, settings: Settings) -> int:
    """Add files to a collection, and say what is in it."""
    with open_service(settings) as service:
        if arguments.description is not None:
            _describe(service, arguments.collection, arguments.description)
        files, title = _files(arguments.path), arguments.collection
        run = service.ingest(files, title, arguments.password, replace=arguments.replace)
        states = []
        for event in events(run):
            tell(event)
            if isinstance(event, FileDone):
                states.append(event.result["status"])
                out(event.result if arguments.json else _file_line(event.result))
        ended = run.wait()
    if ended is not None and ended.error:
        say(ended.error)
    return 0 if states and "failed" not in states and ended is not None and ended.status == "ready" else 1


def documents(arguments: argparse.Namespace, settings: Settings) -> int:
    """List what can be searched."""
    with open_for_reading(settings) as service:
        listed = service.documents()
    if arguments.json:
        out({"documents": listed})
    for document in () if arguments.json else listed:
        out("{document:.12}  {status:<12}  {pages:>5} p.  {collection}  {name}".format_map(document))
    return 0


def delete(arguments: argparse.Namespace, settings: Settings) -> int:
    """Remove a document with everything that was made of it."""
    with open_service(settings) as service:
        say(f"Deleted {service.delete_document(arguments.document)}.")
    return 0


def rename(arguments: argparse.Namespace, settings: Settings) -> int:
    """Give a document another name."""
    with open_service(settings) as service:
        say(f"Renamed to {service.rename_document(arguments.document, arguments.name)}.")
    return 0


def move(arguments: argparse.Namespace, settings: Settings) -> int:
    """Put a document into another collection."""
    with open_service(settings) as service:
        service.move_document(arguments.document, arguments.collection)
    say(f"Moved to {arguments.collection}.")
    return 0


def compact(arguments: argparse.Namespace, settings: Settings) -> int:
    """Give the space of what was deleted back to the disk."""
    with open_service(settings) as service:
        given, use = service.compact(), service.disk_use()
    if arguments.json:
        out({"bytes_given_back": given, **asdict(use), "total": use.total})
    else:
        say(f"Gave back {given:,} bytes; {use.total:,} are in use.")
    return 0


def _describe(service: Service, title: str, description: str) -> None:
    """Before the files are read, so that a description that is too long is told at once."""
    there = next((collection for collection in service.collections() if collection.title == title), None)
    if there is None:
        service.create_collection(title, description)
    else:
        service.describe_collection(there.id, description)


def _files(paths: Sequence[str]) -> list[tuple[str, Path | bytes]]:
    """Files as given; a folder stands for the PDFs in it."""
    found: list[tuple[str, Path | bytes]] = []
    for path in paths:
        inside = sorted(Path(path).glob("*.pdf")) if Path(path).is_dir() else []
        found += [(str(one), one) for one in inside] or [(path, Path(path))]
    return found


def _file_line(result: dict[str, Any]) -> str:
    notes = dict.fromkeys([*([result["error"]] if result["error"] else []), *result["warnings"]])
    return " — ".join([f"{result['file']}: {result['status']}", *notes])
