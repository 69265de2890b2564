"""Clocks: what a turn takes, what happens at zero, holidays, reminders, and tables that nobody remembers."""
from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from sqlalchemy import select

from roundhouse.errors import UserError
from roundhouse.web.delivery import endpoints, preferences
from roundhouse.web.delivery.preferences import Preferences
from roundhouse.web.errors import Forbidden, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import Clock, span
from roundhouse.web.tables.model.table import STAND_IN, Table
from tests.web.house import ME, OPEN, House, house
from tests.web.timelapse import DAY, HOUR, MINUTE, Timelapse, lapse

__all__ = ["lapse"]
DAYS = Clock(DAY, 3 * DAY)


@pytest.fixture
def made(url: str) -> Iterator[House]:
    with house(url) as opened:
        yield opened


def game(made: House, clock: Clock = DAYS, pace: str = "days") -> tuple[Table, list[Player]]:
    return made.table("irish-gauge", "Ann", "Bob", "Cleo", pace=pace, clock=clock)


def pass_on(made: House, table: Table, people: list[Player]) -> Table:
    return made.tables.moves.act(people[table.to_act], table.id, "pass", table.version)


def test_a_turn_takes_from_the_bank_what_it_takes_beyond_its_own_time(made: House, lapse: Timelapse) -> None:
    table, people = game(made)
    first = table.to_act
    assert table.deadline == pytest.approx(table.since + 4 * DAY)
    lapse.pass_by(HOUR)
    after = pass_on(made, table, people)
    assert after.seats[first].bank == 3 * DAY, "within its own time a turn costs nothing"
    second = after.to_act
    lapse.pass_by(2 * DAY)
    after = pass_on(made, after, people)
    assert after.seats[second].bank == pytest.approx(2 * DAY, abs=10)
    assert [seat.bank for seat in made.tables.repository.table(table.id).seats] == [seat.bank for seat in after.seats]


def test_without_a_clock_nothing_runs_out(made: House, lapse: Timelapse) -> None:
    table, _ = made.table("irish-gauge", "Ann", "Bob", "Cleo", pace="days")
    lapse.pass_by(60 * DAY)
    made.tables.timekeeper.run_due()
    assert made.tables.repository.table(table.id).status == "playing" and table.deadline is None


def test_nobodys_clock_runs_before_the_game_begins(made: House, lapse: Timelapse) -> None:
    ann, bob = made.guest(), made.guest("Bob")
    table = made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, ME], pace="days", clock=DAYS)
    assert table.deadline is None
    lapse.pass_by(5 * DAY)
    assert table.invite is not None
    table, number = made.tables.seating.accept(bob, table.invite)
    assert number == 1 and table.deadline == pytest.approx(time.time() + 4 * DAY, abs=10)


@pytest.mark.parametrize("at_zero", ["move", "bot", "table"])
def test_at_zero_what_was_chosen_happens_once_and_is_told(made: House, lapse: Timelapse, at_zero: str) -> None:
    table, people = game(made, Clock(DAY, 0, at_zero))
    late = table.to_act
    lapse.pass_by(DAY - MINUTE)
    made.tables.timekeeper.run_due()
    assert not made.tables.repository.table(table.id).overdue, "not before"
    lapse.pass_by(2 * MINUTE)
    made.tables.timekeeper.run_due()
    made.tables.timekeeper.run_due()
    now = made.tables.repository.table(table.id)
    said = [line.words for line in made.tables.chat.heard(None, table.id)]
    assert len(said) == 1 and f"{now.seats[late].name}'s time is up" in said[0]
    assert now.auto == (at_zero != "table")
    assert now.seats[late].bot == (STAND_IN if at_zero == "bot" else None)
    if at_zero == "move":
        moved = made.tables.moves.act_for(now.id, now.version, now.game.parse("pass"))
        assert moved is not None and not moved.overdue and not moved.auto
        assert moved.deadline == pytest.approx(time.time() + DAY, abs=10), "the next one's clock runs"
    if at_zero == "table":
        other = people[(late + 1) % 3]
        assert made.tables.substitutes.away(now) == {late: frozenset()}
        with pytest.raises(Forbidden):
            made.tables.timekeeper.give_time(made.guest("Stranger"), now.id)
        with pytest.raises(Refused):
            made.tables.timekeeper.give_time(people[late], now.id)
        again = made.tables.timekeeper.give_time(other, now.id)
        assert not again.overdue and again.deadline == pytest.approx(time.time() + DAY, abs=10)
        assert made.tables.substitutes.away(again) == {}
        lapse.pass_by(DAY + 1)
        made.tables.timekeeper.run_due()
        assert made.tables.substitutes.sit_bot(other, now.id, late, "level-5").seats[late].bot == STAND_IN


def test_who_comes_in_time_after_all_plays_on(made: House, lapse: Timelapse) -> None:
    table, people = game(made, Clock(DAY, 0))
    lapse.pass_by(DAY + 1)
    made.tables.timekeeper.run_due()
    now = made.tables.repository.table(table.id)
    assert now.level == STAND_IN
    after = pass_on(made, now, people)
    assert made.tables.moves.act_for(now.id, now.version, now.game.parse("pass")) is None, "the bot comes too late"
    assert not after.overdue


def test_on_holiday_a_clock_stands_still(made: House, lapse: Timelapse) -> None:
    table, people = game(made)
    player, first = people[table.to_act], table.to_act
    lapse.pass_by(HOUR)
    now = time.time()
    with made.database.writing() as connection:
        preferences.keep(connection, player.id, Preferences(away_from=now, away_until=now + 10 * DAY))
    made.tables.timekeeper.reckon_anew(player)
    assert made.tables.repository.table(table.id).deadline == pytest.approx(now + 14 * DAY - HOUR, abs=10)
    lapse.pass_by(11 * DAY)
    made.tables.timekeeper.run_due()
    after = pass_on(made, made.tables.repository.table(table.id), people)
    assert after.seats[first].bank == pytest.approx(3 * DAY - HOUR, abs=10)


def test_a_move_and_a_free_undo_do_not_restart_the_turn(made: House, lapse: Timelapse) -> None:
    """What a turn has used of its own time stays used, and nobody else pays for a turn that was taken back."""
    table, people = game(made, Clock(HOUR, HOUR))
    first = table.to_act
    lapse.pass_by(50 * MINUTE)
    for _ in range(3):
        moved = pass_on(made, table, people)
        second = moved.to_act
        assert second != first and moved.deadline == pytest.approx(time.time() + 2 * HOUR, abs=10)
        table = made.tables.undo.undo(people[first], moved.id, moved.version)
        assert table.to_act == first and table.deadline == pytest.approx(time.time() + 70 * MINUTE, abs=10)
    lapse.pass_by(30 * MINUTE)      # 20 of them beyond its own time
    moved = pass_on(made, table, people)
    assert moved.seats[first].bank == pytest.approx(40 * MINUTE, abs=10)
    lapse.pass_by(5 * MINUTE)
    table = made.tables.undo.undo(people[first], moved.id, moved.version)
    assert table.seats[first].bank == pytest.approx(40 * MINUTE, abs=10) and table.seats[second].bank == HOUR
    assert table.deadline == pytest.approx(time.time() + 40 * MINUTE, abs=10), "its own time is used up"
    lapse.pass_by(41 * MINUTE)
    made.tables.timekeeper.run_due()
    assert made.tables.repository.table(table.id).overdue


def test_a_bot_for_a_moment_does_not_restart_the_turn(made: House, lapse: Timelapse) -> None:
    """A player who lets a bot play and takes the seat back before it has moved has the time that was left."""
    table, people = game(made, Clock(HOUR, HOUR))
    first = table.to_act
    for left in (75, 30, 5):
        lapse.pass_by((table.deadline or 0.0) - time.time() - left * MINUTE)
        made.tables.substitutes.sit_bot(people[first], table.id, first, "level-1")
        table = made.tables.substitutes.take_back(people[first], table.id, first)
        assert table.deadline == pytest.approx(time.time() + left * MINUTE, abs=10)
    made.tables.substitutes.sit_bot(people[first], table.id, first, "level-1")
    moved = made.tables.moves.act_for(table.id, table.version, table.game.parse("pass"))
    assert moved is not None
    while moved.to_act != first:
        moved = pass_on(made, moved, people)
    back = made.tables.substitutes.take_back(people[first], table.id, first)
    assert back.deadline == pytest.approx(time.time() + 65 * MINUTE, abs=10), "its next turn has its own hour again"


def chosen(made: House, player: Player, first: float | None, last: float | None) -> Preferences:
    now = made.database.now()
    span = (None, None) if first is None or last is None else (now + first * DAY, now + last * DAY)
    with made.database.writing() as connection:
        preferences.choose(connection, player.id, Preferences(away_from=span[0], away_until=span[1]), now)
    made.tables.timekeeper.reckon_anew(player)
    with made.database.reading() as connection:
        return preferences.of(connection, player.id)


def test_holidays_begin_in_the_future_and_have_a_yearly_budget(made: House, lapse: Timelapse) -> None:
    table, people = game(made)
    player, first = people[table.to_act], table.to_act
    for begin in (-1.0, 0.0):
        with pytest.raises(Refused, match="begin tomorrow or later"):
            chosen(made, player, begin, 5.0)
    with pytest.raises(Refused, match="at most 30 days in a year; you have 30 left"):
        chosen(made, player, 1.0, 40.0)
    chosen(made, player, 1.0, 11.0)
    chosen(made, player, None, None)
    assert chosen(made, player, 2.0, 12.0).away_from is not None, "what was withdrawn before it began was not used"
    # Withdrawn in the midst of it, what was used is used, and the turn is spared that and no more.
    lapse.pass_by(5 * DAY)
    ended = chosen(made, player, None, None)
    assert ended.away_until == pytest.approx(time.time(), abs=10)
    after = pass_on(made, made.tables.repository.table(table.id), people)
    assert after.seats[first].bank == pytest.approx(2 * DAY, abs=10), "2 of 5 days were not holidays"
    with pytest.raises(Refused, match="you have 27 left"):
        chosen(made, player, 1.0, 29.0)
    chosen(made, player, 1.0, 28.0)
    lapse.pass_by(10 * DAY)
    from_before = chosen(made, player, None, None).away_from
    assert from_before is not None
    with pytest.raises(Refused, match="you have 18 left"):
        chosen(made, player, 1.0, 27.0)
    lapse.pass_by(365 * DAY)
    assert chosen(made, player, 1.0, 27.0).away_from is not None


def test_a_game_in_one_sitting_knows_no_holidays(made: House) -> None:
    table, people = game(made, Clock(MINUTE, 10 * MINUTE), "live")
    player, now = people[table.to_act], time.time()
    with made.database.writing() as connection:
        preferences.keep(connection, player.id, Preferences(away_from=now, away_until=now + 10 * DAY))
    made.tables.timekeeper.reckon_anew(player)
    assert made.tables.repository.table(table.id).deadline == table.deadline


def test_a_reminder_comes_once_before_the_end(made: House, lapse: Timelapse) -> None:
    table, people = game(made, Clock(DAY, 0))
    with made.database.writing() as connection:
        endpoints.add(connection, people[table.to_act].id, "hook", "https://hook.example/")

    def kinds() -> list[str]:
        with made.database.reading() as connection:
            return list(connection.execute(select(at.news.c.kind).order_by(at.news.c.id)).scalars())

    lapse.pass_by(17 * HOUR)
    made.tables.timekeeper.run_due()
    assert kinds() == []
    lapse.pass_by(2 * HOUR)
    for _ in range(2):
        made.tables.timekeeper.run_due()
    assert kinds() == ["reminder"]
    lapse.pass_by(6 * HOUR)
    made.tables.timekeeper.run_due()
    assert kinds() == ["reminder", "clock"]


def test_tables_that_nobody_remembers_end_by_themselves(made: House, lapse: Timelapse) -> None:
    ann = made.guest()
    empty = made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, OPEN])
    played, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    lapse.pass_by(13 * DAY)
    made.tables.timekeeper.run_due()
    assert made.tables.repository.table(empty.id).status == "waiting"
    lapse.pass_by(2 * DAY)
    made.tables.timekeeper.run_due()
    assert (
        made.tables.repository.table(empty.id).status == "closed"
        and made.tables.repository.table(played.id).status == "playing"
    )
    with pytest.raises(Refused):
        made.tables.seating.join(ann, empty.id, 1)
    lapse.pass_by(90 * DAY)
    made.tables.timekeeper.run_due()
    assert made.tables.repository.table(played.id).status == "closed"
    with pytest.raises(Refused, match="closed"):
        pass_on(made, made.tables.repository.table(played.id), people)


def test_clocks_in_words() -> None:
    assert str(DAYS) == "1 day for each turn, and 3 days in the bank; then a bot makes that turn"
    assert [span(seconds) for seconds in (30, 60, 90, 3600, 5400, 7200, 86400, 100000, 172800)] == [
        "30 seconds", "1 minute", "90 seconds", "1 hour", "90 minutes", "2 hours", "1 day", "28 hours", "2 days",
    ]
    for each, bank, at_zero in ((0, 0, "move"), (1e9, 0, "move"), (60, -1, "move"), (60, 0, "explode")):
        with pytest.raises(UserError):
            Clock(each, bank, at_zero)
