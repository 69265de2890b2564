"""How far the railways of Irish Gauge are from the urban hexes, in build points."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import WORD, filled, lowest, zeros
from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.irish_gauge.position import Position

FAR: Final[i64] = 8             # build points from which a place counts as out of reach
SLOTS: Final[i64] = 8192        # remembered distances: a hash table without chains


class Distances:
    """From every railway's track on one board; measured once for each track, and remembered."""

    def __init__(self, board: Board) -> None:
        self.urban: vec[i64] = vec[i64](board.urban_hexes)
        self.way: vec[i64] = ways(board)    # hex * urban hexes + urban hex: build points by way of that hex
        # slot * (2 * words + 1): a railway, its track, hexes closed to it
        self.keys: vec[i64] = filled(SLOTS * (2 * board.words + 1), -1)
        # slot * urban hexes + urban hex: build points from the track
        self.far: vec[i64] = zeros(SLOTS * len(self.urban))

    def of(self, s: Position, railway: i64) -> i64:
        """Where in `far` the build points from the railway's track to each urban hex stand: remembered, or measured."""
        words = s.board.words
        size: i64 = 2 * words + 1
        slot: i64 = railway
        for w in range(words):
            slot = mixed(mixed(slot, s.track[railway * words + w]), s.occupied[w] & s.board.difficult[w])
        key = slot * size
        same = self.keys[key] == railway
        for w in range(words):
            track = s.track[railway * words + w]
            closed = s.occupied[w] & s.board.difficult[w]
            if self.keys[key + 1 + w] != track or self.keys[key + 1 + words + w] != closed:
                same = False
                self.keys[key + 1 + w] = track
                self.keys[key + 1 + words + w] = closed
        if not same:
            self.keys[key] = railway
            self._measure(s, railway, slot * len(self.urban))
        return slot * len(self.urban)

    def _measure(self, s: Position, railway: i64, first: i64) -> None:
        """Flood the map from the track, a build point at a time: 1 for an open hex, 2 for a difficult one (IG-TRK-4).

        Others' track on open hexes is not counted: it comes and goes, and half a point changes few plans."""
        board = s.board
        words = board.words
        for u in range(len(self.urban)):
            self.far[first + u] = FAR
        seen = zeros(words)
        edge = zeros(words)        # the neighbours of what was reached with a point less
        edge_before = zeros(words)
        fresh = zeros(words)
        for w in range(words):
            fresh[w] = s.track[railway * words + w]
            seen[w] = fresh[w]
            edge[w] = s.reach[railway * words + w]
        self._mark(board, first, fresh, 0)
        for points in range(1, FAR):
            for w in range(words):
                closed = board.difficult[w] & s.occupied[w]
                easy = edge[w] & board.open_ground[w]
                hard = edge_before[w] & board.difficult[w] & ~closed
                fresh[w] = (easy | hard) & ~seen[w]
                seen[w] |= fresh[w]
                edge_before[w] = edge[w]
                edge[w] = 0
            for w in range(words):
                bits = fresh[w]
                while bits:
                    near = (w * WORD + lowest(bits)) * words
                    bits &= bits - 1
                    for v in range(words):
                        edge[v] |= board.near[near + v]
            self._mark(board, first, fresh, points)

    def _mark(self, board: Board, first: i64, fresh: vec[i64], points: i64) -> None:
        for u in range(len(self.urban)):
            hex_ = self.urban[u]
            if fresh[board.word[hex_]] & board.bit[hex_]:
                self.far[first + u] = points

    def lead_somewhere(self, s: Position, railway: i64, hex_: i64) -> bool:
        """Whether the hex is on a shortest way from the railway's track to an urban hex where it does not stand."""
        sites: i64 = len(self.urban)
        first = self.of(s, railway)
        for u in range(sites):
            points = self.far[first + u]
            if 0 < points < FAR and self.way[hex_ * sites + u] <= points:
                return True
        return False


def mixed(slot: i64, bits: i64) -> i64:
    """A slot that depends on every bit; the product stays within 62 bits."""
    folded = (bits ^ bits >> 30) & 0x3FFFFFFF
    return ((folded + slot * 40503) & 0x3FFFFFFF) * 1640531527 >> 30 & (SLOTS - 1)


def ways(board: Board) -> vec[i64]:
    """The build points into each hex and on to each urban hex, on an empty map; FAR where it is farther."""
    sites = board.urban_hexes
    cost = [int(halves) // 2 for halves in board.cost]
    points = [int(FAR)] * (len(cost) * len(sites))
    for u, site in enumerate(sites):
        points[site * len(sites) + u] = cost[site]
        line = [site]
        for here in line:
            for there in board.grid.neighbours[here]:
                on = cost[there] + points[here * len(sites) + u]
                if on < points[there * len(sites) + u]:
                    points[there * len(sites) + u] = on
                    line.append(there)
    return vec[i64]([i64(n) for n in points])
