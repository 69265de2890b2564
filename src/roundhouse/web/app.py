"""The server as an ASGI application: what it is made of, how it starts and stops."""
from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import count

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
from roundhouse.web.delivery import outbox, preferences
from roundhouse.web.delivery.letter_queue import LetterQueue
from roundhouse.web.delivery.sender import Sender
from roundhouse.web.delivery.transport.email import MailServer
from roundhouse.web.delivery.transport.http_client import HttpClient
from roundhouse.web.delivery.web_push import Signer
from roundhouse.web.errors import Refused
from roundhouse.web.http import api, events, hot_routes, openapi
from roundhouse.web.http.error_responses import plain_error_page, say_no, say_no_later
from roundhouse.web.http.middleware import GuardMiddleware
from roundhouse.web.http.rate_limits import NetworkLimits, TokenBuckets
from roundhouse.web.live.announcer import Announcer
from roundhouse.web.live.broadcast import Broadcast, PeerListener
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.email.addresses import EmailAddresses
from roundhouse.web.people.players import Players
from roundhouse.web.people.recovery import Recovery
from roundhouse.web.scheduler import Scheduler
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import RequestThreads, ThreadQueue, in_thread

log = logging.getLogger(__name__)
HOUSEKEEPING_SECONDS = 20.0
CLEARING_ROUNDS = 30
CODES_TRIED = (1 / 60, 10)
"""How many recovery codes may be tried from an address: so many a second in the long run, and at once."""


def create_app(settings: Settings) -> FastAPI:
    """The whole server. Its parts are in `app.state`: tables, players, accounts, sender, hub, brains, error_page and
    picture.
    """
    stand_at(settings.address)
    database = Database(settings.database)
    database.claim()
    opened = database.migrate()
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
    state.opened = opened
    state.tables = Tables(database, load_house_bots(settings.guests), preferences.holidays, [outbox.note])
    state.players = Players(database, state.tables.holdings)
    state.threads = RequestThreads()
    state.recovery = Recovery(database, state.players)
    state.recovery_tries = TokenBuckets(*CODES_TRIED)
    state.password_queue = ThreadQueue()
    state.broadcast = Broadcast()
    state.bot_runner = BotRunner(state.tables, settings.bots, settings.pause, state.broadcast.has_audience)
    state.announcer = Announcer(state.broadcast, state.tables, database, state.bot_runner.consider)
    state.error_page = plain_error_page
    post = MailServer(settings.mail, settings.mail_from) if settings.mail else None
    base = settings.address.rstrip("/") or "http://127.0.0.1:8080"
    signer = Signer(database, f"mailto:{settings.mail_from}" if settings.mail_from else base)
    letters = LetterQueue(post is not None)
    state.accounts = Accounts(database, state.players, state.tables.holdings, letters)
    state.email_addresses = EmailAddresses(database, state.players, state.accounts, letters)
    state.network_limits = NetworkLimits(settings.limits)
    state.sender = Sender(database, base, post, signer, HttpClient(settings.inside))
    state.scheduler = Scheduler(settings.rounds, state.tables.timekeeper.look_at_the_clock)
    state.tables.repository.listeners += [
        lambda table, by: state.bot_runner.consider(table),
        state.announcer.announce,
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
        app.add_exception_handler(kind, say_no_later)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    state.broadcast.start()
    state.bot_runner.start()
    state.scheduler.start()
    if state.settings.rounds:
        state.sender.start(state.settings.rounds)
    clerk = asyncio.create_task(_keep_house(state.players, state.accounts))
    ear = None
    if not state.database.sqlite:
        ended, announcer = state.players.forget_tokens, state.announcer
        ear = PeerListener(state.database, state.tables.repository.me, announcer.hear, ended, announcer.hear_all)
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
        ready = state.bot_runner.at_work and not state.broadcast.stopped and state.database.in_place()
    except SQLAlchemyError:
        ready = False
    return JSONResponse({"live": True, "ready": ready}, 200 if ready else 503)


async def _keep_house(players: Players, accounts: Accounts) -> None:
    """What is done now and then: to write down who was here, when that can be, and to clear out what is left lying."""
    for round in count(1):
        await asyncio.sleep(HOUSEKEEPING_SECONDS)
        try:
            await in_thread(players.note_seen)
            if round % CLEARING_ROUNDS == 0:
                gc.collect()
                await in_thread(accounts.clear_away)
        except Exception:
            log.warning("who has been here could not be written down, nor old things cleared away", exc_info=True)
