"""Made-up passages and questions in English and Korean, whose words are as common and as rare as those of real ones."""

import random
from collections.abc import Iterator
from itertools import accumulate

from selfrag.language.stopwords import ENGLISH

_WORDS = 60_000
_PASSAGE = {"en": 140, "ko": 90}  # words, which make about 900 characters and 400
_QUESTION = range(5, 11)
_PARTICLES = ["은", "는", "이", "가", "을", "를", "의", "에", "에서", "으로", "하는", "하고", "합니다", "있는", "", ""]
_ONSETS: list[str] = [*"bcdfghjklmnprstvw", "st", "tr", "pl", "ch", "sh"]
_RHYMES: list[str] = [*"aeiou", "an", "en", "in", "on", "er", "ar", "al", "ing", "ion", "ent", "ate", "ous", "ow", "ay"]
_SYLLABLES = [chr(code) for code in range(ord("가"), ord("힣") + 1, 11)]
# Words of a language follow Zipf's law from here on; before it there are only stop words.
_OFFSET = {"en": 0, "ko": 20}


class Language:
    """Words by rank, drawn as often as their rank says; the same seed draws the same."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self._random = name, random.Random(f"{name} {seed}")
        self._words = list(self._made())
        self._weights = list(accumulate(1 / (rank + _OFFSET[name]) for rank in range(1, len(self._words) + 1)))

    def passage(self) -> str:
        """A text of about the length of a passage, in sentences."""
        words = self._drawn(_PASSAGE[self.name])
        ends = range(12, len(words), 12)
        return " ".join(f"{word}." if at in ends else word for at, word in enumerate(words))

    def question(self, passage: str) -> str:
        """Some words in a row of a passage, as a question."""
        words = passage.replace(".", "").split()
        length = self._random.choice(_QUESTION)
        at = self._random.randrange(len(words) - length)
        return " ".join(words[at : at + length]) + "?"

    def _drawn(self, count: int) -> list[str]:
        words = self._random.choices(self._words, cum_weights=self._weights, k=count)
        return words if self.name == "en" else [word + self._random.choice(_PARTICLES) for word in words]

    def _made(self) -> Iterator[str]:
        known = set(ENGLISH) if self.name == "en" else set()
        yield from sorted(known)
        while len(known) < _WORDS:
            parts = self._random.choice((1, 2, 2, 3) if self.name == "en" else (2, 2, 2, 3))
            word = "".join(self._syllable() for _ in range(parts))
            if word not in known:
                known.add(word)
                yield word

    def _syllable(self) -> str:
        if self.name == "en":
            return self._random.choice(_ONSETS) + self._random.choice(_RHYMES)
        # Syllables are uneven too: a few hundred make most of Korean.
        chance = self._random.random()
        return _SYLLABLES[int(len(_SYLLABLES) * chance * chance)]
