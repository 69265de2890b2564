"""Accounts: a name and a password for those who want them."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.web.access import ThePlayer, ThePlayers, Visitor, keep_cookie, token_of
from roundhouse.web.errors import Refused
from roundhouse.web.onebyone import OneByOne
from roundhouse.web.pages.render import page

router = APIRouter()
Word = Annotated[str, Form(max_length=400)]


@router.get("/login")
def login_page(player: Visitor) -> HTMLResponse:
    return page("login.html", player=player, refusal="")


@router.post("/login")
async def login(request: Request, name: Word, password: Word, players: ThePlayers, guest: Visitor) -> Response:
    """Sign in; the games that were played as a guest in this browser come along."""
    passwords: OneByOne = request.app.state.passwords
    try:
        _, token = await passwords.do(players.sign_in, name, password, guest)
    except Refused as error:
        return page("login.html", error.status, player=guest, refusal=f"{error.why[:1].upper()}{error.why[1:]}.")
    keep_cookie(request, token)
    return RedirectResponse("/my", 303)


@router.post("/claim")
async def claim(request: Request, name: Word, password: Word, players: ThePlayers, player: ThePlayer) -> Response:
    """Make an account of a guest."""
    passwords: OneByOne = request.app.state.passwords
    try:
        await passwords.do(players.claim, player, name, password)
    except Refused as error:
        return page("login.html", error.status, player=player, refusal=f"{error.why[:1].upper()}{error.why[1:]}.")
    return RedirectResponse("/me", 303)


@router.post("/logout")
def logout(request: Request, players: ThePlayers) -> Response:
    token = token_of(request)
    if token is not None:
        players.sign_out(token)
    keep_cookie(request, None)
    return RedirectResponse("/", 303)


@router.get("/me")
def me(player: Visitor) -> Response:
    if player is None or player.guest:
        return RedirectResponse("/login", 303)
    return page("me.html", player=player)
