"""All that a browser keeps as a file: what is brought from elsewhere takes its place only if it is a house."""
from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from roundhouse.errors import UserError
from roundhouse.site import kept
from roundhouse.web.storage.database import Database, newest_version

EMPTY = "CREATE TABLE alembic_version (version_num TEXT)"
BREAK = {
    "the database of another program that calls itself ours": [EMPTY, "INSERT INTO alembic_version VALUES ('0001')"],
    "one of no version": [EMPTY],
    "one of two versions": ["house", "INSERT INTO alembic_version VALUES ('0001')"],
    "one of a version that never was": ["house", "UPDATE alembic_version SET version_num = '0abc'"],
    "one of a later version": ["house", "UPDATE alembic_version SET version_num = '9999'"],
    "one without the tables of today": ["house", "DROP TABLE tables"],
    "one whose tables are other ones": ["house", "ALTER TABLE players RENAME COLUMN name TO called"],
    "no database at all": [],
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty one."""
    file = tmp_path_factory.mktemp("kept") / "house.sqlite"
    database = Database(f"sqlite:///{file}")
    database.migrate()
    database.close()
    with closing(sqlite3.connect(file)) as plain:
        plain.execute("PRAGMA journal_mode = DELETE")
    return file


def made(house: Path, file: Path, statements: list[str]) -> bytes:
    """What such statements make of a house, or of nothing."""
    if statements[:1] == ["house"]:
        file.write_bytes(house.read_bytes())
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            if statement != "house":
                connection.execute(statement)
    return file.read_bytes() if statements else b"something else"


@pytest.mark.parametrize("what", BREAK)
def test_what_is_no_house_takes_no_place(house: Path, tmp_path: Path, what: str) -> None:
    here = tmp_path / "here.sqlite"
    here.write_bytes(house.read_bytes())
    before = here.read_bytes()
    database = Database(f"sqlite:///{here}", "DELETE")
    with pytest.raises(UserError):
        kept.replace(database, made(house, tmp_path / "other.sqlite", BREAK[what]))
    database.close()
    assert here.read_bytes() == before


def test_a_house_of_now_or_of_before_takes_the_place_of_another(house: Path, tmp_path: Path) -> None:
    for version in (newest_version(), "0003"):
        here = tmp_path / "here.sqlite"
        here.write_bytes(house.read_bytes())
        database = Database(f"sqlite:///{here}", "DELETE")
        change = f"UPDATE alembic_version SET version_num = '{version}'"
        kept.replace(database, made(house, tmp_path / f"{version}.sqlite", ["house", change]))
        database.close()
        with closing(sqlite3.connect(here)) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(version,)]
