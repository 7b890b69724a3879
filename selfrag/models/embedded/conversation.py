"""What can be told about a question from its form: small talk, and whether it leans on the question before it."""

import re
from collections.abc import Sequence

from selfrag.language.coverage import coverage
from selfrag.language.sentences import sentence_spans
from selfrag.language.terms import content_words
from selfrag.language.words import Word
from selfrag.ports import Turn

_SMALL_TALK = re.compile(
    r"""
    (?: (?:
      hello | hi+ | hey | howdy | greetings | there | sorry | welcome | (?:good)?bye | see\syou(?:\slater)?
    | good\s(?:morning|afternoon|evening|night|day) | nice\sto\smeet\syou
    | thanks?(?:\syou)?(?:\s(?:so|very)\smuch|\sa\slot|\sagain)? | cheers | ok(?:ay)? | great | perfect | nice | cool
    | how\sare\syou(?:\s(?:doing|today))* | who\sare\syou | what\scan\syou\sdo
    | 안녕(?:하세요|하십니까|히\s?계세요|히\s?가세요)? | 반가(?:워요?|웠어요?) | 반갑습니다 | 처음\s?뵙겠습니다 | 하이
    | (?:(?:정말|너무|대단히)\s?)?(?:고마워요?|고맙습니다|감사(?:해요|합니다|드립니다))
    | 수고(?:하세요|하셨습니다|했어요?) | 잘\s?(?:가요?|지냈?(?:어요?|니|나요)) | 네 | 넵 | 응 | 좋아요?
    | 알겠(?:어요?|습니다) | 미안(?:해요?|합니다)? | 죄송합니다
    | (?:너는|넌|당신은)\s?누구(?:야|니|예요|세요|인가요|입니까)? | 무엇을\s?할\s?수\s?있(?:어요?|나요|습니까|니)
    )[\s,.!?~^:;)ㅎㅋ]*+ )+
    """,
    re.X | re.I,
)
_LONGEST_SMALL_TALK = 80
_POINTS_BACK = re.compile(
    r"""
    \b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|this|these|those)\b
    | (?:^|\b(?:is|was|does|did|do|about|of|for|with|in|on|at|to|and|than)\s)that\b
    | ^(?:and|what\sabout|how\sabout)\b | \bthe\ssame\b
    | (?:^|[\s"'(])(?:그|이|저)\s+(?=[가-힣A-Za-z])
    | (?:^|\s)(?:[그이저][것거건게]|그중|그때|거기|여기|그녀|그들|그곳|그럼|그러면|같은)
    """,
    re.X | re.I,
)
_POINTED_AT = re.compile(
    r"(?:^|[\s\"'(])(?:그|이|저)\s+([가-힣A-Za-z]+)|\b(?:this|that|these|those|the\ssame)\s([A-Za-z]+)", re.I
)
_MARK = re.compile(r"\[\d{1,3}\]")
_BORROWED = 6
_BORROWED_PART = re.compile(r"\s\([^()]*\)$")


def is_small_talk(question: str) -> bool:
    """Whether the question is nothing but greetings, thanks and the like, in Korean or English."""
    said = question.strip()
    return len(said) <= _LONGEST_SMALL_TALK and bool(_SMALL_TALK.fullmatch(said))


def leans_on_history(question: str, history: Sequence[Turn]) -> bool:
    """Whether the question points back ("그 와인", "it") or says too little to stand alone."""
    return bool(history) and (bool(_POINTS_BACK.search(question)) or len(content_words(question)) < 2)


def self_contained(question: str, history: Sequence[Turn]) -> str:
    """The question, and in brackets what it borrows from the turn before where it leans on that."""
    if not leans_on_history(question, history):
        return question.strip()
    previous = history[-1]
    own = {word.form for word in content_words(question)}
    borrowed = _content(previous["question"]) + _pointed_at(question, previous)
    kept = [text for text in dict.fromkeys(borrowed) if text not in own][:_BORROWED]
    return f"{question.strip()} ({' '.join(kept)})" if kept else question.strip()


def own_part(question: str) -> str:
    """The question without what `self_contained` added, where it says something by itself."""
    own = _BORROWED_PART.sub("", question)
    return own if content_words(own) else question


def _pointed_at(question: str, previous: Turn) -> list[str]:
    """Content of the sentence that answered best: of those naming the thing pointed at, if only the answer names it."""
    pointed = _POINTED_AT.search(question)
    if pointed is None and content_words(question):
        return []
    answer = _MARK.sub("", previous["answer"])
    sentences = [answer[start:end] for start, end in sentence_spans(answer)]
    noun = (pointed[1] or pointed[2]) if pointed else ""
    naming = [sentence for sentence in sentences if coverage(noun, sentence).found]
    if not naming or coverage(noun, previous["question"]).found:
        naming = sentences
    best = max(naming, key=lambda sentence: coverage(previous["question"], sentence).score, default="")
    return _content(best)


def _content(text: str) -> list[str]:
    return [_surface(text, word) for word in content_words(text) if word.kind != "number"]


def _surface(text: str, word: Word) -> str:
    return text[word.start : word.end]
