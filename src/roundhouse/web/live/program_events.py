"""One stream for all games of a player, for programs: challenges, turns, ends.

What was told last is kept for each table, so that nothing is told twice; what happened between two looks is told as it
stands after it.
"""
from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import TypeVar

from roundhouse.web.errors import Refused
from roundhouse.web.live.broadcast import HEARTBEAT_SECONDS, Broadcast
from roundhouse.web.live.player_events import PLAYER_CHANNEL
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.info import TableInfo
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import in_thread

CHALLENGE, WITHDRAWN, TURN, TABLE, OVER = "challenge", "withdrawn", "turn", "table", "over"
Answer = TypeVar("Answer")
Mark = tuple[str, int]
"""What was told of a table last, and of which state of it."""


async def follow(
    tables: Tables, broadcast: Broadcast, player: Player, still_here: Callable[[], Awaitable[Player | None]],
    written: Callable[[TableInfo], str],
) -> AsyncIterator[str]:
    """How all tables of a player stand, and again each that changes. `still_here` says who listens: it ends when that
    is not the player any more."""
    told: dict[str, Mark] = {}
    began = time.time()
    with broadcast.watch(f"{PLAYER_CHANNEL}{player.id}") as watcher:
        yield "retry: 1000\n\n"
        ids: Iterable[str] = await _looked_up(broadcast, _unfinished, tables, player)
        while not broadcast.stopped:
            listener = await still_here()
            if listener is None or listener.identity != player.identity:
                return
            for id in ids:
                found = await _looked_up(broadcast, _news, tables, player, id, told.get(id), began)
                if found is not None:
                    kind, info, mark = found
                    if mark is None:
                        told.pop(id, None)
                    else:
                        told[id] = mark
                    yield f"event: {kind}\ndata: {written(info)}\n\n"
            if await watcher.wait(HEARTBEAT_SECONDS) is None:
                yield ": still here\n\n"
                # Nobody is told of a seat that is not kept any more.
                ids = [id for id, (kind, _) in told.items() if kind == CHALLENGE]
                continue
            ids = watcher.take_changed()
            if "" in ids:
                known = [id for id, (kind, _) in told.items() if kind != OVER]
                ids = {*await _looked_up(broadcast, _unfinished, tables, player), *known}


async def _looked_up(broadcast: Broadcast, work: Callable[..., Answer], *given: object) -> Answer:
    """The answer of a call that looks something up. Those who come to listen, with however many games, leave threads
    for those who ask for something else."""
    async with broadcast.arriving:
        return await in_thread(work, *given)


def _unfinished(tables: Tables, player: Player) -> list[str]:
    """The tables of a player that have not ended, and those where a seat is kept for them."""
    found, after = [info.id for info in tables.lists.kept(player)], ""
    while True:
        page, after = tables.lists.page_of(player, "mine", after)
        found += [info.id for info in page if info.status in ("waiting", "playing")]
        if not after or any(info.status not in ("waiting", "playing") for info in page):
            return list(dict.fromkeys(found))


def _news(
    tables: Tables, player: Player, id: str, told: Mark | None, began: float
) -> tuple[str, TableInfo, Mark | None] | None:
    """What is to be told of a table, if it is not what was told last; with no mark where it is to be forgotten. Of the
    end of a game one hears where the game was told of, or has been made since the stream `began`."""
    try:
        info = tables.viewing.info(player, tables.repository.table(id))
    except Refused:
        return None
    kind = _kind(info)
    if kind in (None, WITHDRAWN):
        return (WITHDRAWN, info, None) if told is not None and told[0] == CHALLENGE else None
    mark = kind, {TURN: info.version, TABLE: info.revision}.get(kind, 0)
    if mark == told or (kind == OVER and told is None and info.created < began):
        return None
    return kind, info, mark


def _kind(info: TableInfo) -> str | None:
    """What a table is to whoever listens; None for one that is not theirs."""
    if any(seat.kept for seat in info.seats):
        return CHALLENGE if info.status == "waiting" else WITHDRAWN
    if not info.mine and not info.owner:
        return None
    if info.status in ("over", "closed"):
        return OVER
    return TURN if info.my_turn and info.thinking is None else TABLE
