"""What a move of Narrow Gauge did, in sentences with their rules; and how companies and contracts are named in them."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import NOBODY, State
from roundhouse.engine.words import BIT
from roundhouse.games.livery import counted
from roundhouse.games.narrow_gauge.board import DOLLAR, SEATS, TURNED
from roundhouse.games.narrow_gauge.building import dollars
from roundhouse.games.narrow_gauge.position import BID, CONTRACT, DRAW, FINISHED, SETUP, TAKE
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from roundhouse.games.title import Story

# Colours come with a letter, an icon or the name itself; nothing is told by colour alone.
INKS = {
    "black": "#ffffff on #303030", "orange": "#ff9b3d", "red": "#ff8a7a", "yellow": "#ffe14d", "blue": "#8cc4ff",
    "purple": "#d9a0ff", "pink": "#ff9ecb", "green": "#6fdc8c",
}


def tell(before: State, code: int, after: State, names: list[str], seat: int | None = None) -> list[Story]:
    """What a move did, in sentences, each with its rule, as that seat may know it."""
    s, t = cast(NarrowGaugeState, before), cast(NarrowGaugeState, after)
    kind, *words = s.shown(code, seat).split()
    who = names[s.to_act] if s.to_act >= 0 else ""
    match kind:
        case "tile" if s.phase == SETUP:
            return [Story(f"{words[0]} is a {words[1]} city.", "NG-SET-3")]
        case "tile":
            commodity = s.board.commodity_ids.index(words[1])
            return [Story(f"{words[0]} is revealed: a {words[1]} city.", "NG-COM-7"), _die(s.copy(), commodity)]
        case "home":
            company = s.board.company_ids.index(words[0])
            title = f"{company_name(s, company)}, {s.board.company_names[company]},"
            return [Story(f"{title} is at home on {words[1]}.", "NG-SET-4")]
        case "card":
            return _card(s, t, words[0], names)
        case "deal":
            return [_deal(s, words[0], names)]
        case "first":
            return [Story(f"Drawn for the first turn: {names[int(words[0])]}. Nobody gets a contract.", "NG-BID-7")]
        case "bid":
            return _bid(s, t, words[0], names)
        case "contract" | "no-contract":
            what = f"takes {contract_name(s, s.board.contract_ids.index(words[0]))}" if words else "takes no contract"
            left = [Story("The contracts left over go out of the game.", "NG-BID-8")] if t.phase == TAKE else []
            return [Story(f"{who} {what}.", "NG-BID-4" if words else "NG-BID-5"), *left]
        case "keep":
            return _keep(s, t, words[0], names)
        case "take":
            company = s.board.company_ids.index(words[0])
            held = t.certificates[t.turn * t.board.companies + company]
            return [Story(f"{who} takes a certificate of {company_name(s, company)}, the {_nth(held)}.", "NG-SHR-1")]
        case "play":
            return _play(s, words, who)
        case "flip":
            return _flip(s, code, who)
        case "no-card":
            return [Story(f"{who} has no card that can be played.", "NG-TURN-3"), *_token(s, t, who, "NG-TOK-3")]
        case "end":
            return [Story(f"{who} plays no more cards.", "NG-TURN-4"), *_token(s, t, who, "NG-TOK-2")]
        case "discard":
            return [Story(f"{who} discards {words[0]}.", "NG-HAND-1")]
    return [Story(f"{who} refills the hand.", "NG-HAND-1"), *_reshuffle(s, t), *_dividends(s, t, names)]


def _deal(s: NarrowGaugeState, contract: str, names: list[str]) -> Story:
    what = "a contract" if contract == "?" else contract_name(s, s.board.contract_ids.index(contract))
    if s.random_order:
        return Story(f"{names[s.deal_to()]} is dealt {what}.", "NG-ORD-1")
    return Story(f"Turned up: {what}.", "NG-BID-1")


def _card(s: NarrowGaugeState, t: NarrowGaugeState, card: str, names: list[str]) -> list[Story]:
    what = "a card" if card == "?" else card
    if s.phase == SETUP:
        return [Story(f"{names[s.receiver()]} is dealt {what}.", "NG-SET-8")]
    return [Story(f"{names[s.receiver()]} draws {what}.", "NG-HAND-1"), *_reshuffle(s, t), *_dividends(s, t, names)]


def _reshuffle(s: NarrowGaugeState, t: NarrowGaugeState) -> list[Story]:
    made = t.phase == DRAW and s.discard and not t.discard
    return [Story("The discard pile becomes the new draw pile.", "NG-HAND-3")] if made else []


def _bid(s: NarrowGaugeState, t: NarrowGaugeState, bid: str, names: list[str]) -> list[Story]:
    if s.to_act == 0:
        return [Story(f"{names[0]} has made a bid" + ("." if bid == "?" else f" of ${bid}, in secret."), "NG-BID-2")]
    both = [int(s.bids[0]), int(bid)]
    story = [Story(f"The bids: {names[0]} ${both[0]}, {names[1]} ${both[1]}. Both pay.", "NG-BID-3")]
    if t.phase == CONTRACT:
        return [*story, Story(f"{names[t.first]} has the first turn and chooses a contract first.", "NG-BID-4")]
    if t.phase == BID:
        return [*story, Story("A tie: both bid again, once.", "NG-BID-6")]
    return [*story, Story("The first player is drawn, and nobody gets a contract.", "NG-BID-7")]


def _keep(s: NarrowGaugeState, t: NarrowGaugeState, kept: str, names: list[str]) -> list[Story]:
    if s.to_act == 0:
        what = "one of two contracts" if kept == "?" else f"{kept}, in secret"
        return [Story(f"{names[0]} keeps {what}.", "NG-ORD-2")]
    both = [s.board.contract_ids[s.kept[0]], kept]
    return [
        Story(f"{names[0]} has kept {both[0]}, {names[1]} {both[1]}.", "NG-ORD-2"),
        Story(f"{both[t.first]} comes first in the alphabet: {names[t.first]} has the first turn.", "NG-ORD-3"),
    ]


def _play(s: NarrowGaugeState, words: list[str], who: str) -> list[Story]:
    """The card, its penalties item by item, and each connection with its sum and its die."""
    board = s.board
    card, start = board.card_ids.index(words[0]), board.grid.index[words[1]]
    face = s.face(card, TURNED if len(words) > 2 else 0, s.mirror)
    prices = s.prices()
    q, r = board.grid.axial[start]
    hexes = [board.grid.at[q + a, r + b] for a, b in board.faces[face]]
    new = [h for h in hexes if prices[h]]
    how = "".join([", turned" if len(words) > 2 else "", ", mirrored" if s.mirror else ""])
    places = ", ".join(board.grid.ids[h] for h in new)
    what = f"{words[0]} from {words[1]}{how}: {company_name(s, s.company)} on {places}"
    story = [Story(f"{who} plays {what}.", "NG-CARD-8")]
    cost = dollars(sum(prices[h] for h in new))
    items = [f"{board.grid.ids[h]} ${dollars(prices[h])}" for h in new if prices[h] >= DOLLAR]
    if cost:
        story.append(Story(f"{who} pays ${cost} ({' + '.join(items)}).", "NG-PEN-4"))
    scratch = s.copy()
    for h in new:
        if board.city_of[h] != NOBODY:
            story += _connection(scratch, board.grid.ids[h], int(s.tiles[board.city_of[h]]), who)
    return story


def _connection(scratch: NarrowGaugeState, city: str, commodity: int, who: str) -> list[Story]:
    before = int(scratch.cash[scratch.turn])
    scratch.connect()
    marker = scratch.marker[scratch.company]
    dividend = scratch.board.dividend[scratch.round * scratch.board.companies + scratch.company]
    extra = scratch.added(scratch.turn, scratch.board.adds_connection)
    bonus = f" + ${extra} by contract" if extra else ""
    paid = scratch.cash[scratch.turn] - before
    what = f"{who} connects {city}: marker on {marker}, {marker} x ${dividend}{bonus} = ${paid}."
    return [Story(what, "NG-CONN-1"), *([_die(scratch, commodity)] if commodity != NOBODY else [])]


def _die(scratch: NarrowGaugeState, commodity: int) -> Story:
    """Moves the die of a connected city on the scratch copy, and tells it."""
    spaces = scratch.certificates[scratch.turn * scratch.board.companies + scratch.company]
    value, row = int(scratch.die[commodity]), int(scratch.row[commodity])
    scratch.gain_share(commodity)
    return Story(_moved(scratch, commodity, f"{counted(spaces, 'certificate')}", value, row), "NG-COM-1")


def _nth(n: int) -> str:
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n if n < 20 else n % 10, 'th')}"


def _moved(s: NarrowGaugeState, commodity: int, why: str, value: int, row: int) -> str:
    name = s.board.commodity_ids[commodity]
    grown = f" and grows to {s.die[commodity]}" if s.die[commodity] > value else ""
    return f"The {name} die moves by {why}, from {_row(s, row)} to {_row(s, int(s.row[commodity]))}{grown}."


def _row(s: NarrowGaugeState, row: int) -> str:
    return "X" if row == 0 else f"seat {0 if row > 0 else 1}'s ${s.board.row_value[abs(row)]} row"


def _flip(s: NarrowGaugeState, code: int, who: str) -> list[Story]:
    board = s.board
    flip = code - int(board.flip_code)
    name = board.contract_ids[board.flip_contract[flip]]
    rule = ("NG-CON-KY", "NG-CON-TN", "NG-CON-VA")[board.flip_kind[flip]]
    commodity = int(board.flip_commodity[flip])
    if commodity == NOBODY:
        what = ("lays the next card mirrored", "plays one more card")[board.flip_kind[flip]]
        return [Story(f"{who} flips {name} and {what}.", rule)]
    scratch = s.copy()
    value, row = int(s.die[commodity]), int(s.row[commodity])
    scratch.apply(code)
    spaces = counted(int(board.adds_spaces[board.flip_contract[flip]]), "space")
    return [Story(f"{who} flips {name}. {_moved(scratch, commodity, spaces, value, row)}", rule)]


def _token(s: NarrowGaugeState, t: NarrowGaugeState, who: str, rule: str) -> list[Story]:
    me = BIT[s.turn]
    if s.dark & me and not t.dark & me:
        return [Story(f"{who}'s build token turns white: two cards next turn.", rule)]
    if t.dark & me and not s.dark & me:
        return [Story(f"{who}'s build token turns dark after difficult ground: one card next turn.", rule)]
    return []


def _dividends(s: NarrowGaugeState, t: NarrowGaugeState, names: list[str]) -> list[Story]:
    """The end of a round: each majority, each die, and what each player gets."""
    if len(t.dividends) == len(s.dividends):
        return []
    board = s.board
    story = [Story(f"Round {s.round + 1} is over: dividends.", "NG-RND-2")]
    for c in range(board.companies):
        mine, theirs = s.votes(0, c), s.votes(1, c)
        if mine != theirs:
            leader = names[0 if mine > theirs else 1]
            story.append(Story(f"{company_name(s, c)} {mine}:{theirs}, {leader} +${board.majority_bonus}.", "NG-RND-3"))
        elif mine:
            story.append(Story(f"{company_name(s, c)} {mine}:{theirs}, a tie: nobody.", "NG-RND-3"))
    for c, name in enumerate(board.commodity_ids):
        for p in range(SEATS):
            if s.row[c] * (1 if p == 0 else -1) > 0:
                times = f"{s.die[c]} x ${board.row_value[abs(int(s.row[c]))]}"
                story.append(Story(f"{name}: {times}, {names[p]} +${s.market_value(p, c)}.", "NG-RND-4"))
    first = len(s.dividends)
    for p in range(SEATS):
        majority, market = t.dividends[first + p], t.dividends[first + SEATS + p]
        sums = f"${majority} + ${market} = ${majority + market}"
        story.append(Story(f"{names[p]} receives {sums}.", "NG-RND-5"))
    if t.phase == FINISHED:
        rule = "NG-END-1" if t.cash[0] != t.cash[1] else "NG-END-2" if len(t.winners()) == 1 else "NG-END-3"
        story.append(Story(result(t, names), rule))
    return story


# ---- names -----------------------------------------------------------------------------------------------------------


def ink(name: str) -> str:
    return INKS.get(name, "white")


def letters(ids: list[str]) -> list[str]:
    """A letter that tells each company apart: the first of its id that none before it took."""
    taken: list[str] = []
    for name in ids:
        taken.append(next((c for c in name.upper() if c not in taken), "?"))
    return taken


def company_name(s: NarrowGaugeState, company: int) -> str:
    name = s.board.company_ids[company]
    return f"[bold {ink(name)}]{name}[/]"


def contract_name(s: NarrowGaugeState, contract: int) -> str:
    data = s.game.edition.data["contracts"][contract]
    return f"[bold]{data['state']}[/] ${data['value']} {data['name']}"


def result(s: NarrowGaugeState, names: list[str]) -> str:
    money = ", ".join(f"{names[p]} ${s.cash[p]}" for p in sorted(range(SEATS), key=lambda p: -s.cash[p]))
    winners = s.winners()
    if s.cash[0] != s.cash[1]:
        return f"The game is over: {money}. {names[winners[0]]} wins."
    dice = f"dice {s.dice_total(0)} to {s.dice_total(1)}"
    end = f"{names[winners[0]]} wins with the lower total." if len(winners) == 1 else "A shared win: play again!"
    return f"The game is over: {money}, {dice}. {end}"
