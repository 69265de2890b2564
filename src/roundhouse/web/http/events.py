"""The one line that a browser has to the house: events of all tables that its pages show, and of its player.

A browser keeps only a few connections to a house, so its pages share one. A beat that they can hear tells a quiet line
from a dead one.
"""
from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from roundhouse.web.errors import Refused
from roundhouse.web.live import player_events
from roundhouse.web.live.broadcast import Broadcast
from roundhouse.web.live.event_stream import follow_as, streamed
from roundhouse.web.people.authentication import OptionalPlayer, recent_visitor

BEAT_SECONDS = 2.0
BEAT = "event: beat\ndata:\n\n"
MOST_TABLES = 40
MOST_KEPT = 4
"""How many parts wait for a connection that takes nothing."""
router = APIRouter()
Tables = Annotated[list[str], Query(max_length=MOST_TABLES)]


@router.get("/events", include_in_schema=False)
async def events(request: Request, player: OptionalPlayer, table: Tables = [], due: bool = False) -> StreamingResponse:  # noqa: B006
    """Events of some tables and, with `due`, of the player's own. What is not theirs to see is left out."""
    state = request.app.state
    sources = []
    for id in dict.fromkeys(table):
        try:
            sources.append(await follow_as(request, id, page=True))
        except Refused:
            continue
    if due and player is not None and player.only is None:
        sources.append(player_events.follow(state.tables, state.broadcast, player, partial(recent_visitor, request)))
    return streamed(together(state.broadcast, sources))


async def together(broadcast: Broadcast, sources: Sequence[AsyncIterator[str]]) -> AsyncIterator[str]:
    """All that any of them says, as it comes, and a beat when there was nothing for a while. Whoever takes nothing of
    it is kept few parts: each source knows how things stand when it is asked again."""
    heard: asyncio.Queue[str] = asyncio.Queue(MOST_KEPT)

    async def pump(source: AsyncIterator[str]) -> None:
        with suppress(Exception):
            async for part in source:
                await heard.put(part)
        await heard.put("")

    listening = [asyncio.create_task(pump(source)) for source in sources]
    yield BEAT
    try:
        while not broadcast.stopped:
            try:
                # Many who came at the same moment need not all be heard of again at the same moment.
                async with asyncio.timeout(BEAT_SECONDS * random.uniform(0.8, 1.0)):
                    part = await heard.get()
            except TimeoutError:
                part = BEAT
            if not part:
                break           # one of them is at an end: the browser asks again for all
            yield part
    finally:
        for one in listening:
            one.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
