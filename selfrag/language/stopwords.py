"""Words that carry no content, by language: English ones as they are, Korean ones as stems (see `korean.stem`)."""

_ENGLISH_QUESTION = "what which who whom whose when where why how"
_ENGLISH = """
a about after all also am an and any are as at be been before being between both but by can could d did do does
doing done during each either else etc ever few for from further get give given gives had has have having he her
here hers him his i if in into is it its itself just let ll m made many may me might more most much must my no nor
not now of off on once one only or other our out over own per please re s same shall she should so some such t
take tell than that the their them then there these they this those through to too under until up upon us use used
using ve very via was we well were while will with within without would you your yours
called kind kinds known name named names term termed terms type types
"""
_KOREAN_QUESTION = """
누가 누구 누구나 무엇 무슨 뭐 뭔 뭘 어느 어디 어디서 어떤 어떻 어떻게 어때 언제 얼마 얼마나 왜 몇 몇몇 무어
"""
_KOREAN = """
것 것이 것은 것을 거 게 수 때 등 및 또 또는 그 이 저 그것 이것 저것 그런 이런 저런 그리고 그러나 하지만 더 덜
가장 매우 아주 정말 좀 잘 꼭 다른 모든 각 약 중 위 대한 대해 대하 관한 관해 관하 위한 위해 위하 통한 통해 통하
따라 따른 따르 의한 의해 의하 있 없 하 한 할 해 했 되 된 될 돼 됐 이다 아니 않 못 있는 없는 하는 되는 같 같은
가능 가능한 말 말하 알려 알려주 설명 설명해 주 줘 주세 주세요 해주 해줘 부탁 궁금 싶 무엇인 우리 나 저희 제 내 너 당신
은 는 을 를 에 와 과 의 도 로 만 가 들 라 란
"""

ENGLISH_QUESTION = frozenset(_ENGLISH_QUESTION.split())
ENGLISH = ENGLISH_QUESTION | frozenset(_ENGLISH.split())
KOREAN_QUESTION = frozenset(_KOREAN_QUESTION.split())
KOREAN = KOREAN_QUESTION | frozenset(_KOREAN.split())
