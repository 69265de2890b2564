"""Who gets the connections still to be made in a round of Narrow Gauge: each turn takes what pays most."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.words import BIT, count, zeros
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.position import BUILD, MORE, REVEAL, Position
from roundhouse.games.narrow_gauge.turns import dark_next
from roundhouse.games.narrow_gauge.valuer_reach import Reach
from roundhouse.games.narrow_gauge.valuer_tables import Tables

LOCOMOTIVES: Final = 2.5    # that a connection takes from the supply


class Race:
    """The turns to come, one after another, with the companies as they would be then. For one board and its weights."""

    def __init__(self, tables: Tables, most: float, hand: float, spent: float, dark: float) -> None:
        """By the weights of the value function: connections of a turn at `most`, how much the cards in `hand` say, how
        much of its reach a company has `spent` after a connection, and what a turn with a `dark` token makes."""
        self.tables = tables
        self.reach = Reach(tables)
        self.most = most
        self.hand = hand
        self.spent = spent
        self.dark = dark
        companies = tables.board.companies
        self.companies: i64 = companies
        self.offered: vec[i64] = zeros(companies)
        self.within: vec[float] = vec[float]([0.0] * companies)
        self.marker: vec[float] = vec[float]([0.0] * companies)
        self.supply: vec[float] = vec[float]([0.0] * companies)
        self.usual: vec[float] = vec[float]([0.0] * companies)
        self.made: vec[float] = vec[float]([0.0] * companies)               # in the turn that is chosen for
        self.gain: vec[float] = vec[float]([0.0] * (SEATS * companies))     # seat * companies + company

    def run(self, s: Position, first: i64, turns: i64, space: float, guess: vec[float], part: float) -> None:
        """Add `part` of what each gains when `first` begins and both take the company that pays them most."""
        self._line_up(s)
        gain = self.gain
        usual = self.usual
        seat = first
        for turn in range(turns):
            if turn < SEATS:
                self._weigh_hand(s, seat, space)
            elif turn == SEATS:
                for company in range(self.companies):
                    self._weigh(s, company, space)
            choice = self._best(seat * self.companies)
            guess[seat] += part * gain[seat * self.companies + choice]
            self._take(choice, self.made[choice] if turn < SEATS else usual[choice])
            if turn >= SEATS:
                self._weigh(s, choice, space)
            seat = 1 - seat

    def _line_up(self, s: Position) -> None:
        """The companies as they are now."""
        available, markers, supplies, reached = s.available, s.marker, s.supply, self.reach.within
        offered, marker, supply, within, usual = self.offered, self.marker, self.supply, self.within, self.usual
        for company in range(self.companies):
            offered[company] = available[company]
            marker[company] = float(markers[company])
            supply[company] = float(supplies[company])
            within[company] = reached[company]
            usual[company] = self.usual_of(within[company], supply[company])

    def _take(self, choice: i64, made: float) -> None:
        """A turn for a company, and what it has left after so many connections."""
        self.offered[choice] -= 1
        self.marker[choice] += made
        self.supply[choice] -= LOCOMOTIVES * made + 1.0
        self.within[choice] -= self.spent * made
        self.usual[choice] = self.usual_of(self.within[choice], self.supply[choice])

    def _best(self, first: i64) -> i64:
        """The company on offer that pays most, of a seat's gains from `first` on."""
        offered = self.offered
        gain = self.gain
        best: float = -1.0
        choice: i64 = 0
        for company in range(self.companies):
            if offered[company] and gain[first + company] > best:
                best = gain[first + company]
                choice = company
        return choice

    def _weigh_hand(self, s: Position, seat: i64, space: float) -> None:
        """What each company pays in the seat's next turn, by its hand."""
        allowed = _allowed(s, seat)
        offered = self.offered
        usual = self.usual
        for company in range(self.companies):
            if offered[company]:
                made = self.made_of(s, seat, company, allowed, usual[company])
                self.made[company] = made
                self.gain[seat * self.companies + company] = self._gain(s, seat, company, made, space)

    def _weigh(self, s: Position, company: i64, space: float) -> None:
        """What a company pays either seat in any later turn."""
        made = self.usual[company]
        for seat in range(SEATS):
            self.gain[seat * self.companies + company] = self._gain(s, seat, company, made, space)

    def _gain(self, s: Position, seat: i64, company: i64, made: float, space: float) -> float:
        own = float(s.owned(seat, company) + 1) * space
        return income(float(s.dividend(company)), self.marker[company], float(s.board.connection_max), made, own)

    # ---- the connections of one turn ---------------------------------------------------------------------------------

    def usual_of(self, within: float, supply: float) -> float:
        """The connections that a turn makes when nothing is known of the hand."""
        if within <= 0.0 or supply <= 0.0:
            return 0.0
        made = self.most * within / (self.most + within)
        return made if made * LOCOMOTIVES < supply else supply / LOCOMOTIVES

    def made_of(self, s: Position, seat: i64, company: i64, allowed: i64, usual: float) -> float:
        """Those that it makes when one hand is known: in part what is sure, in part what is usual."""
        sure = self._sure(s, seat, company, allowed, usual)
        if sure > float(allowed):
            sure = float(allowed)
        if allowed < 2:
            usual *= self.dark
        return self.hand * sure + (1.0 - self.hand) * usual

    def _sure(self, s: Position, seat: i64, company: i64, allowed: i64, usual: float) -> float:
        """Cards in hand that reach a city, for as many cities, up to those allowed; cards still to be drawn are as good
        as usual."""
        good = self.reach.good_cards(s, seat, company)
        cities = self.reach.nears[company]
        if good >= allowed:
            return float(allowed) if allowed < cities else float(cities)
        if good > cities:
            good = cities
        missing = self.tables.hand_size - count(s.hand[seat])
        return float(good) + 0.25 * usual * float(missing) if missing > 0 else float(good)


def income(dividend: float, marker: float, top: float, made: float, dice: float) -> float:
    """NG-CONN-1 to NG-CONN-3: what so many connections pay, one after another, and what they move on the market."""
    mean = marker + 0.5 * (made + 1.0)
    return made * ((mean if mean < top else top) * dividend + dice)


def _allowed(s: Position, seat: i64) -> i64:
    """NG-TOK-1, NG-TOK-2: the cards of the seat's next turn, as its token will be then."""
    dark = s.dark & BIT[seat] != 0
    if s.turn == seat and (s.phase == BUILD or s.phase == MORE or s.phase == REVEAL):
        dark = dark_next(s)
    return 1 if dark else 2
