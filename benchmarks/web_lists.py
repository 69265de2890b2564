"""Lists among many games: python benchmarks/web_lists.py [--games 100000 --players 2000 --database URL]

Fills a database with copies of games that were really played, most of them over, and asks a server in this process for
pages: home, one's own games, a finished table. Reported is the processor time of an answer, the database's own included
where that is SQLite, and the time until it is there. One player in the house has played far more than the others.
"""
from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
from fastapi.testclient import TestClient
from sqlalchemy import Connection, Table, insert, select

from roundhouse.engine.dice import Dice
from roundhouse.games import titles
from roundhouse.web.app import create_app
from roundhouse.web.desk import new_id
from roundhouse.web.model import SeatWish
from roundhouse.web.players import Player, Players
from roundhouse.web.settings import Settings
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.listing import searched
from roundhouse.web.tables import Tables

Row = dict[str, Any]
AT_ONCE = 2000
WITH_STEPS = 200        # one game in so many has its steps copied too: lists need none
OFTEN = 25              # one game in so many is played by the one who plays most
ASKED = 20


def patterns(tables: Tables, player: Player) -> list[str]:
    """Games of every title, one that goes on and three that are over."""
    made = []
    for number, title in enumerate(list(titles().values()) * 4):
        table = tables.create(player, title.name, [SeatWish(me=True)] * title.players[0], public=True)
        dice = Dice(number)
        while table.to_act >= 0 and (number >= len(titles()) or table.step < 30):
            line = table.game.text(int(table.course.state.random_by_kind(dice)))
            table = tables.act(player, table.id, line, table.version)
        made.append(table.id)
    return made


def rows(connection: Connection, table: Table, id: str) -> list[Row]:
    key = table.c.id if "id" in table.c else table.c.table
    return [dict(row) for row in connection.execute(select(table).where(key == id)).mappings()]


def copies(connection: Connection, ids: list[str], people: list[int], games: int) -> Iterator[tuple[Table, Row]]:
    """Rows of as many games, each with other people and at another time."""
    known = {id: {table: rows(connection, table, id) for table in (at.tables, at.seats, at.steps)} for id in ids}
    dice = random.Random(1)
    for number in range(games):
        pattern = known[ids[dice.randrange(len(ids))]]
        (row,) = pattern[at.tables]
        id, when = new_id(), row["created"] - dice.random() * 3e7
        there = dice.sample(people, len(pattern[at.seats]))
        if number % OFTEN == 0:
            there[0] = people[0]
        yield at.tables, {**row, "id": id, "owner": there[0], "created": when, "changed": when + 3600, "invite": None}
        names = [f"Player {who}" for who in there]
        for seat, who, name in zip(pattern[at.seats], there, names):
            yield at.seats, {**seat, "table": id, "player": who, "name": name, "invite": None, "key": None}
            held = {"game": row["game"], "names": searched(names)}
            yield at.holders, {"table": id, "seat": seat["number"], "player": who, **held}
        if number % WITH_STEPS == 0:
            yield from ((at.steps, {**step, "table": id}) for step in pattern[at.steps])


def fill(tables: Tables, players: Players, games: int, count: int) -> tuple[str, str]:
    """Everybody's games; the token of who has played most, and a game of theirs that is over."""
    best, token = players.guest("Always here")
    ids = patterns(tables, best)
    with tables.database.writing() as connection:
        people = [best.id, *(_new_player(connection, number) for number in range(count))]
        made = copies(connection, ids, people, games)
        while some := list(islice(made, AT_ONCE * 10)):
            for table in (at.tables, at.seats, at.holders, at.steps):
                if found := [row for kind, row in some if kind is table]:
                    connection.execute(insert(table), found)
        if not tables.database.sqlite:
            connection.exec_driver_sql("ANALYZE")
    return token, ids[-1]


def _new_player(connection: Connection, number: int) -> int:
    new = insert(at.players).values(name=f"Player {number}", created=0.0, seen=0.0).returning(at.players.c.id)
    return int(connection.execute(new).scalar_one())


def measure(client: httpx.Client, label: str, address: str) -> None:
    client.get(address).raise_for_status()
    spent, waited = [], []
    for _ in range(ASKED):
        began, used = time.perf_counter(), time.process_time()
        client.get(address).raise_for_status()
        spent.append(1000 * (time.process_time() - used))
        waited.append(1000 * (time.perf_counter() - began))
    used, after = statistics.median(spent), statistics.median(waited)
    print(f"{label:32} processor {used:6.1f} ms   answered after {after:6.1f} ms")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--players", type=int, default=2000)
    options.add_argument("--database", help="an empty PostgreSQL to use instead of a SQLite file")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.database or f"sqlite:///{Path(folder) / 'lists.sqlite'}"
        app = create_app(Settings(url, bots=0, rounds=0, limits=False))
        began = time.perf_counter()
        token, over = fill(app.state.tables, app.state.players, given.games, given.players)
        print(f"{given.games} games of {given.players} players; filled in {time.perf_counter() - began:.0f} s")
        client = TestClient(app, headers={"authorization": f"Bearer {token}"})
        for label, address in {
            "home": "/", "home, for a stranger": "/", "my games": "/my", "those on turn": "/my?sort=turn",
            "those that have ended": "/my?sort=over", "a name among them": "/my?q=player",
            "a finished table": f"/games/{over}",
        }.items():
            measure(TestClient(app) if "stranger" in label else client, label, address)
        app.state.database.close()


if __name__ == "__main__":
    main()
