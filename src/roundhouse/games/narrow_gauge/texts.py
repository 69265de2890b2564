"""Narrow Gauge in words: what happened in a turn, and what may be done now."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roundhouse.engine.contract import CHANCE, OVER
from roundhouse.engine.facts import Fact
from roundhouse.games.narrow_gauge.board import SEATS, Board
from roundhouse.games.narrow_gauge.facts import (
    BuildingEnded,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CertificateTaken,
    Connected,
    ContractFlipped,
    DieMoved,
    HomePlaced,
    NoCardPlayed,
    PenaltiesPaid,
    Penalty,
    RefillBegan,
    Reshuffled,
    TileTurnedUp,
    TokenTurned,
    TurnBegan,
)
from roundhouse.games.narrow_gauge.names import dollars, goods, hexes, line, nth, row, state
from roundhouse.games.narrow_gauge.position import BID, BUILD, CONTRACT, KEEP, MORE, TAKE, Position
from roundhouse.games.narrow_gauge.round_texts import SENTENCES as ROUNDS
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.narrow_gauge.terminal import board
from roundhouse.games.sight import Sight
from roundhouse.games.title import kinds, one_of
from roundhouse.games.words import Span, Words, amount, joined, place, seat, styled, words


def tell(game: NarrowGauge, fact: Fact) -> Words:
    return SENTENCES[type(fact)](game.board, fact)


# ---- set-up and cards ------------------------------------------------------------------------------------------------


def _tile_turned_up(board: Board, fact: TileTurnedUp) -> Words:
    revealed = fact.rule == "NG-COM-7"
    return words(
        "{city} is turned up: a city of {goods}." if revealed else "{city} is a city of {goods}.",
        city=place(fact.city, fact.city), goods=goods(fact.commodity),
    )


def _home_placed(board: Board, fact: HomePlaced) -> Words:
    name = board.company_names[board.company_ids.index(fact.company)]
    return words("The {line}, {name}, is at home on {hex}.", line=line(fact.company), name=name,
                 hex=place(fact.hex, fact.hex))


def _card_drawn(board: Board, fact: CardDrawn) -> Words:
    dealt = fact.rule == "NG-SET-8"
    return words("{who} is dealt {card}." if dealt else "{who} draws {card}.", who=seat(fact.seat),
                 card=fact.card or "a card")


def _card_discarded(board: Board, fact: CardDiscarded) -> Words:
    return words("{who} discards {card}.", who=seat(fact.seat), card=fact.card)


def _refill_began(board: Board, fact: RefillBegan) -> Words:
    return words("{who} refills the hand: {cards} to draw.", who=seat(fact.seat),
                 cards=amount(fact.missing, "cards") if fact.missing else "nothing")


def _reshuffled(board: Board, fact: Reshuffled) -> Words:
    return words("The discard pile, {cards}, becomes the new draw pile.", cards=amount(fact.cards, "cards"))


# ---- Steps 1 to 3 ----------------------------------------------------------------------------------------------------


def _turn_began(board: Board, fact: TurnBegan) -> Words:
    """Whose turn it is shows on the table; that it is a short one is worth a word."""
    if fact.allowed > 1:
        return ()
    return words("{who} may play one card this turn, for the build token is dark.", who=seat(fact.seat))


def _certificate_taken(board: Board, fact: CertificateTaken) -> Words:
    return words(
        "{who} takes a certificate of the {line}, the {nth}.", who=seat(fact.seat), line=line(fact.company),
        nth=nth(fact.held[fact.seat]),
    )


def _card_played(board: Board, fact: CardPlayed) -> Words:
    how = ", turned" * fact.turned + ", mirrored" * fact.mirrored
    skipped = words(", and stands on {hexes} already", hexes=hexes(fact.skipped)) if fact.skipped else ()
    return words(
        "{who} plays {card} from {start}{how}: the {line} builds on {hexes}{skipped}.", who=seat(fact.seat),
        card=fact.card, start=place(fact.start, fact.start), how=how, line=line(fact.company),
        hexes=hexes(fact.hexes), skipped=skipped,
    )


def _penalties_paid(board: Board, fact: PenaltiesPaid) -> Words:
    return words(
        "{who} pays {items}." if len(fact.items) == 1 else "{who} pays {total}: {items}.", who=seat(fact.seat),
        items=joined([penalty(board, one) for one in fact.items]),
        total=dollars(fact.total) if fact.total else "nothing",
    )


def penalty(board: Board, item: Penalty) -> Words:
    """An item of a bill, with its reason and the contract that sets its price."""
    why: dict[str, Words] = {"water": words("water"), "difficult": words("difficult ground")}
    if item.why == "rivals":
        lines = joined([words("the {line}", line=line(one)) for one in item.rivals], last=" and ")
        why["rivals"] = words("the locomotive of {lines}" if len(item.rivals) == 1 else "locomotives of {lines}",
                              lines=lines)
    by = words(" by {state}", state=state(board, item.contract)) if item.contract else ()
    price = dollars(item.amount) if item.amount else "nothing"
    return words("{price}{by} for {why} on {hex}", price=price, by=by, why=why[item.why],
                 hex=place(item.hex, item.hex))


def _connected(board: Board, fact: Connected) -> Words:
    moved = words("goes from {before} to {after}", before=fact.before, after=fact.after)
    return words(
        "{who} connects {city} to the {line}: the marker {moved} and pays {sum}.", who=seat(fact.seat),
        city=place(fact.city, fact.city), line=line(fact.company), sum=connection_sum(board, fact),
        moved=moved if fact.before != fact.after else words("stays on {after}", after=fact.after),
    )


def connection_sum(board: Board, fact: Connected) -> Words:
    """The marker's value times the dividend, what contracts add, and the total."""
    by = joined([state(board, one) for one in fact.contracts], last=" and ")
    bonus = words(" + {added} by {by}", added=dollars(fact.added), by=by) if fact.added else ()
    return words("{marker} × {dividend}{bonus} = {total}", marker=fact.after, dividend=dollars(fact.dividend),
                 bonus=bonus, total=dollars(fact.total))


def _die_moved(board: Board, fact: DieMoved) -> Words:
    why = words("{n} of the {line}", n=amount(fact.spaces, "certificates"), line=line(fact.by))
    if fact.rule == "NG-CON-VA":
        why = (state(board, fact.by),)
    if fact.before == fact.after:
        return words("The die of {goods} stays on {row}: it can go no further.", goods=goods(fact.commodity),
                     row=row(board, fact.after))
    lost = words("; {lost} more would lead off the track", lost=fact.lost) if fact.lost else ()
    return words(
        "The die of {goods} moves {spaces} for {why}, from {before} to {after}{grown}{lost}.",
        goods=goods(fact.commodity), spaces=amount(fact.spaces - fact.lost, "spaces"), why=why,
        before=row(board, fact.before), after=row(board, fact.after), grown=grown(fact), lost=lost,
    )


def grown(fact: DieMoved) -> Words:
    """NG-COM-5: a die that crosses over shows one more."""
    if fact.number_after == fact.number_before:
        return ()
    return words(", and grows from {before} to {after}", before=fact.number_before, after=fact.number_after)


def _contract_flipped(board: Board, fact: ContractFlipped) -> Words:
    does = {
        "NG-CON-KY": "the next card is laid as its mirror image", "NG-CON-TN": "one more card is to be played",
        "NG-CON-VA": "a die moves once more",
    }
    return words("{who} flips {state}: {does}.", who=seat(fact.seat), state=state(board, fact.contract),
                 does=does[fact.rule])


def _no_card_played(board: Board, fact: NoCardPlayed) -> Words:
    return words("{who} has no card that can be played.", who=seat(fact.seat))


def _building_ended(board: Board, fact: BuildingEnded) -> Words:
    return words("{who} ends the building after {cards}.", who=seat(fact.seat), cards=amount(fact.cards, "cards"))


def _token_turned(board: Board, fact: TokenTurned) -> Words:
    return words("{who}'s build token {turns}.", who=seat(fact.seat), turns=token_turns(fact))


def token_turns(fact: TokenTurned) -> str:
    """NG-TOK-2, NG-TOK-3: what a token does, why, and what it means for the next turn."""
    if fact.before == fact.after:
        return "stays dark, for no card was played: one card next turn"
    if fact.after == "dark":
        return "turns dark, for two or more cards and difficult ground: one card next turn"
    return "turns white: two cards next turn"


SENTENCES: dict[type[Fact], Callable[[Board, Any], Words]] = {
    TileTurnedUp: _tile_turned_up, HomePlaced: _home_placed, CardDrawn: _card_drawn, CardDiscarded: _card_discarded,
    RefillBegan: _refill_began, Reshuffled: _reshuffled, TurnBegan: _turn_began, CertificateTaken: _certificate_taken,
    CardPlayed: _card_played, PenaltiesPaid: _penalties_paid, Connected: _connected, DieMoved: _die_moved,
    ContractFlipped: _contract_flipped, NoCardPlayed: _no_card_played, BuildingEnded: _building_ended,
    TokenTurned: _token_turned, **ROUNDS,
}
FACTS: tuple[type[Fact], ...] = tuple(SENTENCES)


# ---- what may be done ------------------------------------------------------------------------------------------------


def prompt(sight: Sight[Position]) -> Words:
    s = sight.state
    if s.to_act == OVER:
        return words("{count}.", count=_standing(s))
    if s.to_act == CHANCE:
        return words("Chance decides.")
    return _task(sight)


def _standing(s: Position) -> Words:
    money = joined([
        words("{who} {money}", who=seat(p), money=dollars(int(s.cash[p])))
        for p in sorted(range(SEATS), key=lambda p: -s.cash[p])
    ])
    winners = s.winners()
    end = words("{who} wins", who=seat(winners[0])) if len(winners) == 1 else words("the win is shared")
    return words("The game is over: {money}; {end}", money=money, end=end)


def _task(sight: Sight[Position]) -> Words:
    """What is to be done now."""
    s = sight.state
    if s.phase == BID:
        last = " The first bids were equal, and these are the last." if s.tied else ""
        return words("bid in secret for the first turn, 0 or more; both will pay.{last}", last=last)
    if s.phase == CONTRACT:
        return _contract(s)
    if s.phase == KEEP:
        return words("keep one of your two contracts; the first state in the alphabet has the first turn.")
    if s.phase == TAKE:
        return words("take a certificate (Step 1); you will build for its company.")
    if s.phase == BUILD:
        return _first_card(sight)
    if s.phase == MORE:
        return _more_cards(sight)
    return words("{discard}draw (Step 4).", discard="discard what you like, then " if s.hand[s.turn] else "")


def _contract(s: Position) -> Words:
    bid = dollars(int(s.bids[s.to_act]))
    if "contract" in kinds(s):
        return words("take a contract worth at most your bid of {bid}, or take no contract.", bid=bid)
    return words("take no contract: your bid of {bid} is enough for none.", bid=bid)


def _may(sight: Sight[Position]) -> set[str]:
    """What may be done, where it follows from the hand: to whoever may not see it, every kind is possible."""
    if sight.sees(int(sight.state.to_act)):
        return kinds(sight.state)
    return {"play", "flip", "end"}


def _first_card(sight: Sight[Position]) -> Words:
    """Step 2."""
    s, may = sight.state, _may(sight)
    company = line(s.board.company_ids[s.company])
    if "play" in may:
        return words("play a track card{how} for the {line} (Step 2).", how=", mirrored," * s.mirror, line=company)
    ways = one_of(["flip a contract"] * ("flip" in may) + ["say that you have no card"])
    return words("{ways} (Step 2): none of your cards can be laid for the {line}.", ways=ways, line=company)


def _more_cards(sight: Sight[Position]) -> Words:
    """Step 3."""
    s, may = sight.state, _may(sight)
    company = line(s.board.company_ids[s.company])
    if s.extra or s.mirror:
        return words("play the card that you flipped for, for the {line} (Step 3).", line=company)
    flip = ["flip a contract"] if "flip" in may and sight.sees(int(s.to_act)) else []
    if s.cards < s.allowed and "play" in may:
        ways = one_of(["play another card", *flip, "end the building"])
        return words("{ways} (Step 3), for the {line}.", ways=ways, line=company)
    why = words("all cards allowed are played") if s.cards == s.allowed else words(
        "none of your cards can be laid for the {line}", line=company)
    return words("{ways} (Step 3): {why}.", ways=one_of([*flip, "end the building"]), why=why)


HELP = (
    ("bid 3", "in the auction for the first turn"),
    ("contract ohio", "after it; or no-contract"),
    ("keep ohio", "one of two, in random turn order"),
    ("take blue", "Step 1: a certificate of the blue line"),
    ("play T17 G5", "Step 2: lay a card from a hex; no-card if none can be laid"),
    ("play T17 G5 turned", "the same upside down"),
    ("flip kentucky", "use a contract; flip virginia green moves the die of green goods"),
    ("end", "Step 3: no more cards"),
    ("discard T03", "Step 4: any number of cards"),
    ("draw", "Step 4: refill the hand"),
)


def help() -> Words:
    return joined([(styled(f"{typed:<24}", "bold"), Span(f" {does}")) for typed, does in HELP], "\n")


__all__ = ["FACTS", "board", "help", "prompt", "tell"]
