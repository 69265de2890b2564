"""The value of positions of Age of Rail: what is obviously better is worth more, and the numbers are sound."""
from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundhouse import OVER, Dice, State, _compiled, games
from roundhouse.bots import bot
from roundhouse.bots.match import play
from roundhouse.bots.thinkers import GreedyBot
from roundhouse.bots.values import valuer
from roundhouse.games import Setup
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.valuer import KEPT_BOARDS
from tests.games.age_of_rail.positions import ALLEGHENY, SOUTH_AFRICA, Line, do, start, table
from tests.walks import walk

ROOT = Path(__file__).parents[3]
NYC = "new-york~poughkeepsie albany~poughkeepsie"


def guess(state: State) -> list[float]:
    return list(valuer("age-of-rail").estimate(state))


def best(state: State) -> str:
    """What is worth most one step ahead for who is to act."""
    values = valuer("age-of-rail")
    worth = {}
    for code in values.candidates(state):
        after = state.copy()
        after.apply(code)
        worth[state.game.text(int(code))] = values.shares(after)[state.to_act]
    return max(worth, key=lambda line: worth[line])


# ---- what is better --------------------------------------------------------------------------------------------------


def test_more_cash_is_better() -> None:
    ours = guess(table(cash=(30, 20, 20), NYC=Line(NYC)))
    theirs = guess(table(cash=(20, 20, 20), NYC=Line(NYC)))
    assert ours[0] > theirs[0] + 9
    assert ours[1:] == theirs[1:]


def test_a_share_is_better_than_none() -> None:
    assert guess(table(NYC=Line(NYC, shares=(0, 1))))[1] > guess(table(NYC=Line(NYC, shares=(1,))))[1]


def test_more_track_is_better_for_who_holds_the_shares() -> None:
    short, long = (guess(table(NYC=Line(links))) for links in ("new-york~poughkeepsie", NYC))
    assert long[0] > short[0]
    assert long[1] == short[1]


def test_a_developed_base_is_better() -> None:
    assert guess(table(NYC=Line(NYC), levels={"new-york": 1}))[0] > guess(table(NYC=Line(NYC)))[0]


def test_money_to_build_is_better_while_there_is_time() -> None:
    poor, rich = (guess(table(NYC=Line(NYC, treasury)))[0] for treasury in (0, 20))
    assert rich > poor + 1
    poor, rich = (guess(table(NYC=Line(NYC, treasury), paid=5, action_track=35))[0] for treasury in (0, 20))
    assert rich < poor + 1


def test_more_dividends_to_come_are_better() -> None:
    assert guess(table(NYC=Line(NYC), paid=1))[0] > guess(table(NYC=Line(NYC), paid=4))[0]


def test_at_the_very_end_it_is_the_final_payoff() -> None:
    """Income 7 and Value 10: Pay Dividends would now bring 17."""
    s = table(cash=(20, 20, 20), NYC=Line(NYC), paid=5, action_track=35)
    assert guess(s)[0] == pytest.approx(37, abs=3)
    do(s, "dividends")
    assert s.to_act == OVER
    assert guess(s)[:3] == [37, 20, 20]
    assert list(valuer("age-of-rail").shares(s)) == [1, 0, 0]


def test_being_on_turn_is_better_than_having_just_moved() -> None:
    on_turn, waiting = (guess(table(turn=turn, NYC=Line(NYC)))[0] for turn in (0, 1))
    assert on_turn > waiting
    assert sum(guess(table(turn=0))[:3]) == pytest.approx(sum(guess(table(turn=1))[:3]))


# ---- what is done ----------------------------------------------------------------------------------------------------


def test_a_winner_ends_the_game() -> None:
    assert best(table(cash=(90, 20, 20), NYC=Line(NYC), paid=5)) == "dividends"


def test_a_share_that_is_nearly_free_is_bought_and_a_dear_one_is_not() -> None:
    s = table(cash=(60, 60, 60), turn=1, NYC=Line(NYC, shares=(1,)))
    do(s, "offer NYC")
    assert best(s).startswith("bid")
    do(s, "bid 59")
    assert best(s) == "pass"


def test_development_goes_where_the_own_shares_are() -> None:
    s = table(NYC=Line(NYC, shares=(1,)), BO=Line("baltimore~harpers-ferry", shares=(0, 1)), boxes="build build build")
    first = s.board.develop_code
    own, other = (first + s.board.place_ids.index(place) for place in ("new-york", "baltimore"))
    values = valuer("age-of-rail")
    shares = []
    for code in (own, other):
        after = s.copy()
        after.apply(code)
        shares.append(values.shares(after)[0])
    assert shares[0] > shares[1]


def test_the_way_to_a_city_is_better_than_away_from_it() -> None:
    """From Ladysmith the way by Harrismith leads on, a stump does not."""
    on, stump = (
        guess(table(SOUTH_AFRICA, NRC=Line(f"glencoe-junction~ladysmith glencoe-junction~vryheid {link}", 20)))[0]
        for link in ("harrismith~ladysmith", "hlobane~vryheid")
    )
    assert on > stump


def test_nobody_looks_at_bids_far_over_what_a_share_is_worth() -> None:
    """Who has lost gains nothing by passing, to a search: two of them would bid a share up to all that they have."""
    state = start(seats=4)
    do(state, "start 0", "bid 60")
    assert "bid 61" in state.lines()
    assert [state.game.text(int(code)) for code in valuer("age-of-rail").candidates(state)] == ["pass"]


# ---- sound numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [SOUTH_AFRICA, ALLEGHENY])
@pytest.mark.parametrize("seats", [3, 6])
def test_over_random_games_shares_add_up_and_candidates_are_legal(edition: str, seats: int) -> None:
    values = valuer("age-of-rail")
    for state, _ in walk(games.game("age-of-rail", seats, edition), seats, kinds_first=True):
        estimate = guess(state)
        assert len(estimate) == seats + 1
        assert estimate[seats] > 0
        assert sum(values.shares(state)) == pytest.approx(1)
        if state.to_act >= 0:
            candidates = list(values.candidates(state))
            assert candidates
            assert candidates == sorted(set(candidates))
            assert set(candidates) <= set(state.legal())


def test_an_estimate_changes_nothing() -> None:
    for state, _ in walk(games.game("age-of-rail", 4), 5, kinds_first=True):
        before = state.view()
        first = guess(state)
        valuer("age-of-rail").candidates(state)
        assert state.view() == before
        assert guess(state) == first


def test_nobody_is_ahead_at_the_start() -> None:
    assert list(valuer("age-of-rail").shares(start(seats=4))) == pytest.approx([0.25] * 4)


def test_greedy_beats_random() -> None:
    won = 0
    for number in range(8):
        game = Setup.of("age-of-rail", 3, (SOUTH_AFRICA, ALLEGHENY)[number % 2])
        bots = [GreedyBot() if seat == number % 3 else bot("random") for seat in range(3)]
        result = play(game, ["a", "b", "c"], bots, 1, number).result
        assert result is not None
        won += list(result.winners) == [number % 3]
    assert won >= 7


# ---- both engines ----------------------------------------------------------------------------------------------------

SCRIPT = """
from roundhouse import games
from roundhouse.bots.values import valuer
from tests.walks import walk
for edition in ("south-africa", "allegheny"):
    for state, _ in walk(games.game("age-of-rail", 4, edition), 3, kinds_first=True):
        print(*valuer("age-of-rail").estimate(state), *valuer("age-of-rail").candidates(state))
"""


@pytest.mark.compiled
@pytest.mark.skipif(_compiled.HOUSE.library() is None, reason="nothing is compiled here")
def test_both_engines_guess_the_same() -> None:
    plain, compiled = (_numbers(engine) for engine in ("plain", "compiled"))
    assert len(plain) > 100
    for ours, theirs in zip(plain, compiled, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-9)


def _numbers(engine: str) -> list[list[float]]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    environment = {**os.environ, "ROUNDHOUSE_ENGINE": engine, "PYTHONPATH": path}
    ran = subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return [[float(number) for number in line.split()] for line in ran.stdout.splitlines()]


def test_dice_do_not_matter_to_a_guess() -> None:
    """Everything is open in this game: what a seat imagines is what there is."""
    for state, _ in walk(games.game("age-of-rail", 3), 8, kinds_first=True):
        assert guess(state.imagine(0, Dice(1))) == guess(state)


def test_the_boards_of_games_that_are_over_are_let_go() -> None:
    """Each record that is read has a board of its own; what is known of one is large, and a worker lives long."""
    def kept() -> int:
        gc.collect()
        return sum(type(thing).__name__ == "Prospects" for thing in gc.get_objects())

    game = games.game("age-of-rail", 3)
    before = kept()
    for _ in range(12):
        state = AgeOfRail(game.edition, 3, dict(game.options)).start()
        for _ in range(12):
            state.apply(state.random_by_kind(Dice(1)))
        valuer("age-of-rail").estimate(state)
    assert 0 < kept() <= before + KEPT_BOARDS
