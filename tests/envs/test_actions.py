"""Actions of the environments: what a seat can choose and nothing else, bids up to a limit that stands for more."""
from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import roundhouse.envs.gym  # noqa: F401  (registers the games)
from roundhouse.engine.contract import CHANCE, OVER, Game
from roundhouse.engine.dice import Dice
from roundhouse.envs.actions import ActionSpace, table_money
from roundhouse.envs.names import environment
from roundhouse.envs.vector import VectorGames
from roundhouse.errors import UserError
from roundhouse.games import title, titles
from tests.games.narrow_gauge.test_auction import auction


@pytest.mark.parametrize("name", titles())
def test_what_chance_does_is_told_apart_from_what_seats_choose(name: str) -> None:
    """In random games chance does nothing that a seat could choose, and the other way round."""
    for option in ({}, *({one.name: value} for one in title(name).options for value in one.values[1:])):
        try:
            game = title(name).game(options=option)
        except UserError:
            continue    # it has no effect here
        state, dice = game.start(), Dice(3)
        while state.to_act != OVER:
            kinds = {line.split(" ")[0] for line in state.lines()}
            assert all((kind in title(name).chance) == (state.to_act == CHANCE) for kind in kinds)
            state.apply(state.random_by_kind(dice))


@pytest.mark.parametrize("name", titles())
def test_every_move_of_a_game_is_an_action_and_back(name: str) -> None:
    game = title(name).game()
    space = ActionSpace(game)
    state, dice = game.start(), Dice(1)
    while state.to_act != OVER:
        if state.to_act != CHANCE:
            legal = list(state.legal())
            mask = space.mask(legal)
            for action in np.flatnonzero(mask):
                assert space.code(int(action), legal) in legal
            named = [code for code in legal if code < space.first_bid + space.most_bid]
            assert [space.code(space.action(code), legal) for code in named] == named
            assert all(mask[space.action(code)] for code in named)
        state.apply(state.random_by_kind(dice))


def test_few_bids_are_left() -> None:
    sizes = {name: (ActionSpace(one.game()).size, one.game().codes) for name, one in titles().items()}
    assert sizes["irish-gauge"] == (1181, 4271)
    assert sizes["age-of-rail"] == (889, 4941)
    assert table_money(title("age-of-rail").game(3)) == 240
    assert ActionSpace(title("age-of-rail").game(3), most_bid=40).size == 689


def test_the_highest_bid_stands_for_more_where_less_is_not_enough() -> None:
    state = auction(cash=(90, 20))
    space = ActionSpace(state.game, most_bid=10)
    top = space.size - 1
    legal = list(state.legal())
    assert space.line(top) == "bid 10"
    assert space.mask(legal)[-11:].all()
    assert state.game.text(space.code(top, legal)) == "bid 10"
    dear = [code for code in legal if code >= state.game.parse("bid 25")]
    assert space.mask(dear).tolist() == [0] * top + [1]
    assert state.game.text(space.code(top, dear)) == "bid 25"
    assert space.action(state.game.parse("bid 77")) == top


def test_what_is_no_action_is_said() -> None:
    game = title("irish-gauge").game(3)
    space = ActionSpace(game)
    with pytest.raises(ValueError, match="'start 1' is nothing that a seat chooses"):
        space.action(game.parse("start 1"))
    with pytest.raises(ValueError, match="actions are 0 to 1180, not 1181"):
        space.code(1181, [])
    with pytest.raises(UserError, match="is 0 or more, not -3"):
        ActionSpace(game, most_bid=-3)


@pytest.mark.parametrize("name", titles())
def test_all_codes_as_they_were(name: str) -> None:
    game = title(name).game()
    space = ActionSpace(game, every_code=True)
    assert space.codes.tolist() == list(range(game.codes))


# ---- factors and features --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=list(titles()))
def space(request: pytest.FixtureRequest) -> ActionSpace:
    return ActionSpace(title(request.param).game())


def test_factors_are_the_words_of_an_action(space: ActionSpace) -> None:
    for action in range(0, space.size, 97):
        words = [head[factor] for head, factor in zip(space.heads, space.factors[action])]
        assert " ".join(words).strip() == space.line(action)
        assert space.from_factors(space.factors[action].tolist()) == action
    assert len({tuple(row) for row in space.factors.tolist()}) == space.size


def test_a_word_at_a_time_leads_to_a_legal_action(space: ActionSpace) -> None:
    state, dice = space.game.start(), Dice(2)
    random = np.random.default_rng(1)
    while state.to_act != OVER:
        if state.to_act == CHANCE:
            state.apply(state.random(dice))
            continue
        legal = list(state.legal())
        mask = space.mask(legal)
        chosen: list[int] = []
        for _ in space.heads:
            chosen.append(int(random.choice(np.flatnonzero(space.head_mask(mask, chosen)))))
        action = space.from_factors(chosen)
        assert mask[action]
        state.apply(space.code(action, legal))


def test_words_that_make_no_action_are_refused() -> None:
    space = ActionSpace(title("irish-gauge").game(3))
    with pytest.raises(ValueError, match="'pass"):
        space.from_factors([0, 1, 0][:len(space.heads)])


def test_features_tell_actions_apart(space: ActionSpace) -> None:
    assert space.features.shape == (space.size, len(space.feature_names))
    assert space.features.min() >= 0 and space.features.max() == 1
    assert len(np.unique(space.features, axis=0)) == space.size


# ---- in the environments ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", titles())
def test_both_versions_can_be_played(name: str) -> None:
    sizes = []
    for version in (0, 1):
        env: Any = gymnasium.make(environment(name, version))
        _, info = env.reset(seed=1)
        over = False
        while not over:
            _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        assert "illegal" not in info
        sizes.append(int(env.action_space.n))
    assert sizes[0] == title(name).game().codes > sizes[1]


def test_the_highest_bid_can_be_chosen() -> None:
    env: Any = gymnasium.make("roundhouse/age-of-rail-v1", most_bid=5)
    assert env.action_space.n == 654


def many(game: Game, actions: ActionSpace | None) -> VectorGames:
    return VectorGames(game, 6, 3, actions)


@pytest.mark.parametrize("most_bid", [None, 3])
@pytest.mark.parametrize("name", titles())
def test_many_games_have_the_same_masks(name: str, most_bid: int | None) -> None:
    game = title(name).game()
    actions = ActionSpace(game, most_bid)
    games = many(game, actions)
    for _ in range(60):
        for n in range(games.count):
            assert np.array_equal(games.masks[n], actions.mask(list(games.state(n).legal())))
        games.step([int(np.random.default_rng(n).choice(np.flatnonzero(games.masks[n]))) for n in range(games.count)])
    assert all(games.masks[n][action] for n, action in enumerate(games.random_actions()))
