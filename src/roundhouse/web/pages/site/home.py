"""Home, and sitting down: new tables, invitations, uploaded records."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import FormData, UploadFile

from roundhouse.bots.masters import MASTER, mastered
from roundhouse.engine.contract import Edition
from roundhouse.errors import UserError
from roundhouse.games import faults, titles
from roundhouse.games.title import Title
from roundhouse.records import RecordError
from roundhouse.web.bots.house_bots import HouseBots
from roundhouse.web.competition.clubs import Clubs
from roundhouse.web.errors import Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.lesson_index import readable_lessons
from roundhouse.web.pages.puzzles.collection import collection, of_the_day
from roundhouse.web.pages.render import ACCENTS, FOR_EVER, accents, house_address, page
from roundhouse.web.pages.rules.source import known_title
from roundhouse.web.pages.table.parts.names import called
from roundhouse.web.pages.table.parts.sidebar import clock_words, time_left
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer, PlayersDependency
from roundhouse.web.people.player import Player
from roundhouse.web.people.players import Players
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.clock import AT_ZERO, Clock
from roundhouse.web.tables.model.info import SeatRequest, TableInfo
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.services import Tables

router = APIRouter()
LEVELS = (
    ("level-1", "a bot: level 1, a beginner"),
    ("level-2", "a bot: level 2, plays soundly"),
    ("level-3", "a bot: level 3, thinks ahead"),
    ("level-4", "a bot: level 4, hard to beat"),
    ("level-5", "a bot: level 5, takes its time"),
)
LISTED = 12
ASKED = "ask:"
"""Before the name of a member of the group, in the form of a table that is made for it."""
NOTHING: Mapping[str, object] = MappingProxyType({})
RATED: Mapping[str, object] = MappingProxyType({"rated": "yes", "pace": "live 120 1800"})
"""The values with which the form of a rated table begins."""
PACES = {
    "live": "in one sitting, without a clock",
    "live 60 600": "in one sitting: 1 minute for each turn, and 10 in the bank",
    "live 120 1800": "in one sitting: 2 minutes for each turn, and 30 in the bank",
    "days": "over days, without a clock",
    "days 86400 259200": "over days: 1 day for each turn, and 3 in the bank",
    "days 172800 604800": "over days: 2 days for each turn, and 7 in the bank",
    "days 604800 0": "over days: a week for each turn",
}


@dataclass(frozen=True)
class TableLine:
    """A table in a list."""

    id: str
    game: str
    title: str
    people: str
    mine: bool
    note: str
    pace: str
    left: str
    """How long the one to act has; "" without a clock."""
    changed: float


def table_line(info: TableInfo) -> TableLine:
    """A table as a line of a list: who plays, how it stands, how long the one to act has."""
    names = called(info.seats)
    if info.status == "over":
        note = f"won by {' and '.join(names[seat] for seat in info.winners)}"
    elif info.status == "closed":
        note = "closed"
    elif info.status == "waiting":
        free = sum(seat.kind == "open" for seat in info.seats)
        note = f"{free} {'seat' if free == 1 else 'seats'} free"
        note = "a seat is kept for you" if any(seat.kept for seat in info.seats) else note
    else:
        note = "" if info.to_act is None else f"{names[info.to_act]} to act"
    note = f"from a file; {note}" if info.uploaded else note
    pace = "" if info.status in ("over", "closed") else clock_words(info).partition(";")[0] if info.each else ""
    people = ", ".join(names)
    return TableLine(
        info.id, info.game, info.title, people, info.my_turn, note, pace, time_left(info), info.changed
    )


def counted(number: int) -> str:
    """A small number in words."""
    words = "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"
    return words[number] if number < len(words) else str(number)


@router.get(ACCENTS)
def accents_sheet(request: Request) -> Response:
    """The style sheet with the accent colours of all games."""
    keep = FOR_EVER if request.url.query else "no-cache"
    return Response(accents()[0], media_type="text/css", headers={"cache-control": keep})


@router.get("/")
def home(tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """The home page: one's own games, tables to join and to watch, and all games of the house."""
    front = tables.lists.front(player, LISTED)
    return page(
        "home.html",
        titles=list(titles().values()),
        how_many=f"{counted(len(titles()))} {'game' if len(titles()) == 1 else 'games'}",
        puzzled=[name for name in titles() if collection(name)],
        lessons={name: readable_lessons(name) for name in titles()},
        shut=[Path(where).name for where in faults()],
        mine=[table_line(info) for info in front.mine],
        kept=[table_line(info) for info in front.kept],
        due=front.due,
        today=of_the_day(date.today()),
        back=len(tables.practice.due(player)),
        open=[table_line(info) for info in front.waiting],
        watch=[table_line(info) for info in front.watch],
        player=player,
    )


# ---- a new table -----------------------------------------------------------------------------------------------------


async def sent_form(request: Request) -> FormData:
    """The form of a request, as a dependency of endpoints."""
    return await request.form()


Form = Annotated[FormData, Depends(sent_form)]


def _new_page(
    request: Request, title: Title, player: Player | None, friends: bool, refusal: str = "",
    sent: Mapping[str, object] = NOTHING, seats: Sequence[object] = (),
) -> HTMLResponse:
    """The form of a new table; one that was refused stands at what was sent."""
    house_bots: HouseBots = request.app.state.tables.house_bots
    levels = [*LEVELS, *_master(title), *((name, f"a bot of this house: {name}") for name in house_bots)]
    members = _members(request, player, str(sent.get("group") or ""))
    return page(
        "new.html", 422 if refusal else 200,
        title=title, lessons=readable_lessons(title.name),
        player=player, friends=friends, levels=levels, refusal=refusal, paces=PACES, at_zero=AT_ZERO,
        own_editions=_takes_editions(request), members=[(f"{ASKED}{name}", name) for name in members],
        sent=sent, seats=[*seats, *_usual_seats(title, friends)[len(seats):]],
    )


def _master(title: Title) -> list[tuple[str, str]]:
    """The choice of the master, for a game that has one; with how many players, if it is not all."""
    found = mastered(title.name)
    least, most = title.players
    where = "" if len(found) > most - least else f" (with {' or '.join(map(str, found))} players)"
    return [(MASTER, f"a bot: level 6, a master{where}")] if found else []


def _usual_seats(title: Title, friends: bool) -> list[str]:
    """Who sits beside the one who makes a table, unless something else is chosen."""
    usual = max(title.players[0], min(3, title.players[1])) - 1
    others = title.players[1] - 1
    return ["open" if friends else "level-2"] * usual + ["none"] * (others - usual)


@router.get("/new/{game}")
def new(game: str, request: Request, player: OptionalPlayer) -> HTMLResponse:
    """The form of a new table."""
    asked = request.query_params
    return _new_page(
        request, known_title(game), player, asked.get("with") == "friends",
        sent={**(RATED if "rated" in asked else NOTHING), "group": asked.get("group", "")},
    )


@router.post("/new/{game}")
def make(
    request: Request, game: str, form: Form, tables: TablesDependency, players: PlayersDependency, player: CurrentPlayer
) -> Response:
    """Make a table of the form that was sent. What is refused shows the form again as it was filled in."""
    title = known_title(game)
    try:
        player = named(players, player, form)
        wishes = _at_once(title, tables, player) if "at-once" in form else _wishes(form)
        for name in _given_names(form):
            players.require_free(name, player.id)
        table = tables.creation.create(
            player,
            game,
            wishes,
            edition=_edition(request, title, form),
            options={key[7:]: value for key, value in form.items() if key.startswith("option-")},
            public="public" in form,
            watched="hidden" not in form,
            hints="hints" in form or None,
            rated="rated" in form,
            club=_group(request, player, form),
            **_pace(form),
        )
    except (Refused, UserError) as error:
        seats = form.getlist("seat")
        return _new_page(request, title, player, "open" in seats, str(error), form, seats)
    return RedirectResponse(f"/games/{table.id}", 303)


def _takes_editions(request: Request) -> bool:
    """Whether this house plays on editions that players bring."""
    taken: bool = request.app.state.settings.own_editions
    return taken


def _edition(request: Request, title: Title, form: FormData) -> str | Edition | None:
    """The edition that was chosen: one's own, where a file was sent, else one that comes with the game, by its name."""
    file = form.get("own-edition")
    if isinstance(file, UploadFile) and file.filename and _takes_editions(request):
        return title.own_edition(_text_of(file), file.filename)
    return str(form["edition"]) if "edition" in form else None


def _group(request: Request, player: Player, form: FormData) -> str | None:
    """The group for which a table is made, if it is for one and the player belongs to it."""
    if not form.get("group") or not request.app.state.parts.others:
        return None
    clubs: Clubs = request.app.state.clubs
    return clubs.require_member(player, str(form["group"])[:16])


def _members(request: Request, player: Player | None, group: str) -> list[str]:
    """The other members of a group for which a table is to be made: they may be asked to it by name."""
    if not group or player is None or not request.app.state.parts.others:
        return []
    clubs: Clubs = request.app.state.clubs
    return [member.name for member in clubs.members(player, group[:16]) if member.player != player.id]


def named(players: Players, player: Player, form: FormData) -> Player:
    """A guest may say how they are called."""
    name = str(form.get("name", "")).strip()
    return players.rename(player, name) if name and player.guest and name != player.name else player


def _pace(form: FormData) -> dict[str, Any]:
    """"days 86400 259200": the pace, and the seconds of its clock if it has one."""
    pace, *clock = str(form.get("pace", "live")).split()
    if not clock:
        return {"pace": pace}
    if len(clock) != 2 or not all(number.isdecimal() and len(number) < 9 for number in clock):
        raise UserError("a clock is the seconds of each turn and those in the bank")
    return {"pace": pace, "clock": Clock(float(clock[0]), float(clock[1]), str(form.get("at_zero", "move")))}


def _at_once(title: Title, tables: Tables, player: Player) -> list[SeatRequest]:
    """The rivals of a player who wants to play at once: the easiest in a first game of a title, else those of the
    last."""
    level = (None if player.arrive else tables.lists.last_level(player, title.name)) or "level-1"
    return [SeatRequest(me=True), *(SeatRequest(bot=level) for seat in _usual_seats(title, False) if seat != "none")]


def _given_names(form: FormData) -> list[str]:
    """The names that were written for others at this screen; those that the house gives are nobody's."""
    at_screen = (number for number, wanted in enumerate(form.getlist("seat"), 2) if wanted == "me")
    given = (str(form.get(f"name-{number}", "")).strip() for number in at_screen)
    return [name for name in given if name]


def _wishes(form: FormData) -> list[SeatRequest]:
    wishes = [SeatRequest(me=True)]
    for number, wanted in enumerate(form.getlist("seat"), 2):
        if wanted == "me":
            name = str(form.get(f"name-{number}", "")).strip()
            wishes.append(SeatRequest(me=True, name=name or f"Player {number}"))
        elif wanted == "open":
            wishes.append(SeatRequest())
        elif str(wanted).startswith(ASKED):
            wishes.append(SeatRequest(asked=str(wanted).removeprefix(ASKED)))
        elif wanted != "none":
            wishes.append(SeatRequest(bot=str(wanted)))
    return wishes


# ---- invitations and records -----------------------------------------------------------------------------------------


@router.get("/join/{token}")
def invitation(request: Request, token: str, tables: TablesDependency, player: OptionalPlayer) -> Response:
    """The page of an invitation, or of a seat's own link."""
    table, seat, invited = tables.seating.invited(token)
    if invited and table.held_by(player):
        return RedirectResponse(f"/games/{table.id}", 303)
    info = tables.viewing.info(player, table)
    people = ", ".join(name for s, name in zip(info.seats, called(info.seats)) if s.kind != "open") or "nobody yet"
    if seat is None:
        watch = roles.may(player, table, Action.SEE)
        free = next((s.number for s in info.seats if s.may_sit), None)
        return page("join_full.html", table=info, people=people if watch else "", watch=watch, free=free, player=player)
    return page(
        "join.html", table=info, seat=seat, invitation=invited, token=token, people=people, player=player,
        pace=clock_words(info), house=house_address(request), lessons=readable_lessons(info.game),
    )


@router.post("/join/{token}")
def accept(
    token: str, form: Form, tables: TablesDependency, players: PlayersDependency, player: CurrentPlayer
) -> Response:
    """Sit down by an invitation or a seat's own link."""
    if tables.seating.invited(token)[1] is None:
        return RedirectResponse(f"/join/{token}", 303)
    table, _ = tables.seating.accept(named(players, player, form), token)
    return RedirectResponse(f"/games/{table.id}", 303)


@router.get("/upload")
def upload_page(player: OptionalPlayer) -> HTMLResponse:
    """The form for uploading a record."""
    return page("upload.html", player=player, refusal="")


@router.post("/upload")
def upload(request: Request, form: Form, tables: TablesDependency, player: CurrentPlayer) -> Response:
    """Make a table of a record, or of a table from another house, that was sent as a file."""
    file = form.get("file")
    try:
        if not isinstance(file, UploadFile):
            raise RecordError("no file was sent")
        table = tables.creation.upload(player, _text_of(file), ours_only=not _takes_editions(request))
    except UserError as error:
        return page("upload.html", 422, player=player, refusal=str(error))
    return RedirectResponse(f"/games/{table.id}", 303)


def _text_of(file: UploadFile) -> str:
    try:
        return file.file.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("this is not a text file") from error
