"""The server as an ASGI application: what it is made of, how it starts and stops, and how it says no."""
from __future__ import annotations

import asyncio
import gc
import html
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import count

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from sqlalchemy import text
from sqlalchemy.exc import DataError, SQLAlchemyError
from starlette.datastructures import State
from starlette.exceptions import HTTPException

import roundhouse
from roundhouse.errors import UserError
from roundhouse.web import api, doorbell, events
from roundhouse.web.accounts import Accounts
from roundhouse.web.brains import Brains
from roundhouse.web.errors import Refused, Stale, TooOften, sendable
from roundhouse.web.guard import Guard
from roundhouse.web.guests import let_in
from roundhouse.web.hub import Ear, Hub
from roundhouse.web.lane import Lane
from roundhouse.web.notify.mail import Post
from roundhouse.web.notify.push import Signer
from roundhouse.web.notify.sender import Sender
from roundhouse.web.onebyone import OneByOne
from roundhouse.web.players import Players
from roundhouse.web.rounds import Rounds
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database
from roundhouse.web.table import Table
from roundhouse.web.tables import Tables

log = logging.getLogger(__name__)
HOUSEKEEPING_SECONDS = 20.0
CLEARING_ROUNDS = 30
ErrorPage = Callable[[Request, int, str, str], Response]
"""What makes a page for people of a request, a status, a sentence that says why, and the id of a rule or ""."""


def create_app(settings: Settings) -> FastAPI:
    """The whole server. Its parts are in `app.state`: tables, players, accounts, sender, hub, brains, error_page and
    picture.
    """
    database = Database(settings.database)
    database.claim()
    database.migrate()
    app = FastAPI(
        title="Roundhouse",
        version=roundhouse.__version__,
        description=api.ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=_lifespan,
    )
    state = app.state
    state.settings = settings
    state.database = database
    state.tables = Tables(database, let_in(settings.guests))
    state.players = Players(database)
    state.passwords = OneByOne()
    state.hub = Hub()
    state.brains = Brains(state.tables, settings.bots, settings.pause, state.hub.has_audience)
    state.error_page = plain_error_page
    state.picture = lambda table: {}
    state.accounts = Accounts(database, state.players, state.tables)
    post = Post(settings.mail, settings.mail_from) if settings.mail else None
    base = settings.address.rstrip("/") or "http://127.0.0.1:8080"
    signer = Signer(database, f"mailto:{settings.mail_from}" if settings.mail_from else base)
    state.sender = Sender(database, base, post, signer, settings.inside)
    state.rounds = Rounds(settings.rounds, state.tables.look_at_the_clock, state.sender.send_due)
    state.tables.listeners += [
        state.brains.consider,
        lambda table: announce(state, table),
        lambda table: doorbell.ring(state.hub, table),
    ]
    app.include_router(api.router, prefix="/api")
    app.add_middleware(Lane, ways=api.WAYS)
    app.include_router(events.router)
    app.add_api_route("/health", _health, include_in_schema=False)
    # The pages are a part of their own; without them this is a server for programs.
    if find_spec("roundhouse.web.pages") is not None:
        import_module("roundhouse.web.pages").install(app)
    app.add_middleware(Guard, say_no=say_no, limits=settings.limits)
    for kind in (Refused, UserError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _say_no_later)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    state.hub.start()
    state.brains.start()
    state.rounds.start()
    clerk = asyncio.create_task(_keep_house(state.players))
    ear = None
    if not state.database.sqlite:
        ended = state.players.forget_tokens
        ear = Ear(state.database, state.tables.me, partial(_news, app), ended, lambda: _all_news(app))
        ear.start()
        state.players.sure = lambda: ear.listening
        state.tables.alive = ear.knows
    yield
    clerk.cancel()
    await state.rounds.stop()
    if ear is not None:
        await asyncio.to_thread(ear.stop)
    await state.brains.stop()
    state.hub.stop()
    state.database.close()


def _health(request: Request) -> JSONResponse:
    """For who looks after servers: live while this answers, ready while tables can be looked up and bots can think."""
    state = request.app.state
    try:
        with state.database.reading() as connection:
            connection.execute(text("SELECT 1"))
        ready = state.brains.at_work and not state.hub.stopped
    except SQLAlchemyError:
        ready = False
    return JSONResponse({"live": True, "ready": ready}, 200 if ready else 503)


async def _keep_house(players: Players) -> None:
    """What is done now and then: to write down who was here, when that can be, and to clear out what is left lying."""
    for round in count(1):
        await asyncio.sleep(HOUSEKEEPING_SECONDS)
        if round % CLEARING_ROUNDS == 0:
            gc.collect()
        try:
            await asyncio.to_thread(players.note_seen)
        except Exception:
            log.warning("who has been here could not be written down", exc_info=True)


def announce(state: State, table: Table) -> None:
    """Tell those who are at a table what has changed there; what all who watch see is drawn once for all of them."""
    facts = table.facts()
    if state.hub.has_unseated(table.id):
        try:
            facts |= state.picture(table)
        except Exception:
            # The move is made and kept; who watches asks for what there is to see.
            log.exception("what there is to watch at table %s could not be drawn", table.id)
    state.hub.tell(table.id, facts)


def _news(app: FastAPI, id: str, mine: bool = False, played: int | None = None) -> None:
    """Another server has changed a table: tell those who watch it here, and go on where that is for this one to do."""
    if mine or id in app.state.hub.watched():
        table: Table = app.state.tables.heard_of(id, played)
        announce(app.state, table)
        app.state.brains.consider(table)
    doorbell.ring_for(app.state.hub, app.state.database, id)


def _all_news(app: FastAPI) -> None:
    """Whatever may have happened while no word came through."""
    for name in app.state.hub.watched():
        if name.startswith(doorbell.DOOR):
            app.state.hub.tell(name, {"table": ""})
        else:
            _news(app, name)


# ---- saying no -------------------------------------------------------------------------------------------------------


def say_no(request: Request, error: Exception) -> Response:
    """Every error in words. What a person can mend says how; anything else says that it is not their fault."""
    match error:
        case Stale():
            return answer(request, error.status, error.why, more={"step": error.step, "version": error.version})
        case Refused():
            return answer(request, error.status, error.why, error.rule, {"rule": error.rule} if error.rule else {})
        case UserError():
            return answer(request, 422, str(error))
        case RequestValidationError():
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"] if part != "body")
            return answer(request, 422, f"{where}: {first['msg']}" if where else str(first["msg"]))
        case DataError():
            return answer(request, 422, "there is something in it that can't be kept or looked up")
        case HTTPException(status_code=404):
            return answer(request, 404, "there is nothing at this address")
        case HTTPException():
            return answer(request, error.status_code, str(error.detail))
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return answer(request, 500, "something went wrong here; nothing that was played is lost. Please try again")


async def _say_no_later(request: Request, error: Exception) -> Response:
    return say_no(request, error)


def answer(
    request: Request, status: int, why: str, rule: str = "", more: dict[str, object] | None = None
) -> Response:
    """An error as JSON for programs, as a page for people."""
    why = sendable(why)
    if request.url.path.startswith("/api/"):
        response: Response = JSONResponse({"error": why, **(more or {})}, status)
    else:
        page: ErrorPage = request.app.state.error_page
        try:
            response = page(request, status, why, rule)
        except Exception:
            log.exception("the error page failed")
            response = plain_error_page(request, status, why, rule)
    if status == TooOften.status:
        response.headers["retry-after"] = "2"
    return response


def plain_error_page(request: Request, status: int, why: str, rule: str) -> Response:
    words = html.escape(why[:1].upper() + why[1:] + (f" ({rule})" if rule else ""))
    return HTMLResponse(
        f'<!doctype html><html lang="en"><title>Roundhouse</title><h1>Roundhouse</h1><p>{words}.</p>'
        '<p><a href="/">Go to the games</a></p></html>',
        status,
    )



