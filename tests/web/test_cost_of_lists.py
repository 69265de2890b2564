"""Lists among very many games: each is read from an index, in its order, and no further than it is shown."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select

from roundhouse.web.pages.site.home import LISTED
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.lists import MOST_COUNTED, ON_A_PAGE, ListPage, ListQuery
from roundhouse.web.tables.sql.list_queries import ListPosition
from tests.web.house import BOT, ME, OPEN, House, house

MANY = 130
EVERY = ListQuery()
Statement = tuple[str, Any]


def many(made: House, count: int = MANY) -> Player:
    """A player of whose games most have ended: copies of one, each ended a second after the one before, or with it."""
    ann = made.guest()
    table = made.tables.creation.create(ann, "narrow-gauge", [ME, ME])
    with made.database.writing() as connection:
        (row,) = connection.execute(select(at.tables).where(at.tables.c.id == table.id)).mappings()
        (seat, *_) = connection.execute(select(at.seats).where(at.seats.c.table == table.id)).mappings()
        ids = {f"copy{n:07}": 1000.0 + n // 3 for n in range(count)}
        over = {**row, "invite": None, "status": "over", "result": '{"scores": [1, 0], "winners": [0]}'}
        connection.execute(insert(at.tables), [{**over, "id": id, "changed": when} for id, when in ids.items()])
        seats = [(id, number) for id in ids for number in (0, 1)]
        keyless = {**seat, "key": None, "invite": None}
        connection.execute(insert(at.seats), [{**keyless, "table": id, "number": number} for id, number in seats])
        held = {"player": ann.id, "game": "narrow-gauge", "names": "ann\nann"}
        connection.execute(insert(at.holders), [{**held, "table": id, "seat": number} for id, number in seats])
    return ann


def pages(made: House, player: Player, wanted: ListQuery = EVERY, back: bool = False) -> Iterator[ListPage]:
    """Page by page, to the end or back to the start."""
    while True:
        page = made.tables.lists.my_page(player, wanted)
        yield page
        if (page.earlier if back else page.further) is None:
            return
        wanted = replace(wanted, after=None if back else page.further, before=page.earlier if back else None)


def ids(page: ListPage) -> list[str]:
    return [info.id for info in page.tables]


def every(made: House, player: Player, **wanted: Any) -> list[str]:
    return [id for page in pages(made, player, ListQuery(**wanted)) for id in ids(page)]


def placed(made: House, player: Player) -> list[str]:
    """A player's tables in the order of the list, by the tables themselves."""

    def key(id: str) -> tuple[float, ...]:
        table = made.tables.repository.table(id)
        if table.status != "playing" or table.to_act not in table.held_by(player) or table.auto:
            return ({"playing": 1, "waiting": 2, "over": 3, "closed": 3}[table.status], -table.changed)
        return (0, float("inf") if table.deadline is None else table.deadline, table.changed)

    with made.database.reading() as connection:
        known = sorted(connection.execute(select(at.tables.c.id)).scalars())
    return sorted((id for id in known if made.tables.repository.table(id).held_by(player)), key=key)


# ---- what is on which page -------------------------------------------------------------------------------------------


def test_every_game_is_on_one_page_in_order_there_and_back(url: str) -> None:
    with house(url) as made:
        ann = many(made)
        there = [ids(page) for page in pages(made, ann)]
        assert [len(page) for page in there] == [ON_A_PAGE] * 6 + [MANY + 1 - 6 * ON_A_PAGE]
        in_order = sorted(range(MANY), key=lambda n: (-(n // 3), n))
        going_on, *ended = [id for page in there for id in page]
        assert ended == [f"copy{n:07}" for n in in_order], "what goes on first, then the latest"
        assert not going_on.startswith("copy")
        *_, last = pages(made, ann)
        back = [ids(page) for page in pages(made, ann, ListQuery(before=last.earlier), back=True)]
        assert back[::-1] == there[:-1]
        for wanted in ({"sort": "over"}, {"game": "narrow-gauge", "sort": "over"}, {"words": "ann", "sort": "over"}):
            assert every(made, ann, **wanted) == ended
        assert every(made, ann, game="narrow-gauge") == every(made, ann, words="narrow") == [going_on, *ended]
        assert every(made, ann, game="irish-gauge") == every(made, ann, words="zoe") == []


def test_games_that_come_and_go_between_two_pages_hide_none(url: str) -> None:
    with house(url) as made:
        ann = many(made)
        before = every(made, ann)
        shown: list[str] = []
        for page in pages(made, ann):
            shown += ids(page)
            made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, OPEN])
            with made.database.writing() as connection:
                connection.execute(at.holders.delete().where(at.holders.c.table == shown[-1]))
        assert shown == before
        assert len(every(made, ann)) == len(before)


def test_a_place_that_nothing_comes_after_or_before_leads_to_the_first_page(made: House) -> None:
    ann = many(made)
    first = made.tables.lists.my_page(ann, EVERY)
    assert first.earlier is None and first.further is not None
    for wanted in (
        ListQuery(after=ListPosition(3, 0.0, "z")),
        ListQuery(before=ListPosition(0, 0.0, "a")),
        ListQuery(before=first.further),
    ):
        assert made.tables.lists.my_page(ann, wanted) == first
    assert made.tables.lists.my_page(made.guest("Bob"), ListQuery(after=first.further)) == ListPage([], total=0)


def test_games_are_counted_as_far_as_anybody_cares(made: House) -> None:
    ann = many(made, MOST_COUNTED + 50)
    assert made.tables.lists.my_page(ann, EVERY).total == MOST_COUNTED + 1
    assert made.tables.lists.my_page(ann, ListQuery("turn")).total == 1
    assert made.tables.lists.my_page(ann, ListQuery(words="ann")).total is None, (
        "they would all have to be looked through"
    )


# ---- what the database keeps -----------------------------------------------------------------------------------------


def test_the_list_follows_all_that_happens_at_a_table(url: str) -> None:
    with house(url) as made:
        table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
        ann, bob, cleo = people
        dora = made.guest("Dora")

        def check() -> None:
            for player in (*people, dora):
                assert every(made, player) == placed(made, player)
                due = [id for id in placed(made, player) if id in {info.id for info in made.tables.lists.due(player)}]
                assert made.tables.lists.due_count(player) == len(due) == len(made.tables.lists.due(player))

        others = [
            made.tables.creation.create(ann, "narrow-gauge", wishes) for wishes in ([ME, ME], [ME, OPEN], [ME, BOT])
        ]
        check()
        for seed in range(6):
            table = made.play(table, people, 1, seed)
            check()
        made.tables.undo.undo(people[table.course.steps[-1].by], table.id, table.version)
        made.tables.seating.accept(dora, made.tables.seating.own_link(bob, table.id))
        check()
        made.tables.seating.end_link(bob, table.id)
        check()
        for seat in made.tables.repository.table(table.id).seats:
            made.tables.substitutes.sit_bot(people[seat.number], table.id, seat.number, "level-1")
            check()
        made.tables.seating.accept(cleo, others[1].seats[1].invite or "")
        check()
        alone = made.tables.creation.create(ann, "irish-gauge", [ME, ME, ME])
        made.tables.closing.leave_game(ann, alone.id, 0, "level-1")
        assert alone.id in every(made, ann), "by the seats that are left"
        check()
        assert made.tables.closing.agree_to_end(ann, others[2].id, True).status == "closed"
        made.play(made.tables.repository.table(others[0].id), [ann, ann], 5000)
        check()
        assert len(every(made, ann, sort="over")) == 2


def test_a_table_is_found_by_the_names_at_it_now(url: str) -> None:
    with house(url) as made:
        table, (ann, bob) = made.table("narrow-gauge", "Ann", "Élodie")
        assert every(made, ann, words="éLODIE") == [table.id]
        made.players.rename(bob, "Zoë")
        assert every(made, ann, words="élodie") == [] and every(made, ann, words="ZOË") == [table.id]
        other = made.tables.creation.create(ann, "narrow-gauge", [ME, OPEN])
        made.tables.seating.accept(made.guest("Dora"), other.seats[1].invite or "")
        assert every(made, ann, words="dora") == [other.id]


# ---- how it is looked up ---------------------------------------------------------------------------------------------


@contextmanager
def asked(made: House) -> Iterator[list[Statement]]:
    """The questions to the database."""
    questions: list[Statement] = []

    def note(_: object, __: object, statement: str, given: object, *more: object) -> None:
        if not statement.startswith("BEGIN"):
            questions.append((statement, given))

    event.listen(made.database.engine, "before_cursor_execute", note)
    yield questions
    event.remove(made.database.engine, "before_cursor_execute", note)


def plan(made: House, connection: Connection, statement: str, given: Any) -> str:
    if made.database.sqlite:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given).all()
        return "\n".join(row.detail for row in rows)
    # So few rows are quickest read as a heap and sorted: whether they must be is what is asked.
    connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
    connection.exec_driver_sql("SET LOCAL enable_bitmapscan = off")
    return "\n".join(connection.exec_driver_sql(f"EXPLAIN {statement}", given).scalars())


LOOKS: dict[str, Callable[[House, Player, ListPosition], object]] = {
    "home": lambda made, ann, far: made.tables.lists.front(ann, LISTED),
    "kept": lambda made, ann, far: made.tables.lists.kept(ann),
    "all": lambda made, ann, far: made.tables.lists.my_page(ann, EVERY),
    "far down": lambda made, ann, far: made.tables.lists.my_page(ann, ListQuery(after=far)),
    "back from there": lambda made, ann, far: made.tables.lists.my_page(ann, ListQuery(before=far)),
    "ended": lambda made, ann, far: made.tables.lists.my_page(ann, ListQuery("over", after=far)),
    "a game": lambda made, ann, far: made.tables.lists.my_page(ann, ListQuery(game="narrow-gauge", after=far)),
    "a name": lambda made, ann, far: made.tables.lists.my_page(ann, ListQuery(words="ann", after=far)),
    "on turn": lambda made, ann, far: made.tables.lists.due(ann),
    "how many": lambda made, ann, far: made.tables.lists.due_count(ann),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_list_is_read_from_an_index_in_its_order(url: str, look: str) -> None:
    with house(url) as made:
        ann = many(made)
        *_, (_, far), _, _ = ((page.tables, page.earlier) for page in pages(made, ann))
        assert far is not None
        with asked(made) as questions:
            LOOKS[look](made, ann, far)
        assert len(questions) <= (7 if look == "home" else 3)
        with made.database.reading() as connection:
            for statement, given in questions:
                if " IN (" in statement and "names" not in statement:
                    continue    # the seats of what is shown, by their tables
                told = plan(made, connection, statement, given)
                assert "ix_" in told, told
                for bad in ("SCAN tables", "SCAN holders", "TEMP B-TREE", "Seq Scan", "Sort"):
                    assert bad not in told, (statement, told)


def test_who_looks_at_the_clock_does_not_look_through_all_games(made: House) -> None:
    many(made)
    with asked(made) as questions:
        made.tables.timekeeper.run_due()
    with made.database.reading() as connection:
        plans = [plan(made, connection, *question) for question in questions]
    assert plans and all(" USING " in told and "SCAN" not in told for told in plans), plans


def test_no_list_reads_the_names_or_the_tables_of_games_that_are_not_shown(made: House) -> None:
    """What a game is and where it stands are in the index; only a search looks further."""
    ann = many(made)
    with asked(made) as questions:
        made.tables.lists.due_count(ann)
        made.tables.lists.my_page(ann, ListQuery("over", "irish-gauge"))
    with made.database.reading() as connection:
        for statement, given in questions:
            told = plan(made, connection, statement, given)
            assert "COVERING INDEX ix_holders_own" in told, told
