"""The interface's language: English in the code, other languages in gettext catalogues under `locale`.

    from selfrag.ui import words

    STATUS = {"waiting": words.later("Waiting for you")}   # a constant: marked here, translated when shown
    _ = words.current()                                    # in a function: the words of this session
    st.write(_(STATUS["waiting"]), _("Page {page}", page=3), _.plural("{n} passage", "{n} passages", n=2))

Values are filled into the project's own sentences only, and keep their markdown: make outside text inert first.
"""

import gettext
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import streamlit as st

LANGUAGES = {"en": "English", "ko": "한국어"}
FOLDER = Path(__file__).parent / "locale"
DOMAIN = "selfrag"
_CHOICE = "chosen_language"


@dataclass(frozen=True)
class Translator:
    """Turns the code's English into one language; holds nothing of a session."""

    language: str
    _gettext: Callable[[str], str]
    _ngettext: Callable[[str, str, int], str]

    def __call__(self, message: str, **values: object) -> str:
        """The message with each `{name}` filled in; braces stay where there are no values."""
        return _filled(self._gettext(message), values)

    def plural(self, one: str, many: str, n: int, **values: object) -> str:
        """The form of the message for `n`, which fills `{n}`."""
        return _filled(self._ngettext(one, many, n), {"n": n, **values})


@cache
def translator(language: str) -> Translator:
    """The translator of one of LANGUAGES; any other language gives English. A page asks for it a thousand times."""
    known = language if language in LANGUAGES else "en"
    catalogue = gettext.translation(DOMAIN, FOLDER, [known], fallback=True)
    return Translator(known, catalogue.gettext, catalogue.ngettext)


def language_of(chosen: str | None, browser: str | None) -> str:
    """One of LANGUAGES: what the person chose, else the browser's locale ("ko-KR"), else English."""
    for wish in (chosen, browser):
        language = (wish or "").replace("_", "-").split("-")[0].lower()
        if language in LANGUAGES:
            return language
    return "en"


def current() -> Translator:
    """The translator of this session."""
    return translator(language_of(st.session_state.get(_CHOICE), st.context.locale))


def choose(language: str | None) -> None:
    """Set this session's language; None follows the browser."""
    st.session_state[_CHOICE] = language


def later(message: str) -> str:
    """Mark a constant for the catalogues; translate it where it is shown."""
    return message


def _filled(message: str, values: dict[str, object]) -> str:
    return message.format(**values) if values else message
