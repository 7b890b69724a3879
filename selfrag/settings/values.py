"""Values out of text: each is checked, and a SettingsError names the variable that makes no sense."""

import re
from collections.abc import Mapping
from math import inf, isfinite
from urllib.parse import urlsplit

from selfrag.errors import SettingsError


class Values:
    """What was set, by the names of environment variables."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def text(self, name: str, default: str = "") -> str:
        """Any text."""
        return self._given.get(name, default)

    def address(self, name: str) -> str | None:
        """An http or https address that holds no secret: it is shown and stored."""
        address = self._given.get(name)
        if address is not None and not _is_plain_address(address):
            raise SettingsError(
                "{name} must be a plain address such as http://localhost:8000/v1: http or https, a host, a port up to "
                "65535, and no user, password, question mark or space.",
                name=name,
            )
        return address

    def whole(self, name: str, default: int, least: int = 0) -> int:
        """A whole number."""
        value = self.text(name, str(default))
        if not value.isdecimal() or int(value) < least:
            raise SettingsError(
                "{name} must be a whole number of at least {least}, not “{value}”.", name=name, least=least, value=value
            )
        return int(value)

    def number(self, name: str, default: float, *, least: float = 0.0, most: float = inf) -> float:
        """A number within bounds."""
        value = self.text(name, str(default))
        try:
            number = float(value)
        except ValueError:
            number = inf
        if isfinite(number) and least <= number <= most:
            return number
        if most == inf:
            raise SettingsError(
                "{name} must be a number of at least {least}, not “{value}”.",
                name=name,
                least=f"{least:g}",
                value=value,
            )
        raise SettingsError(
            "{name} must be a number from {least} to {most}, not “{value}”.",
            name=name,
            least=f"{least:g}",
            most=f"{most:g}",
            value=value,
        )

    def codes(self, name: str, default: str) -> str:
        """Names of letters and underscores, joined by "+"."""
        value = self.text(name, default)
        if not re.fullmatch(r"[A-Za-z_]+(\+[A-Za-z_]+)*", value):
            raise SettingsError(
                "{name} must be language codes joined by “+”, such as {default}, not “{value}”.",
                name=name,
                default=default,
                value=value,
            )
        return value

    def one_of(self, name: str, options: tuple[str, ...]) -> str:
        """One of the options, the first where nothing is set."""
        value = self.text(name, options[0])
        if value not in options:
            raise SettingsError(
                "{name} must be one of {options}, not “{value}”.", name=name, options=", ".join(options), value=value
            )
        return value


def _is_plain_address(address: str) -> bool:
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    plain = parts.username is None and parts.password is None and not parts.query and not parts.fragment
    return parts.scheme in ("http", "https") and bool(host) and plain and not any(map(str.isspace, address))
