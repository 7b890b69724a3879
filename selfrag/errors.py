"""Every failure a person can cause or meet, as one small tree.

    SelfragError
    ├── SettingsError        a setting is missing or makes no sense
    ├── DataDirBusy          another process owns the data directory
    ├── DocumentError        a file cannot become a document
    │   ├── LimitExceeded    too large, too many pages, too many files
    │   ├── Unreadable       empty, damaged, not a PDF, no text
    │   ├── NotStored        a disk or database failed
    │   └── PasswordNeeded   protected, and the password is missing or wrong
    ├── UnknownDocument      no document by that id or name
    ├── UnknownCollection    no collection by that name
    ├── CollectionInvalid    a name or description that a collection cannot take
    ├── ReindexNeeded        the collection was embedded by another model
    ├── SearchFailed         a source could not be searched
    │   └── WebFailed        the web search provider failed or refused
    ├── ModelError           the model server failed or refused
    │   ├── ModelUnreachable no answer: connection, timeout
    │   └── ModelRefused     an answer that says no: 400, 401, 404, 429
    │       └── ContextTooLong   more text than the model can read
    ├── ThreadError          a request that this thread cannot take now
    │   ├── UnknownThread    no thread by that id
    │   ├── ThreadBusy       a run or another process holds the thread
    │   └── ReviewWaiting    the thread waits for a person's decision
    ├── QuestionInvalid      an empty or overlong question
    ├── ReceiptInvalid       a file that is no receipt
    └── ReviewError          a decision that cannot be taken
        ├── DecisionInvalid  malformed: nothing kept, unknown passage, no such action
        ├── ReviewAnswered   this review is already answered
        └── ReviewOutdated   this review is no longer current

A message is one sentence that names the thing, the reason and the way out; it is safe to
show as it is. `RunStopped` is control flow, not a failure, and stands outside the tree.
"""

from selfrag.sentences import sentence


class SelfragError(Exception):
    """Root of the tree; `str(error)` is the sentence for the person: `message` with its `{name}`s filled."""

    def __init__(self, message: str, /, **values: object) -> None:
        super().__init__(sentence(message, **values))
        self.message = message
        self.values = values


class SettingsError(SelfragError):
    """A setting is missing or makes no sense."""


class DataDirBusy(SelfragError):
    """Another process owns the data directory."""


class DocumentError(SelfragError):
    """A file cannot become a document."""


class LimitExceeded(DocumentError):
    """Too large, too many pages, or too many files at once."""


class Unreadable(DocumentError):
    """Empty, damaged, not a PDF, or without readable text."""


class NotStored(DocumentError):
    """A disk or database failed while a file was stored, or a document changed."""


class PasswordNeeded(DocumentError):
    """The file is protected and the password is missing or wrong."""


class UnknownDocument(SelfragError):
    """No document by that id or name."""


class UnknownCollection(SelfragError):
    """No collection by that name."""


class CollectionInvalid(SelfragError):
    """A name or description that a collection cannot take, or one that cannot go."""


class ReindexNeeded(SelfragError):
    """The collection was embedded by another model."""


class SearchFailed(SelfragError):
    """A source could not be searched."""


class WebFailed(SearchFailed):
    """The web search provider failed or refused."""


class ModelError(SelfragError):
    """The model server failed or refused."""


class ModelUnreachable(ModelError):
    """No answer from the model server."""


class ModelRefused(ModelError):
    """The model server answered that it will not do this."""


class ContextTooLong(ModelRefused):
    """More text than the model can read at once; `share` of it has room, 0 to 1, where the server told that."""

    share: float | None = None


class ThreadError(SelfragError):
    """A request that this thread cannot take now."""


class UnknownThread(ThreadError):
    """No thread by that id."""


class ThreadBusy(ThreadError):
    """A run, here or in another process, holds the thread."""


class ReviewWaiting(ThreadError):
    """The thread waits for a person's decision before anything else."""


class QuestionInvalid(SelfragError):
    """An empty or overlong question."""


class ReceiptInvalid(SelfragError):
    """A file that is no receipt."""


class ReviewError(SelfragError):
    """A decision that cannot be taken."""


class DecisionInvalid(ReviewError):
    """Malformed: nothing kept, an unknown passage, no such action."""


class ReviewAnswered(ReviewError):
    """This review is already answered."""


class ReviewOutdated(ReviewError):
    """This review is no longer current."""


class RunStopped(Exception):
    """A person asked the run to stop."""
