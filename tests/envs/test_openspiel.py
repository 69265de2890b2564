"""The games in OpenSpiel, judged by its own tests, and by the law that nobody sees what `view` does not show."""
from __future__ import annotations

import json
import pickle
import random
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation
from open_spiel.python.tests import games_sim_test

from roundhouse import Dice
from roundhouse.bots import Seat
from roundhouse.envs.names import openspiel
from roundhouse.envs.openspiel import PlayoutEvaluator, RoundhouseState
from roundhouse.envs.resample import resample
from roundhouse.errors import UserError
from roundhouse.games import titles
from roundhouse.records import Course, Record, replay
from roundhouse.records.replay import moments
from tests.envs import playthroughs
from tests.walks import secretive

USUAL = [openspiel(name) for name in titles()]
UNUSUAL = [
    "roundhouse_irish_gauge(players=5)",
    "roundhouse_age_of_rail(players=6,edition=allegheny,own_shares=False)",
    "roundhouse_narrow_gauge(order=random-order,more-power=on,hidden-cities=on,hidden-money=on)",
    "roundhouse_appalachian_trail(players=3,match=connecting-edge,walling=leave-a-way,length=5)",
]
SECRETIVE = [*map(openspiel, secretive()), *UNUSUAL[2:]]


def played(name: str, seed: int, steps: int = 10_000) -> RoundhouseState:
    """So many steps of a random game, or all of it."""
    state = pyspiel.load_game(name).new_initial_state()
    dice = Dice(seed)
    while not state.is_terminal() and len(state.past.steps) < steps:
        state.apply_action(int(state.position.random(dice)))
    return state  # type: ignore[no-any-return]


# ---- OpenSpiel's own tests -------------------------------------------------------------------------------------------


def test_every_game_is_registered() -> None:
    known = [kind.short_name for kind in pyspiel.registered_games()]
    assert set(USUAL) <= set(known)


@pytest.mark.parametrize("name", USUAL)
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", UNUSUAL)
def test_simulation_with_other_parameters(name: str) -> None:
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", USUAL)
def test_api(name: str) -> None:
    random.seed(1)
    game = pyspiel.load_game(name)
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert [text for _, text in result.failures + result.errors] == []


@pytest.mark.parametrize("name", playthroughs.GAMES)
def test_playthrough(name: str) -> None:
    kept = playthroughs.path(name).read_text(encoding="utf-8").splitlines()
    now = playthroughs.again(name).splitlines()
    different = [(line, mine, theirs) for line, (mine, theirs) in enumerate(zip(now, kept), 1) if mine != theirs]
    assert different[:1] == []
    assert len(now) == len(kept)


# ---- what a state tells ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", USUAL)
def test_chance_has_the_weights_of_the_rules(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    dice = Dice(2)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = dict(state.position.outcomes())
            total = sum(outcomes.values())
            assert state.chance_outcomes() == [(code, weight / total) for code, weight in outcomes.items()]
        state.apply_action(int(state.position.random(dice)))


@pytest.mark.parametrize("name", USUAL)
def test_actions_are_written_in_our_notation(name: str) -> None:
    state = played(name, 3, 60)
    player = state.current_player()
    lines = [state.action_to_string(player, action) for action in state.legal_actions()]
    assert lines == state.position.lines()
    assert [state.string_to_action(player, line) for line in lines] == state.legal_actions()


@pytest.mark.parametrize("name", [*USUAL, *UNUSUAL])
def test_the_winners_share_a_point_that_all_have_paid_for(name: str) -> None:
    end = played(name, 4)
    winners, seats = end.position.winners(), end.num_players()
    assert end.returns() == end.rewards()
    assert sum(end.returns()) == pytest.approx(0)
    for seat in range(seats):
        assert end.returns()[seat] == pytest.approx((1 / len(winners) if seat in winners else 0) - 1 / seats)
    assert played(name, 4, 9).returns() == [0.0] * seats


def test_a_shared_win_is_worth_a_share() -> None:
    ends = (played("roundhouse_appalachian_trail(players=3)", seed) for seed in range(100))
    shared = next(end for end in ends if len(end.position.winners()) == 2)
    assert sorted(shared.returns()) == pytest.approx([-1 / 3, 1 / 6, 1 / 6])


@pytest.mark.parametrize("name", [*USUAL, *UNUSUAL])
def test_a_state_comes_back_from_text_and_from_a_pickle(name: str) -> None:
    state = played(name, 5, 90)
    game, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(game) == str(state.get_game()) == str(pickle.loads(pickle.dumps(game)))
    for other in (read, pickle.loads(pickle.dumps(state)), state.clone()):
        assert other.history() == state.history()
        assert str(other) == str(state)
        assert other.past.steps == state.past.steps
        for player in range(state.num_players()):
            assert other.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("name", [*USUAL, *UNUSUAL])
def test_parts_of_a_tensor_have_names_and_an_information_state_has_the_history(name: str) -> None:
    state = played(name, 6, 80)
    game = state.get_game()
    for player in range(game.num_players()):
        seen = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False))
        seen.set_from(state, player)
        together = np.concatenate([part.ravel() for part in seen.dict.values()])
        assert together.tolist() == state.observation_tensor(player)
        known = make_observation(game, INFO_STATE_OBS_TYPE)
        known.set_from(state, player)
        assert list(known.dict) == [*seen.dict, "history"]
        assert np.count_nonzero(known.dict["history"]) == len(state.history())


def test_the_tensor_forgets_all_but_the_last_steps_when_it_has_no_room() -> None:
    short, long = (played(f"roundhouse_irish_gauge(recall={steps})", 6, 80) for steps in (10, 100))
    whole = long.information_state_tensor(0)
    assert short.information_state_tensor(0) == whole[:-100] + whole[-100 + 70:-100 + 80]


def test_sealed_bids_are_open_when_both_are_in() -> None:
    state = pyspiel.load_game("roundhouse_narrow_gauge").new_initial_state()
    dice = Dice(1)
    while state.is_chance_node():
        state.apply_action(int(state.position.random(dice)))
    state.apply_action(state.string_to_action("bid 7"))
    assert state.information_state_string(0).splitlines()[-1] == "0: bid 7"
    assert state.information_state_string(1).splitlines()[-1] == "0: bid ?"
    state.apply_action(state.string_to_action("bid 3"))
    for player in (0, 1):
        assert state.information_state_string(player).splitlines()[-2:] == ["0: bid 7", "1: bid 3"]


# ---- what it does not tell -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SECRETIVE)
@pytest.mark.parametrize("seed", range(3))
def test_a_resampled_state_is_the_same_to_its_player_and_always_was(name: str, seed: int) -> None:
    state = played(name, seed, 30 + 25 * seed)
    sampler = pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)
    changed = 0
    for player in range(state.num_players()):
        other = state.resample_from_infostate(player, sampler)
        assert other.current_player() == state.current_player()
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert views(other, player) == views(state, player)
        if state.current_player() == player:
            assert other.legal_actions() == state.legal_actions()
        changed += str(other) != str(state)
    assert changed


def views(state: RoundhouseState, player: int) -> list[str]:
    """All that a player saw in the course of a game."""
    again = Course(state.past.setup)
    seen = [json.dumps(again.state.view(player))]
    for code in state.history():
        again.apply(code)
        seen.append(json.dumps(again.state.view(player)))
    return seen


@pytest.mark.rule("NG-HID-6")
def test_a_player_knows_the_same_here_as_a_bot_and_as_a_replay_tells() -> None:
    """Also of a sealed bid that has been opened since."""
    state = played("roundhouse_narrow_gauge", 5, 120)
    course = replay(Record.loads(Record.of(state.past, ["a", "b"]).dumps()))
    for player in (0, 1):
        told = [str(moment["do"]) for moment in moments(course, player) if moment["step"]]
        _, *lines = state.information_state_string(player).split("\n")
        assert [line.partition(": ")[2] for line in lines] == told
        known = [None if line.endswith("?") else course.game.parse(line) for line in told]
        assert list(Seat(state.past, player).history) == known
    bids = [code for by, code in course.log(1) if by == 0 and code.startswith("bid ")]
    assert bids and "bid ?" not in bids


@pytest.mark.parametrize("name", SECRETIVE)
def test_another_course_leads_to_what_the_player_imagines(name: str) -> None:
    """Every hand, dealt contract and sealed bid: unless the first guess was ruled out by what had happened before."""
    reached = 0
    for steps in range(20, 80, 3):
        course = played(name, steps, steps).past
        for seat in range(course.setup.seats):
            imagined = course.state.imagine(seat, Dice(steps)).view(None)
            reached += resample(course, seat, Dice(steps)).state.view(None) == imagined
    assert reached > 0.8 * 20 * course.setup.seats


def test_resampling_reaches_every_hand() -> None:
    """After the first deal all cards but its own five are equally likely for the other."""
    state = pyspiel.load_game("roundhouse_narrow_gauge").new_initial_state()
    dice = Dice(1)
    while state.is_chance_node():
        state.apply_action(int(state.position.random(dice)))
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    hands: list[Any] = [state.resample_from_infostate(0, sampler).position.view(None)["hands"] for _ in range(150)]
    own = hands[0][0]
    assert all(hand[0] == own for hand in hands)
    assert len({card for hand in hands for card in hand[1]}) == 48 - 5


@pytest.mark.parametrize("name", USUAL)
def test_public_and_private_observations(name: str) -> None:
    state = played(name, 8, 70)
    game, kind = state.get_game(), pyspiel.IIGObservationType
    public, private, everything = (
        make_observation(game, kind(public_info=public, private_info=private, perfect_recall=False))
        for public, private in (
            (True, pyspiel.PrivateInfoType.NONE),
            (False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
            (True, pyspiel.PrivateInfoType.ALL_PLAYERS),
        )
    )
    assert public.tensor is None
    assert everything.string_from(state, 0) == str(state)
    for player in range(game.num_players()):
        assert public.string_from(state, player) == public.string_from(state, 0)
        assert bool(private.string_from(state, player)) == (name in SECRETIVE)


# ---- OpenSpiel's bots ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", USUAL)
def test_mcts_plays(name: str) -> None:
    game = pyspiel.load_game(name)
    bot = mcts.MCTSBot(game, 1.0, 8, PlayoutEvaluator(), random_state=np.random.RandomState(1))
    play_on(bot, game)


@pytest.mark.parametrize("name", SECRETIVE)
def test_ismcts_plays(name: str) -> None:
    game = pyspiel.load_game(name)
    bot = ismcts.ISMCTSBot(game, PlayoutEvaluator(), 1.0, 8, random_state=np.random.RandomState(1))
    play_on(bot, game)


def play_on(bot: Any, game: Any, decisions: int = 12) -> None:
    """A bot decides for all players in turn."""
    state = game.new_initial_state()
    dice = Dice(1)
    while decisions and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(state.position.random(dice)))
        else:
            action = int(bot.step(state))
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions -= 1


def test_the_evaluator_agrees_with_openspiel() -> None:
    """Both play at random to the end: the same mean within what so few games can tell."""
    state = played("roundhouse_appalachian_trail", 9, 60)
    ours = PlayoutEvaluator(400).evaluate(state)
    theirs = mcts.RandomRolloutEvaluator(100, np.random.RandomState(1)).evaluate(state)
    assert ours[0] == pytest.approx(theirs[0], abs=0.2)
    assert sum(ours) == pytest.approx(0)


# ---- what can go wrong -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "why"), [
    ("roundhouse_irish_gauge(players=9)", "3 to 5 players, not 9"),
    ("roundhouse_irish_gauge(edition=none)", "has no edition 'none'"),
    ("roundhouse_narrow_gauge(order=backwards)", "auction, random-order"),
    ("roundhouse_narrow_gauge(recall=-1)", "recall is a number of steps"),
])
def test_what_there_is_not_is_told(name: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        pyspiel.load_game(name)


def test_an_illegal_action_changes_nothing() -> None:
    state = played("roundhouse_irish_gauge", 1, 30)
    before = str(state)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action_with_legality_check(0)
    assert str(state) == before
