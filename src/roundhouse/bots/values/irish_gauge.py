"""What a position of Irish Gauge is worth: cash, printed values, and what each share will still be paid."""
from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.bots.value import Valuer
from roundhouse.engine.auction import NOBODY
from roundhouse.engine.contract import State
from roundhouse.engine.words import BIT, count
from roundhouse.games.irish_gauge.position import (
    AUCTION,
    CITY_INCOME,
    DRAW,
    INITIAL_AUCTION,
    TOWN_INCOME,
    Position,
)
from roundhouse.games.irish_gauge.rules import PASS

# Weights, in the order of the file: calls for dividends that each cube in the bag stands for; what a locomotive not yet
# placed adds to a railway's income by the end; how much of the dividends a share keeps when others are sold later; how far
# guesses are off with a full bag, and with an empty one.
CALLS_PER_CUBE: Final = 0
GROWTH: Final = 1
DILUTION: Final = 2
SPREAD_FULL: Final = 3
SPREAD_EMPTY: Final = 4


class IrishGaugeValuer(Valuer):
    def estimate(self, state: State) -> vec[float]:
        s = cast(Position, state)
        board = s.board
        weights = self.weights
        seats = s.seats
        cubes = float(s.bag_size)
        calls = weights[CALLS_PER_CUBE] * cubes
        if s.phase == DRAW:
            calls = 1.0 + weights[CALLS_PER_CUBE] * (cubes - 3.0 if cubes > 3.0 else 0.0)
        guess = vec[float](capacity=seats + 1)
        for seat in range(seats):
            guess = append(guess, float(s.cash[seat]))
        for railway in range(board.railways):
            sold = s.sold[railway]
            lot = s.auction.lot == railway
            owners = sold + 1 if lot else sold
            if owners == 0:
                continue
            income = self._income(s, railway) + weights[GROWTH] * float(s.locomotives[railway]) * cubes / 22.0
            unsold = board.first_share[railway + 1] - board.first_share[railway] - owners
            paid = calls * income / (float(owners) + weights[DILUTION] * float(unsold))
            first = board.first_share[railway]
            for share in range(sold):
                guess[s.owner[first + share]] += paid + float(board.share_value[first + share])
            if lot and s.auction.leader != NOBODY:
                guess[s.auction.leader] += paid + float(s.next_value(railway)) - float(s.auction.high)
            elif lot:
                guess[s.auction.opener] += paid + float(s.next_value(railway)) - float(s.auction.minimum)
        spread = weights[SPREAD_EMPTY] + (weights[SPREAD_FULL] - weights[SPREAD_EMPTY]) * cubes / 22.0
        return append(guess, spread)

    def _income(self, s: Position, railway: i64) -> float:
        """The income expected at a call now, over all sets of colours that three cubes may show."""
        board = s.board
        towns: i64 = 0
        colours: i64 = len(s.bag)
        cities = vec[i64](capacity=colours)
        for colour in range(colours):
            cities = append(cities, 0)
        for w in range(board.words):
            track = s.track[railway * board.words + w]
            towns += count(track & s.towns[w])
            for colour in range(colours):
                cities[colour] += count(track & s.cities[colour * board.words + w])
        expected: float = 0.0
        for shown in range(1, BIT[colours]):
            paying: i64 = 0
            for colour in range(colours):
                if shown & BIT[colour]:
                    paying += cities[colour]
            if paying and paying + towns > 1:
                expected += self._chance(s, shown) * float(CITY_INCOME * paying + TOWN_INCOME * towns)
        return expected

    def _chance(self, s: Position, shown: i64) -> float:
        """The chance that a draw shows exactly these colours, by leaving colours out in turn."""
        colours: i64 = len(s.bag)
        chance: float = 0.0
        part = shown
        while part:
            cubes: i64 = 0
            missing: i64 = 0
            for colour in range(colours):
                if part & BIT[colour]:
                    cubes += s.bag[colour]
                elif shown & BIT[colour]:
                    missing += 1
            term = self._only(cubes, s.bag_size)
            chance += term if missing & 1 == 0 else -term
            part = (part - 1) & shown
        return chance

    def _only(self, cubes: i64, size: i64) -> float:
        """The chance that a draw of three, or of all, comes from these cubes alone."""
        chance: float = 1.0
        drawn: i64 = 3 if size > 3 else size
        for k in range(drawn):
            if cubes <= k:
                return 0.0
            chance *= float(cubes - k) / float(size - k)
        return chance

    def candidates(self, state: State) -> vec[i64]:
        """In an auction: pass, the least bid, and prices up to a little over what the share is worth."""
        s = cast(Position, state)
        if s.phase != AUCTION and s.phase != INITIAL_AUCTION:
            return s.legal()
        least = s.auction.least()
        codes = vec[i64]()
        for code in s.legal():
            price = code - s.game.first_bid
            if code == PASS or price <= least + 3 or price % 5 == 0:
                codes = append(codes, code)
        return codes
