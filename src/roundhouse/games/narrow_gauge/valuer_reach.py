"""What the companies of Narrow Gauge reach from their track, remembered: between two guesses hardly one has built."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.words import BIT, WORD, count, filled, lowest, zeros
from roundhouse.games.narrow_gauge.position import Position
from roundhouse.games.narrow_gauge.valuer_tables import FARTHEST, Tables

UNSEEN: Final[i64] = -1


class Reach:
    """By company: the cities near its track, and the cards that get there. For one board.

    A company's tile is a part of its track, so track that was looked at before reaches the same again.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.companies: i64 = tables.board.companies
        self.left: vec[i64] = filled(self.companies, UNSEEN)    # the track that was looked at, in two words
        self.right: vec[i64] = filled(self.companies, UNSEEN)
        self.within: vec[float] = vec[float]([0.0] * self.companies)    # cities in reach, each by its chance
        self.nears: vec[i64] = zeros(self.companies)    # how many cities one card may reach
        self.good: vec[i64] = zeros(self.companies)     # the cards that reach one of them, as a set
        self.useful: vec[i64] = zeros(self.companies)   # and those that reach any city, over whatever ground

    def look(self, s: Position, company: i64) -> None:
        """See to it that what is remembered of a company is true now."""
        words = s.board.words
        left = s.track[company * words]
        right = s.track[company * words + words - 1]
        if left != self.left[company] or right != self.right[company]:
            self.left[company] = left
            self.right[company] = right
            self._measure(s, company)

    def _measure(self, s: Position, company: i64) -> None:
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
        self.within[company] = (
            chance[1] * float(count(two & ~connected)) + chance[2] * float(count(three & ~two))
            + chance[3] * float(count(five & ~three)) + chance[4] * float(count(seven & ~five))
        )
        self.nears[company] = count(five & ~connected)
        self._lay_cards(s, company, connected, five)

    def _lay_cards(self, s: Position, company: i64, connected: i64, near: i64) -> None:
        """Which cards get to a city that the company has not connected yet."""
        cards_to, cities_from = self.tables.cards_to, self.tables.cities_from
        words, hexes = s.board.words, s.board.hexes
        good: i64 = 0
        useful: i64 = 0
        for w in range(words):
            there = s.track[company * words + w]
            while there:
                at = s.homes[company] * hexes + w * WORD + lowest(there)
                there &= there - 1
                cities = cities_from[at] & ~connected
                while cities:
                    city = lowest(cities)
                    cities &= cities - 1
                    cards = cards_to[at * self.tables.cities + city]
                    useful |= cards
                    if near & BIT[city]:
                        good |= cards
        self.good[company] = good
        self.useful[company] = useful

    def of_use(self, s: Position) -> i64:
        """The cards that connect some city to a company that is on offer, as a set."""
        found: i64 = 0
        for company in range(self.companies):
            if s.available[company]:
                self.look(s, company)
                found |= self.useful[company]
        return found
