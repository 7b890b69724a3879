import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from selfrag import errors, sentences
from selfrag.documents.pdf.pages import Page
from selfrag.documents.report import warnings
from selfrag.errors import SelfragError, Unreadable
from selfrag.models.openai.failures import unreachable
from selfrag.sentences import part, sentence
from selfrag.ui import phrases
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told, translated
from selfrag.ui.words import translator
from tests.needs import imported

ROOT = Path(__file__).parents[2]
ENGLISH, KOREAN = translator("en"), translator("ko")
HOSTILE = [
    "{name} {0} {} {name!r}.pdf",
    "“quoted” is not a PDF.pdf",
    r"(.*)+[a-z]\d$^|?.pdf",
    "**bold** [link](http://x.example) <b> $x$ `code`.pdf",
    "No page of “x” could be read; the file is damaged.",
    "page 3",
    "",
]


@pytest.fixture
def catalogue() -> Any:
    """The development tool, which needs Babel."""
    return imported("selfrag.ui.catalogue")


@pytest.mark.parametrize("name", HOSTILE)
def test_values_are_data_in_every_language(name: str) -> None:
    said = str(Unreadable("“{name}” is not a PDF.", name=name))
    assert said == f"“{name}” is not a PDF."
    assert translated(said, ENGLISH) == said
    assert translated(said, KOREAN) == f"“{name}” 파일은 PDF가 아닙니다."


def test_what_is_told_is_inert(monkeypatch: pytest.MonkeyPatch) -> None:
    said = sentence("“{name}” is not a PDF.", name="**a** [b](c) :smile:")
    for language, shown in ((ENGLISH, said), (KOREAN, "“**a** [b](c) :smile:” 파일은 PDF가 아닙니다.")):
        monkeypatch.setattr(phrases.words, "current", lambda language=language: language)
        assert told(said) == inert_line(shown)
        assert r"\*\*a\*\*" in told(said)
        assert told("**unknown**") == r"\*\*unknown\*\*"


@pytest.mark.parametrize(
    ("said", "korean"),
    [
        ("3 of 4 question terms on this page", "질문의 낱말 4개 중 3개가 이 쪽에 있음"),
        ("page 3", "page 3"),
        ("Mentions the “menu.pdf” is not a PDF question", "Mentions the “menu.pdf” is not a PDF question"),
        ("This review is already answered; the first decision stands. ", None),
        ("Ask", "Ask"),
        ("", ""),
    ],
)
def test_only_whole_sentences_of_lower_layers_are_known(said: str, korean: str | None) -> None:
    assert translated(said, KOREAN) == (said if korean is None else korean)


@pytest.mark.parametrize(
    ("numbers", "english", "korean"),
    [
        ([3], "page 3", "3쪽"),
        ([1, 2, 3, 4, 7], "pages 1-4, 7", "1-4, 7쪽"),
        (list(range(1, 20, 2)), "pages 1, 3, 5, 7, 9, 11 and 4 more", "1, 3, 5, 7, 9, 11쪽 외 4쪽"),
    ],
)
def test_page_numbers_within_a_warning_are_translated_too(numbers: list[int], english: str, korean: str) -> None:
    (warning,) = warnings([Page(number, None, "", "failed") for number in numbers])
    assert english in warning
    assert translated(warning, KOREAN).startswith(korean)
    assert not re.search("[a-z]", translated(warning, KOREAN))


def test_a_reason_within_an_error_is_translated_and_a_servers_words_are_not() -> None:
    late = str(unreachable("llm.example", part("no reply in time")))
    assert "모델 서버 llm.example의 응답을 받지 못했습니다(제한 시간 안에 응답 없음)." in translated(late, KOREAN)
    other = str(unreachable("llm.example", "503: “page 3”"))
    assert "(503: “page 3”)" in translated(other, KOREAN)


def test_an_error_keeps_its_template_and_values() -> None:
    error = Unreadable("“{name}” has no pages.", name="{name}.pdf")
    assert (str(error), error.message, error.values) == (
        "“{name}.pdf” has no pages.",
        "“{name}” has no pages.",
        {"name": "{name}.pdf"},
    )
    assert str(Unreadable("a {brace} stays")) == "a {brace} stays"


@pytest.mark.parametrize("template", json.loads(phrases.TEMPLATES.read_text(encoding="utf-8"))["sentence"])
def test_every_sentence_finds_its_own_translation(template: str) -> None:
    values = {name: f"v{at}" for at, name in enumerate(re.findall(r"{(\w+)}", template), 7)}
    assert translated(sentence(template, **values), KOREAN) == sentence(KOREAN(template), **values)
    assert KOREAN(template) != template


def test_long_hostile_sentences_take_no_time() -> None:
    words = "The model server at does not know the model “” (): check the model's name " * 60
    started = process_time()
    for text in (words, "“" + "” has 3 pages, more than the limit of " * 100, "of " * 2000 + "question terms"):
        assert translated(text, KOREAN) == text
    assert process_time() - started < 2


def test_the_list_of_templates_is_that_of_the_code(catalogue: Any) -> None:
    listed = json.loads(phrases.TEMPLATES.read_text(encoding="utf-8"))
    assert listed == catalogue.templates(), "run python -m selfrag.ui.catalogue"
    assert "“{name}” is not a PDF." in listed["sentence"]
    assert "page {numbers}" in listed["part"]


def test_every_sentence_is_a_literal_with_all_its_values() -> None:
    found = 0
    for path, call in calls(error_names() | {"sentence", "part"}):
        place = f"{path}:{call.lineno}"
        message = call.args[0]
        assert not isinstance(message, ast.JoinedStr | ast.BinOp), f"{place}: values are not part of a template"
        if isinstance(message, ast.Constant):
            found += 1
            given = {keyword.arg for keyword in call.keywords}
            named_only = not given and getattr(call.func, "id", "") == "sentence"  # a constant, filled elsewhere
            assert named_only or given == set(re.findall(r"{(\w+)}", str(message.value))), place
    assert found > 80


def error_names() -> set[str]:
    """The classes of the tree, and those that modules derive from them."""
    names = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, SelfragError)}
    for _, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and names & {getattr(base, "id", "") for base in node.bases}:
                names.add(node.name)
    return names


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted((ROOT / "selfrag").rglob("*.py")):
        if path != Path(sentences.__file__):
            yield path.relative_to(ROOT), ast.parse(path.read_text(encoding="utf-8"))


def calls(names: set[str]) -> Iterator[tuple[Path, ast.Call]]:
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in names:
                    yield path, node
