"""What the seat to act may do in Narrow Gauge, each choice with what it costs and brings.

What a choice does is told by the rules, on a copy.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from roundhouse.engine.bits import BIT
from roundhouse.games.drawn import Choice
from roundhouse.games.kit.choices import Preview, moves
from roundhouse.games.kit.messages import message
from roundhouse.games.kit.telling import Told
from roundhouse.games.livery import INK
from roundhouse.games.markup import NOTHING, Markup, tag
from roundhouse.games.narrow_gauge import facts
from roundhouse.games.narrow_gauge.board import Board
from roundhouse.games.narrow_gauge.facts_rounds import ContractDeclined, ContractTaken, KeptOpened, KeptSealed
from roundhouse.games.narrow_gauge.map import sheet
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from roundhouse.games.narrow_gauge.things import dollars, goods, state, things
from roundhouse.games.narrow_gauge.turns import dark_next
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, joined, place, text, words

RULES: Mapping[str, str] = {
    "bid": "NG-BID-2", "contract": "NG-BID-4", "no-contract": "NG-BID-5", "keep": "NG-ORD-2", "take": "NG-SHR-1",
    "play": "NG-CARD-1", "no-card": "NG-TURN-3", "flip": "NG-CON-1", "end": "NG-TURN-4", "discard": "NG-HAND-1",
    "draw": "NG-HAND-1",
}


def choices(sight: Sight[NarrowGaugeState]) -> list[Choice]:
    """Plays first, card by card, those that bring the most money first."""
    steps = [Option(sight.state, code) for code in moves(sight)]
    steps.sort(key=lambda step: (not step.card, step.card, -step.gain, step.code))
    return [step.offered() for step in steps]


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
    costs = words("You pay {bid}, won or lost, and keep {left}.", bid=dollars(amount_bid),
                  left=dollars(int(s.cash[s.to_act]) - amount_bid))
    buys = words("It is enough for {enough}." if enough else "It is too little for any of the contracts.",
                 enough=joined(enough, last=" or "))
    return joined([costs, buys], " ")


class Option(Preview[NarrowGaugeState]):
    """One thing that may be done, and what it would do."""

    def __init__(self, s: NarrowGaugeState, code: int) -> None:
        super().__init__(s, code)
        self.board: Board = s.board
        played = self.find(facts.CardPlayed)
        self.card = played.card if played else ""
        self.gain = sum(sum_ for fact in self.told for seat, sum_ in fact.money if seat == self.me)

    def says(self, fact: Told, whole: str) -> Words:
        """A message, with its placeholders filled in from a fact."""
        return message(fact, whole, things(self.board))

    def offered(self) -> Choice:
        """The choice, with its effect and its preview."""
        done = self.chosen()
        choice = self.choice(self._effects(done), things(self.board), self._preview(done))
        moved = self.find(facts.DieMoved)
        if isinstance(done, facts.ContractFlipped) and moved:
            label = words("{label} for {goods}", label=choice.label, goods=goods(moved.commodity))
            return replace(choice, label=label, spots=moved.spots)
        if isinstance(done, KeptOpened):    # what the other has kept is known only when it is done
            return replace(choice, spots=())
        return choice

    def _effects(self, done: Told) -> list[Words]:
        """What it costs and brings, a clause for each effect."""
        match done:
            case facts.CardPlayed():
                return [self._cost(self.find(facts.PenaltiesPaid)), *self._reached(), *self._dice(), *self._tires()]
            case facts.CertificateTaken():
                return self._certificate(done)
            case facts.ContractFlipped():
                return self._dice() or [self._text(done.contract)]
            case facts.CardDiscarded():
                return self._discard(done)
            case facts.RefillBegan():
                draws = words("you draw {cards|# card|# cards}", cards=done.missing)
                return [draws, words("your turn ends")]
            case facts.NoCardPlayed():
                return [words("none of your cards can be played"), *self._token()]
            case facts.BuildingEnded():
                return [words("you play no more cards"), *self._token()]
            case ContractDeclined():
                return [words("you play this round without one")]
            case ContractTaken():
                return [self._text(done.contract)]
            case KeptSealed() if done.contract is not None:
                return [self._text(done.contract)]
            case KeptOpened():
                return [self._text(done.last)]
        raise ValueError(f"nothing is known of '{self.before.game.text(self.code)}'")

    def _text(self, contract: str) -> Words:
        """A contract's own, as its edition has it."""
        return (text(self.before.game.edition.data["contracts"][self.board.contract_ids.index(contract)]["text"]),)

    # ---- a turn ------------------------------------------------------------------------------------------------------

    def _certificate(self, done: facts.CertificateTaken) -> list[Words]:
        """Where the company stands, what its next connection pays, and whether there is a card for it."""
        c, me = self.board.company_ids.index(done.company), self.me
        bonus, before = int(self.after.majority(me, c)), int(self.before.majority(me, c))
        mine, theirs = done.votes[me], done.votes[1 - me]
        lead = "ahead" if mine > theirs else "tied" if mine == theirs else "behind"
        if bonus and not before:
            lead = "majority"
        counted = ", counted" if done.votes != done.held else ""
        ways = sum(code >= self.board.play_code for code in self.after.legal())
        return [
            words(STANDING[lead + counted], held=done.held[me], other=done.held[1 - me], mine=mine, theirs=theirs,
                  bonus=dollars(bonus, signed=True)),
            words("a connection pays you {pays}", pays=dollars(done.pays)),
            words("{ways|# way|# ways} to lay your cards" if ways else "none of your cards fits", ways=ways),
        ]

    def _cost(self, bill: facts.PenaltiesPaid | None) -> Words:
        if bill is None:
            return words("free")
        return self.says(bill, "costs {total}: {items}" if bill.total else "free: {items}")

    def _reached(self) -> list[Words]:
        """What new cities pay."""
        made = self.each(facts.Connected)
        if not made:
            return []
        cities = joined([place(one.city, one.city) for one in made], last=" and ")
        pays = dollars(sum(one.total for one in made), signed=True)
        down = sum(one.face_down for one in made)
        turned = [words("{down|its tile is|their tiles are} turned up then", down=down)] if down else []
        return [words("reaches {cities}: {pays}", cities=cities, pays=pays), *turned]

    def _dice(self) -> list[Words]:
        found: list[Words] = []
        for one in self.each(facts.DieMoved):
            if one.spots:
                found.append(self.says(one, "die of {commodity} to {after}"))
                found += [self.says(one, "{grown}")] if one.grown else []
        return found

    def _tires(self) -> list[Words]:
        """NG-TOK-2: difficult ground and a second card take a card from the next turn."""
        if dark_next(self.after):
            already = dark_next(self.before)
            return [] if already else [words("your build token will turn dark: one card next turn")]
        white = not self.before.dark & BIT[self.me]
        if white and self.after.built_difficult and not self.before.built_difficult:
            return [words("difficult ground: if you play a second card, only one card next turn")]
        return []

    def _preview(self, done: Told) -> Markup:
        """The card as it would lie: where it starts, the new locomotives, and what each hex costs."""
        if not isinstance(done, facts.CardPlayed):
            return NOTHING
        bill = self.find(facts.PenaltiesPaid)
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

    def _discard(self, done: facts.CardDiscarded) -> list[Words]:
        """NG-HAND-1: a hand that was larger than it may be drawn up to is not refilled for every discard."""
        shape = self.before.game.edition.data["cards"][self.board.card_ids.index(done.card)]["shape"]
        drawn = DISCARDED[done.left < done.full]
        return [words("{shape}", shape=shape), self.says(done, drawn)]

    def _token(self) -> list[Words]:
        turned = self.find(facts.TokenTurned)
        return [words(TOKEN[turned.form])] if turned else []


STANDING = {
    "ahead": "{held} to {other}, ahead",
    "tied": "{held} to {other}, tied",
    "behind": "{held} to {other}, behind",
    "majority": "{held} to {other}, majority {bonus}",
    "ahead, counted": "{held} to {other}, counted {mine} to {theirs}, ahead",
    "tied, counted": "{held} to {other}, counted {mine} to {theirs}, tied",
    "behind, counted": "{held} to {other}, counted {mine} to {theirs}, behind",
    "majority, counted": "{held} to {other}, counted {mine} to {theirs}, majority {bonus}",
}
DISCARDED = (
    "none is drawn for it, for {left|# card stays|# cards stay} in your hand",
    "another is drawn for it",
)
TOKEN = {
    "stays": "your build token stays dark, for no card was played: one card next turn",
    "dark": "your build token turns dark, for two or more cards and difficult ground: one card next turn",
    "white": "your build token turns white: two cards next turn",
}
