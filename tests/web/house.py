"""A house for tests: its services without a server, or a whole server in a thread or in a process of its own."""
from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from fastapi import FastAPI

from roundhouse.engine.contract import OVER
from roundhouse.engine.dice import Dice
from roundhouse.web.app import create_app
from roundhouse.web.competition import results
from roundhouse.web.competition.tournaments import tournaments
from roundhouse.web.delivery import notifications, preferences
from roundhouse.web.delivery.letter_queue import LetterQueue
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.player import Player
from roundhouse.web.people.players import Players
from roundhouse.web.server import Server, listen
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.services import Tables
from tests.processes import until as until

ME = SeatRequest(me=True)
OPEN = SeatRequest()
BOT = SeatRequest(bot="level-1")


class House:
    """The services on a database, with nobody who acts for bots: a test does that itself if it wants to."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.database.migrate()
        observers = [notifications.observe, results.observe, tournaments.observe]
        self.tables = Tables(self.database, None, preferences.holidays, observers)
        self.players = Players(self.database, self.tables.holdings)
        self.letters = LetterQueue(True)
        self.accounts = Accounts(self.database, self.players, self.tables.holdings, self.letters)

    def guest(self, name: str = "Ann") -> Player:
        return self.players.guest(name)[0]

    def table(self, game: str, *names: str, **chosen: Any) -> tuple[Table, list[Player]]:
        """A table with a person on every seat, the game begun."""
        people = [self.guest(name) for name in names]
        table = self.tables.creation.create(people[0], game, [ME] + [OPEN] * (len(names) - 1), **chosen)
        for seat, person in zip(table.seats[1:], people[1:]):
            assert seat.invite is not None
            table, _ = self.tables.seating.accept(person, seat.invite)
        return table, people

    def play(self, table: Table, people: list[Player], steps: int, seed: int = 1) -> Table:
        """People who move at random, for so many moves or to the end."""
        dice = Dice(seed)
        for _ in range(steps):
            if table.to_act == OVER:
                break
            code = int(table.course.state.random_by_kind(dice))
            table = self.tables.moves.act(people[table.to_act], table.id, table.game.text(code), table.version)
        return table


@contextmanager
def house(url: str) -> Iterator[House]:
    made = House(url)
    try:
        yield made
    finally:
        made.database.close()


@dataclass(frozen=True)
class Running:
    address: str
    app: FastAPI

    @property
    def tables(self) -> Tables:
        found: Tables = self.app.state.tables
        return found


@contextmanager
def running(url: str, **chosen: Any) -> Iterator[Running]:
    """A whole server in a thread. Its bots think in the server, and nothing waits for show."""
    app = create_app(Settings(url, **{"bots": 0, "pause": 0.0, **chosen}))
    sock = listen("127.0.0.1", 0)
    server = Server(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    try:
        yield Running(f"http://127.0.0.1:{sock.getsockname()[1]}", app)
    finally:
        app.state.broadcast.stop()
        server.should_exit = True
        thread.join(timeout=60)


class Process:
    """`roundhouse serve` as a process of its own, to be killed."""

    def __init__(self, url: str, port: int = 0, bots: int = 0, workers: int = 1, **started: Any) -> None:
        words = [sys.executable, "-m", "roundhouse", "serve", "--port", str(port), "--database", url]
        words += ["--bots", str(bots), "--workers", str(workers), "--no-limits"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, **started)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+:\d+", line)
        assert found, f"the server said {line!r}"
        self.address = found[0]
        until(lambda: _answers(self.address))

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/api/games").status_code == 200
    except httpx.TransportError:
        return False


class Client:
    """A program at the table."""

    def __init__(self, address: str, name: str = "Ann", token: str | None = None) -> None:
        self.http = httpx.Client(base_url=f"{address}/api", timeout=30)
        self.token = token or self.http.post("/players", json={"name": name}).json()["token"]
        self.http.headers["authorization"] = f"Bearer {self.token}"

    def create(self, game: str, *seats: str, **more: Any) -> Any:
        return self.good(self.http.post("/tables", json={"game": game, "seats": list(seats), **more}))

    def view(self, id: str, **query: Any) -> Any:
        return self.good(self.http.get(f"/tables/{id}/view", params=query))

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def act(self, view: Any, line: str | None = None) -> httpx.Response:
        table = view["table"]
        return self.post(f"/tables/{table['id']}/act", line=line or view["legal"][0], version=table["version"])

    @staticmethod
    def good(response: httpx.Response) -> Any:
        assert response.is_success, response.text
        return response.json()
