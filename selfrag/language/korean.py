"""A light Korean stemmer: cuts particles and the endings of questions, keeps everything else."""

import re

# Longest first within each list; a particle that depends on the sound before it is cut only where that sound fits.
_ENDINGS = re.compile(
    """
    (?: (?:이|되|하)?(?:었|였)(?:나요|습니까|을까요|는가|습니다|니|는지|던|다)
      | (?:했|됐|졌|났|섰|갔|왔)(?:나요|습니까|을까요|는가|습니다|니|는지|던|다)
      | (?:하|되)(?:나요|는가요|는가|는지|는|고|기|며|면|려면|여|였던|다)?(?:$)
      | (?:합|됩|입)니(?:까|다) | (?:한|된|인|은)(?:가요|가|지요|지) | (?:할|될|일|을)까요?
      | 이(?:에요|죠|지요|니|냐) | 예요 | 인지 | 나요 | 습니까 | 습니다 | 는가요? | 을까요? | ㄹ까요? | 까요
      | 하세요 | 해주세요 | 해줘요? | 했던 | 하던 | 해야 | 해서 | 되어 | 돼요 | 해요 | (?<=..)해
      | 한다 | 된다 | 했다 | 됐다
    )$
    """,
    re.X,
)
_LONG_PARTICLES = """
으로부터 으로서의 로서의 으로서 으로써 에서부터 이라는 이라고 에게서 한테서 에서는 에서의 에서도 으로는 으로도
으로의 에게는 까지는 까지의 까지도 로부터 이란 라는 라고 까지 부터 에서 에게 한테 께서 로서 로써 으로 처럼
보다 마다 밖에 조차 마저 이나 이며 이든 이랑 하고 과의 와의 과는 와는 에는 에도 에만 에의 로는 로의 들의
들이 들은 들을 들도 들과 들 만의 만이 만을
"""
_WHOLE = frozenset(("마을", "가을", "노을"))
_PARTICLES = tuple(_LONG_PARTICLES.split())
_AFTER_FINAL = "은을이과"
_AFTER_VOWEL = "는를가와"
_ANYWHERE = "의에도만로"
_SINGLE = _AFTER_FINAL + _AFTER_VOWEL + _ANYWHERE + "나랑"
_COPULA = re.compile(
    "(?:이)?(?:란|라|며|고|나)|(?:인|이었|였)(?:가요?|나요|지|습니까)?|입니[까다]|이?(?:에요|예요)|하나요"
)


def stem(word: str) -> str:
    """A Hangul word without its particle or verb ending; never empty, at least two syllables where there were two.

    >>> stem("스테이크의"), stem("설립되었나요"), stem("고양이")
    ('스테이크', '설립', '고양')
    """
    cut = _ENDINGS.search(word)
    if cut and cut.start() >= 2:
        return _without_particle(word[: cut.start()])
    if cut and cut.start() == 1:
        return word[:1]
    return _without_particle(word)


def is_particle(word: str) -> bool:
    """Whether the whole word is a particle or a copula, as after a foreign name: "은" of "OWASP은"."""
    return word in _PARTICLES or (len(word) == 1 and word in _SINGLE) or bool(_COPULA.fullmatch(word))


def _without_particle(word: str) -> str:
    for particle in _PARTICLES:
        left = len(word) - len(particle)
        if word.endswith(particle) and left >= (1 if len(particle) > 1 else 2):
            return _without_particle(word[:left])
    if len(word) < 2 or word in _WHOLE:
        return word
    last, final = word[-1], _has_final_consonant(word[-2])
    if len(word) == 2:
        return word[0] if last in "에를" or (last in "은을" and final) or (last == "는" and not final) else word
    if last in _ANYWHERE or (final and last in _AFTER_FINAL) or (not final and last in _AFTER_VOWEL):
        return word[:-1]
    return word


def _has_final_consonant(syllable: str) -> bool:
    return "가" <= syllable <= "힣" and (ord(syllable) - ord("가")) % 28 > 0
