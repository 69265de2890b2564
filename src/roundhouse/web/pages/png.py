"""Drawings as pictures of pixels, for wherever no drawing of lines is shown."""
from __future__ import annotations

from roundhouse.web.optional import library
from roundhouse.web.pages.render import STATIC

WIDTH, HEIGHT = 1200, 630
"""The size that previews of links have."""
PAPER = "#f5eddb"
FONT = STATIC / "fonts" / "abril-fatface.ttf"
"""For whatever font is asked for: a server need not have any."""


def png(svg: str) -> bytes:
    """A whole `<svg>` as pixels."""
    drawn = library("resvg_py").svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)])
    return bytes(drawn)
