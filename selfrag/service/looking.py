"""What a person looks up while a review waits: text around a passage, and passages to add by hand."""

from selfrag.service.desk import Desk


class Looking:
    """What a person looks up while a review waits: text around a passage, and passages to add by hand."""

    desk: Desk
