"""What the value function of Narrow Gauge looks up: distances, where cards reach cities from, chances of majorities."""
from __future__ import annotations

from math import comb
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, WORD, lowest, packed, zeros
from roundhouse.engine.contract import NOBODY
from roundhouse.games.narrow_gauge.board import TURNED, WAYS, Board, hexes_in
from roundhouse.games.narrow_gauge.position import Position

# Distances to a city, in hexes; what lies farther away is out of reach.
BANDS: Final = [[0], [1, 2], [3], [4, 5], [6, 7]]
FARTHEST: Final[i64] = 8
MIDDLE: Final[i64] = 16     # an even number of certificates, in the table of majorities


class Tables:
    """For one board and the weights that distances and dice depend on. Built once, then only read."""

    def __init__(self, board: Board, reach: float, hold: float) -> None:
        self.board = board
        self.cities: i64 = len(board.cities)
        self.cards: i64 = board.cards
        self.hand_size: i64 = board.hand_size
        if board.words > 2 or self.cities > WORD:
            raise ValueError(f"the value function looks at boards of up to 120 hexes with 60 cities, not {board.hexes}")
        self._measure(reach)
        self._lay_cards()
        self._share_out(hold)

    def _measure(self, reach: float) -> None:
        """How far each hex is from each city. Hard ground makes a way longer: a hex for each $3."""
        board = self.board
        ways = [_ways(board, city) for city in board.cities]
        # The cities at most so many hexes away from a hex: a set for each hex * FARTHEST + distance.
        self.within: vec[i64] = packed(
            [
                [city for city, way in enumerate(ways) if way[hex_] <= far]
                for hex_ in range(board.hexes) for far in range(FARTHEST)
            ],
            1,
        )
        middles = [sum(band) / len(band) for band in BANDS]
        self.chance: vec[float] = vec[float]([0.0] + [1.0 / (1.0 + (d / reach) ** 3) for d in middles[1:]])

    def _lay_cards(self) -> None:
        """What cards reach from a hex, for a company at home on start k."""
        board = self.board
        hexes, cities = int(board.hexes), int(self.cities)
        cards_to = [0] * (int(board.companies) * hexes * cities)
        for home in range(board.companies):
            for card in range(board.cards):
                for way in (0, TURNED):
                    face: int = board.face_of[card * WAYS + way]
                    fits = (face * board.companies + home) * board.words
                    for hex_ in range(hexes):
                        if board.fits[fits + board.word[hex_]] & board.bit[hex_]:
                            for covered in hexes_in(board.covers[face * board.hexes + hex_]):
                                city = board.city_of[covered]
                                if city != NOBODY:
                                    cards_to[(home * hexes + hex_) * cities + city] |= BIT[card]
        # The cards that cover a city, laid from a hex: a set for each (k * hexes + hex) * cities + city.
        self.cards_to: vec[i64] = vec[i64](cards_to)
        # The cities that any card covers from there: a set for each k * hexes + hex.
        rows = range(0, len(cards_to), cities)
        self.cities_from: vec[i64] = packed([[c for c in range(cities) if cards_to[row + c]] for row in rows], 1)

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
        # What a step of a company's marker is worth: round * companies + company.
        self.dividend: vec[float] = vec[float]([float(dividend) for dividend in board.dividend])
        # The bonus times the chance to be ahead, by certificates still to be taken and the lead now ..
        most = max(sum(row[c] for row in offered) for c in range(companies))
        bonus = [
            [float(board.majority_bonus) * _ahead(left, lead) for lead in range(-MIDDLE, MIDDLE)]
            for left in range(most + 1)
        ]
        self.ahead: vec[float] = vec[float]([one for row in bonus for one in row])
        # .. and the sum of it at the pay-days of the rounds after this, by certificates still to be taken in this one:
        # a row for each (round * companies + company) * (most + 1) + left.
        self.most: i64 = most
        self.later_ahead: vec[float] = vec[float]([
            float(sum(bonus[min(most, left + sum(offered[n][c] for n in range(r + 1, end + 1)))][lead]
                      for end in range(r + 1, rounds)))
            for r in range(rounds) for c in range(companies) for left in range(most + 1) for lead in range(2 * MIDDLE)
        ])

    # ---- looking things up -------------------------------------------------------------------------------------------

    def around(self, s: Position, company: i64) -> vec[i64]:
        """By distance: the cities that lie at most so far from the company's track."""
        found = zeros(FARTHEST)
        words = self.board.words
        for w in range(words):
            there = s.track[company * words + w]
            while there:
                first = (w * WORD + lowest(there)) * FARTHEST
                there &= there - 1
                for far in range(FARTHEST):
                    found[far] |= self.within[first + far]
        return found

    def nearer(self, left: i64, right: i64, around: vec[i64]) -> bool:
        """Whether a hex of a set, in two words, is nearer to some city than track with these cities `around` it."""
        for w in range(2):
            there = right if w else left
            while there:
                first = (w * WORD + lowest(there)) * FARTHEST
                there &= there - 1
                for far in range(FARTHEST):
                    if self.within[first + far] & ~around[far]:
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
