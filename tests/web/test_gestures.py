"""Several moves in one gesture: all of it is made or none, and it is taken back as one."""
from __future__ import annotations

import pytest

from roundhouse.games import title
from roundhouse.games.irish_gauge.rules import IrishGaugeState
from roundhouse.games.sight import sight
from roundhouse.web.errors import NotFound, Refused
from roundhouse.web.pages.table import coaching, view
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.seats.creation import rivals_of
from roundhouse.web.tables.undo import undo_of
from tests.web.house import House


def ready_to_build(made: House) -> tuple[Table, list[Player]]:
    """A table of Irish Gauge at which somebody may place track."""
    table, people = made.table("irish-gauge", "Ann", "Ben", "Cat")
    while "track" not in {line.split()[0] for line in table.course.state.lines()}:
        state = table.course.state
        assert isinstance(state, IrishGaugeState)
        bids = [line for line in state.lines() if line.startswith("bid ")]
        line = bids[0] if bids and state.auction.high < 0 else "pass"
        table = made.tables.moves.act(people[table.to_act], table.id, line, table.version)
    return table, people


def whole_builds(table: Table) -> list[str]:
    """Builds of several hexes, as a gesture each."""
    state = table.course.state
    assert isinstance(state, IrishGaugeState)
    routes = title("irish-gauge").room.gestures.routes
    seen = sight(state, table.to_act)
    return ["; ".join(route.lines) for name in state.board.grid.ids for route in routes(seen, name)]


def test_a_build_is_laid_in_one_gesture_and_taken_back_in_one(made: House) -> None:
    table, people = ready_to_build(made)
    builder, before = people[table.to_act], table
    gesture = max(whole_builds(table), key=len)
    assert gesture.count("track") == 3
    table = made.tables.moves.act(builder, table.id, gesture, table.version)
    assert (table.step, table.version) == (before.step + 3, before.version + 1)
    assert undo_of(table, builder) == ("free", before.step)
    table = made.tables.undo.undo(builder, table.id, table.version)
    assert table.course == before.course
    table = made.tables.undo.restore(builder, table.id, table.version)
    assert table.step == before.step + 3
    assert undo_of(table, builder) == ("free", before.step)


def test_single_moves_are_taken_back_one_by_one(made: House) -> None:
    table, people = ready_to_build(made)
    builder = people[table.to_act]
    first, second, *_ = max(whole_builds(table), key=len).split("; ")
    for line in (first, second):
        table = made.tables.moves.act(builder, table.id, line, table.version)
    assert undo_of(table, builder) == ("free", table.step - 1)


def test_a_gesture_that_cannot_be_ended_is_not_begun(made: House) -> None:
    table, people = ready_to_build(made)
    builder = people[table.to_act]
    first = whole_builds(table)[0].split("; ")[0]
    for wrong in ("track MGW A5", "nonsense", "pass", "", f"{first}; {first}"):
        with pytest.raises(Refused):
            made.tables.moves.act(builder, table.id, f"{first}; {wrong}", table.version)
    assert made.tables.repository.table(table.id).course == table.course
    with pytest.raises(Refused, match="your turn is over"):
        made.tables.moves.act(builder, table.id, "dividends; dividends", table.version)


def test_an_uploaded_record_is_taken_back_move_by_move(made: House) -> None:
    """All its steps have one time, and yet were no gesture."""
    table, people = ready_to_build(made)
    for line in max(whole_builds(table), key=len).split("; "):
        table = made.tables.moves.act(people[table.to_act], table.id, line, table.version)
    ann = made.guest("Dai")
    copy = made.tables.creation.upload(ann, table.record().dumps())
    for _ in copy.seats:
        copy = made.tables.seating.join(ann, copy.id, next(seat.number for seat in copy.seats if seat.open))
    assert undo_of(copy, ann) == ("free", copy.step - 1)


def test_a_game_that_is_over_can_be_tried_from_any_step_against_bots(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Ben", "Cat")
    dai = made.guest("Dai")
    with pytest.raises(Refused, match="when the game is over"):
        made.tables.creation.branch(dai, table.id, 10, 1)
    table = made.play(table, people, 5000)
    assert table.status == "over"
    step = next(n for n in range(30, table.step) if table.course.at(n).to_act == 1)
    tried = made.tables.creation.branch(dai, table.id, step, 1)
    assert tried.course.back_to(step) == table.course.back_to(step)
    assert tried.held_by(dai) == (1,) and [seat.bot for seat in tried.seats] == ["level-3", None, "level-3"]
    assert rivals_of(["level-1", None, "level-2"]) == ["level-1", "level-2", "level-2"]
    said = view.see(made.tables.viewing.moment(dai, tried, None, 1)).prompt
    rivals = "against Trevithick and Brunel, level 3"
    assert said.startswith(f"You go on from step {step} in the second seat, {rivals}. Your turn: ")
    tried = made.tables.moves.act(dai, tried.id, tried.game.text(int(tried.course.state.legal()[0])), tried.version)
    assert "You go on" not in view.see(made.tables.viewing.moment(dai, tried, None, 1)).prompt
    ended = made.tables.viewing.moment(people[0], table, None, 0)
    assert coaching.tried_again(ended, 0) == "you in your seat, against Stephenson and Brunel, level 3"
    assert coaching.tried_again(ended, 2) == "you in Cat's seat, against Trevithick and Stephenson, level 3"
    with pytest.raises(NotFound):
        made.tables.creation.branch(dai, table.id, table.step, 1)
