"""The command line on real stores and the embedded models, as scripts call it."""

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from selfrag.__main__ import main
from selfrag.samples import sample_files
from selfrag.threads.ownership import Ownership
from tests.end_to_end.command_line import CommandLine, elsewhere

STEAK = "시그니처 스테이크의 가격은 얼마인가요?"


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.startswith(("OPENAI_", "SELFRAG_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SELFRAG_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], data_dir: Path) -> CommandLine:
    return CommandLine(capsys)


def ingest_samples(run: CommandLine) -> list[Any]:
    return run("ingest", *(str(path) for path in sample_files()))


def test_ask_stop_and_resume_in_another_process(run: CommandLine) -> None:
    ingested = ingest_samples(run)
    assert [(Path(line["file"]).name, line["status"], line["pages"]) for line in ingested] == [
        ("menu.pdf", "ready", 3),
        ("wine-list.pdf", "ready", 3),
        ("house-guide.pdf", "ready", 2),
    ]
    [waiting] = run("ask", STEAK, "--review", "stop")
    assert (waiting["status"], waiting["answer"], waiting["citations"]) == ("waiting", "", [])
    assert waiting["review"]["kind"] == "chunk_review"
    offered = {(item["document"], item["page"]): item for item in waiting["evidence"]}
    assert offered["menu.pdf", 1]["is_rel"] == "relevant"
    assert "₩35,000" in offered["menu.pdf", 1]["text"]
    dropped = offered["wine-list.pdf", 1]["passage_id"]

    done = elsewhere("resume", waiting["thread_id"], "--approve", "--drop", dropped, "--json")
    answered = json.loads(done.stdout)
    assert done.returncode == 0
    assert answered["status"] == "answered"
    assert "₩35,000" in answered["answer"]
    assert [(c["document"], c["page"]) for c in answered["citations"]] == [("menu.pdf", 1)]
    assert "₩35,000" in answered["citations"][0]["quote"]
    assert dropped not in {item["passage_id"] for item in answered["evidence"] if item["kept"]}

    again = elsewhere("resume", waiting["thread_id"], "--reject", "--json")
    assert (again.returncode, "already answered" in again.stderr) == (1, True)
    assert run("show", waiting["thread_id"]) == [answered]
    assert set(answered) >= {
        "thread_id", "status", "question", "query", "strategy", "answer", "citations", "evidence", "reflection",
        "counters", "steps", "calls", "review", "error",
    }  # fmt: skip


def test_policies_on_the_command_line(run: CommandLine) -> None:
    run("ingest", str(sample_files()[2]))
    [answered] = run("ask", "How much is the corkage fee?", "--review", "approve-relevant")
    assert "₩20,000" in answered["answer"]
    assert answered["decision"]["by"] == "policy"
    [nothing] = run("ask", "Who wrote the opera Carmen?", "--review", "approve-relevant")
    assert (nothing["status"], nothing["answer"], len(nothing["tried"])) == ("no_evidence", "", 3)
    [greeting] = run("ask", "안녕하세요?", "--review", "approve-all")
    assert (greeting["status"], greeting["outcome"], greeting["citations"]) == ("answered", "answered_directly", [])


def test_a_follow_up_stays_in_its_thread(run: CommandLine) -> None:
    ingest_samples(run)
    [first] = run("ask", "How much is the corkage fee?", "--review", "approve-relevant")
    [second] = run("ask", STEAK, "--thread", first["thread_id"], "--review", "stop")
    assert second["thread_id"] == first["thread_id"]
    assert [thread["status"] for thread in run("threads")[0]["threads"]] == ["waiting"]
    run("ask", "One more?", "--thread", first["thread_id"], code=1)
    assert "waits for your decision" in run.err


def test_a_decision_from_a_file(run: CommandLine, tmp_path: Path) -> None:
    ingest_samples(run)
    [waiting] = run("ask", STEAK, "--review", "stop")
    path = tmp_path / "decision.json"
    for content, message in (
        ("{", "cannot be read"),
        ('{"action": "burn"}', "action"),
        ("[1]", "is a JSON object with an action"),
    ):
        path.write_text(content, encoding="utf-8")
        run("resume", waiting["thread_id"], "--decision", str(path), code=1)
        assert message in run.err
    path.write_text('{"action": "reject", "note": "wrong menu"}', encoding="utf-8")
    [rejected] = run("resume", waiting["thread_id"], "--decision", str(path))
    assert (rejected["status"], rejected["answer"]) == ("rejected", "")


def test_editing_searches_again_or_not(run: CommandLine) -> None:
    ingest_samples(run)
    [waiting] = run("ask", "How much is the corkage fee?", "--review", "stop")
    [again] = run("resume", waiting["thread_id"], "--approve", "--question", "What are the opening hours?")
    assert (again["status"], again["query"], again["question"]) == (
        "waiting", "What are the opening hours?", "How much is the corkage fee?",
    )  # fmt: skip
    [answered] = run(
        "resume", waiting["thread_id"], "--approve", "--question", "Is there a corkage fee?", "--no-search"
    )
    assert (answered["status"], answered["asked"]) == ("answered", "Is there a corkage fee?")


def test_deleting_leaves_nothing(run: CommandLine, data_dir: Path) -> None:
    ingested = ingest_samples(run)
    assert main(["delete", "menu.pdf"]) == 0
    assert main(["delete", ingested[1]["document"][:12]]) == 0
    assert main(["delete", "house-guide.pdf"]) == 0
    assert main(["delete", "menu.pdf"]) == 1
    run("documents")
    [info] = run("info")
    assert (info["documents"], info["passages"]) == (0, 0)
    assert list((data_dir / "files").iterdir()) == []
    assert [line["status"] for line in run("ingest", str(sample_files()[1]))] == ["ready"]


def test_a_document_deleted_while_its_review_waits(run: CommandLine) -> None:
    ingest_samples(run)
    [waiting] = run("ask", STEAK, "--review", "stop")
    assert main(["delete", "menu.pdf"]) == 0
    assert main(["delete", "wine-list.pdf"]) == 0
    [view] = run("resume", waiting["thread_id"], "--approve")
    assert (view["status"], view["citations"], len(view["gone"])) == ("no_evidence", [], 2)
    [new] = run("ask", STEAK, "--review", "stop")
    assert {item["document"] for item in new["evidence"]} == {"house-guide.pdf"}


def test_refusals(run: CommandLine, tmp_path: Path) -> None:
    run("ask", "  ", code=1)
    assert "The question is empty" in run.err
    run("show", "nowhere", code=1)
    assert "no thread" in run.err
    run("ask", "x?", "--collection", "Nowhere", code=1)
    assert "no collection" in run.err
    [missing] = run("ingest", str(tmp_path / "absent.pdf"), code=1)
    assert (missing["status"], missing["document"]) == ("failed", None)
    with pytest.raises(SystemExit, match="2"):
        main(["ask"])


def test_a_second_process_is_told_who_holds_the_folder(run: CommandLine, data_dir: Path) -> None:
    ingest_samples(run)
    owner = Ownership(data_dir)
    owner.take()
    run("ask", STEAK, code=1)
    assert f"process {os.getpid()}" in run.err
    assert len(run("documents")[0]["documents"]) == 3
    owner.give_back()


def test_the_end_of_input_leaves_the_review_waiting(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    ingest_samples(run)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    [view] = run("ask", STEAK, "--review", "ask")
    assert (view["status"], view["answer"]) == ("waiting", "")


def test_a_policy_holds_for_its_question_only(run: CommandLine) -> None:
    ingest_samples(run)
    [first] = run("ask", STEAK, "--review", "stop")
    run("ask", "And?", "--thread", first["thread_id"], "--review", "approve-all", code=1)
    run("resume", first["thread_id"], "--reject")
    [second] = run("ask", STEAK, "--thread", first["thread_id"], "--review", "approve-all")
    assert (second["status"], second["policy"]) == ("answered", "approve_all")
    assert [thread["policy"] for thread in run("threads")[0]["threads"]] == ["always"]


def test_a_folder_stands_for_its_pdfs(run: CommandLine) -> None:
    lines = run("ingest", str(sample_files()[0].parent))
    assert sorted(line["name"] for line in lines) == ["house-guide.pdf", "menu.pdf", "wine-list.pdf"]


def test_a_data_directory_that_cannot_be_used_is_told(run: CommandLine, data_dir: Path) -> None:
    data_dir.write_text("a file")
    run("info", code=1)
    assert "cannot be used" in run.err


def test_what_is_typed_is_cleaned(run: CommandLine, tmp_path: Path) -> None:
    ingest_samples(run)
    [waiting] = run("ask", "\x1b[31m" + STEAK, "--review", "stop")
    assert waiting["question"] == "[31m" + STEAK
    path = tmp_path / "decision.json"
    path.write_text(json.dumps({"action": "edit", "question": "\x00\x1bWhen?", "search_again": True}), encoding="utf-8")
    [again] = run("resume", waiting["thread_id"], "--decision", str(path))
    assert (again["query"], again["tried"]) == ("When?", ["[31m" + STEAK, "When?"])


def test_collections_are_described_by_what_is_said_of_them(run: CommandLine) -> None:
    guide = str(sample_files()[2])
    run("ingest", guide, "--collection", "House", "--description", "Hours, fees and allergies")
    [listed] = run("collections")
    [house] = listed["collections"]
    assert (house["title"], house["description"], house["documents"]) == ("House", "Hours, fees and allergies", 1)
    [again] = run("ingest", guide, "--collection", "House", "--description", "Hours")
    assert again["status"] == "duplicate"
    assert run("collections")[0]["collections"][0]["description"] == "Hours"
    assert "House — Hours" in run.text("collections")
    run("ingest", guide, "--collection", "Other", "--description", "x" * 501, code=1)
    assert "shorten it" in run.err
    assert [each["title"] for each in run("collections")[0]["collections"]] == ["House"]


def test_strips_are_chosen_by_their_numbers(run: CommandLine) -> None:
    run("ingest", str(sample_files()[2]))
    [waiting] = run("ask", "How much is the corkage fee?", "--strategy", "corrective")
    [first] = [item for item in waiting["evidence"] if "corkage" in item["text"]]
    passage_id, strips = first["passage_id"], first["strips"]
    texts = [first["text"][strip["start"] : strip["end"]] for strip in strips]
    [fee] = [n for n, text in enumerate(texts) if "₩20,000" in text]
    [hours] = [n for n, text in enumerate(texts) if "22:00" in text]
    assert (strips[fee]["kept"], strips[hours]["kept"]) == (True, False)
    assert f"       [x] {fee}: " in run.text("show", waiting["thread_id"])

    def resumed(*flags: str, code: int = 0) -> Any:
        return run("resume", waiting["thread_id"], "--approve", *flags, code=code)[-1]

    assert "has no such strip" in resumed("--keep", passage_id, "--strip", f"{passage_id}:99", code=1)["error"]
    assert "is not kept" in resumed("--drop", passage_id, "--strip", f"{passage_id}:0", code=1)["error"]
    view = resumed("--keep", passage_id, "--strip", f"{passage_id}:{fee}", "--strip", f"{passage_id}:{hours}")
    kept = [n for n, strip in enumerate(view["evidence"][0]["strips"]) if strip["kept"]]
    assert kept == sorted({fee, hours})
    assert view["status"] == "answered"


@pytest.mark.parametrize("flag", ["--allow", "--skip", "--never"])
def test_consent_is_no_answer_to_a_review_of_passages(run: CommandLine, flag: str) -> None:
    run("ingest", str(sample_files()[2]))
    [waiting] = run("ask", "How much is the corkage fee?")
    [view] = run("resume", waiting["thread_id"], flag, code=1)
    assert view["status"] == "waiting"
    assert run.err == "This review asks which passages may be read, not about the web: use --approve or --reject.\n"


@pytest.mark.parametrize(
    "wrong",
    [
        ["resume", "t1", "--reject", "--keep", "a:1:0"],
        ["resume", "t1", "--reject", "--strip", "a:1:0:0"],
        ["resume", "t1", "--approve", "--query", "x"],
        ["resume", "t1", "--allow", "--question", "x"],
        ["resume", "t1", "--allow", "--skip"],
        ["resume", "t1", "--approve", "--strip", "a:1:0:x"],
        ["resume", "t1", "--approve", "--strip", "0"],
        ["resume", "t1", "--approve", "--strip", ":0"],
        ["resume", "t1"],
        ["ask", "x?", "--strategy", "other"],
        ["graph", "--strategy", "other"],
        ["compare", "x?", "--strategy", "self"],
        ["compare", "x?", "--strategy", "self", "--strategy", "self"],
        ["compare", "x?", "--strategy", "self", "--strategy", "adaptive", "--strategy", "corrective"],
        ["compare", "x?", "--strategy", "self", "--strategy", "adaptive", "--review", "ask"],
    ],
)
def test_wrong_use(wrong: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(wrong)


def test_a_graph_is_drawn_without_any_data(run: CommandLine, data_dir: Path) -> None:
    [drawn] = run("graph", "--strategy", "corrective")
    assert (drawn["strategy"], "refine_passages" in drawn["mermaid"]) == ("corrective", True)
    assert run.text("graph", "--strategy", "corrective").strip() == drawn["mermaid"].strip()
    assert "refine_passages" not in run.text("graph")
    assert not data_dir.exists()


def test_two_strategies_stand_beside_each_other(run: CommandLine) -> None:
    run("ingest", str(sample_files()[2]))
    asked = ("compare", "How much is the corkage fee?", "--strategy", "self", "--strategy", "corrective")
    [waiting] = run(*asked)
    assert [(view["strategy"], view["status"]) for view in waiting["runs"]] == [
        ("self", "waiting"), ("corrective", "waiting"),
    ]  # fmt: skip
    table = run.text(*asked, "--review", "approve-relevant").splitlines()
    assert table[0] == "Q: How much is the corkage fee?"
    rows = {line.split()[0]: line for line in table[1:] if not line.startswith(" ")}
    assert rows["strategy"].split() == ["strategy", "self", "corrective"]
    assert rows["outcome"].split() == ["outcome", "answered", "answered"]
    assert "refine_passages" in " ".join(table)
    assert rows["supported"].split()[1:] == ["1", "of", "1", "sentences", "not", "checked"]
    assert " ".join(table).count("₩20,000") >= 2
