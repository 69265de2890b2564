"""Plans for one's next turn, and passing until it: done when it comes, seen by nobody before."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

from roundhouse.web import intentions
from roundhouse.web.errors import Refused
from roundhouse.web.players import Player
from roundhouse.web.table import Table
from tests.web.house import House, house


@pytest.fixture
def made(sqlite_url: str) -> Iterator[House]:
    with house(sqlite_url) as opened:
        yield opened


def let_the_house_act(made: House, table: Table) -> Table:
    after = made.tables.act_for(table.id, table.version)
    assert after is not None
    return after


def beyond_auctions(made: House, seed: int = 1) -> tuple[Table, list[Player]]:
    """A game in which somebody is to choose an action."""
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    while intentions._ascending(table.course.state) is not None or table.step < 12:
        table = made.play(table, people, 1, seed + table.step)
    return table, people


def test_the_first_move_of_a_plan_that_can_be_made_is_made(made: House) -> None:
    table, people = beyond_auctions(made)
    planner = (table.to_act + 1) % 3
    offered = made.tables.look(people[planner], table.id, seat=planner).auction
    assert offered is not None and offered.kind == "plan" and offered.wish is None
    table = made.tables.intend(people[planner], table.id, "then bid 999; dividends")
    seen = made.tables.look(people[planner], table.id, seat=planner).auction
    assert seen is not None and seen.wish == "then bid 999; dividends"
    other = made.tables.look(people[(planner + 1) % 3], table.id).auction
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
    table = made.tables.intend(people[planner], table.id, "then bid 999")
    while table.to_act != planner:
        table = made.play(table, people, 1, table.step)
    after = let_the_house_act(made, table)
    assert after.step == table.step and not after.auto and after.to_act == planner


def test_passing_until_ones_turn_passes_in_every_auction(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    sleeper = (table.to_act + 1) % 3
    table = made.tables.intend(people[sleeper], table.id, "pass until my turn", sleeper)
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
    assert intentions._ascending(table.course.state) is None, "its own turn is its own"


def test_nonsense_is_no_plan(made: House) -> None:
    table, people = beyond_auctions(made)
    planner = (table.to_act + 1) % 3
    for wish in ("then fly away", "then", "up to 5", "whatever", "then dividends;"):
        with pytest.raises(Refused):
            made.tables.intend(people[planner], table.id, wish)
    with pytest.raises(Refused):
        made.tables.intend(people[table.to_act], table.id, "then dividends")
