"""What lies on the table in a game of Age of Rail: the pieces, a copy of them, and the same as JSON."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from roundhouse.engine.auction import Auction
from roundhouse.engine.bits import BIT, count, filled, members, zeros
from roundhouse.engine.contract import CHANCE, NOBODY, OVER, Game, State
from roundhouse.engine.fields import Fields
from roundhouse.games.age_of_rail.board import BOXES, BUILD_BOX, Board
from roundhouse.games.age_of_rail.facts import IncomeMoved, Part, ValueMoved

SETUP: Final[i64] = 0
OFFERING: Final[i64] = 1
AUCTION: Final[i64] = 2
LATE_AUCTION: Final[i64] = 3
FREE_LINK: Final[i64] = 4
TURN: Final[i64] = 5
DELEGATED: Final[i64] = 6
SECOND_LINK: Final[i64] = 7
SECOND_DEVELOPMENT: Final[i64] = 8
FINISHED: Final[i64] = 9
PHASES: Final = [
    "setup", "offering", "auction", "late-auction", "free-link", "turn", "delegated", "second-link", "develop", "over",
]
STATE_OPTIONS: Final = ["offer_slots_6", "own_shares", "johannesburg_without_track"]


class Position(State):
    """All that lies on the table, with its moves and what can be read off it."""

    __slots__ = (
        "board", "seats", "phase", "turn", "cash", "boxes", "action_track", "dividends_paid", "is_open", "treasury",
        "sold", "shares", "controllers", "links", "network", "reach", "income", "value", "unbuilt", "connected",
        "levels", "growing", "built_by", "building", "builder", "first_link", "junction", "auction", "seller",
    )

    def __init__(self, game: Game, board: Board, source: Position | None = None) -> None:
        """The table before anybody has bid, or a copy of `source`."""
        super().__init__(game)
        self.board: Board = board
        if source is not None:
            self.to_act = source.to_act
            self.seats: i64 = source.seats
            self.phase: i64 = source.phase
            self.turn: i64 = source.turn                        # whose turn it is, or NOBODY
            self.cash: vec[i64] = source.cash[:]                # by seat
            self.boxes: vec[i64] = source.boxes[:]              # by seat: the box where the marker stands
            self.action_track: i64 = source.action_track
            self.dividends_paid: i64 = source.dividends_paid
            self.is_open: i64 = source.is_open                  # a bit by railroad
            self.treasury: vec[i64] = source.treasury[:]        # by railroad
            self.sold: vec[i64] = source.sold[:]                # by railroad: shares held by players
            self.shares: vec[i64] = source.shares[:]            # railroad * seats + seat
            self.controllers: vec[i64] = source.controllers[:]  # by railroad: a bit by seat
            self.links: vec[i64] = source.links[:]              # a set of links by railroad: its own
            self.network: vec[i64] = source.network[:]          # a set of places by railroad
            self.reach: vec[i64] = source.reach[:]              # a set of links by railroad: all that touch its network
            self.income: vec[i64] = source.income[:]            # by railroad
            self.value: vec[i64] = source.value[:]              # by railroad
            self.unbuilt: vec[i64] = source.unbuilt[:]          # a set of links
            self.connected: vec[i64] = source.connected[:]      # a set of places: those on any network
            self.levels: vec[u8] = source.levels[:]             # by place
            self.growing: vec[i64] = source.growing[:]          # a set of places: those not at their last step
            self.built_by: vec[i64] = source.built_by[:]        # by external: a railroad, or NOBODY
            self.building: i64 = source.building                # the railroad whose build goes on, or NOBODY
            self.builder: i64 = source.builder                  # the seat that makes it
            self.first_link: i64 = source.first_link            # the first link of a double, or NOBODY
            self.junction: i64 = source.junction                # the new place that it led to
            self.auction: Auction = Auction(source.seats, source.auction)
            self.seller: i64 = source.seller                    # whose own share is auctioned, or NOBODY
            return
        railroads = board.railroads
        self.seats = game.seats
        self.phase = SETUP
        self.turn = NOBODY
        self.cash = filled(self.seats, board.starting_cash)
        self.boxes = filled(self.seats, BUILD_BOX)
        self.action_track = 0
        self.dividends_paid = 0
        self.is_open = 0
        self.treasury = zeros(railroads)
        self.sold = zeros(railroads)
        self.shares = zeros(railroads * self.seats)
        self.controllers = zeros(railroads)
        self.links = zeros(railroads * board.link_words)
        self.network = zeros(railroads * board.place_words)
        self.reach = zeros(railroads * board.link_words)
        self.income = zeros(railroads)
        self.value = zeros(railroads)
        self.unbuilt = zeros(board.link_words)
        for link in range(board.links):
            self.unbuilt[board.word[link]] |= board.bit[link]
        self.connected = zeros(board.place_words)
        self.levels = vec[u8]([u8(0)] * board.places)
        self.growing = board.can_grow[:]
        self.built_by = filled(board.externals, NOBODY)
        self.building = NOBODY
        self.builder = NOBODY
        self.first_link = NOBODY
        self.junction = NOBODY
        self.auction = Auction(self.seats)
        self.seller = NOBODY

    def exchange(self, fields: Fields) -> None:
        """All that lies on the table, for a pickle."""
        self.to_act = fields.number(self.to_act)
        self.phase = fields.number(self.phase)
        self.turn = fields.number(self.turn)
        self.cash = fields.numbers(self.cash)
        self.boxes = fields.numbers(self.boxes)
        self.action_track = fields.number(self.action_track)
        self.dividends_paid = fields.number(self.dividends_paid)
        self.is_open = fields.number(self.is_open)
        self.treasury = fields.numbers(self.treasury)
        self.sold = fields.numbers(self.sold)
        self.shares = fields.numbers(self.shares)
        self.controllers = fields.numbers(self.controllers)
        self.links = fields.numbers(self.links)
        self.network = fields.numbers(self.network)
        self.reach = fields.numbers(self.reach)
        self.income = fields.numbers(self.income)
        self.value = fields.numbers(self.value)
        self.unbuilt = fields.numbers(self.unbuilt)
        self.connected = fields.numbers(self.connected)
        self.levels = fields.bytes(self.levels)
        self.growing = fields.numbers(self.growing)
        self.built_by = fields.numbers(self.built_by)
        self.building = fields.number(self.building)
        self.builder = fields.number(self.builder)
        self.first_link = fields.number(self.first_link)
        self.junction = fields.number(self.junction)
        self.auction.exchange(fields)
        self.seller = fields.number(self.seller)

    def copy(self) -> Position:
        """Another position like this one; only one that can be played on makes it."""
        raise NotImplementedError

    # ---- moving the pieces -------------------------------------------------------------------------------------------

    def give_share(self, railroad: i64, seat: i64) -> None:
        """An unsold share, or the seller's own, goes to a player. AR-TERM-5: all who hold most control, tied or not."""
        first = railroad * self.seats
        if self.seller == NOBODY:
            self.sold[railroad] += 1
        else:
            self.shares[first + self.seller] -= 1
        self.shares[first + seat] += 1
        most: i64 = 0
        leaders: i64 = 0
        for other in range(self.seats):
            held = self.shares[first + other]
            if held > most:
                most = held
                leaders = 0
            if held == most:
                leaders |= BIT[other]
        self.controllers[railroad] = leaders

    def lay(self, railroad: i64, link: i64) -> None:
        """A link becomes the railroad's for ever, and counts for Income and Value (AR-TERM-3, AR-TERM-4)."""
        board = self.board
        w = board.word[link]
        self.links[railroad * board.link_words + w] |= board.bit[link]
        self.unbuilt[w] &= ~board.bit[link]
        income = self.income[railroad]
        self._arrive(railroad, board.end_a[link])
        self._arrive(railroad, board.end_b[link])
        if self.witness is not None:
            name = board.railroad_ids[railroad]
            both = (board.end_a[link], board.end_b[link])
            ends = tuple([Part(board.place_ids[p], 1, int(self.worth(p))) for p in both])
            self.witness.append(IncomeMoved("AR-TERM-3", name, income, ends, self.income[railroad]))
        self.raise_value(railroad, board.link_value, "AR-TERM-4")

    def _arrive(self, railroad: i64, place: i64) -> None:
        board = self.board
        self.income[railroad] += self.worth(place)
        here = railroad * board.place_words + board.word[place]
        if self.network[here] & board.bit[place]:
            return
        self.network[here] |= board.bit[place]
        self.connected[board.word[place]] |= board.bit[place]
        for w in range(board.link_words):
            self.reach[railroad * board.link_words + w] |= board.touching[place * board.link_words + w]

    def raise_value(self, railroad: i64, added: i64, rule: str) -> None:
        """Add to a railroad's Value; `rule` is the one that the fact of it carries."""
        before = self.value[railroad]
        self.value[railroad] = before + added
        if self.witness is not None and added:
            name = self.board.railroad_ids[railroad]
            self.witness.append(ValueMoved(rule, name, before, added, self.value[railroad]))

    def grow(self, place: i64) -> i64:
        """AR-DEV-1: one level up. By how much its value rises is yet to be added to the Incomes."""
        board = self.board
        rise = self.rise(place)
        self.levels[place] += 1
        if i64(self.levels[place]) == board.last_level[place]:
            self.growing[board.word[place]] &= ~board.bit[place]
        return rise

    def raise_incomes(self, place: i64, rise: i64) -> None:
        """AR-DEV-1: a place that has grown brings all railroads more, for each of their links there."""
        for railroad in range(self.board.railroads):
            ends = self.ends_at(railroad, place)
            if ends == 0:
                continue
            before = self.income[railroad]
            self.income[railroad] = before + rise * ends
            if self.witness is not None:
                part = Part(self.board.place_ids[place], int(ends), int(rise))
                name = self.board.railroad_ids[railroad]
                self.witness.append(IncomeMoved("AR-DEV-1", name, before, (part,), self.income[railroad]))

    def pay(self, railroad: i64, each: i64) -> None:
        """The bank pays every holder for each share."""
        first = railroad * self.seats
        for seat in range(self.seats):
            self.cash[seat] += each * self.shares[first + seat]

    # ---- what can be read off it -------------------------------------------------------------------------------------

    def worth(self, place: i64) -> i64:
        """The current value of a place (AR-TERM-1)."""
        return self.board.steps[self.board.first_step[place] + i64(self.levels[place])]

    def link_income(self, link: i64) -> i64:
        """What a link brings its railroad as Income (AR-TERM-3)."""
        return self.worth(self.board.end_a[link]) + self.worth(self.board.end_b[link])

    def rise(self, place: i64) -> i64:
        """By how much a place that is not full is worth more at its next level."""
        step = self.board.first_step[place] + i64(self.levels[place])
        return self.board.steps[step + 1] - self.board.steps[step]

    def ends_at(self, railroad: i64, place: i64) -> i64:
        """How many of the railroad's links meet at a place."""
        words = self.board.link_words
        ends: i64 = 0
        for w in range(words):
            ends += count(self.links[railroad * words + w] & self.board.touching[place * words + w])
        return ends

    def on_network(self, railroad: i64, place: i64) -> bool:
        """AR-TERM-2"""
        board = self.board
        return self.network[railroad * board.place_words + board.word[place]] & board.bit[place] != 0

    def is_connected(self, place: i64) -> bool:
        """AR-TERM-2: by any railroad."""
        return self.connected[self.board.word[place]] & self.board.bit[place] != 0

    def minimum_bid(self, railroad: i64) -> i64:
        """AR-STK-3: a fifth of the Value, rounded up."""
        return (self.value[railroad] + self.board.shares - 1) // self.board.shares

    def dividend(self, railroad: i64) -> i64:
        """AR-DIV-2: what one share pays, a fifth of the Income, rounded up, however many are sold."""
        return (self.income[railroad] + self.board.shares - 1) // self.board.shares

    def connection_bonus(self, railroad: i64) -> i64:
        """AR-EXT-2: what one share pays, a fifth of the Income, rounded down."""
        return self.income[railroad] // self.board.shares

    def final_payoff(self, railroad: i64) -> i64:
        """AR-END-1: what one share pays, Value and Income divided by the shares sold, rounded up."""
        return self.final_payoff_if(railroad, self.sold[railroad])

    def final_payoff_if(self, railroad: i64, sold: i64) -> i64:
        """The same with so many shares sold."""
        if sold == 0:
            return 0
        return (self.value[railroad] + self.income[railroad] + sold - 1) // sold

    def free_link_rule(self) -> str:
        """The rule of a free link that is laid now: one of the Initial Offering, or in somebody's turn the late one."""
        return "AR-OFF-4" if self.turn == NOBODY else self.board.rule("AR-LATE-3", "AL-LATE-3")

    def scores(self) -> list[int]:
        """AR-END-2: cash; while the game goes on, with a Final Payoff paid now."""
        scores = self.in_shares()
        for seat in range(self.seats):
            scores[seat] += self.cash[seat]
        return scores

    def in_shares(self) -> list[int]:
        """What a Final Payoff would bring each seat now; nothing after it."""
        found: list[int] = [0] * self.seats
        if self.phase != FINISHED:
            for railroad in range(self.board.railroads):
                for seat in range(self.seats):
                    found[seat] += self.final_payoff(railroad) * self.shares[railroad * self.seats + seat]
        return found

    # ---- as JSON -----------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, object]:
        """Everything is open, so every seat sees the same (AR-SET-5)."""
        board = self.board
        return {
            "map": board.map,
            "options": {name: self.game.options[name] for name in STATE_OPTIONS},
            "phase": PHASES[self.phase],
            "to_act": "chance" if self.to_act == CHANCE else None if self.to_act == OVER else int(self.to_act),
            "turn": _or_none(self.turn),
            "cash": list(self.cash),
            "boxes": [BOXES[box] for box in self.boxes],
            "action_track": int(self.action_track),
            "dividends_paid": int(self.dividends_paid),
            "railroads": {name: self._railroad(r) for r, name in enumerate(board.railroad_ids)},
            "development": {board.place_ids[p]: int(level) for p, level in enumerate(self.levels) if level},
            "build": self._build(),
            "auction": self._auction(),
            "scores": self.scores(),
        }

    def _railroad(self, railroad: int) -> dict[str, object]:
        board = self.board
        first = railroad * self.seats
        return {
            "open": self.is_open & BIT[railroad] != 0,
            "treasury": int(self.treasury[railroad]),
            "sold": int(self.sold[railroad]),
            "shares": list(self.shares[first:first + self.seats]),
            "links": sorted(board.link_ids[n] for n in self.links_of(railroad)),
            "connections": sorted(board.external_ids[e] for e, r in enumerate(self.built_by) if r == railroad),
            "income": int(self.income[railroad]),
            "value": int(self.value[railroad]),
        }

    def links_of(self, railroad: int) -> list[int]:
        """The links that a railroad has built."""
        return members(self.links, railroad, self.board.link_words)

    def places_of(self, railroad: int) -> list[int]:
        """The places that a railroad has reached."""
        return members(self.network, railroad, self.board.place_words)

    def links_in_reach(self, railroad: int) -> list[int]:
        """The unbuilt links at the places that it has reached, or at its base before it has opened."""
        board, size, opened = self.board, self.board.link_words, bool(self.is_open & BIT[railroad])
        near = members(self.reach, railroad, size) if opened else members(board.touching, board.base[railroad], size)
        unbuilt = members(self.unbuilt, 0, size)
        return [link for link in near if link in unbuilt]

    def _build(self) -> dict[str, object] | None:
        if self.building == NOBODY:
            return None
        return {
            "railroad": self.board.railroad_ids[self.building],
            "builder": int(self.builder),
            "first": None if self.first_link == NOBODY else self.board.link_ids[self.first_link],
        }

    def _auction(self) -> dict[str, object] | None:
        auction = self.auction
        if auction.lot == NOBODY:
            return None
        return {
            "kind": "initial" if self.phase == OFFERING else "late" if self.phase == LATE_AUCTION else "offer",
            "railroad": self.board.railroad_ids[auction.lot],
            "seller": _or_none(self.seller),
            "minimum": int(auction.minimum),
            **auction.standing(),
        }


def _or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat
