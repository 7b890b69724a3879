"""The wine list of the made-up restaurant."""

from selfrag.samples.content import Item, Page, Section

_FOOTER = "달서랍 식당 (Moondrawer Dining) · 잔 가격은 150ml 기준입니다."
WINE_LIST = (
    Page(
        "레드 와인 (Red Wines)",
        "병 가격",
        (
            Section(
                "제공 온도 (Serving Temperature)",
                ("레드 와인은 16~18도로 제공합니다.", "오래된 와인은 30분 전에 디캔팅합니다."),
            ),
            Section(
                "레드 (Red)",
                (),
                (
                    Item(
                        "서랍지기 카베르네 2021 (Drawer Keeper Cabernet)",
                        "₩78,000",
                        "시그니처 스테이크에는 서랍지기 카베르네를 추천합니다. 검은 자두 향이 숯 향과 어울립니다.",
                        "잔 ₩16,000 · 알코올 14%",
                    ),
                    Item(
                        "붉은 언덕 피노 누아 2022 (Red Knoll Pinot Noir)",
                        "₩69,000",
                        "버섯 리소토나 농어 구이에 가볍게 어울립니다.",
                        "잔 ₩14,000 · 알코올 13%",
                    ),
                    Item(
                        "밤골목 시라 2020 (Night Alley Syrah)",
                        "₩84,000",
                        "허브 양갈비에는 밤골목 시라를 추천합니다. 후추와 감초 향이 납니다.",
                        "병으로만 판매 · 알코올 14.5%",
                    ),
                ),
            ),
        ),
        _FOOTER,
    ),
    Page(
        "화이트 와인 (White Wines)",
        "병 가격",
        (
            Section("제공 온도 (Serving Temperature)", ("화이트 와인은 8~10도로 제공합니다.",)),
            Section(
                "화이트 (White)",
                (),
                (
                    Item(
                        "종이배 리슬링 2023 (Paper Boat Riesling)",
                        "₩62,000",
                        "조개 스튜에는 종이배 리슬링을 추천합니다. 라임 향과 은은한 단맛이 있습니다.",
                        "잔 ₩13,000 · 알코올 11%",
                    ),
                    Item(
                        "새벽안개 소비뇽 블랑 2023 (Dawn Mist Sauvignon Blanc)",
                        "₩58,000",
                        "문어 샐러드와 어울리는 상쾌한 와인입니다.",
                        "잔 ₩12,000 · 알코올 12.5%",
                    ),
                    Item(
                        "느린우체통 샤르도네 2021 (Slow Mailbox Chardonnay)",
                        "₩74,000",
                        "참나무통에서 열 달 숙성하여 버터와 개암 향이 납니다.",
                        "병으로만 판매 · 알코올 13.5%",
                    ),
                ),
            ),
        ),
        _FOOTER,
    ),
    Page(
        "스파클링 와인 (Sparkling Wines)",
        "병 가격",
        (
            Section("제공 온도 (Serving Temperature)", ("스파클링 와인은 6~8도로 제공합니다.",)),
            Section(
                "스파클링 (Sparkling)",
                (),
                (
                    Item(
                        "첫눈 브뤼 (First Snow Brut)",
                        "₩88,000",
                        "생일에는 첫눈 브뤼를 추천합니다. 병에서 두 번 발효하여 기포가 곱습니다.",
                        "잔 ₩18,000 · 알코올 12%",
                    ),
                    Item(
                        "살구꽃 로제 (Apricot Blossom Pink)",
                        "₩72,000",
                        "배 소르베와 잘 어울리는 산딸기 향의 로제입니다.",
                        "잔 ₩15,000 · 알코올 11.5%",
                    ),
                ),
            ),
            Section(
                "무알코올 (Alcohol-free)",
                (),
                (Item("포도 스파클링 주스 (Sparkling Grape Juice)", "₩28,000", "알코올이 전혀 들어 있지 않습니다."),),
            ),
        ),
        _FOOTER,
    ),
)
