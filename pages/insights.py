"""How graders and people agree, and what questions took."""

from selfrag.ui import desk, insights

insights.draw(desk.service())
