"""Server-sent events of a table: that it has changed, never what is hidden there. Programs look for themselves.

Pages hear too how many watch without a seat, though never who; and each gets what its own viewer may see, drawn for
that viewer only.
"""
from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from fastapi import Request
from fastapi.responses import StreamingResponse

from roundhouse.web.live.broadcast import HEARTBEAT_SECONDS, PICTURES, Broadcast, Facts, Viewer
from roundhouse.web.people.authentication import recent_visitor, visitor
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.table import Table, owns
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import in_thread


def event(id: str, facts: Facts, picture: Facts | None = None) -> str:
    """The event that says that a table has changed, with the picture for the page that it goes to."""
    told = {"table": id, **facts, **(picture or {})}
    told.pop(PICTURES, None)
    return f"event: table\ndata: {json.dumps(told)}\n\n"


def watching(id: str, count: int) -> str:
    """The event that says how many watch a table without a seat."""
    return f"event: watching\ndata: {json.dumps({'table': id, 'count': count})}\n\n"


async def look(tables: Tables, broadcast: Broadcast, id: str) -> Table:
    """The table. Those who come to watch, however many at once, leave threads for those who ask for something else."""
    async with broadcast.arriving:
        return await in_thread(tables.repository.table, id)


async def follow(
    tables: Tables,
    broadcast: Broadcast,
    id: str,
    still_here: Callable[[], Awaitable[Viewer]],
    unseated: object | None,
    viewer: Viewer,
    page: bool,
) -> AsyncIterator[str]:
    """How the table stands now, and again whenever it has changed. A comment keeps the line from being cut.

    `still_here` says who it is that listens, and is called now and then: who only waits is not away. `unseated` tells
    who has no seat from others; a `page` hears how many they are, and is sent what its `viewer` sees.
    """
    with broadcast.watch(id, unseated, viewer, page) as watcher:
        yield "retry: 1000\n\n"
        facts: Facts | None = (await look(tables, broadcast, id)).facts()
        told, count = -1, 0
        while not broadcast.stopped:
            if page and broadcast.unseated(id) != count:
                count = broadcast.unseated(id)
                yield watching(id, count)
            if facts is None:
                yield ": still here\n\n"
                await still_here()
            elif facts and not (
                facts.get("watched", True) or await _may_look(tables, broadcast, id, viewer, still_here)
            ):
                return      # the players here let nobody watch, and who listens is not one of them any more
            elif facts and facts["revision"] > told:    # what others may not notice makes no event
                told = facts["revision"]
                picture = facts.get(PICTURES, {}).get(viewer)
                # A session may have ended since the line was opened: what is for a player goes to that player only.
                if picture and viewer is not None:
                    listener = await still_here()
                    picture = picture if listener is not None and listener.identity == viewer.identity else None
                yield event(id, facts, picture)
            # Many who came at the same moment need not all be heard of again at the same moment.
            facts = await watcher.wait(HEARTBEAT_SECONDS * random.uniform(0.7, 1.0))


async def _may_look(
    tables: Tables, broadcast: Broadcast, id: str, viewer: Viewer, still_here: Callable[[], Awaitable[Viewer]]
) -> bool:
    """Whether who listens may look at the table as it stands now: the seat or the session may have been lost."""
    table = await look(tables, broadcast, id)
    listener = await still_here()
    same = listener is not None and viewer is not None and listener.identity == viewer.identity
    return roles.may(listener if same else None, table, Action.SEE)


async def follow_as(request: Request, id: str, page: bool = False) -> AsyncIterator[str]:
    """The events of a table for the player who asks. What is not there, or not theirs to see, is refused."""
    state = request.app.state
    table = await look(state.tables, state.broadcast, id)
    player = await visitor(request)
    roles.require(player, table, Action.SEE)
    seated = bool(table.held_by(player))
    # Nobody knows whether two who are not known are one and the same.
    unseated = None if seated else object() if player is None else player.id
    viewer = player if seated or owns(player, table.owner) else None
    return follow(state.tables, state.broadcast, id, partial(recent_visitor, request), unseated, viewer, page)


def streamed(lines: AsyncIterator[str]) -> StreamingResponse:
    """An answer that goes on as long as there are lines; proxies are asked not to buffer it."""
    return StreamingResponse(lines, media_type="text/event-stream", headers={"x-accel-buffering": "no"})
