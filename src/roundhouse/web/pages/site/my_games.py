"""One's own games: all of them, page by page, and the next that waits."""
from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from roundhouse.games import titles
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.pages.site.home import table_line
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.people.player import Player
from roundhouse.web.tables.lists import LONGEST_SEARCH, MOST_COUNTED, SORTS, ListQuery
from roundhouse.web.tables.sql.list_queries import ListPosition

if TYPE_CHECKING:
    from roundhouse.web.delivery.endpoints import Endpoint

router = APIRouter()
SORT_NAMES = dict(zip(("", *SORTS), ("All", "My turn", "Going on", "Not begun", "Ended")))
Words = Annotated[str, Query(max_length=LONGEST_SEARCH)]
Beside = Annotated[str, Query(max_length=60)]


@router.get("/my")
def my_games(
    request: Request, tables: TablesDependency, player: OptionalPlayer, sort: str = "", game: str = "", q: Words = "",
    after: Beside = "", before: Beside = "",
) -> HTMLResponse:
    """A page of one's own games: of one state, of one game, or with some words among its names."""
    sort, game = sort if sort in SORTS else "", game if game in titles() else ""
    wanted = ListQuery(sort, game, q.strip(), ListPosition.read(after), ListPosition.read(before))
    found = tables.lists.my_page(player, wanted)

    def address(**other: object) -> str:
        """The address of the same list, with some of its filters changed."""
        asked = {"sort": wanted.sort, "game": wanted.game, "q": wanted.words, **other}
        query = urlencode({name: value for name, value in asked.items() if value})
        return f"/my?{query}" if query else "/my"

    return page(
        "my_games.html", player=player, wanted=wanted, found=found, lines=[table_line(info) for info in found.tables],
        kept=[table_line(info) for info in tables.lists.kept(player)],
        dropped=_dropped(request, player), sorts=SORT_NAMES, titles=list(titles().values()), address=address,
        due=tables.lists.due_count(player), how_many=_how_many(found.total),
    )


def _how_many(total: int | None) -> str:
    if total is None:
        return ""
    if total > MOST_COUNTED:
        return f"{MOST_COUNTED:,}+ games"
    return f"{total:,} {'game' if total == 1 else 'games'}"


def _dropped(request: Request, player: Player | None) -> list[Endpoint]:
    """Places where the player wished to be told, and where messages do not arrive any more."""
    if player is None or player.only is not None or not request.app.state.parts.others:
        return []
    from roundhouse.web.delivery import endpoints

    with request.app.state.database.reading() as connection:
        return [place for place in endpoints.of(connection, player.id) if place.dropped]


@router.get("/my/next")
def next_game(tables: TablesDependency, player: OptionalPlayer, after: str = "") -> RedirectResponse:
    """To a table that waits, other than the one just left if there is another."""
    waiting = [info.id for info in tables.lists.due(player, 2)]
    others = [id for id in waiting if id != after] or waiting
    return RedirectResponse(f"/games/{others[0]}" if others else "/my", 303)
