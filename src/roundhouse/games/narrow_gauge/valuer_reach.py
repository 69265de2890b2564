"""What the companies of Narrow Gauge reach from their track, remembered: between two guesses hardly one has built."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.words import BIT, count, filled, lowest, zeros
from roundhouse.games.narrow_gauge.position import Position
from roundhouse.games.narrow_gauge.valuer_tables import FAR, ONE_CARD, Tables

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
        self.near: vec[i64] = zeros(self.companies * tables.cities)     # cities that one card may reach ..
        self.nears: vec[i64] = zeros(self.companies)                    # .. and how many they are
        self.tried: vec[i64] = zeros(self.companies)    # cards that were laid from this track, as a set ..
        self.good: vec[i64] = zeros(self.companies)     # .. and those of them that reach a city near

    def look(self, s: Position, company: i64) -> None:
        """See to it that what is remembered of a company is true now."""
        words = s.board.words
        left = s.track[company * words]
        right = s.track[company * words + words - 1]
        if left == self.left[company] and right == self.right[company]:
            return
        self.left[company] = left
        self.right[company] = right
        self.tried[company] = 0
        self.good[company] = 0
        self._measure(company, left, right)

    def _measure(self, company: i64, left: i64, right: i64) -> None:
        ring = self.tables.ring
        rings = self.tables.rings
        chance = self.tables.chance
        near = self.near
        cities = self.tables.cities
        sum_: float = 0.0
        nears: i64 = 0
        for city in range(cities):
            if not (rings[2 * city] & left or rings[2 * city + 1] & right):
                continue
            first = at = 2 * FAR * city
            while not (ring[at] & left or ring[at + 1] & right):
                at += 2
            band = (at - first) >> 1
            sum_ += chance[band]
            if 0 < band < ONE_CARD:
                near[company * cities + nears] = city
                nears += 1
        self.within[company] = sum_
        self.nears[company] = nears

    def good_cards(self, s: Position, seat: i64, company: i64) -> i64:
        """How many cards of the seat's hand reach a city near a company that was looked at."""
        hand = s.hand[seat]
        if hand & ~self.tried[company]:
            self._try(s.homes[company], company, hand & ~self.tried[company])
        return count(hand & self.good[company])

    def _try(self, home: i64, company: i64, cards: i64) -> None:
        cities = self.tables.cities
        starts = self.tables.starts
        near = self.near
        left = self.left[company]
        right = self.right[company]
        first = company * cities
        last = first + self.nears[company]
        self.tried[company] |= cards
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            row = (home * self.tables.cards + card) * cities
            for n in range(first, last):
                at = (row + near[n]) * 2
                if starts[at] & left or starts[at + 1] & right:
                    self.good[company] |= BIT[card]
                    break
