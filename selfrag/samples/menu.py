"""The menu of the made-up restaurant."""

from selfrag.samples.content import Item, Page, Section

_FOOTER = "달서랍 식당 (Moondrawer Dining) · 모든 가격은 부가세 포함입니다."
MENU = (
    Page(
        "시그니처 (Signature)",
        "주방장이 권하는 요리",
        (
            Section(
                "스테이크 (Steak)",
                (),
                (
                    Item(
                        "시그니처 스테이크 (Signature Steak)",
                        "₩35,000",
                        "참나무 숯에 구운 소 등심 220g입니다. 굽기는 미디엄 레어를 권합니다.",
                        "알레르기: 우유, 대두 · 조리 시간 약 20분",
                    ),
                    Item(
                        "허브 양갈비 (Herb Lamb Chops)",
                        "₩42,000",
                        "로즈메리와 박하에 하루 재운 양갈비 네 대입니다.",
                        "알레르기: 우유 · 조리 시간 약 25분",
                    ),
                    Item(
                        "안심 스테이크 (Tenderloin Steak)",
                        "₩48,000",
                        "지방이 적은 소 안심 180g을 버터로 천천히 익힙니다.",
                        "알레르기: 우유 · 하루 12인분만 준비합니다",
                    ),
                ),
            ),
            Section(
                "곁들임 (Sides)",
                ("모든 스테이크에는 곁들임 한 가지가 포함됩니다.",),
                (
                    Item("감자 퓌레 (Mashed Potato)", "₩6,000"),
                    Item("구운 채소 (Grilled Vegetables)", "₩7,000"),
                    Item("버섯 리소토 (Mushroom Risotto)", "₩9,000"),
                ),
            ),
        ),
        _FOOTER,
    ),
    Page(
        "파스타와 해산물 (Pasta & Seafood)",
        "면은 매일 아침 직접 뽑습니다",
        (
            Section(
                "파스타 (Pasta)",
                (),
                (
                    Item(
                        "들깨 크림 파스타 (Perilla Cream Pasta)",
                        "₩19,000",
                        "볶은 들깨와 느타리버섯을 넣은 크림 파스타입니다. 채식도 됩니다.",
                        "알레르기: 밀, 우유",
                    ),
                    Item(
                        "매운 토마토 파스타 (Spicy Tomato Pasta)",
                        "₩17,000",
                        "청양고추와 잘 익은 토마토로 맛을 냅니다.",
                        "알레르기: 밀, 토마토 · 맵기 3단계",
                    ),
                ),
            ),
            Section(
                "해산물 (Seafood)",
                (),
                (
                    Item(
                        "농어 구이 (Roasted Sea Bass)",
                        "₩29,000",
                        "통영에서 온 농어를 레몬 버터와 함께 굽습니다.",
                        "알레르기: 생선, 우유",
                    ),
                    Item(
                        "문어 샐러드 (Octopus Salad)",
                        "₩24,000",
                        "부드럽게 삶은 문어와 감자에 훈제 파프리카를 뿌립니다.",
                        "알레르기: 연체류",
                    ),
                    Item(
                        "조개 스튜 (Clam Stew)",
                        "₩22,000",
                        "바지락과 홍합을 화이트 와인으로 끓입니다. 빵 두 조각이 함께 나갑니다.",
                        "알레르기: 조개류, 밀, 아황산염",
                    ),
                ),
            ),
        ),
        _FOOTER,
    ),
    Page(
        "디저트와 음료 (Desserts & Drinks)",
        "식사의 끝",
        (
            Section(
                "디저트 (Desserts)",
                ("디저트는 오후 9시까지 주문할 수 있습니다.",),
                (
                    Item(
                        "흑임자 티라미수 (Black Sesame Tiramisu)",
                        "₩9,500",
                        "커피 대신 흑임자를 켜켜이 넣었습니다.",
                        "알레르기: 달걀, 우유, 밀",
                    ),
                    Item(
                        "배 소르베 (Pear Sorbet)",
                        "₩7,000",
                        "나주 배로 만들며 유제품이 들어가지 않습니다.",
                        "알레르기: 없음 · 비건",
                    ),
                ),
            ),
            Section(
                "음료 (Drinks)",
                (),
                (
                    Item("유자 에이드 (Yuja Ade)", "₩7,500"),
                    Item("오미자차 (Omija Tea)", "₩6,500"),
                    Item("탄산수 (Soda Water)", "₩5,000"),
                    Item("드립 커피 (Drip Coffee)", "₩6,000"),
                    Item("콜드브루 (Cold Brew)", "₩6,500"),
                    Item("보리차 (Barley Tea)", "₩3,000"),
                ),
                columns=2,
            ),
        ),
        _FOOTER,
    ),
)
