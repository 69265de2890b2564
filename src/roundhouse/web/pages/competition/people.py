"""The page of a player: what they have played, how it went, against whom; and finding one by name."""
from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.charts import progress_lines
from roundhouse.games import titles
from roundhouse.games.markup import Markup
from roundhouse.web.competition.history import Course, Filter, Histories, History
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.pages.site.home import Form
from roundhouse.web.pages.site.settings import known
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.people.programs.accounts import BotAccounts

router = APIRouter()
LARGEST = 2**31 - 1
Number = Annotated[int, Query(ge=0, le=LARGEST)]


@router.get("/people")
def find(request: Request, tables: TablesDependency, player: OptionalPlayer, q: str = "") -> Response:
    """Players by the beginning of their name; straight to the one where there is no other."""
    histories: Histories = request.app.state.histories
    found = histories.named(q)
    if len(found) == 1:
        return RedirectResponse(f"/people/{found[0].player}", 303)
    bots: BotAccounts = request.app.state.bot_accounts
    return page(
        "people.html", player=player, q=q[:40], found=found, bots=() if q else bots.lately_here(),
        due=tables.lists.due_count(player),
    )


@router.get("/people/{number}")
def person(
    request: Request, number: int, player: OptionalPlayer, game: str = "",
    seats: Number = 0, rival: Number = 0, after: Annotated[str, Query(max_length=60)] = "",
) -> HTMLResponse:
    """A player's history, filtered by title, number of players or a rival, page after page."""
    histories: Histories = request.app.state.histories
    wanted = Filter(game if game in titles() else "", seats, rival, after)
    found = histories.of(player, min(number, LARGEST), wanted)

    def address(**other: object) -> str:
        asked = {"game": wanted.game, "seats": wanted.seats, "rival": wanted.rival, **other}
        query = urlencode({name: value for name, value in asked.items() if value})
        return f"/people/{found.id}?{query}" if query else f"/people/{found.id}"

    names = {name: title.title for name, title in titles().items()}
    return page(
        "person.html", player=player, found=found, wanted=wanted, address=address, names=names,
        rival=_rival(found, rival), own=player is not None and player.only is None and player.id == found.id,
        ratings=_ratings(found.course, names), beyond=_beyond(found.course), due=found.due,
    )


@router.post("/me/private")
def set_private(request: Request, player: OptionalPlayer, form: Form) -> Response:
    """Show one's history to nobody, or to all."""
    histories: Histories = request.app.state.histories
    histories.set_private(known(player), "private" in form)
    return RedirectResponse("/me?done=private#history", 303)


def _rival(found: History, rival: int) -> str:
    """The name of the one with whom these games were played, as it stands at the tables."""
    here = (one.name for game in found.page.games for one in game.others if one.player == rival)
    return next(here, "somebody else")


def _ratings(course: Course, names: dict[str, str]) -> Markup | None:
    series = {names.get(game, game): points for game, points in course.ratings.items() if len(points) > 1}
    return progress_lines(list(series.values()), list(series), "Rating after each rated game") if series else None


def _beyond(course: Course) -> Markup | None:
    if len(course.beyond) < 2:
        return None
    return progress_lines([[0.0, *course.beyond]], ["wins"], "Wins beyond a fair share", "{:+.1f}")
