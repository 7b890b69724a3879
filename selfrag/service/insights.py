"""Graders against people, and what questions took."""

from selfrag.service.desk import Desk


class Insights:
    """Graders against people, and what questions took."""

    desk: Desk
