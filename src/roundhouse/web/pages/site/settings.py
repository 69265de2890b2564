"""A player's own page: name, password, e-mail, devices, and all that is kept of them."""
from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse

from roundhouse.web.competition import downloads
from roundhouse.web.delivery import endpoints, feeds, preferences
from roundhouse.web.delivery.preferences import Preferences
from roundhouse.web.errors import NotSignedIn, Refused
from roundhouse.web.http.middleware import address_of
from roundhouse.web.http.rate_limits import NetworkLimits
from roundhouse.web.pages.render import page
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.activity import KEPT_DAYS
from roundhouse.web.people.authentication import (
    ASIDE_COOKIE,
    CurrentPlayer,
    OptionalPlayer,
    keep_cookie,
    origin_of,
    token_of,
)
from roundhouse.web.people.email.addresses import UNDO_DAYS, EmailAddresses
from roundhouse.web.people.email.letters import checked_address
from roundhouse.web.people.moderation import blocks
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.clock import DAY
from roundhouse.web.tables.personal import play_settings
from roundhouse.web.tables.personal.play_settings import PlaySettings
from roundhouse.web.threads import ThreadQueue, in_thread

router = APIRouter()
KEEP = "keep"
Word = Annotated[str, Form(max_length=400)]
SAID = {
    "name": "Your name has been changed.", "password": "The password has been changed; other devices are signed out.",
    "letter": "An e-mail is on its way. Open the link in it.", "email": "Your e-mail has been confirmed.",
    "no-email": "Your e-mail has been taken away.", "feed": "The feed has been switched off.",
    "asked": "An e-mail is on its way to your old address. Open the link in it.",
    "ended": "That device is signed out.", "told": "Saved.", "private": "Saved.", "test": "A test is on its way.",
    "played": "Your settings for play have been saved.",
}


def known(player: Player | None) -> Player:
    """Somebody of whom something is kept: a guest with games, or an account."""
    if player is None or player.only is not None or player.arrive is not None:
        raise NotSignedIn("sit down to a game or sign in first")
    return player


@router.get("/me")
def me(request: Request, player: OptionalPlayer, done: str = "") -> Response:
    """One's own page; those who are not known are led to the page for signing in."""
    if player is None or player.only is not None:
        return RedirectResponse("/login", 303)
    return shown(request, player, said=SAID.get(done, ""))


def shown(
    request: Request, player: Player, status: int = 200, said: str = "", refusal: str = "", feed: str = "",
    secret: str = "",
) -> Response:
    """A player's own page. `feed` and `secret` are told once: the address of a new feed, and what a new webhook's
    messages are signed with."""
    state = request.app.state
    accounts: Accounts = state.accounts
    with state.database.reading() as connection:
        chosen, has_feed = preferences.of(connection, player.id), feeds.exists(connection, player.id)
        places, plays = endpoints.of(connection, player.id), play_settings.of(connection, player.id)
        blocked = blocks.of(connection, player.id)
    return page(
        "settings.html", status, player=player, plays=plays, confirms=play_settings.CONFIRMS,
        profile=accounts.profile(player), chosen=chosen, places=places,
        sessions=accounts.sessions(player, token_of(request)), mails=state.sender.post is not None,
        kinds=endpoints.KINDS, digests=preferences.DIGESTS, also=preferences.ALSO, said=said, refusal=refusal,
        due=state.tables.lists.due_count(player), day=day, clock=clock, holidays=holidays(chosen), feed=feed,
        secret=secret, blocked=blocked, private=state.histories.is_private(player),
        longest=round(preferences.YEARLY_HOLIDAYS / DAY), has_feed=has_feed, events=accounts.recent_activity(player),
        kept_days=KEPT_DAYS, undo_days=UNDO_DAYS,
    )


def again(request: Request, player: Player, error: Refused) -> Response:
    """A player's own page with why something was refused."""
    return shown(request, player, error.status, refusal=error.sentence)


def day(moment: float) -> str:
    """A day as 2026-08-31, in UTC."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d}"


def holidays(chosen: Preferences) -> tuple[str, str]:
    """The first and the last day, where the player lives, of holidays that are not over."""
    if chosen.away_from is None or chosen.away_until is None or chosen.away_until <= time.time():
        return "", ""
    return f"{chosen.local(chosen.away_from):%Y-%m-%d}", f"{chosen.local(chosen.away_until - 1):%Y-%m-%d}"


def clock(minutes: int | None) -> str:
    """A minute of the day as 22:30; "" for None."""
    return "" if minutes is None else f"{minutes // 60:02}:{minutes % 60:02}"


# ---- name, password, e-mail ------------------------------------------------------------------------------------------


@router.post("/me/name")
async def rename(request: Request, player: OptionalPlayer, name: Word, password: Word = "") -> Response:
    """Another name; an account is asked for its password."""
    accounts: Accounts = request.app.state.accounts
    passwords: ThreadQueue = request.app.state.password_queue
    player = known(player)
    try:
        await passwords.do(accounts.rename, player, name, password, origin_of(request))
    except Refused as error:
        return await in_thread(again, request, player, error)
    return RedirectResponse("/me?done=name", 303)


@router.post("/me/password")
async def password(request: Request, player: OptionalPlayer, new: Word, old: Word = "") -> Response:
    """Another password, which ends every other way in."""
    accounts: Accounts = request.app.state.accounts
    passwords: ThreadQueue = request.app.state.password_queue
    player = known(player)
    try:
        if player.guest:
            raise Refused("a guest has no password; make an account first")
        await passwords.do(accounts.change_password, player, old, new, token_of(request), origin_of(request))
    except Refused as error:
        return await in_thread(again, request, player, error)
    return RedirectResponse("/me?done=password", 303)


def require_mail(request: Request) -> None:
    """Refused in a house that sends no e-mail."""
    if request.app.state.sender.post is None:
        raise Refused("this house sends no e-mail")


@router.post("/me/email")
async def email(request: Request, player: CurrentPlayer, email: Word = "", password: Word = "") -> Response:
    """Another address, which must be answered from; an empty one takes it away."""
    addresses: EmailAddresses = request.app.state.email_addresses
    passwords: ThreadQueue = request.app.state.password_queue
    limits: NetworkLimits = request.app.state.network_limits
    player = known(player)
    try:
        if email.strip():
            require_mail(request)
            checked_address(email)
            limits.letter(address_of(request))
        sent = await passwords.do(addresses.ask, player, email, password, origin_of(request))
    except Refused as error:
        return await in_thread(again, request, player, error)
    done = "no-email" if not sent else "letter" if sent == checked_address(email or sent) and email.strip() else "asked"
    return RedirectResponse(f"/me?done={done}", 303)


# ---- how one plays ---------------------------------------------------------------------------------------------------


@router.post("/me/play")
def play(request: Request, player: OptionalPlayer, confirms: Word = "", forced: Word = "") -> Response:
    """Which moves wait for a second press, and who makes those that are forced; empty or "keep" where it stays."""
    player = known(player)
    try:
        with request.app.state.database.writing() as connection:
            before = play_settings.of(connection, player.id)
            chosen = PlaySettings(
                before.confirms if confirms == KEEP else confirms or None,
                before.forced if forced == KEEP else bool(forced),
            )
            play_settings.keep(connection, player.id, chosen)
    except Refused as error:
        return again(request, player, error)
    return RedirectResponse("/me?done=played#play", 303)


# ---- devices, export, the end ----------------------------------------------------------------------------------------


@router.post("/me/sessions")
def end_session(request: Request, player: OptionalPlayer, id: Word = "") -> Response:
    """Sign out one device; or end every way in but this one."""
    accounts: Accounts = request.app.state.accounts
    if id:
        accounts.end_session(known(player), id, origin_of(request))
    else:
        accounts.end_others(known(player), token_of(request), origin_of(request))
    return RedirectResponse("/me?done=ended", 303)


@router.get("/me/export")
def export(request: Request, player: OptionalPlayer) -> Response:
    """All that is kept of a player, as a JSON file."""
    player, accounts = known(player), request.app.state.accounts
    limits: NetworkLimits = request.app.state.network_limits
    limits.download(player.id)
    told = json.dumps(accounts.export(player, origin_of(request)))
    headers = {"content-disposition": 'attachment; filename="roundhouse.json"'}
    games = downloads.records(request.app.state.database, player.id)
    return StreamingResponse(_written(told, games), media_type="application/json", headers=headers)


def _written(told: str, games: Iterable[tuple[str, object]]) -> Iterator[str]:
    """The file, piece by piece: of somebody who has played much it is large."""
    yield f'{told[:-1]}, "records": {{'
    for number, (id, record) in enumerate(games):
        yield f'{"," if number else ""}\n{json.dumps(id)}: {json.dumps(record)}'
    yield "}}"


@router.post("/me/delete")
async def delete(request: Request, player: OptionalPlayer, password: Word = "", sure: Word = "") -> Response:
    """Be forgotten. A player without a password, but with an e-mail, agrees to it by a link that is sent there."""
    accounts: Accounts = request.app.state.accounts
    passwords: ThreadQueue = request.app.state.password_queue
    player = known(player)
    try:
        if not sure:
            raise Refused("tick that you are sure")
        done = await passwords.do(accounts.delete, player, password)
    except Refused as error:
        return await in_thread(again, request, player, error)
    if not done:
        return RedirectResponse("/me?done=letter", 303)
    keep_cookie(request, None)
    keep_cookie(request, None, ASIDE_COOKIE)
    return page("account_deleted.html")


@router.get("/privacy")
def privacy(player: OptionalPlayer) -> Response:
    """The page that says what is kept, for how long, and who sees it."""
    return page("privacy.html", player=player, kept_days=KEPT_DAYS, undo_days=UNDO_DAYS)
