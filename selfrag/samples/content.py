"""What a page of a sample PDF holds, apart from how it looks."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    """Something with a price; `text` is one sentence or more, `note` small print."""

    name: str
    price: str
    text: str = ""
    note: str = ""


@dataclass(frozen=True)
class Section:
    """A heading with sentences and items; `columns` sets the items side by side."""

    title: str
    sentences: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    columns: int = 1


@dataclass(frozen=True)
class Page:
    """One page, drawn from top to bottom in this order."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    footer: str
