"""Groups: one's own, the page of one, and joining by its invitation."""
from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.games import titles
from roundhouse.web.competition.clubs import Clubs, season_of
from roundhouse.web.errors import Refused
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.people.authentication import CurrentPlayer, OptionalPlayer

router = APIRouter()
Word = Annotated[str, Form(max_length=80)]
Number = Annotated[int, Form(ge=0, le=2**31 - 1)]
QUARTER = 91 * 86400.0
SEASONS = 8


def service(request: Request) -> Clubs:
    """The groups of this house."""
    found: Clubs = request.app.state.clubs
    return found


@router.get("/groups")
def listed(request: Request, tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """One's own groups, and the form of a new one."""
    return page("clubs.html", player=player, found=service(request).of(player), due=tables.lists.due_count(player))


@router.post("/groups")
def make(request: Request, player: CurrentPlayer, name: Word) -> Response:
    """A new group."""
    return RedirectResponse(f"/groups/{service(request).create(player, name)}", 303)


@router.get("/groups/join/{token}")
def invitation(request: Request, token: str, player: OptionalPlayer) -> HTMLResponse:
    """What an invitation leads to."""
    _, name, many = service(request).invited(token)
    return page("club_join.html", player=player, group=name, many=many, token=token)


@router.post("/groups/join/{token}")
def join(request: Request, token: str, player: CurrentPlayer) -> Response:
    """Become a member."""
    return RedirectResponse(f"/groups/{service(request).join(player, token)}", 303)


@router.get("/groups/{group}")
def shown(
    request: Request, group: str, player: OptionalPlayer,
    season: Annotated[str, Query(max_length=8)] = "",
) -> HTMLResponse:
    """The page of a group, for its members."""
    found = service(request).find(player, group, season)
    seasons = list(dict.fromkeys(season_of(time.time() - QUARTER * n) for n in range(SEASONS)))
    return page(
        "club.html", player=player, found=found, titles=titles(), seasons=[*seasons, "all"], due=found.due,
    )


@router.post("/groups/{group}")
def act(request: Request, group: str, player: CurrentPlayer, do: Word, who: Number = 0) -> Response:
    """Leave, and what owner and managers do."""
    clubs = service(request)
    if do == "leave":
        clubs.leave(player, group)
        return RedirectResponse("/groups", 303)
    if do == "remove":
        clubs.remove(player, group, who)
    elif do in ("owner", "manager", "member"):
        clubs.set_role(player, group, who, do)
    elif do == "renew":
        clubs.renew(player, group)
    else:
        raise Refused("this can't be done in a group")
    return RedirectResponse(f"/groups/{group}", 303)
