"""A backup of many games, proved: python benchmarks/backup.py [--games 1000 --changes 100 --database URL]

Plays games of all titles on a database, backs it up, restores it aside and plays every game again. Then a move is
changed in so many games of the backup, each for another line, player or time, and the proof is to name every one of
them. Ends with 1 if there is a difference too few or too many.
"""
from __future__ import annotations

import argparse
import random
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from itertools import cycle
from pathlib import Path

from rich.console import Console
from rich.progress import track

from roundhouse.admin import backup
from roundhouse.engine.dice import Dice
from roundhouse.games import titles
from roundhouse.web.competition import results
from roundhouse.web.delivery import notifications, preferences
from roundhouse.web.people.players import Players
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.services import Tables


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--database", help="an empty one to use instead of a SQLite file that goes away")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = chosen.database or f"sqlite:///{Path(folder) / 'house.sqlite'}"
        play(address, chosen.games)
        file = Path(folder) / "house.backup"
        begin = time.perf_counter()
        backup.take(address, file, silent)
        taken = time.perf_counter()
        proof = backup.prove(file, silent)
        proved = time.perf_counter()
        print(f"{proof.games} games, {proof.rows} rows, {file.stat().st_size} bytes")
        print(f"backed up in {taken - begin:.1f} s, proved in {proved - taken:.1f} s")
        print(f"{len(proof.differences)} differences, {len(proof.faults)} faults")
        changed = change(file, chosen.changes)
        said = "\n".join(backup.prove(file, silent).differences)
        noticed = {id for id in changed if f"game {id}:" in said}
        print(f"{len(noticed)} of {len(changed)} changed moves noticed")
        return int(bool(proof.differences or proof.faults) or noticed != changed)


def play(address: str, games: int) -> None:
    """So many games at random, three of four to their end."""
    with closing(Database(address)) as database:
        database.migrate()
        tables = Tables(database, None, preferences.holidays, [notifications.observe, results.observe])
        player = Players(database, tables.holdings).guest("Ann")[0]
        numbers = track(range(games), "playing", console=Console(stderr=True), transient=True)
        for number, title in zip(numbers, cycle(titles().values())):
            table = tables.creation.create(player, title.name, [SeatRequest(me=True)] * title.players[0])
            dice = Dice(number)
            while table.to_act >= 0 and (number % 4 or table.step < 40):
                line = table.game.text(int(table.course.state.random_by_kind(dice)))
                table = tables.moves.act(player, table.id, line, table.version)


def change(file: Path, changes: int) -> set[str]:
    """One move each in so many games: another line that could have been played, another player, or another time."""
    chance = random.Random(1)
    with closing(sqlite3.connect(file)) as connection, connection:
        ids = [id for (id,) in connection.execute("SELECT id FROM tables ORDER BY id")]
        for count, id in enumerate(chosen := chance.sample(ids, changes)):
            asked = connection.execute('SELECT number, line FROM steps WHERE "table" = ? ORDER BY number', [id])
            steps = asked.fetchall()
            number, line = chance.choice(steps)
            other = chance.choice([other for _, other in steps if other != line])
            column, value = (("line", other), ("by", 7), ("at", 1.5))[count % 3]
            connection.execute(f'UPDATE steps SET "{column}" = ? WHERE "table" = ? AND number = ?', [value, id, number])
    return set(chosen)


def silent(_what: str, _count: int) -> None:
    pass


if __name__ == "__main__":
    sys.exit(main())
