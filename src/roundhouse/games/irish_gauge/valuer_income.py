"""What a railway of Irish Gauge earns at a call for dividends: exactly now, over all draws, and when it has grown."""
from __future__ import annotations

from math import exp

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, filled, zeros
from roundhouse.games.irish_gauge.board import CUBES_DRAWN, Board
from roundhouse.games.irish_gauge.dividends import CITY_INCOME, TOWN_INCOME, income_of, per_share
from roundhouse.games.irish_gauge.position import Position
from roundhouse.games.irish_gauge.valuer_distances import FAR, Distances


class Income:
    """`look` at a position, then `survey` one railway after another, and ask what it earns."""

    def __init__(self, board: Board, reach: float) -> None:
        self.board = board
        self.distances: Distances = Distances(board)
        colours: i64 = len(board.colours)
        cubes = len(board.colours) * board.per_colour
        self.full: float = float(cubes - len(board.cities))     # cubes in the bag when play begins
        self.majors: vec[i64] = vec[i64]()                      # which of the urban hexes are major cities
        for u in range(len(self.distances.urban)):
            hex_ = self.distances.urban[u]
            if board.majors[board.word[hex_]] & board.bit[hex_]:
                self.majors = append(self.majors, u)
        self.pull: vec[float] = pulls(reach, cubes, self.full)  # cubes * (FAR + 1) + build points
        self.city: float = float(CITY_INCOME)
        self.town: float = float(TOWN_INCOME)
        self.width: i64 = len(self.distances.urban) + 1         # counts of Cities or of Towns, 0 among them
        self.number: vec[float] = numbers(self.width)           # Cities * width + Towns: how many Cities
        self.incomes: vec[float] = incomes(self.width)          # the same: what they bring
        self.each: vec[float] = shared(self.width, board)       # the same, from shares * width * width: what one gets
        self.first: i64 = 0                                     # where the distances of the railway surveyed stand
        self.kind: vec[i64] = zeros(len(self.distances.urban))  # by urban hex: its colour; `colours` for a Town
        self.bag: vec[i64] = filled(colours, -1)            # the bag that `chance` is for
        sets: i64 = BIT[colours]
        self.chance: vec[float] = vec[float]([0.0] * sets)  # by set of colours: the chance that a draw shows just these
        self.paying: vec[i64] = zeros(sets)                 # by set of colours: paying Cities * width + Towns
        self.coming: vec[float] = self.chance[:]            # and the Cities that it may get
        self.stands: vec[i64] = zeros(colours + 1)          # by colour, then Towns: where it stands
        self.nears: vec[float] = vec[float]([0.0] * (colours + 1))      # the same for where it may get, by pull

    def look(self, s: Position) -> None:
        """What lies on each urban hex, and what a draw may show."""
        board = s.board
        colours: i64 = len(s.bag)
        words = board.words
        urban = self.distances.urban
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

    def survey(self, s: Position, railway: i64) -> None:
        """Where the railway stands, and where it may get, for each set of colours that a draw may show."""
        colours: i64 = len(s.bag)
        stands = self.stands
        nears = self.nears
        for kind in range(colours + 1):
            stands[kind] = 0
            nears[kind] = 0.0
        first = self.distances.of(s, railway)
        self.first = first
        far = self.distances.far
        kinds = self.kind
        pull = self.pull
        pulls = s.bag_size * (FAR + 1)
        for u in range(len(kinds)):
            points = far[first + u]
            if points == 0:
                stands[kinds[u]] += 1
            elif points < FAR:
                nears[kinds[u]] += pull[pulls + points]
        paying = self.paying
        coming = self.coming
        paying[0] = stands[colours]
        for colour in range(colours):
            bit = BIT[colour]
            more = stands[colour] * self.width
            for rest in range(bit):
                paying[bit + rest] = paying[rest] + more
                coming[bit + rest] = coming[rest] + nears[colour]

    def now(self, owners: i64) -> float:
        """What a share is paid at a call now, rounding and all: the mean over all draws (IG-DIV-3, IG-DIV-4)."""
        chance = self.chance
        paying = self.paying
        each = self.each
        first = owners * self.width * self.width
        mean: float = 0.0
        for shown in range(1, len(chance)):
            mean += chance[shown] * each[first + paying[shown]]
        return mean

    def rise(self) -> float:
        """What the railway's income rises by when it gets where it may get; what is near counts for more."""
        more = self.number[self.stands[len(self.bag)] * self.width] + self.nears[len(self.bag)]
        chance = self.chance
        paying = self.paying
        coming = self.coming
        incomes = self.incomes
        number = self.number
        city = self.city
        town = self.town
        rise: float = 0.0
        for shown in range(1, len(chance)):
            income = incomes[paying[shown]]
            cities = number[paying[shown]] + coming[shown]
            # A railway pays only with a paying City and a second place: what it lacks of these makes all uncertain.
            pays = cities if cities < 1.0 else 1.0
            if cities + more < 2.0:
                pays *= cities + more - 1.0
            grown = pays * (city * cities + town * more)
            if grown > income:
                rise += chance[shown] * (grown - income)
        return rise

    def major_dividend(self, s: Position, railway: i64) -> float:
        """IG-TRK-6: the bonus, as far as the railway is on its way."""
        if s.majors_paid & BIT[railway]:
            return 0.0
        pulls = s.bag_size * (FAR + 1)
        near = float(s.board.major_dividend)
        for u in self.majors:
            near *= self.pull[pulls + self.distances.far[self.first + u]]
        return near


def numbers(width: i64) -> vec[float]:
    """The number of Cities, by Cities * width + Towns: looked up because turning whole numbers into floats is slow."""
    return vec[float]([float(cities) for cities in range(width) for towns in range(width)])


def incomes(width: i64) -> vec[float]:
    """IG-DIV-3, by Cities * width + Towns."""
    return vec[float]([float(income_of(cities, towns)) for cities in range(width) for towns in range(width)])


def shared(width: i64, board: Board) -> vec[float]:
    """IG-DIV-4, by (shares * width + Cities) * width + Towns, for every number of shares that can be sold."""
    most = max(len(board.values_of(railway)) for railway in range(board.railways))
    found = vec[float]([0.0] * (width * width))
    for sold in range(1, most + 1):
        for cities in range(width):
            for towns in range(width):
                found = append(found, float(per_share(income_of(cities, towns), sold)))
    return found


def only(cubes: i64, size: i64) -> float:
    """The chance that a draw of three, or of all, comes from these cubes alone."""
    chance: float = 1.0
    drawn: i64 = CUBES_DRAWN if size > CUBES_DRAWN else size
    for k in range(drawn):
        if cubes <= k:
            return 0.0
        chance *= float(cubes - k) / float(size - k)
    return chance


def pulls(reach: float, cubes: int, full: float) -> vec[float]:
    """How much a place counts that is so many build points away. With few cubes left there is little time to build:
    only what is near still counts."""
    found: list[float] = []
    for left in range(cubes + 1):
        shrunk = reach * (0.25 + 0.75 * float(left) / full)
        found += [exp(-float(points) / shrunk) for points in range(FAR)] + [0.0]
    return vec[float](found)
