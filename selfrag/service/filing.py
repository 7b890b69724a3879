"""What a person does with whole threads."""

from selfrag.service.desk import Desk


class Filing:
    """What a person does with whole threads."""

    desk: Desk
