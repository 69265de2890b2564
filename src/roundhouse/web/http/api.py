"""The JSON interface, for bots and programs: the same service as the pages, with the same rights."""
from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse

from roundhouse.bots.masters import MASTER, mastered
from roundhouse.engine.contract import CHANCE, WATCHER
from roundhouse.games import titles
from roundhouse.records.course import Course
from roundhouse.web.errors import Refused
from roundhouse.web.http.api_docs import page_of
from roundhouse.web.http.api_models import (
    Act,
    AdviceOut,
    Bot,
    GameOut,
    Intend,
    JoinOut,
    Key,
    Mute,
    NewPlayer,
    NewTable,
    Option,
    PlayerOut,
    RecordIn,
    RecordOut,
    Restore,
    SaidOut,
    StepOut,
    TableOut,
    Undo,
    UndoAnswer,
    View,
    Words,
)
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.http.hot_routes import HotRoutes
from roundhouse.web.http.middleware import address_of
from roundhouse.web.http.openapi import ANYBODY, event_stream
from roundhouse.web.live.event_stream import follow_as, streamed
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer, PlayersDependency
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.info import Moment, SeatRequest, TableInfo
from roundhouse.web.tables.model.table import LEVELS, Table
from roundhouse.web.tables.rights import Action
from roundhouse.web.threads import in_thread

ABOUT = """\
Play the games of this house by program. Whoever has an account makes a bot's account on the page "Your bots", with a
token to be sent as `Authorization: Bearer TOKEN`; `roundhouse.client` is a client in Python, and `GET /api/events`
tells of all its games and challenges. For a try, `POST /api/players` gives a guest's token; the token of a seat's own
link works too, for that seat. Look at a table with `GET /api/tables/{id}/view`, and when `legal` is not empty send one
of its lines to `POST /api/tables/{id}/act` with the `version` that you saw. If the table has moved on since, the answer
is 409 and nothing has happened. `GET /api/tables/{id}/events` tells when to look again. Views hold what your seat may
know and nothing else. Errors are `{"error": "why"}`, with the id of the `rule` where one of the game forbids it.
`openapi-python-client` and its like make a typed client of this description.
"""
router = APIRouter(tags=["tables"], generate_unique_id_function=attrgetter("name"))
Id = Annotated[str, Path(description="The table, as in its address.", max_length=16)]
SeatNumber = Annotated[int | None, Query(description="One of your seats, if you have several; -1 looks as a watcher.")]
FROM_OUTSIDE = -1       # what programs say for a watcher
LARGEST_NUMBER = 2**31 - 1


# ---- players and games -----------------------------------------------------------------------------------------------


@router.get("/games", tags=["games"], summary="List the games")
def games(tables: TablesDependency) -> list[GameOut]:
    """All games of this house, with their editions, options and bots."""
    return [
        GameOut(
            name=title.name,
            title=title.title,
            players=title.players,
            time=title.time,
            summary=title.summary,
            editions=list(title.editions),
            bots=[*LEVELS, *([MASTER] if mastered(title.name) else []), *tables.house_bots],
            options=[Option(name=o.name, values=list(o.values), help=o.help) for o in title.options],
        )
        for title in titles().values()
    ]


@router.post("/players", tags=["players"], status_code=201, summary="Become a player")
def new_player(request: Request, body: NewPlayer, players: PlayersDependency) -> PlayerOut:
    """A guest, with the token by which you are known from now on."""
    request.app.state.network_limits.new_guest(address_of(request))
    made, token = players.guest(body.name)
    return PlayerOut(id=made.id, name=made.name, token=token)


# ---- tables ----------------------------------------------------------------------------------------------------------


@router.get("/tables", summary="List tables")
def list_tables(
    response: Response, who: OptionalPlayer, tables: TablesDependency,
    which: Annotated[
        Literal["mine", "ended", "due", "kept", "waiting", "playing", "finished"], Query(description="Which tables.")
    ] = "waiting",
    after: Annotated[str, Query(description="Where the page begins: from the `Link` before it.", max_length=60)] = "",
) -> list[TableOut]:
    """Yours, those of yours that have ended, those that wait for you, those where a seat is kept for you, those that
    wait for players, public games going on, or public games that are over. A page has up to 100; the header `Link`
    leads to the next one, and is not there with the last."""
    found, further = tables.lists.page_of(who, which, after)
    if further:
        response.headers["link"] = f'<?which={which}&after={further}>; rel="next"'
    return [_table(info) for info in found]


@router.post("/tables", status_code=201, summary="Make a table")
def create(body: NewTable, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """The game begins when no seat is open."""
    wishes = [_wish(seat) for seat in body.seats]
    table = tables.creation.create(
        who, body.game, wishes, edition=body.edition, options=body.options, public=body.public, pace=body.pace,
        clock=None if body.each is None else Clock(body.each, body.bank, body.at_zero), watched=body.watched,
        hints=body.hints, rated=body.rated,
    )
    return _table(tables.viewing.info(who, table))


@router.post("/records", status_code=201, summary="Upload a record")
def upload(body: RecordIn, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """Every step is checked. A game that is not over goes on when its seats are taken."""
    return _table(tables.viewing.info(who, tables.creation.upload(who, body.record)))


@router.get("/tables/{id}", summary="About a table")
def about(id: Id, who: OptionalPlayer, tables: TablesDependency) -> TableOut:
    """What you may know of a table without looking at the game."""
    return _table(tables.viewing.info(who, tables.repository.table(id)))


@router.post("/tables/{id}/join", summary="Sit down")
def join(id: Id, who: CurrentPlayer, tables: TablesDependency, seat: SeatNumber = None) -> TableOut:
    """Take a seat at a public table, or one that is kept for you."""
    return _table(tables.viewing.info(who, tables.seating.join(who, id, seat)))


@router.post("/join/{token}", summary="Sit down by an invitation")
def accept(token: Annotated[str, Path(max_length=64)], who: CurrentPlayer, tables: TablesDependency) -> JoinOut:
    """Use the token of an invitation, or of a seat's own link. The answer says which seat is yours."""
    table, seat = tables.seating.accept(who, token)
    return JoinOut(table=_table(tables.viewing.info(who, table)), seat=seat)


@router.post("/tables/{id}/seats/{seat}/bot", summary="Put in a bot")
def sit_bot(id: Id, seat: int, body: Bot, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """Put a bot on an open seat, change its level, or have it play for you or for somebody who stays away."""
    return _table(tables.viewing.info(who, tables.substitutes.sit_bot(who, id, seat, body.level)))


@router.post("/tables/{id}/seats/{seat}/take-back", summary="Play on in the place of your bot")
def take_back(id: Id, seat: int, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """Your bot makes no more moves."""
    return _table(tables.viewing.info(who, tables.substitutes.take_back(who, id, seat)))


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
    """The first who asks makes the table; everybody's seat is kept for them."""
    return _table(tables.viewing.info(who, tables.creation.rematch(who, id)))


# ---- playing ---------------------------------------------------------------------------------------------------------


@router.get("/tables/{id}/view", summary="Look", response_model=View)
def view(
    id: Id, who: OptionalPlayer, tables: TablesDependency, seat: SeatNumber = None,
    at: Annotated[int | None, Query(description="After so many steps; now if not said.")] = None,
    log: Annotated[int, Query(description="How many of the latest steps to tell.", ge=0, le=10_000)] = 20,
) -> Response:
    """The table as you may see it, now or at any earlier moment."""
    return _view(tables.viewing.look(who, id, at, _eyes(seat)), log)


@router.post("/tables/{id}/act", summary="Act", response_model=View)
def act(id: Id, body: Act, who: CurrentPlayer, tables: TablesDependency) -> Response:
    """Answers with the table after your move."""
    return _view(
        tables.viewing.moment(who, tables.moves.act(who, id, body.line, body.version, body.seat), seat=body.seat), 20
    )


HOT: HotRoutes = [("GET", "/api/tables/{id}/view", view), ("POST", "/api/tables/{id}/act", act)]
"""What is asked again and again while a program plays: see `hot_routes`."""


@router.post("/tables/{id}/undo", summary="Take back your last move")
def undo(id: Id, body: Undo, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """Your move is taken back at once while nothing new has come of it; else the other people are asked. A player who
    is away, with a bot in their place, need not answer when you ask again later. What chance has decided stays so."""
    return _table(tables.viewing.info(who, tables.undo.undo(who, id, body.version, body.seat)))


@router.post("/tables/{id}/undo/answer", summary="Agree to a wish to take back, or refuse it")
def answer_undo(id: Id, body: UndoAnswer, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """With `agree` false the wish is refused. The move is taken back when the last of those who were asked agrees."""
    return _table(tables.viewing.info(who, tables.undo.answer(who, id, body.agree, body.version)))


@router.post("/tables/{id}/restore", summary="Put back what was taken back")
def restore(id: Id, body: Restore, who: CurrentPlayer, tables: TablesDependency) -> TableOut:
    """While nothing else has been played since."""
    return _table(tables.viewing.info(who, tables.undo.restore(who, id, body.version)))


@router.post("/tables/{id}/intend", summary="Leave word for an auction", response_model=View)
def intend(id: Id, body: Intend, who: CurrentPlayer, tables: TablesDependency) -> Response:
    """A secret limit up to which the server bids for you, a sealed choice before your turn, or a plan for it."""
    return _view(tables.viewing.moment(who, tables.moves.intend(who, id, body.wish, body.seat), seat=body.seat), 20)


@router.post("/tables/{id}/hint", summary="Ask for a hint")
async def hint(
    request: Request, id: Id, who: CurrentPlayer, tables: TablesDependency, seat: SeatNumber = None
) -> AdviceOut:
    """What a strong player would do in your seat and why, from what the seat may know. Where others play, it is
    counted, and everybody sees how many hints you had."""
    table = await in_thread(tables.repository.table, id)
    moment = await in_thread(partial(tables.viewing.moment, who, table, seat=seat))
    if not moment.may_act or moment.seat is None:
        roles.require(who, table, Action.HINT)
        raise Refused("hints are for the player whose turn it is")
    await in_thread(tables.hints.asked, who, table, moment.seat)
    advice = await request.app.state.bot_runner.hint(table, moment.seat)
    return AdviceOut.of(advice, [one.name for one in moment.table.seats])


@router.get(
    "/tables/{id}/events", summary="Follow", response_class=StreamingResponse, openapi_extra={"security": ANYBODY},
    responses={200: event_stream("`table`, whose data is a `TableEvent`.")},
)
async def events(request: Request, id: Id) -> StreamingResponse:
    """Server-sent events named `table`, with the numbers that everybody may know: when to look again."""
    return streamed(await follow_as(request, id))


@router.get("/tables/{id}/record", summary="The record", response_model=RecordOut)
def record(id: Id, who: OptionalPlayer, tables: TablesDependency, seat: SeatNumber = None) -> Response:
    """The file of the game; while secrets last, with "?" for what you may not see."""
    return Response(tables.viewing.record(who, id, _eyes(seat)), media_type="application/json")


@router.get("/tables/{id}/chat", summary="Read the chat")
def heard(
    id: Id, who: OptionalPlayer, tables: TablesDependency,
    after: Annotated[int, Query(description="The number of the last line that you know.", ge=0, le=LARGEST_NUMBER)] = 0,
) -> list[SaidOut]:
    """A page of it. There is more as long as a page is not empty."""
    return [SaidOut.model_validate(said) for said in tables.chat.heard(who, id, after)]


@router.post("/tables/{id}/chat", status_code=201, summary="Say something")
def say(id: Id, body: Words, who: CurrentPlayer, tables: TablesDependency) -> list[SaidOut]:
    """Answers with your line."""
    table: Table = tables.chat.say(who, id, body.words)
    return [SaidOut.model_validate(said) for said in tables.chat.heard(who, id, table.talk - 1)]


@router.put("/tables/{id}/seats/{seat}/mute", status_code=204, summary="Be spared what a seat says")
def mute(id: Id, seat: int, body: Mute, who: CurrentPlayer, tables: TablesDependency) -> None:
    """You alone no longer read what that seat says."""
    tables.chat.mute(who, id, seat, body.muted)


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> HTMLResponse:
    """The JSON interface described for people."""
    return HTMLResponse(await in_thread(page_of, request.app.openapi()))


def _wish(seat: str) -> SeatRequest:
    if seat.startswith("@"):
        return SeatRequest(asked=seat[1:])
    return SeatRequest(me=seat == "me", bot=None if seat in ("me", "open") else seat)


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
