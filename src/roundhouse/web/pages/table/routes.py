"""The routes of a table: its page, the parts of it that follow the game, and everything that is done there."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.web.errors import Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.http.hot_routes import HotRoutes
from roundhouse.web.pages.render import by_script, page
from roundhouse.web.pages.rules.rulebook import rulebook
from roundhouse.web.pages.rules.source import source_at
from roundhouse.web.pages.table.rendering import (
    WatcherView,
    changed,
    chosen_seat,
    for_watchers,
    fragment,
    seen,
    watches,
    whole,
)
from roundhouse.web.pages.table.view import Refusal
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.info import VisitorInfo
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.services import Tables

router = APIRouter()


# ---- looking ---------------------------------------------------------------------------------------------------------


@router.get("/games/{id}")
def table_page(
    id: str, request: Request, tables: TablesDependency, player: OptionalPlayer, at: int | None = None
) -> HTMLResponse:
    """The page of a table, now or after the first `at` steps."""
    found = tables.repository.table_and_visitor(player, id)
    return whole(request, seen(tables, player, found, at=at, chosen=chosen_seat(request)), player)


@router.get("/games/{id}/now")
def now_fragment(
    id: str,
    request: Request,
    tables: TablesDependency,
    player: OptionalPlayer,
    at: int | None = None,
    after: int | None = None,
    replay: bool = False,
) -> Response:
    """What has changed for a page that shows the table: since what it says it has, after a step, or at a moment of the
    past."""
    table, _ = found = tables.repository.table_and_visitor(player, id)
    if at is None and not replay and watches(table, player):
        return changed(request, None, table, for_watchers(tables, WatcherView(id, table.revision, after, table)))
    chosen = chosen_seat(request)
    now = seen(tables, player, found, at=at, after=after, chosen=chosen, replay=replay)
    return changed(request, player, table, fragment(now))


# ---- doing -----------------------------------------------------------------------------------------------------------


def done(
    request: Request, tables: Tables, player: Player, id: str, *, found: tuple[Table, VisitorInfo] | None = None,
    after: int | None = None, seat: int | None = None, refused: Refused | None = None,
) -> Response:
    """The answer to something done at a table: what is new, for the page that asked; else the page again.

    `found` is the table as it was left, where that is known.
    """
    found = tables.repository.table_and_visitor(player, id) if found is None else found
    if refused is None and not by_script(request):
        shared = seat is not None and len(found[0].held_by(player)) > 1
        return RedirectResponse(f"/games/{id}?as={seat}" if shared else f"/games/{id}", 303)
    refusal = None if refused is None else _in_words(found[0], refused)
    now = seen(tables, player, found, after=after, chosen=seat, refusal=refusal)
    status = 200 if refused is None else refused.status
    if by_script(request):
        return changed(request, player, found[0], fragment(now), status=status)
    return whole(request, now, player, status)


def _in_words(table: Table, refused: Refused) -> Refusal:
    """A refusal, with the words of the rule behind it."""
    book = rulebook(source_at(table.course.setup, table.id))
    return Refusal(refused.sentence, refused.rule, book.words(refused.rule))


Number = Annotated[int, Form()]
SomeNumber = Annotated[int | None, Form()]
LONGEST_WORD = 600
Word = Annotated[str, Form(max_length=LONGEST_WORD)]


@router.post("/games/{id}/act")
def act(
    request: Request, id: str, tables: TablesDependency, player: CurrentPlayer, version: Number, line: Word,
    seat: SomeNumber = None, amount: SomeNumber = None,
) -> Response:
    """A move. The bid of one's own choice comes as "bid" with the amount beside it."""
    if line == "bid" and amount is not None:
        line = f"bid {amount}"
    try:
        found = tables.moves.moved(player, id, line, version, seat)
    except Refused as error:
        return done(request, tables, player, id, seat=seat, refused=error)
    mine = found[0].course.last_by(found[0].held_by(player))
    return done(request, tables, player, id, found=found, after=None if mine is None else mine - 1, seat=seat)


HOT: HotRoutes = [("GET", "/games/{id}/now", now_fragment), ("POST", "/games/{id}/act", act)]
"""What pages ask again and again while people play: see `hot_routes`."""


@router.post("/games/{id}/undo")
def undo(request: Request, id: str, tables: TablesDependency, player: CurrentPlayer, version: Number) -> Response:
    """Take back one's last move, or ask the others whether one may."""
    try:
        tables.undo.undo(player, id, version)
    except Refused as error:
        return done(request, tables, player, id, refused=error)
    return done(request, tables, player, id)


@router.post("/games/{id}/restore")
def restore(request: Request, id: str, tables: TablesDependency, player: CurrentPlayer, version: Number) -> Response:
    """Put back what was taken back."""
    try:
        tables.undo.restore(player, id, version)
    except Refused as error:
        return done(request, tables, player, id, refused=error)
    return done(request, tables, player, id)


@router.post("/games/{id}/consent")
def consent(
    request: Request, id: str, tables: TablesDependency, player: CurrentPlayer, version: Number, agree: Word
) -> Response:
    """Agree or refuse that somebody takes back a move."""
    try:
        tables.undo.answer(player, id, agree == "yes", version)
    except Refused as error:
        return done(request, tables, player, id, refused=error)
    return done(request, tables, player, id)


@router.post("/games/{id}/intend")
def intend(
    request: Request,
    id: str,
    tables: TablesDependency,
    player: CurrentPlayer,
    wish: Word = "",
    seat: SomeNumber = None,
    amount: SomeNumber = None,
) -> Response:
    """Leave a premove: a secret limit, a sealed choice or a plan; or withdraw what was left."""
    if wish == "up to":
        wish = f"up to {amount}"
    try:
        tables.moves.intend(player, id, wish or None, seat)
    except Refused as error:
        return done(request, tables, player, id, seat=seat, refused=error)
    return done(request, tables, player, id, seat=seat)


@router.post("/games/{id}/chat")
def chat(request: Request, id: str, tables: TablesDependency, player: CurrentPlayer, words: Word) -> Response:
    """Say something."""
    try:
        tables.chat.say(player, id, words)
    except Refused as error:
        return done(request, tables, player, id, refused=error)
    return done(request, tables, player, id)


@router.post("/games/{id}/rematch")
def rematch(id: str, tables: TablesDependency, player: CurrentPlayer) -> Response:
    """Make a table for the same again, or go to the one that was made."""
    return RedirectResponse(f"/games/{tables.creation.rematch(player, id).id}", 303)


@router.post("/games/{id}/seats/{number}")
def sit(id: str, number: int, tables: TablesDependency, player: CurrentPlayer, do: Word) -> Response:
    """Who plays on a seat: somebody sits down or gets up, a bot comes or goes, or the seat's own link is made."""
    if do == "link":
        return page(
            "seat_link.html", id=id, number=number, token=tables.seating.own_link(player, id, number), player=player
        )
    if do in ("mute", "unmute"):
        tables.chat.mute(player, id, number, do == "mute")
    elif do == "unlink":
        tables.seating.end_link(player, id, number)
    elif do == "sit":
        tables.seating.join(player, id, number)
    elif do == "leave":
        tables.seating.leave(player, id, number)
    elif do == "take-back":
        tables.substitutes.take_back(player, id, number)
    else:
        tables.substitutes.sit_bot(player, id, number, do)
    return RedirectResponse(f"/games/{id}", 303)
