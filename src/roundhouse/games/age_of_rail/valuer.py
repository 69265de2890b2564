"""What a position of Age of Rail is worth: cash, and what each share will still be paid.

A share is paid a fifth of its railroad's Income at each dividend to come, and its part of Income and Value at the end.
Both grow until then: the Treasury turns into links, and the places on the network are developed. How much, depends on
the turns that are left; so who has grown already wants a short game, who has money in cash and Treasuries a long one.
"""
from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, WORD, lowest
from roundhouse.engine.contract import NOBODY, OVER, State
from roundhouse.engine.value import Valuer
from roundhouse.games.age_of_rail.board import DEVELOP, PASS, Board
from roundhouse.games.age_of_rail.position import (
    AUCTION,
    LATE_AUCTION,
    OFFERING,
    SECOND_DEVELOPMENT,
    TURN,
    Position,
)

# Weights, in the order of the file.
CYCLE: Final = 0          # turns of the table between two dividends
BUILD: Final = 1          # links that one railroad can build in a turn of the table, if it has the money
GROWTH: Final = 2         # the Income that a link to come adds, as a part of what the best way ahead promises
DEVELOP_RATE: Final = 3   # the part of what could be developed on a network that is, for each turn left
DILUTION: Final = 4       # the part of the unsold shares that is sold, for each turn left
CASH: Final = 5           # what a dollar in hand earns in each turn left, invested
RISE: Final = 6           # how far the price still rises towards what rivals in the auction can and would pay
CONTROL: Final = 7        # what choosing the links is worth to who controls, as a part of the Income that they add
SPREAD_END: Final = 8     # how far guesses are off at the end
SPREAD_TURN: Final = 9    # and how much more with each turn left
TEMPO: Final = 10         # what it is worth to be on turn now, and not a whole round later

ONWARD: Final = 0.6       # a link further away counts this much less
FIRST_INCOME: Final = 4   # of a railroad whose first link is yet to be laid
KEPT_PLACES: Final[i64] = 6
KEPT_BOARDS: Final = 4    # a search goes to and fro between the boards of two games at most, and each game has its own
NEAR: Final[i64] = 8      # dollars below its worth from which the bids for a share rise one by one


class Prospects:
    """For each link and direction of a board: what the links beyond it promise, the nearest counting most."""

    def __init__(self, board: Board) -> None:
        self.board = board
        middle = [
            (board.steps[board.first_step[p]] + board.steps[board.first_step[p] + board.last_level[p]]) / 2
            for p in range(board.places)
        ]
        for external in range(board.externals):
            middle[board.gate[external]] += board.external_value[external] / 10
        ends = [(int(board.end_a[link]), int(board.end_b[link])) for link in range(board.links)]
        leaving: list[list[tuple[int, int]]] = [[] for _ in range(board.places)]
        for link, (a, b) in enumerate(ends):
            leaving[a].append((link, 2 * link))
            leaving[b].append((link, 2 * link + 1))
        beyond = [0.0] * (2 * len(ends))
        for _ in range(12):
            promised = [
                middle[a] + middle[b] + ONWARD * beyond[2 * link + way]
                for link, (a, b) in enumerate(ends) for way in (0, 1)
            ]
            for link, (a, b) in enumerate(ends):
                for way, there in ((0, b), (1, a)):
                    ahead = [promised[d] for other, d in leaving[there] if other != link]
                    beyond[2 * link + way] = max(ahead, default=0.0)
        # beyond[2 * link] once the link is built from its first end, [2 * link + 1] from its second
        self.beyond: vec[float] = vec[float](beyond)
        # A step of a metro is one of many that nobody may take, that of a settlement the only one.
        self.likely: vec[float] = vec[float]([0.5 if level > 1 else 1.0 for level in board.last_level])
        self.top: vec[i64] = vec[i64](
            [board.steps[board.first_step[p] + board.last_level[p]] for p in range(board.places)]
        )


class AgeOfRailValuer(Valuer):
    """The value function of Age of Rail; its weights are named above."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        self._known: list[Prospects] = []
        self._prospects: Prospects | None = None
        # What holds for the whole position, then what was surveyed of one railroad. Fields, to save allocations.
        self._turns: float = 0.0
        self._dividends: float = 0.0
        self._shares: float = 5.0
        self._link_cost: float = 5.0
        self._link_value: float = 5.0
        self._income: float = 0.0
        self._value: float = 0.0
        self._each: float = 0.0
        self._ahead: float = 0.0
        self._undeveloped: float = 0.0
        self._links: float = 0.0

    def estimate(self, state: State) -> vec[float]:
        """A guess at each seat's final score, then how far such guesses are off; at the end, the cash."""
        s = cast(Position, state)
        weights = self.weights
        seats = s.seats
        guess = vec[float](capacity=seats + 1)
        if s.to_act == OVER:
            for seat in range(seats):
                guess = append(guess, float(s.cash[seat]))
            return append(guess, weights[SPREAD_END])
        self._read_clock(s)
        worth_of_cash = 1.0 + weights[CASH] * self._turns
        for seat in range(seats):
            guess = append(guess, float(s.cash[seat]) * worth_of_cash)
        lot = s.auction.lot
        for railroad in range(s.board.railroads):
            if s.sold[railroad] == 0 and railroad != lot:
                continue
            self._survey(s, railroad)
            sold = float(s.sold[railroad])
            treasury = float(s.treasury[railroad])
            winner = NOBODY
            seller = NOBODY
            if railroad == lot:
                winner = self._winner(s)
                if winner != NOBODY:
                    price = self._price(s, winner)
                    guess[winner] -= price * worth_of_cash
                    seller = s.seller
                    if seller == NOBODY:
                        sold += 1.0
                        treasury += price
                    else:
                        guess[seller] += price * worth_of_cash
            if sold == 0.0:
                continue
            paid = self._paid(sold, treasury)
            self._pay_holders(s, guess, railroad, paid, winner, seller)
        if s.turn != NOBODY:
            self._add_tempo(s, guess)
        return append(guess, weights[SPREAD_END] + weights[SPREAD_TURN] * self._turns)

    def _add_tempo(self, s: Position, guess: vec[float]) -> None:
        """Who moves sooner is ahead, or who has just moved would seem to gain on those about to. It adds up to 0."""
        seats = s.seats
        step = self.weights[TEMPO] / float(seats)
        seat = s.turn if s.phase == TURN else s.turn + 1
        for waiting in range(seats):
            if seat >= seats:
                seat = 0
            guess[seat] += step * (0.5 * float(seats - 1) - float(waiting))
            seat += 1

    def _pay_holders(
        self, s: Position, guess: vec[float], railroad: i64, paid: float, winner: i64, seller: i64
    ) -> None:
        """What each holder will be paid, and what control is worth. The vector is changed in place."""
        seats = s.seats
        first = railroad * seats
        most: i64 = 0
        leaders: i64 = 0
        controllers: i64 = 0
        for seat in range(seats):
            held = s.shares[first + seat]
            if seat == winner:
                held += 1
            elif seat == seller and winner != NOBODY:
                held -= 1
            if held == 0:
                continue
            guess[seat] += paid * float(held)
            if held > most:
                most = held
                leaders = 0
                controllers = 0
            if held == most:
                leaders += 1
                controllers |= BIT[seat]
        if leaders == 0:
            return
        bonus = self.weights[CONTROL] * self._links * self._ahead / float(leaders)
        for seat in range(seats):
            if controllers & BIT[seat]:
                guess[seat] += bonus

    # ---- the clock ---------------------------------------------------------------------------------------------------

    def _read_clock(self, s: Position) -> None:
        """The dividends before the Final Payoff, and the turns until then."""
        board = s.board
        left = float(board.dividends_before_final - s.dividends_paid)
        now = 1.0 - float(s.action_track) / float(board.track_limit + 1)
        if now < 0.0:
            now = 0.0
        self._dividends = left
        self._turns = self.weights[CYCLE] * (left + now)
        self._shares = float(board.shares)
        self._link_cost = float(board.link_cost)
        self._link_value = float(board.link_value)

    # ---- one railroad ------------------------------------------------------------------------------------------------

    def _survey(self, s: Position, railroad: i64) -> None:
        """Income, Value, what the next links promise, and what is left to develop."""
        board = s.board
        words = board.link_words
        prospects = self._prospects_of(board)
        is_laid = s.value[railroad] > 0
        best: float = 0.0
        second: float = 0.0
        undeveloped: float = 0.0
        for w in range(words):
            left = s.unbuilt[w]
            if is_laid:
                left &= s.reach[railroad * words + w]
            else:
                left &= board.touching[board.base[railroad] * words + w]
            while left:
                bit = left & -left
                left ^= bit
                link = w * WORD + lowest(bit)
                a = board.end_a[link]
                b = board.end_b[link]
                gain = float(s.link_income(link))
                if not s.on_network(railroad, b):
                    gain += ONWARD * prospects.beyond[2 * link]
                elif not s.on_network(railroad, a):
                    gain += ONWARD * prospects.beyond[2 * link + 1]
                if gain > best:
                    second = best
                    best = gain
                elif gain > second:
                    second = gain
            own = s.links[railroad * words + w]
            while own:
                bit = own & -own
                own ^= bit
                link = w * WORD + lowest(bit)
                a = board.end_a[link]
                b = board.end_b[link]
                undeveloped += prospects.likely[a] * float(prospects.top[a] - s.worth(a))
                undeveloped += prospects.likely[b] * float(prospects.top[b] - s.worth(b))
        self._ahead = (1.0 - ONWARD) * (0.6 * best + 0.4 * second)
        self._undeveloped = undeveloped
        self._income = float(s.income[railroad])
        self._value = float(s.value[railroad])
        self._each = float(s.dividend(railroad))
        if not is_laid:
            self._income = float(FIRST_INCOME)
            self._each = 1.0
            self._value = float(board.link_value)

    def _prospects_of(self, board: Board) -> Prospects:
        prospects = self._prospects
        if prospects is not None and prospects.board is board:
            return prospects
        for known in self._known:
            if known.board is board:
                self._prospects = known
                return known
        made = Prospects(board)
        self._known = [made] + self._known[: KEPT_BOARDS - 1]
        self._prospects = made
        return made

    def _paid(self, sold: float, treasury: float) -> float:
        """What a share of the railroad surveyed will be paid until the end, with so many sold and so much to build."""
        weights = self.weights
        turns = self._turns
        affordable = treasury / self._link_cost
        possible = weights[BUILD] * turns
        links: float = 0.0
        if affordable > 0.0 and possible > 0.0:
            links = affordable * possible / (affordable + possible)
        self._links = links
        developed = weights[DEVELOP_RATE] * turns
        if developed > 0.8:
            developed = 0.8
        growth = weights[GROWTH] * links * self._ahead + developed * self._undeveloped
        diluted = weights[DILUTION] * turns
        if diluted > 1.0:
            diluted = 1.0
        owners = sold + diluted * (self._shares - sold)
        # Rounded up as things stand, because crossing a line is worth a dollar; growth comes on average half way.
        dividends = self._dividends * (self._each + 0.5 * growth / self._shares)
        return dividends + (self._value + self._link_value * links + self._income + growth) / owners

    # ---- auctions ----------------------------------------------------------------------------------------------------

    def _winner(self, s: Position) -> i64:
        """Who will probably have the share: the leader, or who may bid now; NOBODY if it is not worth the least bid."""
        auction = s.auction
        if auction.leader != NOBODY:
            return auction.leader
        if auction.bidders == 0:
            return NOBODY
        if s.phase == AUCTION:
            least = float(auction.minimum)
            if float(s.cash[s.to_act]) < least or self._worth(s) < least:
                return NOBODY
        return s.to_act

    def _price(self, s: Position, winner: i64) -> float:
        """The standing bid, and a part of the way up to what the rivals who are still in can and would pay."""
        auction = s.auction
        high = float(auction.minimum if auction.high == NOBODY else auction.high)
        purse: float = 0.0
        for seat in range(s.seats):
            if seat != winner and auction.bidders & BIT[seat] and float(s.cash[seat]) > purse:
                purse = float(s.cash[seat])
        if float(s.cash[winner]) < purse:
            purse = float(s.cash[winner])
        if purse <= high:
            return high
        worth = self._worth(s)
        limit = purse if purse < worth else worth
        return high + self.weights[RISE] * (limit - high) if limit > high else high

    def _worth(self, s: Position) -> float:
        """What one more share of the railroad surveyed is worth, once its price is in the Treasury."""
        railroad = s.auction.lot
        sold = float(s.sold[railroad])
        treasury = float(s.treasury[railroad])
        worth_of_cash = 1.0 + self.weights[CASH] * self._turns
        if s.seller != NOBODY:
            return self._paid(sold, treasury) / worth_of_cash
        guess = self._paid(sold + 1.0, treasury + 10.0) / worth_of_cash
        return self._paid(sold + 1.0, treasury + guess) / worth_of_cash

    # ---- what to look at ---------------------------------------------------------------------------------------------

    def worth_a_look(self, state: State, legal: vec[i64] | None = None) -> vec[i64]:
        """In an auction a few prices; of the developments those that help oneself most; of all else everything."""
        s = cast(Position, state)
        listed: vec[i64] = state.legal() if legal is None else legal
        if s.phase == AUCTION or s.phase == OFFERING or s.phase == LATE_AUCTION:
            return self._prices(s, listed)
        if s.phase == TURN or s.phase == SECOND_DEVELOPMENT:
            return self._without_poor_places(s, listed)
        return listed

    def _prices(self, s: Position, legal: vec[i64]) -> vec[i64]:
        """Pass, steps of five, single dollars near the share's worth, and what those still in can't answer."""
        self._read_clock(s)
        self._survey(s, s.auction.lot)
        worth = i64(self._worth(s))
        least = s.auction.least()
        purse = s.cash[s.to_act]
        rival: i64 = 0
        for seat in range(s.seats):
            if seat != s.to_act and s.auction.bidders & BIT[seat] and s.cash[seat] > rival:
                rival = s.cash[seat]
        # Who is far behind loses nothing by wild bids, to a search; to the others at the table they look silly.
        most = worth + worth // 2 + 5
        kept = vec[i64](capacity=24)
        for code in legal:
            price = code - s.game.first_bid
            if code != PASS and price > most:
                break
            near = price <= least + 1 and price > worth - NEAR
            if code == PASS or near or price % 5 == 0 or price in (
                s.auction.minimum, worth - 2, worth, purse, rival, rival + 1
            ):
                kept = append(kept, code)
        return kept

    def _without_poor_places(self, s: Position, codes: vec[i64]) -> vec[i64]:
        """Leaves out the developments that help oneself, less what they help the others, least."""
        board = s.board
        first = board.develop_code
        gains = vec[float](capacity=KEPT_PLACES + 1)
        for code in codes:
            if first <= code < board.start_code and board.kind_of[code] == DEVELOP:
                gains = self._insert(gains, self._gain(s, code - first))
        if len(gains) < KEPT_PLACES:
            return codes
        bar = gains[KEPT_PLACES - 1]
        kept = vec[i64](capacity=len(codes))
        room = KEPT_PLACES
        for code in codes:
            if first <= code < board.start_code:
                if room == 0 or self._gain(s, code - first) < bar:
                    continue
                room -= 1
            kept = append(kept, code)
        return kept

    def _insert(self, gains: vec[float], gain: float) -> vec[float]:
        """The best gains, falling, with one more."""
        if len(gains) < KEPT_PLACES:
            gains = append(gains, gain)
        elif gain > gains[KEPT_PLACES - 1]:
            gains[KEPT_PLACES - 1] = gain
        else:
            return gains
        at: i64 = len(gains) - 1
        while at > 0 and gains[at - 1] < gain:
            gains[at] = gains[at - 1]
            at -= 1
        gains[at] = gain
        return gains

    def _gain(self, s: Position, place: i64) -> float:
        """The Income that a development brings to one's own shares, less what it brings to the others on average."""
        rise = float(s.rise(place))
        gain: float = 0.0
        for railroad in range(s.board.railroads):
            if s.sold[railroad] == 0 or not s.on_network(railroad, place):
                continue
            own = float(s.shares[railroad * s.seats + s.turn])
            others = (float(s.sold[railroad]) - own) / float(s.seats - 1)
            gain += rise * float(s.ends_at(railroad, place)) * (own - others)
        return gain


def make(weights: list[float]) -> Valuer:
    """The value function with those weights, which stand in the order of the file."""
    return AgeOfRailValuer(weights)
