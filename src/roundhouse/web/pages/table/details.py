"""Smaller things that a table is asked for: previews, the log, the board in words, the record."""
from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from roundhouse.bots.coach import beside
from roundhouse.games import title as find_title
from roundhouse.games.drawn import Choice
from roundhouse.games.markup import tag
from roundhouse.games.sight import sight
from roundhouse.games.words import Words, amount, html, joined, plain
from roundhouse.records.course import Course
from roundhouse.records.luck import LuckError, verify
from roundhouse.web.errors import Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.pages.table.parts.choices import bid_amounts, gestures_of
from roundhouse.web.pages.table.parts.log import entries
from roundhouse.web.pages.table.parts.names import called
from roundhouse.web.pages.table.rendering import moment_of, seen
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.info import Moment
from roundhouse.web.tables.rights import Action

router = APIRouter()


@router.get("/games/{id}/luck")
def luck(id: str, tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """Whether every draw of a game that is over followed from what the table committed to before the first."""
    table = tables.repository.table(id)
    roles.require(player, table, Action.REVIEW)
    told = table.recorded(None).luck
    draws, wrong = 0, ""
    if told is not None:
        try:
            draws = verify(table.course, told)
        except LuckError as error:
            wrong = str(error)
    info = tables.viewing.info(player, table)
    return page("luck.html", player=player, table=info, told=told, draws=draws, wrong=wrong)


@router.get("/games/{id}/routes")
def routes(
    id: str, to: str, request: Request, tables: TablesDependency, player: OptionalPlayer, by: str = ""
) -> JSONResponse:
    """What can be done in one gesture that ends at a place of the board; `by` are the places it was drawn over."""
    moment = moment_of(tables, player, tables.repository.table(id), request)
    names = called(moment.table.seats)
    return JSONResponse([
        {"line": "; ".join(route.lines), "what": plain(route.label, names), "effect": plain(route.effect, names),
         "by": route.by, "spots": route.spots, "kind": "lay", "final": True, "preview": tag("svg", route.preview, xmlns="http://www.w3.org/2000/svg")}
        for route in gestures_of(moment, to, by.split())
    ])


@router.get("/games/{id}/preview")
def preview(id: str, line: str, request: Request, tables: TablesDependency, player: OptionalPlayer) -> Response:
    """What a choice would look like on the board."""
    return preview_of(moment_of(tables, player, tables.repository.table(id), request), line)


def preview_of(moment: Moment, line: str) -> Response:
    """The picture of what a move would do; empty where it is not to be chosen now."""
    drawn = next((choice.preview for choice in choices_of(moment) if choice.line == line), None)
    return Response(tag("svg", drawn, xmlns="http://www.w3.org/2000/svg"), media_type="image/svg+xml")


def choices_of(moment: Moment) -> list[Choice]:
    """What the one who looks may do now, as the game shows it; nothing where they may not act."""
    drawing = find_title(moment.table.game).room.drawing
    return drawing.choices(sight(moment.state, moment.seat)) if moment.may_act else []


@router.get("/games/{id}/note")
def note(id: str, amount: int, request: Request, tables: TablesDependency, player: OptionalPlayer) -> PlainTextResponse:
    """What a bid would mean."""
    return note_on(moment_of(tables, player, tables.repository.table(id), request), amount)


def note_on(moment: Moment, amount: int) -> PlainTextResponse:
    """What a bid of that amount would mean. Refused where there is nothing to bid on."""
    amounts = bid_amounts(moment.state) if moment.may_act else []
    if not amounts:
        raise Refused("there is nothing to bid on now")
    if amount not in amounts:
        return PlainTextResponse(f"Bids are from {amounts[0]} to {amounts[-1]}.")
    said = find_title(moment.table.game).room.drawing.bid_note(sight(moment.state, moment.seat), amount)
    return PlainTextResponse(plain(said, called(moment.table.seats)))


def called_move(line: str, choice: Choice | None, unit: str, names: list[str]) -> str:
    """What a move is called. Bids are no choices of a list: they are told by what is bid."""
    if choice is not None:
        group, label = choice.group, plain(choice.label, names)
        last, _, rest = label.partition(" ")
        if label.startswith(group.split()[0]):
            return label                    # "Discard instead", "Discard FG"
        if last in ("to", "from"):
            return f"{group} {label}"       # "Call a Ranger", "to milestone 4"
        if group.endswith(f" {last}"):
            return f"{group} {rest}"        # "Lay FG", "FG on the Start"
        return f"{group}: {label}"
    what, _, number = line.partition(" ")
    return f"{what.capitalize()} {amount(int(number), unit).text if number.isdecimal() else number}".strip()


def reasons_of(course: Course, best: str, other: str) -> dict[str, Words]:
    """Why the best move is good, and what is wrong with another, by their lines."""
    better, worse = beside(course, best, other)
    return {better.line: better.why, worse.line: joined([one for one in (worse.why, worse.answered) if one], " ")}


@router.get("/games/{id}/log")
def log(id: str, tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """The page of the whole log."""
    now = seen(tables, player, tables.repository.table_and_visitor(player, id))
    told = entries(now.moment, now.moment.told())
    return page("log.html", now=now, log=told, player=player)


@router.get("/games/{id}/words")
def words(id: str, tables: TablesDependency, player: OptionalPlayer, at: int | None = None) -> HTMLResponse:
    """The board for those who hear it."""
    now = seen(tables, player, tables.repository.table_and_visitor(player, id), at=at)
    room, known = now.title.room, sight(now.moment.state, now.moment.seat)
    found = [plain(spot.text, now.names) for spot in room.drawing.spots(known)]
    return page(
        "board_in_words.html", now=now, spots=found, text=html(room.texts.board(known), now.names), player=player
    )


@router.get("/games/{id}/record")
def record(id: str, tables: TablesDependency, player: OptionalPlayer) -> Response:
    """The record as a file: whole when the game is over, else with what the seat may know."""
    game = tables.repository.table(id).game.name
    return Response(
        tables.viewing.record(player, id), media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{game}-{id}.json"'},
    )


@router.get("/games/{id}/table")
def table_file(id: str, tables: TablesDependency, player: OptionalPlayer) -> Response:
    """The table as a file that goes on in another house, for those who play alone with bots."""
    text = tables.viewing.table_file(player, id)
    game = tables.repository.table(id).game.name
    return Response(
        text, media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{game}-{id}.table.json"'},
    )
