"""Sample PDFs that a newcomer can load, and the questions that they answer."""

from pathlib import Path

EXAMPLE_QUESTIONS: dict[str, tuple[str, ...]] = {
    "en": (
        "How much is the corkage fee?",
        "How late can I cancel a reservation?",
        "What is the price of the Signature Steak?",
        "Which wine goes with the Signature Steak, and what does it cost?",
    ),
    "ko": (
        "시그니처 스테이크의 가격은 얼마인가요?",
        "시그니처 스테이크에는 어떤 와인을 추천하나요?",
        "레드 와인은 몇 도로 제공하나요?",
        "스테이크와 어울리는 와인을 추천해 주세요. 가격도 알려 주세요.",
    ),
}


def sample_files() -> list[Path]:
    """The sample PDFs, a menu and a wine list in Korean with English names and a house guide in English."""
    folder = Path(__file__).parent
    return [folder / name for name in ("menu.pdf", "wine-list.pdf", "house-guide.pdf")]
