"""Terms: what a text is indexed under, what a question asks for, and where a passage says it."""

from collections.abc import Iterator

from selfrag.language import korean
from selfrag.language.stopwords import ENGLISH, KOREAN
from selfrag.language.words import Word, english_stem, words

_LONGEST_TERM = 64


def index_terms(text: str) -> list[str]:
    """Every term of a text in order: Latin stems, whole numbers ("35,000" is "35000"), Hangul and CJK bigrams.

    A run of one Hangul or CJK character is a term itself. Terms hold letters, digits and inner full stops only.
    """
    return [term for word in words(text) for term in _terms(word.kind, word.form)]


def question_terms(text: str) -> list[str]:
    """The index terms of a question's content words, each once; all its terms where it has no content word."""
    found = dict.fromkeys(term for word in content_words(text) for term in _terms(word.kind, word.form))
    return list(found) or list(dict.fromkeys(index_terms(text)))


def content_words(text: str) -> list[Word]:
    """The words that carry the question, each form once: no stop words, Hangul without particles and endings.

    A Hangul word's span covers its stem only.
    """
    found: dict[str, Word] = {}
    previous: Word | None = None
    for word in words(text):
        bare = _bare(word)
        if not _is_stop(bare) and not _only_attached(previous, word, bare):
            found.setdefault(word_key(bare), bare)
        previous = word
    return list(found.values())


def marks(text: str, question: str) -> list[tuple[int, int]]:
    """Character spans of the question's terms in a passage, in order and apart; never of a stop word.

    Latin words and numbers are marked whole where the stem is the same; of a Hangul word only the part asked for is
    ("스테이크" in "스테이크의").
    """
    asked = content_words(question)
    keys = {word_key(word) for word in asked if word.kind in ("letters", "number")}
    blocks = sorted((word.form for word in asked if word.kind in ("hangul", "ideographs")), key=len, reverse=True)
    spans: list[tuple[int, int]] = []
    for word in words(text):
        if word.kind in ("letters", "number"):
            if word_key(word) in keys:
                spans.append((word.start, word.end))
        else:
            spans.extend(_block_marks(word, text[word.start : word.end], blocks))
    return spans


def _block_marks(word: Word, surface: str, asked: list[str]) -> Iterator[tuple[int, int]]:
    bare = korean.stem(word.form) if word.kind == "hangul" else word.form
    for form in asked:
        at = surface.find(form) if len(form) > 1 else (0 if bare == form else -1)
        length = len(form)
        if at < 0 and len(bare) > 1 and bare in form:
            at, length = surface.find(bare), len(bare)
        if at >= 0:
            yield word.start + at, word.start + at + length
            return


def _terms(kind: str, form: str) -> list[str]:
    if kind == "letters":
        return [english_stem(form[:_LONGEST_TERM])]
    if kind == "number":
        return [form[:_LONGEST_TERM]]
    return [form] if len(form) == 1 else [form[i : i + 2] for i in range(len(form) - 1)]


def _bare(word: Word) -> Word:
    if word.kind != "hangul":
        return word
    form = korean.stem(word.form)
    return Word(word.start, word.start + len(form), word.kind, form)


def _only_attached(previous: Word | None, word: Word, bare: Word) -> bool:
    """Whether a Hangul word is only the case or the unit of the word before it: "은" of "OWASP은", "번" of "몇 번"."""
    if previous is None or word.kind != "hangul":
        return False
    if previous.end == word.start:
        return len(bare.form) == 1 or korean.is_particle(word.form)
    return previous.form == "몇" and len(bare.form) == 1


def _is_stop(word: Word) -> bool:
    return word.form in (KOREAN if word.kind == "hangul" else ENGLISH)


def word_key(word: Word) -> str:
    """What two spellings of a word share: the stem of a Latin word, else the form itself."""
    return english_stem(word.form[:_LONGEST_TERM]) if word.kind == "letters" else word.form
