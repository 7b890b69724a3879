import pytest

from selfrag.documents.readability import is_right_to_left, judge

ENGLISH = "The pump is inspected every monday morning by the shift supervisor, who signs the log."
MOJIBAKE = "Θͨ͘͠ͱ͍; ݱ১၊ఆ Εͨ༗ַػྲྀి౯ ͷͻͱͭͷ੨͍র໌ Ͱ͢ԬΒΏΔಁ໌ͳ༓ྶͷ ෳ߹ମΜ෩ܠమΈΜͳͱ͍"


def shifted(text: str) -> str:
    return "".join(chr(ord(char) - 29) if char != " " else " " for char in text)


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH,
        ENGLISH.upper(),
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
        "Δελτίο τύπου: Η εταιρεία OTE ανακοίνωσε νέα προϊόντα για το 2025.",
    ],
)
def test_people_can_read_it(text: str) -> None:
    assert judge(text) == "readable"


@pytest.mark.parametrize(
    "text",
    [
        shifted(ENGLISH),
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
