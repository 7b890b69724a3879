import unicodedata
from time import process_time

import pytest

from selfrag.documents.pdf.cleaning import clean, file_name, one_line
from tests.needs import imported

hypothesis = imported("hypothesis")
strategies = imported("hypothesis.strategies")

ANY_TEXT = strategies.text(
    alphabet=strategies.one_of(
        strategies.characters(codec=None, exclude_categories=()),
        strategies.sampled_from("ab-\n\r\t \x00\xad\u2010\ufffe\ufb01가각\u1100\u1161\u11a8\u0301\u200b"),
    )
)


@pytest.mark.parametrize(
    ("raw", "stored"),
    [
        ("one\r\ntwo\rthree\x0cfour", "one\ntwo\nthree\nfour"),
        ("20\x0025", "20\ufffd25"),
        ("20\ufffe25", "20\ufffd25"),
        ("lone \ud800 half", "lone \ufffd half"),
        (unicodedata.normalize("NFD", "냉각수 펌프"), "냉각수 펌프"),
        ("e\ufb03cient \ufb01lter", "efficient filter"),
        ("the pre-\nssure of the sys-  \n  tem", "the pressure of the system"),
        ("mixed-mode runs, mixed-\nmode stops", "mixed-mode runs, mixed-mode stops"),
        ("20-\n25 and COVID-\nInfo", "20-\n25 and COVID-\nInfo"),
        ("soft\xadware and hard\xad\nware", "software and hardware"),
        ("zero\u200bwidth \u202ereversed\u202c", "zerowidth reversed"),
        ("1. 냉 각 수 펌 프 는 매주", "1. 냉각수펌프는 매주"),
        ("이 물 한 잔", "이 물 한 잔"),
        ("trailing   \n\n\n\n\nspace\xa0here ", "trailing\n\nspace here"),
    ],
)
def test_text_is_stored_clean(raw: str, stored: str) -> None:
    assert clean(raw) == stored


@hypothesis.given(ANY_TEXT)
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    assert clean(clean(raw)) == clean(raw)


@hypothesis.given(ANY_TEXT)
def test_clean_text_can_be_stored_anywhere(raw: str) -> None:
    text = clean(raw)
    text.encode()
    assert unicodedata.is_normalized("NFC", text)
    assert not [char for char in text if unicodedata.category(char) in {"Cc", "Cs"} and char not in "\n\t"]


@hypothesis.given(strategies.text(alphabet="abc12 -~\x00\ufffe\n"))
def test_no_glyph_vanishes_between_digits(raw: str) -> None:
    assert clean(f"1\x00{raw.strip()}\x002").count("\ufffd") >= 2


@pytest.mark.parametrize("hostile", ["a" * 300_000, "- " * 150_000, "a-\n" * 100_000, " " * 300_000 + "a"])
def test_a_long_hostile_line_takes_no_long_time(hostile: str) -> None:
    began = process_time()
    clean(hostile)
    assert process_time() - began < 5


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("../../etc/passwd.pdf", "passwd.pdf"),
        (r"C:\Users\me\plan.pdf", "plan.pdf"),
        ("a\x00b\nc\u202efdp.exe.pdf", "ab cfdp.exe.pdf"),
        (unicodedata.normalize("NFD", "운영 지침서 🚀 (최종) #2 100%.pdf"), "운영 지침서 🚀 (최종) #2 100%.pdf"),
        ("<img src=x onerror=alert(1)>.pdf", "<img src=x onerror=alert(1)>.pdf"),
        ("", "unnamed.pdf"),
        ("///", "unnamed.pdf"),
    ],
)
def test_a_file_name_is_a_label(given: str, shown: str) -> None:
    assert file_name(given) == shown


def test_a_long_name_keeps_its_ending() -> None:
    decomposed = unicodedata.normalize("NFD", "안전" * 100 + ".pdf")
    shown = file_name(decomposed)
    assert len(shown) == 150
    assert shown.endswith("….pdf")


@hypothesis.given(strategies.text(max_size=400))
def test_a_label_is_one_short_line(given: str) -> None:
    shown = one_line(given, 20)
    assert len(shown) <= 20
    assert shown.splitlines() in ([], [shown])
