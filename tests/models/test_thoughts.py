"""Thoughts never show."""

from selfrag.models.thoughts import ThoughtFilter, without_thoughts


def test_whole_replies() -> None:
    assert without_thoughts("<think>a</think> b") == "b"
    assert without_thoughts("a</think>b") == "b"
    assert without_thoughts("<THINKING>a") == ""
    assert without_thoughts("1 < 2 <thin") == "1 < 2 <thin"


def test_a_stream_shows_text_at_once_and_holds_back_only_what_may_be_a_tag() -> None:
    thoughts = ThoughtFilter()
    assert thoughts.feed("\n 1 ") == "1 "
    assert thoughts.feed("< 2 <th") == "< 2 "
    assert thoughts.feed("ink>secret</thi") == ""
    assert thoughts.feed("nk> done") == " done"
    assert thoughts.finish() == ""
