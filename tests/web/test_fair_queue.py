"""Whose bot thinks next: nobody's flood makes others wait longer than what is being thought already."""
from __future__ import annotations

import asyncio

import pytest

from roundhouse.web.bots import fair_queue
from roundhouse.web.bots.fair_queue import FairQueue, Priority

Work = tuple[str, str, Priority]
GAME, UNWATCHED, REVIEW = Priority.GAME, Priority.UNWATCHED, Priority.REVIEW


def order(*waves: list[Work], places: int = 1) -> list[tuple[str, str]]:
    """In which order it is done. Of each wave all is asked for at once, while the first of the wave before is done."""
    done: list[tuple[str, str]] = []

    async def run() -> None:
        line = FairQueue(places)
        asked = []

        async def one(who: str, table: str, kind: Priority) -> None:
            async with line.turn(who, table, kind):
                done.append((who, table))
                await asyncio.sleep(0.001)

        for wave in waves:
            asked += [asyncio.create_task(one(*work)) for work in wave]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        await asyncio.gather(*asked)

    asyncio.run(run())
    return done


def test_a_flood_of_tables_makes_nobody_else_wait() -> None:
    flood = [("eve", f"table {number}", GAME) for number in range(37)]
    done = order(flood, [("ann", "hers", GAME), ("bob", "his", GAME)])
    assert {done[1], done[2]} == {("ann", "hers"), ("bob", "his")}


def test_players_take_turns_and_so_do_their_tables() -> None:
    done = order([("eve", "x", GAME)], [("eve", table, GAME) for table in "xxyy"] + [("ann", "a", GAME)] * 3)
    assert done[:2] == [("eve", "x"), ("ann", "a")]
    assert [table for who, table in done if who == "eve"] == ["x", "y", "x", "y", "x"]


def test_reviews_and_what_nobody_watches_come_after_games() -> None:
    later = [("eve", f"review {number}", REVIEW) for number in range(32)] + [("eve", "unwatched", UNWATCHED)]
    done = order(later, [("ann", "hers", GAME)])
    assert done.index(("ann", "hers")) == 1 and done.index(("eve", "unwatched")) == 2


def test_what_nobody_waits_for_leaves_places_free() -> None:
    flood = [("eve", f"unwatched {number}", UNWATCHED) for number in range(9)]
    done = order(flood, [("ann", "hers", GAME)], places=4)
    assert done.index(("ann", "hers")) == 2


def test_who_gives_up_waiting_is_forgotten_and_memory_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "REMEMBERED", 10)

    async def run() -> FairQueue:
        line = FairQueue(1)
        async with line.turn("ann", "hers", GAME):
            waiting = asyncio.create_task(line.turn("eve", "x", GAME).__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        for number in range(100):
            async with line.turn(f"guest {number}", f"table {number}", GAME):
                pass
        return line

    line = asyncio.run(run())
    assert len(line._used) <= 11 and len(line._served) <= 11 and not line._waiting
