"""For programs that play many games at once: who they are, one stream for all their games, challenges and leaving."""
from __future__ import annotations

from functools import partial
from operator import attrgetter

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from roundhouse.web.http.api import Id, SeatNumber
from roundhouse.web.http.api_models import TableOut
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.http.openapi import SIGNED_IN, event_stream
from roundhouse.web.live import program_events
from roundhouse.web.live.event_stream import streamed
from roundhouse.web.people.authentication import CurrentPlayer, recent_visitor
from roundhouse.web.people.programs.scopes import SCOPES
from roundhouse.web.tables.model.info import TableInfo
from roundhouse.web.tables.model.table import STAND_IN

router = APIRouter(tags=["programs"], generate_unique_id_function=attrgetter("name"))
EVENTS = (
    "`challenge` (a seat is kept for you), `withdrawn` (it is not any more), `turn` (the game waits for you), `table` "
    "(something else has changed at a table of yours), `over` (it has ended); the data is a `TableOut`. The first tell "
    "how everything stands."
)


class AccountOut(BaseModel):
    """Whoever asks."""

    id: int
    name: str
    guest: bool
    bot: bool = Field(description="Whether this is the account of a program.")
    scopes: list[str] = Field(description="What the token of a bot is good for; empty for people.")


@router.get("/account", summary="Who you are")
def account(who: CurrentPlayer) -> AccountOut:
    """Your name and number, and what your token is good for."""
    who = who.kept()
    scopes = [] if who.scopes is None else [scope for scope in SCOPES if scope in who.scopes]
    return AccountOut(id=who.id, name=who.name, guest=who.guest, bot=who.program, scopes=scopes)


@router.get(
    "/events", summary="Follow all your games", response_class=StreamingResponse, openapi_extra={"security": SIGNED_IN},
    responses={200: event_stream(EVENTS)},
)
async def all_events(request: Request, who: CurrentPlayer, tables: TablesDependency) -> StreamingResponse:
    """One stream for all your games and for the seats that are kept for you."""
    broadcast = request.app.state.broadcast
    return streamed(program_events.follow(tables, broadcast, who, partial(recent_visitor, request), written))


def written(info: TableInfo) -> str:
    """A table as it is told in an event."""
    return TableOut.model_validate(info).model_dump_json()


@router.post("/tables/{id}/decline", status_code=204, summary="Decline a seat that is kept for you")
def decline(id: Id, who: CurrentPlayer, tables: TablesDependency) -> None:
    """The seat is open then, and whoever made the table is told. A challenge is accepted by `join`."""
    tables.seating.decline(who, id)


@router.post("/tables/{id}/leave", status_code=204, summary="Leave a game for good")
def leave(id: Id, who: CurrentPlayer, tables: TablesDependency, seat: SeatNumber = None) -> None:
    """Concede: a bot of the house plays on, and where it counts for ratings you come last."""
    tables.closing.leave_game(who, id, seat, STAND_IN)
