"""What a person can do with documents that are there."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from selfrag.documents.faults import compacting
from selfrag.documents.space import DiskUse, database_size, free_bytes
from selfrag.service.desk import Desk
from selfrag.threads.checkpointer import CHECKPOINTS


class Stored:
    """Lists, names, moves and deletes documents; a document is named by label, id or the beginning of its id.

    Every method that takes one raises UnknownDocument, also when several go by that name, and each that changes one
    raises NotStored where the disk fails.
    """

    desk: Desk

    def documents(self) -> list[dict[str, Any]]:
        """Every document that can be searched, as `documents --json` prints it."""
        return [
            {
                "document": document.id,
                "name": document.label,
                "collection": document.collection,
                "collection_id": document.collection_id,
                "status": document.state,
                "pages": document.pages,
                "passages": document.passages,
                "pages_without_text": document.pages_without_text,
                "unreadable": document.unreadable,
                "ocr": document.ocr,
                "warnings": document.warnings,
                "bytes": document.bytes,
                "created": document.created,
            }
            for document in self.desk.library.documents()
        ]

    def rename_document(self, document: str, name: str) -> str:
        """Give it another name; returns its label. Raises DocumentError for an empty name."""
        return self.desk.library.rename(document, name)

    def move_document(self, document: str, collection: str) -> None:
        """Put it into the collection of that title, made if there is none, without embedding it again.

        Raises UnknownCollection for an empty title, ReindexNeeded where another model embedded that collection, and
        ThreadBusy while its own or that collection is being embedded anew.
        """
        self.desk.library.move(document, collection)

    def replace_earlier(self, document: str) -> str:
        """Delete the earlier documents of its name in its collection; returns its label, plain where that is free."""
        return self.desk.library.replace_earlier(document)

    def delete_document(self, document: str) -> str:
        """Remove everything of it; returns its label."""
        return self.desk.library.delete(document).label

    def document_file(self, document: str) -> Path:
        """The original PDF. Raises Unreadable where somebody removed it."""
        return self.desk.library.original(document)

    def disk_use(self) -> DiskUse:
        """Bytes of every store, and how many of them `compact` would give back at least."""
        file, use = self.desk.settings.data_dir / CHECKPOINTS, self.desk.library.disk_use()
        return replace(use, checkpoints=database_size(file), reclaimable=use.reclaimable + free_bytes(file))

    def compact(self) -> int:
        """Give the space of what was deleted back to the disk; returns how many bytes.

        Raises ThreadBusy while files are being added or a collection is embedded anew, and NotStored where the disk
        fails or another server is writing.
        """
        file = self.desk.settings.data_dir / CHECKPOINTS
        documents, before = self.desk.library.compact(), database_size(file)
        with compacting():
            self.desk.checkpointer.compact()
        return documents + max(0, before - database_size(file))
