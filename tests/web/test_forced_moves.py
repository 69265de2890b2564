"""What is forced is done by itself, is said, and is taken back with what led to it; who wishes presses it."""
from __future__ import annotations

from roundhouse.engine.dice import Dice
from roundhouse.web.pages.table.parts.log import entries
from roundhouse.web.tables.personal import play_settings
from roundhouse.web.tables.personal.play_settings import PlaySettings
from roundhouse.web.tables.undo import undo_of
from tests.web.house import ME, OPEN, House


def played(made: House, *, pressing: bool) -> tuple[int, int]:
    """A game of three people at random: how often a person faced a single move, and how often one was made for them."""
    people = [made.guest(name) for name in ("Ann", "Ben", "Cat")]
    if pressing:
        with made.database.writing() as connection:
            for player in people:
                play_settings.keep(connection, player.id, PlaySettings(forced=True))
    table = made.tables.creation.create(people[0], "irish-gauge", [ME, OPEN, OPEN])
    for player, seat in zip(people[1:], table.seats[1:]):
        table, _ = made.tables.seating.accept(player, seat.invite or "")
    dice, faced, by_itself = Dice(3), 0, 0
    while table.status == "playing":
        faced += table.forced is not None
        before, who = table.step, people[table.to_act]
        code = int(table.course.state.random_by_kind(dice))
        table = made.tables.moves.act(who, table.id, table.game.text(code), table.version)
        done = [n for n in range(before + 2, table.step + 1) if table.was_forced(n)]
        by_itself += len(done)
        if done and not by_itself - len(done) and table.status == "playing":
            moment = made.tables.viewing.moment(who, table, None, None)
            said = [entry.text for entry in entries(moment, moment.told(done[0], done[0]))]
            assert "No other move was possible" in said[0]
            assert undo_of(table, people[table.course.steps[done[-1] - 1].by])[1] < done[-1] - 1
    return faced, by_itself


def test_a_single_move_is_made_and_said_unless_who_makes_it_wishes_to_press(made: House) -> None:
    faced, by_itself = played(made, pressing=False)
    assert faced == 0 and by_itself > 0
    faced, by_itself = played(made, pressing=True)
    assert faced > 0 and by_itself == 0
