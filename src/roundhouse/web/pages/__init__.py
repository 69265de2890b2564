"""The pages that people see, on top of the service that `roundhouse.web` provides."""
from __future__ import annotations

from functools import partial

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from roundhouse.games import apart, titles
from roundhouse.web.lane import Lane
from roundhouse.web.pages import (
    account,
    entrance,
    home,
    mygames,
    plan,
    puzzles,
    review,
    rules,
    settings,
    table,
    table_care,
    table_extras,
    telling,
)
from roundhouse.web.pages.difference import Sent
from roundhouse.web.pages.render import STATIC, Static, error_page, label, picture


def install(app: FastAPI) -> None:
    """Add the pages to a server."""
    app.state.error_page = error_page
    app.state.sent = Sent()
    app.state.picture = partial(table.picture, app.state.tables, app.state.sent)
    at_table = (table, table_care, table_extras, plan, review)
    for part in (home, mygames, account, entrance, settings, telling, rules, puzzles, *at_table):
        app.include_router(part.router, include_in_schema=False)
    app.add_middleware(Lane, ways=table.WAYS)
    app.add_middleware(GZipMiddleware, minimum_size=4000, compresslevel=5)
    app.mount("/static", Static(directory=STATIC), name="static")
    for title in list(titles().values()):
        with apart(title):
            label(title)
            picture(title)      # drawn now, so that the first visitor need not wait for it
