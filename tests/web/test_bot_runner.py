"""Bots in workers: they think elsewhere, and a game goes on whatever becomes of a worker."""
from __future__ import annotations

import asyncio
import os
import signal
from concurrent.futures import ProcessPoolExecutor

import pytest

from roundhouse import Dice
from roundhouse.bots.thinkers import SearchBot
from roundhouse.games import Setup
from roundhouse.records import Course, Record
from roundhouse.web.bots import bot_runner, thinking
from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.bots.fair_queue import Priority
from roundhouse.web.bots.worker_pool import WorkerPool
from tests.web.house import BOT, ME, Client, House, running, until


def test_a_game_goes_on_when_a_bots_worker_is_killed(sqlite_url: str) -> None:
    with running(sqlite_url, bots=1, limits=False) as server:
        ann = Client(server.address)
        id = ann.create("irish-gauge", "level-1", "level-1", "level-1")["id"]
        start = until(lambda: (step := ann.view(id)["step"]) > 12 and step)
        pool = server.app.state.bot_runner.quick.pools[0]
        assert isinstance(pool, ProcessPoolExecutor)
        for worker in list(pool._processes):
            assert worker != os.getpid()
            os.kill(worker, signal.SIGKILL)
        until(lambda: ann.view(id)["step"] > start + 12)


def test_a_hint_is_for_the_seat_that_asks(made: House) -> None:
    table = made.tables.creation.create(made.guest(), "narrow-gauge", [ME, BOT])
    advisers = BotRunner(made.tables, workers=0, pause=0)
    mine = asyncio.run(advisers.hint(table, 0))
    assert mine.moves and {move.line for move in mine.moves} <= set(table.course.state.lines())
    assert asyncio.run(advisers.hint(table, 1)).moves == []


def test_a_bot_goes_on_from_what_it_has_thought() -> None:
    """Of a table it keeps the tree from move to move; another table is another game, though it came about alike."""
    begun = Course(Setup.of("appalachian-trail", 2))
    begun.roll(Dice(1))
    seat = begun.to_act
    trees = []
    for table in ("one", "one", "other"):
        code, faults = thinking.think(table, Record.of(begun, ["level-3"] * 2).dumps(), seat, "level-3", seed=1)
        bot = thinking.thinker(table, seat, "level-3")
        assert isinstance(bot, SearchBot) and not faults
        trees.append(bot._search)
        if len(trees) == 1:
            begun.apply(code)
            assert begun.to_act == seat
    assert trees[0] is trees[1] is not None
    assert trees[2] is not trees[0]


def test_tables_stick_to_workers() -> None:
    """What a bot has thought lies with the worker that thought it: the next move of the table goes there."""
    async def run() -> list[list[int]]:
        pool = WorkerPool(2)
        met: list[list[int]] = [[], []]
        for _ in range(12):
            asked = [pool.do(f"owner {n}", f"table {n}", Priority.GAME, os.getpid) for n in range(2)]
            for pids, pid in zip(met, await asyncio.gather(*asked)):
                pids.append(pid)
        await pool.end()
        return met

    one, other = (set(pids) for pids in asyncio.run(run()))
    assert len(one) == len(other) == 1 and one != other


def test_workers_change_over_once_to_an_engine_that_was_compiled_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> list[int]:
        pool = WorkerPool(1)
        met = []
        for compiled in (False, False, True, True, True):
            monkeypatch.setattr(
                "roundhouse.web.bots.worker_pool.compiled_meanwhile", lambda environment, now=compiled: now
            )
            met.append(await pool.do("owner", "table", Priority.GAME, os.getpid))
        await pool.end()
        return met

    before, same, after, *later = asyncio.run(run())
    assert before == same != after and set(later) == {after}


def test_a_bot_that_fails_is_asked_again(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def fail_once(*given: object) -> tuple[int, list[str]]:
        calls.append(given)
        if len(calls) == 1:
            raise RuntimeError("out of memory")
        return think(*given)    # type: ignore[arg-type]

    think = thinking.think
    monkeypatch.setattr(bot_runner, "think", fail_once)
    monkeypatch.setattr(bot_runner, "SWEEP_SECONDS", 0.05)
    with running(sqlite_url, limits=False) as server:
        ann = Client(server.address)
        table = ann.create("irish-gauge", "level-1", "level-1", "level-1")
        until(lambda: ann.view(table["id"])["step"] > table["step"])
        assert len(calls) >= 2
