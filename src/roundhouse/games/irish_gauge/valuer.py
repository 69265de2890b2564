"""What a position of Irish Gauge is worth: cash, printed values, and what each share will still be paid.

A share is worth its printed value at the end, so only its dividends have to be guessed: how many calls are to come,
what the railway earns at a call now (exactly, over all draws), what it may still reach, and how many shares divide it.
"""
from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY, State
from roundhouse.engine.value import Valuer
from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.irish_gauge.position import (
    AUCTION,
    DRAW,
    INITIAL_AUCTION,
    TRACK,
    TURN,
    Position,
)
from roundhouse.games.irish_gauge.rules import PASS
from roundhouse.games.irish_gauge.valuer_income import Income

# The weights, in the order of the file.
CALLS: Final = 0          # calls for dividends that each cube in the bag stands for; interests take the other cubes
GROWTH: Final = 1         # how much of what a railway may still reach pays in the calls to come
REACH: Final = 2          # build points at which a place's pull has fallen to 1/e, with a full bag
TEAM: Final = 3           # how much faster a railway grows for each further player who holds it
DILUTION: Final = 4       # what part of the unsold shares will be sold early enough to divide the income
CASH_EDGE: Final = 5      # what the first pound in hand is worth beyond a pound, with a full bag and four seats
CASH_KNEE: Final = 6      # pounds at which that has fallen to a quarter
FORESIGHT: Final = 7      # how far an auction is taken to end with who can pay most, not with who leads now
SPREAD_FULL: Final = 8    # how far guesses are off with a full bag
SPREAD_EMPTY: Final = 9   # and with an empty one

SPARE: Final = 3.0        # a railway with so few locomotives left has half of its growth before it


class IrishGaugeValuer(Valuer):
    """The value function of Irish Gauge; its weights are named above."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        self._income: Income | None = None

    def income_on(self, board: Board) -> Income:
        """What is known of incomes on a board, worked out once for it."""
        income = self._income
        if income is None or income.board is not board:
            income = Income(board, self.weights[REACH])
            self._income = income
        return income

    # ---- the guess ---------------------------------------------------------------------------------------------------

    def estimate(self, state: State) -> vec[float]:
        """A guess at each seat's final score, then how far such guesses are off."""
        s = cast(Position, state)
        income = self.income_on(s.board)
        board = s.board
        weights = self.weights
        seats = s.seats
        income.look(s)
        time = float(s.bag_size) / income.full
        edge = self._edge(s, time)
        guess = vec[float](capacity=seats + 1)
        for seat in range(seats):
            guess = append(guess, self._worth(float(s.cash[seat]), edge))
        for railway in range(board.railways):
            lot = s.auction.lot == railway
            sold = s.sold[railway]
            if sold == 0 and not lot:
                continue
            paid = self._paid(s, income, railway, sold + 1 if lot else sold)
            first = board.first_share[railway]
            for share in range(first, first + sold):
                guess[s.owner[share]] += paid + float(board.share_value[share])
            if lot:
                guess = self._auctioned(s, guess, paid + float(s.next_value(railway)), edge)
        return append(guess, weights[SPREAD_EMPTY] + (weights[SPREAD_FULL] - weights[SPREAD_EMPTY]) * time)

    def _edge(self, s: Position, time: float) -> float:
        """What the first pound in hand is worth beyond a pound: little when little time or few shares are left.

        At a small table fewer pounds bid for the same shares; play shows that this counts by about the third power."""
        shares: i64 = len(s.board.share_value)
        unsold = shares
        for sold in s.sold:
            unsold -= sold
        table = 4.0 / float(s.seats)
        return self.weights[CASH_EDGE] * time * table * table * table * float(unsold) / float(shares)

    def _worth(self, cash: float, edge: float) -> float:
        """Pounds in hand: they count at the end, and until then they buy shares, the first of them most easily."""
        knee = self.weights[CASH_KNEE]
        return cash + edge * cash * knee / (cash + knee)

    def _paid(self, s: Position, income: Income, railway: i64, owners: i64) -> float:
        """What one share of the railway will still be paid, if so many are sold."""
        weights = self.weights
        board = s.board
        income.survey(s, railway)
        cubes = float(s.bag_size)
        now = income.now(owners)
        grown = income.rise() / float(owners)
        holders: i64 = 0
        for seat in range(s.seats):
            if s.shares[seat * board.railways + railway]:
                holders += 1
        left = float(s.locomotives[railway])
        growth = weights[GROWTH] * (1.0 + weights[TEAM] * float(holders - 1)) * left / (left + SPARE)
        later = weights[CALLS] * (cubes + 1.0)
        first: float = 0.0
        if s.phase == DRAW:
            first = now
            later = weights[CALLS] * (cubes - 2.0) if cubes > 3.0 else 0.0
        unsold = float(board.first_share[railway + 1] - board.first_share[railway] - owners)
        kept = float(owners) / (float(owners) + weights[DILUTION] * unsold * cubes / income.full)
        return first + kept * later * (now + growth * grown) + income.major_dividend(s, railway) / float(owners)

    def _auctioned(self, s: Position, guess: vec[float], value: float, edge: float) -> vec[float]:
        """The share on sale: to who leads at the price bid, and by foresight to who can pay most at what others can."""
        auction = s.auction
        leader = auction.leader
        price = float(auction.high)
        if leader == NOBODY:
            leader = auction.opener
            price = float(auction.minimum) if s.phase == AUCTION else 0.0
        foresight = self.weights[FORESIGHT]
        best: i64 = leader
        top: float = -1.0
        second = price
        for seat in range(s.seats):
            if auction.bidders & BIT[seat]:
                limit = self._limit(float(s.cash[seat]), value, edge)
                if seat == auction.leader and limit < price:
                    limit = price
                # A tie is for who leads, as nobody can bid the same again.
                if limit > top or (limit == top and seat == auction.leader):
                    second = top if top > second else second
                    top = limit
                    best = seat
                elif limit > second:
                    second = limit
        if best != auction.leader and top < float(auction.least()):
            best = leader
            second = price
        guess = self._sold_to(s, guess, leader, price, value, edge, 1.0 - foresight)
        return self._sold_to(s, guess, best, second, value, edge, foresight)

    def _sold_to(
        self, s: Position, guess: vec[float], seat: i64, price: float, value: float, edge: float, weight: float
    ) -> vec[float]:
        cash = float(s.cash[seat])
        price = cash if price > cash else price
        guess[seat] += weight * (value + self._worth(cash - price, edge) - self._worth(cash, edge))
        return guess

    def _limit(self, cash: float, value: float, edge: float) -> float:
        """The price at which the share is worth no more than the cash that it takes."""
        knee = self.weights[CASH_KNEE]
        price = cash if cash < value else value
        for _ in range(2):
            least = value / (1.0 + edge * knee * knee / ((cash + knee) * (cash - price + knee)))
            price = cash if cash < least else least
        return price

    # ---- what is worth looking at ------------------------------------------------------------------------------------

    def worth_a_look(self, state: State, legal: vec[i64] | None = None) -> vec[i64]:
        """Prices that change who can answer; track that leads somewhere. Everything else that is legal."""
        s = cast(Position, state)
        listed: vec[i64] = state.legal() if legal is None else legal
        if s.phase == AUCTION or s.phase == INITIAL_AUCTION:
            return self._prices(s, listed)
        if s.phase == TURN or s.phase == TRACK:
            return self._plans(s, listed)
        return listed

    def _prices(self, s: Position, legal: vec[i64]) -> vec[i64]:
        """Pass, the least bid, each price that a rival still in can't or won't beat, and one's own limit."""
        least = s.auction.least()
        value, edge = self._on_sale(s)
        # Who is far behind loses nothing by wild bids, to a search; to the others at the table they look silly.
        most = i64(value) + 2
        marks = append(append(vec[i64](), least), least + 1)
        for seat in range(s.seats):
            if s.auction.bidders & BIT[seat]:
                limit = i64(self._limit(float(s.cash[seat]), value, edge))
                marks = append(append(marks, limit), s.cash[seat])
                if seat != s.to_act:
                    marks = append(append(marks, limit + 1), s.cash[seat] + 1)
        codes = vec[i64](capacity=len(legal))
        for code in legal:
            price = code - s.game.first_bid
            if code == PASS or (price <= most and holds(marks, price)):
                codes = append(codes, code)
        return codes if len(codes) else append(codes, legal[0])

    def _on_sale(self, s: Position) -> tuple[float, float]:
        """What the share that is auctioned is worth, and the edge of cash."""
        railway = s.auction.lot
        income = self.income_on(s.board)
        income.look(s)
        paid = self._paid(s, income, railway, s.sold[railway] + 1)
        return paid + float(s.next_value(railway)), self._edge(s, float(s.bag_size) / income.full)

    def _plans(self, s: Position, legal: vec[i64]) -> vec[i64]:
        """All but track that leads nowhere. One such piece stays if there is no better: it lets a turn go by."""
        board = s.board
        distances = self.income_on(board).distances
        codes = vec[i64](capacity=64)
        idle: i64 = NOBODY
        other = False
        for code in legal:
            if board.track_code <= code < board.interest_code:
                place = code - board.track_code
                if not distances.lead_somewhere(s, place // board.hexes, place % board.hexes):
                    idle = code
                    continue
                other = True
            codes = append(codes, code)
        return append(codes, idle) if idle != NOBODY and not other and s.phase == TURN else codes


def holds(codes: vec[i64], code: i64) -> bool:
    """Whether the code is among them, in whatever order."""
    for one in codes:
        if one == code:
            return True
    return False


def make(weights: list[float]) -> Valuer:
    """The value function with those weights, which stand in the order of the file."""
    return IrishGaugeValuer(weights)
