"""What the seat to act may do in Narrow Gauge, each told with what it costs and brings before it is done."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import NOBODY, State
from roundhouse.engine.words import BIT
from roundhouse.games.drawing import Choice
from roundhouse.games.narrow_gauge.board import DOLLAR
from roundhouse.games.narrow_gauge.building import dollars
from roundhouse.games.narrow_gauge.drawing_map import INK, Sheet, sheet
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState

RULES = {
    "bid": "NG-BID-2", "contract": "NG-BID-4", "no-contract": "NG-BID-5", "keep": "NG-ORD-2", "take": "NG-SHR-1",
    "play": "NG-CARD-1", "no-card": "NG-TURN-3", "flip": "NG-CON-1", "end": "NG-TURN-4", "discard": "NG-HAND-1",
    "draw": "NG-HAND-1",
}


def choices(state: State, names: list[str]) -> list[Choice]:
    """Plays first, card by card, those that bring the most money first."""
    s = cast(NarrowGaugeState, state)
    if s.to_act < 0:
        return []
    board, bids = s.board, int(s.game.first_bid)
    codes = [int(code) for code in s.legal() if code < bids]
    played = [code for code in codes if code >= board.play_code]
    others = [_other(s, code) for code in codes if code < board.play_code]
    plays = Plays(s).all(played) if played else []
    return [*plays, *others]


def bid_note(state: State, amount: int, names: list[str]) -> str:
    """NG-BID-3, NG-BID-4: what a bid costs, won or lost, and which contracts it is enough for."""
    s = cast(NarrowGaugeState, state)
    contracts = s.game.edition.data["contracts"]
    offered = [c for c in range(len(contracts)) if s.offer & BIT[c]]
    enough = [contracts[c]["state"] for c in offered if contracts[c]["value"] <= amount]
    left = f"You pay ${amount}, won or lost, and keep ${s.cash[s.to_act] - amount}. " if s.to_act >= 0 else ""
    if not enough:
        return f"{left}It is enough for none of the contracts."
    return f"{left}It is enough for {', '.join(enough)}."


# ---- track cards -----------------------------------------------------------------------------------------------------


class Plays:
    """All ways to lay the cards of a hand now: prices and names are looked up once for all of them."""

    def __init__(self, s: NarrowGaugeState) -> None:
        self.s = s
        self.plan: Sheet = sheet(s.game)
        self.prices = [int(price) for price in s.prices()]
        self.costly = [price >= DOLLAR for price in self.prices]
        self.hexes = int(s.board.hexes)
        self.seat = int(s.turn)

    def all(self, codes: list[int]) -> list[Choice]:
        found = [self.one(code) for code in codes]
        order = {card: n for n, card in enumerate(dict.fromkeys(choice.group for _, choice in found))}
        found.sort(key=lambda pair: (order[pair[1].group], -pair[0], pair[1].code))
        return [choice for _, choice in found]

    def one(self, code: int) -> tuple[int, Choice]:
        """What a play brings in money, and the play."""
        s, board = self.s, self.s.board
        laid, start = divmod(code - int(board.play_code), self.hexes)
        card, turned = divmod(laid, 2)
        face = int(s.face(card, turned, s.mirror))
        first = (face * self.hexes + start) * int(board.longest)
        cells = board.cell[first:first + board.length[face]]
        new = [int(h) for h in cells if self.prices[int(h)]]
        ids = board.grid.ids
        cost = dollars(sum(self.prices[h] for h in new))
        cities = [h for h in new if board.city_of[h] != NOBODY]
        gain, reached = self._reached(code, cities, cost) if cities else (0, "")
        name = board.card_ids[card]
        places = tuple(ids[h] for h in new)
        choice = Choice(
            code=code, line=s.game.text(code), group=f"Play {name}",
            label=f"from {ids[start]}{' turned' if turned else ''} to {', '.join(places)}",
            effect=(f"costs ${cost}" if cost else "free") + reached, spots=(*places, f"card-{name}"),
            preview=self._preview(start, new),
        )
        return gain - cost, choice

    def _reached(self, code: int, cities: list[int], cost: int) -> tuple[int, str]:
        """What the cities of a play pay, and the same in words with what they do to the dice."""
        s, board = self.s, self.s.board
        after = s.copy()
        after.apply(code)
        gain = int(after.cash[self.seat] - s.cash[self.seat]) + cost
        parts = [f"reaches {' and '.join(board.grid.ids[h] for h in cities)}: +${gain}", *dice_moved(s, after)]
        if any(s.tiles[board.city_of[h]] == NOBODY for h in cities):
            parts.append("its tile is turned up then")
        return gain, "".join(f"; {part}" for part in parts)

    def _preview(self, start: int, new: list[int]) -> str:
        """The card as it would lie: where it starts, the new locomotives, and what each hex costs."""
        at, piece = self.plan.at, f'<use href="#ng-new-{self.s.company}"'
        laid = "".join([f"{piece} {at[h]}/>" for h in new])
        costs = "".join([f'<text {at[h]} dy="27">−${dollars(self.prices[h])}</text>' for h in new if self.costly[h]])
        if costs:
            costs = f'<g font-size="15" font-weight="bold" text-anchor="middle" fill="{INK}">{costs}</g>'
        return f'<g class="preview"><use href="#ng-from" {at[start]}/>{laid}{costs}</g>'


def dice_moved(before: NarrowGaugeState, after: NarrowGaugeState) -> list[str]:
    """What a move does to the dice, as seen from the seat whose turn it is."""
    board, side = before.board, 1 if before.turn == 0 else -1
    moved = []
    for c, name in enumerate(board.commodity_ids):
        row = int(after.row[c])
        if row != before.row[c]:
            whose = "your" if row * side > 0 else "the other side's"
            grown = f", now {after.die[c]}" if after.die[c] != before.die[c] else ""
            moved.append(f"{name} die to {whose} ${board.row_value[abs(row)]} row{grown}")
    return moved


# ---- everything else -------------------------------------------------------------------------------------------------


def _other(s: NarrowGaugeState, code: int) -> Choice:
    line = s.game.text(code)
    kind, *words = line.split()
    group, label, effect, spots = _told(s, code, kind, words)
    return Choice(code, line, group, label, effect, spots)


def _told(s: NarrowGaugeState, code: int, kind: str, words: list[str]) -> tuple[str, str, str, tuple[str, ...]]:
    match kind:
        case "take":
            return _take(s, code, words[0])
        case "contract" | "keep":
            data = s.game.edition.data["contracts"][s.board.contract_ids.index(words[0])]
            group = "Take a contract" if kind == "contract" else "Keep a contract"
            return group, f"{data['state']}: {data['name']}", data["text"], (f"contract-{words[0]}",)
        case "no-contract":
            return "Take a contract", "No contract", "you play this round without one", ()
        case "flip":
            return _flip(s, code, words)
        case "discard":
            data = s.game.edition.data["cards"][s.board.card_ids.index(words[0])]
            effect = f"{data['shape']}; another is drawn for it"
            return "Refill your hand", f"Discard {words[0]}", effect, (f"card-{words[0]}",)
        case "draw":
            missing = max(0, int(s.full_hand(s.turn)) - int(s.hand[s.turn]).bit_count())
            return "Refill your hand", "Draw", f"you draw {missing}, and your turn ends", ()
        case "no-card":
            return "Play a card", "No card", "none of your cards can be played" + _token(s, code), ()
    return "Play another card, or end", "End the building", "you play no more cards" + _token(s, code), ()


def _token(s: NarrowGaugeState, code: int) -> str:
    """NG-TOK-2, NG-TOK-3"""
    after = s.copy()
    after.apply(code)
    if after.dark == s.dark:
        return ""
    dark = after.dark & BIT[s.turn]
    return "; your build token turns " + ("dark: one card next turn" if dark else "white: two cards next turn")


def _take(s: NarrowGaugeState, code: int, name: str) -> tuple[str, str, str, tuple[str, ...]]:
    board, c = s.board, s.board.company_ids.index(name)
    after = s.copy()
    after.apply(code)
    mine, theirs = after.votes(s.turn, c), after.votes(1 - s.turn, c)
    before = s.votes(s.turn, c) > s.votes(1 - s.turn, c)
    lead = f"majority +${board.majority_bonus}" if mine > theirs and not before else "ahead" if mine > theirs else (
        "tied" if mine == theirs else "behind")
    pays = board.dividend[s.round * board.companies + c] * min(s.marker[c] + 1, board.connection_max)
    ways = sum(code >= board.play_code for code in after.legal())
    fits = f"{ways} ways to lay your cards" if ways != 1 else "1 way to lay your cards"
    effect = f"{mine} to {theirs}, {lead}; a connection pays ${pays}; {fits if ways else 'none of your cards fits'}"
    return "Take a certificate", f"{name.capitalize()}, {board.company_names[c]}", effect, (f"company-{name}",)


def _flip(s: NarrowGaugeState, code: int, words: list[str]) -> tuple[str, str, str, tuple[str, ...]]:
    data = s.game.edition.data["contracts"][s.board.contract_ids.index(words[0])]
    after = s.copy()
    after.apply(code)
    moved = "; ".join(dice_moved(s, after))
    what = f" for {words[1]}" if len(words) > 1 else ""
    spots = (f"contract-{words[0]}", *(f"market-{word}" for word in words[1:]))
    return "Use a contract", f"Flip {data['state']}{what}", moved or data["text"], spots
