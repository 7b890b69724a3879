import re

from selfrag.ui.inert import cited, inert, inert_line, marked
from tests.needs import imported

imported("hypothesis")
from hypothesis import given
from hypothesis import strategies as st

ATOMS = st.sampled_from(
    [*"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", " ", "\n", "\r\n", "\t", "a", "1", "가", "😀", "www", "https", "smile"]
)
TEXTS = st.text() | st.lists(ATOMS, max_size=30).map("".join)


def shown(markdown: str) -> str:
    """What is seen of escaped text with own directives: escaped text holds none of them by itself."""
    for own in (":small[]", ":orange-background[**", "**]"):
        markdown = markdown.replace(own, "")
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown.replace("\\\n", "\n"))


def same(shown_text: str, text: str) -> bool:
    return shown_text.split() == re.sub("[\ud800-\udfff]", "\ufffd", text).split()


def bare(markdown: str) -> str:
    """The markdown without escaped characters, hard breaks, the empty directive, and marks within a word."""
    return re.sub(r"\\[!-/:-@\[-`{-~]|\\\n|:small\[\]|(?<=[^\W_])[-.](?=[^\W_])", "", markdown)


@given(TEXTS)
def test_every_character_is_escaped_and_none_is_lost(text: str) -> None:
    for result in (inert(text), inert_line(text)):
        assert not re.search(r"[!-/:-@\[-`{-~]", bare(result))
        assert "\n\n" not in result
        assert same(shown(result), text)


@given(TEXTS)
def test_nothing_is_left_that_is_rewritten_after_parsing(text: str) -> None:
    for node in re.sub(r"\\(.)", r"\1", inert(text).replace("\\\n", "\n")).split(":small[]"):
        assert not re.search(r":[\w+-]+:|<->|->|<-|--|[<>~]=|https?://|www\.|[\w.+-]@", node, re.ASCII | re.IGNORECASE)


@given(TEXTS, st.lists(st.tuples(st.integers(-3, 40), st.integers(-3, 40)), max_size=4))
def test_marking_changes_no_character(text: str, spans: list[tuple[int, int]]) -> None:
    assert same(shown(marked(text, spans)), text)


def test_the_span_is_marked_and_nothing_else() -> None:
    assert marked("참나무 숯, 미디엄", [(4, 5)]) == "참나무 :orange-background[**숯**]\\, 미디엄"


def test_overlapping_and_touching_spans_are_one_mark() -> None:
    assert marked("abcdef", [(3, 4), (0, 2), (1, 3)]) == ":orange-background[**abcd**]ef"


def test_a_mark_ends_at_a_line_break_and_leaves_spaces_outside() -> None:
    expected = "a :orange-background[**b**]\\\n:orange-background[**c**] d"
    assert marked("a b \n c d", [(1, 7)]) == expected


def test_line_breaks_stay_and_empty_lines_shrink_to_one() -> None:
    assert inert("\n one  \r\n  two\n\n\n    three\n") == "one\\\ntwo\\\n\\\nthree"
    assert inert_line("one\n\n two") == "one two"


def test_only_marks_up_to_the_count_become_badges() -> None:
    badges = ":blue-badge[\\[1\\]]:blue-badge[\\[2\\]] \\[3\\] \\[0\\] \\[01\\]"
    assert cited("[1][2] [3] [0] [01]", 2) == badges


def test_braces_are_not_a_template() -> None:
    assert inert("{question} {0}") == r"\{question\} \{0\}"
