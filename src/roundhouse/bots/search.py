"""Information-set Monte Carlo tree search for any number of players, with chance nodes.

What it is made of, and who thought of it:

- *Information sets.* One tree serves all states that look alike to the searching seat. Each iteration starts from one
  of them, everything hidden drawn anew (a determinization), so an action is not legal every time: beside its visits a
  node counts its availability. This is the single-observer search of Cowling, Powley and Whitehouse, "Information Set
  Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4 (2012).
- *Max-n.* A value is a vector, a share of the win for each seat, and every node maximises for the seat that moves
  there: Luckhardt and Irani, "An Algorithmic Solution of N-Person Games", AAAI (1986).
- *PUCT.* The child to follow has the highest sum of its mean value and a bonus in proportion to its prior: Rosin,
  "Multi-armed bandits with episode context", Annals of Mathematics and Artificial Intelligence 61 (2011); in this form
  Silver et al., "Mastering the game of Go without human knowledge", Nature 550 (2017). The prior is no network's: it is
  the softmax of what the value function says of each action one step ahead. That value also stands for the mean of a
  child without visits.
- *Progressive widening.* A node follows more of its actions, the most promising first, the more visits it has: Coulom,
  "Computing Elo Ratings of Move Patterns in the Game of Go", ICGA Journal 30 (2007).
- *Chance nodes* are sampled by their exact weights. Where there are too many outcomes one child stands for all.
- The action played is the one with the most visits, not with the highest mean: the robust child of Chaslot et al.,
  "Progressive Strategies for Monte-Carlo Tree Search", New Mathematics and Natural Computation 4 (2008).
"""
from __future__ import annotations

from math import exp, sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.bots.tree import NONE, Tree, contains, hash_of
from roundhouse.engine.contract import CHANCE, HIDDEN, OVER, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.value import Valuer

TIE_NOISE: Final = 0.003    # of a win, at even chances: so close are actions between which the dice decide


class Search(Tree):
    """The tree of one seat, grown by the values one step ahead."""

    def __init__(
        self, valuer: Valuer, seat: i64, seats: i64, playout: i64, exploration: float, widening: float,
        prior_temperature: float, chance_width: i64,
    ) -> None:
        """An empty tree for a `seat` of so many `seats`, its values and priors from a `valuer`.

        `playout`: so many random steps are made before a new node is valued; with 0 it is worth what its best action is
        worth one step ahead. `exploration`: the constant of PUCT, the weight of the bonus beside the mean.
        `widening`: a node follows 1 + widening * sqrt(visits) of its actions. `prior_temperature`: of the softmax that
        makes priors of values; an action so much worse than another has a prior lower by a factor of e.
        `chance_width`: as in `Tree`.
        """
        super().__init__(valuer, seat, seats, chance_width)
        self.playout: i64 = playout
        self.exploration: float = exploration
        self.widening: float = widening
        self.prior_temperature: float = prior_temperature
        self.availability: vec[i64] = vec[i64]()        # how often it was legal and within the width when it was chosen
        self.best_value: vec[float] = vec[float]([0.0] * seats)     # after the best action of the last expansion
        self.path: vec[i64] = vec[i64]()                # the nodes of the iteration under way
        self.lined: vec[i64] = vec[i64]()               # the children that are chosen from ..
        self.weight: vec[float] = vec[float]()          # .. and the priors of each, not yet shares
        self.blind: i64 = NONE      # in it, the information set of a rival who has not seen what this seat has chosen
        self._add(NONE, NONE, 0.0)

    # ---- one iteration -----------------------------------------------------------------------------------------------

    def iterate(self, state: State, dice: Dice) -> None:
        """Follow one path from the root to the end of the game or to a new node, and count what came of it."""
        self.path = append(vec[i64](capacity=64), self.root)
        self.blind = NONE
        node: i64 = self.root
        leaf = False
        while state.to_act != OVER and not leaf:
            if state.to_act == CHANCE:
                code = state.random(dice)
                node = self._child(node, self._outcome_of_chance(state, code))
                state.apply(code)
                self.blind = NONE
            elif state.sealed():
                node = self._select_sealed(node, state, dice)
            else:
                legal = state.legal()
                if self.blind == NONE and self._legal_changed(node, legal):
                    break
                node = self._select_open(node, state, legal, dice)
            self.path = append(self.path, node)
            leaf = self.visits[node] == 0
        # A rival who has not seen must not be taken to know the best answer.
        self._backpropagate(self._evaluate(node, state, dice) if self.blind == NONE else self.valuer.shares(state))

    def _select_open(self, node: i64, state: State, legal: vec[i64], dice: Dice) -> i64:
        """The node after the choice of who is to act. What this seat can't see of it leads to the same node, and a
        rival who has not seen what this seat has just chosen chooses in an information set of its own."""
        mover = state.to_act
        blind = self.blind
        self.blind = NONE
        choice = self._select(node if mover == self.seat or blind == NONE else blind, state, legal, dice)
        code = self.code[choice]
        after = choice
        if mover == self.seat:
            if self._unseen(state, code):
                self.blind = self._child(node, HIDDEN)
                self.path = append(self.path, self.blind)
        elif blind != NONE or not state.sees(self.seat, code):
            self.path = append(self.path, choice)
            after = self._child(node, code if blind != NONE else HIDDEN)
        state.apply(code)
        return after

    def _unseen(self, state: State, code: i64) -> bool:
        """Whether a rival can't see what this seat is about to do."""
        for rival in range(self.seats):
            if rival != self.seat and not state.sees(rival, code):
                return True
        return False

    def _select_sealed(self, node: i64, state: State, dice: Dice) -> i64:
        """The node after sealed choices. Who makes them has an information set each, and learns nothing of the others'
        but by what came of it: the first to choose is searched as the second is.

        This is decoupled selection: Tak, Lanctot and Winands, "Monte Carlo Tree Search variants for simultaneous move
        games", IEEE Conference on Computational Intelligence and Games (2014).
        """
        rivals = self._child(node, HIDDEN)
        own = node
        after: i64 = HIDDEN
        last = False
        while not last:
            mover = state.to_act
            last = mover == self.seats - 1
            choice = self._select(node if mover == self.seat else rivals, state, state.legal(), dice)
            self.path = append(self.path, choice)
            if mover == self.seat:
                own = choice
            else:
                after = self.code[choice]
                self.path = append(self.path, rivals)
            state.apply(self.code[choice])
        return self._child(own, after)

    def _evaluate(self, node: i64, state: State, dice: Dice) -> vec[float]:
        """The value of a leaf: with the best action from there, or after some random steps. Where seats are to choose
        unseen it is worth what it is: with the best choice of who is asked first it would be worth more to them."""
        if self.playout == 0 and state.to_act >= 0 and not state.sealed():
            self._expand(node, state, state.legal(), dice)
            return self.best_value
        steps: i64 = 0
        while steps < self.playout and state.to_act != OVER:
            state.apply(state.random_by_kind(dice))
            steps += 1
        return self.valuer.shares(state)

    def _backpropagate(self, value: vec[float]) -> None:
        for visited in self.path:
            self.visits[visited] += 1
            for seat in range(self.seats):
                self.total_value[visited * self.seats + seat] += value[seat]

    def _select(self, node: i64, state: State, legal: vec[i64], dice: Dice) -> i64:
        """The available child with the highest PUCT for who moves, among as many as progressive widening allows."""
        if self.expansions[node] == 0:
            self._expand(node, state, legal, dice)
        width = i64(1.0 + self.widening * sqrt(float(self.visits[node])))
        count = self._line_up(node, legal, width)
        if count == 0:
            self._expand(node, state, legal, dice)
            count = self._line_up(node, legal, width)
        if count == 0:
            return self._child(node, legal[0])
        sum_: float = 0.0
        for n in range(count):
            sum_ += self.weight[n]
        best: i64 = NONE
        highest: float = -1.0
        for n in range(count):
            score = self._puct(self.lined[n], state.to_act, self.weight[n] / sum_)
            if score > highest:
                highest = score
                best = self.lined[n]
        return best

    def _line_up(self, node: i64, legal: vec[i64], width: i64) -> i64:
        """Note the available children up to that width, with the weights of their priors; how many they are."""
        availability = self.availability
        top: float = 0.0
        count: i64 = 0
        child = self.first[node]
        while child != NONE and count < width:
            if contains(legal, self.code[child]):
                if count == 0:
                    top = self.prior_value[child]
                if count == len(self.lined):
                    self.lined = append(self.lined, NONE)
                    self.weight = append(self.weight, 0.0)
                availability[child] += 1
                self.lined[count] = child
                self.weight[count] = exp((self.prior_value[child] - top) / self.prior_temperature)
                count += 1
            child = self.next[child]
        return count

    def _puct(self, child: i64, seat: i64, prior: float) -> float:
        """The mean value and the bonus for what is little known; availability stands for the visits of the parent."""
        visits = float(self.visits[child])
        mean = self.prior_value[child] if visits == 0.0 else self.total_value[child * self.seats + seat] / visits
        return mean + self.exploration * prior * sqrt(float(self.availability[child])) / (1.0 + visits)

    def _legal_changed(self, node: i64, legal: vec[i64]) -> bool:
        """Whether other actions are legal than at the last expansion, with another hand; asked ever more rarely."""
        if self.playout > 0 or self.expansions[node] == 0 or not self._may_reexpand(node):
            return False
        return hash_of(legal) != self.legal_hash[node]

    def _expand(self, node: i64, state: State, legal: vec[i64], dice: Dice) -> None:
        """Add a child for each candidate that has none yet, by its value one step ahead."""
        seat = state.to_act
        childless = self.first[node] == NONE
        best: float = -1.0
        for code in self.valuer.worth_a_look(state, legal):
            value = self.valuer.ahead(state, code)
            if value[seat] > best:
                best = value[seat]
                for one in range(self.seats):
                    self.best_value[one] = value[one]
            if childless or self._find(node, code) == NONE:
                self._add(node, code, with_tie_noise(value[seat], dice))
        self.expansions[node] += 1
        self.legal_hash[node] = hash_of(legal)

    def _add(self, parent: i64, code: i64, prior_value: float) -> i64:
        self.availability = append(self.availability, 0)
        return super()._add(parent, code, prior_value)


def with_tie_noise(value: float, dice: Dice) -> float:
    """A share of the win with a little noise: dice decide between actions of nearly the same value, so games differ.

    The noise vanishes as the game is won or lost: who has no chance any more still takes what points there are.
    """
    return value + TIE_NOISE * 4.0 * value * (1.0 - value) * float(i64(dice.below(1000))) / 1000.0
