"""What a position of Narrow Gauge is worth: cash, the pay-days to come, and who gets the connections still to be made.

What both players can do alike cancels out. So the guess looks for what they can't: whose turn it is, what the cards in
each hand reach, certificates (for majorities, and for how far a connection moves a die), dice, tokens and contracts.
"""
from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.contract import NOBODY, State
from roundhouse.engine.value import Valuer
from roundhouse.engine.words import BIT, PLACE, append_members, lowest
from roundhouse.games.narrow_gauge.board import SEATS
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
)
from roundhouse.games.narrow_gauge.rules import DRAW_UP, NarrowGaugeState
from roundhouse.games.narrow_gauge.turns import dark_next
from roundhouse.games.narrow_gauge.valuer_tables import FAR, MIDDLE, ONE_CARD, Tables

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

LOCOMOTIVES: Final = 2.5    # that a connection takes from the supply
# Dollars that are bid. More of them would differ in little, and no first turn is worth more.
BIDS: Final = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30]


class NarrowGaugeValuer(Valuer):
    """The value function of Narrow Gauge; its weights are named above."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        self.tables: Tables | None = None

    def tables_for(self, s: Position) -> Tables:
        """What is known of a board, worked out once for it."""
        tables = self.tables
        if tables is None or tables.board is not s.board:
            tables = Tables(s.board, self.weights[REACH], 1.0 - self.weights[LOST])
            self.tables = tables
        return tables

    # ---- the guess ---------------------------------------------------------------------------------------------------

    def estimate(self, state: State) -> vec[float]:
        s = cast(Position, state)
        weights = self.weights
        tables = self.tables_for(s)
        if s.phase == FINISHED:
            return vec[float]([float(s.cash[0]), float(s.cash[1]), weights[SPREAD_LATE]])
        turns = -s.board.left_over
        for company in range(s.board.companies):
            turns += s.available[company]
        guess = vec[float]([float(s.cash[0]), float(s.cash[1]), 0.0])
        self._majorities(s, tables, turns, guess)
        pay = tables.pay[s.round * tables.turns + turns]
        numbers: i64 = 0
        for commodity in range(s.board.commodities):
            numbers += s.die[commodity]
            side: i64 = 0 if s.row[commodity] > 0 else 1
            guess[side] += pay * float(s.market_value(side, commodity))
        number = float(numbers) / float(s.board.commodities)
        self._contracts(s, turns, guess)
        if s.homes[s.board.companies - 1] != NOBODY:
            self._connections(s, tables, turns, weights[SPACE] * pay * number, guess)
            self._power(s, tables, weights[POWER] * number, guess)
        left = float(turns + tables.later[s.round]) / float(tables.later[0] + tables.turns)
        guess[SEATS] = weights[SPREAD_LATE] + (weights[SPREAD_EARLY] - weights[SPREAD_LATE]) * left
        return guess

    def _majorities(self, s: Position, tables: Tables, turns: i64, guess: vec[float]) -> None:
        """NG-RND-3, at each pay-day to come: as if each certificate left went to either player with even chances."""
        board = s.board
        companies = board.companies
        ahead = tables.ahead
        proxies = s.added(0, board.adds_majority) - s.added(1, board.adds_majority)
        for company in range(companies):
            mine = s.certificates[company]
            theirs = s.certificates[companies + company]
            now = mine - theirs
            if proxies:
                now = s.votes(0, company) - s.votes(1, company)
            left = s.available[company]
            if left > turns:
                left = turns    # what the round leaves over is never taken
            guess[0] += ahead[left * 2 * MIDDLE + MIDDLE + now]
            guess[1] += ahead[left * 2 * MIDDLE + MIDDLE - now]
            for later in range(s.round + 1, board.rounds):
                left += board.certificates[later * companies + company]
                guess[0] += ahead[left * 2 * MIDDLE + MIDDLE + mine - theirs]
                guess[1] += ahead[left * 2 * MIDDLE + MIDDLE + theirs - mine]

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
        companies = s.board.companies
        for company in range(companies):
            worth = space * tables.later_pay[s.round * companies + company]
            guess[0] += worth * float(s.certificates[company])
            guess[1] += worth * float(s.certificates[companies + company])

    # ---- connections to come in this round ---------------------------------------------------------------------------

    def _connections(self, s: Position, tables: Tables, turns: i64, space: float, guess: vec[float]) -> None:
        """What is left of the turn under way, then turn by turn: each takes what pays most, and leaves the rest."""
        companies = s.board.companies
        within = vec[float](capacity=companies)                 # by company: cities in reach, each by its chance
        near = vec[i64](capacity=companies * tables.cities)     # one after another: cities that one card may reach
        upto = append(vec[i64](capacity=companies + 1), 0)      # by company: where its own end in that list
        words = s.board.words
        cities = tables.cities
        ring = tables.ring
        chance = tables.chance
        for company in range(companies):
            sum_: float = 0.0
            if s.available[company] or company == s.company:
                left = s.track[company * words]
                right = s.track[company * words + words - 1]
                at: i64 = 0
                for city in range(cities):
                    band: i64 = 0
                    while band < FAR and not (ring[at + 2 * band] & left or ring[at + 2 * band + 1] & right):
                        band += 1
                    at += 2 * FAR
                    sum_ += chance[band]
                    if 0 < band < ONE_CARD:
                        near = append(near, city)
            within = append(within, sum_)
            upto = append(upto, len(near))
        mover = s.turn
        if s.phase == BUILD or s.phase == REVEAL or (s.phase == MORE and s.cards < s.allowed):
            usual = self._usual(within[s.company], float(s.supply[s.company]))
            cards = s.allowed - s.cards
            made = self._made(self._sure(s, tables, mover, s.company, near, upto, cards, usual), cards, usual)
            own = s.owned(mover, s.company)
            dividend = float(s.dividend(s.company))
            top = float(s.board.connection_max)
            guess[mover] += income(dividend, float(s.marker[s.company]), top, made, float(own) * space)
        if turns <= 0:
            return
        if mover != NOBODY:
            self._race(s, tables, mover if s.phase == TAKE else 1 - mover, turns, space, within, near, upto, guess, 1.0)
        elif s.phase == CONTRACT:
            self._race(s, tables, s.first, turns, space, within, near, upto, guess, 1.0)
        else:
            part: float = 0.5
            if s.phase == BID and s.bids[0] != NOBODY:
                part = self._bidding(s, 0, turns, guess)
            elif s.phase == BID and s.bids[1] != NOBODY:
                part = 1.0 - self._bidding(s, 1, turns, guess)
            self._race(s, tables, 0, turns, space, within, near, upto, guess, part)
            self._race(s, tables, 1, turns, space, within, near, upto, guess, 1.0 - part)

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

    def _race(
        self, s: Position, tables: Tables, first: i64, turns: i64, space: float, within: vec[float], near: vec[i64],
        upto: vec[i64], guess: vec[float], part: float,
    ) -> None:
        """Add `part` of what each gains when `first` begins and both take the company that pays them most."""
        companies = s.board.companies
        dividend = s.board.dividend
        certificates = s.certificates
        reach = within[:]
        offered = s.available[:]
        marker = vec[float](capacity=companies)
        supply = vec[float](capacity=companies)
        usual = vec[float](capacity=companies)
        for company in range(companies):
            marker = append(marker, float(s.marker[company]))
            supply = append(supply, float(s.supply[company]))
            usual = append(usual, self._usual(within[company], float(s.supply[company])))
        top = float(s.board.connection_max)
        seat = first
        for turn in range(turns):
            best: float = -1.0
            best_made: float = 0.0
            choice: i64 = 0
            allowed: i64 = self._allowed(s, seat) if turn < SEATS else 2
            for company in range(companies):
                if offered[company] == 0:
                    continue
                made = usual[company]
                if turn < SEATS:
                    made = self._made(self._sure(s, tables, seat, company, near, upto, allowed, made), allowed, made)
                own = float(certificates[seat * companies + company] + 1) * space
                gain = income(float(dividend[s.round * companies + company]), marker[company], top, made, own)
                if gain > best:
                    best = gain
                    best_made = made
                    choice = company
            guess[seat] += part * best
            offered[choice] -= 1
            marker[choice] += best_made
            supply[choice] -= LOCOMOTIVES * best_made + 1.0
            reach[choice] -= self.weights[SPENT] * best_made
            usual[choice] = self._usual(reach[choice], supply[choice])
            seat = 1 - seat

    def _usual(self, within: float, supply: float) -> float:
        """The connections that a turn makes when nothing is known of the hand."""
        if within <= 0.0 or supply <= 0.0:
            return 0.0
        most = self.weights[MOST]
        made = most * within / (most + within)
        return made if made * LOCOMOTIVES < supply else supply / LOCOMOTIVES

    def _sure(
        self, s: Position, tables: Tables, seat: i64, company: i64, near: vec[i64], upto: vec[i64], allowed: i64,
        usual: float,
    ) -> float:
        """Cards in hand that reach a city, for as many cities, up to those allowed; cards still to be drawn are as good
        as usual."""
        first = upto[company]
        last = upto[company + 1]
        hand = s.hand[seat]
        words = s.board.words
        left = s.track[company * words]
        right = s.track[company * words + words - 1]
        good: i64 = 0
        missing = tables.hand_size
        base = s.homes[company] * tables.cards
        cities = tables.cities
        starts = tables.starts
        while hand:
            low = hand & -hand
            hand ^= low
            missing -= 1
            card = (base + i64(PLACE[low % 67])) * cities
            for n in range(first, last):
                at = (card + near[n]) * 2
                if starts[at] & left or starts[at + 1] & right:
                    good += 1
                    break
            if good >= allowed:
                return float(allowed if allowed < last - first else last - first)
        if good > last - first:
            good = last - first
        return float(good) + 0.25 * usual * float(missing) if missing > 0 else float(good)

    def _made(self, sure: float, allowed: i64, usual: float) -> float:
        """The connections of a turn when one hand is known: in part what is sure, in part what is usual."""
        if sure > float(allowed):
            sure = float(allowed)
        if allowed < 2:
            usual *= self.weights[DARK]
        return self.weights[HAND] * sure + (1.0 - self.weights[HAND]) * usual

    def _allowed(self, s: Position, seat: i64) -> i64:
        """NG-TOK-1, NG-TOK-2: the cards of the seat's next turn, as its token will be then."""
        dark = s.dark & BIT[seat] != 0
        if s.turn == seat and (s.phase == BUILD or s.phase == MORE or s.phase == REVEAL):
            dark = dark_next(s)
        return 1 if dark else 2

    # ---- sealed choices ----------------------------------------------------------------------------------------------

    def ahead(self, state: State, code: i64) -> vec[float]:
        """NG-BID-2, NG-ORD-2: the first to choose and the second know the same, and judge a choice in the same way."""
        s = cast(NarrowGaugeState, state)
        if s.phase == BID:
            after = s.copy()
            after.unseal()
            after.bids = changed(after.bids, s.to_act, code - s.game.first_bid)
            return self.shares(after)
        return self._kept(s, code) if s.phase == KEEP else super().ahead(state, code)

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

    def candidates(self, state: State) -> vec[i64]:
        """Some bids; of plays with one result a single one, and none that comes no nearer to any city; of cards that
        reach nothing only the first may be discarded, for their order is of no importance."""
        s = cast(NarrowGaugeState, state)
        if s.phase == BID:
            return vec[i64]([s.game.first_bid + bid for bid in BIDS if bid <= s.cash[s.to_act]])
        if s.phase == REFILL:
            return self._refill(s)
        if s.phase == BUILD or s.phase == MORE:
            return self._plays(s)
        return s.legal()

    def _refill(self, s: NarrowGaugeState) -> vec[i64]:
        codes = append(vec[i64](capacity=2), DRAW_UP)
        hand = s.hand[s.turn]
        tables = self.tables_for(s)
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            if not tables.of_use(s, card):
                return append(codes, s.board.discard_code + card)
        return codes

    def _plays(self, s: NarrowGaugeState) -> vec[i64]:
        board = s.board
        tables = self.tables_for(s)
        legal = s.legal()
        away = tables.hexes_away(s, s.company)
        codes = vec[i64](capacity=len(legal))
        low = vec[i64](capacity=len(legal))
        high = vec[i64](capacity=len(legal))
        for code in legal:
            if code < board.play_code:
                codes = append(codes, code)
                low = append(low, 0)
                high = append(high, 0)
                continue
            place = code - board.play_code
            laid = place // board.hexes
            face = face_of(board, laid // 2, laid % 2, s.mirror)
            first = (face * board.hexes + place % board.hexes) * board.longest
            a: i64 = 0
            b: i64 = 0
            nearer = False
            for n in range(first, first + board.length[face]):
                hex_ = i64(board.cell[n])
                if s.stands(s.company, hex_):
                    continue
                if board.word[hex_] & 1:
                    b |= board.bit[hex_]
                else:
                    a |= board.bit[hex_]
                if not nearer:
                    nearer = tables.nearer(hex_, away)
            if nearer and not has(low, high, a, b):
                codes = append(codes, code)
                low = append(low, a)
                high = append(high, b)
        return codes if len(codes) else legal


def income(dividend: float, marker: float, top: float, made: float, dice: float) -> float:
    """NG-CONN-1 to NG-CONN-3: what so many connections pay, one after another, and what they move on the market."""
    mean = marker + 0.5 * (made + 1.0)
    return made * ((mean if mean < top else top) * dividend + dice)


def has(low: vec[i64], high: vec[i64], a: i64, b: i64) -> bool:
    """Whether a set of hexes, in two words, is in the list."""
    for n in range(len(low)):
        if low[n] == a and high[n] == b:
            return True
    return False


def make(weights: list[float]) -> Valuer:
    return NarrowGaugeValuer(weights)
