"""Monte Carlo tree search for any number of players, with chance and hidden information.

Every node maximises for the seat that moves there; its value is a share of the win for each seat. Chance is drawn by
its true weights. What a seat can't see is redrawn at each iteration, so that one tree stands for all that may be true
(information-set search). The tree lies in flat vectors: a node is a number.
"""
from __future__ import annotations

from math import log, sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.bots.value import Valuer
from roundhouse.engine.contract import CHANCE, OVER, State
from roundhouse.engine.dice import Dice

NONE: Final[i64] = -1
HIDDEN: Final[i64] = -2   # stands for every outcome that the searching seat can't see: one node for them all


class Search:
    """The tree of one seat. `iterate` grows it, `advance` follows the game, so that no work is done twice."""

    def __init__(self, valuer: Valuer, seat: i64, seats: i64, playout: i64, explore: float, widen: float) -> None:
        """`playout`: random steps before the valuer is asked; `explore`: the weight of what is little known;
        `widen`: how many actions a node looks at, times the root of its visits."""
        self.valuer: Valuer = valuer
        self.seat: i64 = seat
        self.seats: i64 = seats
        self.root: i64 = 0
        self.playout: i64 = playout
        self.explore: float = explore
        self.widen: float = widen
        self.code: vec[i64] = vec[i64]()        # the action that led to a node
        self.visits: vec[i64] = vec[i64]()
        self.chances: vec[i64] = vec[i64]()     # how often the node could have been chosen
        self.first: vec[i64] = vec[i64]()       # its first child
        self.next: vec[i64] = vec[i64]()        # its next sibling
        self.total: vec[float] = vec[float]()   # node * seats + seat: shares of the win, added up
        self.ranked: list[vec[i64]] = []        # the actions from a node, the most promising first
        self._add(NONE, NONE)

    # ---- one iteration -----------------------------------------------------------------------------------------------

    def iterate(self, state: State, dice: Dice) -> None:
        """Follow the tree from a state that may be true, add a node, and learn from it. The state is used up."""
        path = append(vec[i64](capacity=64), self.root)
        node: i64 = self.root
        while state.to_act != OVER:
            if state.to_act == CHANCE:
                code = state.random(dice)
                child = self._child(node, code if state.sees(self.seat, code) else HIDDEN)
            elif state.to_act == self.seat:
                child = self._select(node, state)
                code = self.code[child]
            else:
                child = self._select(node, state)
                code = self.code[child]
                if not state.sees(self.seat, code):
                    child = self._child(node, HIDDEN)
            state.apply(code)
            node = child
            path = append(path, node)
            if self.visits[node] == 0:
                break
        steps: i64 = 0
        while steps < self.playout and state.to_act != OVER:
            state.apply(state.random_by_kind(dice))
            steps += 1
        shares = self.valuer.shares(state)
        for visited in path:
            self.visits[visited] += 1
            for seat in range(self.seats):
                self.total[visited * self.seats + seat] += shares[seat]

    def _select(self, node: i64, state: State) -> i64:
        """The child to follow: a new action while the node has few, else the best upper bound for who moves."""
        legal = state.legal()
        seat = state.to_act
        if len(self.ranked[node]) == 0:
            self.ranked[node] = self._rank(state)
        best = NONE
        best_bound: float = -1.0
        tried: i64 = 0
        child = self.first[node]
        while child != NONE:
            if contains(legal, self.code[child]):
                tried += 1
                self.chances[child] += 1
                bound = self._bound(child, seat)
                if bound > best_bound:
                    best_bound = bound
                    best = child
            child = self.next[child]
        room = 1.0 + self.widen * sqrt(float(self.visits[node]))
        if tried < len(legal) and float(tried) < room:
            code = self._untried(node, legal)
            if code != NONE:
                return self._child(node, code)
        return best if best != NONE else self._child(node, legal[0])

    def _bound(self, child: i64, seat: i64) -> float:
        visits = float(self.visits[child])
        if visits == 0.0:
            return 1000.0
        mean = self.total[child * self.seats + seat] / visits
        return mean + self.explore * sqrt(log(float(self.chances[child]) + 1.0) / visits)

    def _untried(self, node: i64, legal: vec[i64]) -> i64:
        """The most promising action that is legal now and has no node yet."""
        for code in self.ranked[node]:
            if contains(legal, code) and self._find(node, code) == NONE:
                return code
        for code in legal:
            if self._find(node, code) == NONE:
                return code
        return NONE

    def _rank(self, state: State) -> vec[i64]:
        """The actions worth looking at, best first by the value one step ahead."""
        seat = state.to_act
        codes = self.valuer.candidates(state)
        values = vec[float](capacity=len(codes))
        for code in codes:
            after = state.copy()
            after.apply(code)
            values = append(values, self.valuer.shares(after)[seat])
        return sorted_by(codes, values)

    # ---- the tree ----------------------------------------------------------------------------------------------------

    def _add(self, parent: i64, code: i64) -> i64:
        node: i64 = len(self.code)
        self.code = append(self.code, code)
        self.visits = append(self.visits, 0)
        self.chances = append(self.chances, 0)
        self.first = append(self.first, NONE)
        self.next = append(self.next, NONE)
        for _ in range(self.seats):
            self.total = append(self.total, 0.0)
        self.ranked.append(vec[i64]())
        if parent != NONE:
            self.next[node] = self.first[parent]
            self.first[parent] = node
        return node

    def _find(self, node: i64, code: i64) -> i64:
        child = self.first[node]
        while child != NONE and self.code[child] != code:
            child = self.next[child]
        return child

    def _child(self, node: i64, code: i64) -> i64:
        child = self._find(node, code)
        return self._add(node, code) if child == NONE else child

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
            if self.visits[child] >= self.visits[best]:
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
            if visits:
                means = [self.total[child * self.seats + seat] / float(visits) for seat in range(self.seats)]
                found.append((self.code[child], visits, means))
            child = self.next[child]
        return sorted(found, key=lambda one: -one[1])


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


def sorted_by(codes: vec[i64], values: vec[float]) -> vec[i64]:
    """The codes, those with the highest values first. Insertion: the lists are short, and mostly in order."""
    ranked = codes[:]
    keys = values[:]
    for i in range(1, len(ranked)):
        code = ranked[i]
        key = keys[i]
        j = i
        while j > 0 and keys[j - 1] < key:
            keys[j] = keys[j - 1]
            ranked[j] = ranked[j - 1]
            j -= 1
        keys[j] = key
        ranked[j] = code
    return ranked
