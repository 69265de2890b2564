"""Monte Carlo tree search for any number of players, with chance and hidden information.

Every node maximises for the seat that moves there; its value is a share of the win for each seat. Chance is drawn by
its true weights. What a seat can't see is redrawn at each iteration, so that one tree stands for all that may be true
(information-set search). The tree lies in flat vectors: a node is a number.
"""
from __future__ import annotations

from math import exp, sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.bots.value import Valuer
from roundhouse.engine.contract import CHANCE, HIDDEN, OVER, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.words import BIT

NONE: Final[i64] = -1
TASTE: Final = 0.003       # at even chances, so much of a win is a matter of taste: the dice decide, and games differ
OFTEN: Final[i64] = 4       # a node is looked at anew after 1, 2, 4, 8... visits, and so many more at the beginning


class Search:
    """The tree of one seat. `iterate` grows it, `advance` follows the game, so that no work is done twice."""

    def __init__(
        self, valuer: Valuer, seat: i64, seats: i64, playout: i64, explore: float, widen: float, trust: float,
        fan: i64,
    ) -> None:
        """`playout`: random steps before the valuer is asked, or 0: a look one step ahead; `explore`: the weight of
        what is little known; `widen`: how many actions a node follows, times the root of its visits; `trust`: an action
        that promises so much less of a win than the best is explored a third as much; `fan`: outcomes of chance are
        told apart while there are no more of them, for a hand drawn in a thousand ways would end every line."""
        self.valuer: Valuer = valuer
        self.seat: i64 = seat
        self.seats: i64 = seats
        self.root: i64 = 0
        self.playout: i64 = playout
        self.explore: float = explore
        self.widen: float = widen
        self.trust: float = trust
        self.fan: i64 = fan
        self.code: vec[i64] = vec[i64]()        # the action that led to a node
        self.visits: vec[i64] = vec[i64]()
        self.chances: vec[i64] = vec[i64]()     # how often the node could have been chosen
        self.first: vec[i64] = vec[i64]()       # its first child: the most promising
        self.next: vec[i64] = vec[i64]()        # its next sibling, less promising
        self.hope: vec[float] = vec[float]()    # its worth one step ahead to who moved there; the prior of what it is
        self.looked: vec[i64] = vec[i64]()      # how often it was looked at what may be done there
        self.sign: vec[i64] = vec[i64]()        # what was legal at the last look
        self.total: vec[float] = vec[float]()   # node * seats + seat: shares of the win, added up
        self.best_seen: vec[float] = vec[float]([0.0] * seats)
        self._add(NONE, NONE, 0.0)

    # ---- one iteration -----------------------------------------------------------------------------------------------

    def iterate(self, state: State, dice: Dice) -> None:
        """Follow the tree from a state that may be true, add a node, and learn from it. The state is used up."""
        path = append(vec[i64](capacity=64), self.root)
        node: i64 = self.root
        blind: i64 = NONE       # where a rival is who has not seen what this seat has just chosen
        fresh = False
        while state.to_act != OVER and not fresh:
            mover = state.to_act
            if mover == CHANCE:
                code = state.random(dice)
                apart = len(state.legal()) <= self.fan and state.sees(self.seat, code)
                child = self._child(node, code if apart else HIDDEN)
            elif blind == NONE and self._news(node, state):
                break
            elif mover == self.seat:
                child = self._select(node, state, dice)
                code = self.code[child]
            else:
                child = self._select(node if blind == NONE else blind, state, dice)
                code = self.code[child]
                if blind != NONE:
                    path = append(path, child)
                    child = self._child(node, code)
                elif not state.sees(self.seat, code):
                    child = self._child(node, HIDDEN)
            blind = NONE
            if mover == self.seat and self._unseen(state, code):
                blind = self._child(node, HIDDEN)
                path = append(path, blind)
            state.apply(code)
            node = child
            path = append(path, node)
            fresh = self.visits[node] == 0
        # A rival who has not seen must not be taken to know the best answer.
        self._learn(path, self._outlook(node, state, dice) if blind == NONE else self.valuer.shares(state))

    def _unseen(self, state: State, code: i64) -> bool:
        """Whether a rival can't see what this seat is about to do."""
        for rival in range(self.seats):
            if rival != self.seat and not state.sees(rival, code):
                return True
        return False

    def _outlook(self, node: i64, state: State, dice: Dice) -> vec[float]:
        """What a new node promises every seat: with the best action from there, or after some random steps."""
        if self.playout == 0 and state.to_act >= 0:
            self._look(node, state, dice)
            return self.best_seen
        steps: i64 = 0
        while steps < self.playout and state.to_act != OVER:
            state.apply(state.random_by_kind(dice))
            steps += 1
        return self.valuer.shares(state)

    def _learn(self, path: vec[i64], shares: vec[float]) -> None:
        for visited in path:
            self.visits[visited] += 1
            for seat in range(self.seats):
                self.total[visited * self.seats + seat] += shares[seat]

    def _select(self, node: i64, state: State, dice: Dice) -> i64:
        """The child to follow: the best upper bound for who moves, among as many as the node's visits allow."""
        legal = state.legal()
        if self.looked[node] == 0 or not self._knows(node, legal):
            self._look(node, state, dice)
        room = i64(1.0 + self.widen * sqrt(float(self.visits[node])))
        sum_: float = 0.0
        top: float = -1.0
        last: i64 = NONE
        child = self.first[node]
        while child != NONE and room > 0:
            if contains(legal, self.code[child]):
                if top < 0.0:
                    top = self.hope[child]
                self.chances[child] += 1
                sum_ += exp((self.hope[child] - top) / self.trust)
                last = child
                room -= 1
            child = self.next[child]
        if last == NONE:
            return self._child(node, legal[0])
        seat = state.to_act
        best: i64 = NONE
        best_bound: float = -1.0
        child = self.first[node]
        while child != NONE:
            if contains(legal, self.code[child]):
                prior = exp((self.hope[child] - top) / self.trust) / sum_
                bound = self._bound(child, seat, prior)
                if bound > best_bound:
                    best_bound = bound
                    best = child
            child = NONE if child == last else self.next[child]
        return best

    def _bound(self, child: i64, seat: i64, prior: float) -> float:
        visits = float(self.visits[child])
        mean = self.hope[child] if visits == 0.0 else self.total[child * self.seats + seat] / visits
        return mean + self.explore * prior * sqrt(float(self.chances[child])) / (1.0 + visits)

    def _news(self, node: i64, state: State) -> bool:
        """Whether other things are legal than at the last look, as another hand was drawn; asked ever more rarely."""
        if self.playout > 0 or self.looked[node] == 0 or BIT[self.looked[node]] > OFTEN * self.visits[node]:
            return False
        return sign(state.legal()) != self.sign[node]

    def _knows(self, node: i64, legal: vec[i64]) -> bool:
        """Whether a child stands for something that is legal now."""
        child = self.first[node]
        while child != NONE:
            if contains(legal, self.code[child]):
                return True
            child = self.next[child]
        return False

    def _look(self, node: i64, state: State, dice: Dice) -> None:
        """Add what is worth doing from here, the most promising first by the value one step ahead."""
        seat = state.to_act
        best: float = -1.0
        for code in self.valuer.candidates(state):
            after = state.copy()
            after.apply(code)
            shares = self.valuer.shares(after)
            if shares[seat] > best:
                best = shares[seat]
                for one in range(self.seats):
                    self.best_seen[one] = shares[one]
            if self._find(node, code) == NONE:
                self._add(node, code, to_taste(shares[seat], dice))
        self.looked[node] += 1
        self.sign[node] = sign(state.legal())

    # ---- the tree ----------------------------------------------------------------------------------------------------

    def _add(self, parent: i64, code: i64, hope: float) -> i64:
        node: i64 = len(self.code)
        self.code = append(self.code, code)
        self.visits = append(self.visits, 0)
        self.chances = append(self.chances, 0)
        self.first = append(self.first, NONE)
        self.next = append(self.next, NONE)
        self.hope = append(self.hope, hope)
        self.looked = append(self.looked, 0)
        self.sign = append(self.sign, 0)
        for _ in range(self.seats):
            self.total = append(self.total, 0.0)
        if parent != NONE:
            self._hang(parent, node, hope)
        return node

    def _hang(self, parent: i64, node: i64, hope: float) -> None:
        """Among the children, before those that promise less."""
        before: i64 = NONE
        after = self.first[parent]
        while after != NONE and self.hope[after] >= hope:
            before = after
            after = self.next[after]
        self.next[node] = after
        if before == NONE:
            self.first[parent] = node
        else:
            self.next[before] = node

    def _find(self, node: i64, code: i64) -> i64:
        child = self.first[node]
        while child != NONE and self.code[child] != code:
            child = self.next[child]
        return child

    def _child(self, node: i64, code: i64) -> i64:
        child = self._find(node, code)
        return self._add(node, code, 0.0) if child == NONE else child

    def advance(self, code: int) -> bool:
        """Go on from what has happened (HIDDEN: what the seat did not see). False if the tree knows nothing of it."""
        child = self._find(self.root, code)
        if child == NONE:
            return False
        self.root = child
        return True

    def size(self) -> int:
        return len(self.code)

    # ---- what was found ----------------------------------------------------------------------------------------------

    def best(self) -> int:
        """The action from the root that was followed most."""
        child = self.first[self.root]
        best = child
        while child != NONE:
            if self.code[child] >= 0 and self.visits[child] > self.visits[best]:
                best = child
            child = self.next[child]
        return self.code[best]

    def chances_now(self) -> vec[float]:
        """Every seat's share of the win from the root."""
        visits = float(self.visits[self.root])
        shares = vec[float](capacity=self.seats)
        for seat in range(self.seats):
            shares = append(shares, self.total[self.root * self.seats + seat] / visits)
        return shares

    def findings(self) -> list[tuple[int, int, list[float]]]:
        """Each action tried from the root: its code, its visits, and the share of the win of every seat after it."""
        found: list[tuple[int, int, list[float]]] = []
        child = self.first[self.root]
        while child != NONE:
            visits = self.visits[child]
            if visits and self.code[child] >= 0:
                means = [self.total[child * self.seats + seat] / float(visits) for seat in range(self.seats)]
                found.append((self.code[child], visits, means))
            child = self.next[child]
        return sorted(found, key=lambda one: -one[1])


def to_taste(share: float, dice: Dice) -> float:
    """A share of the win, and what the dice make of it: ever less as the game is won or lost, for who has no chance any
    more still takes what points there are."""
    return share + TASTE * 4.0 * share * (1.0 - share) * float(i64(dice.below(1000))) / 1000.0


def sign(codes: vec[i64]) -> i64:
    """A number that other codes would hardly have."""
    mixed: i64 = len(codes)
    for code in codes:
        mixed = (mixed * 31 + code) & 0xFFFFFFFFFFF
    return mixed


def contains(codes: vec[i64], code: i64) -> bool:
    """Whether a rising list holds the code."""
    low: i64 = 0
    high: i64 = len(codes)
    while low < high:
        middle = (low + high) >> 1
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low < len(codes) and codes[low] == code
