"""The games for OpenSpiel. Importing this module registers them:

    import pyspiel
    import roundhouse.envs.openspiel

    game = pyspiel.load_game("roundhouse_narrow_gauge(order=random-order)")

A game has the parameters `players`, `edition`, `recall` (how many of the last steps the information state tensor
holds) and each of its options.
"""
from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as missing:
    raise ImportError(f"{missing}: OpenSpiel comes with pip install 'roundhouse-games[envs]'") from None

from roundhouse.engine.contract import CHANCE, OVER, WATCHER, Game, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.play import playout
from roundhouse.envs import names
from roundhouse.envs.observe import Observer, observer
from roundhouse.envs.resample import resample
from roundhouse.envs.rewards import returns
from roundhouse.errors import UserError
from roundhouse.games import Setup, apart, titles
from roundhouse.games.title import Title
from roundhouse.records.course import Course, kind

RECALL = 512    # longer than games are, unless players raise each other by one to the last pound
# No game is longer than so many turns with an auction and so many other steps in each.
TURNS = 100
STEPS = 100


class RoundhouseGame(pyspiel.Game):  # type: ignore[misc]
    """A title with its parameters chosen. Each title has a class of its own."""

    title: ClassVar[Title]
    game_type: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**self.game_type.parameter_specification, **(params or {})}
        options = {option.name: given[option.name] for option in self.title.options}
        self.setup = Setup.of(self.title.name, given["players"], given["edition"], options)
        self.recall: int = given["recall"]
        if self.recall < 0:
            raise UserError(f"recall is a number of steps, not {self.recall}")
        super().__init__(self.game_type, _info(self.setup.game()), params or {})

    def __reduce__(self) -> tuple[object, ...]:
        return load_game, (str(self),)

    def new_initial_state(self) -> RoundhouseState:
        """The state at the beginning of a game."""
        return RoundhouseState(self)

    def max_chance_nodes_in_history(self) -> int:
        """More steps of chance than any game has."""
        return TURNS * STEPS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RoundhouseObserver:
        """An observer of the kind that OpenSpiel asks for. ValueError for parameters, of which there are none."""
        if params:
            raise ValueError(f"observations take no parameters, and {params} is given")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return RoundhouseObserver(self.setup, kind, self.recall)


def load_game(name: str) -> RoundhouseGame:
    """As pyspiel.load_game. Who unpickles a game calls it, and so has the games registered first."""
    game: RoundhouseGame = pyspiel.load_game(name)
    return game


def _info(game: Game) -> Any:
    """Players and chance share the codes of the notation."""
    bids = game.codes - int(game.first_bid)
    return pyspiel.GameInfo(
        num_distinct_actions=game.codes,
        max_chance_outcomes=game.codes,
        num_players=game.seats,
        min_utility=-1 / game.seats,
        max_utility=1 - 1 / game.seats,
        utility_sum=0.0,
        max_game_length=TURNS * (STEPS + bids),
    )


class RoundhouseState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel: a game with its whole course."""

    def __init__(self, game: RoundhouseGame) -> None:
        super().__init__(game)
        self.past = Course(game.setup)

    @property
    def position(self) -> State:
        """The state of our engine."""
        return self.past.state

    def current_player(self) -> int:
        """The seat to act, or what OpenSpiel says for chance and for the end."""
        to_act = int(self.position.to_act)
        if to_act == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if to_act == CHANCE else to_act

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.past.over

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, each with its probability."""
        outcomes = self.position.outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(code, weight / total) for code, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        self.past.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.text(action)

    def returns(self) -> list[float]:
        """What each seat gets, as `returns` of this package says."""
        return returns(self.position)

    def rewards(self) -> list[float]:
        """The same as `returns`: nothing is won before the end."""
        return self.returns()

    def __str__(self) -> str:
        return told(self.position.view(None))

    def resample_from_infostate(self, player: int, sampler: Any) -> RoundhouseState:
        """A state that the player can't tell from this one. `sampler` gives numbers from 0 to 1, 1 left out."""
        other: RoundhouseState = self.get_game().new_initial_state()
        for code in resample(self.past, player, Dice(int(sampler() * 2**53))).codes():
            other.apply_action(code)
        return other


def told(view: Mapping[str, object]) -> str:
    """A view as text, a line for each entry."""
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in view.items())


# ---- what a player observes ------------------------------------------------------------------------------------------


@cache
def _observer(setup: Setup) -> Observer:
    return observer(setup.game())


class RoundhouseObserver:
    """The observation of a player, or its public or private part, or with perfect recall all the steps that led to it.

    Tensors are for all that one player sees: an observation in its parts, and for an information state `history`, too.
    """

    def __init__(self, setup: Setup, kind: Any, recall: int) -> None:
        self.kind = kind
        self.numbers = _observer(setup)
        self.steps = recall if kind.perfect_recall else 0
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            self.tensor = np.zeros(self.numbers.size + self.steps, np.float32)
            for part in self.numbers.parts:
                self.dict[part.name] = self.tensor[part.start:part.start + part.size].reshape(part.shape)
            if kind.perfect_recall:
                self.dict["history"] = self.tensor[self.numbers.size:]

    def set_from(self, state: RoundhouseState, player: int) -> None:
        """Fill the tensor with what a player sees. ValueError for a kind of information that has no tensor."""
        if self.tensor is None:
            raise ValueError("tensors are for public information with that of a single player")
        self.numbers.write(state.position, player, self.tensor)
        if self.steps:
            self.dict["history"][:] = 0
            tokens = history_tokens(state.past, player)[-self.steps:]
            self.dict["history"][:len(tokens)] = np.array(tokens, np.float32) / token_count(state.position.game)

    def string_from(self, state: RoundhouseState, player: int) -> str:
        """What a player sees, as text."""
        if self.kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return self._text(state, None)
        if self.kind.private_info == pyspiel.PrivateInfoType.NONE:
            return self._text(state, WATCHER) if self.kind.public_info else ""
        if self.kind.public_info:
            return f"seat: {player}\n" + self._text(state, player)
        return self._private(state, player)

    def _text(self, state: RoundhouseState, seat: int | None) -> str:
        if not self.kind.perfect_recall:
            return told(state.position.view(seat))
        # What the end of a game reveals is in no step.
        end = ["", told(state.position.view(seat))] if state.past.over else []
        return "\n".join([*lines(state.past, seat), *end])

    def _private(self, state: RoundhouseState, player: int) -> str:
        """What the player sees and others do not."""
        if self.kind.perfect_recall:
            both = zip(lines(state.past, player), lines(state.past, WATCHER))
            return "\n".join(f"step {n}, {mine}" for n, (mine, public) in enumerate(both, 1) if mine != public)
        public_view = state.position.view(WATCHER)
        return told({key: value for key, value in state.position.view(player).items() if value != public_view[key]})


def lines(past: Course, seat: int | None) -> list[str]:
    """All steps in the notation, as the seat knows them: `0: bid 7`, `chance: card ?`."""
    return [f"{'chance' if by == CHANCE else by}: {line}" for by, line in past.log(seat)]


def history_tokens(past: Course, player: int) -> list[int]:
    """A number for each step: its code + 1, or for one that the player could not see a number for its kind."""
    game = past.game
    kinds = game.codes + 1
    return [
        kinds + game.kinds.index(kind(game.text(step.code))) if code is None else code + 1
        for step, code in zip(past.steps, past.seen(player))
    ]


def token_count(game: Game) -> int:
    """The largest token: numbers in `history` are tokens divided by it."""
    return game.codes + len(game.kinds)


class PlayoutEvaluator:
    """For OpenSpiel's search bots: random games played to their end by our engine, many times as fast."""

    def __init__(self, playouts: int = 1, seed: int = 0) -> None:
        self.playouts = playouts
        self.dice = Dice(seed)

    def evaluate(self, state: RoundhouseState) -> Any:
        """The mean of the returns."""
        totals = np.zeros(state.num_players())
        for _ in range(self.playouts):
            position = state.position.copy()
            playout(position, self.dice)
            totals += returns(position)
        return totals / self.playouts

    def prior(self, state: RoundhouseState) -> list[tuple[int, float]]:
        """All legal actions alike."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


# ---- the list of games -----------------------------------------------------------------------------------------------


def hides_something(title: Title) -> bool:
    """A game without secrets leaves `imagine` as it is."""
    return type(title.game().start()).imagine is not State.imagine


def _register(title: Title) -> None:
    information = pyspiel.GameType.Information
    game_type = pyspiel.GameType(
        short_name=names.openspiel(title.name),
        long_name=title.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hides_something(title) else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=title.players[0],
        max_num_players=title.players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": title.players[0],
            "edition": title.editions[0],
            "recall": RECALL,
            **{option.name: option.values[0] for option in title.options},
        },
    )
    # OpenSpiel lets go of what it has registered after Python is gone: a class bears that, another callable does not.
    made = type(names.openspiel(title.name), (RoundhouseGame,), {"title": title, "game_type": game_type})
    pyspiel.register_game(game_type, made)


for _title in list(titles().values()):
    with apart(_title):
        _register(_title)
