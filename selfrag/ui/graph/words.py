"""What the graph page says: what each node does, the words in the picture, and how to read it."""

from selfrag.graph.path import Visits
from selfrag.graph.strategies.labels import Words
from selfrag.ui import words

DOES = {
    "decide_retrieval": words.later("Decides whether documents are needed; as a router also which sources."),
    "ask_web_consent": words.later("Pauses before a query leaves for the web: you send, change or keep it."),
    "search": words.later("Searches every source in a branch of its own, all at once, and merges what they found."),
    "gather_evidence": words.later("Puts passages together: kept ones first, dropped and identical ones left out."),
    "grade_passages": words.later("Judges how relevant each passage is."),
    "refine_passages": words.later("Cuts passages into strips and keeps those that help."),
    "rewrite_question": words.later("Finds better words to search with."),
    "review_evidence": words.later("Pauses for your review: nothing is written from what you have not approved."),
    "approve_by_policy": words.later("Approves in your place, by the policy you chose."),
    "write_answer": words.later("Writes the answer from what was approved."),
    "reflect": words.later("Checks each sentence against its passages, and whether the answer is of use."),
    "review_draft": words.later("Pauses for you before the answer is final, where you asked for that."),
    "answer_directly": words.later("Replies without documents, and says so."),
    "finish": words.later("Notes the outcome."),
}
LEGEND = (
    words.later("**Solid arrow**: always next. **Dotted**: one of several ways, or back in a loop."),
    words.later("**Thick blue**: the way this question took; ×2 means twice. **Six corners**: pauses for you."),
    words.later("**Stacked**: a branch for each collection, all at once; ✓ searched, ✗ failed, with passages found."),
)


def does(node: str) -> str:
    """One line about a node; empty for one that nothing is known of."""
    return words.current()(DOES[node]) if node in DOES else ""


def spent(visits: Visits) -> list[str]:
    """What a node's visits came to, on two lines."""
    _ = words.current()
    first = [f"×{visits.count}"] if visits.count > 1 else []
    second = [_.plural("{n} model call", "{n} model calls", visits.calls)] if visits.calls else []
    if visits.tokens:
        second.append(_.plural("{n} token", "{n} tokens", visits.tokens))
    return [" · ".join([*first, _("{seconds} s", seconds=f"{visits.seconds:.1f}")]), " · ".join(second)]


def picture() -> Words:
    """The words in the picture."""
    _ = words.current()
    return Words(
        start=_("start"),
        end=_("end"),
        each_source=_("each source"),
        parallel=_("in parallel"),
        waits=_("waits for you"),
        failed=_("failed"),
        spent=spent,
    )
