from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]


def unexpected() -> None:
    from selfrag.ui.safety import show_failure

    show_failure(ValueError("secret detail"))


def known() -> None:
    from selfrag.errors import Unreadable
    from selfrag.ui.safety import show_failure

    show_failure(Unreadable("a*b*.pdf is empty: choose another file."))


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        (unexpected, "This page could not be shown. Nothing is lost: reload it, or look at the server's log."),
        (known, "a\\*b\\*\\.pdf is empty\\: choose another file\\."),
    ],
)
def test_a_failure_is_one_sentence(page: Callable[[], None], sentence: str) -> None:
    app = AppTest.from_function(page, default_timeout=60).run()
    assert [error.value for error in app.error] == [sentence]
    assert not app.exception


def test_no_page_makes_html_of_text() -> None:
    sources = [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "selfrag").rglob("*.py")]
    assert len(sources) > 20
    for source in sources:
        for call in ("unsafe_allow_html", "unsafe_allow_javascript", "st.html(", "st.iframe(", "components.v1"):
            known = (source.relative_to(ROOT).as_posix(), call)
            if known != ("selfrag/ui/viewer/image.py", "st.html("):  # its only text is escaped, as its tests show
                assert call not in source.read_text(encoding="utf-8"), f"{source}: {call}"
