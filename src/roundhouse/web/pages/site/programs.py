"""Your bots: accounts of programs, their tokens; and asking somebody, a bot or a person, to a game."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.base import at
from roundhouse.games import title as find_title
from roundhouse.web.competition.history import Histories
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer, origin_of
from roundhouse.web.people.player import Player
from roundhouse.web.people.programs.accounts import MOST_BOTS, BotAccounts, require_keeper
from roundhouse.web.people.programs.scopes import SCOPES
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.model.table import LEVELS
from roundhouse.web.threads import ThreadQueue, in_thread

router = APIRouter()
Word = Annotated[str, Form(max_length=600)]
RATED_CLOCK = Clock(60.0, 1200.0, "bot")
SAID = {"made": "The bot has an account. Give it a token.", "ended": "The token has been ended.",
        "retired": "The bot has left the house."}


def service(request: Request) -> BotAccounts:
    """The bots' accounts of this house."""
    found: BotAccounts = request.app.state.bot_accounts
    return found


@router.get("/me/bots")
def listed(request: Request, player: OptionalPlayer, done: str = "") -> Response:
    """One's own bots and their tokens."""
    if player is None or player.guest:
        return RedirectResponse("/login", 303)
    require_keeper(player)
    return shown(request, player, said=SAID.get(done, ""))


def shown(
    request: Request, player: Player, status: int = 200, said: str = "", refusal: str = "", token: str = ""
) -> HTMLResponse:
    """The page of one's bots. A new `token` is told this once."""
    return page(
        "bots.html", status, player=player, bots=service(request).of(player), scopes=SCOPES, most=MOST_BOTS,
        house=str(request.base_url).rstrip("/") + at("/").rstrip("/"), said=said, refusal=refusal, token=token,
        due=request.app.state.tables.lists.due_count(player),
    )


@router.post("/me/bots")
def make(request: Request, player: CurrentPlayer, name: Word, about: Word = "") -> Response:
    """A new bot."""
    try:
        service(request).create(player, name, about, origin_of(request))
    except Refused as error:
        if isinstance(error, Forbidden):
            raise
        return shown(request, player, error.status, refusal=error.sentence)
    return RedirectResponse("/me/bots?done=made", 303)


@router.post("/me/bots/{bot}")
async def act(request: Request, bot: int, player: CurrentPlayer) -> Response:
    """A new token, the end of one, or the end of the bot."""
    form = await request.form()
    passwords: ThreadQueue = request.app.state.password_queue
    do = passwords.do if form.get("do") == "retire" else in_thread
    return await do(_act, request, bot, player, {name: str(form[name]) for name in form},
                    [str(one) for one in form.getlist("scope")])


def _act(request: Request, bot: int, player: Player, form: dict[str, str], scopes: list[str]) -> Response:
    bots, do = service(request), form.get("do", "")
    try:
        if do == "token":
            token = bots.new_token(player, bot, form.get("label", ""), scopes, origin_of(request))
            return shown(request, player, token=token)
        if do == "end" and form.get("token", "").isdecimal():
            bots.end_token(player, bot, int(form["token"][:9]))
            return RedirectResponse("/me/bots?done=ended", 303)
        if do == "retire":
            if not form.get("sure"):
                raise Refused("tick that you are sure")
            bots.retire(player, bot, form.get("password", ""))
            return RedirectResponse("/me/bots?done=retired", 303)
        raise Refused("this can't be done with a bot")
    except Refused as error:
        if isinstance(error, (Forbidden, NotFound)):
            raise
        return shown(request, player, error.status, refusal=error.sentence)


@router.post("/people/{number}/ask")
def ask(
    request: Request, number: int, player: CurrentPlayer, tables: TablesDependency, game: Word, level: Word = LEVELS[2],
    rated: Word = "",
) -> Response:
    """A table for the smallest number of players of a game: oneself, whoever is asked, and levels."""
    histories: Histories = request.app.state.histories
    title = find_title(game)
    wishes = [SeatRequest(me=True), SeatRequest(asked=histories.name_of(number))]
    wishes += [SeatRequest(bot=level)] * (title.players[0] - 2)
    clock = RATED_CLOCK if rated else None
    table = tables.creation.create(player, title.name, wishes, clock=clock, hints=False, rated=bool(rated))
    return RedirectResponse(f"/games/{table.id}", 303)
