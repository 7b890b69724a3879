"""What became of a question, in the order in which it happened."""

from selfrag.service.desk import Desk


class Timeline:
    """What became of a question, in the order in which it happened."""

    desk: Desk
