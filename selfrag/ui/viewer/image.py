"""A picture in a box of its own that scrolls both ways: Streamlit's own images never get wider than their container."""

import base64
import html
import struct

import streamlit as st

_BOX = (
    "max-height:max(20rem,calc(100vh - 18rem));overflow:auto;border:1px solid rgba(128,128,128,0.35);"
    "border-radius:0.5rem"
)
# A browser that does not know the property shows the top of the page.
_SHOWN_FIRST = "position:absolute;top:calc({top:.2%} - 5rem);left:0;scroll-initial-target:nearest"


def draw(png: bytes, description: str, zoom: float, top: float | None = None) -> None:
    """The picture, `zoom` times as wide as the box, scrolled to what is `top` of the way down, 0 to 1.

    The description is what is read aloud in place of the picture; it is the only text in it, and is escaped.
    """
    said = html.escape(" ".join(description.split()), quote=True)
    source = f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"
    width, height = struct.unpack(">II", png[16:24])  # told, so that the box has its height before the picture is there
    shape = f"display:block;max-width:none;width:{zoom:.0%};aspect-ratio:{width}/{height}"
    image = f'<img src="{source}" alt="{said}" style="{shape}">'
    first = "" if top is None else f'<span style="{_SHOWN_FIRST.format(top=top)}"></span>'
    st.html(
        f'<div role="group" tabindex="0" aria-label="{said}" style="{_BOX}">'
        f'<div style="position:relative">{image}{first}</div></div>'
    )
