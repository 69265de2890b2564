"""A table's board as a picture, for previews in chats, which show no drawing of lines."""
from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from dataclasses import dataclass

from roundhouse.engine.contract import WATCHER
from roundhouse.games import title as find_title
from roundhouse.games.markup import Markup, tag
from roundhouse.games.sight import sight
from roundhouse.web.errors import Busy, TooManyRequests
from roundhouse.web.http.rate_limits import NetworkLimits
from roundhouse.web.pages.png import HEIGHT, PAPER, WIDTH, png
from roundhouse.web.pages.table.parts.names import bot_name
from roundhouse.web.pages.table.rendering import ground_of
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import ThreadQueue, in_thread

MARGIN = 20
KEPT, WAITING = 200, 6
FRESH_SECONDS = 10.0
"""For so long a picture does, whatever has been played since."""
FOR_A_WHILE = "public, max-age=300"
COLOUR = re.compile(r"var\(--[\w-]+,\s*((?:[^()]|\([^()]*\))*)\)")
"""A colour of the house with the one that stands for it where there is no style sheet."""


@dataclass(frozen=True)
class _PreviewKey:
    """What a picture shows: another one is drawn when this is another."""

    watched: bool
    version: int
    edition: str
    names: tuple[str, ...]

    @staticmethod
    def of(table: Table) -> _PreviewKey:
        seen = table.watched and not table.hidden
        version = table.version if seen else 0
        return _PreviewKey(seen, version, table.course.setup.digest, tuple(table.names))


@dataclass(frozen=True)
class _Picture:
    shown: _PreviewKey
    png: bytes
    drawn: float


class LinkPreviews:
    """The pictures of tables, one drawn at a time, with the latest of each table kept.

    A picture takes a tenth of a second of the processor. Where too many are asked for, an older one has to do.
    """

    def __init__(self, tables: Tables, limits: NetworkLimits) -> None:
        self._tables = tables
        self._limits = limits
        self._queue = ThreadQueue(at_once=1, waiting=WAITING)
        self._kept: OrderedDict[str, _Picture] = OrderedDict()
        self._drawing: dict[tuple[str, _PreviewKey], asyncio.Future[bytes]] = {}

    async def picture(self, id: str, network: str) -> bytes:
        """A table as those see it who only watch; of one that lets nobody watch, the board before the game.

        Busy or TooManyRequests where none can be drawn now and there is no older one.
        """
        table = await in_thread(self._tables.repository.table, id)
        shown, kept = _PreviewKey.of(table), self._kept.get(id)
        if kept is not None and kept.shown == shown:
            return kept.png
        older = kept if kept is not None and kept.shown.watched == shown.watched else None
        if older is not None and time.monotonic() < older.drawn + FRESH_SECONDS:
            return older.png
        try:
            return await asyncio.shield(self._drawing.get((id, shown)) or self._begin(table, shown, network))
        except (Busy, TooManyRequests):
            if older is None:
                raise
            return older.png

    def _begin(self, table: Table, shown: _PreviewKey, network: str) -> asyncio.Future[bytes]:
        self._limits.picture(network)
        drawing = asyncio.ensure_future(self._draw(table, shown))
        self._drawing[table.id, shown] = drawing
        drawing.add_done_callback(lambda _: self._drawing.pop((table.id, shown)))
        return drawing

    async def _draw(self, table: Table, shown: _PreviewKey) -> bytes:
        try:
            png = await self._queue.do(board_png, table)
        except TooManyRequests:
            raise Busy("many pictures of tables are being drawn at this moment; try again in a moment") from None
        self._kept[table.id] = _Picture(shown, png, time.monotonic())
        self._kept.move_to_end(table.id)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return png


def pieces_shown(table: Table) -> Markup:
    """What lies on the board for strangers."""
    seen = table.watched and not table.hidden
    state = table.course.state if seen else table.course.at(0)
    bots = {seat.number: bot_name(seat.number) for seat in table.seats if seat.bot and seat.player is None}
    names = [bots.get(n, name) if seen else f"Seat {n + 1}" for n, name in enumerate(table.names)]
    return find_title(table.game.name).room.drawing.pieces(sight(state, WATCHER), names)


def board_png(table: Table) -> bytes:
    """The board as those see it who only watch; of a table that lets nobody watch, the board before the game, without
    anybody's name."""
    ground, pieces = ground_of(table.course.setup), pieces_shown(table)
    scale = min((WIDTH - 2 * MARGIN) / ground.width, (HEIGHT - 2 * MARGIN) / ground.height)
    left, top = (WIDTH - scale * ground.width) / 2, (HEIGHT - scale * ground.height) / 2
    board = tag("g", ground.svg, pieces, transform=f"translate({left:.1f} {top:.1f}) scale({scale:.4f})")
    paper = tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    drawn: str = tag("svg", paper, board, xmlns="http://www.w3.org/2000/svg", width=WIDTH, height=HEIGHT,
                     viewBox=f"0 0 {WIDTH} {HEIGHT}")
    while COLOUR.search(drawn):
        drawn = COLOUR.sub(r"\1", drawn)
    return png(drawn)
