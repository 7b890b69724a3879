"""The record of a thread, to keep and to check."""

from selfrag.service.desk import Desk


class Receipts:
    """The record of a thread, to keep and to check."""

    desk: Desk
