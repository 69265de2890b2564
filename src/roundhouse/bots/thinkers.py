"""Bots that think: one step ahead, or many."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from time import perf_counter

from roundhouse.bots.bot import Seat
from roundhouse.bots.evaluator import Evaluator
from roundhouse.bots.guided import GuidedSearch
from roundhouse.bots.search import Search, with_tie_noise
from roundhouse.bots.tree import Tree
from roundhouse.bots.values import Settings, tuned, valuer
from roundhouse.engine.contract import HIDDEN, Game
from roundhouse.engine.dice import Dice
from roundhouse.engine.value import Valuer

KEPT_TREE = 400_000         # nodes; a larger tree is not kept for the next move
LARGEST_TREE = 5_000_000    # some hundred megabytes: the search ends
FIRST_TO_SEARCH = 3     # the level
ASKED_EVERY = 16        # iterations after which a search may end early
PATIENCE = 1.8          # seconds that a level thinks at most, on however slow a machine


def new_search(
    game: Game, seat: int, settings: Settings | None = None, values: Valuer | None = None
) -> Search:
    """An empty tree for a seat, with these settings and values or those that suit the game."""
    how = tuned(game.name)[1] if settings is None else settings
    return Search(
        valuer(game.name) if values is None else values, seat, game.seats, how.playout, how.exploration, how.widening,
        how.prior_temperature, how.chance_width,
    )


@dataclass(frozen=True)
class Guidance:
    """The parameters of `GuidedSearch`; without a `chance_width`, the game's."""

    exploration: float = 0.5
    urgency: float = 0.1
    lean: float = 1.0
    thorough: bool = False
    chance_width: int | None = None


def guided_search(evaluator: Evaluator, game: Game, seat: int, how: Guidance) -> GuidedSearch:
    """An empty tree for a seat, to be guided by an evaluator."""
    width = tuned(game.name)[1].chance_width if how.chance_width is None else how.chance_width
    return GuidedSearch(evaluator, seat, game.seats, how.exploration, how.urgency, how.lean, how.thorough, width)


class GreedyBot:
    """The action with the highest value one step ahead; with `slips`, an epsilon-greedy player.

    `slips` is how often, of a hundred moves, it moves at random, None: as often as suits the game; `weights` are those
    of the value function, the tuned ones without them.
    """

    def __init__(self, slips: int | None = 0, weights: tuple[float, ...] | None = None) -> None:
        self.slips = slips
        self.weights = weights

    def choose(self, seat: Seat, dice: Dice) -> int:
        """The code of the candidate that is worth most to this seat at once."""
        codes = seat.legal()
        if len(codes) == 1:
            return codes[0]
        state = seat.imagine(dice)
        if dice.below(100) < self.slips_in(seat.game.name):
            return int(state.random_by_kind(dice))
        values = valuer(seat.game.name, self.weights)
        best, choice = -1.0, codes[0]
        for code in values.candidates(state):
            value = with_tie_noise(values.ahead(state, code)[seat.number], dice)
            if value > best:
                best, choice = value, int(code)
        return choice

    def slips_in(self, game: str) -> int:
        """How many of a hundred moves it makes at random in a game, by the game's name."""
        return tuned(game)[1].slips if self.slips is None else self.slips


class SearchBot:
    """Tree search for a number of iterations or some seconds, what ends first. The tree is kept between moves."""

    def __init__(
        self, iterations: int | None = None, seconds: float | None = None, settings: Settings | None = None,
        valuer: Valuer | None = None,
    ) -> None:
        self.iterations = iterations
        self.seconds = seconds
        self.settings = settings
        self.valuer = valuer
        self._search: Tree | None = None
        self._known: list[int | None] = []

    def choose(self, seat: Seat, dice: Dice) -> int:
        """The code of the action with the most visits; what is forced is not thought about."""
        codes = seat.legal()
        return codes[0] if len(codes) == 1 else int(self.think(seat, dice).most_visited())

    def think(self, seat: Seat, dice: Dice) -> Tree:
        """The tree, grown from where the game stands; each iteration on a determinization of its own."""
        search = self._tree(seat)
        deadline = None if self.seconds is None else perf_counter() + self.seconds
        for done in count() if self.iterations is None else range(self.iterations):
            state = seat.imagine(dice)
            if state.sealed() and state.to_act == seat.number:
                state.unseal()      # so that it decides by what it would know as the first to choose
            search.iterate(state, dice)
            if search.size() > LARGEST_TREE or (deadline is not None and perf_counter() > deadline):
                break
            if done % ASKED_EVERY == ASKED_EVERY - 1 and self.enough(search, done + 1):
                break
        search.settle(dice)
        return search

    def enough(self, search: Tree, done: int) -> bool:
        """Whether to end after so many iterations, for there is nothing to be gained by more."""
        return False

    def new_tree(self, game: Game, seat: int) -> Tree:
        """An empty tree."""
        return new_search(game, seat, self.settings, self.valuer)

    def _tree(self, seat: Seat) -> Tree:
        """What is left of the last tree after all that has happened since, or a new one.

        Sealed choices are laid open in another order than they are made: what is searched then is not kept.
        """
        if seat.sealed():
            self._search, self._known = None, []
            return self.new_tree(seat.game, seat.number)
        history = list(seat.history)
        kept = len(self._known)
        search = self._search
        # What was hidden when the tree passed it may have been laid open since; it stays where the tree has it.
        known = 0 < kept <= len(history) and all(old in (None, now) for old, now in zip(self._known, history))
        if search is None or not known or search.size() > KEPT_TREE or not all(
            search.advance(HIDDEN if code is None else code) for code in history[kept:]
        ):
            search = self.new_tree(seat.game, seat.number)
        self._search, self._known = search, history
        return search


class GuidedBot(SearchBot):
    """Tree search guided by an evaluator, which is made for the game when the first move is asked for."""

    def __init__(
        self, evaluator: Callable[[Game], Evaluator], iterations: int | None = None, seconds: float | None = None,
        guidance: Guidance | None = None, work: int | None = None, hasty: bool = False,
    ) -> None:
        """`work`: as much as `GuidedSearch.work` may grow for a move, however many iterations that are. `hasty`: it
        ends when no more visits could change the move; what it would say of chances then rests on fewer of them."""
        super().__init__(iterations, seconds)
        self.evaluator = evaluator
        self.guidance = Guidance() if guidance is None else guidance
        self.work = work
        self.hasty = hasty
        self._grown: Tree | None = None
        self._began = 0

    def new_tree(self, game: Game, seat: int) -> Tree:
        """A search tree for that seat, guided by this bot's evaluator."""
        return guided_search(self.evaluator(game), game, seat, self.guidance)

    def enough(self, search: Tree, done: int) -> bool:
        """Whether to stop: nothing can change the choice any more, or the bot has had its share of work."""
        if self.hasty and self.iterations is not None and search.decided(self.iterations - done):
            return True
        return self.work is not None and self.worked > self.work

    @property
    def worked(self) -> int:
        """The work for this move."""
        return self._grown.work - self._began if isinstance(self._grown, GuidedSearch) else 0

    def _tree(self, seat: Seat) -> Tree:
        search = self._grown = super()._tree(seat)
        self._began = search.work if isinstance(search, GuidedSearch) else 0
        return search


class LevelBot(SearchBot):
    """Tree search for as many iterations as a level has in the game at hand."""

    def __init__(self, level: int) -> None:
        super().__init__(seconds=PATIENCE)
        self.level = level

    def iterations_in(self, game: str) -> int:
        """How long it thinks about a move of a game, by the game's name."""
        return tuned(game)[1].levels[self.level - FIRST_TO_SEARCH]

    def think(self, seat: Seat, dice: Dice) -> Tree:
        """As long as the level does in this game."""
        self.iterations = self.iterations_in(seat.game.name)
        return super().think(seat, dice)
