"""What lies on the table in a game of Narrow Gauge: the pieces, a copy of them, and the same as JSON for each seat."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from roundhouse.engine.bits import BIT, filled, members, zeros
from roundhouse.engine.contract import CHANCE, NOBODY, OVER, Game, State
from roundhouse.engine.fields import Fields
from roundhouse.games.narrow_gauge.board import SEATS, Board
from roundhouse.games.sets import HexSet

SETUP: Final[i64] = 0
DEAL: Final[i64] = 1
BID: Final[i64] = 2
FIRST: Final[i64] = 3
CONTRACT: Final[i64] = 4
KEEP: Final[i64] = 5
TAKE: Final[i64] = 6
BUILD: Final[i64] = 7
MORE: Final[i64] = 8
REVEAL: Final[i64] = 9
REFILL: Final[i64] = 10
DRAW: Final[i64] = 11
FINISHED: Final[i64] = 12
PHASES: Final = [
    "setup", "deal", "bid", "first", "contract", "keep", "take", "build", "more", "reveal", "refill", "draw", "over",
]

IN_PLACE: Final = (
    "cash", "penalties", "certificates", "available", "track", "supply", "marker", "row", "hand", "fresh",
)
"""The vectors that are written in place; of these each copy has its own."""

SECRET: Final = "?"     # in the JSON for a seat: what it may not see


class Position(State):
    """Cards and contracts are sets in one word, bit n for number n; hexes are sets of `board.words` words.

    A vector that is written seldom is replaced rather than changed, so that copies share it: all but IN_PLACE.
    """

    def __init__(self, game: Game, board: Board, source: Position | None = None) -> None:
        """The table before anything is placed or dealt, or a copy of `source`."""
        super().__init__(game)
        self.board: Board = board
        if source is not None:
            self._copy(source)
            return
        options = game.options
        self.random_order: bool = options["order"] == "random-order"
        self.more_power: bool = options["more-power"] == "on"
        self.hidden_cities: bool = options["hidden-cities"] == "on"
        self.hidden_money: bool = options["hidden-money"] == "on"
        self.rivals_by_hex: bool = options["rivals"] == "hex"
        self.token_stays: bool = options["idle-token"] == "stays"
        self.phase: i64 = SETUP
        self.round: i64 = 0                                 # counted from 0
        self.first: i64 = NOBODY                            # the round's first player
        self.placed: i64 = 0                                # lines of set-up so far

        self.cash: vec[i64] = filled(SEATS, board.starting_cash)        # NG-SET-9
        self.penalties: vec[i64] = zeros(SEATS)             # paid so far
        self.bids_paid: vec[i64] = zeros(SEATS)
        self.certificates: vec[i64] = zeros(SEATS * board.companies)    # seat * companies + company
        self.available: vec[i64] = board.certificates[:board.companies]     # NG-SET-2
        self.homes: vec[i64] = filled(board.companies, NOBODY)          # by company: which of the starts
        self.track: vec[i64] = zeros(board.companies * board.words)     # a set by company: where it stands
        self.supply: vec[i64] = board.supply[:]
        self.marker: vec[i64] = zeros(board.companies)      # on the connection track
        self.tiles: vec[i64] = filled(len(board.cities), NOBODY)        # by city: its commodity, if seen
        self.tiles_left: vec[i64] = board.tiles[:]          # by commodity: neither placed nor revealed
        self.die: vec[i64] = filled(board.commodities, board.die_start)
        # 0 is X, seat 0's rows above, seat 1's below (NG-SET-6)
        self.row: vec[i64] = zeros(board.commodities)

        self.hand: vec[i64] = zeros(SEATS)                  # a set of cards by seat
        self.pile: i64 = board.all_cards
        self.discard: i64 = 0
        self.dark: i64 = 0                                  # a bit by seat: the build token is not white (NG-SET-7)

        self.held: vec[i64] = filled(SEATS * board.rounds, NOBODY)      # seat * rounds + n, as taken
        self.flipped: i64 = 0
        self.contract_deck: i64 = BIT[board.contracts] - 1
        self.offer: i64 = 0
        self.dealt: vec[i64] = zeros(SEATS)                 # a set of contracts by seat
        self.kept: vec[i64] = filled(SEATS, NOBODY)
        self.bids: vec[i64] = filled(SEATS, NOBODY)
        self.tied: bool = False

        self.turn: i64 = NOBODY                             # whose turn it is, in Steps 1 to 4
        self.company: i64 = NOBODY                          # of Step 1
        self.cards: i64 = 0                                 # played this turn
        self.allowed: i64 = 0
        self.extra: bool = False                            # a card granted by a flip is still to be played
        self.mirror: bool = False                           # the next play is mirrored
        self.built_difficult: bool = False
        self.connected: i64 = 0                             # a bit by commodity
        self.reveal: vec[i64] = vec[i64]()                  # cities to be revealed, in the card's order
        self.dividends: vec[i64] = vec[i64]()               # a round: majority, then commodities

        # The item on a bill for a new locomotive: by seat and hex, and in a turn by hex; see `building`.
        self.tolls: vec[i16] = vec[i16]()                   # seat * hexes + hex
        self.rival_tolls: vec[i16] = vec[i16]()             # by seat: what one locomotive more adds
        self.prices: vec[i16] = vec[i16]()

        # What the other player has learned of a seat's hand, for `imagine`.
        self.known: vec[i64] = zeros(SEATS)                 # certain to be in it, unless seen to leave it
        self.idle: vec[i64] = filled(SEATS, board.all_cards)    # at the last `no-card` it held only these
        self.fresh: vec[i64] = zeros(SEATS)                 # at most so many others have come into it since

    # ---- made by scripts/positions.py of what __init__ declares ------------------------------------------------------

    __slots__ = (
        "board", "random_order", "more_power", "hidden_cities", "hidden_money", "rivals_by_hex", "token_stays",
        "phase", "round", "first", "placed", "cash", "penalties", "bids_paid", "certificates", "available", "homes",
        "track", "supply", "marker", "tiles", "tiles_left", "die", "row", "hand", "pile", "discard", "dark", "held",
        "flipped", "contract_deck", "offer", "dealt", "kept", "bids", "tied", "turn", "company", "cards", "allowed",
        "extra", "mirror", "built_difficult", "connected", "reveal", "dividends", "tolls", "rival_tolls", "prices",
        "known", "idle", "fresh",
    )

    def become(self, source: Position) -> None:
        """Be as another position of the same game is, in the place that is there."""
        self._share(source)
        overwrite(self.cash, source.cash)
        overwrite(self.penalties, source.penalties)
        overwrite(self.certificates, source.certificates)
        overwrite(self.available, source.available)
        overwrite(self.track, source.track)
        overwrite(self.supply, source.supply)
        overwrite(self.marker, source.marker)
        overwrite(self.row, source.row)
        overwrite(self.hand, source.hand)
        overwrite(self.fresh, source.fresh)

    def _copy(self, source: Position) -> None:
        self._share(source)
        self.cash = source.cash[:]
        self.penalties = source.penalties[:]
        self.certificates = source.certificates[:]
        self.available = source.available[:]
        self.track = source.track[:]
        self.supply = source.supply[:]
        self.marker = source.marker[:]
        self.row = source.row[:]
        self.hand = source.hand[:]
        self.fresh = source.fresh[:]

    def _share(self, source: Position) -> None:
        """All but the vectors that are written in place."""
        self.to_act = source.to_act
        self.random_order = source.random_order
        self.more_power = source.more_power
        self.hidden_cities = source.hidden_cities
        self.hidden_money = source.hidden_money
        self.rivals_by_hex = source.rivals_by_hex
        self.token_stays = source.token_stays
        self.phase = source.phase
        self.round = source.round
        self.first = source.first
        self.placed = source.placed
        self.bids_paid = source.bids_paid
        self.homes = source.homes
        self.tiles = source.tiles
        self.tiles_left = source.tiles_left
        self.die = source.die
        self.pile = source.pile
        self.discard = source.discard
        self.dark = source.dark
        self.held = source.held
        self.flipped = source.flipped
        self.contract_deck = source.contract_deck
        self.offer = source.offer
        self.dealt = source.dealt
        self.kept = source.kept
        self.bids = source.bids
        self.tied = source.tied
        self.turn = source.turn
        self.company = source.company
        self.cards = source.cards
        self.allowed = source.allowed
        self.extra = source.extra
        self.mirror = source.mirror
        self.built_difficult = source.built_difficult
        self.connected = source.connected
        self.reveal = source.reveal
        self.dividends = source.dividends
        self.tolls = source.tolls
        self.rival_tolls = source.rival_tolls
        self.prices = source.prices
        self.known = source.known
        self.idle = source.idle

    def exchange(self, fields: Fields) -> None:
        """All that lies on the table, for a pickle."""
        self.to_act = fields.number(self.to_act)
        self.phase = fields.number(self.phase)
        self.round = fields.number(self.round)
        self.first = fields.number(self.first)
        self.placed = fields.number(self.placed)
        self.cash = fields.numbers(self.cash)
        self.penalties = fields.numbers(self.penalties)
        self.bids_paid = fields.numbers(self.bids_paid)
        self.certificates = fields.numbers(self.certificates)
        self.available = fields.numbers(self.available)
        self.homes = fields.numbers(self.homes)
        self.track = fields.numbers(self.track)
        self.supply = fields.numbers(self.supply)
        self.marker = fields.numbers(self.marker)
        self.tiles = fields.numbers(self.tiles)
        self.tiles_left = fields.numbers(self.tiles_left)
        self.die = fields.numbers(self.die)
        self.row = fields.numbers(self.row)
        self.hand = fields.numbers(self.hand)
        self.pile = fields.number(self.pile)
        self.discard = fields.number(self.discard)
        self.dark = fields.number(self.dark)
        self.held = fields.numbers(self.held)
        self.flipped = fields.number(self.flipped)
        self.contract_deck = fields.number(self.contract_deck)
        self.offer = fields.number(self.offer)
        self.dealt = fields.numbers(self.dealt)
        self.kept = fields.numbers(self.kept)
        self.bids = fields.numbers(self.bids)
        self.tied = fields.flag(self.tied)
        self.turn = fields.number(self.turn)
        self.company = fields.number(self.company)
        self.cards = fields.number(self.cards)
        self.allowed = fields.number(self.allowed)
        self.extra = fields.flag(self.extra)
        self.mirror = fields.flag(self.mirror)
        self.built_difficult = fields.flag(self.built_difficult)
        self.connected = fields.number(self.connected)
        self.reveal = fields.numbers(self.reveal)
        self.dividends = fields.numbers(self.dividends)
        self.tolls = fields.shorts(self.tolls)
        self.rival_tolls = fields.shorts(self.rival_tolls)
        self.prices = fields.shorts(self.prices)
        self.known = fields.numbers(self.known)
        self.idle = fields.numbers(self.idle)
        self.fresh = fields.numbers(self.fresh)

    # ---- end of what is made -----------------------------------------------------------------------------------------

    def place_locomotive(self, company: i64, hex_: i64) -> None:
        """Mark a hex as part of the company's track; its supply is left as it is."""
        self.track[company * self.board.words + self.board.word[hex_]] |= self.board.bit[hex_]

    def stands(self, company: i64, hex_: i64) -> bool:
        """Whether a company has a locomotive on a hex."""
        return self.track[company * self.board.words + self.board.word[hex_]] & self.board.bit[hex_] != 0

    def stood_on(self, hex_: i64) -> bool:
        """Whether any company has."""
        for company in range(self.board.companies):
            if self.stands(company, hex_):
                return True
        return False

    # ---- what can be read off it -------------------------------------------------------------------------------------

    def usable(self, seat: i64) -> i64:
        """The seat's contracts that are not flipped, as a set."""
        rounds = self.board.rounds
        found: i64 = 0
        for slot in range(seat * rounds, seat * rounds + rounds):
            if self.held[slot] != NOBODY:
                found |= BIT[self.held[slot]]
        return found & ~self.flipped

    def holder(self, contract: i64) -> i64:
        """Who holds a contract, or NOBODY."""
        rounds = self.board.rounds
        for slot in range(SEATS * rounds):
            if self.held[slot] == contract:
                return slot // rounds
        return NOBODY

    def price(self, seat: i64, setting: vec[i64], without: i64) -> i64:
        """A penalty of the seat's: the lowest that its contracts set."""
        rounds = self.board.rounds
        for slot in range(seat * rounds, seat * rounds + rounds):
            contract = self.held[slot]
            if contract != NOBODY and setting[contract] < without:
                without = setting[contract]
        return without

    def added(self, seat: i64, adding: vec[i64]) -> i64:
        """The sum of what the seat's contracts add."""
        rounds = self.board.rounds
        total: i64 = 0
        for slot in range(seat * rounds, seat * rounds + rounds):
            contract = self.held[slot]
            if contract != NOBODY:
                total += adding[contract]
        return total

    def full_hand(self, seat: i64) -> i64:
        """NG-HAND-1, NG-CON-GA: how many cards the seat draws up to."""
        size = self.board.hand_size
        rounds = self.board.rounds
        for slot in range(seat * rounds, seat * rounds + rounds):
            contract = self.held[slot]
            if contract != NOBODY and self.board.draws_to[contract] > size:
                size = self.board.draws_to[contract]
        return size

    def adders(self, seat: int, adding: vec[i64]) -> tuple[str, ...]:
        """The seat's contracts that add something, by name."""
        return tuple([self.board.contract_ids[c] for c in self.contracts_of(seat) if adding[c]])

    def setter(self, seat: int, setting: vec[i64], without: i64) -> str:
        """The seat's contract that sets a penalty, by name; empty if none does."""
        price = self.price(seat, setting, without)
        names = [self.board.contract_ids[c] for c in self.contracts_of(seat) if setting[c] == price]
        return names[0] if price != without else ""

    def owned(self, seat: i64, company: i64) -> i64:
        """A seat's certificates of a company."""
        return self.certificates[seat * self.board.companies + company]

    def votes(self, seat: i64, company: i64) -> i64:
        """NG-RND-3, NG-CON-WV: the certificates that count towards a majority."""
        return votes_of(self.owned(seat, company), self.added(seat, self.board.adds_majority))

    def majority(self, seat: i64, company: i64) -> i64:
        """NG-RND-3: what the seat would get now for being ahead in a company."""
        return self.board.majority_bonus if self.votes(seat, company) > self.votes(1 - seat, company) else 0

    def dividend(self, company: i64) -> i64:
        """What a step of the company's marker is worth in this round."""
        return self.board.dividend[self.round * self.board.companies + company]

    def next_marker(self, company: i64) -> i64:
        """NG-CONN-1, NG-CONN-2: where the next connection puts the company's marker."""
        marker = self.marker[company]
        return marker + 1 if marker < self.board.connection_max else marker

    def connection_value(self, company: i64) -> i64:
        """NG-CONN-1: what the company's next connection pays anybody."""
        return self.next_marker(company) * self.dividend(company)

    def connection_pay(self, seat: i64, company: i64) -> i64:
        """NG-CONN-1, NG-CON-PA: what it pays the seat that makes it."""
        return self.connection_value(company) + self.added(seat, self.board.adds_connection)

    def market_value(self, seat: i64, commodity: i64) -> i64:
        """NG-RND-4: what a die would pay the seat now."""
        row = self.row[commodity] if seat == 0 else -self.row[commodity]
        return self.die[commodity] * self.board.row_value[row] if row > 0 else 0

    def scores(self) -> list[int]:
        """NG-END-1: money."""
        return list(self.cash)

    def winners(self) -> list[int]:
        """NG-END-1 to NG-END-3: the most money; then the lower total of the dice on one's own side; then both."""
        if self.to_act != OVER:
            return []
        ranks = [(-self.cash[seat], self.dice_total(seat)) for seat in range(SEATS)]
        return [seat for seat in range(SEATS) if ranks[seat] == min(ranks)]

    def dice_total(self, seat: int) -> int:
        """The sum of the dice on the seat's side, without those on X."""
        side = 1 if seat == 0 else -1
        return sum(die for die, row in zip(self.die, self.row) if row * side > 0)

    # ---- as JSON -----------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, object]:
        """NG-HID-6: as a seat may see it, as a WATCHER may (NG-HID-4), or everything for None."""
        board = self.board
        companies, commodities, cities = board.company_ids, board.commodity_ids, list(board.cities)
        ids = board.grid.ids
        tiles = {ids[h]: commodities[c] for h, c in zip(cities, self.tiles) if c != NOBODY}
        dealing = self.random_order and (self.phase == DEAL or self.phase == KEEP)
        seats = range(SEATS)
        return {
            "options": dict(self.game.options),
            "phase": PHASES[self.phase],
            "to_act": "chance" if self.to_act == CHANCE else None if self.to_act == OVER else int(self.to_act),
            "round": self.round + 1,
            "first": _or_null(self.first),
            "cash": [self.cash[s] if self._sees_cash(seat, s) else SECRET for s in seats],
            "certificates": {c: list(self.certificates[n::len(companies)]) for n, c in enumerate(companies)},
            "available": dict(zip(companies, self.available)),
            "homes": {c: ids[board.starts[home]] for c, home in zip(companies, self.homes) if home != NOBODY},
            "track": {c: sorted(self.track_of(n).ids) for n, c in enumerate(companies)},
            "supply": dict(zip(companies, self.supply)),
            "connections": dict(zip(companies, self.marker)),
            "tiles": tiles,
            "tiles_left": dict(zip(commodities, self.tiles_left)),
            "dice": {c: {"value": self.die[n], "row": self.row[n]} for n, c in enumerate(commodities)},
            "hands": [_set(self.hand[s], board.card_ids, seat is None or seat == s) for s in seats],
            "pile": _set(self.pile, board.card_ids, seat is None),
            "discard": _set(self.discard, board.card_ids),
            "token": ["dark" if self.dark & BIT[s] else "white" for s in seats],
            "contracts": [
                [{"id": board.contract_ids[c], "flipped": bool(self.flipped & BIT[c])} for c in self.contracts_of(s)]
                for s in seats
            ],
            "contract_deck": _set(self.contract_deck, board.contract_ids, seat is None or not dealing),
            "offer": _set(self.offer, board.contract_ids),
            "dealt": [_set(self.dealt[s], board.contract_ids, seat is None or seat == s) for s in seats],
            "kept": [self._sealed(seat, s, self.kept, board.contract_ids) for s in seats],
            "bids": [self._sealed(seat, s, self.bids, None) for s in seats],
            "tied": self.tied,
            "turn": self._turn(),
            "reveal": [ids[cities[c]] for c in self.reveal],
            "dividends": [
                {"majority": list(self.dividends[n:n + 2]), "commodities": list(self.dividends[n + 2:n + 4])}
                for n in range(0, len(self.dividends), 4)
            ],
            "result": self._result(),
        }

    def track_of(self, company: int) -> HexSet:
        """The hexes with the company's locomotives."""
        return HexSet(self.board.grid, members(self.track, company, self.board.grid.words))

    def contracts_of(self, seat: int) -> list[int]:
        """In the order taken."""
        rounds: int = self.board.rounds
        return [c for c in self.held[seat * rounds:(seat + 1) * rounds] if c != NOBODY]

    def contracts_in(self, bits: int) -> tuple[str, ...]:
        """A set of contracts by name."""
        return tuple([name for n, name in enumerate(self.board.contract_ids) if bits >> n & 1])

    def _sees_cash(self, viewer: int | None, seat: int) -> bool:
        """NG-HID-5"""
        return not self.hidden_money or viewer is None or viewer == seat or self.phase == FINISHED

    def _sealed(self, viewer: int | None, seat: int, choices: vec[i64], names: list[str] | None) -> object:
        """NG-HID-2: a bid or a kept contract is shown to the other when both are in."""
        choice = int(choices[seat])
        if choice == NOBODY:
            return None
        if viewer is not None and viewer != seat and choices[1 - seat] == NOBODY:
            return SECRET
        return choice if names is None else names[choice]

    def _turn(self) -> dict[str, object] | None:
        if self.turn == NOBODY:
            return None
        return {
            "seat": int(self.turn),
            "company": None if self.company == NOBODY else self.board.company_ids[self.company],
            "cards": int(self.cards),
            "allowed": int(self.allowed),
            "extra": self.extra,
            "mirror": self.mirror,
            "difficult": self.built_difficult,
            "connected": [name for c, name in enumerate(self.board.commodity_ids) if self.connected & BIT[c]],
        }

    def _result(self) -> object:
        winners = self.winners()
        return None if not winners else winners[0] if len(winners) == 1 else "shared"


def votes_of(owned: i64, added: i64) -> i64:
    """NG-CON-WV: what a contract adds, it adds where certificates are held."""
    return owned + added if owned else owned


def changed(values: vec[i64], at: i64, value: i64) -> vec[i64]:
    """A copy with one value changed, for vectors that copies of a state share."""
    other = values[:]
    other[at] = value
    return other


def overwrite(values: vec[i64], others: vec[i64]) -> None:
    """Make all values those of the others, in place."""
    for n in range(len(others)):
        values[n] = others[n]


def _or_null(value: int) -> int | None:
    return None if value == NOBODY else int(value)


def _set(bits: int, names: list[str], seen: bool = True) -> object:
    """A set of cards or contracts as text, or only its size."""
    found = sorted(name for n, name in enumerate(names) if bits >> n & 1)
    return found if seen else len(found)
