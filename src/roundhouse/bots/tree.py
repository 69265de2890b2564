"""The tree that a search grows, in flat vectors: a node is a number.

One tree serves all states that look alike to the searching seat; what was found at its root is told in visits and in
mean values, a share of the win for each seat.
"""
from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import HIDDEN, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.value import Valuer

NONE: Final[i64] = -1
REEXPAND: Final[i64] = 4    # a node may be expanded again after 1, 2, 4, 8... visits, and so many more at the beginning


class Tree:
    """The tree of one seat. A search that inherits it grows it by `iterate`; `advance` follows the game, so that no
    work is done twice."""

    def __init__(self, valuer: Valuer, seat: i64, seats: i64, chance_width: i64) -> None:
        """An empty tree for a `seat` of so many `seats`; the `valuer` says what is worth looking at.

        `chance_width`: the outcomes of a chance node are children of their own while there are no more of them, for a
        hand drawn in a thousand ways would end every line.
        """
        self.valuer: Valuer = valuer
        self.seat: i64 = seat
        self.seats: i64 = seats
        self.chance_width: i64 = chance_width
        self.root: i64 = 0
        self.code: vec[i64] = vec[i64]()                # the action or outcome that led to a node
        self.visits: vec[i64] = vec[i64]()
        self.first: vec[i64] = vec[i64]()               # its first child: the highest prior
        self.next: vec[i64] = vec[i64]()                # its next sibling, of a lower prior
        self.prior_value: vec[float] = vec[float]()     # what it promised to who moved there before its first visit
        self.expansions: vec[i64] = vec[i64]()          # how often its actions were valued
        self.legal_hash: vec[i64] = vec[i64]()          # of what was legal at the last expansion
        self.total_value: vec[float] = vec[float]()     # node * seats + seat: the sum over its visits

    def iterate(self, state: State, dice: Dice) -> None:
        """Select from the root down, add a node, value it and back the value up. The state is a determinization: it may
        be true for all that the seat knows. It is used up."""
        raise NotImplementedError

    def settle(self, dice: Dice) -> None:
        """Finish what iterations have left to be done together."""

    # ---- what all searches do on their way down ----------------------------------------------------------------------

    def _outcome_of_chance(self, state: State, code: i64) -> i64:
        """What an outcome is called in the tree: HIDDEN where one child stands for all, or the seat does not see it."""
        apart = self.chance_width > 0 and len(state.legal()) <= self.chance_width and state.sees(self.seat, code)
        return code if apart else HIDDEN

    def _may_reexpand(self, node: i64) -> bool:
        """Whether a node is due to be expanded again if other actions are legal; ever more rarely."""
        return BIT[self.expansions[node]] <= REEXPAND * self.visits[node]

    def _has_available(self, node: i64, legal: vec[i64]) -> bool:
        """Whether a child stands for an action that is legal in this determinization."""
        child = self.first[node]
        while child != NONE:
            if contains(legal, self.code[child]):
                return True
            child = self.next[child]
        return False

    # ---- the tree ----------------------------------------------------------------------------------------------------

    def _add(self, parent: i64, code: i64, prior_value: float) -> i64:
        node: i64 = len(self.code)
        self.code = append(self.code, code)
        self.visits = append(self.visits, 0)
        self.first = append(self.first, NONE)
        self.next = append(self.next, NONE)
        self.prior_value = append(self.prior_value, prior_value)
        self.expansions = append(self.expansions, 0)
        self.legal_hash = append(self.legal_hash, 0)
        for _ in range(self.seats):
            self.total_value = append(self.total_value, 0.0)
        if parent != NONE:
            self._insert(parent, node, prior_value)
        return node

    def _insert(self, parent: i64, node: i64, prior_value: float) -> None:
        """Among the children, before those with a lower prior."""
        before: i64 = NONE
        after = self.first[parent]
        while after != NONE and self.prior_value[after] >= prior_value:
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
        """Move the root to what has happened (HIDDEN: what the seat did not see). False if there is no such child."""
        child = self._find(self.root, code)
        if child == NONE:
            return False
        self.root = child
        return True

    def size(self) -> int:
        """How many nodes there are, those that the root has left behind too."""
        return len(self.code)

    # ---- what was found ----------------------------------------------------------------------------------------------

    def most_visited(self) -> int:
        """The action from the root with the most visits."""
        child = self.first[self.root]
        best = child
        while child != NONE:
            if self.code[child] >= 0 and self.visits[child] > self.visits[best]:
                best = child
            child = self.next[child]
        return self.code[best]

    def decided(self, left: int) -> bool:
        """Whether so many more visits can't change which action from the root has the most."""
        most: i64 = 0
        second: i64 = 0
        child = self.first[self.root]
        while child != NONE:
            if self.code[child] >= 0:
                visits = self.visits[child]
                if visits > most:
                    second = most
                    most = visits
                elif visits > second:
                    second = visits
            child = self.next[child]
        return most - second > i64(left)

    def root_value(self) -> vec[float]:
        """The mean value at the root: every seat's share of the win."""
        visits = float(self.visits[self.root])
        value = vec[float](capacity=self.seats)
        for seat in range(self.seats):
            value = append(value, self.total_value[self.root * self.seats + seat] / visits)
        return value

    def root_actions(self) -> list[tuple[int, int, list[float]]]:
        """Each action tried from the root, most visits first: its code, its visits, its mean value to every seat."""
        found: list[tuple[int, int, list[float]]] = []
        child = self.first[self.root]
        while child != NONE:
            visits = self.visits[child]
            if visits and self.code[child] >= 0:
                means = [self.total_value[child * self.seats + seat] / float(visits) for seat in range(self.seats)]
                found.append((self.code[child], visits, means))
            child = self.next[child]
        return sorted(found, key=lambda one: -one[1])


def hash_of(codes: vec[i64]) -> i64:
    """A number that other codes would hardly have."""
    mixed: i64 = len(codes)
    for code in codes:
        mixed = (mixed * 31 + code) & 0xFFFFFFFFFFF
    return mixed


def contains(codes: vec[i64], code: i64) -> bool:
    """Whether a rising list holds the code."""
    low: i64 = 0
    left: i64 = len(codes)
    # How often this halves depends on the length alone: the processor need not guess its way.
    while left > 1:
        half = left >> 1
        if codes[low + half] <= code:
            low += half
        left -= half
    return left > 0 and codes[low] == code
