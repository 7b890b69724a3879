"""Scores out of token probabilities."""

import pytest

from selfrag.models.probabilities import RELEVANCE, SUPPORT, USEFULNESS, Token, beliefs, expected
from selfrag.models.verdicts import read_relevance, read_relevances, read_retrieval, read_supports, read_usefulness

Place = str | dict[str, float]
"""A token that is certain, or one of several: the first is written, as models do not always write the likeliest."""


def tokens(*places: Place) -> list[Token]:
    shares = [{place: 0.97, "\n": 0.03} if isinstance(place, str) else place for place in places]
    return [Token(next(iter(each)), each) for each in shares]


def text(made: list[Token]) -> str:
    return "".join(token.text for token in made)


def relevance(*places: Place) -> tuple[str, float, str]:
    made = tokens(*places)
    read = read_relevance(text(made), made)
    return read["verdict"], read["score"], read["basis"]


BEFORE = ('{"', "reason", '":', ' "', "It", " is", " relevant", '.",', ' "', "verdict")


@pytest.mark.parametrize(
    "places",
    [
        [*BEFORE, '":', ' "', {"relevant": 0.6, "ir": 0.3, "amb": 0.1}, '"}'],
        [*BEFORE, '":', ' "', {"rel": 0.6, "irrelevant": 0.3, "a": 0.1}, "evant", '"}'],
        [*BEFORE, '": "', {"relevant": 0.6, "irrelevant": 0.2, "Ir": 0.1, "ambiguous": 0.1}, '"}'],
        [*BEFORE, {'": "rel': 0.6, '": "ir': 0.3, '": "amb': 0.1, '" : ': 0.0}, "evant", '"}'],
        [*BEFORE, {'":"relevant"}': 0.6, '":"irrelevant"}': 0.3, '":"ambiguous"}': 0.1}],
        ['{"verdict": "', {"relevant": 0.3, " Relevant": 0.3, "irrelevant": 0.3, "amb": 0.1}, '"}'],
        ["{'verdict': '", {"relevant": 0.6, "irrelevant": 0.3, "amb": 0.1}, "'}"],
        [{"Relevant": 0.6, "Irrelevant": 0.3, "Ambiguous": 0.1}, "."],
        ["**", {"YES": 0.6, "NO": 0.3, "Ambiguous": 0.1}, "**"],
        ["Reason: it fits.\n", "Verdict", ":", {" relevant": 0.6, " not": 0.3, " partially": 0.1}],
        ["<think>", "Verdict: irrelevant", "</think>", {"yes": 0.6, "no": 0.3, "ambiguous": 0.1}],
        [{"관련": 0.9, "애매": 0.1}, {" 있음": 2 / 3, " 없음": 1 / 3}],
        [{"네": 0.6, "아니요": 0.3, "애매": 0.1}],
    ],
)
def test_the_verdict_s_place_is_found_however_it_is_written(places: list[Place]) -> None:
    assert relevance(*places) == ("relevant", pytest.approx(0.65, abs=0.0002), "logprobs")


def test_only_labels_count_and_they_are_normalised() -> None:
    assert relevance('{"verdict": "', {"relevant": 0.4, "irrelevant": 0.1, "maybe": 0.3, "\n": 0.2}, '"}')[1] == 0.8
    assert relevance('{"verdict":', {' "': 0.5, "  ": 0.5}, {"relevant": 0.4, "irrelevant": 0.1}, '"}')[1] == 0.8


def test_numbers_that_are_no_probabilities_count_for_nothing() -> None:
    odd = {"relevant": 0.6, "irrelevant": 0.2, "ir": -0.3, "amb": float("nan"), "no": float("-inf")}
    assert relevance('{"verdict": "', odd, '"}') == ("relevant", 0.75, "logprobs")
    assert relevance('{"verdict": "', {"relevant": float("inf"), "ir": 0.25}, '"}') == ("relevant", 0.8, "logprobs")


def test_the_verdict_is_what_the_model_wrote_even_where_it_leans_otherwise() -> None:
    assert relevance('{"verdict": "', {"relevant": 0.2, "irrelevant": 0.8}, '"}') == ("relevant", 0.2, "logprobs")


@pytest.mark.parametrize(
    ("places", "told"),
    [
        (['{"verdict": "', {"relevant": 1.0}, '"}'], ("relevant", 1.0)),  # no other token was told
        (['{"verdict": "', {"relevant": 0.03, "irrelevant": 0.01, "hm": 0.9}, '"}'], ("relevant", 1.0)),
        (['{"verdict": "', {"relevant": float("nan"), "irrelevant": -1.0}, '"}'], ("relevant", 1.0)),
        (['{"irrelevant": ', {"true": 0.6, "false": 0.4}, "}"], ("irrelevant", 0.0)),
        (['{"score": ', {"0": 0.6, "1": 0.4}, "}"], ("irrelevant", 0.0)),
        (["It is ", {"relevant": 0.6, "irrelevant": 0.4}], ("relevant", 1.0)),
        (['{"verdict": "', {"hm": 0.6, "relevant": 0.4}, '"}'], ("unknown", 0.5)),
    ],
)
def test_what_the_tokens_do_not_tell_rests_on_the_label(places: list[Place], told: tuple[str, float]) -> None:
    assert relevance(*places) == (*told, "label")


def test_tokens_of_another_text_tell_nothing() -> None:
    read = read_relevance('{"verdict": "relevant"}', tokens('{"verdict": "', {"irrelevant": 0.9, "relevant": 0.1}))
    assert (read["score"], read["basis"]) == (1.0, "label")


def test_each_item_of_a_joint_reply_has_its_own_place() -> None:
    made = tokens(
        '[{"n": 2, "reason": "The \\"verdict\\": no.", "verdict": "', {"rel": 0.9, "ir": 0.1}, "evant",
        '"}, {"n": 1, "verdict": "', {"ir": 0.7, "rel": 0.3}, 'relevant"}, {"n": 3, "verdict": "', {"hm": 1.0}, '"}]',
    )  # fmt: skip
    read = read_relevances(text(made), 4, made)
    assert [(each["verdict"], each["score"], each["basis"]) for each in read] == [
        ("irrelevant", 0.3, "logprobs"),
        ("relevant", 0.9, "logprobs"),
        ("unknown", 0.5, "label"),
        ("unknown", 0.5, "label"),
    ]


def test_lines_have_places_too() -> None:
    made = tokens("1. ", {"relevant": 0.8, "irrelevant": 0.2}, "\n2", ".", {" irrelevant": 0.9, " relevant": 0.1}, "\n")
    assert [each["score"] for each in read_relevances(text(made), 2, made)] == [0.8, 0.1]


def test_places_that_do_not_fit_the_items_tell_nothing() -> None:
    made = tokens('{"verdict": 1, "verdicts": [', '"', {"relevant": 0.8, "ir": 0.2}, '", "irrelevant"]}')
    assert [each["basis"] for each in read_relevances(text(made), 2, made)] == ["label", "label"]
    unsure = {"relevant": 0.8, "ir": 0.2}
    made = tokens(
        '{"label": "', unsure, '", "verdicts": [{"n": 1, "verdict": "', unsure, '"}, {"n": 2, "verdict": "no"}]}'
    )
    assert [each["basis"] for each in read_relevances(text(made), 2, made)] == ["label", "label"]


def test_support_counts_half_where_it_is_partial() -> None:
    made = tokens('[{"n": 1, "passages": [1], "verdict": "', {"fully": 0.5, "part": 0.2, "no": 0.3}, '"}]')
    (support,) = read_supports(text(made), 1, made)
    assert (support.verdict, support.score, support.basis) == ("fully", 0.6, "logprobs")


def test_usefulness_goes_from_minus_one_to_one() -> None:
    made = tokens('{"verdict": ', {"4": 0.5, "5": 0.25, "1": 0.15, "2": 0.1}, "}")
    read = read_usefulness(text(made), made)
    assert (read["verdict"], read["score"], read["basis"]) == (4, pytest.approx(0.3), "logprobs")


@pytest.mark.parametrize("name", ["verdict", "Useful", "Helpful", "is_use", "Answer", "Rating", "점수", "유용성"])
def test_every_name_that_is_read_is_a_place_too(name: str) -> None:
    for before, after in ((f'{{"{name}": "', '"}'), (f"{name}: ", " (useful, I would say)")):
        made = tokens(before, {"4": 0.5, "5": 0.25, "1": 0.15, "2": 0.1}, after)
        read = read_usefulness(text(made), made)
        assert (read["verdict"], read["score"], read["basis"]) == (4, pytest.approx(0.3), "logprobs")


def test_the_probability_of_retrieval_is_that_of_yes() -> None:
    made = tokens('{"reason": "r", "verdict": "', {"no": 0.5, "yes": 0.25, "continue": 0.05, "hm": 0.2}, '"}')
    read = read_retrieval(text(made), "question", made)
    assert (read["verdict"], read["probability"]) == ("no", 0.3125)


def test_no_tokens_no_beliefs() -> None:
    assert beliefs([], RELEVANCE, ["relevant"]) == [{}]
    assert beliefs([], SUPPORT, []) == []
    assert beliefs([Token("", {})], SUPPORT, ["no", "no"]) == [{}, {}]


@pytest.mark.parametrize("labels", [RELEVANCE, SUPPORT, USEFULNESS])
def test_a_certain_label_scores_its_weight(labels: dict[str, tuple[float, tuple[str, ...]]]) -> None:
    assert [expected(labels, {name: 0.7}) for name in labels] == [label[0] for label in labels.values()]
