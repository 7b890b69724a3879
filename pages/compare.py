"""The same question with two strategies."""

from selfrag.ui import desk
from selfrag.ui.compare import page as compare

compare.draw(desk.service())
