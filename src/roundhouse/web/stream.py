"""Server-sent events: that a table has changed, never what is hidden there. Who hears it looks with their own eyes.

Pages hear too how many watch without a seat, though never who.
"""
from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from roundhouse.web.access import visitor
from roundhouse.web.hub import Facts, Hub
from roundhouse.web.table import Table
from roundhouse.web.tables import Tables

HEARTBEAT_SECONDS = 15.0
router = APIRouter()


def event(facts: Facts) -> str:
    return f"event: table\nid: {facts['revision']}\ndata: {json.dumps(facts)}\n\n"


def watching(count: int) -> str:
    return f"event: watching\ndata: {count}\n\n"


async def _look(tables: Tables, hub: Hub, id: str) -> Table:
    """The table. Those who come to watch, however many at once, leave threads for those who ask for something else."""
    async with hub.arriving:
        return await run_in_threadpool(tables.table, id)


async def follow(
    tables: Tables, hub: Hub, id: str, still_here: Callable[[], Awaitable[object]], unseated: object | None, page: bool
) -> AsyncIterator[str]:
    """How the table stands now, and again whenever it has changed. A comment keeps the line from being cut.

    `still_here` is called now and then: who only waits is not away. `unseated` tells who has no seat from others; a
    page hears how many they are.
    """
    with hub.watch(id, unseated) as watcher:
        yield "retry: 1000\n\n"
        facts: Facts | None = (await _look(tables, hub, id)).facts()
        told, count = -1, 0
        while not hub.stopped:
            if page and hub.unseated(id) != count:
                count = hub.unseated(id)
                yield watching(count)
            if facts is None:
                yield ": still here\n\n"
                await still_here()
            elif facts and facts["revision"] > told:    # what others may not notice makes no event
                told = facts["revision"]
                yield event(facts)
            # Many who came at the same moment need not all be heard of again at the same moment.
            facts = await watcher.wait(HEARTBEAT_SECONDS * random.uniform(0.7, 1.0))


@router.get("/games/{id}/events", include_in_schema=False)
async def events(request: Request, id: str) -> StreamingResponse:
    return await stream_of(request, id, page=True)


async def stream_of(request: Request, id: str, page: bool = False) -> StreamingResponse:
    state = request.app.state
    table = await _look(state.tables, state.hub, id)    # what is not there is said before the stream begins
    player = await visitor(request)
    state.tables.require_sight(player, table)
    # Nobody knows whether two who are not known are one and the same.
    unseated = None if table.held_by(player) else object() if player is None else player.id
    lines = follow(state.tables, state.hub, id, partial(visitor, request), unseated, page)
    return StreamingResponse(lines, media_type="text/event-stream", headers={"x-accel-buffering": "no"})
