"""What was chosen on the settings page."""

from sqlalchemy import Engine, delete, insert, select

from selfrag.threads.tables import metadata, preferences

DEFAULTS = {"language": "auto", "policy": "always"}


class Preferences:
    """Choices that last, by name; every method is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        metadata.create_all(engine)

    def get(self, name: str) -> str:
        """The choice, or its default."""
        with self._engine.connect() as db:
            row = db.execute(select(preferences.c.value).where(preferences.c.name == name)).first()
        return DEFAULTS[name] if row is None else str(row.value)

    def choose(self, name: str, value: str) -> None:
        """Remember a choice."""
        with self._engine.begin() as db:
            db.execute(delete(preferences).where(preferences.c.name == name))
            db.execute(insert(preferences).values(name=name, value=value))
