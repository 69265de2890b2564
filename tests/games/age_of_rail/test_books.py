"""The books of Age of Rail: what a step writes into them, and that no dollar is missing."""
from __future__ import annotations

from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from roundhouse.games.age_of_rail import books
from roundhouse.games.age_of_rail.rules import AgeOfRail, AgeOfRailState
from roundhouse.games.books import Brought, Built, Earned, Entry, Sold, Took
from tests.games.age_of_rail.positions import Line, do, start, table
from tests.walks import Choice, over_games, tables, walk
from tests.walks import game as game_of


def entries(s: AgeOfRailState, line: str) -> list[Entry]:
    return books.entries(cast(AgeOfRail, s.game), s.tell(s.game.parse(line)))


def test_a_link_takes_the_places_that_nobody_had_reached() -> None:
    s = table(PRR=Line("lancaster~philadelphia", 5), BO=Line("harpers-ferry~harrisburg", shares=(0, 1)))
    assert entries(s, "link PRR harrisburg~lancaster") == [
        Built("harrisburg~lancaster", "PRR"), Built("harrisburg", "PRR")]
    s = start()
    do(s, "start 0", "bid 15", "pass", "pass")
    assert entries(s, "link CO charlottesville~richmond") == [
        Built("charlottesville~richmond", "C&O"), Built("richmond", "C&O"), Built("charlottesville", "C&O"),
        Took("place", "Richmond", 0), Took("place", "Charlottesville", 0),
    ]


def test_a_share_that_is_sold_on_is_taken_and_given() -> None:
    s = table(PRR=Line("lancaster~philadelphia"))
    do(s, "offer-own PRR", "pass")
    assert entries(s, "bid 3") == [Sold("share", "PRR", 0, 3), Took("share", "PRR", 2, 3)]


def test_a_dividend_earns_by_link_and_by_place_and_a_bonus_does_not() -> None:
    s = table(PRR=Line("lancaster~philadelphia", shares=(2, 1)))
    assert entries(s, "dividends") == [
        Brought("share", "PRR", 0, 2), Brought("share", "PRR", 1, 1), Earned("lancaster~philadelphia", 4),
        Earned("lancaster", 1), Earned("philadelphia", 3),
    ]
    s = table(NYC=Line("buffalo~rochester new-york~poughkeepsie", 20))
    assert entries(s, "connect NYC toronto") == [Took("connection", "Toronto", 0), Brought("share", "NYC", 0, 1)]


def test_only_what_was_chosen_is_a_development_taken() -> None:
    s = table(cash=(2,), PRR=Line("lancaster~philadelphia"))
    assert entries(s, "develop lancaster") == [Took("development", "Lancaster", 0)]


@over_games(12)
@given(st.sampled_from(tables("age-of-rail")), st.integers(0, 2**32))
def test_all_money_is_in_the_books_but_what_second_developments_cost(choice: Choice, seed: int) -> None:
    game: Any = game_of(choice)
    for state, code in walk(game, seed, kinds_first=True):
        after: Any = state.copy()
        cash = list(after.cash)
        second = after.view()["phase"] == "develop" and game.text(code).startswith("develop ")
        for entry in books.entries(game, after.tell(code)):
            match entry:
                case Took(seat=seat, price=int(price)):
                    cash[seat] -= price
                case Brought(seat=seat, amount=got) | Sold(seat=seat, price=got):
                    cash[seat] += got
        if second:
            cash[state.to_act] -= 3
        assert cash == list(after.cash)
