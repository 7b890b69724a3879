"""The words of a receipt for people: English, which the caller may give in another language by the same keys."""

from collections.abc import Mapping

from selfrag.sentences import sentence


def later(message: str) -> str:
    """Mark a word for the catalogues of the interface, which translates it."""
    return message


WORDS: Mapping[str, str] = {
    "receipt": later("Receipt"),
    "check": later(
        "The receipt in JSON can be checked against the stored documents: python -m selfrag replay FILE. "
        "Its digest is no signature."
    ),
    "thread": later("Thread"),
    "made": later("Made"),
    "program": later("Program"),
    "digest": later("Digest of the record (SHA-256)"),
    "forked": later("Forked from"),
    "forked_from": later("thread {thread}, review {review}"),
    "question": later("Question {n}"),
    "asked": later("Asked"),
    "finished": later("Finished"),
    "status": later("Status"),
    "strategy": later("Strategy"),
    "policy": later("Review policy"),
    "understood": later("Understood as"),
    "changed_by": later("Changed by {who}, {when}"),
    "searched": later("Searched for"),
    "sources": later("Searched in"),
    "answer": later("Answer"),
    "no_answer": later("There is no answer."),
    "broken_off": later("The run broke off here."),
    "cut": later("The model had no room to end this answer."),
    "as_written": later("As the model wrote it"),
    "edited_by": later("Changed before it was final by"),
    "useful": later("Usefulness"),
    "of_5": later("{n} of 5"),
    "thumb_up": later("thumb up, {who}, {when}"),
    "thumb_down": later("thumb down, {who}, {when}"),
    "opinion": later("Opinion"),
    "cited": later("Sources"),
    "cited_at": later("[{n}] {document}, page {page}"),
    "support": later("Support of each sentence"),
    "sentence": later("Sentence"),
    "supported": later("Support"),
    "by_quote": later("Carried by"),
    "quote_at": later("{document}, page {page}: “{quote}”"),
    "struck_by": later("struck by {who}, {when}"),
    "by_person": later("written by a person"),
    "review": later("Review of the evidence {n}"),
    "web_review": later("Query for the web {n}"),
    "draft_review": later("Review of the answer {n}"),
    "shown": later("Shown"),
    "decided": later("Decided"),
    "decided_by": later("{action} by {who}, {when}"),
    "decided_by_policy": later("{action} by the policy “{policy}”, {when}"),
    "undecided": later("not yet decided"),
    "note": later("Note"),
    "assigned": later("Assigned to"),
    "would_leave": later("Query as shown"),
    "left": later("Query as sent"),
    "provider": later("Web search"),
    "draft": later("Answer as shown"),
    "struck": later("Sentences struck"),
    "kept_or_not": later("Decision"),
    "verdict": later("Verdict"),
    "score": later("Score"),
    "passage": later("Passage"),
    "reason": later("Reason"),
    "place": later("{document}, page {page}"),
    "added": later("added by hand"),
    "read": later("What might be read"),
    "models": later("Models and settings"),
    "answers_with": later("Answered by"),
    "chat_model": later("Chat model"),
    "embedding_model": later("Embedding model"),
    "grading": later("Grading"),
    "work": later("What it took"),
    "counters": later("Loops"),
    "counted": later("{rewrites} rewrites, {writes} answers written, {web} web searches"),
    "calls": later("Calls"),
    "called": later("{chat} to the chat model, {embed} to the embedding model"),
    "tokens": later("Tokens"),
    "cost": later("Cost"),
    "step": later("Step"),
    "ended": later("Ended"),
    "seconds": later("Seconds"),
    "failed": later("broke off"),
    "documents": later("Documents"),
    "document": later("Document"),
    "pages": later("Pages"),
    "collection": later("Collection"),
    "deleted": later("deleted"),
    "comments": later("Comments"),
    "somebody": later("the person of this desk"),
    "none": later("none"),
    "page": later("Page {n} of {total}"),
    "is.kept": later("kept"),
    "is.dropped": later("dropped"),
    "is.relevant": later("relevant"),
    "is.irrelevant": later("not relevant"),
    "is.ambiguous": later("unsure"),
    "is.unknown": later("unknown"),
    "is.correct": later("correct"),
    "is.incorrect": later("incorrect"),
    "is.fully": later("fully supported"),
    "is.partially": later("partly supported"),
    "is.no": later("not supported"),
    "is.approve": later("Approved"),
    "is.edit": later("Changed"),
    "is.reject": later("Stopped without an answer"),
    "is.accept": later("Accepted"),
    "is.write_again": later("Written again"),
    "is.search_again": later("Searched again"),
    "is.allow": later("Sent"),
    "is.skip": later("Kept in"),
    "is.never": later("Kept in for the whole thread"),
    "is.answered": later("answered"),
    "is.answered_directly": later("answered without documents"),
    "is.partly_supported": later("answered, not all of it supported"),
    "is.no_evidence": later("nothing found"),
    "is.rejected": later("stopped by a person"),
    "is.failed": later("failed"),
    "is.stopped": later("cut off"),
    "is.waiting": later("waiting for a person"),
    "is.running": later("running"),
}


class Say:
    """Words by their keys, filled."""

    def __init__(self, words: Mapping[str, str] | None = None) -> None:
        self._words = {**WORDS, **(words or {})}

    def __call__(self, key: str, /, **values: object) -> str:
        """The word with its `{name}`s filled, once."""
        return sentence(self._words[key], **values)

    def value(self, value: str | None) -> str:
        """A value of the record, by its word where there is one."""
        return "" if value is None else self._words.get(f"is.{value}", value)
