"""How far an upload got, and the time it still takes."""

import pytest

from selfrag.runs import Event, FileDone, FileProgress
from selfrag.ui.uploads.counts import Pace, counts

QUEUED: list[Event] = [FileProgress(name, "queued") for name in ("a.pdf", "b.pdf", "c.pdf")]


def done(file: str, pages: int | None, status: str = "ready") -> FileDone:
    return FileDone({"file": file, "status": status, "pages": pages, "passages": 2 * (pages or 0)})


def test_pages_have_no_total_until_every_file_is_opened() -> None:
    events = [*QUEUED, FileProgress("a.pdf", "reading", 3, 10)]
    found = counts(events)
    assert (found.files, found.ended, found.pages, found.all_pages, found.queued) == (3, 0, 3, None, 2)
    assert [event.file for event in found.under_way] == ["a.pdf"]
    events += [FileProgress("b.pdf", "reading", 1, 20), FileProgress("c.pdf", "reading", 0, 5)]
    found = counts(events)
    assert (found.pages, found.all_pages, found.queued) == (4, 35, 0)


def test_a_file_that_is_read_and_embedded_counts_all_its_pages() -> None:
    events = [*QUEUED, FileProgress("a.pdf", "reading", 10, 10), FileProgress("a.pdf", "embedding", 5, 20)]
    assert counts(events).pages == 10
    found = counts([*events, done("a.pdf", 10)])
    assert (found.ended, found.pages, found.under_way) == (1, 10, [])


def test_what_failed_counts_as_a_file_and_not_as_pages() -> None:
    found = counts([*QUEUED, done("a.pdf", 50, "failed"), done("b.pdf", 8), done("c.pdf", 9, "duplicate")])
    assert (found.ended, found.pages, found.all_pages, found.share) == (3, 8, 8, 1.0)


def test_the_second_of_one_name_may_be_under_way_when_the_first_has_ended() -> None:
    twice: list[Event] = [FileProgress("a.pdf", "queued"), FileProgress("a.pdf", "queued")]
    found = counts([*twice, FileProgress("a.pdf", "reading", 4, 4), done("a.pdf", 4)])
    assert (found.files, found.ended, found.pages) == (2, 1, 8)  # whose pages were read last is not known yet


def test_two_files_of_one_name_are_two_files() -> None:
    twice: list[Event] = [FileProgress("a.pdf", "queued"), FileProgress("a.pdf", "queued")]
    found = counts([*twice, done("a.pdf", 3), FileProgress("a.pdf", "reading", 1, 4)])
    assert (found.files, found.ended, found.pages, found.all_pages) == (2, 1, 4, 7)


def test_the_share_grows_through_the_stages_by_passages() -> None:
    events: list[Event] = [
        *QUEUED[:2],
        FileProgress("a.pdf", "reading", 10, 10),
        FileProgress("b.pdf", "reading", 15, 30),
    ]
    assert counts(events).share == pytest.approx((10 * 0.3 + 30 * 0.15) / 40)  # a passage a page, for all one knows
    events.append(FileProgress("a.pdf", "embedding", 10, 20))
    assert counts(events).share == pytest.approx((20 * 0.65 + 60 * 0.15) / 80)  # now two
    assert counts([*events, QUEUED[2]]).share == pytest.approx((20 * 0.65 + 60 * 0.15) / 120)  # and one of usual length


def test_a_file_whose_passages_are_all_indexed_is_done_though_its_result_waits_for_others() -> None:
    events = [*QUEUED[:2], FileProgress("b.pdf", "reading", 1, 1), FileProgress("b.pdf", "embedding", 3, 3)]
    assert (counts(events).ended, counts(events).under_way) == (1, [])


def test_indexing_after_recognising_does_not_go_back() -> None:
    events: list[Event] = [QUEUED[0], FileProgress("a.pdf", "recognising", 4, 4)]
    before = counts(events).share
    assert counts([*events, FileProgress("a.pdf", "embedding", 0, 9)]).share == before == pytest.approx(0.9)


def test_no_time_is_told_before_something_is_seen() -> None:
    assert Pace(0.1, 100.0).left(0.5, 101.0) is None
    pace = Pace(0.1, 100.0)
    assert pace.left(0.11, 110.0) is None
    assert pace.left(0.2, 110.0) == 2  # a tenth in ten seconds, so eighty are left


def test_the_time_counts_down_and_rises_only_for_a_reason() -> None:
    pace = Pace(0.0, 0.0)
    assert pace.left(0.1, 20.0) == 3
    assert pace.left(0.1, 28.0) == 3  # slower for a while: 4.2 minutes
    assert pace.left(0.1, 40.0) == 6
    assert pace.left(0.5, 60.0) == 1
    assert pace.left(0.75, 100.0) == 0


def test_long_times_are_told_in_steps_of_five_minutes() -> None:
    assert Pace(0.0, 0.0).left(0.1, 80.0) == 15
