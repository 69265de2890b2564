"""A house in which every role sits at a table of every phase, and questions to it without a network in between."""
from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI
from sqlalchemy import update

from roundhouse.engine.dice import Dice
from roundhouse.web.app import create_app
from roundhouse.web.people.player import Player
from roundhouse.web.settings import Settings
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.table import Table, UndoRequest
from roundhouse.web.tables.rights import Role
from tests.web.house import OPEN

GAME = "irish-gauge"
ABSENT, HELD, LEFT, STOOD_IN, FREE = range(5)
"""The seats: of a guest who was not here for long, of one who plays, of one who has left, of one for whom a bot plays,
and of nobody (a bot's, once the game has begun)."""
R = Role
STRANGER = frozenset({R.WATCHER, R.PERSON, R.OUTSIDER})
ACTORS: Mapping[str, tuple[frozenset[Role], int]] = {
    "stranger": (STRANGER, HELD),
    "account": (STRANGER, HELD),
    "invited": (STRANGER | {R.INVITED}, LEFT),
    "former": (frozenset({R.WATCHER, R.PERSON, R.FORMER}), LEFT),
    "stood in": (frozenset({R.WATCHER, R.PERSON, R.STOOD_IN}), STOOD_IN),
    "idle device": (frozenset({R.WATCHER, R.PERSON, R.IDLE_DEVICE}), STOOD_IN),
    "idle token": (frozenset({R.WATCHER, R.IDLE_TOKEN}), STOOD_IN),
    "token of another table": (frozenset({R.WATCHER}), HELD),
    "seat token": (frozenset({R.WATCHER, R.SEAT_TOKEN}), HELD),
    "device": (frozenset({R.WATCHER, R.PERSON, R.DEVICE}), HELD),
    "holder": (frozenset({R.WATCHER, R.PERSON, R.SEATED}), HELD),
    "owner": (frozenset({R.WATCHER, R.PERSON, R.OWNER}), HELD),
}
"""What each of them is at a private table once the game has begun, and the seat which they name as theirs."""
NOT_YET = ("former", "stood in", "idle device", "idle token")
"""Who is somebody else until the game has begun."""


def actors_at(phase: str, public: bool) -> dict[str, tuple[frozenset[Role], int]]:
    """Those with roles of their own at a table of that phase, with these and the seat which they name as theirs."""
    there = [name for name in ACTORS if name not in (NOT_YET if phase == "waiting" else ("invited",))]
    welcome = {R.WELCOME} if public else set()
    return {
        name: (roles | welcome if R.OUTSIDER in roles else roles, seat)
        for name, (roles, seat) in ACTORS.items() if name in there
    }


@dataclass
class Crowd:
    """The app on an empty file, everybody's tokens, and a table for each phase."""

    app: FastAPI
    file: Path
    tokens: dict[str, str] = field(default_factory=dict)
    people: dict[str, Player] = field(default_factory=dict)
    links: dict[tuple[str, str], str] = field(default_factory=dict)
    """By table: the tokens of seats' own links."""
    tables: dict[str, Table] = field(default_factory=dict)
    kept: sqlite3.Connection = field(default_factory=lambda: sqlite3.connect(":memory:", check_same_thread=False))

    @classmethod
    def gathered(cls, folder: Path) -> Crowd:
        """Everybody, and no table yet."""
        file = folder / "matrix.sqlite"
        crowd = cls(create_app(Settings(f"sqlite:///{file}", bots=0, limits=False, rounds=0)), file)
        players = crowd.app.state.players
        for name in ("owner", "absent", "holder", "former", "stood in", "device", "idle device", "invited",
                     "account", "claimant", "sitter"):
            crowd.people[name], crowd.tokens[name] = players.guest(name.capitalize())
        crowd.people["account"], crowd.tokens["account"] = players.claim(
            crowd.people["account"], "Accountant", "a good password"
        )
        crowd._make_absent()
        elsewhere = crowd._new(False, True)
        crowd.app.state.tables.seating.join(crowd.people["owner"], elsewhere.id, HELD)
        crowd.tokens["token of another table"] = crowd.app.state.tables.seating.own_link(
            crowd.people["owner"], elsewhere.id, HELD
        )
        return crowd

    def _make_absent(self) -> None:
        with self.app.state.database.writing() as connection:
            c = at.players.c
            connection.execute(update(at.players).where(c.id == self.people["absent"].id).values(seen=c.seen - 1e6))

    def _new(self, public: bool, watched: bool) -> Table:
        made: Table = self.app.state.tables.creation.create(
            self.people["owner"], GAME, [OPEN] * 5, public=public, watched=watched, hints=True
        )
        return made

    def seat(self, name: str, phase: str, public: bool, watched: bool) -> None:
        """Make the table of that name, with everybody in their place."""
        tables, people = self.app.state.tables, self.people
        table = self._new(public, watched)
        id = table.id
        for seat, who in ((ABSENT, "absent"), (HELD, "holder"), (LEFT, "former"), (STOOD_IN, "stood in")):
            if seat != LEFT or phase != "waiting":
                tables.seating.accept(people[who], table.seats[seat].invite)
        for seat, sitter, device, token in (
            (HELD, "holder", "device", "seat token"), (STOOD_IN, "stood in", "idle device", "idle token"),
        ):
            self.links[id, token] = tables.seating.own_link(people[sitter], id, seat)
            tables.seating.accept(people[device], self.links[id, token])
        if phase == "waiting":
            with tables.repository.change(id) as change:
                kept = replace(change.before.seats[LEFT], reserved=people["invited"].id)
                change.after = change.before.with_seat(kept)
        else:
            self._begin(id)
            self._play(id, phase)
        self.tables[name] = tables.repository.table(id)

    def _begin(self, id: str) -> None:
        tables, people = self.app.state.tables, self.people
        tables.substitutes.sit_bot(people["owner"], id, FREE, "level-1")
        tables.closing.leave_game(people["former"], id, LEFT, "level-1")
        tables.substitutes.sit_bot(people["stood in"], id, STOOD_IN, "level-1")

    def _play(self, id: str, phase: str) -> None:
        """To the end, or until the holder is to act, who has just taken back a move; somebody else wishes to."""
        repository = self.app.state.tables.repository
        dice, long_ago = Dice(5), time.time() - 1e6
        with repository.change(id) as change:
            now = replace(change.before, each=3600.0, bank=0.0)
            for done in range(10_000):
                if now.status == "over" or (phase != "over" and done > 12 and now.to_act == HELD):
                    break
                code = int(now.course.state.random_by_kind(dice))
                now = now.with_course(now.course.then(code, long_ago, kept=True)).after_chance(long_ago)
            change.after = now
        if phase == "over":
            return
        table = repository.table(id)
        line = table.game.text(int(table.course.state.legal()[0]))
        tables, holder = self.app.state.tables, self.people["holder"]
        table = tables.moves.act(holder, id, line, table.version)
        with repository.change(id) as change:       # as after a minute, in which the others have done nothing
            change.after = replace(change.before, ask=None)
        tables.undo.undo(holder, id, repository.table(id).version)
        with repository.change(id) as change:
            change.after = replace(change.before, ask=UndoRequest(ABSENT, change.before.step - 1, at=time.time()))
        if phase == "closed":
            with repository.change(id) as change:
                change.after = replace(change.before, closed="agreed")
        else:
            watched = tables.repository.table(id).watched
            tables.closing.let_watch(self.people["owner"], id, True)
            tables.claims.claim(self.people["claimant"], id, ABSENT)
            tables.closing.let_watch(self.people["owner"], id, watched)

    # ---- as it was ---------------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Remember how everything stands."""
        with self.app.state.database.writing() as connection:
            connection.execute(update(at.tables).values(changed=at.tables.c.changed - 1e6))
        memory = self.app.state.tables.repository
        memory._memory.clear()
        self.tables = {name: memory.table(table.id) for name, table in self.tables.items()}
        self._file = sqlite3.connect(self.file, check_same_thread=False)
        self._file.execute("PRAGMA synchronous=OFF")
        self._file.backup(self.kept)
        self._written = self._writes()

    def _writes(self) -> int:
        """Another number after anything was written by the app."""
        found: int = self._file.execute("PRAGMA data_version").fetchone()[0]
        return found

    def give_role(self, role: str) -> None:
        """Make the account a host or moderator, until all is put back; that is not what touches anything."""
        players = self.app.state.players
        with players.forgetting() as connection:
            who = at.players.c.id == self.people["account"].id
            connection.execute(update(at.players).where(who).values(role=role))
        self._written = self._writes()

    @property
    def touched(self) -> bool:
        """Whether anything at all was written since all was put back."""
        return self._writes() != self._written

    def put_back(self) -> None:
        """Everything as it was remembered."""
        self.kept.backup(self._file)
        self._written = self._writes()
        repository = self.app.state.tables.repository
        repository._memory.clear()
        repository._memory.update({table.id: table for table in self.tables.values()})
        self.app.state.players.forget_tokens()

    # ---- asking ------------------------------------------------------------------------------------------------------

    def headers(self, actor: str, table: Table) -> dict[str, str]:
        token = self.links.get((table.id, actor)) or self.tokens.get(actor)
        if token is None:
            return {"sec-fetch-site": "same-origin"}
        if "token" in actor:
            return {"authorization": f"Bearer {token}"}
        return {"cookie": f"roundhouse={token}", "sec-fetch-site": "same-origin"}

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], form: Mapping[str, object] | None = None,
        body: object = None,
    ) -> tuple[int, bytes]:
        """The status and body of an answer; of an event stream, its first part."""
        path, _, query = path.partition("?")
        sent, kind = b"", ""
        if form is not None:
            sent, kind = urlencode(form).encode(), "application/x-www-form-urlencoded"
        elif body is not None:
            sent, kind = json.dumps(body).encode(), "application/json"
        all_headers = {"host": "testserver", **headers, "content-length": str(len(sent)), "content-type": kind}
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in all_headers.items()],
            "client": ("127.0.0.1", 1), "server": ("testserver", 80), "app": self.app,
        }
        return await _answered(self.app, scope, sent)


async def _answered(app: FastAPI, scope: dict[str, Any], sent: bytes) -> tuple[int, bytes]:
    unread = [{"type": "http.request", "body": sent, "more_body": False}]
    status, parts = 0, list[bytes]()
    done = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if unread:
            return unread.pop()
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Any) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            parts.append(message.get("body", b""))
            if parts[-1] or not message.get("more_body"):
                done.set()

    asking = asyncio.ensure_future(app(scope, receive, send))
    first = asyncio.ensure_future(done.wait())
    await asyncio.wait((asking, first), return_when=asyncio.FIRST_COMPLETED)
    if not asking.done():
        asking.cancel()
        await asyncio.wait((asking,))
    first.cancel()
    return status, b"".join(parts)
