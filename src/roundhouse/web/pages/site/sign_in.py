"""Accounts: a name and a password for those who want them."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.web.errors import Refused
from roundhouse.web.pages.render import page
from roundhouse.web.people.authentication import (
    CurrentPlayer,
    OptionalPlayer,
    PlayersDependency,
    device_of,
    keep_cookie,
    token_of,
)
from roundhouse.web.people.player import Player
from roundhouse.web.threads import ThreadQueue

router = APIRouter()
Word = Annotated[str, Form(max_length=400)]


@router.get("/login")
def login_page(request: Request, player: OptionalPlayer) -> HTMLResponse:
    return _page(request, player)


def _page(request: Request, player: Player | None, error: Refused | None = None) -> HTMLResponse:
    mails = request.app.state.sender.post is not None
    if error is None:
        return page("sign_in.html", player=player, refusal="", mails=mails)
    words = f"{error.why[:1].upper()}{error.why[1:]}."
    return page("sign_in.html", error.status, player=player, refusal=words, mails=mails)


@router.post("/login")
async def login(
    request: Request, name: Word, password: Word, players: PlayersDependency, guest: OptionalPlayer
) -> Response:
    """Sign in; the games that were played as a guest in this browser come along."""
    passwords: ThreadQueue = request.app.state.password_queue
    try:
        _, token = await passwords.do(players.sign_in, name, password, guest)
    except Refused as error:
        return _page(request, guest, error)
    request.app.state.accounts.note_device(token, device_of(request))
    keep_cookie(request, token)
    return RedirectResponse("/my", 303)


@router.post("/claim")
async def claim(
    request: Request, name: Word, password: Word, players: PlayersDependency, player: CurrentPlayer
) -> Response:
    """Make an account of a guest."""
    passwords: ThreadQueue = request.app.state.password_queue
    try:
        _, token = await passwords.do(players.claim, player, name, password)
    except Refused as error:
        return _page(request, player, error)
    keep_cookie(request, token)
    request.app.state.accounts.note_device(token, device_of(request))
    return RedirectResponse("/me", 303)


@router.post("/logout")
def logout(request: Request, players: PlayersDependency, player: OptionalPlayer, everywhere: Word = "") -> Response:
    token = token_of(request)
    if everywhere and player is not None and player.only is None:
        players.sign_out_everywhere(player)
    elif token is not None:
        players.sign_out(token)
    keep_cookie(request, None)
    return RedirectResponse("/", 303)


