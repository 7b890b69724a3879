"""Each strategy drawn as it runs, and the way a question took."""

from selfrag.ui import desk
from selfrag.ui.graph import page as graph_page

graph_page.draw(desk.service())
