"""What the value function of Narrow Gauge looks up: distances, where cards reach cities from, chances of majorities."""
from __future__ import annotations

from math import comb
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.contract import NOBODY
from roundhouse.engine.words import WORD, lowest, packed
from roundhouse.games.narrow_gauge.board import TURNED, WAYS, Board
from roundhouse.games.narrow_gauge.position import Position

# Distances to a city, in hexes; what lies farther away is out of reach.
BANDS: Final = [[0], [1, 2], [3], [4, 5], [6, 7]]
FAR: Final[i64] = 5         # the band beyond them all
FARTHEST: Final = 8
ONE_CARD: Final[i64] = 4    # the band that no single card reaches
MIDDLE: Final[i64] = 16     # an even number of certificates, in the table of majorities


class Tables:
    """For one board and the weights that distances and dice depend on. Built once, then only read."""

    def __init__(self, board: Board, reach: float, hold: float) -> None:
        self.board = board
        self.cities: i64 = len(board.cities)
        self.cards: i64 = board.cards
        self.hand_size: i64 = board.hand_size
        if board.words > 2:
            raise ValueError(f"the value function looks at boards of up to 120 hexes, not {board.hexes}")
        self._measure(reach)
        self._lay_cards()
        self._share_out(hold)

    def _measure(self, reach: float) -> None:
        """How far each hex is from each city. Hard ground makes a way longer: a hex for each $3."""
        board = self.board
        ways = [_ways(board, city) for city in board.cities]
        # From near to far, the hexes in that band of distances: two words for each city * FAR + band.
        rings = [[h for h, d in enumerate(way) if d in band] for way in ways for band in BANDS]
        self.ring: vec[i64] = packed(rings, 2)
        # All of them together: two words for each city.
        self.rings: vec[i64] = packed([[h for h, d in enumerate(way) if d < FARTHEST] for way in ways], 2)
        self.away: vec[i64] = vec[i64]([way[h] for h in range(board.hexes) for way in ways])
        middles = [sum(band) / len(band) for band in BANDS]
        self.chance: vec[float] = vec[float]([0.0] + [1.0 / (1.0 + (d / reach) ** 3) for d in middles[1:]] + [0.0])

    def _lay_cards(self) -> None:
        """Where a company at home on start k can lay a card so that it covers a city: two words for each
        (k * cards + card) * cities + city."""
        board = self.board
        sets: list[list[int]] = []
        for home in range(board.companies):
            for card in range(board.cards):
                found: list[list[int]] = [[] for _ in board.cities]
                for way in (0, TURNED):
                    face: int = board.face_of[card * WAYS + way]
                    fits = (face * board.companies + home) * board.words
                    for hex_ in range(board.hexes):
                        if board.fits[fits + board.word[hex_]] & board.bit[hex_]:
                            first = (face * board.hexes + hex_) * board.longest
                            for n in range(first, first + board.length[face]):
                                city = board.city_of[i64(board.cell[n])]
                                if city != NOBODY:
                                    found[city].append(int(hex_))
                sets += found
        self.starts: vec[i64] = packed(sets, 2)

    def _share_out(self, hold: float) -> None:
        board = self.board
        companies, rounds = int(board.companies), int(board.rounds)
        offered = [[int(board.certificates[r * companies + c]) for c in range(companies)] for r in range(rounds)]
        length = [sum(row) - int(board.left_over) for row in offered]
        self.turns: i64 = max(length) + 1
        # By round: the turns of the rounds after it.
        self.later: vec[i64] = vec[i64]([sum(length[r + 1:]) for r in range(rounds)])
        # What a die's place is worth over all pay-days to come: round * turns + turns left in it.
        pay = []
        for r in range(rounds):
            for left in range(self.turns):
                ends = [left + sum(length[r + 1:end + 1]) for end in range(r, rounds)]
                pay.append(sum(hold**end for end in ends))
        self.pay: vec[float] = vec[float](pay)
        # A company's turns in later rounds, each by the pay-days that follow it: round * companies + company.
        self.later_pay: vec[float] = vec[float]([
            float(sum(offered[n][c] * (rounds - n) for n in range(r + 1, rounds)))
            for r in range(rounds) for c in range(companies)
        ])
        # The bonus times the chance to be ahead, by certificates still to be taken and the lead now.
        most = max(sum(row[c] for row in offered) for c in range(companies))
        self.ahead: vec[float] = vec[float]([
            float(board.majority_bonus) * _ahead(left, lead)
            for left in range(most + 1) for lead in range(-MIDDLE, MIDDLE)
        ])

    # ---- looking things up -------------------------------------------------------------------------------------------

    def hexes_away(self, s: Position, company: i64) -> vec[i64]:
        """By city: how many hexes it is from the company's track."""
        away = vec[i64](capacity=self.cities)
        for city in range(self.cities):
            away = append(away, FARTHEST)
        words = self.board.words
        for w in range(words):
            there = s.track[company * words + w]
            while there:
                at = (w * WORD + lowest(there)) * self.cities
                there &= there - 1
                for city in range(self.cities):
                    if self.away[at + city] < away[city]:
                        away[city] = self.away[at + city]
        return away

    def nearer(self, hex_: i64, away: vec[i64]) -> bool:
        """Whether a hex is nearer to some city than what is `away` now."""
        for city in range(self.cities):
            if self.away[hex_ * self.cities + city] < away[city]:
                return True
        return False

    def of_use(self, s: Position, card: i64) -> bool:
        """Whether a card connects some city to a company that is on offer."""
        board = self.board
        words = board.words
        for company in range(board.companies):
            if s.available[company] == 0:
                continue
            for city in range(self.cities):
                hex_ = board.cities[city]
                if s.track[company * words + board.word[hex_]] & board.bit[hex_]:
                    continue
                at = ((s.homes[company] * board.cards + card) * self.cities + city) * 2
                left = s.track[company * words]
                if self.starts[at] & left or self.starts[at + 1] & s.track[company * words + words - 1]:
                    return True
        return False


def _ways(board: Board, city: int) -> list[int]:
    """The distance of every hex from a city, at most FARTHEST. Ways lead over no company's tile, but begin on them."""
    price = {int(h): int(board.ground[h]) for h in range(board.hexes)}
    tiles = set(board.starts)
    best = {int(city): 0.0}
    open_ = {int(city)}
    while open_:
        here = min(open_, key=lambda h: best[h])
        open_.remove(here)
        if here in tiles:
            continue
        q, r = board.grid.axial[here]
        for a, b in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)):
            there = board.grid.at.get((q + a, r + b))
            if there is None:
                continue
            # The hex that is built on costs: from `there` towards the city, that is `here`.
            far = best[here] + 1.0 + price[here] / 3.0
            if far < best.get(there, 99.0):
                best[there] = far
                open_.add(there)
    return [min(FARTHEST, int(best.get(h, 99.0) + 0.34)) for h in range(board.hexes)]


def _ahead(left: int, lead: int) -> float:
    """The chance to have more when each certificate left goes either way with even chances."""
    ways = sum(comb(left, mine) for mine in range(left + 1) if lead + 2 * mine - left > 0)
    return ways / 2.0**left
