"""Server-sent events: that a table has changed, never what is hidden there. Who hears it looks with their own eyes."""
from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from roundhouse.web.access import visitor
from roundhouse.web.hub import Facts, Hub
from roundhouse.web.tables import Tables

HEARTBEAT_SECONDS = 15.0
router = APIRouter()


def event(facts: Facts) -> str:
    return f"event: table\nid: {facts['revision']}\ndata: {json.dumps(facts)}\n\n"


async def follow(tables: Tables, hub: Hub, id: str, still_here: Callable[[], Awaitable[object]]) -> AsyncIterator[str]:
    """How the table stands now, and again whenever it has changed. A comment keeps the line from being cut.

    `still_here` is called now and then: who only waits is not away.
    """
    with hub.watch(id) as watcher:
        yield "retry: 1000\n\n"
        facts: Facts | None = (await asyncio.to_thread(tables.table, id)).facts()
        told = None
        while not hub.stopped:
            if facts is None:
                yield ": still here\n\n"
                await still_here()
            elif facts["revision"] != told:     # what others may not notice makes no event
                told = facts["revision"]
                yield event(facts)
            facts = await watcher.wait(HEARTBEAT_SECONDS)


@router.get("/games/{id}/events", include_in_schema=False)
async def events(request: Request, id: str) -> StreamingResponse:
    return await stream_of(request, id)


async def stream_of(request: Request, id: str) -> StreamingResponse:
    state = request.app.state
    await asyncio.to_thread(state.tables.table, id)     # what is not there is said before the stream begins
    lines = follow(state.tables, state.hub, id, partial(visitor, request))
    return StreamingResponse(lines, media_type="text/event-stream", headers={"x-accel-buffering": "no"})
