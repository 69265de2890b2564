"""Accounts: a name and a password for those who want them."""
from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.web.errors import Refused
from roundhouse.web.http.middleware import address_of
from roundhouse.web.http.monitoring.request_log import security
from roundhouse.web.http.rate_limits import NetworkLimits
from roundhouse.web.pages.render import page
from roundhouse.web.people.authentication import (
    ASIDE_COOKIE,
    CurrentPlayer,
    OptionalPlayer,
    PlayersDependency,
    keep_cookie,
    known_origin,
    origin_of,
    token_of,
)
from roundhouse.web.people.player import Player
from roundhouse.web.people.players import Players
from roundhouse.web.threads import ThreadQueue

router = APIRouter()
Word = Annotated[str, Form(max_length=400)]
OWN_PAGE = re.compile(r"/groups|/(groups/join|tournaments|tournaments/new|join|new)/[\w-]+(\?with=friends&rated=1)?")
"""Where somebody may be led back to once they have signed in: pages of this house that ask for an account."""


def way_back(back: str, usual: str) -> str:
    """The page from which somebody was sent to sign in, or else where one comes usually."""
    return back if OWN_PAGE.fullmatch(back) else usual


@router.get("/login")
def login_page(request: Request, player: OptionalPlayer, back: str = "") -> HTMLResponse:
    """The page for signing in and for making an account; `back` is where one came from."""
    return sign_in_page(request, player, back=back)


def sign_in_page(
    request: Request, player: Player | None, error: Refused | None = None, sent: bool = False, back: str = ""
) -> HTMLResponse:
    """The page for signing in, with why that was refused, or that a letter was sent."""
    mails = request.app.state.sender.post is not None
    refusal = "" if error is None else error.sentence
    status = 200 if error is None else error.status
    return page("sign_in.html", status, player=player, refusal=refusal, mails=mails, sent=sent, back=way_back(back, ""))


def begin_session(request: Request, guest: Player | None, session: str) -> None:
    """Have the browser know a new session. The guest that it was, whose games have not come along, is there again when
    the session is ended here."""
    before = token_of(request)
    if guest is not None and guest.guest and guest.only is None and before is not None:
        keep_cookie(request, before, ASIDE_COOKIE)
    keep_cookie(request, session)


@router.post("/login")
async def login(
    request: Request, name: Word, password: Word, players: PlayersDependency, guest: OptionalPlayer, bring: Word = "",
    back: Word = "",
) -> Response:
    """Sign in. With `bring`, the games that were played as a guest in this browser come along."""
    passwords: ThreadQueue = request.app.state.password_queue
    limits: NetworkLimits = request.app.state.network_limits
    try:
        limits.sign_in(address_of(request))
        brought = guest if bring else None
        signed_in, token = await passwords.do(players.sign_in, name, password, brought, known_origin(request))
    except Refused as error:
        security(request, "sign-in", "failed", error.why)
        return sign_in_page(request, guest, error, back=back)
    security(request, "sign-in", "done", f"player {signed_in.id}")
    begin_session(request, None if bring else guest, token)
    return RedirectResponse(way_back(back, "/my"), 303)


@router.post("/claim")
async def claim(
    request: Request, name: Word, password: Word, players: PlayersDependency, player: CurrentPlayer, back: Word = ""
) -> Response:
    """Make an account of a guest."""
    passwords: ThreadQueue = request.app.state.password_queue
    limits: NetworkLimits = request.app.state.network_limits
    try:
        with limits.sign_up(address_of(request)):
            _, token = await passwords.do(players.claim, player, name, password, known_origin(request))
    except Refused as error:
        return sign_in_page(request, player, error, back=back)
    keep_cookie(request, token)
    return RedirectResponse(way_back(back, "/me"), 303)


@router.post("/logout")
def logout(request: Request, players: PlayersDependency, player: OptionalPlayer, everywhere: Word = "") -> Response:
    """End this session, or every way in; a guest that this browser was before is there again."""
    token = token_of(request)
    if everywhere and player is not None and player.only is None:
        players.sign_out_everywhere(player, origin_of(request))
    elif token is not None:
        players.sign_out(token)
    keep_cookie(request, _guest_before(request, players))
    keep_cookie(request, None, ASIDE_COOKIE)
    return RedirectResponse("/", 303)


def _guest_before(request: Request, players: Players) -> str | None:
    """The token of the guest that a browser was before somebody signed in."""
    token = request.cookies.get(ASIDE_COOKIE)
    known = players.of_token(token) if token and token != token_of(request) else None
    return token if known is not None and known.guest and known.only is None else None
