"""Steps told as a person would, also those of records from before there were sources."""

from typing import Any

import pytest

from selfrag.graph.findings import FINDERS
from selfrag.ui import steps
from selfrag.ui.steps import DOING, told
from selfrag.ui.tellers import TELLERS


def step(node: str, **found: Any) -> dict[str, Any]:
    return {"node": node, "found": found}


def source(name: str, hits: int = 1, error: str | None = None) -> dict[str, Any]:
    title = "Web" if name == "web" else name
    return {"id": name, "title": title, "hits": hits, "seconds": 0.1, "error": error}


def search(*sources: dict[str, Any], hits: int = 14) -> dict[str, Any]:
    return step("search", query="a", web_query="b", hits=hits, collections=9, sources=list(sources))


FALLBACK = "No source was chosen, so all collections are searched."
RETRIEVAL = {"probability": None, "reason": "", "query": "a"}
LINES = [
    (step("decide_retrieval", retrieve="yes", **RETRIEVAL), "Your documents are needed for this"),
    (
        step("decide_retrieval", retrieve="yes", sources=2, offered=3, fallback="", **RETRIEVAL),
        "Your documents are needed for this. Chose 2 of 3 sources",
    ),
    (
        step("decide_retrieval", retrieve="no", sources=2, offered=3, fallback="", **RETRIEVAL),
        "No documents are needed for this",
    ),
    (
        step("decide_retrieval", retrieve="unknown", sources=3, offered=3, fallback=FALLBACK, **RETRIEVAL),
        f"Could not tell whether documents are needed, so searched them. {FALLBACK}",
    ),
    (step("search", query="a", hits=1, collections=2), "Searched 2 collections for “a”: 1 passage found"),
    (search(source("Menu"), hits=1), "Searched Menu for “a”: 1 passage found"),
    (search(source("Menu"), source("Wine list")), "Searched Menu, Wine list in parallel for “a”: 14 passages found"),
    (search(source("web"), hits=2), "Searched the web for “b”: 2 passages found"),
    (
        search(source("Menu"), source("web")),
        "Searched Menu for “a” and the web for “b”, in parallel: 14 passages found",
    ),
    (
        search(source("Menu"), source("Wine list", 0, "It is broken."), source("web", 0, "It is down.")),
        "Searched Menu for “a”: 14 passages found. Wine list was not searched: It is broken. "
        "The web was not searched: It is down.",
    ),
    (search(hits=0), "There was nothing to search"),
    (
        search(*[source(name) for name in "ABCDEFG"]),
        "Searched A, B, C, D and 3 more in parallel for “a”: 14 passages found",
    ),
    (step("refine_passages", passages=4, strips=11, kept=6), "Cut 4 passages into strips: 6 of 11 kept"),
    (step("refine_passages", passages=1, strips=3, kept=0), "Cut 1 passage into strips: 0 of 3 kept"),
    (step("refine_passages", passages=0, strips=0, kept=0), None),
]
CONSENTS = [
    ("allow", "person", "You sent “b” to Finder"),
    ("skip", "person", "You went on without the web"),
    ("never", "person", "You went on without the web, in this thread for good"),
    ("never", "selfrag", "Nothing goes to the web in this thread, as you decided, so it went on without"),
    ("no_provider", "selfrag", "No web search is set up, so it went on without"),
    ("limit", "selfrag", "The web had been asked as often as one question may, so it went on without"),
]
ACCEPTED = [
    ("accept", 0, "You accepted the draft"),
    ("accept", 2, "You accepted the draft without 2 sentences"),
    ("edit", 0, "You edited the draft"),
    ("write_again", 0, "You had it written again"),
    ("search_again", 0, "You had it search again"),
    ("reject", 0, "You rejected the draft"),
]


@pytest.mark.parametrize(("done", "line"), LINES)
def test_lines(done: dict[str, Any], line: str | None) -> None:
    said = told(done)
    assert (said.replace("\\", "") if said else said) == line


@pytest.mark.parametrize(("action", "by", "line"), CONSENTS)
def test_consents(action: str, by: str, line: str) -> None:
    query = "b" if action == "allow" else None
    provider = "" if action == "no_provider" else "Finder"
    assert told(step("ask_web_consent", action=action, by=by, query=query, provider=provider)) == line


@pytest.mark.parametrize(("action", "struck", "line"), ACCEPTED)
def test_decisions_on_a_draft(action: str, struck: int, line: str) -> None:
    assert told(step("review_draft", action=action, by="person", struck=struck)) == line


def test_outside_text_is_inert() -> None:
    assert told(search(source("**Menu**"))) == r"Searched \*\*Menu\*\* for “a”: 14 passages found"
    sent = step("ask_web_consent", action="allow", by="person", query="![x](y)", provider="[z](w)")
    assert told(sent) == r"You sent “\!\[x\]\(y\)” to \[z\]\(w\)"


def test_every_step_with_facts_is_told_and_every_node_has_words() -> None:
    quiet = {"gather_evidence", "finish"}  # what they found is on the page already
    assert set(TELLERS) == {*FINDERS, "search"} - quiet
    assert steps.doing("search_web") == "Searching the web"
    assert {"refine_passages", "search_web", "search"} < set(DOING)
