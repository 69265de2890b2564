"""What a position of Irish Gauge is worth: cash, printed values, and what each share will still be paid.

A share is worth its printed value at the end, so only its dividends have to be guessed: how many calls are to come,
what the railway earns at a call now (exactly, over all draws), what it may still reach, and how many shares divide it.
"""
from __future__ import annotations

from math import exp
from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.bots.value import Valuer
from roundhouse.engine.auction import NOBODY
from roundhouse.engine.contract import State
from roundhouse.engine.words import BIT, PLACE, WORD, filled, zeros
from roundhouse.games.irish_gauge.board import CUBES_DRAWN, Board
from roundhouse.games.irish_gauge.position import (
    AUCTION,
    CITY_INCOME,
    DRAW,
    INITIAL_AUCTION,
    TOWN_INCOME,
    TRACK,
    TURN,
    Position,
)
from roundhouse.games.irish_gauge.rules import PASS

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

FAR: Final[i64] = 8             # build points from which a place counts as out of reach
SLOTS: Final[i64] = 8192        # remembered distances: a hash table without chains
SPARE: Final = 3.0              # a railway with so few locomotives left has half of its growth before it


class IrishGaugeValuer(Valuer):
    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        self.board: Board | None = None
        self.urban: vec[i64] = vec[i64]()         # the urban hexes
        self.majors: vec[i64] = vec[i64]()        # which of them are major cities
        self.full: float = 22.0                   # cubes in the bag when play begins
        self.way: vec[i64] = vec[i64]()           # hex * urban hexes + urban hex: build points by way of that hex
        self.pull: vec[float] = vec[float]()      # cubes * (FAR + 1) + build points
        self.kind: vec[i64] = vec[i64]()          # by urban hex: the colour of its cube, or `colours` for a Town
        self.bag: vec[i64] = vec[i64]()           # the bag that `chance` is for
        self.chance: vec[float] = vec[float]()    # by set of colours: the chance that a draw shows just these
        self.stands: vec[float] = vec[float]()    # by colour, then Towns: where the railway stands
        self.nears: vec[float] = vec[float]()     # the same for where it may get, by pull
        self.paying: vec[float] = vec[float]()    # by set of colours: paying Cities
        self.coming: vec[float] = vec[float]()
        self.keys: vec[i64] = vec[i64]()          # slot * (2 * words + 1): a railway, its track, hexes closed to it
        self.far: vec[i64] = vec[i64]()           # slot * urban hexes + urban hex: build points from the track

    def _learn(self, board: Board) -> None:
        """Tables of this board."""
        colours = len(board.colours)
        cubes = colours * board.per_colour
        self.board = board
        self.urban = vec[i64](board.urban_hexes)
        self.majors = vec[i64]()
        for u in range(len(self.urban)):
            hex_ = self.urban[u]
            if board.majors[board.word[hex_]] & board.bit[hex_]:
                self.majors = append(self.majors, u)
        self.way = ways(board)
        self.full = float(cubes - len(board.cities))
        pulls: list[float] = []
        for left in range(cubes + 1):
            # With few cubes left there is little time to build: only what is near still counts.
            reach = self.weights[REACH] * (0.25 + 0.75 * float(left) / self.full)
            pulls += [exp(-float(points) / reach) for points in range(FAR)] + [0.0]
        self.pull = vec[float](pulls)
        self.kind = zeros(len(self.urban))
        self.bag = filled(colours, -1)
        self.chance = vec[float]([0.0] * BIT[colours])
        self.paying = self.chance[:]
        self.coming = self.chance[:]
        self.stands = vec[float]([0.0] * (colours + 1))
        self.nears = self.stands[:]
        self.keys = filled(SLOTS * (2 * board.words + 1), -1)
        self.far = zeros(SLOTS * len(self.urban))

    # ---- the guess ---------------------------------------------------------------------------------------------------

    def estimate(self, state: State) -> vec[float]:
        s = cast(Position, state)
        if s.board is not self.board:
            self._learn(s.board)
        board = s.board
        weights = self.weights
        seats = s.seats
        self._look(s)
        time = float(s.bag_size) / self.full
        edge = self._edge(s)
        guess = vec[float](capacity=seats + 1)
        for seat in range(seats):
            guess = append(guess, self._worth(float(s.cash[seat]), edge))
        for railway in range(board.railways):
            lot = s.auction.lot == railway
            sold = s.sold[railway]
            if sold == 0 and not lot:
                continue
            paid = self._paid(s, railway, sold + 1 if lot else sold, time)
            first = board.first_share[railway]
            for share in range(first, first + sold):
                guess[s.owner[share]] += paid + float(board.share_value[share])
            if lot:
                guess = self._auctioned(s, guess, paid + float(s.next_value(railway)), edge)
        return append(guess, weights[SPREAD_EMPTY] + (weights[SPREAD_FULL] - weights[SPREAD_EMPTY]) * time)

    def _edge(self, s: Position) -> float:
        """What the first pound in hand is worth beyond a pound: little when little time or few shares are left.

        At a small table fewer pounds bid for the same shares; play shows that this counts by about the third power."""
        shares: i64 = len(s.board.share_value)
        unsold = shares
        for sold in s.sold:
            unsold -= sold
        time = float(s.bag_size) / self.full
        table = 4.0 / float(s.seats)
        return self.weights[CASH_EDGE] * time * table * table * table * float(unsold) / float(shares)

    def _worth(self, cash: float, edge: float) -> float:
        """Pounds in hand: they count at the end, and until then they buy shares, the first of them most easily."""
        knee = self.weights[CASH_KNEE]
        return cash + edge * cash * knee / (cash + knee)

    def _paid(self, s: Position, railway: i64, owners: i64, time: float) -> float:
        """What one share of the railway will still be paid, if so many are sold."""
        weights = self.weights
        board = s.board
        places = self._distances(s, railway)
        self._survey(s, places)
        cubes = float(s.bag_size)
        now = self._income(owners)
        grown = self._grown() / float(owners)
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
        kept = float(owners) / (float(owners) + weights[DILUTION] * unsold * time)
        return first + kept * later * (now + growth * grown) + self._major_dividend(s, railway, places) / float(owners)

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

    # ---- what a railway earns ----------------------------------------------------------------------------------------

    def _look(self, s: Position) -> None:
        """What lies on each urban hex, and what a draw may show."""
        board = s.board
        colours: i64 = len(s.bag)
        words = board.words
        urban = self.urban
        kinds = self.kind
        towns = s.towns
        cities = s.cities
        for u in range(len(urban)):
            word = board.word[urban[u]]
            bit = board.bit[urban[u]]
            kind = colours
            if towns[word] & bit == 0:
                for colour in range(colours):
                    if cities[colour * words + word] & bit:
                        kind = colour
            kinds[u] = kind
        same = True
        for colour in range(colours):
            if self.bag[colour] != s.bag[colour]:
                self.bag[colour] = s.bag[colour]
                same = False
        if not same:
            for shown in range(1, len(self.chance)):
                self.chance[shown] = self._chance(s, shown)

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
            term = only(cubes, s.bag_size)
            chance += term if missing & 1 == 0 else -term
            part = (part - 1) & shown
        return chance

    def _survey(self, s: Position, first: i64) -> None:
        """Where the railway stands, and where it may get, for each set of colours that a draw may show."""
        colours: i64 = len(s.bag)
        stands = self.stands
        nears = self.nears
        for kind in range(colours + 1):
            stands[kind] = 0.0
            nears[kind] = 0.0
        far = self.far
        kinds = self.kind
        pull = self.pull
        pulls = s.bag_size * (FAR + 1)
        for u in range(len(kinds)):
            points = far[first + u]
            if points == 0:
                stands[kinds[u]] += 1.0
            elif points < FAR:
                nears[kinds[u]] += pull[pulls + points]
        paying = self.paying
        coming = self.coming
        for colour in range(colours):
            bit = BIT[colour]
            for rest in range(bit):
                paying[bit + rest] = paying[rest] + stands[colour]
                coming[bit + rest] = coming[rest] + nears[colour]

    def _income(self, owners: i64) -> float:
        """What a share is paid at a call now, rounding and all: the mean over all draws (IG-DIV-3, IG-DIV-4)."""
        towns = i64(self.stands[len(self.bag)])
        chance = self.chance
        paying = self.paying
        mean: float = 0.0
        for shown in range(1, len(chance)):
            cities = i64(paying[shown])
            if cities and cities + towns > 1:
                income = CITY_INCOME * cities + TOWN_INCOME * towns
                mean += chance[shown] * float((income + owners - 1) // owners)
        return mean

    def _grown(self) -> float:
        """What the railway's income rises by when it gets where it may get; what is near counts for more."""
        towns = self.stands[len(self.bag)]
        more = towns + self.nears[len(self.bag)]
        chance = self.chance
        paying = self.paying
        coming = self.coming
        rise: float = 0.0
        for shown in range(1, len(chance)):
            cities = paying[shown]
            income = 4.0 * cities + 2.0 * towns if cities > 0.0 and cities + towns > 1.0 else 0.0
            cities += coming[shown]
            # A railway pays only with a paying City and a second place: what it lacks of these makes all uncertain.
            pays = cities if cities < 1.0 else 1.0
            if cities + more < 2.0:
                pays *= cities + more - 1.0
            grown = pays * (4.0 * cities + 2.0 * more)
            if grown > income:
                rise += chance[shown] * (grown - income)
        return rise

    def _major_dividend(self, s: Position, railway: i64, first: i64) -> float:
        """IG-TRK-6: the bonus, as far as the railway is on its way."""
        if s.majors_paid & BIT[railway]:
            return 0.0
        pulls = s.bag_size * (FAR + 1)
        near = float(s.board.major_dividend)
        for u in self.majors:
            near *= self.pull[pulls + self.far[first + u]]
        return near

    # ---- distances ---------------------------------------------------------------------------------------------------

    def _distances(self, s: Position, railway: i64) -> i64:
        """Where in `far` the build points from the railway's track to each urban hex stand: remembered, or measured."""
        words = s.board.words
        size: i64 = 2 * words + 1
        slot: i64 = railway
        for w in range(words):
            slot = mixed(mixed(slot, s.track[railway * words + w]), s.occupied[w] & s.board.difficult[w])
        key = slot * size
        same = self.keys[key] == railway
        for w in range(words):
            track = s.track[railway * words + w]
            closed = s.occupied[w] & s.board.difficult[w]
            if self.keys[key + 1 + w] != track or self.keys[key + 1 + words + w] != closed:
                same = False
                self.keys[key + 1 + w] = track
                self.keys[key + 1 + words + w] = closed
        if not same:
            self.keys[key] = railway
            self._measure(s, railway, slot * len(self.urban))
        return slot * len(self.urban)

    def _measure(self, s: Position, railway: i64, first: i64) -> None:
        """Flood the map from the track, a build point at a time: 1 for an open hex, 2 for a difficult one (IG-TRK-4).

        Others' track on open hexes is not counted: it comes and goes, and half a point changes few plans."""
        board = s.board
        words = board.words
        for u in range(len(self.urban)):
            self.far[first + u] = FAR
        seen = zeros(words)
        edge = zeros(words)        # the neighbours of what was reached with a point less
        edge_before = zeros(words)
        fresh = zeros(words)
        for w in range(words):
            fresh[w] = s.track[railway * words + w]
            seen[w] = fresh[w]
            edge[w] = s.reach[railway * words + w]
        self._mark(board, first, fresh, 0)
        for points in range(1, FAR):
            for w in range(words):
                closed = board.difficult[w] & s.occupied[w]
                easy = edge[w] & board.open_ground[w]
                hard = edge_before[w] & board.difficult[w] & ~closed
                fresh[w] = (easy | hard) & ~seen[w]
                seen[w] |= fresh[w]
                edge_before[w] = edge[w]
                edge[w] = 0
            for w in range(words):
                bits = fresh[w]
                while bits:
                    low = bits & -bits
                    near = (w * WORD + i64(PLACE[low % 67])) * words
                    for v in range(words):
                        edge[v] |= board.near[near + v]
                    bits ^= low
            self._mark(board, first, fresh, points)

    def _mark(self, board: Board, first: i64, fresh: vec[i64], points: i64) -> None:
        for u in range(len(self.urban)):
            hex_ = self.urban[u]
            if fresh[board.word[hex_]] & board.bit[hex_]:
                self.far[first + u] = points

    # ---- what is worth looking at ------------------------------------------------------------------------------------

    def candidates(self, state: State) -> vec[i64]:
        """Prices that change who can answer; track that leads somewhere. Everything else that is legal."""
        s = cast(Position, state)
        if s.board is not self.board:
            self._learn(s.board)
        if s.phase == AUCTION or s.phase == INITIAL_AUCTION:
            return self._prices(s)
        if s.phase == TURN or s.phase == TRACK:
            return self._plans(s)
        return s.legal()

    def _prices(self, s: Position) -> vec[i64]:
        """Pass, the least bid, each price that a rival still in can't or won't beat, and one's own limit."""
        legal = s.legal()
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
        self._look(s)
        paid = self._paid(s, railway, s.sold[railway] + 1, float(s.bag_size) / self.full)
        return paid + float(s.next_value(railway)), self._edge(s)

    def _plans(self, s: Position) -> vec[i64]:
        """All but track that leads nowhere. One such piece stays if there is no better: it lets a turn go by."""
        board = s.board
        codes = vec[i64](capacity=64)
        idle: i64 = NOBODY
        other = False
        for code in s.legal():
            if board.track_code <= code < board.interest_code:
                place = code - board.track_code
                if not self._leads_somewhere(s, place // board.hexes, place % board.hexes):
                    idle = code
                    continue
                other = True
            codes = append(codes, code)
        return append(codes, idle) if idle != NOBODY and not other and s.phase == TURN else codes

    def _leads_somewhere(self, s: Position, railway: i64, hex_: i64) -> bool:
        """Whether the hex is on a shortest way from the railway's track to an urban hex where it does not stand."""
        sites: i64 = len(self.urban)
        first = self._distances(s, railway)
        for u in range(sites):
            points = self.far[first + u]
            if 0 < points < FAR and self.way[hex_ * sites + u] <= points:
                return True
        return False


def holds(codes: vec[i64], code: i64) -> bool:
    for one in codes:
        if one == code:
            return True
    return False


def mixed(slot: i64, bits: i64) -> i64:
    """A slot that depends on every bit; the product stays within 62 bits."""
    folded = (bits ^ bits >> 30) & 0x3FFFFFFF
    return ((folded + slot * 40503) & 0x3FFFFFFF) * 1640531527 >> 30 & (SLOTS - 1)


def only(cubes: i64, size: i64) -> float:
    """The chance that a draw of three, or of all, comes from these cubes alone."""
    chance: float = 1.0
    drawn: i64 = CUBES_DRAWN if size > CUBES_DRAWN else size
    for k in range(drawn):
        if cubes <= k:
            return 0.0
        chance *= float(cubes - k) / float(size - k)
    return chance


def ways(board: Board) -> vec[i64]:
    """The build points into each hex and on to each urban hex, on an empty map; FAR where it is farther."""
    sites = board.urban_hexes
    cost = [2 if board.difficult[board.word[h]] & board.bit[h] else 1 for h in range(len(board.grid))]
    points = [int(FAR)] * (len(cost) * len(sites))
    for u, site in enumerate(sites):
        points[site * len(sites) + u] = cost[site]
        line = [site]
        for here in line:
            for there in board.grid.neighbours[here]:
                on = cost[there] + points[here * len(sites) + u]
                if on < points[there * len(sites) + u]:
                    points[there * len(sites) + u] = on
                    line.append(there)
    return vec[i64]([i64(n) for n in points])
