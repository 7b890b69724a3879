"""What a person says of an answer: sentences struck, thumbs."""

from selfrag.service.desk import Desk


class Judging:
    """What a person says of an answer: sentences struck, thumbs."""

    desk: Desk
