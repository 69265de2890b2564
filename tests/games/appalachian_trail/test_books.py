"""The books of Appalachian Trail: what a lab counts of a step."""
from __future__ import annotations

import pytest

from roundhouse.games.appalachian_trail import books
from roundhouse.games.appalachian_trail.rules import AppalachianTrail, AppalachianTrailState
from roundhouse.games.books import Brought, Built, Earned, Entry, Took
from tests.games.appalachian_trail.hikers import walk
from tests.games.appalachian_trail.positions import facts, table
from tests.walks import game, tables


def entries(state: AppalachianTrailState, line: str) -> list[Entry]:
    assert isinstance(state.game, AppalachianTrail)
    return books.entries(state.game, facts(state, line))


def test_cards_played_and_taken_stand_in_the_books() -> None:
    state = table(hands=["FR O04", "O01 FG ranger"], display="O05 WW", deck="")
    assert entries(state, "trail FR 0,0") == [Took("card played", "FR", 0), Built("0,0", "trail")]
    assert entries(state, "improve O04 at 0,1") == [Took("card played", "Waterfall", 0), Built("0,1", "improvement")]
    assert entries(state, "take O05") == [Took("card taken", "Wildflower Meadow / Skunk Den", 0)]
    assert entries(state, "take WW") == [Took("card taken", "WW", 0)]
    bear = entries(state, "obstacle O01 on 0 at 1,0")
    assert bear == [Took("card played", "Black Bear", 1), Built("1,0", "obstacle")]
    assert entries(state, "done") == []


def test_a_ranger_is_played_too() -> None:
    state = table("GFR", hands=["ranger", "", "FF"], trails=["FR"], sides=["O07@1,0"], deck="")
    assert entries(state, "ranger 1,0") == [Took("card played", "ranger", 0)]


@pytest.mark.rule("AT-SCO-8")
def test_the_end_tells_what_lines_paid_and_what_cells_earned() -> None:
    """An improvement of 2 and an obstacle of -2 make no line, but each counted where it lay."""
    state = table(hands=["FF", "GG"], sides=["+O04@0,1 O07@3,0"], deck="")
    state.do("done")
    assert entries(state, "done") == [
        Took("score line", "not completed", 0), Brought("score line", "not completed", 0, -2),
        Earned("0,1", 2), Earned("3,0", -2),
        Took("score line", "not completed", 1), Brought("score line", "not completed", 1, -2),
    ]


def test_every_entry_names_what_the_books_list() -> None:
    for choice in tables("appalachian-trail")[::11]:
        one = game(choice)
        assert isinstance(one, AppalachianTrail)
        items = {(kind.name, item) for kind in books.kinds(one) for item in kind.items}
        places = {shape.id for shape in books.chart(one)}
        paid = [0] * one.seats
        for state, code in walk(one, 5):
            for entry in books.entries(one, state.copy().tell(code)) if code >= 0 else []:
                assert not isinstance(entry, Took | Brought) or (entry.kind, entry.item) in items
                assert not isinstance(entry, Built | Earned) or entry.spot in places
                if isinstance(entry, Brought):
                    paid[entry.seat] += entry.amount
        assert paid == state.scores()
