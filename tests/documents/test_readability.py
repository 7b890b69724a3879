import pytest

from selfrag.documents.pdf.readability import is_right_to_left, judge

ENGLISH = "The pump is inspected every monday morning by the shift supervisor, who signs the log."
MOJIBAKE = "Θͨ͘͠ͱ͍; ݱ১၊ఆ Εͨ༗ַػྲྀి౯ ͷͻͱͭͷ੨͍র໌ Ͱ͢ԬΒΏΔಁ໌ͳ༓ྶͷ ෳ߹ମΜ෩ܠమΈΜͳͱ͍"


KOREAN = (
    "냉각수 펌프는 매주 월요일 오전에 점검하고, 이상이 있으면 관리자에게 바로 알린다. 비상 정지 버튼은 노란색이며 "
    "출입문 옆에 있다. 시약은 실온에서 최대 90일 동안 보관할 수 있다."
)


def rotated(by: int) -> str:
    """English with every letter moved along the alphabet."""
    text = ENGLISH.lower() + " before the end of the day it is closed and given to the office in the other building"
    return "".join(chr((ord(char) - 97 + by) % 26 + 97) if "a" <= char <= "z" else char for char in text)


def shifted(text: str) -> str:
    return "".join(chr(ord(char) - 29) if char != " " else " " for char in text)


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH,
        ENGLISH.upper(),
        rotated(0),
        KOREAN,
        "7",
        "눈이 올 듯하더니",
        "애플리케이션 보안 검증 표준 V12.2 HTTPS 통신 TLS DTLS HSTS VPN WLAN RDP LDAP " * 4,
        "みんなのおのおののなかのすべてですから（すべてがわたくしの中のみんなであるやうにカタカナ",
        "حَبيبي habibi حَبيبي",
        "ACGTTGCA" * 500,
        "Alabama 53,402 29,138 31,422 1,211 \n Alaska 6,000 3,123 3,211 222 \n" * 30,
        "1.1 Introduction . . . . . . . . . . . . . . . . . . . . . . . . . . . 3\n" * 30,
        "for (int i = 0; i < n; ++i) { a[i] ^= b[i] >> 3; } // {x} $y @z #!",
        "Δx ≈ αx² + βy, where σ²μ is the γ-corrected λ of the Ωm and the θs are given",
        "시약 B\ufffd05는 실온\ufffd20\ufffd25도\ufffd에서 최대 90일 동안 보관할 수 있다.",
        "정족수 충족률 및 병렬 접속 규격 별첨 목록: 밸브, 펌프, 냉각탑, 컴프레서, 필터, "
        "게이지, 플랜지, 볼트, 너트, 와셔",
        "大韓民國 憲法 第一條 大韓民國은 民主共和國이다 大韓民國의 主權은 國民에게 있고 모든 "
        "權力은 國民으로부터 나온다",
        "公司应当在每个工作日结束之前检查冷却水泵的运行情况并将检查结果记录在值班日志中以备主管部门随时查阅和核对",
        "die pumpe im keller wird jeden montagmorgen vom leiter der schicht "
        "geprüft, der danach das protokoll unterschreibt",
        "pompa w piwnicy jest sprawdzana w poniedzialek rano przez kierownika "
        "zmiany, ktory potem podpisuje dziennik pracy",
        "kellarissa oleva pumppu tarkastetaan joka maanantaiaamu vuoropäällikön "
        "toimesta, joka allekirjoittaa sitten lokin",
        "may bom trong tang ham duoc kiem tra moi sang thu hai boi nguoi giam "
        "sat ca truc, nguoi do sau do ky vao nhat ky",
        "bodrumdaki pompa her pazartesi sabahi vardiya amiri tarafindan kontrol edilir ve daha sonra defter imzalanir",
        "a pincei szivattyut minden hetfo reggel a muszakvezeto ellenorzi, aki "
        "aztan alairja a naplot es elteszi a polcra",
        "pompa di ruang bawah tanah diperiksa setiap senin pagi oleh pengawas "
        "giliran yang kemudian menandatangani buku",
        "hangang daerieseoneun maenyeon gaeul bulkkot chukjega yeollimyeo "
        "manheun sarami moyeo bameul jeulgimnida naeil",
        "Δελτίο τύπου: Η εταιρεία OTE ανακοίνωσε νέα προϊόντα για το 2025.",
    ],
)
def test_people_can_read_it(text: str) -> None:
    assert judge(text) == "readable"
    assert judge(f"{text}\n{text}") == "readable"


@pytest.mark.parametrize(
    "text",
    [
        shifted(ENGLISH),
        *(rotated(by) for by in (1, 2, 3, 5, 7, 12, 20, 25)),
        "".join(chr(0xAC00 + 7919 * at % 11172) for at in range(60)),
        "".join(chr(ord(char) + 5) if "가" <= char <= "힣" else char for char in KOREAN),
        "".join(chr(0x4E00 + 7919 * at % 20900) for at in range(60)),
        MOJIBAKE,
        "o<\ufffdI\ufffdA\ufffd\\;\ufffdE^\ufffdch\ufffda\ufffdj",
        "\ue001\ue002\ue003 \ue004\ue005",
        "\u0378\u0380 \u038b\u038d a\u0378",
    ],
)
def test_nobody_can_read_it(text: str) -> None:
    assert judge(text) == "unreadable"


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_nothing_to_read(text: str) -> None:
    assert judge(text) == "empty"


def test_direction() -> None:
    assert is_right_to_left("حَبيبي habibi")
    assert is_right_to_left("שלום")
    assert not is_right_to_left(ENGLISH + " 한글")
    assert not is_right_to_left("")
