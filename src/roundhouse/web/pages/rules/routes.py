"""Rulebooks: a page each, beside the table, and with the edition that is played at one."""
from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse

from roundhouse.records.statements import rule_tests, rulings_of, statements_of
from roundhouse.web.errors import NotFound
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.render import page
from roundhouse.web.pages.rules.rulebook import on_a_page, rulebook
from roundhouse.web.pages.rules.source import Source, known_title, source_at, source_of
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.people.player import Player
from roundhouse.web.tables import roles
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.services import Tables

router = APIRouter()


def source_for(tables: Tables, player: Player | None, id: str) -> Source:
    """The rulebook of what is played at a table. Forbidden and NotFound as for looking at it."""
    table = tables.repository.table(id)
    roles.require(player, table, Action.SEE)
    return source_at(table.course.setup, id)


def _page(source: Source, player: Player | None) -> HTMLResponse:
    return page("rules.html", source=source, title=source.title, book=rulebook(source), player=player)


@router.get("/rules/{game}")
def rules(game: str, player: OptionalPlayer, edition: str | None = None) -> HTMLResponse:
    """The page of a game's rules, with an edition that comes with it."""
    return _page(source_of(game, edition), player)


@router.get("/games/{id}/rules")
def rules_at(id: str, tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """The rules of what is played at a table, with the numbers of its edition."""
    return _page(source_for(tables, player, id), player)


@router.get("/rules/{game}/summary")
def summary(game: str, player: OptionalPlayer, edition: str | None = None) -> HTMLResponse:
    """The rules on one page, to print."""
    return _summary(source_of(game, edition), player)


@router.get("/games/{id}/rules/summary")
def summary_at(id: str, tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """The same with the edition that is played at a table."""
    return _summary(source_for(tables, player, id), player)


def _summary(source: Source, player: Player | None) -> HTMLResponse:
    short = on_a_page(source)
    if not short:
        raise NotFound(f"nobody has written the rules of {source.title.title} on a page yet")
    return page("rules_summary.html", source=source, title=source.title, short=short, player=player)


@router.get("/rules/{game}/print")
def printed(game: str, player: OptionalPlayer) -> HTMLResponse:
    """What the printed rules state, our rules and tests for it, and our rulings where they are silent."""
    source = source_of(game)
    stated, rulings = statements_of(game), rulings_of(game)
    if not stated and not rulings:
        raise NotFound(f"nobody has gone through the printed rules of {source.title.title} yet")
    return page("rules_print.html", source=source, title=source.title, stated=stated, rulings=rulings,
                tests=rule_tests(game), player=player)


@router.get("/rules/{game}/pictures/{name}")
def picture(game: str, name: str) -> FileResponse:
    """A drawing in a rulebook."""
    folder = known_title(game).folder / "pictures"
    if name not in {drawing.name for drawing in folder.glob("*.svg")}:
        raise NotFound(f"the rulebook has no picture '{name}'")
    return FileResponse(folder / name, media_type="image/svg+xml")


@router.get("/rules/{game}/beside")
def beside(game: str, edition: str | None = None) -> HTMLResponse:
    """The same for a tab at the table."""
    return page("rules_search.html", book=rulebook(source_of(game, edition)))


@router.get("/games/{id}/rules/beside")
def beside_at(id: str, tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """The same for a table with an edition of its own."""
    return page("rules_search.html", book=rulebook(source_for(tables, player, id)))
