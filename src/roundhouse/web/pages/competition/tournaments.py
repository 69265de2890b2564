"""Tournaments: the list, a new one, and the page of one with its standings and rounds."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.bots.masters import MASTER, mastered
from roundhouse.errors import UserError
from roundhouse.games import titles
from roundhouse.web.competition import scoring
from roundhouse.web.competition.tournaments.tournaments import MOST_ROUNDS, SYSTEMS, Plan, Tournaments, absent
from roundhouse.web.errors import Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.pages.rules.source import known_title
from roundhouse.web.pages.site.home import PACES
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.table import LEVELS

router = APIRouter()
Word = Annotated[str, Form(max_length=80)]
Number = Annotated[int, Form(ge=-1, le=1000)]
BotNumber = Annotated[int, Form(ge=0, le=2**31 - 1)]
CLOCKS = {value: words for value, words in PACES.items() if " " in value}
"""The paces with a clock, without which no round would end."""
STATES = {"open": "open to join", "playing": "going on", "over": "over"}


def service(request: Request) -> Tournaments:
    """The tournaments of this house."""
    found: Tournaments = request.app.state.tournaments
    return found


@router.get("/tournaments")
def listed(request: Request, tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """Tournaments that are open, go on or are over."""
    found = service(request).listed(player)
    return page(
        "tournaments.html", player=player, found=found, titles=titles(), states=STATES,
        due=tables.lists.due_count(player),
    )


@router.get("/tournaments/new/{game}")
def new(game: str, tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """The form of a new tournament."""
    return _new(game, player, tables.lists.due_count(player))


def _new(game: str, player: Player | None, due: int, refusal: str = "") -> HTMLResponse:
    return page(
        "tournament_new.html", 422 if refusal else 200, player=player, title=known_title(game), due=due, clocks=CLOCKS,
        titles=list(titles().values()), systems=SYSTEMS, rules=scoring.RULES, refusal=refusal, most=MOST_ROUNDS,
    )


@router.post("/tournaments/new/{game}")
def make(
    request: Request, game: str, tables: TablesDependency, player: CurrentPlayer, name: Word, system: Word,
    size: Number, rounds: Number, pace: Word, hidden: Word = "",
) -> Response:
    """Make it, and take part."""
    title = known_title(game)
    try:
        if pace not in CLOCKS:
            raise Refused("a tournament has a clock")
        how, each, bank = pace.split()
        plan = Plan(name, title.name, system, size, rounds, how, Clock(float(each), float(bank), "bot"), not hidden)
        id = service(request).create(player, plan)
    except (Refused, UserError) as error:
        return _new(game, player, tables.lists.due_count(player), str(error))
    return RedirectResponse(f"/tournaments/{id}", 303)


@router.get("/tournaments/{tournament}")
def shown(
    request: Request, tournament: str, tables: TablesDependency, player: OptionalPlayer
) -> HTMLResponse:
    """The page of one."""
    found = service(request).find(tournament)
    levels = [*LEVELS, *([MASTER] if mastered(found.game) else [])]
    own = player is not None and player.only is None and player.id == found.owner
    me = found.entrant_of(player)
    return page(
        "tournament.html", player=player, found=found, title=known_title(found.game), states=STATES, levels=levels,
        me=me, seat=found.table_of(me), own=own, rules=scoring.RULES, due=tables.lists.due_count(player),
        names={one.number: one for one in found.entrants}, systems=SYSTEMS,
        absent=absent(player, found), bots=service(request).bots_to_enter(player, found),
    )


@router.post("/tournaments/{tournament}")
def act(
    request: Request, tournament: str, player: CurrentPlayer, do: Word, level: Word = "", number: Number = -1,
    bot: BotNumber = 0,
) -> Response:
    """Join, withdraw, enter one's bot, and what its owner decides."""
    tournaments = service(request)
    if do == "join":
        tournaments.join(player, tournament)
    elif do == "withdraw":
        tournaments.withdraw(player, tournament)
    elif do == "start":
        tournaments.start(player, tournament)
    elif do == "cancel":
        tournaments.cancel(player, tournament)
    elif do == "bot":
        tournaments.add_bot(player, tournament, level)
    elif do == "no-bot":
        tournaments.remove_bot(player, tournament, number)
    elif do == "own-bot":
        tournaments.enter_bot(player, tournament, bot)
    elif do == "withdraw-bot":
        tournaments.withdraw_bot(player, tournament, number)
    elif do == "absent":
        tournaments.withdraw_absent(player, tournament, number)
    else:
        raise Refused("this can't be done at a tournament")
    return RedirectResponse(f"/tournaments/{tournament}", 303)
