"""Thoughts never show."""

import time

import pytest

from selfrag.models.thoughts import ThoughtFilter, visible, without_thoughts
from selfrag.ports import RESTART, joined

MARKED = [
    "<think>{thought}</think>", "<Thinking>{thought}</Thinking>", "<seed:think>{thought}</seed:think>",
    "[THINK]{thought}[/THINK]", "<reasoning>{thought}</reasoning>", "<thought>{thought}</thought>",
    "◁think▷{thought}◁/think▷", "<think><reasoning>{thought}</reasoning>{thought}</think>",
    "<|channel|>analysis<|message|>{thought}<|end|><|start|>assistant<|channel|>final<|message|>",
    "<|start|>assistant<|channel|>commentary<|message|>{thought}<|end|><|channel|>final<|message|>",
    "{thought}</think>", "{thought}</seed:think>", "{thought}[/THINK]", "{thought}◁/think▷",
    "{thought}<|end|><|start|>assistant<|channel|>final<|message|>", "{thought}</think>{thought}</think>",
]  # fmt: skip


def streamed(text: str, size: int) -> list[str]:
    thoughts = ThoughtFilter()
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    return [*(shown for piece in pieces for shown in thoughts.feed(piece)), *thoughts.finish()]


@pytest.mark.parametrize("marked", MARKED)
def test_a_thought_is_dropped_however_it_is_marked(marked: str) -> None:
    text = marked.format(thought="\nIs 1 < 2? [9]\n") + "\n\nIt costs 35,000 won. [1]"
    assert without_thoughts(text) == "It costs 35,000 won. [1]"
    assert visible(text, 3) == "[1]"
    for size in range(1, len(text) + 1):
        assert joined(streamed(text, size)) == "It costs 35,000 won. [1]"


def test_what_is_no_thought_stays() -> None:
    assert without_thoughts("<think>a</think> b") == "b"
    assert without_thoughts("<THINKING>a") == ""
    assert without_thoughts("1 < 2 <thin") == "1 < 2 <thin"
    assert without_thoughts("İ<think>a</think>b [think") == "İb [think"
    assert without_thoughts("final [1] <b>reasoning</b> <|end|>") == "final [1] <b>reasoning</b> <|end|>"


def test_a_stream_shows_text_at_once_and_holds_back_only_what_may_be_a_tag() -> None:
    thoughts = ThoughtFilter()
    assert thoughts.feed("\n 1 ") == ["1 "]
    assert thoughts.feed("< 2 <th") == ["< 2 "]
    assert thoughts.feed("ink>secret</thi") == []
    assert thoughts.feed("nk> done") == [" done"]
    assert thoughts.finish() == []


def test_a_stream_restarts_where_what_it_showed_was_a_thought() -> None:
    thoughts = ThoughtFilter()
    assert thoughts.feed("I ponder") == ["I ponder"]
    assert thoughts.feed(" on. </thi") == [" on. "]
    assert thoughts.feed("nk> ") == [RESTART]
    assert thoughts.feed("\nThe fee") == ["The fee"]
    assert thoughts.feed("</think>It is 9.") == [RESTART, "It is 9."]


def test_a_thought_that_was_not_shown_restarts_nothing() -> None:
    assert ThoughtFilter().feed("I ponder. </think> The fee") == ["The fee"]


def test_no_model_can_say_that_it_restarts() -> None:
    assert streamed(f"One{RESTART} two.", 1) == list("One two.")


@pytest.mark.parametrize("unit", ["<think>", "</think>", "a</think>", "<think>a</think>", "<", "<|channel|>", "[", "a"])
def test_a_long_reply_takes_no_more_than_its_length_s_time(unit: str) -> None:
    def seconds(count: int) -> float:
        start = time.process_time()
        without_thoughts(unit * count)
        streamed(unit * count, 4)
        return time.process_time() - start

    assert seconds(20000) < max(2, 20 * seconds(2000))
