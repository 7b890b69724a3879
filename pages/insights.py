"""How graders and people agree, and what questions took."""

from selfrag.ui import desk
from selfrag.ui.insights import page as insights

insights.draw(desk.service())
