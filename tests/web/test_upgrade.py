"""Tables begun before an upgrade of the rules or of an edition: they go on as they were begun."""
from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import select, update

from roundhouse.errors import UserError
from roundhouse.games import Setup, setup, title, titles
from roundhouse.records import Record, replay
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import MIGRATIONS, Database
from roundhouse.web.tables.model.table import Table
from tests.editions import changed
from tests.web.house import ME, OPEN, House, house, running


def texts(database: Database) -> dict[str, str]:
    """The editions in the store, by their digests."""
    with database.reading() as connection:
        return {row.digest: row.text for row in connection.execute(select(at.editions))}


def holders(database: Database) -> set[tuple[object, ...]]:
    with database.reading() as connection:
        return {tuple(row) for row in connection.execute(select(at.holders))}


def back_to(database: Database, revision: str) -> None:
    """As it was under an earlier version of the schema."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)


@contextmanager
def another_edition(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A version of Irish Gauge with more money at the start, which has forgotten its earlier edition."""
    old = title("irish-gauge")
    (folder / "irish_gauge").mkdir()
    file = folder / "irish_gauge" / "capstone-2019.json"
    changed(old.edition().data, {"edition": "capstone-2019", "starting_cash": 30}, file)
    with monkeypatch.context() as upgrade:
        upgrade.setitem(titles(), "irish-gauge", replace(old, folder=file.parent))
        setup._game.cache_clear()
        yield
    setup._game.cache_clear()


def begun_under_version_1(made: House, table: Table) -> None:
    """As if the table had been made when version 1 of the rules was played, which had fewer options."""
    options = {name: value for name, value in table.course.setup.options if name != "first"}
    with made.database.writing() as connection:
        connection.execute(update(at.tables).values(rules_version=1, options=json.dumps(options)))
        connection.execute(update(at.tables).values(stamp=at.tables.c.stamp + 1, version=at.tables.c.version + 1))


# ---- rules -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-END-3")
def test_a_table_goes_on_by_the_rules_it_was_begun_with(url: str) -> None:
    """Where everybody passes, version 1 ended a game, and version 2 lets nobody end it so."""
    with house(url) as before:
        table, people = before.table("appalachian-trail", "Ann", "Bob")
        begun_under_version_1(before, table)
    with house(url) as made:
        table = made.tables.repository.table(table.id)
        assert (table.course.setup.version, table.game.rules_version) == (1, 2)
        for _ in range(40):
            if table.status == "over":
                break
            lines = table.course.state.lines()
            table = made.tables.moves.act(
                people[table.to_act], table.id, "done" if "done" in lines else lines[0], table.version
            )
        assert table.status == "over" and table.course.at(table.step).view()["deck"]
        record = Record.loads(made.tables.viewing.record(None, table.id))
        assert record.dumps() == made.tables.viewing.record(None, table.id)
        assert record.setup.version == 1 and "first" not in dict(record.setup.options)
        assert replay(record).log() == table.course.log()
        again = made.tables.creation.rematch(people[0], table.id)
        assert again.course.setup == Setup.of("appalachian-trail", 2)


# ---- editions --------------------------------------------------------------------------------------------------------


def test_a_table_goes_on_with_the_edition_it_was_begun_with(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(url) as before:
        table, people = before.table("irish-gauge", "Ann", "Bob", "Cleo")
        table = before.play(table, people, 5)
        assert table.course.setup.text == ""
    with another_edition(tmp_path, monkeypatch), house(url) as made:
        again = made.tables.repository.table(table.id)
        assert again.course == table.course
        assert again.course.state.view() == table.course.state.view()
        assert again.course.at(0).view()["cash"] == [20, 20, 20]
        later = made.play(again, people, 5000)
        assert later.status == "over"
        record = Record.loads(made.tables.viewing.record(None, table.id))
        assert replay(record).log() == later.course.log()
        assert record.setup.text == texts(made.database)[record.setup.digest]
        new, _ = made.table("irish-gauge", "Ann", "Bob", "Cleo")
        assert new.course.at(0).view()["cash"] == [30, 30, 30]
        assert set(texts(made.database)) == {record.setup.digest, new.course.setup.digest}


def test_the_pages_of_a_table_begun_before_an_upgrade_are_there(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(sqlite_url) as before:
        trail, _ = before.table("appalachian-trail", "Ann", "Bob")
        begun_under_version_1(before, trail)
        irish, _ = before.table("irish-gauge", "Ann", "Bob", "Cleo")
    with another_edition(tmp_path, monkeypatch), running(sqlite_url) as server:
        for table in (trail, irish):
            for page in (f"/games/{table.id}", f"/games/{table.id}/log", f"/games/{table.id}/record",
                         f"/api/tables/{table.id}/view", f"/api/tables/{table.id}/record"):
                assert httpx.get(f"{server.address}{page}").status_code == 200, page


def test_the_migration_keeps_the_editions_of_tables_that_are_there(url: str) -> None:
    with house(url) as made:
        made.table("irish-gauge", "Ann", "Bob", "Cleo")
        made.table("narrow-gauge", "Ann", "Bob")
        kept = texts(made.database)
        assert len(kept) == 2
        back_to(made.database, "0001")
        made.database.migrate()
        assert texts(made.database) == kept


# ---- lists -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("revision", ["0001", "0005", "0006"])
def test_what_was_played_before_lists_had_places_has_its_place(url: str, revision: str) -> None:
    with house(url) as made:
        table, people = made.table("irish-gauge", "Ann", "Bob", "Cléo")
        ended = made.play(table, people, 5000)
        made.tables.creation.rematch(people[1], ended.id)
        made.tables.creation.create(people[0], "narrow-gauge", [ME, ME])
        made.tables.creation.create(people[0], "narrow-gauge", [ME, OPEN])
        kept = holders(made.database)
        back_to(made.database, revision)
        made.database.migrate()
        assert holders(made.database) == kept
        assert {row[-2] for row in kept} == {0, 2, 3, None}, "of every sort, and a second seat of the same player"


def test_a_record_on_an_edition_of_ones_own_is_not_taken_in(sqlite_url: str, tmp_path: Path) -> None:
    own = changed(title("irish-gauge").edition().data, {"starting_cash": 30}, tmp_path / "mine.json")
    text = Record(Setup.of("irish-gauge", 3, own), ["a", "b", "c"]).dumps()
    with house(sqlite_url) as made, pytest.raises(UserError, match="an edition of somebody's own"):
        made.tables.creation.upload(made.guest(), text)
