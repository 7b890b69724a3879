"""A dozen passages of a restaurant and a pump house, Korean and English."""

from selfrag.ports import Passage
from tests.models.samples import passage

MENU_KO = (
    "메인 메뉴\n시그니처 스테이크 ₩35,000\n트러플 크림 파스타 ₩22,000\n해산물 리조또 ₩24,000\n"
    "모든 가격에는 부가세가 포함됩니다."
)
PRICE_BELOW = "한우 안심 구이\n참나무 숯에 구운 안심과 제철 채소\n₩58,000\n전복 솥밥\n₩31,000"
WINE_KO = (
    "카베르네 소비뇽은 시그니처 스테이크와 잘 어울리는 레드 와인입니다. 한 병에 85,000원입니다. "
    "샤르도네는 해산물 요리에 곁들이기 좋습니다."
)
HOURS_KO = "영업시간은 오전 11시부터 오후 10시까지이며 월요일은 쉽니다. 마지막 주문은 오후 9시에 받습니다."
PARKING_KO = "건물 지하 2층에 주차장이 있습니다. 식사하신 손님은 두 시간 동안 무료로 주차하실 수 있습니다."
HISTORY_KO = "이 식당은 1987년에 김영수 셰프가 부산에서 문을 열었습니다. 2015년에 서울로 옮겼습니다."
PUMP_EN = (
    "The intake screen of the main pump is rinsed every 36 hours. The rinse takes ten minutes. "
    "The spare pump stays dry until the main one stops."
)
ALARM_EN = (
    "An alarm sounds when the water level drops below 2.4 metres. Dr. Hahn must be told within 15 minutes. "
    "The log names who silenced it."
)
CREW_EN = "Each shift has four people. The night shift begins at 22:00 and ends at 06:00."
VISITORS_EN = "Visitors sign the book at the gate and wear a helmet. Children under 12 may not enter the turbine hall."
HISTORY_EN = "The pump house was built in 1931 by the Harlan Water Company.[3] It was electrified in 1954."
WARRANTY_EN = "The warranty on the turbine blades ends after 20,000 hours of operation or five years."

SHELF: dict[str, Passage] = {
    name: passage(name, text)
    for name, text in {
        "menu": MENU_KO,
        "specials": PRICE_BELOW,
        "wine": WINE_KO,
        "hours": HOURS_KO,
        "parking": PARKING_KO,
        "founding": HISTORY_KO,
        "pump": PUMP_EN,
        "alarm": ALARM_EN,
        "crew": CREW_EN,
        "visitors": VISITORS_EN,
        "built": HISTORY_EN,
        "warranty": WARRANTY_EN,
    }.items()
}

# Question, the passage that answers it, and the sentence that does.
ANSWERED = [
    ("시그니처 스테이크의 가격은 얼마인가요?", "menu", "시그니처 스테이크 ₩35,000"),
    ("한우 안심 구이는 얼마예요?", "specials", "한우 안심 구이 참나무 숯에 구운 안심과 제철 채소 ₩58,000"),
    (
        "스테이크와 어울리는 와인은 무엇인가요?",
        "wine",
        "카베르네 소비뇽은 시그니처 스테이크와 잘 어울리는 레드 와인입니다.",
    ),
    ("마지막 주문은 몇 시에 받나요?", "hours", "마지막 주문은 오후 9시에 받습니다."),
    ("주차장은 어디에 있습니까?", "parking", "건물 지하 2층에 주차장이 있습니다."),
    ("식당은 언제 서울로 옮겼나요?", "founding", "2015년에 서울로 옮겼습니다."),
    ("How often is the intake screen rinsed?", "pump", "The intake screen of the main pump is rinsed every 36 hours."),
    (
        "Below what water level does the alarm sound?",
        "alarm",
        "An alarm sounds when the water level drops below 2.4 metres.",
    ),
    ("When does the night shift begin?", "crew", "The night shift begins at 22:00 and ends at 06:00."),
    ("Which children may not enter the turbine hall?", "visitors", "Children under 12 may not enter the turbine hall."),
    ("Who built the pump house?", "built", "The pump house was built in 1931 by the Harlan Water Company."),
    ("When does the warranty on the blades end?", "warranty", WARRANTY_EN),
]
