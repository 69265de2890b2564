"""Who is rated how for a title, and how well that foretells games."""
from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from roundhouse.base import at
from roundhouse.games import titles
from roundhouse.web.competition.standings import Standings
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.pages.rules.source import known_title
from roundhouse.web.people.authentication import OptionalPlayer

router = APIRouter()


@router.get("/ratings")
def first() -> RedirectResponse:
    """To the ratings of the first title."""
    return RedirectResponse(f"/ratings/{next(iter(titles()))}", 303)


@router.get("/ratings/{game}")
def ratings(request: Request, game: str, tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """The list for a title, its levels among the people, and what ratings have foretold."""
    standings: Standings = request.app.state.standings
    title = known_title(game)
    return page(
        "ratings.html", player=player, title=title, titles=list(titles().values()), listed=standings.of(game),
        foresight=standings.foresight(game), due=tables.lists.due_count(player), at=at,
    )
