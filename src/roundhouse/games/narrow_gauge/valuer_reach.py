"""What the companies of Narrow Gauge reach from their track, remembered: a search comes to the same track again."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import WORD, count, filled, lowest, zeros
from roundhouse.games.narrow_gauge.position import Position
from roundhouse.games.narrow_gauge.valuer_tables import FARTHEST, Tables

UNSEEN: Final[i64] = -1
ROWS: Final[i64] = 2039     # a prime, so that tracks which differ in little lie apart


class Reach:
    """By track: the cities near it, and the cards that get there. For one board.

    A company's tile is a part of its track, so the same track reaches the same whenever it is looked at. Each track has
    one row where it may be remembered, until another takes its place.
    """

    def __init__(self, tables: Tables, rows: i64 = ROWS) -> None:
        self.tables = tables
        self.rows: i64 = rows
        self.companies: i64 = tables.board.companies
        self.row: vec[i64] = zeros(self.companies)      # by company: where its track was when it was last looked at
        self.left: vec[i64] = filled(rows, UNSEEN)      # the track of a row, in two words
        self.right: vec[i64] = filled(rows, UNSEEN)
        self.within: vec[float] = vec[float]([0.0] * rows)      # cities in reach, each by its chance
        self.connected: vec[i64] = zeros(rows)          # cities, as a set
        self.nears: vec[i64] = zeros(rows)              # how many cities one card may reach
        self.good: vec[i64] = zeros(rows)               # the cards that reach one of them, as a set

    def look(self, s: Position, company: i64) -> i64:
        """The row of a company's track as it is now, good until another company is looked at."""
        words = s.board.words
        left = s.track[company * words]
        right = s.track[company * words + words - 1]
        row = self.row[company]
        if left != self.left[row] or right != self.right[row]:
            row = (left % self.rows + 61 * (right % self.rows)) % self.rows
            self.row[company] = row
            if left != self.left[row] or right != self.right[row]:
                self.left[row] = left
                self.right[row] = right
                self._measure(s, company, row)
        return row

    def _measure(self, s: Position, company: i64, row: i64) -> None:
        within, chance = self.tables.within, self.tables.chance
        words = s.board.words
        connected: i64 = 0
        two: i64 = 0        # the cities at most two hexes away, and so on: as the bands of distances end
        three: i64 = 0
        five: i64 = 0
        seven: i64 = 0
        for w in range(words):
            there = s.track[company * words + w]
            while there:
                at = (w * WORD + lowest(there)) * FARTHEST
                there &= there - 1
                connected |= within[at]
                two |= within[at + 2]
                three |= within[at + 3]
                five |= within[at + 5]
                seven |= within[at + 7]
        near = five & ~connected
        self.connected[row] = connected
        self.nears[row] = count(near)
        self.good[row] = self._cards_to(s, company, near)
        sum_: float = 0.0
        cities = seven & ~connected
        while cities:
            city = cities & -cities
            cities ^= city
            sum_ += chance[1] if two & city else chance[2] if three & city else chance[3] if five & city else chance[4]
        self.within[row] = sum_

    def _cards_to(self, s: Position, company: i64, cities: i64) -> i64:
        """The cards that reach one of these cities from the company's track, as a set."""
        cards_to, cities_from = self.tables.cards_to, self.tables.cities_from
        words = s.board.words
        first = s.homes[company] * s.board.hexes
        found: i64 = 0
        for w in range(words):
            there = s.track[company * words + w]
            while there:
                at = first + w * WORD + lowest(there)
                there &= there - 1
                reached = cities_from[at] & cities
                while reached:
                    found |= cards_to[at * self.tables.cities + lowest(reached)]
                    reached &= reached - 1
        return found

    def of_use(self, s: Position) -> i64:
        """The cards that connect some city to a company that is on offer, over whatever ground, as a set."""
        found: i64 = 0
        for company in range(self.companies):
            if s.available[company]:
                found |= self._cards_to(s, company, ~self.connected[self.look(s, company)])
        return found
