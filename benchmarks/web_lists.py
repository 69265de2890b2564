"""Lists among many games: python benchmarks/web_lists.py [--games 100000 --players 2000 --database URL]

Fills a database with copies of games that were really played, three in four of them over, and asks a server in this
process for pages: home, one's own games, a finished table. One player in the house has played far more than the others,
and it is their pages that are asked for. Reported are medians: the time in the server until an answer is whole, waiting
for the database included, with the best beside it; and the processor time of this process in that. A database that was
filled before is measured as it is.
"""
from __future__ import annotations

import argparse
import html
import random
import re
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

import httpx
from fastapi.testclient import TestClient
from sqlalchemy import Connection, Table, insert, select
from starlette.types import ASGIApp, Receive, Scope, Send

from roundhouse.engine.dice import Dice
from roundhouse.games import titles
from roundhouse.web.app import create_app
from roundhouse.web.people import sessions
from roundhouse.web.people.player import Player
from roundhouse.web.people.players import Players
from roundhouse.web.server import spare_the_lasting
from roundhouse.web.settings import Settings
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.repository import new_id
from roundhouse.web.tables.services import Tables
from roundhouse.web.tables.sql.list_queries import searched

Row = dict[str, Any]
AT_ONCE = 2000
WITH_STEPS = 200        # one game in so many has its steps copied too: lists need none
OFTEN = 25              # one game in so many is played by the one who plays most
ASKED = 20
FAR = 40
BEST = "Always here"


def patterns(tables: Tables, player: Player) -> list[str]:
    """Games of every title, one that goes on and three that are over."""
    made = []
    for number, title in enumerate(list(titles().values()) * 4):
        table = tables.creation.create(player, title.name, [SeatRequest(me=True)] * title.players[0], public=True)
        dice = Dice(number)
        while table.to_act >= 0 and (number >= len(titles()) or table.step < 30):
            line = table.game.text(int(table.course.state.random_by_kind(dice)))
            table = tables.moves.act(player, table.id, line, table.version)
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
    best, token = players.guest(BEST)
    ids = patterns(tables, best)
    with tables.repository.database.writing() as connection:
        people = [best.id, *(_new_player(connection, number) for number in range(count))]
        made = copies(connection, ids, people, games)
        while some := list(islice(made, AT_ONCE * 10)):
            for table in (at.tables, at.seats, at.holders, at.steps):
                if found := [row for kind, row in some if kind is table]:
                    connection.execute(insert(table), found)
        if not tables.repository.database.sqlite:
            connection.exec_driver_sql("ANALYZE")
    return token, ids[-1]


def _new_player(connection: Connection, number: int) -> int:
    new = insert(at.players).values(name=f"Player {number}", created=0.0, seen=0.0).returning(at.players.c.id)
    return int(connection.execute(new).scalar_one())


class Timed:
    """An app that notes how long each answer took, and the processor time in that."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.spent: list[tuple[float, float]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, used = time.perf_counter(), time.process_time()
        await self._app(scope, receive, send)
        self.spent.append((1000 * (time.perf_counter() - began), 1000 * (time.process_time() - used)))


def measure(client: httpx.Client, timed: Timed, label: str, address: str) -> None:
    client.get(address).raise_for_status()
    timed.spent.clear()
    for _ in range(ASKED):
        client.get(address).raise_for_status()
    took, used = zip(*timed.spent)
    middle, here = statistics.median(took), statistics.median(used)
    print(f"{label:28} answered after {middle:6.1f} ms (at best {min(took):5.1f}), {here:5.1f} ms of work here")


def far(client: httpx.Client, address: str) -> tuple[str, str]:
    """What the page many pages down that list is called, and its address; the last page where the list is shorter."""
    for down in range(FAR):
        further = re.search(r'rel="next" href="([^"]+)"', client.get(address).text)
        if further is None:
            return f"{down} pages down, the last", address
        address = html.unescape(further[1])
    return f"{FAR} pages down", address


def known(database: Database) -> tuple[str, str] | None:
    """Who has played most, and a game of theirs that is over, where the house was filled before."""
    h, p = at.holders.c, at.players.c
    with database.writing() as connection:
        best = connection.execute(select(p.id).where(p.name == BEST)).scalar()
        if best is None:
            return None
        over = select(h.table).join(at.steps, at.steps.c.table == h.table).where(h.player == best, h.sort == 3).limit(1)
        return sessions.begin(connection, best), connection.execute(over).scalar_one()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--players", type=int, default=2000)
    options.add_argument("--database", help="which to use instead of a SQLite file that goes away")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(given.database or f"sqlite:///{folder}/lists.sqlite", bots=0, rounds=0, limits=False))
        tables, players = app.state.tables, app.state.players
        began = time.perf_counter()
        token, over = known(app.state.database) or fill(tables, players, given.games, given.players)
        print(f"ready after {time.perf_counter() - began:.0f} s")
        spare_the_lasting()
        timed = Timed(app)
        client = TestClient(timed, headers={"authorization": f"Bearer {token}"})
        measure(TestClient(timed), timed, "home, for a stranger", "/")
        measure(client, timed, "home", "/")
        for label, address in (
            ("my games", "/my"), ("those on turn", "/my?sort=turn"), ("those that have ended", "/my?sort=over"),
            ("one game", "/my?game=irish-gauge"),
        ):
            measure(client, timed, label, address)
            measure(client, timed, *far(client, address))
        for label, address in (
            ("a name among them", "/my?q=player"), ("a name that nobody has", "/my?q=nobody"),
            ("a finished table", f"/games/{over}"),
        ):
            measure(client, timed, label, address)
        app.state.database.close()


if __name__ == "__main__":
    main()
