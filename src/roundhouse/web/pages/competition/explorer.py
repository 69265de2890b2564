"""The explorer: finding games again, openings as a tree, and games that came to a position like this one."""
from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from roundhouse.games import title as find_title
from roundhouse.games import titles
from roundhouse.web.competition.explorer.explorer import Explorer, GameQuery, Tree
from roundhouse.web.competition.explorer.sketches import sketch_of
from roundhouse.web.competition.history import Histories
from roundhouse.web.errors import NotFound
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.tables.rights import Action

router = APIRouter()
LARGEST = 2**31 - 1
Word = Annotated[str, Query(max_length=80)]
Typed = Annotated[str, Query(max_length=12)]
Place = Annotated[str, Query(max_length=60)]
Number = Annotated[int, Query(ge=0, le=LARGEST)]
LIKELY = ((0.9, "all but the same"), (0.75, "very much alike"), (0.6, "alike"), (0.0, "somewhat alike"))


def service(request: Request) -> Explorer:
    """The explorer of this house."""
    found: Explorer = request.app.state.explorer
    return found


def whole(typed: str) -> int | None:
    """A number as somebody has typed it; None for what is none."""
    return int(typed) if typed.strip().lstrip("-").isdecimal() and len(typed.strip()) < 10 else None


@router.get("/explore")
def search(
    request: Request, tables: TablesDependency, player: OptionalPlayer, game: Word = "", who: Word = "",
    edition: Word = "", seats: Typed = "", shortest: Typed = "", longest: Typed = "", least: Typed = "",
    rule: Word = "", after: Place = "",
) -> HTMLResponse:
    """All finished games that everybody may see, by whatever is known of them."""
    histories: Histories = request.app.state.histories
    game = game if game in titles() else ""
    found_player = histories.number_of(who) if who.strip() else 0
    rules = service(request).rules(game) if game else []
    listed = {one.rule for one in rules if one.listed}
    wanted = GameQuery(
        found_player or 0, game, edition, whole(seats) or 0, whole(shortest) or 0, whole(longest) or 0, whole(least),
        rule if rule in listed else "", 0, after,
    )
    found = None if who.strip() and found_player is None else service(request).games(wanted)
    asked = {"game": game, "who": who, "edition": edition, "seats": seats, "shortest": shortest, "longest": longest,
             "least": least, "rule": rule}
    return page(
        "explore.html", player=player, found=found, asked=asked, rules=rules, titles=titles(),
        editions=list(find_title(game).editions) if game else [],
        further="" if found is None or not found.further else _address(asked, found.further),
        due=tables.lists.due_count(player),
    )


def _address(asked: dict[str, str], after: str) -> str:
    return "/explore?" + urlencode({name: said for name, said in {**asked, "after": after}.items() if said})


@router.get("/explore/{game}")
def openings(
    request: Request, game: str, tables: TablesDependency, player: OptionalPlayer, at: Number = 0
) -> HTMLResponse:
    """The openings of a title as a tree, with what came of each move, and the latest games that began so."""
    title, explorer = find_title(game), service(request)
    tree: Tree | None = None
    if at:
        tree = explorer.tree(at)
        if tree is None or tree.game != title.name:
            raise NotFound("nobody has opened a game like this")
    return page(
        "openings.html", player=player, title=title, titles=list(titles().values()), tree=tree,
        beginnings=[] if tree else explorer.beginnings(title.name),
        games=explorer.games(GameQuery(opening=at)).games[:10] if tree else (), due=tables.lists.due_count(player),
    )


@router.get("/games/{id}/like")
def like(
    request: Request, id: str, tables: TablesDependency, player: OptionalPlayer, at: Typed = ""
) -> HTMLResponse:
    """Positions of other games that are like one of a game that is over."""
    table = tables.repository.table(id)
    step = whole(at)
    moment = tables.viewing.moment(player, table, step if at else None, action=Action.REVIEW)
    setup = table.course.setup
    found = service(request).like(setup.title, len(table.seats), sketch_of(table.course.at(moment.step)), id)
    words = [next(said for least, said in LIKELY if one.alike >= least) for one in found]
    return page(
        "like.html", player=player, table=table, step=moment.step, found=list(zip(found, words)),
        title=find_title(setup.title), due=tables.lists.due_count(player),
    )
