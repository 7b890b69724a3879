"""What was chosen on the settings page."""

from collections.abc import Iterable

from sqlalchemy import Engine, delete, insert, select

from selfrag.threads.tables import preferences

DEFAULTS = {"language": "auto", "policy": "always", "draft_review": "off", "people": ""}


class Preferences:
    """Choices that last, by name; every method is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def get(self, name: str) -> str:
        """The choice, or its default."""
        return self.chosen([name]).get(name, DEFAULTS[name])

    def chosen(self, names: Iterable[str]) -> dict[str, str]:
        """Those of these choices that were made."""
        wanted = select(preferences).where(preferences.c.name.in_(list(names)))
        with self._engine.connect() as db:
            return {row.name: row.value for row in db.execute(wanted)}

    def choose(self, name: str, value: str) -> None:
        """Remember a choice."""
        self.choose_all({name: value})

    def choose_all(self, choices: dict[str, str]) -> None:
        """Remember choices; an empty one is forgotten."""
        kept = [{"name": name, "value": value} for name, value in choices.items() if value]
        with self._engine.begin() as db:
            db.execute(delete(preferences).where(preferences.c.name.in_(list(choices))))
            if kept:
                db.execute(insert(preferences), kept)
