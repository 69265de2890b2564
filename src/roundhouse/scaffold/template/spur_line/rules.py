"""The rules of Spur Line, in the order of its rulebook."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse import CHANCE, OVER, Dice, Game, IllegalAction, State
from roundhouse.engine.auction import Auction
from roundhouse.engine.contract import NOBODY, Edition
from roundhouse.engine.facts import Fact
from roundhouse.engine.hexes import HexGrid
from spur_line import facts

RULES = {"auction": "SL-AUC-1", "bid": "SL-AUC-2", "pass": "SL-AUC-2", "lay": "SL-BLD-1", "dividends": "SL-TURN-1",
         "order": "SL-SET-2"}
"""The rule behind each kind of line."""
MOST_BID = 99


class SpurLine(Game):
    """The board of an edition, for so many seats. It does not change during a game."""

    name = "spur-line"
    rules_version = 1

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        data: dict[str, Any] = edition.data
        hexes: list[dict[str, Any]] = data["hexes"]
        self.grid = HexGrid([one["id"] for one in hexes], [(one["q"], one["r"]) for one in hexes])
        self.costs = [data["hill_cost"] if "terrain" in one else 1 for one in hexes]
        self.values = {h: int(one["value"]) for h, one in enumerate(hexes) if "value" in one}
        self.companies: list[str] = [one["id"] for one in data["companies"]]
        self.homes = [self.grid.index[one["home"]] for one in data["companies"]]
        self.shares: list[int] = [one["shares"] for one in data["companies"]]
        self.data = data
        # The notation: the line at place n is action code n, and bids come after all lines.
        ids = self.grid.ids
        lines = [f"auction {company}" for company in self.companies]
        lines += [f"lay {company} {id}" for company in self.companies for id in ids]
        lines += ["pass", "dividends", *(f"order {ids[town]}" for town in self.values)]
        self.order_codes = dict(zip(self.values, range(len(lines) - len(self.values), len(lines))))
        super().__init__(edition, seats, options, lines, MOST_BID)

    def start(self) -> SpurLineState:
        return SpurLineState(self)


class SpurLineState(State):
    """One game in progress. It holds no random numbers and no hidden order: a card is drawn when it is drawn."""

    def __init__(self, game: SpurLine) -> None:
        super().__init__(game)
        self.rules = game
        self.track, self.treasury = [[home] for home in game.homes], [0] * len(game.companies)      # SL-SET-1
        self.cash: list[int] = [game.data["cash"]] * game.seats
        self.held = [[0] * len(game.companies) for _ in range(game.seats)]
        self.deck = list(game.values)
        self.orders: list[list[int]] = [[] for _ in range(game.seats)]
        self.auction = Auction(game.seats)
        self.turn, self.calls = -1, 0

    def copy(self) -> SpurLineState:
        other = SpurLineState(self.rules)
        other.to_act, other.turn, other.calls = self.to_act, self.turn, self.calls
        other.treasury, other.cash, other.deck = self.treasury[:], self.cash[:], self.deck[:]
        other.track, other.held = [one[:] for one in self.track], [one[:] for one in self.held]
        other.orders = [one[:] for one in self.orders]
        other.auction = Auction(self.rules.seats, self.auction)
        return other

    def legal(self) -> vec[i64]:
        """Rising codes: outcomes at CHANCE, moves of the seat to act, nothing when it is over."""
        return vec[i64](sorted(self._codes()))

    def _codes(self) -> Iterator[int]:
        rules, me = self.rules, int(self.to_act)
        if me == CHANCE:
            yield from (rules.order_codes[town] for town in self.deck)
        elif self.auction.lot != NOBODY:
            first = int(rules.first_bid)
            yield from range(first + int(self.auction.least()), first + min(self.cash[me], MOST_BID) + 1)
            if self.auction.high != NOBODY:
                yield rules.parse("pass")
        elif me >= 0:
            yield rules.parse("dividends")
            for company, owned in enumerate(self.held[me]):
                if self.sold(company) < rules.shares[company] and self.cash[me] >= rules.data["least_bid"]:
                    yield company
                yield from self._lays(company) if owned else ()

    def _lays(self, company: int) -> Iterator[int]:
        """SL-BLD-1, SL-BLD-2, SL-BLD-3: where a railway can lay a cube."""
        rules = self.rules
        taken = {h for track in self.track for h in track if h not in rules.values}
        beside = {near for h in self.track[company] for near in rules.grid.neighbours[h]}
        for h in beside - taken - set(self.track[company]):
            if rules.costs[h] <= self.treasury[company]:
                yield len(rules.companies) + company * len(rules.grid) + h

    def weight(self, code: i64) -> i64:
        return 1 if self.to_act == CHANCE and code in list(self.legal()) else 0      # all cards are alike

    def apply(self, code: i64) -> None:
        kind, *rest = self.rules.text(int(code)).split(" ")
        if code not in list(self.legal()):
            raise IllegalAction(RULES[kind], f"'{self.rules.text(int(code))}' can't be done now")
        reached = self._reached()
        match kind:
            case "order":
                self._deal(self.rules.grid.index[rest[0]])
            case "auction":
                self._say(facts.AuctionOpened("SL-AUC-1", rest[0], self.turn))
                self.auction.open(int(code), self.rules.data["least_bid"], self.turn)
            case "bid" | "pass":
                self._answer(int(rest[0]) if rest else None)
            case "lay":
                self._lay(self.rules.companies.index(rest[0]), self.rules.grid.index[rest[1]])
            case "dividends":
                self._pay()
        for seat, town in sorted(self._reached() - reached):
            self._say(facts.OrderMet("SL-END-2", seat, self.rules.grid.ids[town], self.worth(town)))

    def _say(self, fact: Fact) -> None:
        if self.witness is not None:
            self.witness.append(fact)

    @property
    def receiver(self) -> int:
        """Who is dealt the next order."""
        return int(sum(map(len, self.orders)) // self.rules.data["orders_each"])

    def _deal(self, town: int) -> None:
        """SL-SET-2."""
        seat = self.receiver
        self.deck.remove(town)
        self.orders[seat] = sorted([*self.orders[seat], town])
        self._say(facts.OrderDealt("SL-SET-2", seat, self.rules.grid.ids[town]))
        if self.receiver == self.rules.seats:
            self._next()

    def _next(self) -> None:
        """SL-TURN-1: the next seat's turn."""
        self.to_act = self.turn = (self.turn + 1) % self.rules.seats
        self._say(facts.TurnBegan("SL-TURN-1", self.turn))

    def sold(self, company: int) -> int:
        """How many shares of a railway are sold."""
        return sum(held[company] for held in self.held)

    def _answer(self, bid: int | None) -> None:
        """SL-AUC-2, SL-AUC-3: a bid, or None to pass; the last bidder has the share."""
        seat, company, name = int(self.to_act), int(self.auction.lot), self.rules.companies[self.auction.lot]
        self._say(facts.Passed("SL-AUC-2", name, seat) if bid is None else facts.Bid("SL-AUC-2", name, seat, bid))
        settled = self.auction.drop_out() if bid is None else self.auction.bid(bid)
        self.to_act = self.auction.to_act
        if settled:
            buyer, price = int(self.auction.leader), int(self.auction.high)
            self.held[buyer][company] += 1
            self.cash[buyer] -= price
            self.treasury[company] += price
            self.auction.close()
            self._say(facts.ShareSold("SL-AUC-3", name, buyer, price, None, self.treasury[company]))
            self._next()

    def _lay(self, company: int, h: int) -> None:
        """SL-BLD-1, SL-BLD-2."""
        self.track[company].append(h)
        self.treasury[company] -= self.rules.costs[h]
        name, id = self.rules.companies[company], self.rules.grid.ids[h]
        self._say(facts.TrackLaid("SL-BLD-1", self.turn, name, id, self.rules.costs[h], self.treasury[company]))
        self._next()

    def income(self, company: int) -> int:
        """The values of the towns that a railway has reached."""
        return sum(self.rules.values.get(h, 0) for h in self.track[company])

    def each(self, company: int, sold: int) -> int:
        """What a call pays for each of so many shares of a railway."""
        return -(-self.income(company) // sold) if sold else 0

    def _pay(self) -> None:
        """SL-DIV-1, SL-END-1."""
        self.calls += 1
        self._say(facts.DividendsCalled("SL-DIV-1", self.turn, self.calls, self.rules.data["calls"]))
        for company, name in enumerate(self.rules.companies):
            holders = tuple((seat, held[company]) for seat, held in enumerate(self.held) if held[company])
            each = self.each(company, self.sold(company))
            for seat, count in holders:
                self.cash[seat] += each * count
            if each:
                self._say(facts.Paid("SL-DIV-1", name, each, self.income(company), holders))
        if self.calls < self.rules.data["calls"]:
            return self._next()
        self.to_act = OVER
        self._say(facts.Ended("SL-END-1", "", tuple(self.scores()), tuple(self.winners()), tuple(self.cash)))
        return None

    def worth(self, town: int) -> int:
        """SL-END-2: what an order pays if it is met."""
        return int(self.rules.values[town] * self.rules.data["order_pays"])

    def _reached(self) -> set[tuple[int, int]]:
        """The orders that are met: whose, and for which town."""
        return {(seat, town) for seat, held in enumerate(self.orders) for town in held
                if any(self.held[seat][company] and town in track for company, track in enumerate(self.track))}

    def scores(self) -> list[int]:
        """SL-END-2."""
        met = self._reached()
        return [cash + sum(self.worth(town) for who, town in met if who == seat) for seat, cash in enumerate(self.cash)]

    def sees(self, seat: i64, code: i64) -> bool:
        """SL-HID-1: who is dealt an order sees which it is."""
        return bool(self.to_act != CHANCE or seat == self.receiver)

    def opens(self, code: i64) -> list[tuple[int, str]]:
        """SL-HID-1: at the end all orders are shown."""
        last = self.calls + 1 == self.rules.data["calls"] and self.rules.text(int(code)) == "dividends"
        return [(CHANCE, "order")] if last else []

    def secrets(self, seat: int) -> list[int]:
        return [self.rules.order_codes[town] for town in self.orders[seat]]

    def imagine(self, seat: int, dice: Dice) -> SpurLineState:
        """The orders of the others and the deck, dealt anew from all cards that the seat has not seen."""
        other = self.copy()
        if self.to_act == OVER:
            return other
        hidden = [who for who in range(self.rules.seats) if who != seat]
        unseen = sorted([*self.deck, *(town for who in hidden for town in self.orders[who])])
        for who in hidden:
            other.orders[who] = sorted(unseen.pop(int(dice.below(len(unseen)))) for _ in self.orders[who])
        other.deck = unseen
        return other

    @property
    def phase(self) -> str:
        """What is done now."""
        if self.auction.lot != NOBODY:
            return "opening" if self.auction.high == NOBODY else "auction"
        return {CHANCE: "orders", OVER: "over"}.get(int(self.to_act), "turn")

    def view(self, seat: int | None = None) -> dict[str, object]:
        """The state as that seat may see it; None sees everything."""
        rules, ids, lot = self.rules, self.rules.grid.ids, self.auction.lot
        shown = [self.to_act == OVER or seat in (None, who) for who in range(rules.seats)]
        return {
            "phase": self.phase, "to_act": int(self.to_act) if self.to_act >= 0 else None, "deck": len(self.deck),
            "track": {name: [ids[h] for h in self.track[n]] for n, name in enumerate(rules.companies)},
            "treasury": dict(zip(rules.companies, self.treasury)), "cash": self.cash[:], "calls": self.calls,
            "shares": [dict(zip(rules.companies, held)) for held in self.held],
            "auction": None if lot == NOBODY else {"company": rules.companies[lot], **self.auction.standing()},
            "orders": [[ids[h] for h in held] if shown[who] else len(held) for who, held in enumerate(self.orders)],
            "scores": [score if shown[who] else None for who, score in enumerate(self.scores())],
        }
