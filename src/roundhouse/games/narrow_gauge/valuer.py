"""What a position of Narrow Gauge is worth: cash, the pay-days to come, and who gets the connections still to be made.

What both players can do alike cancels out. So the guess looks for what they can't: whose turn it is, what the cards in
each hand reach, certificates (for majorities, and for how far a connection moves a die), dice, tokens and contracts.
"""
from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, append_members, count, lowest
from roundhouse.engine.contract import NOBODY, State
from roundhouse.engine.value import Valuer
from roundhouse.games.narrow_gauge.board import BYTE, IN_BYTE, SEATS
from roundhouse.games.narrow_gauge.building import face_of
from roundhouse.games.narrow_gauge.position import (
    BID,
    BUILD,
    CONTRACT,
    FINISHED,
    KEEP,
    MORE,
    REFILL,
    REVEAL,
    TAKE,
    Position,
    changed,
    votes_of,
)
from roundhouse.games.narrow_gauge.rules import DRAW_UP, NarrowGaugeState
from roundhouse.games.narrow_gauge.valuer_race import Race, income
from roundhouse.games.narrow_gauge.valuer_tables import MIDDLE, Tables

# Weights, in the order of the file.
REACH: Final = 0            # how many hexes away a city may lie to be reached in a turn every other time
MOST: Final = 1             # connections in one turn that a company comes near when cities lie all around it
HAND: Final = 2             # how much the cards in hand say about the next turn; the rest is said by distances
SPENT: Final = 3            # how much of what a company reaches is gone after a connection; new track reaches more
SPACE: Final = 4            # what a die that is moved one space is worth, of its number times the pay-days to come
LOST: Final = 5             # how much of a die's place is lost in a turn, for the other player moves it back
POWER: Final = 6            # certificates of one company more than the other: die spaces in each of its later turns
CONTRACTS: Final = 7        # what a contract is worth with a whole round to come, for each dollar of its value
DARK: Final = 8             # how much a turn with a single card makes of one with two
SPREAD_EARLY: Final = 9     # how far guesses are off at the start of the game
SPREAD_LATE: Final = 10     # and after the last turn but one

# Dollars that are bid. More of them would differ in little, and no first turn is worth more.
BIDS: Final = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30]


class NarrowGaugeValuer(Valuer):
    """The value function of Narrow Gauge; its weights are named above."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        self.race: Race | None = None
        self.next: NarrowGaugeState | None = None       # the position one step ahead, written over again and again

    def race_for(self, s: Position) -> Race:
        """What is known of a board, worked out once for it."""
        race = self.race
        if race is None or race.tables.board is not s.board:
            weights = self.weights
            tables = Tables(s.board, weights[REACH], 1.0 - weights[LOST])
            race = Race(tables, weights[MOST], weights[HAND], weights[SPENT], weights[DARK])
            self.race = race
        return race

    # ---- the guess ---------------------------------------------------------------------------------------------------

    def estimate(self, state: State) -> vec[float]:
        """The expected final cash of both seats, and last the standard deviation of such guesses."""
        s = cast(Position, state)
        weights = self.weights
        race = self.race_for(s)
        tables = race.tables
        if s.phase == FINISHED:
            return vec[float]([float(s.cash[0]), float(s.cash[1]), weights[SPREAD_LATE]])
        turns = -s.board.left_over
        for company in range(s.board.companies):
            turns += s.available[company]
        guess = vec[float]([float(s.cash[0]), float(s.cash[1]), 0.0])
        self._majorities(s, tables, turns, guess)
        pay = tables.pay[s.round * tables.turns + turns]
        number = self._market(s, pay, guess)
        self._contracts(s, turns, guess)
        if s.homes[s.board.companies - 1] != NOBODY:
            self._connections(s, race, turns, weights[SPACE] * pay * number, guess)
            self._power(s, tables, weights[POWER] * number, guess)
        left = float(turns + tables.later[s.round]) / float(tables.later[0] + tables.turns)
        guess[SEATS] = weights[SPREAD_LATE] + (weights[SPREAD_EARLY] - weights[SPREAD_LATE]) * left
        return guess

    def _majorities(self, s: Position, tables: Tables, turns: i64, guess: vec[float]) -> None:
        """NG-RND-3, at each pay-day to come: as if each certificate left went to either player with even chances."""
        companies = s.board.companies
        ahead, later_ahead = tables.ahead, tables.later_ahead
        certificates, offered = s.certificates, s.available
        my_proxies = s.added(0, s.board.adds_majority)
        their_proxies = s.added(1, s.board.adds_majority)
        my_sum, their_sum = guess[0], guess[1]
        for company in range(companies):
            mine = certificates[company]
            theirs = certificates[companies + company]
            now = votes_of(mine, my_proxies) - votes_of(theirs, their_proxies)
            left = offered[company]
            if left > turns:
                left = turns    # what the round leaves over is never taken
            even = left * 2 * MIDDLE + MIDDLE
            later = ((s.round * companies + company) * (tables.most + 1)) * 2 * MIDDLE + even
            my_sum += ahead[even + now] + later_ahead[later + mine - theirs]
            their_sum += ahead[even - now] + later_ahead[later + theirs - mine]
        guess[0] = my_sum
        guess[1] = their_sum

    def _market(self, s: Position, pay: float, guess: vec[float]) -> float:
        """NG-RND-4: where the dice stand, at the pay-days to come; the mean of their numbers."""
        numbers: i64 = 0
        for commodity in range(s.board.commodities):
            numbers += s.die[commodity]
            if s.row[commodity] > 0:
                guess[0] += pay * float(s.market_value(0, commodity))
            else:
                guess[1] += pay * float(s.market_value(1, commodity))
        return float(numbers) / float(s.board.commodities)

    def _contracts(self, s: Position, turns: i64, guess: vec[float]) -> None:
        """A contract is worth what is left of its round; votes are counted elsewhere, and what is flipped is gone."""
        rounds = s.board.rounds
        for slot in range(SEATS * rounds):
            contract = s.held[slot]
            if contract != NOBODY and not s.flipped & BIT[contract]:
                guess[0 if slot < rounds else 1] += self._worth(s, contract, turns)

    def _worth(self, s: Position, contract: i64, turns: i64) -> float:
        if s.board.adds_majority[contract]:
            return 0.0
        return self.weights[CONTRACTS] * float(s.board.value[contract] * (1 + s.round) * turns) * 0.1

    def _power(self, s: Position, tables: Tables, space: float, guess: vec[float]) -> None:
        """NG-COM-1: in later rounds each company's turns are shared, but one player's connections move dice farther."""
        if s.round == s.board.rounds - 1:
            return
        companies = s.board.companies
        certificates = s.certificates
        later_pay = tables.later_pay
        first = s.round * companies
        my_sum, their_sum = guess[0], guess[1]
        for company in range(companies):
            worth = space * later_pay[first + company]
            my_sum += worth * float(certificates[company])
            their_sum += worth * float(certificates[companies + company])
        guess[0] = my_sum
        guess[1] = their_sum

    # ---- connections to come in this round ---------------------------------------------------------------------------

    def _connections(self, s: Position, race: Race, turns: i64, space: float, guess: vec[float]) -> None:
        """What is left of the turn under way, then turn by turn: each takes what pays most, and leaves the rest."""
        mover = s.turn
        if s.phase == BUILD or s.phase == REVEAL or (s.phase == MORE and s.cards < s.allowed):
            row = race.reach.look(s, s.company)
            usual = race.usual_of(race.reach.within[row], float(s.supply[s.company]))
            good = count(s.hand[mover] & race.reach.good[row])
            made = race.made_of(
                good, race.reach.nears[row], race.missing(s, mover), s.allowed - s.cards, usual
            )
            dice = float(s.owned(mover, s.company)) * space
            guess[mover] += income(float(s.dividend(s.company)), float(s.marker[s.company]), race.top, made, dice)
        if turns <= 0:
            return
        if mover != NOBODY:
            race.run(s, mover if s.phase == TAKE else 1 - mover, turns, space, guess, 1.0)
        elif s.phase == CONTRACT:
            race.run(s, s.first, turns, space, guess, 1.0)
        else:
            part: float = 0.5
            if s.phase == BID and s.bids[0] != NOBODY:
                part = self._bidding(s, 0, turns, guess)
            elif s.phase == BID and s.bids[1] != NOBODY:
                part = 1.0 - self._bidding(s, 1, turns, guess)
            race.run(s, 0, turns, space, guess, part)
            race.run(s, 1, turns, space, guess, 1.0 - part)

    def _bidding(self, s: Position, seat: i64, turns: i64, guess: vec[float]) -> float:
        """A bid that lies sealed: its price, the best contract it may bring, and the chance that it is the higher."""
        bid = s.bids[seat]
        best: float = 0.0
        for contract in range(s.board.contracts):
            if s.offer & BIT[contract] and s.board.value[contract] <= bid:
                worth = self._worth(s, contract, turns)
                if worth > best:
                    best = worth
        guess[seat] += 0.8 * best - float(bid)
        return (float(bid) + 0.3) / (float(bid) + 2.0)

    # ---- sealed choices ----------------------------------------------------------------------------------------------

    def ahead(self, state: State, code: i64) -> vec[float]:
        """NG-BID-2, NG-ORD-2: the first to choose and the second know the same, and judge a choice in the same way."""
        s = cast(NarrowGaugeState, state)
        if s.phase == KEEP:
            return self._kept(s, code)
        after = self._another(s)
        if s.phase == BID:
            after.unseal()
            after.bids = changed(after.bids, s.to_act, code - s.game.first_bid)
        else:
            after.apply(code)
        return self.shares(after)

    def _another(self, s: NarrowGaugeState) -> NarrowGaugeState:
        """A copy, good until the next one is asked for."""
        other = self.next
        if other is None or other.game is not s.game:
            other = s.copy()
            self.next = other
        else:
            other.become(s)
        return other

    def _kept(self, s: NarrowGaugeState, code: i64) -> vec[float]:
        """A contract that is kept, with either that the other was dealt kept against it."""
        mean = vec[float]([0.0] * SEATS)
        theirs = append_members(vec[i64](capacity=2), s.board.keep_code, s.dealt[1 - s.to_act])
        for other in theirs:
            after = s.copy()
            after.unseal()
            after.apply(code if s.to_act == 0 else other)
            after.apply(other if s.to_act == 0 else code)
            value = self.shares(after)
            for seat in range(SEATS):
                mean[seat] += value[seat] / float(len(theirs))
        return mean

    # ---- what to look at ---------------------------------------------------------------------------------------------

    def worth_a_look(self, state: State, legal: vec[i64] | None = None) -> vec[i64]:
        """Some bids; of plays with one result a single one, and none that comes no nearer to any city; of cards that
        reach nothing only the first may be discarded, for their order is of no importance."""
        s = cast(NarrowGaugeState, state)
        listed: vec[i64] = state.legal() if legal is None else legal
        if s.phase == BID:
            return vec[i64]([s.game.first_bid + bid for bid in BIDS if bid <= s.cash[s.to_act]])
        if s.phase == REFILL:
            return self._refill(s)
        if s.phase == BUILD or s.phase == MORE:
            return self._plays(s, listed)
        return listed

    def _refill(self, s: NarrowGaugeState) -> vec[i64]:
        codes = append(vec[i64](capacity=2), DRAW_UP)
        idle = s.hand[s.turn] & ~self.race_for(s).reach.of_use(s)
        return append(codes, s.board.discard_code + lowest(idle)) if idle else codes

    def _plays(self, s: NarrowGaugeState, legal: vec[i64]) -> vec[i64]:
        board, tables = s.board, self.race_for(s).tables
        around = tables.around(s, s.company)
        codes = vec[i64](capacity=len(legal))
        low = vec[i64](capacity=len(legal))
        high = vec[i64](capacity=len(legal))
        laid: i64 = -1          # a card and whether it is turned; codes rise, so one comes after another
        beyond = board.play_code
        for code in legal:
            if code < board.play_code:
                codes = append(codes, code)
                continue
            while code >= beyond:
                beyond += board.hexes
                laid += 1
            face = face_of(board, laid >> 1, laid & 1, s.mirror)
            left, right = new_hexes(s, board.covers[(face + 1) * board.hexes + code - beyond])
            if tables.nearer(left, right, around) and not has(low, high, left, right):
                codes = append(codes, code)
                low = append(low, left)
                high = append(high, right)
        return codes if len(codes) else legal


def new_hexes(s: Position, covered: i64) -> tuple[i64, i64]:
    """Where the company does not stand yet, of the hexes that a card covers: a set in two words."""
    board = s.board
    own = s.company * board.words
    left: i64 = 0
    right: i64 = 0
    while covered:
        hex_ = (covered & IN_BYTE) - 1
        covered >>= BYTE
        if board.word[hex_]:
            right |= board.bit[hex_]
        else:
            left |= board.bit[hex_]
    return left & ~s.track[own], right & ~s.track[own + board.words - 1]


def has(low: vec[i64], high: vec[i64], a: i64, b: i64) -> bool:
    """Whether a set of hexes, in two words, is in the list."""
    for n in range(len(low)):
        if low[n] == a and high[n] == b:
            return True
    return False


def make(weights: list[float]) -> Valuer:
    """The value function with those weights."""
    return NarrowGaugeValuer(weights)
