"""“What if”: a review answered otherwise, in a thread of its own."""

from selfrag.service.desk import Desk


class Forking:
    """“What if”: a review answered otherwise, in a thread of its own."""

    desk: Desk
