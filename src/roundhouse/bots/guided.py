"""Tree search guided by an evaluator: a net, or a user's own class.

It is the search of `search.py` (information sets, max-n, chance nodes, sealed choices) with what an evaluator changes:

- *Priors and values* come from the evaluator, which sees a whole node at a time, so there is no look at each action and
  no progressive widening: Silver et al., "Mastering the game of Go without human knowledge", Nature 550 (2017).
- *First-play urgency.* An action that was never followed is worth the mean of its parent, less the more of the prior
  has been followed already: Wang and Gelly, "Modifications of UCT and sequence-like simulations for Monte-Carlo Go",
  IEEE Symposium on Computational Intelligence and Games (2007).
- *Virtual loss.* Leaves may wait, to be evaluated many at a time; until then each counts as a visit that won nothing,
  so that the next iterations go elsewhere: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search",
  Computers and Games (2008).
- A node with one candidate is passed through, without a question.
"""
from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.bots.evaluator import Evaluator, Leaf
from roundhouse.bots.search import with_tie_noise
from roundhouse.bots.tree import NONE, Tree, contains, hash_of
from roundhouse.engine.contract import CHANCE, HIDDEN, OVER, State
from roundhouse.engine.dice import Dice

VISITS_A_LEAF: Final[i64] = 16      # a young tree is grown leaf by leaf; one more may wait for each so many visits

WORK_A_LEAF: Final[i64] = 6         # a position takes as long as so many actions that are looked at


class GuidedSearch(Tree):
    """The tree of one seat, grown by what an evaluator says."""

    def __init__(
        self, evaluator: Evaluator, seat: i64, seats: i64, exploration: float, urgency: float, lean: float,
        thorough: bool, chance_width: i64,
    ) -> None:
        """An empty tree for a `seat` of so many `seats`.

        `exploration`: the constant of PUCT. `urgency`: so much less than its parent an untried action is worth when all
        of the prior has been tried. `lean`: how much is believed of what an action looked short of the best, where the
        evaluator has looked. `thorough`: every action from the root is followed once, however little it promises: what
        no one looks for may win at once. `chance_width`: as in `Tree`.
        """
        super().__init__(evaluator.valuer, seat, seats, chance_width)
        self.evaluator: Evaluator = evaluator
        self.exploration: float = exploration
        self.urgency: float = urgency
        self.lean: float = lean
        self.thorough: bool = thorough
        self.shortfall: vec[float] = vec[float]()
        self.candidates: vec[i64] = vec[i64]()      # where the evaluator is to be asked next
        self.waiting: list[Leaf] = []
        self.work: i64 = 0      # what the evaluator was asked so far: a measure of time that is the same everywhere
        self._add(NONE, NONE, 0.0)

    # ---- one iteration -----------------------------------------------------------------------------------------------

    def iterate(self, state: State, dice: Dice) -> None:
        """Follow one path to a leaf. Leaves wait until there are enough of them to be evaluated together."""
        path = append(vec[i64](capacity=64), self.root)
        node: i64 = self.root
        sealed: i64 = NONE      # where seats began to choose unseen; see `Search._select_sealed`
        after: i64 = HIDDEN     # what a rival has chosen there
        while state.to_act != OVER:
            mover = state.to_act
            if mover == CHANCE:
                code = state.random(dice)
                node = self._child(node, self._outcome_of_chance(state, code))
                path = append(path, node)
                state.apply(code)
                continue
            at = node
            if state.sealed():
                sealed = node if sealed == NONE else sealed
                at = sealed
                if mover != self.seat:
                    at = self._child(sealed, HIDDEN)
                    path = append(path, at)
            legal = state.legal()
            chosen = self._follow(at, state, legal)
            if chosen == NONE:
                self._wait(Leaf(state, self.candidates, hash_of(legal), at, path), dice)
                return
            path = append(path, chosen)
            if sealed == NONE or mover == self.seat:
                node = chosen
            else:
                after = self.code[chosen]
            state.apply(self.code[chosen])
            if sealed != NONE and mover == self.seats - 1:
                node = self._child(node, after)
                path = append(path, node)
                sealed = NONE
                after = HIDDEN
        self._visit(path)
        self._back_up(path, self.valuer.shares(state))

    def _follow(self, at: i64, state: State, legal: vec[i64]) -> i64:
        """The child to go on with; NONE where the evaluator is to be asked first."""
        if len(legal) == 1:
            return self._child(at, legal[0])
        if self.expansions[at] > 0 and self._has_available(at, legal) and (
            not self._may_reexpand(at) or hash_of(legal) == self.legal_hash[at]
        ):
            return self._select(at, state.to_act, legal)
        self.candidates = self.valuer.worth_a_look(state, legal)
        return self._child(at, self.candidates[0]) if len(self.candidates) == 1 else NONE

    def _wait(self, leaf: Leaf, dice: Dice) -> None:
        """Let a leaf wait for its value, all together for as long as it is worth while."""
        self._visit(leaf.path)
        self.waiting.append(leaf)
        room = 1 + self.visits[self.root] // VISITS_A_LEAF
        if len(self.waiting) >= self.evaluator.batch or len(self.waiting) >= room:
            self.settle(dice)

    def settle(self, dice: Dice) -> None:
        """Evaluate the leaves that wait, and take what comes of it back to the root."""
        leaves = self.waiting
        if not leaves:
            return
        self.waiting = []
        self.evaluator.evaluate(leaves)
        for leaf in leaves:
            self.work += WORK_A_LEAF + len(leaf.codes)
            self._expand(leaf, dice)
            self._back_up(leaf.path, leaf.value)

    def _visit(self, path: vec[i64]) -> None:
        for visited in path:
            self.visits[visited] += 1

    def _back_up(self, path: vec[i64], value: vec[float]) -> None:
        for visited in path:
            for seat in range(self.seats):
                self.total_value[visited * self.seats + seat] += value[seat]

    def _expand(self, leaf: Leaf, dice: Dice) -> None:
        """Add a child for each candidate that has none yet, with its prior."""
        at = leaf.node
        looked = len(leaf.shortfalls) > 0
        for n in range(len(leaf.codes)):
            if self._find(at, leaf.codes[n]) == NONE:
                child = self._add(at, leaf.codes[n], with_tie_noise(leaf.priors[n], dice))
                if looked:
                    self.shortfall[child] = leaf.shortfalls[n]
        self.expansions[at] += 1
        self.legal_hash[at] = leaf.legal_hash

    def _select(self, node: i64, seat: i64, legal: vec[i64]) -> i64:
        """The available child with the highest PUCT for who moves."""
        total: float = 0.0
        tried: float = 0.0
        visits: i64 = 0
        child = self.first[node]
        while child != NONE:
            if contains(legal, self.code[child]):
                total += self.prior_value[child]
                visits += self.visits[child]
                if self.visits[child] > 0:
                    tried += self.prior_value[child]
            child = self.next[child]
        total = total if total > 0.0 else 1.0
        mean = self.total_value[node * self.seats + seat] / float(self.visits[node])
        untried = mean - self.urgency * sqrt(tried / total)
        bonus = self.exploration * sqrt(float(visits + 1)) / total
        each_once = self.thorough and node == self.root
        best: i64 = NONE
        highest: float = -1000.0
        child = self.first[node]
        while child != NONE:
            if contains(legal, self.code[child]):
                count = float(self.visits[child])
                if each_once and count == 0.0:
                    return child
                worth = untried - self.lean * self.shortfall[child]
                if count > 0.0:
                    worth = self.total_value[child * self.seats + seat] / count
                score = worth + bonus * self.prior_value[child] / (1.0 + count)
                if score > highest:
                    highest = score
                    best = child
            child = self.next[child]
        return best

    # ---- the tree ----------------------------------------------------------------------------------------------------

    def _add(self, parent: i64, code: i64, prior_value: float) -> i64:
        self.shortfall = append(self.shortfall, 0.0)
        return super()._add(parent, code, prior_value)

    def stir(self, noise: Sequence[float], part: float) -> None:
        """Mix noise into the priors at the root, for games from which a net is to learn something new."""
        child = self.first[self.root]
        for one in noise:
            if child == NONE:
                break
            self.prior_value[child] = (1.0 - part) * self.prior_value[child] + part * one
            child = self.next[child]
