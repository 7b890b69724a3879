"""Which models answer, as a person may choose and try them."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from selfrag.errors import ModelUnreachable, ThreadBusy
from selfrag.ports import Meter
from selfrag.service.desk import Desk
from selfrag.service.models import Models, Trial, try_out
from selfrag.settings import CHOOSABLE, Settings

PATIENCE = 30.0  # seconds; a person waits in front of the page
PATIENCE_WITH_FILE = 300.0  # seconds; a model file is loaded first


class Choices:
    """Tries and changes the models. Choices are named as the environment variables that they stand in for."""

    desk: Desk

    @property
    def settings(self) -> Settings:
        """The environment's settings and, below them, what was chosen."""
        return self.desk.settings

    def choices(self) -> dict[str, str]:
        """What is chosen or set for each of `CHOOSABLE`; nothing for what was left to its default."""
        chosen = self.desk.preferences.chosen(CHOOSABLE)
        return {name: self.settings.environ.get(name) or chosen.get(name, "") for name in CHOOSABLE}

    def settings_with(self, choices: Mapping[str, str]) -> Settings:
        """The settings as they would be with these choices too. Raises SettingsError."""
        return self.settings.choosing({**self.desk.preferences.chosen(CHOOSABLE), **choices})

    def model_names(self, choices: Mapping[str, str]) -> list[str]:
        """The models that the chosen chat server offers; none for embedded ones. Raises ModelError, SettingsError."""
        with self._models(choices) as models:
            return models.names(self._patient()) if models.names else []

    def try_models(self, choices: Mapping[str, str] | None = None) -> Trial:
        """Ask the chosen models, or those at work, for one verdict and one vector. Raises SettingsError."""
        with self._models(choices or {}) as models:
            return try_out(models, self._patient())

    def choose_models(self, choices: Mapping[str, str]) -> None:
        """Let these models answer from now on; an empty choice returns to the default.

        Raises SettingsError where a value makes no sense, and ThreadBusy while a run needs the present ones; then
        nothing changed.
        """
        settings = self.settings_with(choices)
        if self.desk.runs.alive():
            raise ThreadBusy("Something is being worked on right now: wait until it is done, or stop it, then save.")
        self.desk.preferences.choose_all(dict(choices))
        old = self.desk.models
        if settings.models == self.desk.settings.models:
            self.desk = replace(self.desk, settings=settings)
        else:
            self.desk = replace(self.desk, settings=settings, models=self.desk.make_models(settings.models))
            old.close()

    @contextmanager
    def _models(self, choices: Mapping[str, str]) -> Iterator[Models]:
        """As chosen, and asked once: who waits in front of the page wants the first failure told.

        Models that no server gives are those at work already, unless the choices name others.
        """
        settings = self.settings_with(choices).models
        served = settings.chat_server or settings.embedding_server
        if settings == self.desk.settings.models and not served:
            yield self.desk.models
            return
        models = self.desk.make_models(replace(settings, attempts=1))
        try:
            yield models
        finally:
            models.close()

    def _patient(self) -> Meter:
        """Gives up on a server that keeps a person waiting for too long."""
        seconds = PATIENCE_WITH_FILE if self.desk.settings.models.gguf else PATIENCE
        until = time.monotonic() + seconds

        def progress(kind: str, **facts: Any) -> None:
            if time.monotonic() > until:
                raise ModelUnreachable(
                    "The model did not answer within {seconds} seconds: check that its server runs, then try again.",
                    seconds=int(seconds),
                )

        return Meter(progress)
