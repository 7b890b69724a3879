"""Graders against people, and what questions took."""

from collections.abc import Hashable

from selfrag.insights.rows import History
from selfrag.service.desk import Desk
from selfrag.service.insights.rows import history, passages_of
from selfrag.threads.records import Records


class Insights:
    """Graders against people, and what questions took."""

    desk: Desk

    def insights_version(self) -> Hashable:
        """Another value whenever `judged` may tell something else; cheap."""
        shelves = [(one.id, one.title, one.documents, one.passages) for one in self.desk.library.collections()]
        return (str(self.desk.settings.data_dir), Records(self.desk.engine).version(), tuple(shelves))

    def judged(self) -> History:
        """All that people decided and all that was asked, of every thread there is."""
        questions = Records(self.desk.engine).questions()
        reviews = self.desk.reviews.decided()
        titles = {collection.id: collection.title for collection in self.desk.library.collections()}
        found = self.desk.passages.get(passages_of(reviews, questions))
        return history(questions, reviews, self.desk.feedback.all(), titles, found)
