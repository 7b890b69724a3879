"""Marks a place in the picture of a page."""

from typing import Any

_TINT = (255, 236, 120)
_EDGE = (0, 60, 140)
_HALO = (255, 255, 255)
_ROOM = 3


def paint(image: Any, corners: tuple[int, int, int, int]) -> bool:
    """Lay a see-through tint over a rectangle, given by two opposite corners in pixels, and draw its edge.

    The tint takes light away and nothing else, so that dark text stays as dark as it was. The edge is dark within and
    light without: it shows on any ground, and to people who see no colours. False where the picture has no such place.
    """
    from PIL import Image, ImageChops, ImageDraw

    x0, y0, x1, y1 = corners
    left, right, top, bottom = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    width, height = image.size
    if right < 0 or bottom < 0 or left >= width or top >= height:
        return False
    area = (max(0, left - _ROOM), max(0, top - _ROOM), min(width, right + _ROOM + 1), min(height, bottom + _ROOM + 1))
    part = image.crop(area)
    image.paste(ImageChops.multiply(part, Image.new(image.mode, part.size, _TINT)), area)
    draw = ImageDraw.Draw(image)
    around = (left - _ROOM, top - _ROOM, right + _ROOM, bottom + _ROOM)
    draw.rectangle((around[0] - 1, around[1] - 1, around[2] + 1, around[3] + 1), outline=_HALO)
    draw.rectangle(around, outline=_EDGE)
    return True
