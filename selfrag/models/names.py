"""How models call the fields of a reply, English and Korean: one list for reading verdicts, reasons and scores.

Names are compared as words in lower case (`key`); `VERDICT` is a pattern, to be searched for without regard to case.
"""

import re

VERDICT = (
    r"(?:verdict|label|judge?ment|decision|conclusion|answer|result|grade|(?:binary[ _]?)?score|rating|utility"
    r"|use(?:ful(?:ness)?)?|helpful(?:ness)?|support(?:ed)?|grounded(?:ness)?|(?:is[ _]?)?relevan(?:t|ce)"
    r"|is[ _]?(?:rel|sup|use(?:ful)?|support(?:ed)?)|retriev(?:e|al)"
    r"|판정|판단|결론|답변|답|결과|평가|점수|관련성|관련도|연관성|유용성|유용도)"
)
"""Names under which a verdict stands. None says its opposite ("unsupported"): those are read as phrases."""
REASONS = {"reason", "reasoning", "explanation", "rationale", "justification", "why", "이유", "근거", "설명"}
PASSAGES = {
    *("passages", "passage", "passage ids", "passage numbers", "supporting passages", "supported by", "sources"),
    *("source", "cites", "citations", "evidence", "구절", "출처"),
}
SOURCES = {
    *("sources", "source", "collections", "collection", "source numbers", "source ids", "selected sources"),
    *("chosen sources", "sources to search", "search in", "출처", "자료", "소스", "컬렉션"),
}
"""Names under which the sources to search stand."""
NUMBERS = ("n", "number", "no", "num", "nr", "index", "idx", "item", "id", "번호")
"""Names of what numbers one of several things."""
SILENT = {
    *REASONS,
    *PASSAGES,
    *SOURCES,
    *(name for name in NUMBERS if name not in ("no", "item")),  # these may hold a verdict: {"no": true}
    *("thought", "thoughts", "confidence", "query", "question", "claim", "quote", "text", "page", "document"),
    *("문장", "주장"),
}
"""Names of fields that hold no verdict, whatever their values say."""


def key(name: object) -> str:
    """A field's name as words: "isRelevant", "is_relevant" and "IS-RELEVANT" are the same."""
    return " ".join(re.findall(r"[^\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(name)))).casefold()
