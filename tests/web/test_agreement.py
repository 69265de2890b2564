"""Who is away, or slow, and when the others have a bot play for them: alone, or by agreement."""
from __future__ import annotations

import time

import pytest
from sqlalchemy import update

from roundhouse.web.delivery import preferences
from roundhouse.web.delivery.preferences import Preferences
from roundhouse.web.errors import Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.table import AWAY_SECONDS, STAND_IN, Table
from tests.web.house import ME, OPEN, House
from tests.web.test_ratings import account
from tests.web.timelapse import DAY, Timelapse
from tests.web.timelapse import lapse as lapse

WEEKS = Clock(7 * DAY, 0.0)
LONG = AWAY_SECONDS["days"] + 60


def seated(made: House, *names: str, rated: bool = True, clock: Clock | None = WEEKS) -> tuple[Table, list[Player]]:
    """A table over days with an account on every seat."""
    people = [account(made, name) for name in names]
    wishes = [ME, *[OPEN] * (len(names) - 1)]
    table = made.tables.creation.create(people[0], "irish-gauge", wishes, pace="days", clock=clock, rated=rated)
    for person, seat in zip(people[1:], table.seats[1:]):
        table, _ = made.tables.seating.accept(person, seat.invite or "")
    return table, people


def come(made: House, *people: Player) -> None:
    """They are here now."""
    p = at.players.c
    with made.database.writing() as connection:
        connection.execute(update(at.players).where(p.id.in_([one.id for one in people])).values(seen=time.time()))


def put_in_a_bot(made: House, by: Player, table: Table, seat: int) -> Table:
    return made.tables.substitutes.sit_bot(by, table.id, seat, "level-5")


def test_at_a_rated_table_all_who_are_here_agree_before_a_bot_plays_for_somebody(
    made: House, lapse: Timelapse
) -> None:
    table, people = seated(made, "Anna", "Bobby", "Cleo", "Dora")
    anna, bobby, cleo, dora = people
    with pytest.raises(Refused, match=r"short time ago.*if two of the others"):
        put_in_a_bot(made, anna, table, 1)
    lapse.pass_by(LONG)
    come(made, anna, cleo, dora)
    table = put_in_a_bot(made, anna, table, 1)
    assert table.seats[1].person, "nobody alone makes a rival come last"
    told = made.tables.viewing.info(cleo, table).seats[1]
    assert told.away and (told.judges, told.agreed) == ((0, 2, 3), (0,))
    assert put_in_a_bot(made, anna, table, 1).seats[1].person, "and nobody agrees twice"
    assert put_in_a_bot(made, cleo, table, 1).seats[1].person
    table = put_in_a_bot(made, dora, table, 1)
    assert (table.seats[1].bot, table.seats[1].unseat) == (STAND_IN, 0)
    table = made.tables.substitutes.take_back(bobby, table.id)
    assert table.seats[1].person


def test_a_move_makes_what_was_agreed_void(made: House, lapse: Timelapse) -> None:
    table, people = seated(made, "Anna", "Bobby", "Cleo")
    lapse.pass_by(LONG)
    late = table.to_act
    others = [person for seat, person in enumerate(people) if seat != late]
    come(made, *others)
    assert put_in_a_bot(made, others[0], table, late).seats[late].unseat
    line = table.game.text(int(table.course.state.legal()[0]))
    table = made.tables.moves.act(people[late], table.id, line, made.tables.repository.table(table.id).version)
    assert table.seats[late].unseat == 0
    with pytest.raises(Refused, match="short time ago"):
        put_in_a_bot(made, others[1], table, late)


def test_of_two_at_a_rated_table_the_clock_alone_decides(made: House, lapse: Timelapse) -> None:
    table, (anna, _, _) = seated(made, "Anna", "Bobby", "Cleo")
    lapse.pass_by(LONG)
    come(made, anna)
    with pytest.raises(Refused, match="if two of the others"):
        put_in_a_bot(made, anna, table, 1)
    assert not any(seat.away for seat in made.tables.viewing.info(anna, table).seats)


def test_who_is_on_holiday_is_not_away(made: House, lapse: Timelapse) -> None:
    table, (anna, bobby, _) = seated(made, "Anna", "Bobby", "Cleo", rated=False, clock=None)
    lapse.pass_by(LONG)
    come(made, anna)
    with made.database.writing() as connection:
        now = time.time()
        preferences.keep(connection, bobby.id, Preferences(away_from=now - DAY, away_until=now + DAY))
    with pytest.raises(Refused, match="short time ago"):
        put_in_a_bot(made, anna, table, 1)
    assert put_in_a_bot(made, anna, table, 2).seats[2].bot == STAND_IN, "Cleo is; there one is enough"


def test_who_is_slow_without_a_clock_is_replaced_when_all_others_agree(made: House, lapse: Timelapse) -> None:
    table, people = seated(made, "Anna", "Bobby", "Cleo", rated=False, clock=None)
    slow = table.to_act
    others = [seat for seat in range(3) if seat != slow]
    lapse.pass_by(LONG)
    come(made, *people)
    with pytest.raises(Refused, match="short time ago"):
        put_in_a_bot(made, people[others[0]], table, others[1])
    assert put_in_a_bot(made, people[others[0]], table, slow).seats[slow].person
    assert put_in_a_bot(made, people[others[1]], table, slow).seats[slow].bot == STAND_IN
