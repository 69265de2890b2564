"""What is kept: the same on SQLite and PostgreSQL, whole or not at all."""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import delete, event, func, select, text, update

from roundhouse.errors import UserError
from roundhouse.games import titles
from roundhouse.web.errors import NotFound, Refused, Stale
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.services import Tables
from roundhouse.web.tables.sql import table_rows
from tests.web.house import ME, OPEN, House, house


def fresh(url: str) -> House:
    """Another server on the same database, that remembers nothing."""
    return House(url)


def test_the_migrations_lead_to_the_schema(empty_url: str) -> None:
    database = Database(empty_url)
    database.migrate()
    database.migrate()
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, at.metadata) == []
    database.close()


def test_servers_that_start_at_once_wait_for_each_other(empty_url: str) -> None:
    databases = [Database(empty_url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(Database.migrate, databases))
    with databases[0].reading() as connection:
        assert connection.execute(select(func.count()).select_from(at.tables)).scalar() == 0
    for database in databases:
        database.close()


def test_a_database_that_is_none_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="sqlite:///FILE or postgresql"):
        Database("mysql://somewhere/x")
    with pytest.raises(UserError, match="sqlite:///FILE or postgresql"):
        Database("not an address")
    with pytest.raises(UserError, match="can't be opened"):
        Database(f"sqlite:///{tmp_path}/no/such/folder/x.sqlite").migrate()
    (tmp_path / "letter.txt").write_text("Dear Ann, this is not a database. " * 100)
    with pytest.raises(UserError, match="is no database"):
        Database(f"sqlite:///{tmp_path / 'letter.txt'}").migrate()
    with pytest.raises(UserError, match="can't be opened"):
        Database(f"postgresql://nobody@/none?host={tmp_path}").migrate()


def test_a_database_of_a_newer_version_is_left_alone(url: str) -> None:
    database = Database(url)
    database.migrate()
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UserError, match="newer Roundhouse"):
        database.migrate()
    database.close()


@pytest.mark.parametrize("game", list(titles()))
def test_a_table_is_read_as_it_was_written(url: str, game: str) -> None:
    least = titles()[game].players[0]
    with house(url) as made:
        table, people = made.table(game, *["Ann", "Bob", "Cleo"][:least])
        table = made.play(table, people, 12)
        table = made.tables.chat.say(people[0], table.id, "well played")
        assert fresh(url).tables.repository.table(table.id) == table


def test_a_game_that_is_over_is_read_as_it_was_written(url: str) -> None:
    with house(url) as made:
        table, people = made.table("appalachian-trail", "Ann", "Bob")
        table = made.play(table, people, 5000)
        assert table.status == "over"
        again = fresh(url).tables.repository.table(table.id)
        assert again == table
        assert again.record().dumps() == table.record().dumps()
        assert again.result is not None


def test_what_one_server_does_another_sees_at_once(url: str) -> None:
    with house(url) as one, house(url) as two:
        table, people = one.table("irish-gauge", "Ann", "Bob", "Cleo")
        for turn in range(6):
            server = (one, two)[turn % 2]
            before = server.tables.repository.table(table.id)
            after = server.play(before, people, 1, seed=turn)
            assert (one if server is two else two).tables.repository.table(table.id) == after


def test_what_another_server_played_is_heard_of_in_two_questions(url: str) -> None:
    asked: list[str] = []
    with house(url) as here, house(url) as there:
        engine = there.database.engine
        event.listen(engine, "before_cursor_execute", lambda _, __, question, *more: asked.append(question))
        table, people = here.table("irish-gauge", "Ann", "Ben", "Cid")
        there.tables.repository.table(table.id)
        for number in range(12):
            table = here.play(table, people, 1, seed=number)
            asked.clear()
            heard = there.tables.repository.heard_of(table.id, table.stamp)
            assert len(asked) == 2, asked
            assert table_rows.row_of(heard) == table_rows.row_of(table) and heard.course.log(None) == table.course.log(
                None
            )
            assert table_rows.only_played(table, heard)
        # Word that came late, or of something else than steps, is no reason to believe it.
        newest = here.play(here.play(table, people, 1), people, 1)
        assert there.tables.repository.heard_of(table.id, table.stamp + 1).stamp == newest.stamp
        said = here.tables.chat.say(people[0], table.id, "Well played")
        assert there.tables.repository.heard_of(table.id, None).said == said.said


def test_of_many_who_act_at_once_one_is_acknowledged(url: str) -> None:
    with house(url) as one, house(url) as two:
        table, people = one.table("irish-gauge", "Ann", "Bob", "Cleo")

        def act(tables: Tables) -> bool:
            try:
                tables.moves.act(people[table.to_act], table.id, table.course.state.lines()[-1], table.version)
            except Stale:
                return False
            return True

        with ThreadPoolExecutor(8) as pool:
            done = list(pool.map(act, [one.tables, two.tables] * 8))
        assert done.count(True) == 1
        after = one.tables.repository.table(table.id)
        acted, *forced = range(table.step + 1, after.step + 1)
        assert after.course.steps[acted - 1].by == table.to_act and all(map(after.was_forced, forced))


def test_a_change_that_fails_leaves_all_as_it_was(url: str) -> None:
    with house(url) as made:
        table, _ = made.table("irish-gauge", "Ann", "Bob", "Cleo")

        def fail() -> None:
            with made.tables.repository.change(table.id) as change:
                change.connection.execute(delete(at.steps))
                change.after = replace(table, public=True)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail()
        assert made.tables.repository.table(table.id) == table
        assert fresh(url).tables.repository.table(table.id) == table


def test_a_change_made_from_an_old_table_is_not_written(url: str) -> None:
    with house(url) as made:
        old, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
        new = made.play(old, people, 1)
        with pytest.raises(Stale), made.database.writing() as connection:
            table_rows.write(connection, old, replace(old, public=True))
        assert fresh(url).tables.repository.table(old.id) == new


def test_what_is_taken_back_is_kept(url: str) -> None:
    with house(url) as made:
        table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
        acted = made.play(table, people, 1)
        taken = acted.course.steps[-1]
        back = made.tables.undo.undo(people[table.to_act], table.id, acted.version)
        assert back.course.steps == table.course.steps
        assert back.version > acted.version
        assert fresh(url).tables.repository.table(table.id) == back
        with made.database.reading() as connection:
            rows = connection.execute(select(at.undone.c.number, at.undone.c.by, at.undone.c.line)).all()
        assert rows == [(acted.step, taken.by, table.game.text(taken.code))]


@pytest.mark.parametrize(("column", "value", "why"), [
    ("rules_version", 0, "version 0 of the rules"), ("edition_digest", "0123", "knows no edition"),
    ("game", "chess", "no game 'chess'"), ("options", '{"fast": true}', "has no option 'fast'"),
])
def test_a_game_that_is_not_known_here_is_refused_and_not_touched(
    sqlite_url: str, column: str, value: object, why: str
) -> None:
    with house(sqlite_url) as made:
        table, _ = made.table("irish-gauge", "Ann", "Bob", "Cleo")
        with made.database.writing() as connection:
            connection.execute(update(at.tables).values(**{column: value, "stamp": at.tables.c.stamp + 1}))
            connection.execute(update(at.tables).values(version=at.tables.c.version + 1))
        with pytest.raises(Refused, match=f"this server can't show this game: .*{why}"):
            fresh(sqlite_url).tables.repository.table(table.id)


def test_there_are_only_tables_that_there_are(url: str) -> None:
    with house(url) as made, pytest.raises(NotFound):
        made.tables.repository.table("nosuchtable")


def test_more_tables_than_are_remembered(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundhouse.web.tables.repository.REMEMBERED", 2)
    with house(sqlite_url) as made:
        ann = made.guest()
        tables = [made.tables.creation.create(ann, "narrow-gauge", [ME, OPEN]) for _ in range(5)]
        assert len(made.tables.repository._memory) == 2
        assert [made.tables.repository.table(table.id) for table in tables] == tables
