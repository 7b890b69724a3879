"""How the files of an upload ended, kept until the next upload, and the questions that they leave."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from selfrag.runs import FileDone, Run
from selfrag.service import Service
from selfrag.ui import words
from selfrag.ui.documents import dialogs
from selfrag.ui.inert import inert_line
from selfrag.ui.phrases import told
from selfrag.ui.uploads.counts import counts

OPEN = 5  # more lines than this are folded under a summary, but for the failures
SHOWN_FAILURES = 10
RESULTS, OUTCOME, DECIDED = "upload-results", "upload-outcome", "upload-decided"
MARK = {"ready": "✓", "partly_ready": "◐", "duplicate": "=", "failed": "✗"}
WORDS = {
    "ready": words.later("ready"),
    "partly_ready": words.later("partly ready"),
    "duplicate": words.later("already there"),
    "failed": words.later("failed"),
}
Result = dict[str, Any]


def of(run: Run) -> list[Result]:
    """The results so far, in the order in which files ended."""
    return [event.result for event in run.events() if isinstance(event, FileDone)]


def keep(run: Run, results: list[Result]) -> None:
    """Hold on to what an ended run has to say, beside what is still shown."""
    _ = words.current()
    state = st.session_state
    state[RESULTS] = [*state.get(RESULTS, []), *results]
    ended = run.ended
    if ended and ended.status == "stopped":
        state[OUTCOME] = _.plural(
            "Cancelled. Done and kept: {done} of {n} file; nothing stays of the others.",
            "Cancelled. Done and kept: {done} of {n} files; nothing stays of the others.",
            counts(run.events()).files,
            done=len(results),
        )
    elif ended and ended.error:
        state[OUTCOME] = told(ended.error)


def never_came(n: int) -> None:
    """Say that the server has nothing of so many files that the browser has sent."""
    st.session_state[OUTCOME] = words.current().plural(
        "{n} file did not arrive, as the server was restarted. Please add it again.",
        "{n} files did not arrive, as the server was restarted. Please add them again.",
        n,
    )


def forget(file: str | None = None) -> None:
    """Show no result any more, or none of the file that goes in once more."""
    state = st.session_state
    state[OUTCOME] = None
    state[RESULTS] = [result for result in state.get(RESULTS, []) if file and result["file"] != file]


def draw(service: Service) -> None:
    """What the last upload left: a line for each file, and a question where a name was there already."""
    _ = words.current()
    results: list[Result] = st.session_state.get(RESULTS, [])
    outcome = st.session_state.get(OUTCOME)
    if outcome:
        st.warning(outcome)
    asked = [result for result in results if result.get("same_name") and result["document"] not in _decided()]
    _ask(service, asked)
    lines([result for result in results if result not in asked])
    if results or outcome:
        st.button(_("Dismiss"), key="dismiss-results", type="tertiary", icon=":material/close:", on_click=forget)


def lines(results: Sequence[Result]) -> None:
    """One line for each; where they are many, failures first and the rest folded under a summary."""
    _ = words.current()
    if len(results) <= OPEN:
        for result in results:
            st.markdown(line(result))
        return
    failed = [result for result in results if result["status"] == "failed"]
    for result in failed[:SHOWN_FAILURES]:
        st.markdown(line(result))
    rest = [result for result in results if result not in failed[:SHOWN_FAILURES]]
    if rest:
        tally = Counter(result["status"] for result in rest)
        with st.expander(" · ".join(f"{MARK[each]} {tally[each]} {_(WORDS[each])}" for each in WORDS if tally[each])):
            for result in rest:
                st.markdown(line(result))


def line(result: Result) -> str:
    """One line of markdown for a file's result."""
    _ = words.current()
    notes = [told(warning) for warning in result["warnings"] if warning != result["error"]]
    match result["status"]:
        case "ready":
            said = [_.plural("{n} page", "{n} pages", result["pages"])]
        case "duplicate":
            said = [_("nothing was added")]
        case _status:
            said = [told(result["error"] or "")]
    if read := result.get("pages_by", {}).get("ocr"):
        said.append(_.plural("{n} page by OCR", "{n} pages by OCR", read))
    label, decision = _decided().get(result["document"], (result["name"], ""))
    said += [_(decision)] if decision else []
    return f"{MARK[result['status']]} **{inert_line(label)}** — " + " · ".join([*said, *notes])


def _ask(service: Service, asked: Sequence[Result]) -> None:
    """Which of two documents of one name is wanted; until that is decided both are there."""
    _ = words.current()
    for result in asked[:OPEN]:
        with st.container(border=True, gap="small"):
            st.markdown(line(result))
            _choices(service, [result], result["document"], _("There is already a document of this name:"))
    if len(asked) > 1:
        question = _.plural("{n} name was there already:", "{n} names were there already:", len(asked))
        with st.container(border=True, gap="small"):
            _choices(service, asked, "all", question)


def _choices(service: Service, asked: Sequence[Result], key: str, question: str) -> None:
    _ = words.current()
    one = len(asked) == 1
    st.markdown(question)
    with st.container(horizontal=True):
        st.button(
            _("Replace it") if one else _("Replace all"),
            key=f"replace-{key}",
            on_click=_replace,
            args=(service, asked),
            help=_("The earlier document of this name is deleted."),
        )
        st.button(_("Keep both") if one else _("Keep all"), key=f"keep-{key}", on_click=_keep_both, args=(asked,))


def _replace(service: Service, asked: Sequence[Result]) -> None:
    for result in asked:
        labels: list[str] = []
        replace = partial(service.replace_earlier, result["document"])
        if dialogs.attempt(lambda: labels.append(replace())):  # noqa: B023
            _decided()[result["document"]] = (labels[0], words.later("replaces the earlier one"))


def _keep_both(asked: Sequence[Result]) -> None:
    for result in asked:
        _decided()[result["document"]] = (result["name"], words.later("both are kept"))


def _decided() -> dict[str, tuple[str, str]]:
    """By document, its label since then and what was decided about its name."""
    decided: dict[str, tuple[str, str]] = st.session_state.setdefault(DECIDED, {})
    return decided
