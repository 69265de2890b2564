"""Reporting and blocking somebody, and making an account by an invitation."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.web.competition.history import Histories
from roundhouse.web.errors import NotFound, Refused
from roundhouse.web.http.middleware import address_of
from roundhouse.web.http.rate_limits import NetworkLimits
from roundhouse.web.pages.render import page
from roundhouse.web.pages.site.settings import known
from roundhouse.web.people.authentication import (
    CurrentPlayer,
    OptionalPlayer,
    PlayersDependency,
    keep_cookie,
    known_origin,
)
from roundhouse.web.people.moderation import blocks, reports, sign_ups
from roundhouse.web.people.moderation.moderation import LARGEST
from roundhouse.web.people.player import Player
from roundhouse.web.storage.database import Database
from roundhouse.web.tables import roles
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import ThreadQueue

router = APIRouter()
Number = Annotated[int, Query(ge=0, le=LARGEST)]
TableId = Annotated[str, Query(max_length=16)]
Word = Annotated[str, Form(max_length=400)]


@router.get("/report")
def report_page(
    request: Request, player: OptionalPlayer, who: Number = 0, table: TableId = "",
    seat: Annotated[int, Query(ge=-1, le=20)] = -1,
) -> HTMLResponse:
    """The page for reporting or blocking a player: one with a page, or whoever sits on a seat of a table."""
    return _report_page(request, known(player), who, table, seat)


def _report_page(
    request: Request, player: Player, who: int, table: str, seat: int, status: int = 200, refusal: str = "",
    said: str = "",
) -> HTMLResponse:
    about, name = _subject(request, player, who, table, seat)
    with request.app.state.database.reading() as connection:
        blocked = about is not None and blocks.is_blocked(connection, player.id, about)
    return page(
        "report.html", status, player=player, who=who, table=table, seat=seat, called=name, blocked=blocked,
        can_block=about is not None, refusal=refusal, said=said, longest=reports.LONGEST_WORDS,
    )


def _subject(request: Request, player: Player, who: int, table: str, seat: int) -> tuple[int | None, str]:
    """The number and name of the player who is meant; no number where a table alone is. NotFound for what is not there
    for this player to see."""
    if not table:
        if who == player.id:
            raise NotFound("that is you")
        histories: Histories = request.app.state.histories
        return who, histories.page_name(player, who)
    tables: Tables = request.app.state.tables
    there = tables.repository.table(table)
    roles.require(player, there, Action.SEE)
    if not 0 <= seat < len(there.seats):
        return None, ""
    sitting = there.seats[seat]
    if sitting.player is None or sitting.player == player.id:
        raise NotFound("no other player sits there")
    return sitting.player, sitting.name


@router.post("/report")
def report(
    request: Request, player: OptionalPlayer, do: Word = "", who: Annotated[int, Form(ge=0, le=LARGEST)] = 0,
    table: Annotated[str, Form(max_length=16)] = "", seat: Annotated[int, Form(ge=-1, le=20)] = -1,
    words: Annotated[str, Form(max_length=2000)] = "",
) -> HTMLResponse:
    """Tell the moderators, or block or unblock somebody."""
    me, database = known(player), request.app.state.database
    about, name = _subject(request, me, who, table, seat)
    try:
        if do == "report":
            limits: NetworkLimits = request.app.state.network_limits
            limits.report(address_of(request))
            reports.tell(database, me, about, table or None, words)
            said = "Thank you. The moderators will read it."
        elif do == "block" and about is not None:
            blocks.block(database, me, about)
            said = f"{name} is blocked. You won't see what they say, and they are not told."
        elif do == "unblock" and about is not None:
            blocks.unblock(database, me, about)
            said = f"{name} is not blocked any more."
        else:
            raise Refused("choose what to do")
    except Refused as error:
        return _report_page(request, me, who, table, seat, error.status, error.sentence)
    return _report_page(request, me, who, table, seat, said=said)


@router.post("/me/unblock")
def unblock(request: Request, player: OptionalPlayer, who: Annotated[int, Form(ge=0, le=LARGEST)] = 0) -> Response:
    """End a block, from one's own page."""
    blocks.unblock(request.app.state.database, known(player), who)
    return RedirectResponse("/me?done=told#blocked", 303)


# ---- invited ---------------------------------------------------------------------------------------------------------


@router.get("/welcome/{token}")
def welcome(request: Request, token: str, player: OptionalPlayer) -> HTMLResponse:
    """The page on which somebody who was invited makes an account."""
    with request.app.state.database.reading() as connection:
        sign_ups.require_good(connection, token)
    return page("welcome.html", player=player, token=token, refusal="")


@router.post("/welcome/{token}")
async def arrive(
    request: Request, token: str, name: Word, password: Word, players: PlayersDependency, player: CurrentPlayer
) -> Response:
    """Make an account by an invitation."""
    passwords: ThreadQueue = request.app.state.password_queue
    limits: NetworkLimits = request.app.state.network_limits
    database: Database = request.app.state.database

    def make() -> str:
        with database.reading() as connection:      # before a stranger becomes a guest
            sign_ups.require_good(connection, token)
        return players.claim(player, name, password, known_origin(request), token)[1]

    try:
        with limits.sign_up(address_of(request)):
            session = await passwords.do(make)
    except NotFound:
        raise
    except Refused as error:
        return page("welcome.html", error.status, player=player, token=token, refusal=error.sentence)
    keep_cookie(request, session)
    return RedirectResponse("/me", 303)
