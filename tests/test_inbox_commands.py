"""Threads and the reviews that wait in them, on the command line."""

import os
from pathlib import Path

import pytest

from selfrag.__main__ import main
from selfrag.service import Service
from selfrag.settings import Settings
from selfrag.threads.ownership import Ownership
from selfrag.wiring import open_service
from tests.end_to_end.command_line import CommandLine
from tests.service.inboxes import Put, decided, put


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    for name in list(os.environ):
        if name.startswith(("OPENAI_", "SELFRAG_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SELFRAG_DATA_DIR", str(tmp_path))
    return Settings(tmp_path)


@pytest.fixture
def filled(settings: Settings) -> tuple[Put, Put, Put]:
    """One that waits for an hour, one that waits, and one that is decided."""
    with open_service(settings) as service:
        service.prefer("people", "Ana\nBo")
        return (
            put(service, "How deep is the lake?", ("relevant", "irrelevant"), ago=3600.0),
            put(service, "How long is the river?"),
            decided(service, "100% sure?", ("relevant",), "p0:1:0", who="Ana"),
        )


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


def reading(settings: Settings) -> Service:
    return open_service(settings, own=False)


def test_the_inbox_as_json_and_as_lines(
    filled: tuple[Put, Put, Put], run: CommandLine, capsys: pytest.CaptureFixture[str]
) -> None:
    lake, river, _ = filled
    [listed] = run("inbox")
    assert [item["thread_id"] for item in listed["waiting"]] == [lake.thread, river.thread]
    assert listed["waiting"][0]["passages"] == {"relevant": 1, "unsure": 0, "not_relevant": 1}
    assert main(["inbox"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert " ".join(first.split()) == f"{lake.thread} evidence 1.0 h - How deep is the lake?"
    assert second.startswith(river.thread)


def test_assign_and_take_back(filled: tuple[Put, Put, Put], settings: Settings) -> None:
    lake, _, done = filled
    assert main(["assign", lake.thread, " Bo\n"]) == 0  # as it is kept
    with reading(settings) as service:
        assert service.inbox()[0]["assigned"] == "Bo"
    assert main(["assign", lake.thread]) == 0
    with reading(settings) as service:
        assert service.inbox()[0]["assigned"] == ""
    assert main(["assign", lake.thread, "Mallory"]) == 1
    assert main(["assign", done.thread, "Bo"]) == 1
    assert main(["assign", "nowhere", "Bo"]) == 1


def test_comment(filled: tuple[Put, Put, Put], settings: Settings) -> None:
    lake, *_ = filled
    assert main(["comment", lake.thread, "Look at page 3", "--by", "Ana"]) == 0
    assert main(["comment", lake.thread, "   "]) == 1
    with reading(settings) as service:
        assert [(said["who"], said["text"]) for said in service.comments(lake.thread)] == [("Ana", "Look at page 3")]


def test_threads_are_found_archived_renamed_and_deleted(
    filled: tuple[Put, Put, Put], run: CommandLine, settings: Settings
) -> None:
    lake, river, done = filled
    assert [thread["id"] for thread in run("threads")[0]["threads"]] == [done.thread, river.thread, lake.thread]
    assert [thread["id"] for thread in run("threads", "--search", "0%")[0]["threads"]] == [done.thread]
    assert [thread["id"] for thread in run("threads", "--status", "waiting", "--search", "LAKE")[0]["threads"]] == [
        lake.thread
    ]
    assert main(["archive", lake.thread]) == 0
    assert [thread["id"] for thread in run("threads", "--archived")[0]["threads"]] == [lake.thread]
    assert lake.thread not in [thread["id"] for thread in run("threads")[0]["threads"]]
    assert main(["archive", lake.thread, "--undo"]) == 0
    assert main(["rename-thread", lake.thread, "Depths"]) == 0
    assert main(["rename-thread", lake.thread, " "]) == 1
    assert main(["delete-thread", river.thread]) == 0
    assert main(["delete-thread", river.thread]) == 1
    [listed] = run("threads")
    assert [(thread["id"], thread["title"]) for thread in listed["threads"]] == [
        (done.thread, "100% sure?"),
        (lake.thread, "Depths"),
    ]
    assert set(listed["threads"][0]) >= {"id", "title", "strategy", "policy", "status", "created", "updated"}


def test_while_somebody_else_owns_the_data_lists_are_read_and_nothing_changes(
    filled: tuple[Put, Put, Put], settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    lake, *_ = filled
    owner = Ownership(settings.data_dir)
    owner.take()
    try:
        assert main(["inbox", "--json"]) == main(["threads", "--json"]) == 0
        assert main(["delete-thread", lake.thread]) == 1
        assert "in use by process" in capsys.readouterr().err
    finally:
        owner.give_back()
    with reading(settings) as service:
        assert service.thread(lake.thread).status == "waiting"


@pytest.mark.parametrize(
    "wrong", [["assign"], ["comment", "t"], ["rename-thread", "t"], ["archive"], ["delete-thread"]]
)
def test_wrong_use_ends_with_two(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2
