"""The reviews that wait, whose they are, what is said of them, and what a policy would have done."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfrag.errors import ReviewAnswered, ReviewOutdated, ThreadError, UnknownThread
from selfrag.graph.policies import would
from selfrag.service import Service
from selfrag.service.policy_effects import effects
from selfrag.threads.reviews import Review
from tests.fakes import FakePorts, shelf
from tests.service.inboxes import decided, evidence, put

Serve = Callable[[FakePorts], Service]
HOUR = 3600.0


@pytest.fixture
def service(serve: Serve) -> Service:
    return serve(shelf("aaaa:1:0"))


def test_what_waits_longest_comes_first_with_its_facts(service: Service) -> None:
    put(service, "Young?", ("relevant", "irrelevant", "ambiguous", "unknown"), ago=HOUR)
    old = put(service, "Old?", ago=3 * HOUR)
    put(service, "Middle?", (), ago=2 * HOUR, kind="web_consent")
    service.comment(old.thread, "Look at page 3", "Ana")
    listed = service.inbox()
    assert [item["question"] for item in listed] == ["Old?", "Middle?", "Young?"]
    assert [item["kind"] for item in listed] == ["chunk_review", "web_consent", "chunk_review"]
    assert listed[2]["passages"] == {"relevant": 1, "unsure": 2, "not_relevant": 1}
    assert [item["comments"] for item in listed] == [1, 0, 0]
    assert (listed[0]["title"], listed[0]["strategy"], listed[0]["assigned"]) == ("Old?", "self", "")
    assert [one.thread_id for one in service.queue()] == [item["thread_id"] for item in listed]


def test_a_thread_has_one_review_that_waits_its_newest(service: Service) -> None:
    first = put(service, "Where?", ago=HOUR)
    service.desk.reviews.add({"review_id": f"{first.asked.id}.2", "thread_id": first.thread, "kind": "chunk_review"})
    assert [item["review_id"] for item in service.inbox()] == [f"{first.asked.id}.2"]
    assert [one.review_id for one in service.queue()] == [f"{first.asked.id}.2"]


def test_a_decided_review_and_one_of_a_thread_that_goes_on_do_not_wait(service: Service) -> None:
    decided(service, "Done?", ("relevant",), "p0:1:0")
    cut = put(service, "Cut off?")
    service.desk.catalog.save_question(cut.asked, "stopped", {})
    assert (service.inbox(), service.queue()) == ([], [])


def test_a_review_of_an_archived_thread_still_waits(service: Service) -> None:
    away = put(service, "Away?")
    service.archive_thread(away.thread)
    assert [(item["question"], item["archived"]) for item in service.inbox()] == [("Away?", True)]


def test_a_review_is_given_to_somebody_and_taken_back(service: Service) -> None:
    one = put(service, "Whose?")
    service.assign(one.review, "  Ana\u202e ")
    assert service.inbox()[0]["assigned"] == "Ana"
    assert service.queue()[0].assigned == "Ana"
    service.assign(one.review, "")
    assert service.inbox()[0]["assigned"] == ""


def test_only_a_review_that_waits_is_assigned(service: Service) -> None:
    done = decided(service, "Done?", ("relevant",), "p0:1:0")
    with pytest.raises(ReviewAnswered):
        service.assign(done.review, "Ana")
    with pytest.raises(ReviewOutdated):
        service.assign("nowhere.1", "Ana")


def test_comments_are_kept_in_order_and_cleaned(service: Service) -> None:
    one = put(service, "Said?")
    service.comment(one.thread, " First\x00 ", "Ana", one.review)
    service.comment(one.thread, "Second")
    assert [(said["who"], said["text"], said["review_id"]) for said in service.comments(one.thread)] == [
        ("Ana", "First", one.review),
        ("", "Second", None),
    ]


@pytest.mark.parametrize("text", ["", " \u200b ", "x" * 2001])
def test_a_comment_that_says_nothing_or_too_much_is_refused(service: Service, text: str) -> None:
    one = put(service, "Said?")
    with pytest.raises(ThreadError):
        service.comment(one.thread, text)
    assert service.comments(one.thread) == []


def test_comments_on_no_thread(service: Service) -> None:
    with pytest.raises(UnknownThread):
        service.comment("nowhere", "Hello")
    with pytest.raises(UnknownThread):
        service.comments("nowhere")


def test_names_are_one_on_each_line(service: Service) -> None:
    assert service.people() == []
    service.prefer("people", "Ana\n\n  Bo \nAna\n\u200b\n" + "x" * 200)
    assert service.people() == ["Ana", "Bo", "x" * 80]


def test_decisions_are_listed_newest_first_with_who_and_what(service: Service) -> None:
    decided(service, "First?", ("relevant", "irrelevant"), "p0:1:0", who="Ana", note="checked")
    decided(service, "Second?", ("relevant",), action="reject")
    ruled = put(service, "Third?")
    payload = {"review_id": f"{ruled.asked.id}.9", "thread_id": ruled.thread, "kind": "chunk_review", "evidence": []}
    service.desk.reviews.add_decided_by_policy(payload, {"action": "approve", "policy": "never", "keep": []})
    listed = service.decisions()
    assert [(item["by"], item["who"], item["policy"], item["action"]) for item in listed] == [
        ("policy", "", "never", "approve"),
        ("person", "", "", "reject"),
        ("person", "Ana", "", "approve"),
    ]
    assert (listed[2]["kept"], listed[2]["offered"], listed[2]["note"]) == (1, 2, "checked")
    assert [item["question"] for item in service.decisions(limit=1)] == [listed[0]["question"]]


def test_decisions_on_drafts_are_listed_too(service: Service) -> None:
    accepted = {"action": "accept", "answer": None, "strike": [], "keep": None, "query": None, "note": ""}
    draft = put(service, "Written?", kind="draft_review", evidence=[])
    service.desk.reviews.decide(draft.review, {"review_id": draft.review, **accepted}, "Ana")
    [listed] = service.decisions()
    assert (listed["kind"], listed["who"], listed["action"], listed["kept"]) == ("draft_review", "Ana", "accept", 0)


def test_a_policy_decides_in_the_moment_in_which_it_is_asked(service: Service) -> None:
    ruled = put(service, "By itself?")
    payload = {"review_id": f"{ruled.asked.id}.9", "thread_id": ruled.thread, "kind": "chunk_review", "evidence": []}
    service.desk.reviews.add_decided_by_policy(payload, {"action": "approve", "policy": "never", "keep": []})
    review = service.desk.reviews.get(f"{ruled.asked.id}.9")
    assert review is not None
    assert review.decided == review.created


def test_what_was_added_among_the_offered_passages_is_not_dropped(service: Service) -> None:
    decided(service, "Added?", ("relevant", "relevant"), "p0:1:0", add=["p1:1:0"])
    assert service.policy_effects()["never"] == {"reviews": 1, "saved": 1, "let_through": 0}


def test_what_each_policy_would_have_done(service: Service) -> None:
    decided(service, "All kept?", ("relevant", "relevant"), "p0:1:0", "p1:1:0")
    decided(service, "One dropped?", ("relevant", "relevant"), "p1:1:0")
    decided(service, "Unsure?", ("relevant", "ambiguous"), action="reject")
    put(service, "Still waits?")
    assert service.policy_effects() == {
        "always": {"reviews": 3, "saved": 0, "let_through": 0},
        "when_unsure": {"reviews": 3, "saved": 2, "let_through": 1},
        "never": {"reviews": 3, "saved": 3, "let_through": 2},
    }


def test_what_policies_decided_and_other_kinds_are_no_history(service: Service) -> None:
    web = put(service, "Of the web?", (), kind="web_consent")
    service.desk.reviews.decide(web.review, {"action": "allow"})
    ruled = put(service, "By itself?")
    payload = {"review_id": f"{ruled.asked.id}.9", "thread_id": ruled.thread, "kind": "chunk_review"}
    service.desk.reviews.add_decided_by_policy(
        payload | {"evidence": evidence("relevant")}, {"action": "approve", "policy": "never", "keep": []}
    )
    assert {effect["reviews"] for effect in service.policy_effects().values()} == {0}


VERDICTS = st.lists(st.sampled_from(["relevant", "irrelevant", "ambiguous", "unknown"]), max_size=5)


@given(st.lists(st.tuples(VERDICTS, st.sets(st.integers(0, 4))), max_size=6))
def test_effects_are_the_sum_of_what_would_have_been(history: list[tuple[list[str], set[int]]]) -> None:
    past = [
        Review("r", "t", {"kind": "chunk_review", "evidence": evidence(*verdicts)}, None, decision, "person", 0.0, 1.0)
        for verdicts, kept in history
        for decision in [{"action": "approve", "keep": [f"p{n}:1:0" for n in sorted(kept)]}]
    ]
    for policy, told in effects(past).items():
        instead = [would(policy, review.payload["evidence"]) for review in past]  # type: ignore[arg-type]
        assert told["reviews"] == len(past)
        assert told["saved"] == sum(not one.asks for one in instead)
        through = [set(one.keep) - {f"p{n}:1:0" for n in kept} for one, (_, kept) in zip(instead, history, strict=True)]
        assert told["let_through"] == sum(len(ids) for ids in through)
    assert effects(past)["always"]["saved"] == 0
    assert effects(past)["when_unsure"]["saved"] <= effects(past)["never"]["saved"]
