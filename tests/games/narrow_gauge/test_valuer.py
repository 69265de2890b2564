"""What a position of Narrow Gauge is worth: better positions are worth more, and shares add up."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundhouse import Dice, _compiled
from roundhouse.bots import bot
from roundhouse.bots.match import play
from roundhouse.bots.values import tuned, valuer
from roundhouse.engine.contract import OVER, State
from roundhouse.games import Setup
from roundhouse.games.narrow_gauge.position import Position
from roundhouse.games.narrow_gauge.valuer import NarrowGaugeValuer, make
from roundhouse.games.narrow_gauge.valuer_reach import Reach
from tests.games.narrow_gauge.positions import do, last_turn, replaced, set_certificates, table, turn
from tests.walks import walk

ROOT = Path(__file__).parents[3]
NAME = "narrow-gauge"
REACHES = "T03 T04 T15 T16 T33"     # T03 and T04 lead from G5 to a city, as printed and turned


def lead(state: State, seat: int = 0) -> float:
    """The dollars by which the seat is expected to be ahead."""
    guess = valuer(NAME).estimate(state)
    return guess[seat] - guess[1 - seat]


def lines(state: State) -> list[str]:
    return [state.game.text(code) for code in valuer(NAME).candidates(state)]


# ---- better positions ------------------------------------------------------------------------------------------------


def test_a_dollar_is_a_dollar() -> None:
    assert lead(turn(cash=(25, 20))) - lead(turn()) == pytest.approx(5)
    assert lead(turn(cash=(20, 25))) - lead(turn()) == pytest.approx(-5)


def test_a_die_is_worth_more_in_a_farther_row_with_a_higher_number_and_on_ones_own_side() -> None:
    near, far = turn(dice={"green": (2, 1)}), turn(dice={"green": (2, 4)})
    higher, theirs = turn(dice={"green": (3, 4)}), turn(dice={"green": (3, -4)})
    assert lead(higher) > lead(far) > lead(near) > lead(theirs)


def test_a_certificate_more_than_the_other_is_good_and_one_that_ties_is_better_than_none() -> None:
    leads = []
    for mine in range(3):
        state = turn()
        set_certificates(state, "red", mine, 1)
        leads.append(lead(state))
    assert leads == sorted(leads)
    assert leads[2] - leads[0] > 5


def test_who_begins_raises_markers_for_the_other_until_few_cities_are_left() -> None:
    """With all markers at 0 the first connections pay least; with high markers the best company goes first."""
    assert lead(turn(seat=0)) < lead(turn(seat=1))
    for seat in (0, 1):
        state = turn(seat=seat)
        state.marker = replaced(state.marker, 0, 9)
        state.supply[0] = 3     # enough for one connection
        assert lead(state, seat) > 0


def test_track_nearer_to_a_city_is_good_for_who_moves_next() -> None:
    """From B3 it is one hex to A3; from D2 it is three to any city that black does not reach from home."""
    near, aside = turn(track={"black": "B3"}), turn(track={"black": "D2"})
    assert lead(near) > lead(aside)


def test_a_card_that_reaches_a_city_is_better_than_none() -> None:
    """In Step 2 for blue on G5: T03 goes to H3, straight on north or north-east there is no city."""
    assert lead(turn(hand="T03 T02 T07 T19 T27", take="blue")) > lead(turn(hand="T01 T02 T07 T19 T27", take="blue"))


def test_a_dark_token_is_bad_for_its_owner() -> None:
    assert lead(turn(dark=True)) < lead(turn())


def test_a_contract_is_good_until_it_is_flipped() -> None:
    with_it, without = turn(contracts="tennessee"), turn()
    used = turn(contracts="tennessee")
    used.flipped = 1 << used.board.contract_ids.index("tennessee")
    assert lead(with_it) > lead(used) == lead(without)


def test_a_high_marker_is_good_for_who_moves_next() -> None:
    for seat in (0, 1):
        low, high = turn(seat=seat), turn(seat=seat)
        high.marker = replaced(high.marker, 0, 6)
        assert lead(high, seat) > lead(low, seat)


# ---- sums ------------------------------------------------------------------------------------------------------------


def test_before_the_last_card_is_drawn_nothing_is_left_to_guess() -> None:
    """Everything that the last pay-day will bring is in the estimate already."""
    state = last_turn(round_=3, hand=REACHES, dice={"green": (3, 2), "pink": (2, -5)})
    set_certificates(state, "red", 2, 1)
    do(state, "play T03 G5", "end", "draw")
    before = list(valuer(NAME).estimate(state))[:2]
    while state.to_act != OVER:
        state.apply(state.legal()[0])
    assert before == pytest.approx(state.scores())
    assert list(valuer(NAME).estimate(state))[:2] == pytest.approx(state.scores())


@pytest.mark.parametrize("options", [{}, {"order": "random-order", "hidden_cities": "on", "more_power": "on"}])
def test_shares_add_up_and_candidates_are_legal(options: dict[str, str]) -> None:
    for seed in range(2):
        for state, _ in walk(table(**options), seed, kinds_first=True):
            assert sum(valuer(NAME).shares(state)) == pytest.approx(1)
            assert valuer(NAME).estimate(state)[2] > 0
            if state.to_act >= 0:
                found = list(valuer(NAME).candidates(state))
                assert found and set(found) <= set(state.legal())


# ---- what to look at -------------------------------------------------------------------------------------------------


def test_what_is_remembered_of_companies_guesses_as_if_nothing_were() -> None:
    """Two games in turns, so that track, hands and homes change between any two guesses; with room for all that is to
    be remembered, and with room for a single track."""
    remembering, forgetting, weights = make(list(tuned(NAME)[0])), make(list(tuned(NAME)[0])), list(tuned(NAME)[0])
    game = table()
    assert isinstance(forgetting, NarrowGaugeValuer)
    opening = game.start()
    assert isinstance(opening, Position)
    race = forgetting.race_for(opening)
    race.reach = Reach(race.tables, 1)
    for step, pair in enumerate(zip(walk(game, 3, False), walk(game, 4, True))):
        for state, _ in pair:
            guess = list(remembering.estimate(state))
            assert guess == list(forgetting.estimate(state))
            if step % 10 == 0:
                assert guess == list(make(weights).estimate(state))


def test_of_cards_with_one_shape_a_single_one_is_looked_at() -> None:
    found = lines(turn(hand=REACHES, take="blue"))
    assert "play T03 G5" in found
    assert not any(line.startswith(("play T04", "play T16")) for line in found)


def test_a_card_that_reaches_a_city_is_not_thrown_away() -> None:
    state = do(turn(hand="T03 T04 T13 T14 T27", take="blue"), "play T03 G5", "end")
    assert "draw" in lines(state)
    assert "discard T04" not in lines(state)


def test_nobody_bids_a_fortune() -> None:
    state = table().start()
    dice = Dice(1)
    while state.to_act < 0:
        state.apply(state.random(dice))
    assert lines(state)[0] == "bid 0"
    assert len(lines(state)) < 16


# ---- play ------------------------------------------------------------------------------------------------------------


def test_greedy_beats_random() -> None:
    for number in range(2):
        bots = [bot("greedy"), bot("random")]
        result = play(Setup.of_game(table()), ["", ""], bots if number == 0 else bots[::-1], 7, number).result
        assert result is not None and result.winners == [number]


# ---- both engines ----------------------------------------------------------------------------------------------------

ESTIMATES = "from tests.games.narrow_gauge.test_valuer import print_estimates; print_estimates()"


def print_estimates() -> None:
    for options in ({}, {"order": "random-order", "hidden_cities": "on"}):
        for state, _ in walk(table(**options), 3, kinds_first=True):
            print(*(f"{one:.9f}" for one in valuer(NAME).estimate(state)))
            if state.to_act >= 0:
                print(*valuer(NAME).candidates(state))


@pytest.mark.compiled
@pytest.mark.skipif(_compiled.HOUSE.library() is None, reason="nothing is compiled here")
def test_both_engines_guess_the_same() -> None:
    said = []
    for engine in ("plain", "compiled"):
        environment = {**os.environ, "ROUNDHOUSE_ENGINE": engine, "PYTHONPATH": str(ROOT / "src")}
        command = [sys.executable, "-c", ESTIMATES]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    assert said[0] == said[1]
    assert len(said[0].splitlines()) > 300
