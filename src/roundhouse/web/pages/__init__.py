"""The pages that people see, on top of the service that `roundhouse.web` provides."""
from __future__ import annotations

from functools import partial

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from roundhouse.games import apart, titles
from roundhouse.web.http import hot_routes
from roundhouse.web.pages.puzzles import practice
from roundhouse.web.pages.puzzles import routes as puzzles
from roundhouse.web.pages.render import STATIC, Static, error_page, label, picture, templates
from roundhouse.web.pages.rules import examples
from roundhouse.web.pages.rules import routes as rules
from roundhouse.web.pages.site import home, lessons, my_games
from roundhouse.web.pages.table import coaching, details, management, premove_form, routes
from roundhouse.web.pages.table.delta import DeltaCache
from roundhouse.web.pages.table.link_preview import LinkPreviews
from roundhouse.web.pages.table.rendering import pictures


def install(app: FastAPI, others: bool = True) -> None:
    """Add the pages to an application. Where no `others` come to it, they show nothing of what is theirs."""
    templates.globals["others"] = others
    app.state.error_page = error_page
    app.state.deltas = DeltaCache()
    app.state.announcer.draw = partial(pictures, app.state.tables, app.state.deltas)
    app.state.link_previews = LinkPreviews(app.state.tables, app.state.network_limits)
    at_table = (routes, management, details, coaching, premove_form)
    for part in (home, my_games, rules, examples, lessons, puzzles, practice, *at_table):
        app.include_router(part.router, include_in_schema=False)
    if others:
        _add_others(app)
    hot_routes.add(app, routes.HOT)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.mount("/static", Static(directory=STATIC), name="static")
    for title in list(titles().values()):
        with apart(title):
            label(title)
            picture(title)      # drawn now, so that the first visitor need not wait for it


def _add_others(app: FastAPI) -> None:
    from roundhouse.web.pages.competition import clubs, explorer, people, ratings, study, tournaments, year
    from roundhouse.web.pages.moderation import reports, status
    from roundhouse.web.pages.moderation import routes as moderation
    from roundhouse.web.pages.site import notifications, programs, recovery, settings, sign_in, sign_in_links

    site = (sign_in, sign_in_links, recovery, settings, programs, notifications, reports, moderation, status)
    for part in (*site, people, ratings, year, study, explorer, tournaments, clubs):
        app.include_router(part.router, include_in_schema=False)
