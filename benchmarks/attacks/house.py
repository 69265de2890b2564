"""Unreadable rows, a bot that hangs, a database file moved away, refused uploads, floods, tricked clocks.

    python -m benchmarks.attacks.house        (its own server only: it writes to its file and moves it)
"""
from __future__ import annotations

import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from benchmarks.attacks.target import OK, Bystander, Target, run
from roundhouse.games import Setup, title
from roundhouse.records import Course, Record

HEXES, UPLOADS, KNOCKS, PICTURES, POISONED = 26_000, 16, 400, 150, 6
TURN, PATIENCE = 8.0, 60.0
HANGING = """
import signal

class Hangs:
    def choose(self, seat, dice):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        while True:
            pass
"""


def until(condition: Callable[[], Any], seconds: float = PATIENCE) -> float:
    """How long it took; `seconds` if it has not happened."""
    began = time.monotonic()
    while not condition() and time.monotonic() - began < seconds:
        time.sleep(0.1)
    return time.monotonic() - began


def refused_uploads(target: Target) -> None:
    """Records on editions with so many hexes that each board would be a hundred megabytes."""
    before = target.memory()
    record = json.loads(Record.of(Course(Setup.of("irish-gauge", 3)), ["a", "b", "c"]).dumps())
    edition = json.loads(title("irish-gauge").edition().text)
    http = target.player()
    for number in range(UPLOADS):
        more = [{"id": f"Z{n}", "q": 999 + n % 160, "r": 999 + n // 160, "terrain": "open"} for n in range(HEXES)]
        own = json.dumps({**edition, "edition": f"mine-{number}", "hexes": [*edition["hexes"], *more]})
        sent = json.dumps({**record, "edition": f"mine-{number}", "edition_text": own})
        answer = target.patiently(lambda sent=sent: http.post("/api/records", json={"record": sent}))  # type: ignore[misc]
        assert answer.is_client_error, answer.status_code
    target.promise_memory(before, 60)


def cookieless(target: Target) -> None:
    """Somebody without a cookie knocks again and again."""
    ann = target.player()
    made = target.new_table(ann, "irish-gauge", "me", "open", "open", public=True)
    bob = target.player("Bob")
    bob.post(f"/api/tables/{made['id']}/join")
    before = _rows(target, "players")
    with target.client() as http:
        for _ in range(KNOCKS):
            http.post(f"/games/{made['id']}/care", data={"do": "knock", "seat": "1"})
            http.cookies.clear()
    target.promise(f"guests stored by {KNOCKS} knocks without a cookie", _rows(target, "players") - before, "", 40)


def pictures(target: Target) -> None:
    """Pictures for chats of many tables, as fast as they can be asked for."""
    ann = target.player()
    ids = [target.new_table(ann, "irish-gauge", "me", "me", "me", public=True)["id"] for _ in range(25)]
    before = _processor(target)
    with target.client() as http, Bystander(target) as others:
        answers = [http.get(f"/games/{ids[n % len(ids)]}/picture.png").status_code for n in range(PICTURES)]
    target.promise(f"processor for {PICTURES} pictures, and others meanwhile", _processor(target) - before, "s", 10)
    target.promise("pictures that went wrong", sum(one not in (OK, 429, 503) for one in answers), "", 0)
    others.judge()


def poisoned(target: Target) -> None:
    """Tables whose rows make no game, beside a clock of a second and bots."""
    assert target.file is not None
    ann = target.player()
    bad = [target.new_table(ann, "irish-gauge", "me", "level-1", "level-1", each=1)["id"] for _ in range(POISONED)]
    with closing(sqlite3.connect(target.file)) as database:
        for number, id in enumerate(bad):
            what = "game = 'not-installed'" if number % 2 else "options = '{cut'"
            due = "stamp = stamp + 1, auto = 1, lease_until = 0"
            database.execute(f"UPDATE tables SET {what}, {due} WHERE id = ?", [id])
        database.commit()
    timed = target.new_table(ann, "irish-gauge", "me", "me", "me", each=1)["id"]
    played = target.new_table(ann, "irish-gauge", "level-1", "level-1", "level-1")["id"]
    clock = until(lambda: "time is up" in target.patiently(lambda: ann.get(f"/api/tables/{timed}/chat")).text)
    target.promise(f"a clock of 1 s runs out beside {POISONED} poisoned rows", clock, "s", 15)
    moves = until(lambda: target.view(ann, played)["step"] > 20)
    target.promise("20 moves of bots beside them", moves, "s", 30)
    answers = [ann.get(path).status_code for path in ("/", "/api/tables", *(f"/games/{id}" for id in bad))]
    target.promise("pages that went wrong", sum(status >= 500 for status in answers), "", 0)


def hanging(target: Target) -> None:
    ann = target.player()
    held = target.new_table(ann, "irish-gauge", "Hangs", "Hangs", "Hangs")["id"]
    start = target.view(ann, held)["step"]
    time.sleep(2)
    other = target.new_table(ann, "irish-gauge", "me", "level-3", "level-3")["id"]
    began = time.monotonic()
    view = target.turn(ann, other)
    target.act(ann, view, view["legal"][0])
    target.turn(ann, other)
    target.promise("level 3 answers beside a bot that hangs", time.monotonic() - began, "s", 20)
    began = time.monotonic()
    assert target.patiently(lambda: ann.post(f"/games/{other}/hint")).status_code == OK
    target.promise("a hint beside it", time.monotonic() - began, "s", 15)
    target.promise("its own table goes on", until(lambda: target.view(ann, held)["step"] > start, 90), "s", 60)


def moved_away(target: Target) -> None:
    assert target.file is not None
    ann = target.player()
    id = target.new_table(ann, "irish-gauge", "me", "me", "me")["id"]
    view = target.view(ann, id)
    elsewhere = target.file.with_name("elsewhere")
    target.file.rename(elsewhere)
    acknowledged = sum(target.act(ann, view, view["legal"][0]).status_code == OK for _ in range(10))
    ready = ann.get("/health").status_code == OK
    left_behind = target.file.exists()
    elsewhere.rename(target.file)
    target.promise("moves acknowledged while the file is away", acknowledged, "", 0)
    target.promise("says that it is ready", ready + left_behind, "", 0)
    target.promise("moves refused when it is back", target.act(ann, view, view["legal"][0]).status_code != OK, "", 0)


def tricked_clock(target: Target) -> None:
    """A turn lasts no longer that is ended and taken back again and again, or at which a bot sits for a moment."""

    def take_back(player: httpx.Client, id: str) -> None:
        view = target.view(player, id)
        if view["legal"] and "pass" in view["legal"]:
            target.act(player, view, "pass")
            undone = {"version": target.view(player, id)["table"]["version"]}
            player.post(f"/api/tables/{id}/undo", json=undone)

    def let_a_bot_sit(player: httpx.Client, id: str) -> None:
        seat = f"/api/tables/{id}/seats/{target.view(player, id)['seat']}"
        player.post(f"{seat}/bot", json={"level": "level-5"})
        player.post(f"{seat}/take-back")

    _turn_lasts(target, "moves taken back", take_back)
    _turn_lasts(target, "a bot for a moment", let_a_bot_sit)


def _turn_lasts(target: Target, what: str, trick: Callable[[httpx.Client, str], None]) -> None:
    people = [target.player(name) for name in ("Ann", "Bob", "Cleo")]
    made = target.new_table(people[0], "irish-gauge", "me", "open", "open", each=TURN, public=True)
    for person in people[1:]:
        person.post(f"/api/tables/{made['id']}/join")
    id = made["id"]
    first = next(person for person in people if target.view(person, id)["legal"])
    began = time.monotonic()
    while time.monotonic() - began < 3 * TURN and "time is up" not in first.get(f"/api/tables/{id}/chat").text:
        trick(first, id)
        time.sleep(0.5)
    target.promise(f"a turn of {TURN:g} s with {what}", time.monotonic() - began, "s", TURN + 7)


def _rows(target: Target, name: str) -> int:
    assert target.file is not None
    with closing(sqlite3.connect(target.file)) as database:
        return int(database.execute(f"SELECT count(*) FROM {name}").fetchone()[0])


def _processor(target: Target) -> float:
    """Seconds of the processor that the server has had."""
    fields = Path(f"/proc/{target.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def attack(target: Target) -> None:
    if target.file is None:
        raise SystemExit("this one is for a server of our own on SQLite: it writes to its file")
    for part in (refused_uploads, moved_away, tricked_clock, poisoned, hanging, pictures, cookieless):
        try:
            part(target)
        except httpx.TransportError as error:
            target.told(f"{part.__name__}: no answer", error)
            target.broken.append(part.__name__)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder) / "hanging.py"
        bot.write_text(HANGING)
        run(attack, __doc__, "--house-bot", f"{bot}:Hangs")
