"""Whether what a receipt says still holds against what is stored."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from selfrag.receipts.findings import Finding, Kind, Place, Replay, finding
from selfrag.receipts.reading import faults
from selfrag.receipts.references import unlisted
from selfrag.receipts.seal import digests, text_digest

CHECKED = ("documents", "pages", "passages", "quotes")


class Stored(Protocol):
    """What is stored now."""

    def file_digest(self, document_id: str) -> str | None:
        """SHA-256 of a document's file; "" where its file is gone, None where there is no such document."""

    def page_text(self, document_id: str, page: int) -> str | None:
        """A page's text; None where there is no such page."""

    def passage_text(self, passage_id: str) -> str | None:
        """A passage's text; None where there is no such passage."""


def check(receipt: Mapping[str, Any], stored: Stored) -> Replay:
    """Compare; where the form of the receipt is wrong or something is missing in it, nothing further is looked at."""
    wrong = [finding("schema", Place(place), "", fault) for place, fault in faults(receipt) or unlisted(receipt)]
    if wrong:
        return Replay(holds=False, checked={}, findings=wrong)
    checked = _Check(receipt, stored)
    checked.everything()
    counts = {name: checked.counts[name] for name in CHECKED}
    return Replay(holds=not checked.findings, checked=counts, findings=checked.findings)


class _Check:
    """One pass over a receipt of the right form."""

    def __init__(self, receipt: Mapping[str, Any], stored: Stored) -> None:
        self._receipt, self._stored = receipt, stored
        self._names = {each["id"]: each["name"] for each in receipt["documents"]}
        self._web = {each["id_start"] for each in receipt["documents"] if each["kind"] == "web"}
        self._passages = {each["id"]: each for each in receipt["passages"]}
        self._missing: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.findings: list[Finding] = []

    def everything(self) -> None:
        """The digest first, then documents, their pages, the passages and the quotes."""
        self._check_digest()
        for document in self._receipt["documents"]:
            if document["kind"] == "pdf":
                self._check_document(document)
        for document_id, page in sorted(self._pages()):
            self._check_page(document_id, page)
        for passage in self._receipt["passages"]:
            if passage["stored"] and not self._is_missing(passage["id"], passage):
                self._check_passage(passage)
        for where, quote in self._quotes():
            if not self._is_missing(quote["passage_id"], quote):
                self._check_quote(where, quote)

    def _check_digest(self) -> None:
        told, now = self._receipt["digest"], digests(self._receipt)
        if told != now:
            self._add("digest", Place("digest"), told["whole"], now["whole"])

    def _check_document(self, document: Mapping[str, Any]) -> None:
        self.counts["documents"] += 1
        document_id, place = document["id"], Place(f"document {document['id_start']}", document["name"])
        digest = self._stored.file_digest(document_id) if document_id else None
        if digest is None:
            self._missing.add(document["id_start"])
            self._add("document_missing", place, document_id or document["id_start"], None)
        elif digest != document_id:
            self._add("document_changed", place, document_id, digest or None)

    def _check_page(self, document_id: str, page: int) -> None:
        self.counts["pages"] += 1
        if self._stored.page_text(document_id, page) is None:
            self._missing.add(f"{document_id}:{page}")
            self._add("page_missing", Place(f"page {page}", self._names.get(document_id), page), f"page {page}", None)

    def _check_passage(self, passage: Mapping[str, Any]) -> None:
        self.counts["passages"] += 1
        told, digest = passage["text"], passage["sha256"]
        name = self._names.get(passage["document_id"])
        place = Place(f"passage {passage['id']}", name, passage["page"], passage["id"])
        now = self._stored.passage_text(passage["id"])
        if told is not None and text_digest(told) != digest:
            self._add("passage_changed", place, digest, text_digest(told))
        elif now is None:
            self._add("passage_missing", place, told or digest, None)
        elif text_digest(now) != digest:
            self._add("passage_changed", place, told or digest, now if told else text_digest(now))
        elif not self._is_web(passage["id"]):
            page = self._stored.page_text(passage["document_id"], passage["page"]) or ""
            if page[passage["start"] : passage["end"]] != now:
                self._add("passage_changed", place, now, page[passage["start"] : passage["end"]])

    def _check_quote(self, where: str, quote: Mapping[str, Any]) -> None:
        self.counts["quotes"] += 1
        found = self._text_at(quote)
        if found != quote["quote"]:
            place = Place(where, self._names.get(quote["document_id"]), quote["page"], quote["passage_id"])
            self._add("quote_changed", place, quote["quote"], found)

    def _text_at(self, quote: Mapping[str, Any]) -> str | None:
        """What stands where the quote should; of what the web gave, only the passages are kept."""
        if self._is_web(quote["passage_id"]):
            begin = (self._passages.get(quote["passage_id"]) or {}).get("start") or 0
            text = self._stored.passage_text(quote["passage_id"])
        else:
            begin, text = 0, self._stored.page_text(quote["document_id"], quote["page"])
        return None if text is None else text[max(quote["start"] - begin, 0) : max(quote["end"] - begin, 0)]

    def _quotes(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for question in self._receipt["questions"]:
            answer = question["answer"] or {"citations": [], "sentences": []}
            for citation in answer["citations"]:
                yield f"question {question['number']}, [{citation['n']}]", citation
            for number, sentence in enumerate(answer["sentences"], 1):
                if sentence["support"]:
                    yield f"question {question['number']}, support of sentence {number}", sentence["support"]

    def _pages(self) -> set[tuple[str, int]]:
        passages = [(each["id"], each) for each in self._receipt["passages"] if each["document_id"]]
        quotes = [(quote["passage_id"], quote) for _, quote in self._quotes()]
        return {
            (named["document_id"], named["page"])
            for passage_id, named in passages + quotes
            if not self._is_web(passage_id) and not self._is_missing(passage_id, named)
        }

    def _is_web(self, passage_id: str) -> bool:
        return passage_id.split(":", maxsplit=1)[0] in self._web

    def _is_missing(self, passage_id: str, named: Mapping[str, Any]) -> bool:
        """Whether its document or page is missing, which is said once."""
        document_id = named["document_id"] or ""
        return not self._missing.isdisjoint({passage_id.split(":", maxsplit=1)[0], document_id[:16], _page_of(named)})

    def _add(self, kind: Kind, place: Place, expected: str, found: str | None) -> None:
        self.findings.append(finding(kind, place, expected, found))


def _page_of(named: Mapping[str, Any]) -> str:
    return f"{named['document_id']}:{named['page']}"
