"""Events for a player, on whichever page: something has changed at one of their tables."""
from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

from sqlalchemy import select

from roundhouse.web.live.broadcast import HEARTBEAT_SECONDS, Broadcast
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import in_thread

PLAYER_CHANNEL = "player "


def tell_people(broadcast: Broadcast, table: Table) -> None:
    """Tell the people of a table, on this server, that it has changed."""
    kept = {seat.reserved for seat in table.seats if seat.reserved is not None}
    for player in {table.owner, *kept}.union(*(seat.holders for seat in table.seats)):
        broadcast.tell(f"{PLAYER_CHANNEL}{player}", {"table": table.id})


def tell_people_of(broadcast: Broadcast, database: Database, id: str) -> None:
    """The same for a table that another server has changed: its people are looked up only if anybody listens here."""
    if any(name.startswith(PLAYER_CHANNEL) for name in broadcast.watched()):
        with database.reading() as connection:
            holders = connection.execute(select(at.holders.c.player).where(at.holders.c.table == id)).scalars().all()
            s = at.seats.c
            kept = select(s.reserved).where(s.table == id, s.reserved.is_not(None))
            reserved = connection.execute(kept).scalars().all()
        for player in {*holders, *reserved}:
            broadcast.tell(f"{PLAYER_CHANNEL}{player}", {"table": id})


async def follow(
    tables: Tables, broadcast: Broadcast, player: Player, still_here: Callable[[], Awaitable[Player | None]]
) -> AsyncIterator[str]:
    """How many tables wait for the player, now and whenever something has changed at one of theirs. `still_here` says
    who it is that listens: it ends when that is not the player any more."""
    with broadcast.watch(f"{PLAYER_CHANNEL}{player.id}") as watcher:
        changed = True
        while not broadcast.stopped:
            listener = await still_here()
            if listener is None or listener.identity != player.identity:
                return
            if changed:
                yield f"event: due\ndata: {await in_thread(tables.lists.due_count, player)}\n\n"
            else:
                yield ": still here\n\n"
            changed = await watcher.wait(HEARTBEAT_SECONDS) is not None
