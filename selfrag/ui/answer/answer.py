"""An answered question: the answer, its sources, and how far it is supported."""

from typing import Any

import streamlit as st

from selfrag.graph.verdicts import found_nothing
from selfrag.service import Service
from selfrag.ui import scores, steps, textless, words
from selfrag.ui.answer import changes, outcome, sentence_actions, support_map, thumbs
from selfrag.ui.answer.fold import fold
from selfrag.ui.history import timeline as history
from selfrag.ui.inert import cited, inert_line
from selfrag.ui.passage import from_the_web, graded, place, recognised
from selfrag.ui.review import strips
from selfrag.ui.review.keys import slug
from selfrag.ui.strategy_choice import title
from selfrag.ui.viewer import viewer as page_viewer


def draw(service: Service, view: dict[str, Any], last: bool = True) -> None:
    """The outcome of a question; the folds of one that is not the `last` are filled once they are opened."""
    _ = words.current()
    outcome.draw(service, view)
    if found_nothing(view["outcome"], view["reflection"]["sentences"]) and not view["gone"]:
        textless.draw(view)
    if view["answer"]:
        st.markdown(cited(view["answer"], max((c["n"] for c in view["citations"]), default=0)))
    elif view["struck"]:
        st.caption(_("Every sentence of this answer is struck."))
    if view["cut"]:
        st.warning(
            _("The model's limit cut this answer off before its end. Ask for less at once, or choose another model.")
        )
    if view["left_out"]:
        _left_out(view)
    if view["citations"]:
        _sources(service, view)
    if view["reflection"]["sentences"]:
        _support(service, view, not last)
    elif view["sentences"] and (view["answer"] or view["struck"]):
        _unchecked(service, view, not last)
    if view["answer"] or view["struck"]:
        thumbs.draw(service, view)
    about = " · ".join((_("How this came about"), title(view["strategy"]), steps.cost(view)))
    with fold(about, f"about-{slug(view['question_id'])}", not last) as is_open:
        if is_open:
            history.draw(service, view)
            _evidence(service, view)


def _left_out(view: dict[str, Any]) -> None:
    _ = words.current()
    offered = {item["passage_id"]: item for item in view["evidence"]}
    places = "; ".join(place(offered[passage_id]) for passage_id in view["left_out"] if passage_id in offered)
    st.warning(
        _.plural(
            "{n} approved passage did not fit into what the model can read and was left out: {places}",
            "{n} approved passages did not fit into what the model can read and were left out: {places}",
            len(view["left_out"]),
            places=places,
        )
    )


def _sources(service: Service, view: dict[str, Any]) -> None:
    _ = words.current()
    st.markdown(f"**{_('Sources')}**")
    with st.container(gap="small"):
        for citation in view["citations"]:
            where = f"**{place(citation)}**{_outside(citation)}"
            said = f":blue-badge[\\[{citation['n']}\\]] {where} — “{inert_line(citation['quote'])}”"
            _line(service, citation, said, f"{view['question_id']}-{citation['n']}")


def _line(
    service: Service,
    item: dict[str, Any],
    said: str,
    key: str,
    spans: list[tuple[int, int]] | None = None,
) -> None:
    """A citation or passage, and the way to its page."""
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.markdown(said, width="stretch")
        if item["ocr"]:
            recognised()
        page_viewer.offer(service, item, key, spans)


def _outside(item: dict[str, Any]) -> str:
    """That it came from the web, and its address as text."""
    return f" · {from_the_web()}: {inert_line(item['url'])}" if item.get("url") else ""


def _support(service: Service, view: dict[str, Any], lazy: bool) -> None:
    """What carries each sentence, and what can be done about those that nothing carries.

    Where every sentence is carried, the answer and its sources say it all: the rest is folded.
    """
    reflection, struck = view["reflection"], sentence_actions.struck_lines(view)
    heading = support_map.counted(reflection["sentences"], struck, reflection["is_use"])
    calm = not any(map(support_map.is_weak, reflection["sentences"]))
    if calm:
        with fold(heading, f"support-{slug(view['question_id'])}", lazy) as is_open:
            if is_open:
                _map(service, view, reflection["sentences"], struck, True)
    else:
        st.markdown(f"**{heading}**")
        _map(service, view, reflection["sentences"], struck, False)


def _unchecked(service: Service, view: dict[str, Any], lazy: bool) -> None:
    """The sentences of an answer that nobody checked: they can be struck all the same."""
    _ = words.current()
    sentences = [{"text": text, "is_sup": None} for text in view["sentences"]]
    title = _("Sentence by sentence · {n}", n=len(sentences))
    with fold(title, f"support-{slug(view['question_id'])}", lazy) as is_open:
        if is_open:
            _map(service, view, sentences, sentence_actions.struck_lines(view), True)


def _map(
    service: Service, view: dict[str, Any], sentences: list[dict[str, Any]], struck: dict[int, str], whole: bool
) -> None:
    facts = [fact for fact in (scores.whole(view), scores.basis(view)) if fact]
    if facts and view["reflection"]["sentences"]:
        st.caption(" · ".join(facts))
    controls = sentence_actions.controls(service, view, struck)
    support_map.SupportMap(service, view, sentences, struck, controls, changes.author(service, view), whole).draw()


def _evidence(service: Service, view: dict[str, Any]) -> None:
    _ = words.current()
    if not view["evidence"]:
        return
    st.markdown(f"**{_('Passages offered')}**")
    with st.container(gap=None):
        for item in view["evidence"]:
            kept = _("kept") if item["kept"] else _("dropped")
            said = f"{place(item)}{_outside(item)} · {graded(item)} · {kept}"
            numbers = [n for n, strip in enumerate(item.get("strips") or []) if strip["kept"]]
            key = f"{view['question_id']}-{slug(item['passage_id'])}"
            _line(service, item, said, key, strips.spans(item, numbers) if item["exists"] else None)
