"""A table's board as a picture, for previews in chats, which show no drawing of lines."""
from __future__ import annotations

import re
from functools import lru_cache

from roundhouse.engine.contract import WATCHER
from roundhouse.games import title as find_title
from roundhouse.games.markup import tag
from roundhouse.games.sight import sight
from roundhouse.web.optional import library
from roundhouse.web.pages.render import STATIC
from roundhouse.web.pages.table.looking import ground_of
from roundhouse.web.tables.services import Tables

WIDTH, HEIGHT, MARGIN = 1200, 630, 20
PAPER = "#f5eddb"
FONT = STATIC / "fonts" / "abril-fatface.ttf"
FOR_A_WHILE = "public, max-age=300"
COLOUR = re.compile(r"var\(--[\w-]+,\s*((?:[^()]|\([^()]*\))*)\)")
"""A colour of the house with the one that stands for it where there is no style sheet."""


def board_png(tables: Tables, id: str) -> bytes:
    """The board as those see it who only watch; of a table that lets nobody watch, the board before the game."""
    table = tables.repository.table(id)
    return _painted(tables, id, table.version if table.watched else -1)


@lru_cache(maxsize=200)
def _painted(tables: Tables, id: str, version: int) -> bytes:
    resvg_py = library("resvg_py")
    table = tables.repository.table(id)
    state = table.course.state if version >= 0 else table.course.at(0)
    ground = ground_of(table.course.setup)
    pieces = find_title(table.game.name).room.drawing.pieces(sight(state, WATCHER), table.names)
    scale = min((WIDTH - 2 * MARGIN) / ground.width, (HEIGHT - 2 * MARGIN) / ground.height)
    left, top = (WIDTH - scale * ground.width) / 2, (HEIGHT - scale * ground.height) / 2
    board = tag("g", ground.svg, pieces, transform=f"translate({left:.1f} {top:.1f}) scale({scale:.4f})")
    paper = tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    drawn: str = tag("svg", paper, board, xmlns="http://www.w3.org/2000/svg", width=WIDTH, height=HEIGHT,
                     viewBox=f"0 0 {WIDTH} {HEIGHT}")
    while COLOUR.search(drawn):
        drawn = COLOUR.sub(r"\1", drawn)
    # With a font of our own for whatever is asked for: a server need not have any.
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, skip_system_fonts=True, font_files=[str(FONT)]))
