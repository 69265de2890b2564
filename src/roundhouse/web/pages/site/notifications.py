"""How a player is told: endpoints, quiet hours, holidays, the feed, and the app on a phone."""
from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Body, Request
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse, Response

from roundhouse.base import at
from roundhouse.web.delivery import endpoints, feeds, preferences, web_push
from roundhouse.web.delivery.preferences import Preferences
from roundhouse.web.delivery.sender import Sender
from roundhouse.web.delivery.transport.http_client import checked_url
from roundhouse.web.errors import Refused
from roundhouse.web.pages.render import STATIC, page, static
from roundhouse.web.pages.site.home import Form as Sent
from roundhouse.web.pages.site.settings import Word, again, known, shown
from roundhouse.web.people import activity
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer, origin_of, session_of
from roundhouse.web.people.player import Player
from roundhouse.web.people.tokens import hashed
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.services import Tables

router = APIRouter()
NAME = "Roundhouse"


def _database(request: Request) -> Database:
    database: Database = request.app.state.database
    return database


@router.post("/me/endpoints")
def add(request: Request, player: CurrentPlayer, kind: Word, address: Word = "") -> Response:
    """Be told by e-mail or by a webhook from now on."""
    player = known(player)
    sender: Sender = request.app.state.sender
    try:
        if kind == "mail":
            address = request.app.state.accounts.profile(player).email or ""
            if not address:
                raise Refused("say which e-mail is yours first")
        elif kind == "hook":
            address = checked_url(address, sender.inside)
        else:
            raise Refused("a message comes by e-mail or by a webhook; push is switched on by the browser itself")
        with _database(request).writing() as connection:
            if kind == "mail":
                endpoints.add(connection, player.id, kind, address)
                secret = None
            else:
                secret = endpoints.add_webhook(connection, player.id, address)
                activity.note(connection, player.id, "hook", origin_of(request), urlsplit(address).hostname or "")
    except Refused as error:
        return again(request, player, error)
    if secret is not None:
        return shown(request, player, secret=secret)
    return RedirectResponse("/me?done=told#told", 303)


@router.post("/me/endpoints/{id}/secret")
def renew_secret(request: Request, id: int, player: OptionalPlayer) -> Response:
    """Another secret to sign a webhook's messages with, told once."""
    player = known(player)
    try:
        with _database(request).writing() as connection:
            secret = endpoints.renew_secret(connection, player.id, id)
    except Refused as error:
        return again(request, player, error)
    return shown(request, player, secret=secret)


@router.post("/me/endpoints/{id}/remove")
def remove(request: Request, id: int, player: OptionalPlayer) -> Response:
    """Take away a place where one is told."""
    with _database(request).writing() as connection:
        endpoints.remove(connection, known(player).id, id)
    return RedirectResponse("/me?done=told#told", 303)


@router.post("/me/test")
def test(request: Request, player: OptionalPlayer) -> Response:
    """Send a test to all places where one is told."""
    player = known(player)
    try:
        with _database(request).writing() as connection:
            endpoints.test(connection, player.id)
    except Refused as error:
        return again(request, player, error)
    return RedirectResponse("/me?done=test#told", 303)


# ---- the last letter -------------------------------------------------------------------------------------------------


@router.get("/unsubscribe/{token}")
def ask_to_end_messages(request: Request, token: str, player: OptionalPlayer) -> Response:
    """A page with a button: programs that look into letters only open it, and must not end anything."""
    with _database(request).reading() as connection:
        endpoint = endpoints.of_unsubscribe_token(connection, token)
    return page("unsubscribe.html", player=player, address=endpoint.shown, token=token, done=False)


@router.post("/unsubscribe/{token}")
def end_messages(request: Request, token: str, player: OptionalPlayer) -> Response:
    """Send no more messages to an address. Programs of e-mail post this by themselves, at one click."""
    with _database(request).writing() as connection:
        address = endpoints.unsubscribe(connection, token)
    return page("unsubscribe.html", player=player, address=address, token=token, done=True)


# ---- push ------------------------------------------------------------------------------------------------------------


@router.get("/push/key")
def push_key(request: Request) -> JSONResponse:
    """The key by which browsers know the messages of this house."""
    sender: Sender = request.app.state.sender
    return JSONResponse({"key": sender.signer.public_key})


Subscription = Annotated[dict[str, Any], Body()]


@router.post("/push")
def subscribe(request: Request, player: CurrentPlayer, subscription: Subscription) -> JSONResponse:
    """A browser that wishes to be pushed to, as it describes itself."""
    player = known(player)
    sender: Sender = request.app.state.sender
    address = checked_url(str(subscription.get("endpoint", "")), sender.inside)
    keys = web_push.checked_keys(subscription.get("keys"))
    with _database(request).writing() as connection:
        id = endpoints.add_push(connection, player.id, address, keys, hashed(session_of(request) or ""))
    return JSONResponse({"id": id}, 201)


@router.post("/push/end")
def unsubscribe(request: Request, player: OptionalPlayer, subscription: Subscription) -> JSONResponse:
    """Push nothing more to a browser."""
    with _database(request).writing() as connection:
        endpoints.remove_address(connection, known(player).id, str(subscription.get("endpoint", "")))
    return JSONResponse({})


@router.get("/sw.js")
def worker() -> FileResponse:
    """The service worker, at the root of the house so that it may speak for every page."""
    return FileResponse(STATIC / "sw.js", media_type="text/javascript")


@router.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to install the site as an app."""
    icons = [
        {"src": at(static(f"icon-{size}.png")), "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)
    ]
    told = {
        "name": NAME, "short_name": NAME, "id": at("/"), "start_url": at("/my/next"), "scope": at("/"),
        "display": "standalone", "background_color": "#e9dec6", "theme_color": "#6b4a2b", "icons": icons,
        "description": "Rail and trail board games at one table.",
    }
    return Response(json.dumps(told), media_type="application/manifest+json")


# ---- when ------------------------------------------------------------------------------------------------------------


@router.post("/me/when")
def when(request: Request, player: CurrentPlayer, form: Sent) -> Response:
    """Quiet hours, how often, what besides turns, and holidays."""
    player = known(player)
    database = _database(request)
    try:
        chosen = _chosen(form)
        with database.writing() as connection:
            preferences.choose(connection, player.id, chosen, database.now())
    except Refused as error:
        return again(request, player, error)
    house: Tables = request.app.state.tables
    house.timekeeper.reckon_anew(player)
    return RedirectResponse("/me?done=told#when", 303)


def _chosen(form: Sent) -> Preferences:
    quiet = [_minutes(str(form.get(name, ""))) for name in ("quiet_from", "quiet_until")]
    digest = str(form.get("digest", "0"))
    chosen = Preferences(
        zone=str(form.get("zone", "")).strip() or "UTC", quiet_from=quiet[0], quiet_until=quiet[1],
        digest=int(digest) if digest.isdecimal() else -1,
        also=" ".join(name for name in preferences.ALSO if name in form.getlist("also")),
    )
    first, last = (_midnight(str(form.get(name, "")), chosen) for name in ("away_from", "away_until"))
    after_last = None if last is None else last + timedelta(days=1).total_seconds()
    return replace(chosen, away_from=first, away_until=after_last)


def _minutes(words: str) -> int | None:
    if not words:
        return None
    try:
        at = time.fromisoformat(words)
    except ValueError as error:
        raise Refused("a time of the day is written as 22:30") from error
    return at.hour * 60 + at.minute


def _midnight(words: str, chosen: Preferences) -> float | None:
    """The beginning of a day where the player lives."""
    if not words:
        return None
    try:
        return datetime.fromisoformat(words).replace(tzinfo=preferences.zone_of(chosen.zone)).timestamp()
    except (ValueError, OverflowError) as error:
        raise Refused("a day is written as 2026-08-31") from error


# ---- the feed --------------------------------------------------------------------------------------------------------


@router.post("/me/feed")
def new_feed(request: Request, player: CurrentPlayer, do: Word = "") -> Response:
    """A feed with a new address, which ends the one before; with "end", none."""
    player = known(player)
    with _database(request).writing() as connection:
        activity.note(connection, player.id, "no-feed" if do == "end" else "feed", origin_of(request))
        if do == "end":
            feeds.end(connection, player.id)
            return RedirectResponse("/me?done=feed", 303)
        token = feeds.make(connection, player.id)
    return shown(request, player, feed=f"{request.app.state.sender.base}/feed/{token}")


@router.get("/feed/{token}.{kind}")
def read_feed(request: Request, token: str, kind: str) -> Response:
    """The games that wait for the owner of a feed, as RSS or as a calendar."""
    with _database(request).reading() as connection:
        player: Player = feeds.reader(connection, token)
    tables: Tables = request.app.state.tables
    due, base = tables.lists.due(player), request.app.state.sender.base
    if kind == "ics":
        return Response(feeds.calendar(due, base), media_type="text/calendar")
    return Response(feeds.rss(due, base), media_type="application/rss+xml")


@router.get("/address")
def address(request: Request) -> JSONResponse:
    """The address under which others reach this house, for a host who uses it on the machine that it runs on."""
    others = getattr(request.app.state, "reachable", [])
    return JSONResponse({"reachable": others[0].rstrip("/") if others else None})
