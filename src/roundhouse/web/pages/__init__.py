"""The pages that people see, on top of the service that `roundhouse.web` provides."""
from __future__ import annotations

from functools import partial

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from roundhouse.games import apart, titles
from roundhouse.web.http import hot_routes
from roundhouse.web.pages.render import STATIC, Static, error_page, label, picture
from roundhouse.web.pages.site import (
    home,
    lessons,
    my_games,
    notifications,
    puzzles,
    recovery,
    rules,
    settings,
    sign_in,
    sign_in_links,
)
from roundhouse.web.pages.table import details, management, premove_form, review, routes
from roundhouse.web.pages.table.delta import DeltaCache
from roundhouse.web.pages.table.link_preview import LinkPreviews
from roundhouse.web.pages.table.looking import pictures


def install(app: FastAPI) -> None:
    """Add the pages to a server."""
    app.state.error_page = error_page
    app.state.deltas = DeltaCache()
    app.state.announcer.draw = partial(pictures, app.state.tables, app.state.deltas)
    app.state.link_previews = LinkPreviews(app.state.tables, app.state.network_limits)
    at_table = (routes, management, details, premove_form, review)
    beside = (home, my_games, sign_in, sign_in_links, recovery, settings, notifications, rules, lessons, puzzles)
    for part in (*beside, *at_table):
        app.include_router(part.router, include_in_schema=False)
    hot_routes.add(app, routes.HOT)
    app.add_middleware(GZipMiddleware, minimum_size=4000, compresslevel=5)
    app.mount("/static", Static(directory=STATIC), name="static")
    for title in list(titles().values()):
        with apart(title):
            label(title)
            picture(title)      # drawn now, so that the first visitor need not wait for it
