"""What a position of Appalachian Trail is worth: better positions are worth more, and shares add up."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundhouse import Dice, _compiled
from roundhouse.bots import bot
from roundhouse.bots.match import play
from roundhouse.bots.values import valuer
from roundhouse.engine.contract import OVER, State
from roundhouse.games import Setup, game
from tests.games.appalachian_trail.hikers import walk
from tests.games.appalachian_trail.positions import table
from tests.walks import by_kind

ROOT = Path(__file__).parents[3]
NAME = "appalachian-trail"
HANDS = ("FG GR GW O01 ranger", "FF FR FW O02 O03")
TRAILS = ("FR RW WG", "GF FR RR")


def share(state: State, seat: int = 0) -> float:
    return valuer(NAME).shares(state)[seat]


# ---- better positions ------------------------------------------------------------------------------------------------


def test_nearer_to_the_goal_is_better() -> None:
    behind = table(hands=HANDS, trails=("FR RW", "GF FR RR"))
    ahead = table(hands=HANDS, trails=("FR RW WG GR", "GF FR RR"))
    assert share(ahead) > share(behind)


def test_a_trail_that_has_arrived_is_better_than_one_before_its_goal() -> None:
    before = table(hands=HANDS, trails=("FR RW WW WF FG GG", "GF FR RR"))
    there = table(hands=HANDS, trails=("FR RW WW WF FG GG GG", "GF FR RR"), completed=(0,))
    assert share(there) > share(before)


def test_the_turn_is_worth_something() -> None:
    assert share(table(hands=HANDS, trails=TRAILS, turn=0)) > share(table(hands=HANDS, trails=TRAILS, turn=1))


def test_an_obstacle_in_the_way_is_bad_and_worse_than_one_aside() -> None:
    clear = table(hands=HANDS, trails=TRAILS)
    aside = table(hands=HANDS, trails=TRAILS, sides=("O07@0,1",))
    ahead = table(hands=HANDS, trails=TRAILS, sides=("O07@3,0",))
    assert share(clear) > share(aside) > share(ahead)


def test_an_improvement_is_good() -> None:
    assert share(table(hands=HANDS, trails=TRAILS, sides=("+O06@0,1",))) > share(table(hands=HANDS, trails=TRAILS))


def test_a_third_side_of_a_set_counts_for_the_set() -> None:
    """AT-SCO-7: Fallen Hemlock costs 1 point and completes a set worth 3."""
    two = table(hands=HANDS, trails=TRAILS, sides=("O07@3,0 +O05@1,1",))
    three = table(hands=HANDS, trails=TRAILS, sides=("O07@3,0 +O05@1,1 O08@0,1",))
    assert valuer(NAME).estimate(three)[0] > valuer(NAME).estimate(two)[0]


def test_cards_that_go_on_are_better_than_cards_that_do_not() -> None:
    fitting = table(hands=("GG GR FR", "FF"), trails=TRAILS)
    useless = table(hands=("FF FW FR", "GG"), trails=TRAILS)
    assert valuer(NAME).estimate(fitting)[0] > valuer(NAME).estimate(useless)[0]


def test_a_trail_that_is_walled_in_has_little_hope_without_a_ranger() -> None:
    wall = ("O07@1,0 O08@0,1 O09@0,-1",)
    walled = valuer(NAME).estimate(table(hands=("FG GR", "FF"), trails=("FR", "GF"), sides=wall))[0]
    ranger = valuer(NAME).estimate(table(hands=("FG ranger", "FF"), trails=("FR", "GF"), sides=wall))[0]
    free = valuer(NAME).estimate(table(hands=("FG GR", "FF"), trails=("FR", "GF")))[0]
    assert walled < ranger < free


def test_a_goal_that_no_terrain_can_meet_any_more_is_far() -> None:
    """WW on 6,-1 asks for Wetlands on 6,0 and on 7,-1, where the Goal asks for Forest."""
    trail = "WG GF FR RW WR RG 5,-1=GW"
    shut = table(goals="FW", hands=("FF FW", "GG"), trails=(trail + " 6,-1=WW",))
    open_ = table(goals="FW", hands=("FF FW", "GG"), trails=(trail,))
    assert valuer(NAME).estimate(open_)[0] > valuer(NAME).estimate(shut)[0]


def test_a_dead_end_adds_nothing_to_a_trail_that_is_complete() -> None:
    """AT-SCO-11"""
    plain = table(hands=HANDS, trails=("FR RW WW WF FG GG GG", "GF"), completed=(0,))
    branch = table(hands=HANDS, trails=("FR RW WW WF FG GG GG 1,1=FR", "GF"), completed=(0,))
    loop = table(hands=HANDS, trails=("FR RW WW WF FG GG GG 1,1=FR 2,1=RW", "GF"), completed=(0,))
    values = [valuer(NAME).estimate(state)[0] for state in (plain, branch, loop)]
    assert values[0] == pytest.approx(values[1], abs=0.2)     # the card is missing from the deck, and no more
    assert values[2] > values[1] + 1.5


# ---- the laws of a value function ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("options", [{}, {"match": "connecting-edge"}, {"walling": "leave-a-way", "length": 5}])
def test_shares_add_up_and_candidates_are_legal(seats: int, options: dict[str, object]) -> None:
    values = valuer(NAME)
    for seed in range(3):
        for state, _ in walk(game(NAME, seats, options=options), seed):
            shares = values.shares(state)
            assert sum(shares) == pytest.approx(1.0)
            assert all(0.0 <= one <= 1.0 for one in shares)
            if state.to_act == OVER:
                continue
            guess = values.estimate(state)
            assert len(guess) == seats + 1
            assert guess[seats] > 0.0
            assert all(-20.0 < one < 60.0 for one in guess)
            codes = list(values.candidates(state))
            assert codes
            assert set(codes) <= set(state.legal())


def test_an_estimate_changes_nothing_and_forgets_the_last() -> None:
    values = valuer(NAME)
    states = [state.copy() for state, _ in walk(game(NAME, 2), 4)]
    forth = [list(values.estimate(state)) for state in states]
    back = [list(values.estimate(state)) for state in reversed(states)]
    assert forth == back[::-1]


@pytest.mark.compiled
def test_greedy_beats_random() -> None:
    board = Setup.of(NAME, 2)
    won = 0.0
    for number in range(20):
        bots = [bot("greedy"), bot("random")]
        result = play(board, ["", ""], bots if number % 2 == 0 else bots[::-1], 7, number).result
        assert result is not None
        if number % 2 in result.winners:
            won += 1 / len(result.winners)
    assert won >= 15


# ---- both engines ----------------------------------------------------------------------------------------------------

ESTIMATES = "from tests.games.appalachian_trail.test_valuer import print_estimates; print_estimates()"


def print_estimates() -> None:
    for seats in (2, 3):
        dice = Dice(8)
        for state, _ in walk(game(NAME, seats), 3):
            print(*(f"{one:.9f}" for one in valuer(NAME).estimate(state)))
            if state.to_act >= 0:
                print(*valuer(NAME).candidates(state), by_kind(state, dice))


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
    assert len(said[0].splitlines()) > 100
