"""Server-sent events of a table: that it has changed, never what is hidden there. Who hears it looks for themselves.

Pages hear too how many watch without a seat, though never who; and where all who watch see the very same, what that is.
"""
from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from fastapi import Request
from fastapi.responses import StreamingResponse

from roundhouse.web.live.broadcast import Broadcast, Facts
from roundhouse.web.people.authentication import visitor
from roundhouse.web.people.rights import Action
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import in_thread

HEARTBEAT_SECONDS = 15.0


PICTURE = ("now", "after")
"""What pages of those who only watch are told besides: what they see now, and the step after which that comes next."""


def event(id: str, facts: Facts, watches: bool = False) -> str:
    told = {name: fact for name, fact in facts.items() if watches or name not in PICTURE}
    return f"event: table\ndata: {json.dumps({'table': id, **told})}\n\n"


def watching(id: str, count: int) -> str:
    return f"event: watching\ndata: {json.dumps({'table': id, 'count': count})}\n\n"


async def look(tables: Tables, hub: Broadcast, id: str) -> Table:
    """The table. Those who come to watch, however many at once, leave threads for those who ask for something else."""
    async with hub.arriving:
        return await in_thread(tables.repository.table, id)


async def follow(
    tables: Tables,
    hub: Broadcast,
    id: str,
    still_here: Callable[[], Awaitable[object]],
    unseated: object | None,
    page: bool,
) -> AsyncIterator[str]:
    """How the table stands now, and again whenever it has changed. A comment keeps the line from being cut.

    `still_here` is called now and then: who only waits is not away. `unseated` tells who has no seat from others; a
    page hears how many they are, and that of one of them what all of them see.
    """
    with hub.watch(id, unseated) as watcher:
        yield "retry: 1000\n\n"
        facts: Facts | None = (await look(tables, hub, id)).facts()
        told, count = -1, 0
        while not hub.stopped:
            if page and hub.unseated(id) != count:
                count = hub.unseated(id)
                yield watching(id, count)
            if facts is None:
                yield ": still here\n\n"
                await still_here()
            elif facts and facts["revision"] > told:    # what others may not notice makes no event
                told = facts["revision"]
                yield event(id, facts, watches=page and unseated is not None)
            # Many who came at the same moment need not all be heard of again at the same moment.
            facts = await watcher.wait(HEARTBEAT_SECONDS * random.uniform(0.7, 1.0))


async def follow_as(request: Request, id: str, page: bool = False) -> AsyncIterator[str]:
    """The events of a table for who asks. What is not there, or not theirs to see, is said before the first."""
    state = request.app.state
    table = await look(state.tables, state.broadcast, id)
    player = await visitor(request)
    roles.require(player, table, Action.SEE)
    # Nobody knows whether two who are not known are one and the same.
    unseated = None if table.held_by(player) else object() if player is None else player.id
    return follow(state.tables, state.broadcast, id, partial(visitor, request), unseated, page)


def streamed(lines: AsyncIterator[str]) -> StreamingResponse:
    return StreamingResponse(lines, media_type="text/event-stream", headers={"x-accel-buffering": "no"})
