"""The server as an ASGI application: what it is made of, how it starts and stops."""
from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

import roundhouse
from roundhouse.base import stand_at
from roundhouse.errors import UserError
from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.bots.house_bots import load_house_bots
from roundhouse.web.bots.reviewer import Reviewer
from roundhouse.web.bots.thinkers import Thinkers
from roundhouse.web.errors import Refused
from roundhouse.web.http import events, hot_routes
from roundhouse.web.http.error_responses import plain_error_page, say_no, say_no_later
from roundhouse.web.http.middleware import GuardMiddleware, Observer
from roundhouse.web.http.rate_limits import NetworkLimits
from roundhouse.web.live.announcer import Announcer
from roundhouse.web.live.broadcast import Broadcast, PeerListener
from roundhouse.web.people.players import Players
from roundhouse.web.scheduler import Scheduler
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import RequestThreads, in_thread

log = logging.getLogger(__name__)
HOUSEKEEPING_SECONDS = 20.0
CLEARING_ROUNDS = 30


@dataclass(frozen=True)
class Parts:
    """The parts that an application may do without. What it does without is not imported."""

    others: bool = True
    """Whether people come from elsewhere: accounts, invitations, and what goes out to players who are not here."""
    programs: bool = True
    """The JSON interface, with its documentation."""
    clocks: bool = True
    """Whether it looks at the clocks of its tables."""
    lock: bool = True
    """Whether it makes sure that a SQLite file has no other server."""
    thinkers: Callable[[int], Thinkers] | None = None
    """What so many bots at once think in, where that is not processes of this machine."""


WHOLE = Parts()


def create_app(settings: Settings, parts: Parts = WHOLE) -> FastAPI:
    """An application of those parts, which are in `app.state`: tables, players, broadcast, bot_runner, error_page, and
    where others come to it accounts and sender.
    """
    stand_at(settings.address)
    database = Database(settings.database, settings.journal)
    if parts.lock:
        database.claim()
    opened = database.migrate()
    app = FastAPI(
        title="Roundhouse",
        version=roundhouse.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json" if parts.programs else None,
        lifespan=_lifespan,
    )
    if parts.others:
        from roundhouse.web import others
    state = app.state
    state.settings, state.parts = settings, parts
    state.since, state.metrics = time.time(), None
    state.database = database
    state.opened = opened
    bots = load_house_bots(settings.house_bots)
    state.tables = others.tables(database, bots) if parts.others else Tables(database, bots)
    state.tables.repository.acts = settings.moves_bots
    state.players = Players(database, state.tables.holdings)
    state.tables.repository.heard_mark = state.players.heard_mark
    state.threads = RequestThreads()
    state.broadcast = Broadcast()
    audience = state.broadcast.has_audience
    state.bot_runner = BotRunner(state.tables, settings.bots, settings.pause, audience, parts.thinkers)
    state.reviewer = Reviewer(state.tables, state.bot_runner)
    state.announcer = Announcer(state.broadcast, state.tables, database, state.bot_runner.consider)
    state.error_page = plain_error_page
    state.network_limits = NetworkLimits(settings.limits)
    if parts.others:
        others.add(state)
    duties = [state.tables.timekeeper.run_due] if parts.clocks else []
    if parts.others:
        duties += [state.tournaments.go_on, state.exploring.go_on, state.players.look_at_mark]
    observers = _observers(app, duties) if parts.others else []
    state.scheduler = Scheduler(settings.rounds, *duties)
    state.tables.repository.listeners += [
        lambda table, by: state.bot_runner.consider(table),
        state.announcer.announce,
    ]
    if parts.programs:
        _add_programs(app)
    app.include_router(events.router)
    app.add_api_route("/health", _health, include_in_schema=False)
    # The pages are a part of their own; without them this is a server for programs.
    if find_spec("roundhouse.web.pages") is not None:
        import_module("roundhouse.web.pages").install(app, parts.others)
    app.add_middleware(
        GuardMiddleware, say_no=say_no, limits=settings.limits, framed=settings.framed,
        largest=settings.largest, observers=observers,
    )
    for kind in (Refused, UserError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, say_no_later)
    return app


def _observers(app: FastAPI, duties: list[Callable[[], Any]]) -> list[Observer]:
    """What is told of each request: the log of requests and the metrics, where these are wished. The address of the
    metrics is there in any case."""
    from roundhouse.web.http.monitoring import request_log, routes

    state, settings = app.state, app.state.settings
    observers: list[Observer] = [request_log.answered] if settings.log.access else []
    if settings.metrics:
        from roundhouse.web.http.monitoring.metrics import Metrics

        metrics = state.metrics = Metrics(state.database, state.bot_runner, state.broadcast)
        state.tables.repository.listeners.append(metrics.changed)
        state.bot_runner.answered, state.sender.told = metrics.thought, metrics.sent
        state.database.wrote = metrics.wrote
        observers.append(metrics.request)
        duties.append(metrics.look)
    app.include_router(routes.router, include_in_schema=False)
    return observers


def _add_programs(app: FastAPI) -> None:
    from roundhouse.web.http import api, openapi
    from roundhouse.web.http.programs import api as programs

    app.description = api.ABOUT
    routers = [api.router, programs.router]
    if app.state.parts.others:
        from roundhouse.web.http.competition import api as competition

        routers.append(competition.router)
    for router in routers:
        app.include_router(router, prefix="/api")
    openapi.install(app, routers, "/api")
    hot_routes.add(app, api.HOT)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    state.broadcast.start()
    state.bot_runner.start()
    state.reviewer.start()
    state.scheduler.start()
    if state.parts.others and state.settings.rounds:
        state.sender.start(state.settings.rounds)
    clear_away = state.accounts.clear_away if state.parts.others else nothing
    housekeeping = asyncio.create_task(_keep_house(state.players, clear_away))
    peers = None
    if not state.database.sqlite:
        ended, announcer = state.players.forget_tokens, state.announcer
        peers = PeerListener(state.database, state.tables.repository.me, announcer.hear, ended, announcer.hear_all)
        peers.start()
        state.players.sure = lambda: peers.listening
        state.tables.repository.alive, state.tables.repository.bot_hosts = peers.knows, peers.bot_hosts
    yield
    housekeeping.cancel()
    if state.parts.others:
        await in_thread(state.sender.stop)
    await state.scheduler.stop()
    if peers is not None:
        await in_thread(peers.stop)
    await state.reviewer.stop()
    await state.bot_runner.stop()
    state.broadcast.stop()
    state.database.close()


def _health(request: Request) -> JSONResponse:
    """The health of a server for its operators: live while it answers, ready while tables can be looked up and bots
    think."""
    state = request.app.state
    try:
        with state.database.reading() as connection:
            connection.execute(text("SELECT 1"))
        ready = state.bot_runner.at_work and not state.broadcast.stopped and state.database.in_place()
    except SQLAlchemyError:
        ready = False
    return JSONResponse({"live": True, "ready": ready}, 200 if ready else 503)


def nothing() -> None:
    """What is cleared away in a house without accounts."""


async def _keep_house(players: Players, clear_away: Callable[[], None]) -> None:
    """What is done now and then: to write down who was here, when that can be, and to clear out what is left lying."""
    for round in count(1):
        await asyncio.sleep(HOUSEKEEPING_SECONDS)
        try:
            await in_thread(players.note_seen)
            if round % CLEARING_ROUNDS == 0:
                gc.collect()
                await in_thread(clear_away)
        except Exception:
            log.warning("who has been here could not be written down, nor old things cleared away", exc_info=True)
