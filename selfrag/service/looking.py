"""What a person looks up while a review waits: text around a passage, and passages to add by hand."""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

from selfrag.errors import SelfragError, UnknownCollection
from selfrag.graph.decided import added
from selfrag.graph.fan_in import mixed
from selfrag.language.plain import plain
from selfrag.ports import WEB, Candidate, Meter, Passage, silent
from selfrag.service.desk import Desk
from selfrag.service.views import evidence_view

AROUND = 600  # characters of the page on either side of a passage
FOUND = 8
_WORD = 40  # a word is looked for no further, so that text without spaces is not lost
_SPACE = re.compile(r"\s")


class Looking:
    """What a person looks up while a review waits: text around a passage, and passages to add by hand."""

    desk: Desk

    def neighbours(self, passage_id: str) -> dict[str, str]:
        """`before` and `after`: the text of its page around a passage, cut between words.

        Both are empty for what is not on a stored page: a passage of the web, or of a deleted document.
        """
        passage = self.desk.passages.get([passage_id]).get(passage_id)
        if passage is None or passage.get("url"):
            return {"before": "", "after": ""}
        page = self.desk.library.catalog.page(passage["document_id"], passage["page"])
        text = page.text if page is not None else ""
        return {"before": _end_of(text[: passage["start"]]), "after": _beginning_of(text[passage["end"] :])}

    def more_like(self, passage_id: str, sources: Sequence[str], exclude: Collection[str]) -> list[dict[str, Any]]:
        """Passages of these collections like this one, as `search_passages` gives them; none where it is gone."""
        passage = self.desk.passages.get([passage_id]).get(passage_id)
        if passage is None:
            return []
        return self.search_passages(passage["text"], sources, {*exclude, passage_id})

    def search_passages(self, query: str, sources: Sequence[str], exclude: Collection[str]) -> list[dict[str, Any]]:
        """Up to `FOUND` passages of these collections, or of all, as a view's evidence has them, best first, ungraded.

        Never one of `exclude` or of the same wording, and never the web. One collection that cannot be searched does
        not spoil the others; where none can be, raises what the first of them raised.
        """
        wanted = plain(query)
        if not wanted:
            return []
        ranked = [hit["passage_id"] for hit in mixed(self._candidates(wanted, sources, exclude))]
        found = self.desk.passages.get([*ranked, *exclude])
        seen = {_wording(found[passage_id]) for passage_id in exclude if passage_id in found}
        chosen: list[str] = []
        for passage_id in ranked:
            if passage_id in found and (wording := _wording(found[passage_id])) not in seen:
                seen.add(wording)
                chosen.append(passage_id)
        return self.passages_by_id(chosen[:FOUND])

    def passages_by_id(self, passage_ids: Sequence[str]) -> list[dict[str, Any]]:
        """These passages as a view's evidence has them, ungraded; what was deleted has no text, as there."""
        found = self.desk.passages.get(passage_ids)
        return [evidence_view(added(passage_id), found.get(passage_id)) for passage_id in passage_ids]

    def dropped(self, thread_id: str) -> list[str]:
        """Passages that a person dropped from the thread's last question. Raises UnknownThread."""
        question = self.desk.catalog.last_question(self.desk.catalog.thread(thread_id).id)
        return list(question.record.get("dropped", [])) if question is not None else []

    def draft(self, review_id: str) -> dict[str, Any] | None:
        """A person's unfinished edits of a review as they are stored now."""
        review = self.desk.reviews.get(review_id)
        return review.draft if review is not None else None

    def change_draft(self, review_id: str, change: Callable[[dict[str, Any] | None], dict[str, Any]]) -> dict[str, Any]:
        """Store what `change` makes of the stored draft, one tab after the other; returns that."""
        return self.desk.reviews.change_draft(review_id, change)

    def _candidates(self, query: str, sources: Sequence[str], exclude: Collection[str]) -> list[Candidate]:
        """From every collection there is among `sources`; from all where they name none but the web."""
        meant = [source for source in sources if source != WEB]
        there = {collection.id for collection in self.desk.library.collections()}
        search = self.desk.library.search(self.desk.models.embedder(Meter()), silent)
        found, errors = list[Candidate](), list[SelfragError]()
        searched = [source for source in meant if source in there] if meant else sorted(there)
        for source in searched:
            try:
                found += search.search(query, source, list(exclude))
            except SelfragError as error:
                errors.append(error)
        if errors and len(errors) == len(searched):
            raise errors[0]
        if meant and not searched:
            raise UnknownCollection("That collection no longer exists; choose another.")
        return found


def _wording(passage: Passage) -> str:
    return " ".join(passage["text"].split())


def _end_of(text: str) -> str:
    """The last `AROUND` characters, from the first word that is whole; a text without spaces is cut anywhere."""
    end = text[-AROUND:]
    space = _SPACE.search(end, 0, _WORD) if len(text) > AROUND else None
    return end[space.end() if space else 0 :].strip()


def _beginning_of(text: str) -> str:
    """The first `AROUND` characters, to the last word that is whole."""
    return _end_of(text[::-1])[::-1]
