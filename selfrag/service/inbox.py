"""Reviews that wait for a person, and what people say to each other about them."""

from selfrag.service.desk import Desk


class Inbox:
    """Reviews that wait for a person, and what people say to each other about them."""

    desk: Desk
