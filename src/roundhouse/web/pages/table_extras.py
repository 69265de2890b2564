"""Smaller things that a table is asked for: places, previews, hints, the log, the board in words, the record."""
from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from markupsafe import Markup

from roundhouse.bots.advice import Hint
from roundhouse.games import title as find_title
from roundhouse.web.access import TheTables, Visitor
from roundhouse.web.errors import Refused
from roundhouse.web.model import Moment
from roundhouse.web.pages import markup, view
from roundhouse.web.pages.render import page
from roundhouse.web.pages.table import moment_of, seen

router = APIRouter()
SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'


@router.get("/games/{id}/spots")
def spots(id: str, request: Request, tables: TheTables, player: Visitor, at: int | None = None) -> JSONResponse:
    """The named places of the board with what is there, for keys and screen readers."""
    moment = moment_of(tables, player, id, request, at)
    found = find_title(moment.table.game).drawing.spots(moment.state, moment.seat)
    names = view.called(moment.table.seats)
    return JSONResponse([{**asdict(spot), "text": view.by_name(spot.text, names)} for spot in found])


@router.get("/games/{id}/preview")
def preview(id: str, line: str, request: Request, tables: TheTables, player: Visitor) -> Response:
    """What a choice would look like on the board."""
    moment = moment_of(tables, player, id, request)
    choices = find_title(moment.table.game).drawing.choices(moment.state, moment.table.names) if moment.may_act else []
    drawn = next((choice.preview for choice in choices if choice.line == line), "")
    return Response(SVG.format(drawn), media_type="image/svg+xml")


@router.get("/games/{id}/note")
def note(id: str, amount: int, request: Request, tables: TheTables, player: Visitor) -> PlainTextResponse:
    """What a bid would mean."""
    moment = moment_of(tables, player, id, request)
    amounts = view.bid_amounts(moment.state) if moment.may_act else []
    if not amounts:
        raise Refused("there is nothing to bid on now")
    if amount not in amounts:
        return PlainTextResponse(f"Bids are from {amounts[0]} to {amounts[-1]}.")
    names = view.called(moment.table.seats)
    return PlainTextResponse(find_title(moment.table.game).drawing.bid_note(moment.state, amount, names))


@router.get("/games/{id}/hint")
async def hint(id: str, request: Request, tables: TheTables, player: Visitor) -> HTMLResponse:
    """What a strong player would do in this seat, from what the seat may know."""
    moment, table = await run_in_threadpool(lambda: (moment_of(tables, player, id, request), tables.table(id)))
    if not moment.may_act or moment.seat is None:
        raise Refused("a hint is for the one whose turn it is")
    advice = await request.app.state.brains.hint(table, moment.seat)
    return await run_in_threadpool(_hint_page, moment, advice)


def _hint_page(moment: Moment, advice: Hint) -> HTMLResponse:
    names = view.called(moment.table.seats)
    choices = find_title(moment.table.game).drawing.choices(moment.state, names)
    labels = {choice.line: f"{choice.group}: {choice.label}" for choice in choices}
    return page("hint.html", hint=advice, names=names, labels=labels)


@router.get("/games/{id}/log")
def log(id: str, tables: TheTables, player: Visitor) -> HTMLResponse:
    now = seen(tables, player, id)
    entries = view.entries(now.moment, list(now.moment.passed()))
    return page("log.html", now=now, log=entries, player=player)


@router.get("/games/{id}/words")
def words(id: str, tables: TheTables, player: Visitor, at: int | None = None) -> HTMLResponse:
    """The board for those who hear it."""
    now = seen(tables, player, id, at=at)
    found = [view.by_name(spot.text, now.names) for spot in now.title.drawing.spots(now.moment.state, now.moment.seat)]
    text: Markup = markup.html(now.title.table.board(now.moment.state, now.moment.seat))
    return page("words.html", now=now, spots=found, text=text, player=player)


@router.get("/games/{id}/record")
def record(id: str, tables: TheTables, player: Visitor) -> Response:
    """The record as a file: whole when the game is over, else with what the seat may know."""
    game = tables.table(id).game.name
    return Response(
        tables.record(player, id), media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{game}-{id}.json"'},
    )
