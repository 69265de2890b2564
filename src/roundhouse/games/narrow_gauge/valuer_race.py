"""Who gets the connections still to be made in a round of Narrow Gauge: each turn takes what pays most."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, count, zeros
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.position import BUILD, MORE, REVEAL, Position
from roundhouse.games.narrow_gauge.turns import dark_next
from roundhouse.games.narrow_gauge.valuer_reach import Reach
from roundhouse.games.narrow_gauge.valuer_tables import Tables

LOCOMOTIVES: Final = 2.5    # that a connection takes from the supply


class Race:
    """The turns to come, one after another, with the companies as they would be then. For one board and its weights.

    The companies on offer stand in a line, and all that is known of them is told by their place in it.
    """

    def __init__(self, tables: Tables, most: float, hand: float, spent: float, dark: float) -> None:
        """By the weights of the value function: connections of a turn at `most`, how much the cards in `hand` say, how
        much of its reach a company has `spent` after a connection, and what a turn with a `dark` token makes."""
        self.tables = tables
        self.reach = Reach(tables)
        self.most = most
        self.hand = hand
        self.spent = spent
        self.dark = dark
        self.top: float = float(tables.board.connection_max)
        companies = tables.board.companies
        self.companies: i64 = companies
        self.lined: i64 = 0
        self.good: vec[i64] = zeros(companies)          # the cards that reach a city near, as a set
        self.nears: vec[i64] = zeros(companies)         # how many such cities there are
        self.offered: vec[i64] = zeros(companies)
        self.within: vec[float] = vec[float]([0.0] * companies)
        self.marker: vec[float] = vec[float]([0.0] * companies)
        self.supply: vec[float] = vec[float]([0.0] * companies)
        self.dividend: vec[float] = vec[float]([0.0] * companies)
        self.usual: vec[float] = vec[float]([0.0] * companies)
        self.made: vec[float] = vec[float]([0.0] * companies)               # in the turn that is chosen for
        self.dice: vec[float] = vec[float]([0.0] * (SEATS * companies))     # what a connection moves them, by seat
        self.gain: vec[float] = vec[float]([0.0] * (SEATS * companies))     # seat * companies + place

    def run(self, s: Position, first: i64, turns: i64, space: float, guess: vec[float], part: float) -> None:
        """Add `part` of what each gains when `first` begins and both take the company that pays them most."""
        self._line_up(s, space)
        seat = first
        for turn in range(turns):
            if turn < SEATS:
                self._weigh_hand(s, seat)
            elif turn == SEATS:
                for place in range(self.lined):
                    self._weigh(place)
            choice = self._best(seat * self.companies)
            guess[seat] += part * self.gain[seat * self.companies + choice]
            if turn < SEATS:
                self._take(choice, self.made[choice])
            else:
                self._take(choice, self.usual[choice])
                self._weigh(choice)
            seat = 1 - seat

    def _line_up(self, s: Position, space: float) -> None:
        """The companies as they are now; who takes one has one certificate more."""
        companies = self.companies
        available, certificates, dice = s.available, s.certificates, self.dice
        reach, good, nears, offered = self.reach, self.good, self.nears, self.offered
        within, supply, usual = self.within, self.supply, self.usual
        marker, dividend = self.marker, self.dividend
        first = s.round * companies
        lined: i64 = 0
        for company in range(companies):
            if available[company]:
                row = reach.look(s, company)
                good[lined] = reach.good[row]
                nears[lined] = reach.nears[row]
                within[lined] = reach.within[row]
                offered[lined] = available[company]
                marker[lined] = float(s.marker[company])
                supply[lined] = float(s.supply[company])
                usual[lined] = self.usual_of(within[lined], supply[lined])
                dividend[lined] = self.tables.dividend[first + company]
                dice[lined] = float(certificates[company] + 1) * space
                dice[companies + lined] = float(certificates[companies + company] + 1) * space
                lined += 1
        self.lined = lined

    def _take(self, choice: i64, made: float) -> None:
        """A turn for a company, and what it has left after so many connections."""
        self.offered[choice] -= 1
        self.marker[choice] += made
        self.supply[choice] -= LOCOMOTIVES * made + 1.0
        self.within[choice] -= self.spent * made
        self.usual[choice] = self.usual_of(self.within[choice], self.supply[choice])

    def _best(self, first: i64) -> i64:
        """The place of the company on offer that pays most, of a seat's gains from `first` on."""
        best: float = -1.0
        choice: i64 = 0
        for place in range(self.lined):
            if self.gain[first + place] > best and self.offered[place]:
                best = self.gain[first + place]
                choice = place
        return choice

    def _weigh_hand(self, s: Position, seat: i64) -> None:
        """What each company pays in the seat's next turn, by its hand."""
        allowed = _allowed(s, seat)
        missing = self.missing(s, seat)
        first = seat * self.companies
        for place in range(self.lined):
            if self.offered[place]:
                good = count(s.hand[seat] & self.good[place])
                made = self.made_of(good, self.nears[place], missing, allowed, self.usual[place])
                self.made[place] = made
                self.gain[first + place] = self._gain(first, place, made)

    def _weigh(self, place: i64) -> None:
        """What a company pays either seat in any later turn."""
        made = self.usual[place]
        self.gain[place] = self._gain(0, place, made)
        self.gain[self.companies + place] = self._gain(self.companies, place, made)

    def _gain(self, first: i64, place: i64, made: float) -> float:
        return income(self.dividend[place], self.marker[place], self.top, made, self.dice[first + place])

    # ---- the connections of one turn ---------------------------------------------------------------------------------

    def usual_of(self, within: float, supply: float) -> float:
        """The connections that a turn makes when nothing is known of the hand."""
        if within <= 0.0 or supply <= 0.0:
            return 0.0
        made = self.most * within / (self.most + within)
        return made if made * LOCOMOTIVES < supply else supply / LOCOMOTIVES

    def missing(self, s: Position, seat: i64) -> float:
        """The cards that a seat is still to draw."""
        missing = self.tables.hand_size - count(s.hand[seat])
        return float(missing) if missing > 0 else 0.0

    def made_of(self, good: i64, cities: i64, missing: float, allowed: i64, usual: float) -> float:
        """Those that it makes when one hand is known: in part what is sure, in part what is usual. So many cards of the
        hand are `good` to reach some of so many `cities`."""
        sure = _sure(good, cities, missing, allowed, usual)
        if sure > float(allowed):
            sure = float(allowed)
        if allowed < 2:
            usual *= self.dark
        return self.hand * sure + (1.0 - self.hand) * usual


def income(dividend: float, marker: float, top: float, made: float, dice: float) -> float:
    """NG-CONN-1 to NG-CONN-3: what so many connections pay, one after another, and what they move on the market."""
    mean = marker + 0.5 * (made + 1.0)
    return made * ((mean if mean < top else top) * dividend + dice)


def _sure(good: i64, cities: i64, missing: float, allowed: i64, usual: float) -> float:
    """Cards in hand that reach a city, for as many cities, up to those allowed; cards still to be drawn are as good as
    usual."""
    if good >= allowed:
        return float(allowed) if allowed < cities else float(cities)
    if good > cities:
        good = cities
    return float(good) + 0.25 * usual * missing


def _allowed(s: Position, seat: i64) -> i64:
    """NG-TOK-1, NG-TOK-2: the cards of the seat's next turn, as its token will be then."""
    dark = s.dark & BIT[seat] != 0
    if s.turn == seat and (s.phase == BUILD or s.phase == MORE or s.phase == REVEAL):
        dark = dark_next(s)
    return 1 if dark else 2
