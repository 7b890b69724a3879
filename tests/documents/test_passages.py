import pytest

from selfrag.documents.passages import OVERLAP, SIZE, chunks, spans
from selfrag.documents.pdf.pages import Page
from tests.needs import imported

hypothesis = imported("hypothesis")
strategies = imported("hypothesis.strategies")

TEXT = strategies.text(alphabet=strategies.sampled_from("ab 가나다.。!?\n,'"), max_size=4000)


@hypothesis.given(TEXT)
@hypothesis.settings(max_examples=60, deadline=None)
def test_spans_hold_every_character_but_white_space_in_order(text: str) -> None:
    covered = [False] * len(text)
    last = -1
    for start, end in spans(text):
        assert 0 < end - start <= SIZE
        assert start > last
        last = start
        covered[start:end] = [True] * (end - start)
    assert not [char for char, seen in zip(text, covered, strict=True) if not seen and not char.isspace()]


def test_a_text_without_breaks_is_divided() -> None:
    found = spans("A" * 5000)
    assert [end - start for start, end in found[:-1]] == [SIZE] * (len(found) - 1)
    assert found[0] == (0, SIZE)
    assert found[1][0] == SIZE - OVERLAP
    assert found[-1][1] == 5000


@pytest.mark.parametrize(
    "sentence", ["The screen is rinsed\nevery 36 hours.", "펌프는 매주 월요일 점검한다.", "これはペンです。"]
)
def test_passages_end_with_sentences(sentence: str) -> None:
    text = " ".join([sentence] * 90)
    for start, end in spans(text):
        assert text[start:end].startswith(sentence[:3])
        assert text[start:end].endswith(sentence[-3:])


def test_a_passage_knows_its_place() -> None:
    pages = [Page(1, None, "First. " * 300, None), Page(2, "ii", "Same.", None), Page(3, "iii", "Same.", None)]
    found = list(chunks("f" * 64, pages))
    assert [chunk.id for chunk in found[-2:]] == ["f" * 16 + ":2:0", "f" * 16 + ":3:0"]
    assert len({chunk.id for chunk in found}) == len(found)
    assert {chunk.page.number for chunk in found} == {1, 2, 3}
    assert [chunk.text for chunk in found[-2:]] == ["Same.", "Same."]


def test_no_text_gives_no_passage() -> None:
    assert list(chunks("f" * 64, [Page(1, None, "", "empty")])) == []
