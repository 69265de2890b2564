"""Games to learn from: by the search without a net at first, then by a net against itself.

Most moves are made after a short search, and only their result is learned; of some, after a long one, the visits too
(playout cap randomization: Wu, "Accelerating Self-Play Learning in Go", 2019). Openings are drawn, for games to differ.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from time import monotonic

from roundhouse.bots.net import Description, Net, Reader, describe
from roundhouse.bots.netfile import action_rows, encoder, net_for, reference
from roundhouse.bots.thinkers import Guidance, guided_search, new_search
from roundhouse.bots.tree import Tree
from roundhouse.bots.values import valuer
from roundhouse.engine.contract import CHANCE, OVER, State, share_of_win
from roundhouse.engine.dice import Dice
from roundhouse.games import Setup
from roundhouse.lab.training.samples import Samples

OPENING = 8                 # so many first moves at most are drawn by how they look
LOOK_TEMPERATURE = 0.08     # of that draw, in shares of the win
STRAYS = 0.02               # the part of later moves that are drawn so
SAMPLED_MOVES = 24          # so many searched moves are drawn by their visits; later ones are the most visited
NOISE = 0.25                # the part of noise in the priors at the root of a long search
NOISE_WIDTH = 10.0          # the noise is a Dirichlet draw with this over the number of actions


@dataclass(frozen=True)
class Pace:
    """How long searches are: iterations of long and short ones, and the part of moves with a long one."""

    long: int
    short: int
    part: float


FIRST = Pace(150, 20, 0.25)
LATER = Pace(96, 16, 0.3)


@dataclass(frozen=True)
class Order:
    """Games to be played in one process: at one table for some seconds, or a number of games."""

    setup: Setup
    seats: tuple[int, ...]
    """All tables that the net is for: the largest gives the rows of actions."""
    net: bytes
    """The file of the net that plays; empty for the search without one."""
    guidance: Guidance
    seed: int
    seconds: float
    games: int | None = None
    pace: Pace = LATER
    """Of the net; without one it is `FIRST`."""


@dataclass(frozen=True)
class Harvest:
    """What came of an order."""

    games: int
    positions: int
    samples: bytes


def play_order(order: Order) -> Harvest:
    """Play until time is up or there are enough games."""
    pitch = Pitch(order)
    until = monotonic() + order.seconds
    number = 0
    while monotonic() < until and (order.games is None or number < order.games):
        pitch.play(number, until)
        number += 1
    samples = pitch.samples
    return Harvest(samples.games, samples.positions, samples.dumps(order.setup.title))


class Pitch:
    """Where the games of an order are played."""

    def __init__(self, order: Order) -> None:
        setup = order.setup
        self.order = order
        self.game = setup.game()
        self.valuer = valuer(setup.title)
        self.net: Net | None = net_for(order.net, self.game) if order.net else None
        self.pace = order.pace if order.net else FIRST
        self.reader = Reader(encoder(self.game))
        self.samples = Samples(setup.seats, int(self.reader.encoder.size))
        self.rows = action_rows(setup, reference(setup, list(order.seats)))

    def play(self, number: int, until: float) -> None:
        """A game; left as it is when time is up."""
        random = Random(f"{self.order.seed} {number}")
        dice = Dice(self.order.seed, number)
        state = self.game.start()
        self.samples.begin()
        wild = random.randrange(1, OPENING + 1) if random.random() < 0.6 else 0
        searched = 0
        while state.to_act != OVER:
            if state.to_act == CHANCE:
                state.apply(state.random(dice))
                continue
            if len(self.valuer.candidates(state)) == 1:
                state.apply(self.valuer.candidates(state)[0])
                continue
            said = describe(self.valuer, state)
            if wild > 0 or random.random() < STRAYS:
                wild -= 1
                state.apply(strayed(said, random))
                continue
            state.apply(self._searched(state, said, searched, random, dice))
            searched += 1
            if monotonic() > until:
                return
        winners = state.winners()
        self.samples.finish([share_of_win(seat, winners) for seat in range(self.game.seats)], state.scores())

    def _searched(self, state: State, said: Description, searched: int, random: Random, dice: Dice) -> int:
        """The move after a search, which becomes a sample."""
        seat = int(state.to_act)
        full = random.random() < self.pace.part
        tree = self._grown(state, seat, self.pace.long if full else self.pace.short, full, random, dice)
        legal = set(state.legal())
        visits = {code: count for code, count, _ in tree.root_actions() if code in legal}
        sheet = self.reader.sheet(state, seat)
        self.samples.add(seat, sheet, said, self._rows(list(said.codes)), visits, list(tree.root_value()), full)
        if searched >= SAMPLED_MOVES:
            return max(visits, key=lambda code: visits[code])
        return random.choices(list(visits), list(visits.values()))[0]

    def _grown(self, state: State, seat: int, iterations: int, noisy: bool, random: Random, dice: Dice) -> Tree:
        net = self.net
        guided = None if net is None else guided_search(net, self.game, seat, self.order.guidance)
        tree: Tree = new_search(self.game, seat) if guided is None else guided
        for n in range(iterations):
            imagined = state.imagine(seat, dice)
            if imagined.sealed():
                imagined.unseal()
            tree.iterate(imagined, dice)
            if n == 0 and noisy and guided is not None:
                guided.stir(dirichlet(len(self.valuer.candidates(state)), random), NOISE)
        return tree

    def _rows(self, codes: Sequence[int]) -> list[int]:
        return [self.rows[min(int(code), len(self.rows) - 1)] for code in codes]


def strayed(said: Description, random: Random) -> int:
    """A move at random, likelier the better it looks one step ahead."""
    weights = [exp(-int(short) / 65536 / LOOK_TEMPERATURE) for short in said.shortfalls]
    return random.choices([int(code) for code in said.codes], weights)[0]


def dirichlet(count: int, random: Random) -> list[float]:
    """Shares that sum to 1, drawn from a Dirichlet distribution: the noise on priors at the root."""
    drawn = [random.gammavariate(NOISE_WIDTH / count, 1.0) + 1e-12 for _ in range(count)]
    return [one / sum(drawn) for one in drawn]
