"""What the seat to act may do in Narrow Gauge, each choice with what it costs and brings.

What a choice does is told by the rules, on a copy.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from roundhouse.engine.bits import BIT
from roundhouse.engine.facts import Fact
from roundhouse.games.drawn import Choice
from roundhouse.games.markup import NOTHING, Markup, tag
from roundhouse.games.narrow_gauge import facts
from roundhouse.games.narrow_gauge.board import Board
from roundhouse.games.narrow_gauge.facts_rounds import ContractDeclined, ContractTaken, KeptOpened, KeptSealed
from roundhouse.games.narrow_gauge.glyphs import INK
from roundhouse.games.narrow_gauge.map import sheet
from roundhouse.games.narrow_gauge.names import dollars, goods, hexes, line, row, state
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from roundhouse.games.narrow_gauge.texts import grown, penalty, token_turns
from roundhouse.games.narrow_gauge.turns import dark_next
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, amount, joined, place, text, words

RULES: Mapping[str, str] = {
    "bid": "NG-BID-2", "contract": "NG-BID-4", "no-contract": "NG-BID-5", "keep": "NG-ORD-2", "take": "NG-SHR-1",
    "play": "NG-CARD-1", "no-card": "NG-TURN-3", "flip": "NG-CON-1", "end": "NG-TURN-4", "discard": "NG-HAND-1",
    "draw": "NG-HAND-1",
}
Told = TypeVar("Told", bound=Fact)


def choices(sight: Sight[NarrowGaugeState]) -> list[Choice]:
    """Plays first, card by card, those that bring the most money first."""
    if not sight.acts:
        return []
    s = sight.state
    steps = [Step(s, int(code)) for code in s.legal() if code < s.game.first_bid]
    steps.sort(key=lambda step: (not step.card, step.card, -step.gain, step.code))
    return [step.choice() for step in steps]


def bid_note(sight: Sight[NarrowGaugeState], amount_bid: int) -> Words:
    """NG-BID-3, NG-BID-4: what a bid costs, won or lost, and which contracts it is enough for."""
    s = sight.state
    if not sight.acts:
        return ()
    board = s.board
    enough = [
        state(board, name) for c, name in enumerate(board.contract_ids)
        if s.offer & BIT[c] and board.value[c] <= amount_bid
    ]
    return words(
        "You pay {bid}, won or lost, and keep {left}. It is enough for {enough}.", bid=dollars(amount_bid),
        left=dollars(int(s.cash[s.to_act]) - amount_bid), enough=joined(enough) if enough else "none of the contracts",
    )


class Step:
    """One thing that may be done, and what it would do."""

    def __init__(self, s: NarrowGaugeState, code: int) -> None:
        self.s, self.code = s, code
        self.board: Board = s.board
        self.me = int(s.to_act)
        self.after = s.copy()
        self.told = self.after.tell(code)
        played = self.find(facts.CardPlayed)
        self.card = played.card if played else ""
        self.gain = sum(sum_ for fact in self.told for seat, sum_ in fact.money if seat == self.me)

    def find(self, kind: type[Told]) -> Told | None:
        return next((fact for fact in self.told if isinstance(fact, kind)), None)

    def each(self, kind: type[Told]) -> list[Told]:
        return [fact for fact in self.told if isinstance(fact, kind)]

    def choice(self) -> Choice:
        match self.told[0]:
            case facts.CardPlayed() as done:
                return self._play(done)
            case facts.CertificateTaken() as done:
                label = words("The {line}, {name}", line=line(done.company),
                              name=self.board.company_names[self.board.company_ids.index(done.company)])
                return self._as("Take a certificate", label, self._certificate(done), "trade", by=done.spots)
            case facts.ContractFlipped() as done:
                return self._flip(done)
            case facts.CardDiscarded() as done:
                return self._discard(done)
            case facts.RefillBegan() as done:
                effect = words("you draw {cards}, and your turn ends", cards=amount(done.missing, "cards"))
                return self._as("Refill your hand", words("Draw"), effect, "leave")
            case facts.NoCardPlayed():
                effect = words("none of your cards can be played{token}", token=self._token())
                return self._as("Play a card", words("No card"), effect, "leave")
            case facts.BuildingEnded():
                effect = words("you play no more cards{token}", token=self._token())
                return self._as("Play another card, or end", words("End the building"), effect, "leave")
            case ContractDeclined():
                effect = words("you play this round without one")
                return self._as("Take a contract", words("No contract"), effect, "leave")
            case ContractTaken() as done:
                return self._contract("Take a contract", done.contract)
            case KeptSealed() as done if done.contract is not None:
                return self._contract("Keep a contract", done.contract)
            case KeptOpened() as done:
                return self._contract("Keep a contract", done.contracts[self.me])
        raise ValueError(f"nothing is known of '{self.s.game.text(self.code)}'")

    def _as(
        self, group: str, label: Words, effect: Words, kind: str, spots: tuple[str, ...] = (),
        by: tuple[str, ...] = (), preview: Markup = NOTHING,
    ) -> Choice:
        return Choice(self.code, self.s.game.text(self.code), group, label, effect, spots, preview, by, kind)

    # ---- a turn ------------------------------------------------------------------------------------------------------

    def _certificate(self, done: facts.CertificateTaken) -> Words:
        """Where the company stands, what its next connection pays, and whether there is a card for it."""
        c, me = self.board.company_ids.index(done.company), self.me
        bonus, before = int(self.after.majority(me, c)), int(self.s.majority(me, c))
        mine, theirs = done.votes[me], done.votes[1 - me]
        lead = words("ahead") if bonus else words("tied") if mine == theirs else words("behind")
        if bonus and not before:
            lead = words("majority {bonus}", bonus=dollars(bonus, signed=True))
        proxies = words(", counted {mine} to {theirs}", mine=mine, theirs=theirs) if done.votes != done.held else ()
        ways = sum(code >= self.board.play_code for code in self.after.legal())
        return words(
            "{held} to {other}{proxies}, {lead}; a connection pays you {pays}; {ways}", held=done.held[me],
            other=done.held[1 - me], proxies=proxies, lead=lead, pays=dollars(done.pays),
            ways=words("{ways} to lay your cards", ways=amount(ways, "ways")) if ways else "none of your cards fits",
        )

    def _play(self, done: facts.CardPlayed) -> Choice:
        bill = self.find(facts.PenaltiesPaid)
        label = words("from {start}{turned} to {hexes}", start=place(done.start, done.start), hexes=hexes(done.hexes),
                      turned=" turned" * done.turned)
        parts = [self._cost(bill), *self._reached(), *self._dice(), *self._tires()]
        return self._as(f"Play {done.card}", label, joined(parts, "; "), "lay", done.hexes, (f"card-{done.card}",),
                        self._preview(done, bill))

    def _cost(self, bill: facts.PenaltiesPaid | None) -> Words:
        if bill is None:
            return words("free")
        items = joined([penalty(self.board, item) for item in bill.items])
        return words("costs {total}: {items}" if bill.total else "free: {items}", total=dollars(bill.total),
                     items=items)

    def _reached(self) -> list[Words]:
        """What new cities pay."""
        made = self.each(facts.Connected)
        if not made:
            return []
        cities = joined([place(one.city, one.city) for one in made], last=" and ")
        pays = dollars(sum(one.total for one in made), signed=True)
        parts = [words("reaches {cities}: {pays}", cities=cities, pays=pays)]
        return parts + [words("its tile is turned up then")] * any(one.face_down for one in made)

    def _dice(self) -> list[Words]:
        return [
            words("die of {goods} to {row}{grown}", goods=goods(one.commodity), row=row(self.board, one.after),
                  grown=grown(one))
            for one in self.each(facts.DieMoved) if one.spots
        ]

    def _tires(self) -> list[Words]:
        """NG-TOK-2: difficult ground and a second card take a card from the next turn."""
        if dark_next(self.after):
            already = dark_next(self.s)
            return [] if already else [words("your build token will turn dark: one card next turn")]
        white = not self.s.dark & BIT[self.me]
        if white and self.after.built_difficult and not self.s.built_difficult:
            return [words("difficult ground: if you play a second card, only one card next turn")]
        return []

    def _preview(self, done: facts.CardPlayed, bill: facts.PenaltiesPaid | None) -> Markup:
        """The card as it would lie: where it starts, the new locomotives, and what each hex costs."""
        plan, index = sheet(self.board), self.board.grid.index
        at = {name: {"x": round(x), "y": round(y)} for name in (done.start, *done.hexes)
              for x, y in [plan.centres[index[name]]]}
        company = self.board.company_ids.index(done.company)
        laid = [tag("use", href=f"#ng-new-{company}", **at[name]) for name in done.hexes]
        prices: dict[str, int] = {}
        for item in bill.items if bill else ():
            prices[item.hex] = prices.get(item.hex, 0) + item.amount
        costs = [tag("text", f"−${price}", **at[name], dy=27) for name, price in prices.items() if price]
        return tag(
            "g", tag("use", href="#ng-from", **at[done.start]), laid,
            tag("g", costs, font_size=15, font_weight="bold", text_anchor="middle", fill=INK) if costs else None,
            class_="preview",
        )

    def _flip(self, done: facts.ContractFlipped) -> Choice:
        data = self.s.game.edition.data["contracts"][self.board.contract_ids.index(done.contract)]
        moved = self.find(facts.DieMoved)
        label = words("Flip {state}", state=state(self.board, done.contract))
        if moved is None:
            return self._as("Use a contract", label, (text(data["text"]),), "grow", by=done.spots)
        return self._as(
            "Use a contract", words("{label} for {goods}", label=label, goods=goods(moved.commodity)),
            joined(self._dice(), "; "), "grow", moved.spots, done.spots,
        )

    def _discard(self, done: facts.CardDiscarded) -> Choice:
        """NG-HAND-1: a hand that was larger than it may be drawn up to is not refilled for every discard."""
        shape = self.s.game.edition.data["cards"][self.board.card_ids.index(done.card)]["shape"]
        drawn = "another is drawn for it" if done.left < done.full else words(
            "none is drawn for it, for {left} stay in your hand", left=amount(done.left, "cards"))
        return self._as("Refill your hand", words("Discard {card}", card=done.card),
                        words("{shape}; {drawn}", shape=shape, drawn=drawn), "trade", by=(f"card-{done.card}",))

    def _token(self) -> Words:
        turned = self.find(facts.TokenTurned)
        return words("; your build token {turns}", turns=token_turns(turned)) if turned else ()

    # ---- contracts ---------------------------------------------------------------------------------------------------

    def _contract(self, group: str, name: str) -> Choice:
        data = self.s.game.edition.data["contracts"][self.board.contract_ids.index(name)]
        label = words("{state}: {name}", state=state(self.board, name), name=data["name"])
        return self._as(group, label, (text(data["text"]),), "trade", by=(f"contract-{name}",))
