"""What people call themselves on this desk."""

from selfrag.language.plain import visible

NAME_CHARS = 80


def name_of(typed: str) -> str:
    """A name as it is kept: on one line, without what cannot be seen, and no longer than the catalog takes."""
    return visible(typed)[:NAME_CHARS].rstrip()
