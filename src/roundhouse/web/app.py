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
from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.bots.house_bots import load_house_bots
from roundhouse.web.delivery import outbox, preferences
from roundhouse.web.delivery.letter_queue import LetterQueue
from roundhouse.web.delivery.sender import Sender
from roundhouse.web.delivery.transport.email import MailServer
from roundhouse.web.delivery.transport.http_client import HttpClient
from roundhouse.web.delivery.web_push import Signer
from roundhouse.web.errors import Refused, Stale, TooManyRequests, sendable
from roundhouse.web.http import api, events, hot_routes, openapi
from roundhouse.web.http.middleware import GuardMiddleware, TooSlow
from roundhouse.web.live import player_events
from roundhouse.web.live.broadcast import Broadcast, PeerListener
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.players import Players
from roundhouse.web.quarantine import Quarantine
from roundhouse.web.scheduler import Scheduler
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import RequestThreads, ThreadQueue, in_thread

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
    state.tables = Tables(database, load_house_bots(settings.guests), preferences.holidays, [outbox.note])
    state.players = Players(database, state.tables.holdings)
    state.threads = RequestThreads()
    state.password_queue = ThreadQueue()
    state.broadcast = Broadcast()
    state.bot_runner = BotRunner(state.tables, settings.bots, settings.pause, state.broadcast.has_audience)
    state.news_quarantine = Quarantine("news of other servers")
    state.error_page = plain_error_page
    state.picture = lambda table: {}
    post = MailServer(settings.mail, settings.mail_from) if settings.mail else None
    base = settings.address.rstrip("/") or "http://127.0.0.1:8080"
    signer = Signer(database, f"mailto:{settings.mail_from}" if settings.mail_from else base)
    letters = LetterQueue(post is not None)
    state.accounts = Accounts(database, state.players, state.tables.holdings, letters)
    state.sender = Sender(database, base, post, signer, HttpClient(settings.inside))
    state.scheduler = Scheduler(settings.rounds, state.tables.timekeeper.look_at_the_clock)
    state.tables.repository.listeners += [
        state.bot_runner.consider,
        lambda table: announce(state, table),
        lambda table: player_events.ring(state.broadcast, table),
    ]
    app.include_router(api.router, prefix="/api")
    openapi.install(app, api.router, "/api")
    hot_routes.add(app, api.HOT)
    app.include_router(events.router)
    app.add_api_route("/health", _health, include_in_schema=False)
    # The pages are a part of their own; without them this is a server for programs.
    if find_spec("roundhouse.web.pages") is not None:
        import_module("roundhouse.web.pages").install(app)
    app.add_middleware(GuardMiddleware, say_no=say_no, limits=settings.limits)
    for kind in (Refused, UserError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _say_no_later)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    state.broadcast.start()
    state.bot_runner.start()
    state.scheduler.start()
    if state.settings.rounds:
        state.sender.start(state.settings.rounds)
    clerk = asyncio.create_task(_keep_house(state.players))
    ear = None
    if not state.database.sqlite:
        ended = state.players.forget_tokens
        ear = PeerListener(
            state.database, state.tables.repository.me, partial(_news, app), ended, lambda: _all_news(app)
        )
        ear.start()
        state.players.sure = lambda: ear.listening
        state.tables.repository.alive = ear.knows
    yield
    clerk.cancel()
    await in_thread(state.sender.stop)
    await state.scheduler.stop()
    if ear is not None:
        await in_thread(ear.stop)
    await state.bot_runner.stop()
    state.broadcast.stop()
    state.database.close()


def _health(request: Request) -> JSONResponse:
    """For who looks after servers: live while this answers, ready while tables can be looked up and bots can think."""
    state = request.app.state
    try:
        with state.database.reading() as connection:
            connection.execute(text("SELECT 1"))
        ready = state.bot_runner.at_work and not state.broadcast.stopped
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
            await in_thread(players.note_seen)
        except Exception:
            log.warning("who has been here could not be written down", exc_info=True)


def announce(state: State, table: Table) -> None:
    """Tell those who are at a table what has changed there; what all who watch see is drawn once for all of them."""
    facts = table.facts()
    if state.broadcast.has_unseated(table.id):
        try:
            facts |= state.picture(table)
        except Exception:
            # The move is made and kept; who watches asks for what there is to see.
            log.exception("what there is to watch at table %s could not be drawn", table.id)
    state.broadcast.tell(table.id, facts)


def _news(app: FastAPI, id: str, mine: bool = False, played: int | None = None) -> None:
    """Another server has changed a table: tell those who watch it here, and go on where that is for this one to do."""
    if mine or id in app.state.broadcast.watched():
        with app.state.news_quarantine.attempt(id):
            table: Table = app.state.tables.repository.heard_of(id, played)
            announce(app.state, table)
            app.state.bot_runner.consider(table)
    player_events.ring_for(app.state.broadcast, app.state.database, id)


def _all_news(app: FastAPI) -> None:
    """Whatever may have happened while no word came through."""
    for name in app.state.broadcast.watched():
        if name.startswith(player_events.DOOR):
            app.state.broadcast.tell(name, {"table": ""})
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
        case HTTPException(__cause__=Refused() as cause):
            return say_no(request, cause)       # the body was refused while it was read
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
    if status == TooManyRequests.status:
        response.headers["retry-after"] = "2"
    if status == TooSlow.status:
        response.headers["connection"] = "close"    # what comes later is no part of another request
    return response


def plain_error_page(request: Request, status: int, why: str, rule: str) -> Response:
    words = html.escape(why[:1].upper() + why[1:] + (f" ({rule})" if rule else ""))
    return HTMLResponse(
        f'<!doctype html><html lang="en"><title>Roundhouse</title><h1>Roundhouse</h1><p>{words}.</p>'
        '<p><a href="/">Go to the games</a></p></html>',
        status,
    )



