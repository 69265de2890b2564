"""What the value function of Irish Gauge thinks of small positions, and that its bots play by it."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundhouse import OVER, Dice, _compiled, games
from roundhouse.bots.bot import Bot
from roundhouse.bots.match import play as match
from roundhouse.bots.random import RandomBot
from roundhouse.bots.thinkers import GreedyBot
from roundhouse.bots.values import valuer
from roundhouse.engine.value import Valuer
from roundhouse.games import Setup
from roundhouse.games.irish_gauge.rules import IrishGaugeState
from tests.games.irish_gauge.positions import opened, play, position

ROOT = Path(__file__).parent.parent.parent.parent


def worth(state: IrishGaugeState, seat: int = 0) -> float:
    return float(valuer("irish-gauge").estimate(state)[seat])


def choice(state: IrishGaugeState) -> str:
    """What seems best one step ahead to who is to act."""
    values = valuer("irish-gauge")
    seat = state.to_act
    ranked: list[tuple[float, str]] = []
    for code in values.candidates(state):
        after = state.copy()
        after.apply(code)
        ranked.append((values.shares(after)[seat], state.game.text(code)))
    return max(ranked)[1]


# ---- estimates -------------------------------------------------------------------------------------------------------


def test_a_guess_for_each_seat_and_a_spread() -> None:
    for seats in (3, 4, 5):
        guess = list(valuer("irish-gauge").estimate(position(seats, shares={"GSW": [0]}, track={"GSW": "F11"})))
        assert len(guess) == seats + 1
        assert guess[-1] > 0
        assert guess[0] > guess[1] == guess[2]


def test_with_an_empty_bag_the_guess_is_the_score() -> None:
    state = position(cash=[30, 20, 10], shares={"GSW": [0, 1], "WLW": [2]}, bag=(0, 0, 0))
    assert [round(g) for g in valuer("irish-gauge").estimate(state)][:3] == list(state.scores())


def test_guesses_get_surer_as_the_bag_empties() -> None:
    spreads = [float(valuer("irish-gauge").estimate(position(bag=(n, n, n)))[3]) for n in (7, 4, 1)]
    assert spreads == sorted(spreads, reverse=True)


def test_a_share_that_pays_is_worth_more_than_one_that_does_not() -> None:
    home_only = position(shares={"WLW": [0]})
    assert worth(position(shares={"WLW": [0]}, track={"WLW": "K3"})) > worth(home_only) + 2


def test_a_share_is_worth_more_while_more_calls_are_to_come() -> None:
    full, half = (position(shares={"WLW": [0]}, track={"WLW": "K3"}, bag=(n, n, n)) for n in (7, 3))
    assert worth(full) > worth(half)


def test_each_step_towards_a_town_is_worth_something() -> None:
    """Belfast to Drogheda, and beyond: no step on the way is worth less than the one before."""
    way = ["", "C11", "C11 D11", "C11 D11 E11", "C11 D11 E11 F11"]
    steps = [worth(position(shares={"BCD": [0]}, track={"BCD": hexes})) for hexes in way]
    assert steps == sorted(set(steps))


def test_another_share_sold_thins_out_the_first() -> None:
    alone = position(shares={"WLW": [0]}, track={"WLW": "K3"})
    shared = position(shares={"WLW": [0, 1]}, track={"WLW": "K3"})
    assert worth(alone) > worth(shared)


def test_a_colour_that_is_gone_from_the_bag_pays_nothing() -> None:
    state = position(shares={"WLW": [0]}, track={"WLW": "K3"}, cubes={"L4": "pink"}, bag=(4, 4, 4))
    silent = position(shares={"WLW": [0]}, track={"WLW": "K3"}, cubes={"L4": "pink"}, bag=(6, 0, 6))
    assert worth(state) > worth(silent) + 2


def test_a_closed_hill_is_no_way() -> None:
    """GSW stands before Wicklow with I11; with MGW there it must go round."""
    free = position(shares={"GSW": [0]})
    closed = position(shares={"GSW": [0]}, track={"MGW": "I11"})
    assert worth(free) > worth(closed)


def test_the_major_city_dividend_pulls() -> None:
    """Galway is the last of the three; without the bonus before it, the way there is worth less."""
    track = {"MGW": "G11 F11 E11 D11 C11 C12 H10 H9 H8 H7 H6 H5"}
    to_come, paid = (position(shares={"MGW": [0]}, track=track) for _ in range(2))
    paid.majors_paid = 1 << 4
    assert worth(to_come) > worth(paid) + 1


def test_who_leads_an_auction_gains_less_at_a_higher_price() -> None:
    state = play(position(shares={"WLW": [1]}, track={"WLW": "K3"}), "auction WLW")
    cheap, dear = (play(state.copy(), f"bid {price}, pass, pass") for price in (10, 40))
    assert worth(cheap) > worth(dear)


def test_shares_of_the_win_add_up_to_one() -> None:
    values = valuer("irish-gauge")
    for seed in range(6):
        dice = Dice(seed)
        state = games.game("irish-gauge", 3 + seed % 3).start()
        while state.to_act != OVER:
            state.apply(state.random_by_kind(dice))
            shares = list(values.shares(state))
            assert sum(shares) == pytest.approx(1)
            assert all(0 <= share <= 1 for share in shares)


# ---- choices ---------------------------------------------------------------------------------------------------------


def test_the_town_next_door_is_built_first() -> None:
    assert choice(position(shares={"WLW": [0]})) == "track WLW K3"


def test_nobody_feeds_the_others() -> None:
    """The only railway that pays is a rival's."""
    assert choice(position(shares={"WLW": [1], "GSW": [0]}, track={"WLW": "K3"})) != "dividends"


def test_a_last_call_that_wins_is_made() -> None:
    state = position(cash=[20, 28, 20], shares={"WLW": [0]}, track={"WLW": "K3"}, bag=(1, 0, 0))
    assert choice(state) == "dividends"


def test_a_share_is_not_bought_for_more_than_it_can_bring() -> None:
    state = play(position(shares={"WLW": [1]}, bag=(1, 0, 0)), "auction WLW, bid 50")
    assert choice(state) == "pass"


def test_a_cheap_share_of_a_good_railway_is_bid_for() -> None:
    state = play(position(cash=[60] * 3, shares={"WLW": [1]}, track={"WLW": "K3 K4 J4"}), "auction WLW, bid 10")
    assert choice(state).startswith("bid")


# ---- candidates ------------------------------------------------------------------------------------------------------


def test_candidates_are_some_of_what_is_legal() -> None:
    values = valuer("irish-gauge")
    for seed in range(9):
        dice = Dice(seed)
        state = games.game("irish-gauge", 3 + seed % 3).start()
        while state.to_act != OVER:
            codes = list(values.candidates(state))
            assert codes
            assert len(set(codes)) == len(codes)
            assert set(codes) <= set(state.legal())
            state.apply(state.random_by_kind(dice))


def test_candidates_hold_the_prices_that_matter() -> None:
    state = play(position(cash=[60, 15, 12], shares={"WLW": [1]}, track={"WLW": "K3 J3 J4 I4 H3"}), "auction WLW")
    prices = [state.game.text(code) for code in valuer("irish-gauge").candidates(state)]
    assert {"bid 10", "bid 12", "bid 13", "bid 15", "bid 16"} <= set(prices)
    assert "bid 60" not in prices
    assert "pass" in [state.game.text(code) for code in valuer("irish-gauge").candidates(opened())]


def test_candidates_leave_out_track_that_leads_nowhere() -> None:
    """From Cork, O3 is the way to Killarney and N4 that to Limerick; the hills of N3 are on no way that is short."""
    state = position(shares={"CBSC": [0]})
    tracks = {line for line in map(state.game.text, valuer("irish-gauge").candidates(state)) if "track" in line}
    assert {"track CBSC O3", "track CBSC N4"} <= tracks
    assert "track CBSC N3" in set(state.lines()) - tracks


# ---- play ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_greedy_beats_random(seats: int) -> None:
    game = Setup.of("irish-gauge", seats)
    won = 0
    for number in range(10):
        bots: list[Bot] = [RandomBot() for _ in range(seats)]
        bots[number % seats] = GreedyBot()
        result = match(game, [""] * seats, bots, 5, number).result
        assert result is not None
        won += list(result.winners) == [number % seats]
    assert won >= 9


def test_a_valuer_moves_from_table_to_table() -> None:
    """Its tables are those of the board last seen: going back and forth changes nothing."""
    values: Valuer = valuer("irish-gauge")
    three, five = (position(seats, shares={"WLW": [0]}, track={"WLW": "K3"}) for seats in (3, 5))
    first = [list(values.estimate(three)), list(values.estimate(five))]
    assert [list(values.estimate(three)), list(values.estimate(five))] == first


ESTIMATES = """
from roundhouse import OVER, Dice, games
from roundhouse.bots.values import valuer
for seats in (3, 4, 5):
    dice, state = Dice(seats), games.game("irish-gauge", seats).start()
    while state.to_act != OVER:
        print(*valuer("irish-gauge").estimate(state), *valuer("irish-gauge").candidates(state))
        state.apply(state.random_by_kind(dice))
"""


@pytest.mark.compiled
@pytest.mark.skipif(_compiled.HOUSE.library() is None, reason="nothing is compiled here")
def test_both_engines_guess_the_same() -> None:
    plain, compiled = (
        subprocess.run(
            [sys.executable, "-c", ESTIMATES], cwd=ROOT, capture_output=True, text=True, check=True,
            env={**os.environ, "ROUNDHOUSE_ENGINE": engine, "PYTHONPATH": str(ROOT / "src")},
        ).stdout.splitlines()
        for engine in ("plain", "compiled")
    )
    assert len(plain) == len(compiled) > 100
    for ours, theirs in zip(plain, compiled):
        assert [float(n) for n in ours.split()] == pytest.approx([float(n) for n in theirs.split()], abs=1e-9)
