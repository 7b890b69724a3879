import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.ui import words
from selfrag.ui.words import language_of, translator
from tests.needs import imported

OTHERS = [language for language in words.LANGUAGES if language != "en"]


@pytest.fixture
def catalogue() -> Any:
    """The development tool, which needs Babel."""
    return imported("selfrag.ui.catalogue")


@pytest.mark.parametrize(
    ("chosen", "browser", "language"),
    [
        ("ko", "en-US", "ko"),
        ("en", "ko-KR", "en"),
        (None, "ko-KR", "ko"),
        (None, "ko", "ko"),
        (None, "KO_kr", "ko"),
        (None, "fr-FR", "en"),
        ("fr", "ko", "ko"),
        (None, None, "en"),
        (None, "", "en"),
    ],
)
def test_choice_goes_before_browser_and_english_is_last(chosen: str | None, browser: str | None, language: str) -> None:
    assert language_of(chosen, browser) == language


def test_messages_are_translated_and_unknown_languages_give_english() -> None:
    assert translator("ko")("Documents") == "문서"
    assert translator("en")("Documents") == "Documents"
    assert translator("../ko").language == "en"
    assert translator("ko")("Never in a catalogue") == "Never in a catalogue"


def test_values_are_filled_once_and_are_no_templates() -> None:
    _ = translator("en")
    assert _("Reading {name}", name="{0} {name}.pdf") == "Reading {0} {name}.pdf"
    assert _("A plain {brace}") == "A plain {brace}"
    assert _.plural("{n} passage of {total}", "{n} passages of {total}", 1, total=5) == "1 passage of 5"
    assert _.plural("{n} passage of {total}", "{n} passages of {total}", 2, total=5) == "2 passages of 5"


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_of_the_interface_is_translated(catalogue: Any, language: str) -> None:
    translated, used = catalogue.translated(language), catalogue.extracted()
    assert len(used) > 0
    assert catalogue.missing(translated) == []
    assert {message.id for message in used} == {message.id for message in translated}, (
        "run python -m selfrag.ui.catalogue, and translate what it names"
    )


def test_words_that_are_said_without_a_name_for_the_translator_are_collected_too(catalogue: Any) -> None:
    """As `words.current()("...")`."""
    assert "Its way through the graph" in {message.id for message in catalogue.extracted()}


@pytest.mark.parametrize("language", OTHERS)
def test_translations_keep_the_names_of_values(catalogue: Any, language: str) -> None:
    for message in catalogue.translated(language):
        if message.id:
            for sentence in message.string if isinstance(message.string, tuple) else (message.string,):
                many = message.id[-1] if isinstance(message.id, tuple) else message.id
                assert set(re.findall(r"{\w+}", sentence)) == set(re.findall(r"{\w+}", many)), many


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_that_of_the_text(catalogue: Any, language: str) -> None:
    po_file = catalogue.po_file(language)
    assert po_file.with_suffix(".mo").read_bytes() == catalogue.compiled(catalogue.translated(language))


def test_each_session_has_its_own_language() -> None:
    def page() -> None:
        import streamlit as st

        from selfrag.ui import words

        if st.button("ko"):
            words.choose("ko")
        st.write(words.current()("Documents"))

    first, second = (AppTest.from_function(page, default_timeout=60).run() for _ in range(2))
    first.button[0].click().run()
    second.run()
    assert (first.markdown[0].value, second.markdown[0].value) == ("문서", "Documents")
