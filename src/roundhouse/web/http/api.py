"""The JSON interface, for bots and programs: the same service as the pages, with the same rights."""
from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from roundhouse.bots.masters import MASTER, mastered
from roundhouse.engine.contract import CHANCE, WATCHER
from roundhouse.games import titles
from roundhouse.records.course import Course
from roundhouse.web.http.api_docs import page_of
from roundhouse.web.http.fast_routes import FastRoute, FastRouteTable, json_of, numbers
from roundhouse.web.live.event_stream import follow_as, streamed
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer, PlayersDependency, TablesDependency
from roundhouse.web.people.players import LONGEST_NAME
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.info import Moment, SeatRequest, TableInfo
from roundhouse.web.tables.model.table import LEVELS, Table

ABOUT = """\
Play the games of this house by program. Get a token from `POST /api/players` and send it as `Authorization: Bearer
TOKEN`; the token of a seat's own link works too, for that seat. Look at a table with `GET /api/tables/{id}/view`, and
when `legal` is not empty send one of its lines to `POST /api/tables/{id}/act` with the `version` that you saw. If the
table has moved on since, the answer is 409 and nothing has happened. `GET /api/tables/{id}/events` tells when to look
again. Views hold what your seat may know and nothing else. Errors are `{"error": "why"}`.
"""
router = APIRouter(tags=["tables"])
Id = Annotated[str, Path(description="The table, as in its address.", max_length=16)]
SeatNumber = Annotated[int | None, Query(description="One of your seats, if you have several; -1 looks as a watcher.")]
FROM_OUTSIDE = -1       # what programs say for a watcher
LARGEST_NUMBER = 2**31 - 1
Version = Annotated[int, Field(description="The `version` of the table that you saw.")]


# ---- what is sent and answered ---------------------------------------------------------------------------------------


class Option(BaseModel):
    name: str
    values: list[Any] = Field(description="What may be chosen; the first is the default.")
    help: str


class GameOut(BaseModel):
    name: str
    title: str
    players: tuple[int, int] = Field(description="The fewest and the most players.")
    time: str
    summary: str
    editions: list[str]
    options: list[Option]
    bots: list[str] = Field(description="The levels that a bot can have, and the bots of this house.")


class NewPlayer(BaseModel):
    name: str | None = Field(None, max_length=LONGEST_NAME, description="How the others see you.")


class PlayerOut(BaseModel):
    id: int
    name: str
    token: str = Field(description="Send it as `Authorization: Bearer TOKEN`. It is told this once.")


class NewTable(BaseModel):
    game: str = Field(description="The name of a game, such as `irish-gauge`.")
    seats: list[str] = Field(
        min_length=1, max_length=8,
        description="Who sits where: `me`, `open`, or a bot's level such as `level-3`, one for each seat.",
    )
    edition: str | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    public: bool = Field(False, description="Whether everybody sees the table in the list and may sit down.")
    pace: Literal["live", "days"] = "live"
    each: float | None = Field(None, description="Seconds that each turn has of its own; without it there is no clock.")
    bank: float = Field(0, description="Seconds beyond those, for the whole game.")
    at_zero: Literal["move", "bot", "table"] = Field(
        "move", description="When a clock runs out: a bot makes that turn, takes the seat, or the others decide."
    )
    watched: bool = Field(True, description="Whether those who do not sit here may look.")


class FromService(BaseModel):
    """Made from what the service tells."""

    model_config = ConfigDict(from_attributes=True)


class SeatOut(FromService):
    number: int
    name: str
    kind: str = Field(description="`person`, `bot` or `open`.")
    level: str | None
    mine: bool
    invite: str | None = Field(description="For who made the table: what `POST /api/join/{token}` takes.")
    may_sit: bool
    away: bool
    bank: float | None = Field(description="Seconds left in its bank when its turn began.")


class TableOut(FromService):
    id: str
    game: str
    title: str
    edition: str
    options: dict[str, Any]
    status: str = Field(description="`waiting`, `playing`, `over`, or `closed` before its end.")
    public: bool
    pace: str
    step: int
    version: int = Field(description="Rises with every change of the log; send it with a move.")
    revision: int = Field(description="Rises with every change of anything at this table.")
    to_act: int | None
    thinking: int | None = Field(description="The seat whose bot is thinking.")
    seats: list[SeatOut]
    mine: list[int]
    owner: bool
    scores: list[int] | None
    winners: list[int]
    created: float
    changed: float
    rematch: str | None
    talk: int
    watched: bool
    each: float | None = Field(description="Seconds that each turn has of its own; null without a clock.")
    bank: float | None
    at_zero: str
    since: float = Field(description="When the seat to act became the one to act.")
    deadline: float | None = Field(description="When its clock runs out.")


class StepOut(BaseModel):
    number: int
    by: int | Literal["chance"]
    line: str = Field(description='In the notation, with "?" for what you may not see.')


class View(BaseModel):
    table: TableOut
    step: int
    seat: int | None = Field(description="Through whose eyes: a seat, -1 for a watcher, null for everything.")
    state: dict[str, Any] = Field(description="The state as that seat may see it.")
    legal: list[str] = Field(description="What you may do now; empty if it is not your turn.")
    undo: str = Field(description='What you may do about your last move: "free", "ask" or "".')
    wish: str | None = Field(description="What you have left to be done in this auction.")
    log: list[StepOut]


class Act(BaseModel):
    line: str = Field(max_length=200, description="A line of the notation, such as one of `legal`.")
    version: Version
    seat: int | None = None


class Undo(BaseModel):
    version: Version
    seat: int | None = None


class UndoAnswer(BaseModel):
    version: Version
    agree: bool


class Restore(BaseModel):
    version: Version


class Intend(BaseModel):
    wish: str | None = Field(
        max_length=80,
        description='"up to 12", "pass", "pass until my turn", a sealed line, a plan for your next turn as '
        '"then track GSW H10; dividends", or null to withdraw it.',
    )
    seat: int | None = None


class Bot(BaseModel):
    level: str = Field(description=f"{LEVELS[0]} to {LEVELS[-1]}, or a bot of this house")


class Words(BaseModel):
    words: str = Field(max_length=2000)


class SaidOut(FromService):
    number: int
    seat: int
    name: str
    words: str
    at: float


class Mute(BaseModel):
    muted: bool


class RecordIn(BaseModel):
    record: str = Field(description="The text of a record's file.")
    public: bool = False


class Joined(BaseModel):
    table: TableOut
    seat: int


class Key(BaseModel):
    token: str = Field(description="The token of the seat's own link, `/join/TOKEN`, and a bearer token for this seat.")


# ---- players and games -----------------------------------------------------------------------------------------------


@router.get("/games", tags=["games"], summary="List the games")
def games(tables: TablesDependency) -> list[GameOut]:
    return [
        GameOut(
            name=title.name,
            title=title.title,
            players=title.players,
            time=title.time,
            summary=title.summary,
            editions=list(title.editions),
            bots=[*LEVELS, *([MASTER] if mastered(title.name) else []), *tables.seating.house_bots],
            options=[Option(name=o.name, values=list(o.values), help=o.help) for o in title.options],
        )
        for title in titles().values()
    ]


@router.post("/players", tags=["players"], status_code=201, summary="Become a player")
def new_player(body: NewPlayer, players: PlayersDependency) -> PlayerOut:
    """A guest, with the token by which you are known from now on."""
    made, token = players.guest(body.name)
    return PlayerOut(id=made.id, name=made.name, token=token)


# ---- tables ----------------------------------------------------------------------------------------------------------


@router.get("/tables", summary="List tables")
def list_tables(
    who: OptionalPlayer, tables: TablesDependency,
    which: Annotated[
        Literal["mine", "due", "waiting", "playing", "finished"], Query(description="Which tables.")
    ] = "waiting",
) -> list[TableOut]:
    """Yours, those that wait for you or for players, public games going on, or public games that are over."""
    return [_table(info) for info in getattr(tables.lists, which)(who)]


@router.post("/tables", status_code=201, summary="Make a table")
def create(body: NewTable, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """The game begins when no seat is open."""
    wishes = [SeatRequest(me=seat == "me", bot=None if seat in ("me", "open") else seat) for seat in body.seats]
    table = tables.seating.create(
        who, body.game, wishes, edition=body.edition, options=body.options, public=body.public, pace=body.pace,
        clock=None if body.each is None else Clock(body.each, body.bank, body.at_zero), watched=body.watched,
    )
    return _table(tables.viewing.info(who, table))


@router.post("/records", status_code=201, summary="Upload a record")
def upload(body: RecordIn, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """Every step is checked. A game that is not over goes on when its seats are taken."""
    return _table(tables.viewing.info(who, tables.seating.upload(who, body.record, body.public)))


@router.get("/tables/{id}", summary="About a table")
def about(id: Id, who: OptionalPlayer, tables: TablesDependency) -> TableOut:
    return _table(tables.viewing.info(who, tables.repository.table(id)))


@router.post("/tables/{id}/join", summary="Sit down")
def join(id: Id, who: CurrentPlayer, tables: TablesDependency, seat: SeatNumber = None) -> TableOut:
    """At a public table, or on a seat that is kept for you."""
    return _table(tables.viewing.info(who, tables.seating.join(who, id, seat)))


@router.post("/join/{token}", summary="Sit down by an invitation")
def accept(token: Annotated[str, Path(max_length=64)], who: CurrentPlayer, tables: TablesDependency) -> Joined:
    table, seat = tables.seating.accept(who, token)
    return Joined(table=_table(tables.viewing.info(who, table)), seat=seat)


@router.post("/tables/{id}/seats/{seat}/bot", summary="Put in a bot")
def sit_bot(id: Id, seat: int, body: Bot, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """On an open seat, for another level, in your own place, or for somebody who stays away."""
    return _table(tables.viewing.info(who, tables.seating.sit_bot(who, id, seat, body.level)))


@router.post("/tables/{id}/seats/{seat}/take-back", summary="Play on in the place of your bot")
def take_back(id: Id, seat: int, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    return _table(tables.viewing.info(who, tables.seating.take_back(who, id, seat)))


@router.post("/tables/{id}/seats/{seat}/key", summary="The seat's own link")
def key(id: Id, seat: int, who: CurrentPlayer, tables: TablesDependency) -> Key:
    """A new one, for another device or a program; the one before it ends, and who came by it has no seat."""
    return Key(token=tables.seating.own_link(who, id, seat))


@router.delete("/tables/{id}/seats/{seat}/key", status_code=204, summary="End the seat's own link")
def end_key(id: Id, seat: int, who: CurrentPlayer, tables: TablesDependency) -> None:
    """Whoever came by it has the seat no longer."""
    tables.seating.end_link(who, id, seat)


@router.post("/tables/{id}/rematch", status_code=201, summary="The same again")
def rematch(id: Id, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    return _table(tables.viewing.info(who, tables.seating.rematch(who, id)))


# ---- playing ---------------------------------------------------------------------------------------------------------


@router.get("/tables/{id}/view", summary="Look", response_model=View)
def view(
    id: Id, who: OptionalPlayer, tables: TablesDependency, seat: SeatNumber = None,
    at: Annotated[int | None, Query(description="After so many steps; now if not said.")] = None,
    log: Annotated[int, Query(description="How many of the latest steps to tell.", ge=0, le=10_000)] = 20,
) -> Response:
    """The table as you may see it, now or at any earlier moment."""
    return _view(tables.viewing.look(who, id, at, _eyes(seat)), log)


@router.post(
    "/tables/{id}/act", summary="Act", response_model=View,
    responses={409: {"description": "The table has moved on: look again."}},
)
def act(id: Id, body: Act, who: CurrentPlayer, tables: TablesDependency) -> Response:
    """Answers with the table after your move."""
    return _view(
        tables.viewing.moment(who, tables.moves.act(who, id, body.line, body.version, body.seat), seat=body.seat), 20
    )


WAYS: FastRouteTable = {
    ("GET", "/api/tables", "view"): FastRoute(view, numbers("at", "log", "seat")),
    ("POST", "/api/tables", "act"): FastRoute(act, json_of(Act), acts=True),
}


@router.post("/tables/{id}/undo", summary="Take back your last move")
def undo(id: Id, body: Undo, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """At once while nothing new has come of it; else the other people are asked. Who is away, with a bot in their
    place, need not answer when you ask again later. What chance has decided stays decided."""
    return _table(tables.viewing.info(who, tables.moves.undo(who, id, body.version, body.seat)))


@router.post("/tables/{id}/undo/answer", summary="Agree to a wish to take back, or refuse it")
def answer_undo(id: Id, body: UndoAnswer, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    return _table(tables.viewing.info(who, tables.moves.answer_undo(who, id, body.agree, body.version)))


@router.post("/tables/{id}/restore", summary="Put back what was taken back")
def restore(id: Id, body: Restore, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """While nothing else has been played since."""
    return _table(tables.viewing.info(who, tables.moves.restore(who, id, body.version)))


@router.post("/tables/{id}/intend", summary="Leave word for an auction", response_model=View)
def intend(id: Id, body: Intend, who: CurrentPlayer, tables: TablesDependency) -> Response:
    """A secret limit up to which the server bids for you, a sealed choice before your turn, or a plan for it."""
    return _view(tables.viewing.moment(who, tables.moves.intend(who, id, body.wish, body.seat), seat=body.seat), 20)


@router.get("/tables/{id}/events", summary="Follow", response_class=StreamingResponse)
async def events(request: Request, id: Id) -> StreamingResponse:
    """Server-sent events named `table`, with the numbers that everybody may know: when to look again."""
    return streamed(await follow_as(request, id))


@router.get("/tables/{id}/record", summary="The record", response_class=PlainTextResponse)
def record(id: Id, who: OptionalPlayer, tables: TablesDependency, seat: SeatNumber = None) -> PlainTextResponse:
    """The file of the game; while secrets last, with "?" for what you may not see."""
    return PlainTextResponse(tables.viewing.record(who, id, _eyes(seat)), media_type="application/json")


@router.get("/tables/{id}/chat", summary="Read the chat")
def heard(
    id: Id, who: OptionalPlayer, tables: TablesDependency,
    after: Annotated[int, Query(description="The number of the last line that you know.", ge=0, le=LARGEST_NUMBER)] = 0,
) -> list[SaidOut]:
    """A page of it. There is more as long as a page is not empty."""
    tables.closing.require_sight(who, tables.repository.table(id))
    return [SaidOut.model_validate(said) for said in tables.chat.heard(who, id, after)]


@router.post("/tables/{id}/chat", status_code=201, summary="Say something")
def say(id: Id, body: Words, who: CurrentPlayer, tables: TablesDependency) -> list[SaidOut]:
    table: Table = tables.chat.say(who, id, body.words)
    return [SaidOut.model_validate(said) for said in tables.chat.heard(who, id, table.talk - 1)]


@router.put("/tables/{id}/seats/{seat}/mute", status_code=204, summary="Be spared what a seat says")
def mute(id: Id, seat: int, body: Mute, who: CurrentPlayer, tables: TablesDependency) -> None:
    tables.chat.mute(who, id, seat, body.muted)


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> HTMLResponse:
    return HTMLResponse(await asyncio.to_thread(page_of, request.app.openapi()))


def _table(info: TableInfo) -> TableOut:
    return TableOut.model_validate(info)


def _step(course: Course, number: int, seat: int | None) -> StepOut:
    by = course.steps[number - 1].by
    return StepOut(number=number, by="chance" if by == CHANCE else by, line=course.line(number, seat))


def _eyes(seat: int | None) -> int | None:
    return WATCHER if seat == FROM_OUTSIDE else seat


def _view(moment: Moment, log: int) -> Response:
    """Written out at once: checking it again would take as long as making it."""
    course = moment.course
    view = View(
        table=_table(moment.table),
        step=moment.step,
        seat=FROM_OUTSIDE if moment.seat == WATCHER else moment.seat,
        state=moment.state.view(moment.seat),
        legal=list(moment.state.lines()) if moment.may_act else [],
        undo=moment.undo,
        wish=None if moment.auction is None else moment.auction.wish,
        log=[_step(course, number, moment.seat) for number in range(max(1, moment.step - log + 1), moment.step + 1)],
    )
    return Response(view.model_dump_json(), media_type="application/json")
