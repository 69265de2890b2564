"""Lists among very many games: how they are looked up, not how long that takes."""
from __future__ import annotations

from typing import Any

from sqlalchemy import event, insert, select, text, update

from roundhouse.web.lists import ON_A_PAGE, Wanted
from roundhouse.web.players import Player
from roundhouse.web.storage import schema as at
from tests.web.house import BOT, ME, House, house

MANY = 130


def many(made: House) -> Player:
    """A player of whose games most have ended: copies of one, each ended a second after the one before."""
    ann = made.guest()
    table = made.tables.create(ann, "narrow-gauge", [ME, ME])
    with made.database.writing() as connection:
        (row,) = connection.execute(select(at.tables).where(at.tables.c.id == table.id)).mappings()
        (seat, *_) = connection.execute(select(at.seats).where(at.seats.c.table == table.id)).mappings()
        for n in range(MANY):
            id, when = f"copy{n:07}", 1000.0 + n
            ended = {"id": id, "invite": None, "status": "over", "changed": when}
            ended["result"] = '{"scores": [1, 0], "winners": [0]}'
            connection.execute(insert(at.tables).values({**row, **ended}))
            for number in (0, 1):
                connection.execute(insert(at.seats).values({**seat, "table": id, "number": number, "key": None}))
                connection.execute(insert(at.holders).values(table=id, seat=number, player=ann.id, ended=when))
    return ann


def asked(made: House, player: Player, wanted: Wanted) -> tuple[list[str], list[tuple[str, Any]]]:
    """The ids on a page, and the questions with what they asked for."""
    questions: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, given: object, *more: object) -> None:
        if not statement.startswith("BEGIN"):
            questions.append((statement, given))

    event.listen(made.database.engine, "before_cursor_execute", note)
    ids = [info.id for info in made.tables.my_page(player, wanted).tables]
    event.remove(made.database.engine, "before_cursor_execute", note)
    return ids, questions


def test_pages_follow_each_other_to_the_end(url: str) -> None:
    with house(url) as made:
        ann = many(made)
        pages = [asked(made, ann, Wanted(page=number))[0] for number in range(1, 8)]
        assert [len(page) for page in pages] == [ON_A_PAGE] * 6 + [MANY + 1 - 6 * ON_A_PAGE]
        going_on, *ended = [id for page in pages for id in page]
        assert ended == [f"copy{n:07}" for n in reversed(range(MANY))], "what goes on first, then the latest"
        assert not going_on.startswith("copy")
        over = [asked(made, ann, Wanted("over", page=number))[0] for number in (1, 2)]
        assert [id for page in over for id in page] == ended[: 2 * ON_A_PAGE]


def test_a_page_far_down_reads_no_more_than_what_it_shows(made: House) -> None:
    ann = many(made)
    for wanted in (Wanted(page=5), Wanted("over", page=5)):
        ids, questions = asked(made, ann, wanted)
        assert len(ids) == ON_A_PAGE and len(questions) <= 10
        with made.database.reading() as connection:
            for statement, given in questions:
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given).all()
                scans = [row.detail for row in plan if row.detail in {f"SCAN {name}" for name in at.metadata.tables}]
                assert not scans, (statement, scans)


def test_what_waits_is_found_by_what_goes_on(made: House) -> None:
    """However many games somebody has played, only those that go on are looked through."""
    ann = many(made)
    with made.database.writing() as connection:
        connection.execute(update(at.tables).where(at.tables.c.status == "over").values(status="playing", auto=False))
    assert made.tables.due_count(ann) == 1 and len(made.tables.due(ann)) == 1


def test_a_game_that_ends_or_begins_again_is_listed_so(made: House) -> None:
    ann = made.guest()
    table = made.tables.create(ann, "narrow-gauge", [ME, BOT])
    ended = select(at.holders.c.ended).where(at.holders.c.table == table.id)
    with made.database.reading() as connection:
        assert connection.execute(ended).scalars().all() == [None]
    closed = made.tables.agree_to_end(ann, table.id, True)
    assert closed.status == "closed"
    with made.database.reading() as connection:
        assert connection.execute(ended).scalars().all() == [closed.changed]
    assert [info.id for info in made.tables.my_page(ann, Wanted("over")).tables] == [table.id]


def test_what_was_played_before_this_was_kept_is_listed_as_ended(sqlite_url: str) -> None:
    with house(sqlite_url) as made:
        ann = many(made)
        with made.database.writing() as connection:
            connection.execute(text("UPDATE holders SET ended = NULL"))
            connection.execute(text("DROP INDEX ix_holders_own"))
            connection.execute(text("ALTER TABLE holders DROP COLUMN ended"))
            connection.execute(text("CREATE INDEX ix_holders_player ON holders (player)"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0005'"))
        made.database.migrate()
        assert len(asked(made, ann, Wanted("over"))[0]) == ON_A_PAGE
        assert made.tables.my_page(ann, Wanted("over")).total == MANY
