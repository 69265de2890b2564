"""Acting for seats: bots think in worker processes, their answers come in and are played, and what a seat has left to
be done is done."""
from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sqlalchemy.exc import OperationalError

from roundhouse.bots.coach import Advice, Move
from roundhouse.bots.masters import MASTER
from roundhouse.bots.match import STALL_SECONDS
from roundhouse.bots.mistakes import GameReview
from roundhouse.records.record import Record
from roundhouse.web.bots.fair_queue import Priority
from roundhouse.web.bots.thinkers import Thinkers, WorkerLost
from roundhouse.web.bots.thinking import advise, look_back, think, wake_up, weigh
from roundhouse.web.errors import CLOSING, Busy
from roundhouse.web.live.broadcast import BOT_HOST
from roundhouse.web.logs import about
from roundhouse.web.quarantine import Quarantine
from roundhouse.web.tables.model.table import LEVELS, STAND_IN, Table
from roundhouse.web.tables.repository import LEASE_SECONDS, LONGEST_LEASE
from roundhouse.web.tables.services import Tables
from roundhouse.web.tables.sql import leases
from roundhouse.web.threads import in_thread

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")
SWEEP_SECONDS = 1.0
HOUSE_BOT_SECONDS = STALL_SECONDS + 15
"""How long a bot of the host's own may be at a move, its worker's start included: by then even one is ended that hears
no alarm."""
MOST_LOST = 3
"""A bot of the host's own that has hung or died so often on a seat is asked no more there."""
REMEMBERED = 10_000
QUICK = LEVELS[:2]
"""Levels that look one step ahead, and answer in less time than it takes to notice."""


def a_persons_time() -> float:
    """How long somebody takes to bid, 1 being usual: mostly about as long as others, sometimes much longer."""
    return min(max(random.lognormvariate(0.0, 0.6), 0.3), 6.0)


def processes(count: int) -> Thinkers:
    """Workers in that many processes of this machine; with 0 in a thread of this one."""
    from roundhouse.web.bots.worker_pool import WorkerPool

    return WorkerPool(count)


class BotRunner:
    """Sees to it that every table goes on where the server is to act, also after servers have died."""

    def __init__(
        self, tables: Tables, workers: int, pause: float, watched: Callable[[str], bool] = lambda table: True,
        thinkers: Callable[[int], Thinkers] | None = None,
    ) -> None:
        """`watched` says whether anybody looks at a table: those are waited for. `thinkers` makes what bots think in;
        processes of this machine if nothing is said."""
        self._tables = tables
        self._pause = pause
        self._watched = watched
        # A level that answers at once is not to wait for one that thinks for long, whoever has asked for that.
        self._thinkers = thinkers or processes
        self.quick, self.deep = self._thinkers(min(1, workers)), self._thinkers(workers)
        self._workers = workers
        self._own_pools: dict[str, Thinkers] = {}
        self._lost: Counter[tuple[str, int]] = Counter()
        self._busy: set[tuple[str, int]] = set()
        self._unreadable, self._failing = Quarantine("bots, tables"), Quarantine("bots, moves")
        self._doing: dict[tuple[object, ...], asyncio.Future[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False
        self.hosts_only = False
        """Whether this is a machine for bots alone, which servers without bots may ask."""
        self.answered: Callable[[str, float, bool], None] = lambda work, seconds, done: None
        """Is told of each question to a bot: what for, how long it took with all waiting, whether it was answered."""

    @property
    def at_work(self) -> bool:
        """Whether the event loop runs in which bots are asked."""
        return self._loop is not None

    def load(self) -> dict[str, tuple[int, int]]:
        """By the name of each kind of worker: how many questions wait, and how many are being answered."""
        own = {f"own {name}": one for name, one in self._own_pools.items()}
        pools = {"quick": self.quick, "deep": self.deep, **own}
        return {name: getattr(one, "load", (0, 0)) for name, one in pools.items()}

    def start(self) -> None:
        """Begin to make the moves of bots; to be called in the event loop."""
        self._loop = asyncio.get_running_loop()
        if self._tables.repository.acts:
            self.quick.wake(wake_up)
            self.deep.wake(wake_up)
        self._begin(self._sweep())

    def dismiss(self) -> None:
        """Nobody waits for a thought any longer; from any thread, and also where a signal has come in between."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):     # the loop has ended
                self._loop.call_soon_threadsafe(self._leave_off)

    def _leave_off(self) -> None:
        self._loop, self._closed = None, True
        for one in (*self._tasks, *self._doing.values()):
            one.cancel()

    async def stop(self) -> None:
        """End all thinking and the processes in which it is done."""
        self._leave_off()
        await asyncio.gather(*self._tasks, *self._doing.values(), return_exceptions=True)
        await asyncio.gather(*(pool.end() for pool in (self.quick, self.deep, *self._own_pools.values())))

    async def hint(self, table: Table, seat: int) -> Advice:
        """What the bot for hints would do for that seat, and why."""
        return await self._asked(self.deep, table, Priority.GAME, advise, table.record().dumps(), seat)

    async def review(self, table: Table) -> GameReview:
        """The whole game looked back at: everybody's chances after each step, and mistakes."""
        return await self._asked(self.deep, table, Priority.REVIEW, look_back, table.record().dumps())

    async def weigh(self, table: Table, step: int, lines: tuple[str, ...]) -> list[Move]:
        """Moves after a step of a game that is over, as whoever was to act could see them."""
        record = Record.of(table.course.back_to(step), table.names).dumps()
        return await self._asked(self.deep, table, Priority.REVIEW, weigh, record, lines)

    def consider(self, table: Table) -> None:
        """Act for the seat to act, if that is for this server to do; from any thread."""
        if self._loop is not None and table.auto and table.lease_by == self._tables.repository.me:
            with contextlib.suppress(RuntimeError):     # the loop has ended
                self._loop.call_soon_threadsafe(self._take_up, table)

    def _take_up(self, table: Table) -> None:
        if (table.id, table.version) not in self._busy:
            self._busy.add((table.id, table.version))
            self._begin(self._act(table))

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, table: Table) -> None:
        # The sweep finds the table again, so that one mishap does not stop a game for ever.
        with about(table=table.id), self._failing.attempt(table.id):
            await self._act_at(table)

    async def _act_at(self, table: Table) -> None:
        try:
            level = None if table.word_left else table.level
            code = None if level is None else await self._choose(table, level)
            if level is None:
                await asyncio.sleep(self._pause * a_persons_time())
            await in_thread(self._tables.moves.act_for, table.id, table.version, code)
        except (Busy, OperationalError) as error:
            log.warning("no move was made for seat %s: %s", table.to_act, error)
        finally:
            self._busy.discard((table.id, table.version))

    async def _choose(self, table: Table, level: str) -> int:
        """The move of a bot of that level. For one of the host's own that has hung or died, another bot makes it."""
        if level in self._tables.house_bots and self._lost[table.id, table.to_act] < MOST_LOST:
            try:
                return await self._thought(self._own_pool(level), table, level, HOUSE_BOT_SECONDS)
            except WorkerLost as error:
                self._note_lost(table)
                log.warning("table %s: %s made no move: %s; %s makes it", table.id, level, error, STAND_IN)
        if level in self._tables.house_bots:
            level = STAND_IN
        return await self._thought(self.quick if level in QUICK else self.deep, table, level)

    async def _thought(self, thinkers: Thinkers, table: Table, level: str, deadline: float | None = None) -> int:
        seed = table.seed(f"bot {table.to_act}")
        kind = Priority.GAME if self._watched(table.id) else Priority.UNWATCHED
        given = table.id, table.record().dumps(), table.to_act, self._bot(level), seed
        code, faults = await self._asked(thinkers, table, kind, think, *given, deadline=deadline)
        for fault in faults:
            log.warning("table %s: %s; a random move was made in its place", table.id, fault)
        return code

    def _own_pool(self, bot: str) -> Thinkers:
        """The worker of a bot of the host's own, which shares it with no other."""
        if bot not in self._own_pools:
            self._own_pools[bot] = self._thinkers(min(1, self._workers))
        return self._own_pools[bot]

    def _note_lost(self, table: Table) -> None:
        if len(self._lost) >= REMEMBERED:
            self._lost.clear()
        self._lost[table.id, table.to_act] += 1

    def _bot(self, level: str) -> str:
        """The bot that plays as a level. One that the host lets in no more is stood in for."""
        return level if level in (*LEVELS, MASTER) else self._tables.house_bots.get(level, STAND_IN)

    async def _asked(
        self, thinkers: Thinkers, table: Table, kind: Priority, work: Callable[..., Answer], *given: object,
        deadline: float | None = None,
    ) -> Answer:
        """Done by a worker. Who asks the same again while it is being done gets the same answer."""
        if self._closed:
            raise Busy(CLOSING)
        asked = (work, *given)
        doing = self._doing.get(asked)
        if doing is None:
            asking = thinkers.do(table.owner, table.id, kind, work, *given, deadline=deadline)
            work_done = self._timed(work.__name__, asking)
            doing = self._doing[asked] = asyncio.ensure_future(work_done)
            doing.add_done_callback(lambda _: self._doing.pop(asked))
        try:
            answer: Answer = await asyncio.shield(doing)
        except asyncio.CancelledError:
            me = asyncio.current_task()
            if me is None or me.cancelling():
                raise
            raise Busy(CLOSING) from None
        return answer

    async def _timed(self, work: str, asked: Coroutine[object, object, Answer]) -> Answer:
        began, done = time.monotonic(), False
        try:
            answer = await asked
            done = True
            return answer
        finally:
            self.answered(work, time.monotonic() - began, done)

    # ---- the sweep ---------------------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Take up tables where nobody acts: a server has died, or something went wrong."""
        first = True
        while True:
            try:
                await in_thread(self._renew, [id for id, _ in self._busy])
                for id in await in_thread(self._left_alone, first):
                    if not any(busy == id for busy, _ in self._busy):
                        with self._unreadable.attempt(id):
                            await in_thread(self._tables.moves.take_over, id)
            except (Busy, OperationalError) as error:
                log.warning("tables where nobody acts are not taken up: %s", error)
            except Exception:
                log.exception("the sweep was cut short")
            first = False
            await asyncio.sleep(SWEEP_SECONDS)

    def _renew(self, ids: list[str]) -> None:
        """Say that this server is there, and what it is at. A file has one server, and nobody to be told."""
        database = self._tables.repository.database
        if not database.sqlite:
            database.set_clock()
            with database.writing() as connection:
                repository = self._tables.repository
                database.tell(connection, f"{repository.me}   {BOT_HOST if self.hosts_only else ''}")
                if ids:
                    until = database.now() + LEASE_SECONDS
                    leases.renew_leases(connection, self._tables.repository.me, ids, until)

    def _left_alone(self, at_start: bool) -> list[str]:
        if not self._tables.repository.acts:
            return []
        database, me = self._tables.repository.database, self._tables.repository.me
        # A SQLite file has one server: whoever else has a lease on it when this one starts is no more.
        now = float("inf") if at_start and database.sqlite else database.now()
        without = {*self._unreadable.ids(), *self._failing.ids()}
        with database.reading() as connection:
            return leases.idle(connection, me, now, LONGEST_LEASE, without)
