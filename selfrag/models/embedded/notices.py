"""What the embedded backend says in its own words, in the language of the question."""

from selfrag.language.scripts import Language

NOTHING_FOUND: dict[Language, str] = {
    "en": "The approved passages do not say anything about this.",
    "ko": "승인된 구절에는 이 질문에 대한 내용이 없습니다.",
}
ONLY_QUOTES: dict[Language, str] = {
    "en": "Hello! I can only quote from your documents, so please ask me something about them.",
    "ko": "안녕하세요! 저는 문서에 있는 문장을 인용해서만 답할 수 있으니, 문서에 대해 물어보세요.",
}


def is_notice(text: str) -> bool:
    """Whether a text is one of these sentences."""
    return text.strip() in (*NOTHING_FOUND.values(), *ONLY_QUOTES.values())
