"""Plans for one's next turn, and passing until it: done when it comes, seen by nobody before."""
from __future__ import annotations

import pytest

from roundhouse.engine.dice import Dice
from roundhouse.games.auctions import ascending
from roundhouse.web.errors import Refused
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model import conditional_moves
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.personal import play_settings
from roundhouse.web.tables.personal.play_settings import PlaySettings
from tests.web.house import House


def let_the_house_act(made: House, table: Table) -> Table:
    after = made.tables.moves.act_for(table.id, table.version)
    assert after is not None
    return after


def beyond_auctions(made: House, seed: int = 1) -> tuple[Table, list[Player]]:
    """A game in which somebody is to choose an action."""
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    while ascending(table.course.state) is not None or table.step < 12:
        table = made.play(table, people, 1, seed + table.step)
    return table, people


def test_the_first_move_of_a_plan_that_can_be_made_is_made(made: House) -> None:
    table, people = beyond_auctions(made)
    planner = (table.to_act + 1) % 3
    offered = made.tables.viewing.look(people[planner], table.id, seat=planner).auction
    assert offered is not None and offered.kind == "plan" and offered.wish is None
    table = made.tables.moves.intend(people[planner], table.id, "then bid 999; dividends")
    seen = made.tables.viewing.look(people[planner], table.id, seat=planner).auction
    assert seen is not None and seen.wish == "then bid 999; dividends"
    other = made.tables.viewing.look(people[(planner + 1) % 3], table.id).auction
    assert other is None or other.wish is None, "nobody else sees it"
    while table.to_act != planner:
        table = made.play(table, people, 1, table.step)
    assert table.auto
    if "dividends" in table.course.state.lines():
        after = let_the_house_act(made, table)
        assert after.course.line(table.step + 1, None) == "dividends"
        assert planner not in after.intentions, "a plan is for one turn"


def test_a_plan_that_can_not_be_made_leaves_the_turn_to_its_player(made: House) -> None:
    table, people = beyond_auctions(made)
    planner = (table.to_act + 1) % 3
    table = made.tables.moves.intend(people[planner], table.id, "then bid 999")
    while table.to_act != planner:
        table = made.play(table, people, 1, table.step)
    after = let_the_house_act(made, table)
    assert after.step == table.step and not after.auto and after.to_act == planner


def test_passing_until_ones_turn_passes_in_every_auction(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    sleeper = (table.to_act + 1) % 3
    table = made.tables.moves.intend(people[sleeper], table.id, "pass until my turn", sleeper)
    passed = 0
    for step in range(200):
        if table.to_act == sleeper:
            if sleeper not in table.intentions:
                break
            table = let_the_house_act(made, table)
            assert table.course.line(table.step, None) == "pass" or table.course.steps[-1].by != sleeper
            passed += 1
        else:
            table = made.play(table, people, 1, step)
    assert passed >= 1
    assert ascending(table.course.state) is None, "its own turn is its own"


def quietly(made: House, table: Table, people: list[Player]) -> Table:
    """Who is to act passes, or does the first that there is to do."""
    lines = table.course.state.lines()
    return made.tables.moves.act(people[table.to_act], table.id, "pass" if "pass" in lines else lines[0], table.version)


def until_turn_of(made: House, table: Table, people: list[Player], planner: int) -> Table:
    while table.to_act != planner or ascending(table.course.state) is not None:
        table = quietly(made, table, people)
    return table


@pytest.mark.parametrize(("who", "done"), [("somebody", True), ("nobody", False)])
def test_a_plan_may_depend_on_what_others_do_first(made: House, who: str, done: bool) -> None:
    table, people = beyond_auctions(made)
    first = table.course.state.lines()[0]
    planner = (table.to_act + 1) % 3
    made.tables.moves.intend(people[planner], table.id, f"then dividends if {who} {first}")
    table = made.tables.moves.act(people[table.to_act], table.id, first, table.version)
    table = until_turn_of(made, table, people, planner)
    assert table.auto and "dividends" in table.course.state.lines()
    after = let_the_house_act(made, table)
    assert (after.step > table.step) == done
    assert not after.auto or after.to_act != planner, "what does not hold is left to the player"


def test_a_plan_waits_for_a_turn_of_ones_own_through_auctions(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    with made.database.writing() as connection:
        for player in people:       # an auction that only few can bid in is not over at once
            play_settings.keep(connection, player.id, PlaySettings(forced=True))
    while not (opens := [line for line in table.course.state.lines() if line.startswith("auction")]):
        table = made.play(table, people, 1, table.step)
    planner = (table.to_act + 1) % 3
    table = made.tables.moves.intend(people[planner], table.id, "then dividends")
    table = made.tables.moves.act(people[table.to_act], table.id, opens[0], table.version)
    assert ascending(table.course.state) is not None
    while table.to_act != planner:
        table = quietly(made, table, people)
    assert ascending(table.course.state) is not None and not table.auto, "in the auction it is for the player to bid"
    table = until_turn_of(made, table, people, planner)
    assert table.auto and planner in table.intentions


def test_a_condition_knows_no_more_than_its_seat(made: House) -> None:
    """What others have chosen in secret is no move that a plan can depend on."""
    table, people = made.table("narrow-gauge", "Ann", "Bob")
    seat = table.to_act
    table = made.tables.moves.act(people[seat], table.id, "bid 3", table.version)
    assert conditional_moves.played(table.course, 1 - seat, table.step - 1) == {"bid ?"}
    assert conditional_moves.played(table.course, seat, table.step - 1) == set()


@pytest.mark.parametrize("game", ["irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail"])
def test_what_may_be_planned_tells_nothing_of_what_is_hidden(made: House, game: str) -> None:
    """The moves that are offered are the same whatever the others hold."""
    names = ("Ann", "Bob", "Cleo")[: 3 if game in ("irish-gauge", "age-of-rail") else 2]
    table, people = made.table(game, *names)
    for step in range(12):
        seat = (table.to_act + 1) % len(names)
        state = table.course.state
        mine = [ahead.lines() for ahead in conditional_moves.next_turns(state, seat)]
        others = [ahead.lines() for ahead in conditional_moves.next_turns(state.imagine(seat, Dice(99)), seat)]
        assert mine == others
        table = made.play(table, people, 1, step)


def test_nonsense_is_no_plan(made: House) -> None:
    table, people = beyond_auctions(made)
    planner = (table.to_act + 1) % 3
    for wish in ("then fly away", "then", "up to 5", "whatever", "then dividends;", "then dividends if nobody",
                 "then dividends if nobody fly", "then dividends if perhaps", f"then {'dividends; ' * 9}dividends"):
        with pytest.raises(Refused):
            made.tables.moves.intend(people[planner], table.id, wish)
    with pytest.raises(Refused):
        made.tables.moves.intend(people[table.to_act], table.id, "then dividends")
