"""Moves weighed alike: one search, the moves that count looked at equally long, and the line that each leads to.

All numbers that a player sees beside each other come from here: chances and expected margins rest on the same
iterations of the same search. Nothing is shown of a move that was looked at too little.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from roundhouse.bots.advice import calibrated
from roundhouse.bots.bot import Seat
from roundhouse.bots.evaluator import single_leaf
from roundhouse.bots.guided import GuidedSearch
from roundhouse.bots.masters import house_net, iterations_at
from roundhouse.bots.tree import Tree
from roundhouse.bots.values import valuer
from roundhouse.engine.contract import CHANCE, HIDDEN, OVER, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.facts import Fact, TurnBegan
from roundhouse.games import Setup
from roundhouse.games import title as find_title
from roundhouse.games.claims import Line, Step

ENOUGH = 40             # visits under which a chance is no number to show
ALIKE = 600             # visits that each of the moves compared has at least
MARGIN = 200            # iterations from which the expected margin is told, where two play
LOOKED_AT = 3
SPARE = 6               # moves that stand in for some that come to the same
OTHERS = 40             # moves that are looked at one step ahead, where the search has found but one
LONGEST = 40            # steps until an action, or the auction that it begins, is over
SURE = 0.5              # so much of the visits an answer must have to be told

Draw = Callable[[Dice], State]
"""Gives a position that may be the true one."""


@dataclass
class SearchedMove:
    """A move with all that the search says of it."""

    code: int
    line: Line[State]
    chances: list[float]
    visits: int
    margin: float | None
    """The points or the money by which the seat is expected to end ahead; None where more than two play."""

    @property
    def chance(self) -> float:
        """The chance to win of the seat that acts."""
        return self.chances[self.line.me]


def imagined(seat: Seat) -> Draw:
    """Positions that look the same from a seat, as its own search takes them."""
    def draw(dice: Dice) -> State:
        state = seat.imagine(dice)
        if state.sealed() and state.to_act == seat.number:
            state.unseal()
        return state
    return draw


def weighed(tree: Tree, draw: Draw, known: State, also: Sequence[int] = (), seed: int = 1) -> list[SearchedMove]:
    """The moves that count, the most promising first, and those that are asked for `also`.

    `tree` has been grown from the position that `known` shows as whoever is to act knows it."""
    found, me, root = tree.root_actions(), int(known.to_act), tree.root
    wanted = [code for code, visits, _ in found[:LOOKED_AT] if visits * 20 >= found[0][1]] or [found[0][0]]
    if len(wanted) == 1:
        # Somebody may ask: and why not that?
        wanted += [found[1][0]] if len(found) > 1 else _next_best(known, wanted[0])
    moves: list[SearchedMove] = []
    spare = [code for code, _, _ in found[:SPARE] if code not in wanted]
    for code in [*wanted, *(one for one in also if one not in wanted), *spare]:
        if code in spare and code not in also and len(moves) > 1:
            break           # only where those before it have come to the same
        node = tree._child(root, code)
        margin = _top_up(tree, node, code, draw, Dice(seed, code))
        visits = int(tree.visits[node])
        if visits < ENOUGH and moves and code not in also:
            continue        # sealed choices can't be topped up: what was hardly looked at is not compared
        seats = range(known.game.seats)
        means = [tree.total_value[node * len(seats) + seat] / max(1, visits) for seat in seats]
        chances = calibrated(known.game, means) if visits else [1 / len(seats)] * len(seats)
        line = followed(tree, node, known, code)
        if any(line.after.view(me) == one.line.after.view(me) for one in moves) and code not in also:
            continue        # the same action in another order
        moves.append(SearchedMove(code, line, chances, visits, margin))
    tree.root = root
    return sorted(moves, key=lambda one: -one.chance)


def _next_best(known: State, best: int) -> list[int]:
    """What the search has not even looked at, the best one step ahead."""
    values, me = valuer(known.game.name), known.to_act
    others = [int(code) for code in known.legal() if code != best][:OTHERS]
    return [] if known.sealed() or not others else [max(others, key=lambda code: values.ahead(known, code)[me])]


def _top_up(tree: Tree, node: int, code: int, draw: Draw, dice: Dice) -> float | None:
    """Look at a move as long as at the others; the margin expected at the leaves, where two play."""
    two, root, margins = tree.seats == 2, tree.root, list[float]()
    thorough = isinstance(tree, GuidedSearch) and tree.thorough
    if isinstance(tree, GuidedSearch):
        tree.thorough = False
    tree.root = node
    for _ in range(max(MARGIN if two else 0, ALIKE - int(tree.visits[node]))):
        state = draw(dice)
        if state.sealed():
            break
        if code not in list(state.legal()):
            continue
        me = int(state.to_act)
        state.apply(code)
        tree.iterate(state, dice)       # it uses the state up: what is left of it is the leaf
        if two:
            ends = state.scores() if state.to_act == OVER else list(valuer(state.game.name).estimate(state))
            margins.append(ends[me] - ends[1 - me])
    tree.settle(dice)
    tree.root = root
    if isinstance(tree, GuidedSearch):
        tree.thorough = thorough
    return sum(margins) / len(margins) if len(margins) >= MARGIN else None


# ---- the line that a move leads to -----------------------------------------------------------------------------------


def followed(tree: Tree, node: int, known: State, code: int) -> Line[State]:
    """The move carried on until its action is over, then what the next seat does against it."""
    own = _Walk(tree, node, known)
    own.go(code)
    me, after = int(known.to_act), own.state
    answer = _Walk(tree, own.node, after, own.answers)
    if not own.stopped:
        answer.go_on(me)
    return Line(
        me, known.game.text(code), known, after, tuple(own.steps), tuple(own.facts), tuple(answer.steps),
        tuple(fact for fact in answer.facts if isinstance(fact, own.answers)),
    )


class _Walk:
    """A way down the tree from a position, most visited first."""

    def __init__(self, tree: Tree, node: int, state: State, open_: tuple[type[Fact], ...] = ()) -> None:
        """`open_`: the facts that a step must tell one of, to be told."""
        self.tree, self.node, self.state = tree, node, state.copy()
        self.steps: list[Step] = []
        self.facts: list[Fact] = []
        self.stopped = False
        room = find_title(state.game.name).room
        self.ends: tuple[type[Fact], ...] = (TurnBegan, *room.claims.ENDS)
        self.answers: tuple[type[Fact], ...] = room.claims.ANSWERS
        self.open = open_

    def go(self, code: int) -> None:
        """An action from its first step on, to its end."""
        for _ in range(LONGEST):
            if self._do(code):
                return
            if self.state.to_act < 0 or self.state.sealed():
                self.stopped = self.state.to_act == OVER or self.state.sealed()
                return
            code = self._likeliest()

    def go_on(self, me: int) -> None:
        """What a rival does next, if the search is sure enough of it; chance is passed where it makes no difference."""
        while self.state.to_act == CHANCE or (self.state.to_act == me and len(self.state.legal()) == 1):
            node = self._child(HIDDEN) if self.state.to_act == CHANCE else self._child(int(self.state.legal()[0]))
            if node < 0:
                return
            self.node = node
            self.state.apply(self.state.random(Dice(0)))
        if self.state.to_act in (OVER, me) or self.state.sealed():
            return
        code, visits, all_ = self._most_visited()
        if visits >= ENOUGH and visits >= SURE * all_:
            self.node = self._child(code)
            self.go(code)

    def _do(self, code: int) -> bool:
        """Carry out a step; whether it ends the action, or nothing more may be told."""
        by = int(self.state.to_act)
        heard = self.state.tell(code)
        if self.open and not any(isinstance(fact, self.open) for fact in heard):
            return True
        self.steps.append(Step(by, self.state.game.text(code)))
        self.facts += heard
        return any(isinstance(fact, self.ends) for fact in heard)

    def _likeliest(self) -> int:
        """What the search follows most; by a look at the position where the tree does not reach."""
        code, visits, _ = self._most_visited()
        if visits > 4:
            self.node = self._child(code)
            return code
        self.node = -1
        return preferred(self.state)

    def _most_visited(self) -> tuple[int, int, int]:
        """The legal code with the most visits, its visits, and the visits of all."""
        tree, legal = self.tree, set(self.state.legal())
        best, most, total = -1, 0, 0
        child = tree.first[self.node] if self.node >= 0 else -1
        while child >= 0:
            if int(tree.code[child]) in legal:
                visits = int(tree.visits[child])
                total += visits
                if visits > most:
                    best, most = int(tree.code[child]), visits
            child = tree.next[child]
        return best, most, total

    def _child(self, code: int) -> int:
        return int(self.tree._find(self.node, code)) if self.node >= 0 else -1


def preferred(state: State) -> int:
    """The action that the house's net thinks likeliest to be good; where there is none, the best one step ahead."""
    values = valuer(state.game.name)
    codes = values.worth_a_look(state, state.legal())
    if len(codes) == 1:
        return int(codes[0])
    if iterations_at(Setup.of_game(state.game)) is None:
        return int(max(codes, key=lambda code: values.ahead(state, code)[state.to_act]))
    leaf = single_leaf(state, codes)
    house_net(state.game).evaluate([leaf])
    priors = list(leaf.priors)
    return int(leaf.codes[priors.index(max(priors))])
