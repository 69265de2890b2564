"""Authentication: who asks, by a cookie in a browser or by a bearer token in a program."""
from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from roundhouse.base import at
from roundhouse.web.errors import NotSignedIn
from roundhouse.web.people.activity import Origin, network_of
from roundhouse.web.people.player import Player, some_name
from roundhouse.web.people.players import Players
from roundhouse.web.people.programs.scopes import require_scope
from roundhouse.web.people.tokens import new_token
from roundhouse.web.threads import in_thread

COOKIE = "roundhouse"
KNOWN_COOKIE, ASIDE_COOKIE = "roundhouse-known", "roundhouse-guest"
"""The cookies by which a browser is known again on which somebody has signed in, and by which the guest comes back that
it was before, when they sign out."""
BY_LINK = ("/join/", "/api/join/", "/welcome/")
"""Addresses at which somebody is a guest whom somebody here has sent a link, of a seat or of the house."""
YEAR = 365 * 24 * 60 * 60


def bearer(request: HTTPConnection) -> str | None:
    """The token that a program sends; None for a browser."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def token_of(request: HTTPConnection) -> str | None:
    """The token that a request carries, as a bearer token or in the cookie; None for a request without one."""
    return bearer(request) or request.cookies.get(COOKIE)


def keep_cookie(request: Request, token: str | None, name: str = COOKIE) -> None:
    """Have the answer set a cookie, or with None take it away, whatever kind of answer it is."""
    cookies: dict[str, str] = request.scope["state"].setdefault("cookies", {})
    cookies[name] = token or ""


def cookie_headers(request: HTTPConnection) -> list[str]:
    """What the answer to a request says of cookies."""
    secure = "; Secure" if request.url.scheme == "https" else ""
    cookies: dict[str, str] = request.scope["state"].get("cookies", {})
    return [
        f"{name}={token}; Max-Age={YEAR if token else 0}; Path={at('/')}; HttpOnly; SameSite=Lax{secure}"
        for name, token in cookies.items()
    ]


def session_of(request: HTTPConnection) -> str | None:
    """The token by which the one who asks is known from now on, with a cookie that the answer sets."""
    cookies: dict[str, str] = request.scope["state"].get("cookies", {})
    return cookies.get(COOKIE) or token_of(request)


def origin_of(request: HTTPConnection) -> Origin:
    """Where something comes from, as far as it is kept."""
    host = request.client.host if request.client else ""
    return Origin(device_of(request), network_of(host), request.cookies.get(KNOWN_COOKIE, ""))


def known_origin(request: Request) -> Origin:
    """Where somebody signs in from, in a browser that the house knows again from then on."""
    origin = origin_of(request)
    if not origin.known:
        origin = replace(origin, known=new_token())
    keep_cookie(request, origin.known, KNOWN_COOKIE)
    return origin


def device_of(request: HTTPConnection) -> str:
    """A browser in words: enough to know it again in a list."""
    sent = request.headers.get("user-agent", "")
    names = ("Firefox", "Edg", "OPR", "Chrome", "Safari", "curl", "python")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    browser = next((name for name in names if name in sent), "a browser").replace("Edg", "Edge").replace("OPR", "Opera")
    system = next((name for name in systems if name in sent), "")
    return f"{browser} on {system}" if system else browser


async def get_players(request: Request) -> Players:
    """The store of players, as a dependency of endpoints."""
    players: Players = request.app.state.players
    return players


async def visitor(request: Request) -> Player | None:
    """Who asks, or None for somebody who is not known, as the database knows them at this moment. Looking makes nobody
    a player."""
    token = token_of(request)
    players: Players = request.app.state.players
    return None if token is None else _within_scope(request, await in_thread(players.of_token, token))


def _within_scope(request: Request, known: Player | None) -> Player | None:
    """Who asks; Forbidden for a bot that asks for what its token is not good for."""
    if known is not None and known.scopes is not None:
        require_scope(known.scopes, request.method, request.scope["path"])
    return known


async def recent_visitor(request: Request) -> Player | None:
    """The same, from memory where they were looked up a moment ago: for what asks the database about a table anyway,
    by which it is seen whether that still counts."""
    token = token_of(request)
    if token is None:
        return None
    players: Players = request.app.state.players
    return _within_scope(request, players.remembered(token)) or await visitor(request)


async def player(request: Request, known: Annotated[Player | None, Depends(visitor)]) -> Player:
    """Who asks. Somebody who is not known becomes a guest once they do something, and their browser remembers it."""
    if known is not None:
        return known
    if bearer(request) is not None:
        raise NotSignedIn("this token is not known here")
    players: Players = request.app.state.players

    @cache
    def arrive(name: str) -> Player:
        request.app.state.network_limits.new_guest(request.client.host if request.client else "")
        made, token = players.guest(name, origin_of(request), request.scope["path"].startswith(BY_LINK))
        keep_cookie(request, token)
        return made

    return Player(0, some_name(), True, arrive=arrive)


PlayersDependency = Annotated[Players, Depends(get_players)]
OptionalPlayer = Annotated[Player | None, Depends(visitor)]
CurrentPlayer = Annotated[Player, Depends(player)]
