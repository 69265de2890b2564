"""A machine for bots alone: it serves nobody, and makes the moves of bots at the tables of a PostgreSQL.

Servers without bots (`roundhouse serve --no-bots`) name it in the lease of a table, it hears of that at once, and says
each second that it is still at it. When it dies, another machine takes over as soon as the lease is over.
"""
from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Mapping

from roundhouse.errors import UserError
from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.bots.house_bots import load_house_bots
from roundhouse.web.live.broadcast import PeerListener
from roundhouse.web.quarantine import Quarantine
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import in_thread

log = logging.getLogger(__name__)
MakeTables = Callable[[Database, Mapping[str, str]], Tables]


def run(settings: Settings, tables: MakeTables, begun: Callable[[str], None]) -> None:
    """Make moves of bots until a signal says to stop. `begun` is told where. UserError for a SQLite file, which has one
    server, and for a database that is not there."""
    database = Database(settings.database)
    if database.sqlite:
        raise UserError(
            "a SQLite file has one server, which thinks for its bots itself; machines for bots share a PostgreSQL, "
            "named with --database postgresql://user:password@host/name"
        )
    database.require_ready()
    made = tables(database, load_house_bots(settings.house_bots))
    try:
        asyncio.run(_serve(BotRunner(made, settings.bots, settings.pause), made, database, begun))
    finally:
        database.close()


async def _serve(runner: BotRunner, tables: Tables, database: Database, begun: Callable[[str], None]) -> None:
    repository, unreadable = tables.repository, Quarantine("bots, news of servers")
    runner.hosts_only = True

    def hear(id: str, mine: bool, played: int | None) -> None:
        if mine:
            with unreadable.attempt(id):
                runner.consider(repository.heard_of(id, played))

    peers = PeerListener(database, repository.me, hear, lambda: None, lambda: None)
    repository.alive, repository.bot_hosts = peers.knows, peers.bot_hosts
    repository.listeners.append(lambda table, by: runner.consider(table))
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    peers.start()
    runner.start()
    begun(database.shown)
    await stopped.wait()
    await in_thread(peers.stop)
    await runner.stop()
