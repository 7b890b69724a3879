"""Numbers of pages as people write them."""

from collections.abc import Sequence


def ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers with neighbours joined: "1-4, 7"."""
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs(numbers))


def runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Ascending numbers as the first and last of each run of neighbours."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found
