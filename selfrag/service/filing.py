"""What a person does with whole threads."""

from typing import get_args

from selfrag.errors import ThreadError
from selfrag.graph.state import Policy
from selfrag.language.plain import plain, visible
from selfrag.service.desk import Desk
from selfrag.threads.catalog import TITLE_CHARS, Status, Thread


class Filing:
    """What a person does with whole threads; all raise UnknownThread for one that is not there."""

    desk: Desk

    def thread(self, thread_id: str) -> Thread:
        """What the catalog says of it."""
        return self.desk.catalog.thread(thread_id)

    def find_threads(
        self,
        text: str = "",
        *,
        status: Status | None = None,
        but: Status | None = None,
        archived: bool | None = False,
        limit: int | None = None,
    ) -> list[Thread]:
        """Threads whose title or one of whose questions holds the text, newest activity first.

        Those of one `status`, or of any `but` one. `archived` gives those that were put away, or those that were not;
        None gives both.
        """
        return self.desk.filing.matching(plain(text), status=status, but=but, archived=archived, limit=limit)

    def count_threads(self, *, archived: bool | None = False) -> int:
        """How many there are."""
        return self.desk.filing.count(archived)

    def rename_thread(self, thread_id: str, title: str) -> None:
        """Give it another title. Raises ThreadError for one that cannot be."""
        thread, name = self.desk.catalog.thread(thread_id), visible(title)
        if not name:
            raise ThreadError("A title needs at least one character that can be seen: type one.")
        if len(name) > TITLE_CHARS:
            raise ThreadError(
                "The title has {length} characters, and the limit is {limit}: shorten it.",
                length=f"{len(name):,}",
                limit=TITLE_CHARS,
            )
        self.desk.filing.rename(thread.id, name)

    def archive_thread(self, thread_id: str, away: bool = True) -> None:
        """Put it away, or bring it back. What waits in it goes on waiting."""
        self.desk.filing.archive(self.desk.catalog.thread(thread_id).id, away)

    def choose_thread_policy(self, thread_id: str, policy: Policy) -> None:
        """Who reviews the evidence of its next questions."""
        if policy not in get_args(Policy):
            raise ThreadError("There is no policy “{policy}”.", policy=str(policy)[:40])
        self.desk.filing.choose_policy(self.desk.catalog.thread(thread_id).id, policy)

    def choose_thread_draft_review(self, thread_id: str, wanted: bool) -> None:
        """Whether answers to its next questions wait for a person before they are final."""
        self.desk.filing.choose_draft_review(self.desk.catalog.thread(thread_id).id, wanted)
