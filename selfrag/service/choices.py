"""Which models answer, as a person may choose and try them."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from selfrag.errors import ModelUnreachable
from selfrag.ports import Meter
from selfrag.service.desk import Desk
from selfrag.service.models import Models, Trial, try_out
from selfrag.settings import CHAT_MODEL, CHOOSABLE, EMBEDDING_MODEL, SERVER, Settings

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
        """What is set or chosen for each of `CHOOSABLE`, as it is at work; nothing for what was left to its default."""
        settings, chosen = self.settings, self.desk.preferences.chosen(CHOOSABLE)
        known = {name: "" if settings.fixed_by(name) else chosen.get(name, "") for name in CHOOSABLE}
        if not self._same_server(chosen):
            known |= {CHAT_MODEL: "", EMBEDDING_MODEL: ""}
        return known | {name: settings.environ[name] for name in CHOOSABLE if name in settings.environ}

    def settings_with(self, choices: Mapping[str, str]) -> Settings:
        """The settings as they would be with these choices too. Raises SettingsError."""
        return self.settings.choosing({**self.desk.preferences.chosen(CHOOSABLE), **choices})

    def model_names(self, choices: Mapping[str, str]) -> list[str]:
        """The models that the chosen server offers; none without a server. Raises ModelError, SettingsError."""
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
        if self.settings.fixed_by(SERVER):
            choices = {**choices, SERVER: self.settings.environ.get(SERVER, "")}
        settings, old = self.settings_with(choices), self.desk.models
        with self.desk.runs.idle():
            if settings.models == self.settings.models:
                self.desk.preferences.choose_all(dict(choices))
                self.desk = replace(self.desk, settings=settings)
                return
            new = self.desk.make_models(settings.models)
            self.desk.preferences.choose_all(dict(choices))
            self.desk = replace(self.desk, settings=settings, models=new)
        old.close()

    def _same_server(self, chosen: Mapping[str, str]) -> bool:
        """Whether the stored choices of models were made for the server that is at work."""
        return not self.settings.fixed_by(SERVER) or chosen.get(SERVER, "") == self.settings.environ.get(SERVER, "")

    @contextmanager
    def _models(self, choices: Mapping[str, str]) -> Iterator[Models]:
        """As chosen, and asked once: who waits in front of the page wants the first failure told.

        Models that no server gives are those at work already, unless the choices name others.
        """
        settings, now = self.settings_with(choices).models, self.desk.settings.models
        served = settings.chat_server or settings.embedding_server
        if settings == now and not served:
            yield self.desk.models
            return
        models = self.desk.make_models(replace(settings, attempts=1))
        try:
            loaded = settings.gguf is not None and settings.gguf == now.gguf  # a second copy might not fit into memory
            yield (
                replace(models, reflector=self.desk.models.reflector, rung=self.desk.models.rung) if loaded else models
            )
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
