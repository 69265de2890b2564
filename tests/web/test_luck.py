"""Luck that can be checked: every draw follows from what was committed to, and the commitment tells none of them."""
from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from math import sqrt
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from roundhouse.cli import app
from roundhouse.engine.dice import Dice
from roundhouse.games import titles
from roundhouse.records import Record
from roundhouse.records.luck import Luck, LuckError, committed, seed, verify
from roundhouse.web.tables.model.table import Table
from tests.web.house import House, running

NAMES = ("Ann", "Bob", "Cleo")
SECRETS = 4000


def ended(made: House, game: str) -> Table:
    table, people = made.table(game, *NAMES[: titles()[game].players[0]])
    return made.play(table, people, 5000)


@pytest.mark.parametrize("game", titles())
def test_every_draw_follows_from_the_secret_and_a_changed_one_is_found(made: House, game: str, tmp_path: Path) -> None:
    table = ended(made, game)
    record = Record.loads(made.tables.viewing.record(None, table.id))
    assert record.luck == Luck(committed(table.secret), table.secret) and record.dumps() == table.record().dumps()
    draws = sum(step.by < 0 for step in table.course.steps)
    assert verify(table.course, record.luck) == draws
    other = hashlib.sha256(b"another").hexdigest()
    with pytest.raises(LuckError, match="not the one that the table committed to"):
        verify(table.course, Luck(record.luck.commitment, other))
    if draws > 3:
        with pytest.raises(LuckError, match="the secret says"):
            verify(table.course, Luck(committed(other), other))
    file = tmp_path / "game.json"
    file.write_text(record.dumps(), encoding="utf-8")
    told = CliRunner().invoke(app, ["verify", str(file)])
    assert told.exit_code == 0 and f"{draws} draws" in told.output
    record.luck = None
    file.write_text(record.dumps(), encoding="utf-8")
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code != 0


def test_nothing_that_is_told_before_the_end_tells_a_draw(sqlite_url: str) -> None:
    """The commitment is told at once, and the secret nowhere until the game is over."""
    with running(sqlite_url, limits=False) as server, httpx.Client(base_url=server.address) as client:
        made = House.__new__(House)
        made.database, made.tables, made.players = server.app.state.database, server.tables, server.app.state.players
        table, people = made.table("appalachian-trail", "Ann", "Bob")
        table = made.play(table, people, 10)
        pages = [f"/games/{table.id}", *(f"/api/tables/{table.id}{part}" for part in ("", "/view", "/record"))]
        for page in pages:
            assert table.secret not in client.get(page).text
        assert client.get(f"/api/tables/{table.id}").json()["commitment"] == committed(table.secret)
        assert committed(table.secret) in client.get(pages[0]).text
        assert client.get(f"/games/{table.id}/luck").status_code == 422
        assert "luck" not in json.loads(client.get(pages[3]).text)
        made.play(table, people, 5000)
        checked = client.get(f"/games/{table.id}/luck").text
        assert table.secret in checked and "each time as the table" in checked
        tried = made.tables.creation.branch(people[0], table.id, 9, 0)
        assert client.get(f"/api/tables/{tried.id}").json()["commitment"] is None, "it began elsewhere"


def test_the_commitment_tells_no_draw_beforehand() -> None:
    """Over many secrets, no byte of the commitment goes with what is drawn first: the counts are those of chance. A
    commitment that were the key of a draw would be found."""
    secrets = [hashlib.sha256(str(number).encode()).hexdigest() for number in range(SECRETS)]
    drawn = [Dice(seed(secret, "draw", 0)).below(2) for secret in secrets]
    told = [bytes.fromhex(committed(secret)) for secret in secrets]

    def agreement(bits: list[int]) -> float:
        same = sum(bit == one for bit, one in zip(bits, drawn))
        return abs(same - SECRETS / 2) / sqrt(SECRETS / 4)

    worst = max(agreement([one[byte] >> bit & 1 for one in told]) for byte in range(32) for bit in range(8))
    assert worst < 4.2, "256 bits, each by chance alone within 4.2 deviations in 99 of 100 worlds"
    assert agreement(drawn) > 60, "what told them would be seen"
    assert len({committed(secret) for secret in secrets}) == SECRETS
    assert all(committed(secret) != secret for secret in secrets)


def test_what_is_taken_back_meets_the_same_luck_and_is_verified(made: House) -> None:
    table, people = made.table("irish-gauge", *NAMES)
    table = made.play(table, people, 30)
    by = table.course.last_by((0, 1, 2))
    assert by is not None
    with made.tables.repository.change(table.id) as change:
        change.after = change.before.with_course(change.before.course.back_to(by - 1))
    table = made.play(made.tables.repository.table(table.id), people, 5000, seed=9)
    luck = table.record().luck
    assert luck is not None and verify(table.course, luck) > 0
    assert replace(table, uploaded=True).record().luck is None
