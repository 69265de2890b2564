"""The way to the Goal in Appalachian Trail: how far it is, and how much of it the cards in hand can lay."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, WORD, count, lowest, zeros
from roundhouse.engine.contract import NOBODY
from roundhouse.games.appalachian_trail.board import WORDS
from roundhouse.games.appalachian_trail.position import Position

DETOUR: Final[i64] = 2      # a way that is so much longer may suit the hand better
CHAIN: Final[i64] = 4       # cards of the hand that are planned ahead, at most
MOST_CELLS: Final = 120


class Ways:
    """Notes on one seat of the position at hand, kept so that a look at it allocates nothing."""

    def __init__(self) -> None:
        self.layer: vec[i64] = zeros((MOST_CELLS + 2) * 2)  # k * 2: cells from which k cards lead to the Goal
        self.free: vec[i64] = zeros(2)                      # cells where every terrain fits
        self.next: vec[i64] = zeros(2)                      # the layer after
        self.front: vec[i64] = zeros(2)                     # cells where the trail can go on
        self.held: vec[i64] = zeros(64)                     # by kind: cards in the hand being planned with
        self.way: vec[i64] = zeros(64)                      # ways to lay them
        self.ways: i64 = 0

    def exits(self) -> i64:
        """How many cells the trail can go on to."""
        return count(self.front[0]) + count(self.front[1])

    def flood(self, s: Position, seat: i64, through: bool) -> i64:
        """Layers of cells by their distance from the Goal, up to a detour more than where the trail is. How many cards
        the shortest way takes, 0 for none; `through`: as if no obstacle were there."""
        board = s.board
        at = seat * WORDS
        open0 = s.empty[at]
        open1 = s.empty[at + 1]
        self.free[0] = board.whole[0]
        self.free[1] = board.whole[1]
        if board.all_edges:
            first0: i64 = 0
            first1: i64 = 0
            second0: i64 = 0
            second1: i64 = 0
            for terrain in range(board.terrains):
                row = (seat * board.terrains + terrain) * WORDS
                first0 |= s.fits_first[row]
                first1 |= s.fits_first[row + 1]
                second0 |= s.fits_second[row]
                second1 |= s.fits_second[row + 1]
                self.free[0] &= s.fits_first[row] & s.fits_second[row]
                self.free[1] &= s.fits_first[row + 1] & s.fits_second[row + 1]
            open0 &= first0 & second0
            open1 &= first1 & second1
        if through:
            open0 |= s.obstacles[at]
            open1 |= s.obstacles[at + 1]
        if s.has_begun(seat):
            self.front[0] = s.reach[at] & open0
            self.front[1] = s.reach[at + 1] & open1
        else:
            self.front[0] = 0
            self.front[1] = 0
            self.front[board.word[board.start]] = board.bit[board.start]
        new0 = board.near[board.goal * WORDS] & open0
        new1 = board.near[board.goal * WORDS + 1] & open1
        found: i64 = 0
        k: i64 = 1
        while found == 0 or k <= found + DETOUR:
            self.layer[k * 2] = new0
            self.layer[k * 2 + 1] = new1
            open0 &= ~new0
            open1 &= ~new1
            if found == 0:
                if new0 | new1 == 0:
                    return 0
                if (new0 & self.front[0]) | (new1 & self.front[1]):
                    found = k
            self._step(s, seat, new0, new1)
            new0 = self.next[0] & open0
            new1 = self.next[1] & open1
            k += 1
        return found

    def _step(self, s: Position, seat: i64, from0: i64, from1: i64) -> None:
        """The cells from which a card leads to one of these: some terrain must fit on both sides of the edge."""
        board = s.board
        to0: i64 = 0
        to1: i64 = 0
        for w in range(WORDS):
            bits = from0 if w == 0 else from1
            tight = bits & ~self.free[w]
            bits &= self.free[w]
            while bits:
                cell = w * WORD + lowest(bits)
                bits &= bits - 1
                to0 |= board.near[cell * WORDS]
                to1 |= board.near[cell * WORDS + 1]
            while tight:
                at = w * WORD + lowest(tight)
                bit = tight & -tight
                tight ^= bit
                for terrain in range(board.terrains):
                    row = (seat * board.terrains + terrain) * WORDS
                    if s.fits_first[row + w] & bit:
                        to0 |= board.before[at * WORDS] & s.fits_second[row]
                        to1 |= board.before[at * WORDS + 1] & s.fits_second[row + 1]
                    if s.fits_second[row + w] & bit:
                        to0 |= board.after[at * WORDS] & s.fits_first[row]
                        to1 |= board.after[at * WORDS + 1] & s.fits_first[row + 1]
        self.next[0] = to0
        self.next[1] = to1

    def holds_goal(self, s: Position, seat: i64) -> bool:
        """Whether a Trail card in hand shows the Goal's terrain."""
        board = s.board
        for i in range(self.ways):
            if board.laid_second[board.way_laid[self.way[i]]] == s.goals[seat]:
                return True
        return False

    def take_up(self, s: Position, seat: i64) -> i64:
        """Note the Trail cards in hand and the ways to lay them; how many cards they are."""
        board = s.board
        cards: i64 = 0
        for kind in range(board.first_sided):
            self.held[kind] = i64(s.piles[seat * board.kinds + kind])
            cards += self.held[kind]
        self.ways = 0
        for way in range(board.ways):
            if self.held[board.way_kind[way]]:
                self.way[self.ways] = way
                self.ways += 1
        return cards

    def missing(self, s: Position, seat: i64, far: i64, cards: i64, last: float) -> float:
        """Cards of a way of that length that the hand can't lay. What `last` adds does not grow on the way: else a
        player would rather stand still than go on without the last card."""
        chain = self._chain_from(s, seat, far, cards)
        return 0.0 if chain == far else float(far - chain) + last

    def _chain_from(self, s: Position, seat: i64, far: i64, cards: i64) -> i64:
        """The most cards of the hand that can be laid one after another on ways of that length."""
        most = far if far < cards else cards
        if most > CHAIN:
            most = CHAIN
        best: i64 = 0
        first = NOBODY if s.has_begun(seat) else s.goals[s.left_of(seat)]      # AT-TRL-1
        for w in range(WORDS):
            bits = self.layer[far * 2 + w] & self.front[w]
            while bits and best < most:
                cell = w * WORD + lowest(bits)
                bits &= bits - 1
                chain = self._chain(s, seat, cell, far, first, NOBODY, most)
                if chain > best:
                    best = chain
        return best

    def _chain(self, s: Position, seat: i64, cell: i64, far: i64, first: i64, second: i64, most: i64) -> i64:
        """The same from one cell on, where the card before it asks for a first or a second letter."""
        board = s.board
        w = board.word[cell]
        bit = board.bit[cell]
        fits = seat * board.terrains
        free = not board.all_edges and (first != NOBODY or second != NOBODY)
        best: i64 = 0
        for i in range(self.ways):
            way = self.way[i]
            kind = board.way_kind[way]
            if self.held[kind] == 0:
                continue
            a = board.laid_first[board.way_laid[way]]
            b = board.laid_second[board.way_laid[way]]
            if (first != NOBODY and a != first) or (second != NOBODY and b != second):
                continue
            if not free:
                fits_a = s.fits_first[(fits + a) * WORDS + w] & bit
                fits_b = s.fits_second[(fits + b) * WORDS + w] & bit
                if board.all_edges and (fits_a == 0 or fits_b == 0):
                    continue
                if not board.all_edges and fits_a | fits_b == 0:
                    continue
            if most == 1:
                return 1
            self.held[kind] -= 1
            chain: i64 = 0
            for v in range(WORDS):
                closer = self.layer[(far - 1) * 2 + v]
                bits = board.after[cell * WORDS + v] & closer
                while bits and chain < most - 1:
                    found = self._chain(s, seat, v * WORD + lowest(bits), far - 1, b, NOBODY, most - 1)
                    bits &= bits - 1
                    if found > chain:
                        chain = found
                bits = board.before[cell * WORDS + v] & closer
                while bits and chain < most - 1:
                    found = self._chain(s, seat, v * WORD + lowest(bits), far - 1, NOBODY, a, most - 1)
                    bits &= bits - 1
                    if found > chain:
                        chain = found
            self.held[kind] += 1
            if chain + 1 > best:
                best = chain + 1
                if best == most:
                    return best
        return best

    def within(self, cell: i64, nearest: i64, farthest: i64) -> bool:
        """Whether a cell lies between these distances from the Goal."""
        for k in range(nearest, farthest + 1):
            if self.layer[k * 2 + cell // WORD] & BIT[cell % WORD]:
                return True
        return False
