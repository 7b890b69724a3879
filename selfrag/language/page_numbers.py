"""Numbers of pages as people write them."""

from collections.abc import Sequence


def ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers with neighbours joined: "1-4, 7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
