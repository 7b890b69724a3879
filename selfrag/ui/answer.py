"""An answered question: the answer, its sources, and how far it is supported."""

from typing import Any

import streamlit as st

from selfrag.graph.routes import NOT_USEFUL
from selfrag.graph.verdicts import found_nothing
from selfrag.service import Service
from selfrag.ui import page_viewer, scores, steps, strips, textless, words
from selfrag.ui.inert import cited, inert, inert_line
from selfrag.ui.passage import from_the_web, graded, place, recognised
from selfrag.ui.phrases import told
from selfrag.ui.review_keys import slug
from selfrag.ui.strategy_choice import title

SUPPORT = {
    "fully": words.later("✓ supported"),
    "partially": words.later("◐ partly supported"),
    "no": words.later("✗ not supported"),
    "unknown": words.later("? could not be checked"),
}


def draw(service: Service, view: dict[str, Any]) -> None:
    """The outcome of a question."""
    _ = words.current()
    quoted = service.quotes
    with st.container(horizontal=True, gap="small"):
        _outside_badge(view, quoted)
        _label(view, quoted)
    if found_nothing(view["outcome"], view["reflection"]["sentences"]) and not view["gone"]:
        textless.draw(view)
    if view["answer"]:
        st.markdown(cited(view["answer"], max((c["n"] for c in view["citations"]), default=0)))
    if view["cut"]:
        st.warning(
            _("The model's limit cut this answer off before its end. Ask for less at once, or choose another model.")
        )
    if view["left_out"]:
        _left_out(view)
    if view["citations"]:
        _sources(service, view)
    if view["reflection"]["sentences"]:
        _support(view)
    with st.expander(" · ".join((_("How this came about"), title(view["strategy"]), steps.cost(view)))):
        for step in view["steps"]:
            line, spent = steps.told(step), steps.spent(step)
            if line:
                st.markdown(f"- {line}" + (f" :gray[— {spent}]" if spent else ""))
        _evidence(service, view)


def _label(view: dict[str, Any], quoted: bool) -> None:
    _ = words.current()
    match view["outcome"]:
        case "answered_directly":
            st.badge(_("Not from your documents"), color="gray", icon=":material/info:")
        case "partly_supported":
            st.badge(_partly(view), color="orange", icon=":material/warning:")
        case "rejected":
            st.info(_("You stopped this question. Nothing was written."))
        case "no_evidence":
            _nothing(view)
        case "answered" if (view["reflection"]["is_use"] or 5) <= NOT_USEFUL:
            st.badge(_("Supported, but hardly answers the question"), color="orange", icon=":material/warning:")
        case "answered":
            _answered(view, quoted)


def _answered(view: dict[str, Any], quoted: bool) -> None:
    """What was graded is said to be supported, and nothing else."""
    _ = words.current()
    if quoted and not all(citation.get("url") for citation in view["citations"]):
        st.badge(_("Quoted from your documents"), color="green", icon=":material/format_quote:")
    if not view["reflection"]["sentences"]:
        st.badge(_("Not checked against the passages"), color="gray", icon=":material/info:")
    elif not quoted:
        st.badge(_("Every sentence supported"), color="green", icon=":material/check:")


def _outside_badge(view: dict[str, Any], quoted: bool) -> None:
    _ = words.current()
    if any(citation.get("url") for citation in view["citations"]):
        said = _("Quoted from the web") if quoted else _("Rests on the web")
        st.badge(said, color="blue", icon=":material/public:")


def _partly(view: dict[str, Any]) -> str:
    _ = words.current()
    verdicts = {sentence["is_sup"] for sentence in view["reflection"]["sentences"]}
    if verdicts <= {"unknown"}:
        return _("Support could not be checked")
    return _("Partly supported") if verdicts & {"fully", "partially"} else _("Not supported by the passages")


def _nothing(view: dict[str, Any]) -> None:
    _ = words.current()
    if view["gone"]:
        st.warning(_("The approved passages are gone: their documents were deleted. Ask again to search what is left."))
        return
    tried = ", ".join(f"“{inert_line(query)}”" for query in view["tried"])
    if view["counters"]["web"]:
        said = _(
            "Nothing in your documents or on the web answers this. Searched for: {queries}. "
            "Ask in other words, or add the document that knows.",
            queries=tried,
        )
    else:
        said = _(
            "Nothing in your documents answers this. Searched for: {queries}. "
            "Ask in other words, or add the document that knows.",
            queries=tried,
        )
    st.warning(said)


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


def _support(view: dict[str, Any]) -> None:
    _ = words.current()
    sentences = view["reflection"]["sentences"]
    fully = sum(sentence["is_sup"] == "fully" for sentence in sentences)
    title = _("{fully} of {total} sentences supported", fully=fully, total=len(sentences))
    if view["reflection"]["is_use"] is not None:
        title += " · " + _("useful {use} of 5", use=view["reflection"]["is_use"])
    with st.expander(title, expanded=fully < len(sentences)):
        for sentence in sentences:
            known = "score" in sentence and sentence["is_sup"] != "unknown"
            score = f" {sentence['score']:.2f}" if known else ""
            st.markdown(f"{_(SUPPORT[sentence['is_sup']])}{score} — {inert(sentence['text'])}")
            if sentence["reason"]:
                st.caption(told(sentence["reason"]))
        facts = [fact for fact in (scores.whole(view), scores.basis(view)) if fact]
        st.caption(" · ".join(facts))


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
