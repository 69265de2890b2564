"""The trails of Appalachian Trail as they lie: their cards, the sides beside them, the longest runs."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import WORD, count, lowest, zeros
from roundhouse.games.appalachian_trail.board import NOWHERE, WORDS, Board
from roundhouse.games.appalachian_trail.position import Position

MOST_SEATS: Final = 4


class Trails:
    """Notes on the position at hand, kept so that a look at it allocates nothing."""

    def __init__(self) -> None:
        self.points: vec[i64] = zeros(MOST_SEATS)       # of active sides
        self.sets: vec[i64] = zeros(MOST_SEATS * 2)     # seat * 2 + set: how many active sides
        self.cells: vec[i64] = zeros(MOST_SEATS * 2)    # sets of cells by seat

    def cards(self, seat: i64) -> i64:
        """How many cards a seat's trail has."""
        return count(self.cells[seat * 2]) + count(self.cells[seat * 2 + 1])

    def look_around(self, s: Position) -> None:
        """The cells of the trails, and the sides that lie beside them."""
        board = s.board
        for seat in range(s.seats):
            self.points[seat] = 0
            self.sets[seat * 2] = 0
            self.sets[seat * 2 + 1] = 0
            for w in range(WORDS):
                self.cells[seat * 2 + w] = board.whole[w] & ~s.empty[seat * WORDS + w]
            self.cells[seat * 2 + board.word[board.goal]] &= ~board.bit[board.goal]
        for card in range(board.sided):
            spot = s.spot[card]
            if spot == NOWHERE:
                continue
            seat = 0
            while spot >= board.cells:
                spot -= board.cells
                seat += 1
            self.points[seat] += s.active_points(card)
            self.sets[seat * 2 + s.active_set(card)] += 1
            self.cells[seat * 2 + board.word[spot]] &= ~board.bit[spot]

    def prune(self, board: Board, seat: i64, tips0: i64, tips1: i64) -> None:
        """AT-SCO-11: leave out dead ends, though not the tips from which the trail goes on. A ring that hangs on a
        single card is rare enough to be overlooked."""
        keep0 = tips0 | board.near[board.goal * WORDS]
        keep1 = tips1 | board.near[board.goal * WORDS + 1]
        if board.word[board.start] == 0:
            keep0 |= board.bit[board.start]
        else:
            keep1 |= board.bit[board.start]
        pruned = True
        while pruned:
            pruned = False
            for w in range(WORDS):
                bits = self.cells[seat * 2 + w] & ~(keep0 if w == 0 else keep1)
                while bits:
                    cell = w * WORD + lowest(bits)
                    bits &= bits - 1
                    near0 = board.near[cell * WORDS] & self.cells[seat * 2]
                    near1 = board.near[cell * WORDS + 1] & self.cells[seat * 2 + 1]
                    if count(near0) + count(near1) < 2:
                        self.cells[seat * 2 + w] &= ~board.bit[cell]
                        pruned = True

    def longest_run(self, s: Position, seat: i64) -> i64:
        """AT-SCO-12: the most cards of the trail, as far as it goes, that one terrain joins."""
        board = s.board
        best: i64 = 0
        for terrain in range(board.terrains):
            first0: i64 = 0
            first1: i64 = 0
            second0: i64 = 0
            second1: i64 = 0
            for w in range(WORDS):
                bits = self.cells[seat * 2 + w]
                while bits:
                    cell = w * WORD + lowest(bits)
                    bits &= bits - 1
                    laid = i64(s.laid[seat * board.cells + cell])
                    bit = board.bit[cell]
                    if board.laid_first[laid] == terrain:
                        if w == 0:
                            first0 |= bit
                        else:
                            first1 |= bit
                    if board.laid_second[laid] == terrain:
                        if w == 0:
                            second0 |= bit
                        else:
                            second1 |= bit
            size = self._largest(board, first0, first1, second0, second1)
            if size > best:
                best = size
        return best

    def _largest(self, board: Board, first0: i64, first1: i64, second0: i64, second1: i64) -> i64:
        """The largest group of cards, from where a terrain is the first letter and where it is the second."""
        best: i64 = 0
        while first0 | first1 | second0 | second1:
            group0: i64 = 0
            group1: i64 = 0
            new_f0: i64 = 0
            new_f1: i64 = 0
            new_s0: i64 = 0
            new_s1: i64 = 0
            if first0:
                new_f0 = first0 & -first0
            elif first1:
                new_f1 = first1 & -first1
            elif second0:
                new_s0 = second0 & -second0
            else:
                new_s1 = second1 & -second1
            while new_f0 | new_f1 | new_s0 | new_s1:
                group0 |= new_f0 | new_s0
                group1 |= new_f1 | new_s1
                first0 &= ~new_f0
                first1 &= ~new_f1
                second0 &= ~new_s0
                second1 &= ~new_s1
                to_s0 = new_f0
                to_s1 = new_f1
                while new_f0 | new_f1:
                    cell = lowest(new_f0) if new_f0 else WORD + lowest(new_f1)
                    if new_f0:
                        new_f0 &= new_f0 - 1
                    else:
                        new_f1 &= new_f1 - 1
                    to_s0 |= board.before[cell * WORDS]
                    to_s1 |= board.before[cell * WORDS + 1]
                to_f0 = new_s0
                to_f1 = new_s1
                while new_s0 | new_s1:
                    cell = lowest(new_s0) if new_s0 else WORD + lowest(new_s1)
                    if new_s0:
                        new_s0 &= new_s0 - 1
                    else:
                        new_s1 &= new_s1 - 1
                    to_f0 |= board.after[cell * WORDS]
                    to_f1 |= board.after[cell * WORDS + 1]
                new_f0 = to_f0 & first0
                new_f1 = to_f1 & first1
                new_s0 = to_s0 & second0
                new_s1 = to_s1 & second1
            size = count(group0) + count(group1)
            if size > best:
                best = size
        return best
