"""`roundhouse admin`: backups that are proved, restored and moved; what is wrong in a database is found and mended."""
from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text, update

from roundhouse.admin import backup
from roundhouse.admin.checking import check
from roundhouse.admin.copying import contents, move, opened
from roundhouse.errors import UserError
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from tests.web.house import BOT, ME, House, house

GAMES = [("irish-gauge", 3), ("age-of-rail", 3), ("narrow-gauge", 2), ("appalachian-trail", 2), ("night-mail", 3)]


def silent(_what: str, _count: int) -> None:
    pass


def lived_in(made: House) -> list[str]:
    """A house with games that wait, go on and have ended, chat, an account, a step taken back. The ids of the games."""
    ids = []
    for game, seats in GAMES:
        table, people = made.table(game, *["Ann", "Ben", "Cat"][:seats])
        ids.append(made.play(table, people, 12 if game == "age-of-rail" else 2000).id)
    ann = made.guest("Änne")
    made.tables.creation.create(ann, "irish-gauge", [ME, BOT, BOT])
    made.tables.chat.say(ann, made.tables.creation.create(ann, "narrow-gauge", [ME, ME]).id, "Grüße – 7 £")
    return ids


def everything(address: str) -> dict[str, object]:
    with closing(Database(address)) as database, database.reading() as connection:
        return dict(contents(connection))


def test_a_house_is_backed_up_proved_restored_and_moved(url: str, tmp_path: Path, postgres_url: str) -> None:
    """To SQLite and to PostgreSQL and back, to the last row, while a server could be open on it."""
    file = tmp_path / "house.backup"
    with house(url) as made:
        lived_in(made)
        held = backup.take(url, file, silent)
        assert file.stat().st_mode & 0o077 == 0, "it holds everybody's hands"
    assert sorted(one.name for one in tmp_path.iterdir() if "backup" in one.name) == ["house.backup"]
    proof = backup.prove(file, silent)
    assert (proof.games, proof.differences, proof.faults) == (held["tables"].rows, (), ())
    other = f"sqlite:///{tmp_path / 'other.sqlite'}" if url == postgres_url else postgres_url
    back = f"sqlite:///{tmp_path / 'back.sqlite'}"
    backup.restore(file, other, silent)
    move(other, back, silent)
    assert everything(url) == everything(other) == everything(back) == held
    with house(other) as again:
        table, people = again.table("irish-gauge", "Dai", "Eve", "Fay")
        assert again.play(table, people, 3).course.steps, "numbers of new rows go on after those that came along"
    with pytest.raises(UserError, match="is not empty"):
        backup.restore(file, other, silent)
    with pytest.raises(UserError, match="there already"):
        backup.take(url, file, silent)
    with pytest.raises(UserError, match="no backup that"):
        backup.prove(tmp_path / "back.sqlite", silent)


def test_each_changed_move_of_a_backup_is_noticed(sqlite_url: str, tmp_path: Path) -> None:
    """Also where the changed game could be played: the line, its time or its player, at every part of the games."""
    file = tmp_path / "house.backup"
    with house(sqlite_url) as made:
        lived_in(made)
    backup.take(sqlite_url, file, silent)
    with closing(sqlite3.connect(file)) as connection:
        steps = connection.execute('SELECT "table", number, line FROM steps ORDER BY "table", number').fetchall()
    whole = file.read_bytes()
    for count, (id, number, line) in enumerate(steps[:: len(steps) // 3]):
        file.write_bytes(whole)
        with closing(sqlite3.connect(file)) as connection, connection:
            column, value = (("line", f"{line} "), ("by", 7), ("at", 1.5))[count % 3]
            changed = f'UPDATE steps SET "{column}" = ? WHERE "table" = ? AND number = ?'
            connection.execute(changed, (value, id, number))
        assert any(id in said for said in backup.prove(file, silent).differences), (line, column)


def test_what_does_not_follow_is_found_and_mended(url: str) -> None:
    with house(url) as made:
        first, *_, last = lived_in(made)
        assert check(made.database, False, silent) == []
        t, h = at.tables, at.holders
        with made.database.writing() as connection:
            trigger = "place_left" if made.database.sqlite else "place_left ON holders"
            connection.execute(text(f"DROP TRIGGER {trigger}"))
            if not made.database.sqlite:
                connection.execute(text("DROP FUNCTION place_left()"))
            connection.execute(update(t).where(t.c.id == first).values(step=3, lease_until=made.database.now() + 1e6))
            connection.execute(update(h).where(h.c.table == last).values(place=1.0, names="nobody"))
            connection.execute(at.results.delete().where(at.results.c.table == last))
            connection.execute(update(at.steps).where(at.steps.c.table == last, at.steps.c.number == 5).values(by=2))
        before = {one.what for one in check(made.database, False, silent)}
        assert len(before) >= 6, before
        mended = check(made.database, True, silent)
        assert {one.what for one in mended} == before
        left = check(made.database, False, silent)
        assert [one.what for one in left] == [f"game {last}: step 5 is not what is played there"], "nothing is guessed"


def test_what_is_no_house_is_said(tmp_path: Path, sqlite_url: str) -> None:
    with pytest.raises(UserError, match="there is no database"):
        opened(f"sqlite:///{tmp_path / 'none.sqlite'}")
    assert not (tmp_path / "none.sqlite").exists()
    with house(sqlite_url) as made, made.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    with pytest.raises(UserError, match="schema of another version"):
        opened(sqlite_url)
    with house(f"sqlite:///{tmp_path / 'open.sqlite'}") as made:
        made.database.claim()
        with pytest.raises(UserError, match="another server is open"):
            move(f"sqlite:///{tmp_path / 'open.sqlite'}", f"sqlite:///{tmp_path / 'new.sqlite'}", silent)
