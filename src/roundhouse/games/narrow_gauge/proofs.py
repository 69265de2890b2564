"""Claims of Narrow Gauge found again by playing them: turns are taken, rounds ended, bids opened by the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from roundhouse.engine.facts import Fact
from roundhouse.games.claims import Line, Proof, copied
from roundhouse.games.narrow_gauge.building import draw_up_prices, draw_up_tolls
from roundhouse.games.narrow_gauge.facts import CertificateTaken, Connected, PenaltiesPaid
from roundhouse.games.narrow_gauge.facts_rounds import CommodityPaid, DividendsPaid, FirstSettled, MajorityPaid
from roundhouse.games.narrow_gauge.position import Position
from roundhouse.games.narrow_gauge.rounds import begin_turns, end_turn
from roundhouse.games.proofs import replayed

Told = Mapping[str, Any]


def pay_day(s: Position) -> list[Fact]:
    """What a round's end pays, if it came now."""
    ended = copied(s)
    ended.available = type(ended.available)([0] * len(ended.available))
    ended.witness = []
    end_turn(ended)
    return ended.witness


def turn_of(s: Position, seat: int) -> Position:
    """A copy in which the turns begin now, with that seat."""
    begun = copied(s)
    begin_turns(begun, seat)
    return begun


def played_again(line: Line[Position]) -> list[Fact]:
    """All that the steps of the line do."""
    state, facts = copied(line.before), []
    for step in line.steps:
        facts += state.tell(state.game.parse(step.text))
    return facts


def connects(line: Line[Position], thing: str, told: Told) -> object:
    """The steps build to those cities, and bring that much money less what they cost; of that the ground takes what is
    difficult or water among the new hexes, as printed or as a contract has it."""
    after = replayed(line.before, line.steps)
    if after is None:
        return False
    track_before = cast(dict[str, list[str]], line.before.view(None)["track"])
    track = cast(dict[str, list[str]], after.view(None)["track"])
    new = {hex_ for company, stood in track.items() for hex_ in stood if hex_ not in track_before[company]}
    earned = int(after.cash[line.me] - line.before.cash[line.me])
    alone = earned == told["got"] - told["ground"] - told["tolls"] and set(told["cities"]) <= new
    return alone and _tolls(line) == told["tolls"]


def _tolls(line: Line[Position]) -> int:
    """By how much the bills of the steps would be less if no other company stood anywhere."""
    state, spared = copied(line.before), 0
    for step in line.steps:
        code = state.game.parse(step.text)
        if step.text.startswith("play "):
            lonely, own, words_ = copied(state), int(state.company), int(state.board.words)
            for word in range(len(lonely.track)):
                if word // words_ != own:
                    lonely.track[word] = 0
            draw_up_tolls(lonely)
            draw_up_prices(lonely)
            spared -= sum(fact.total for fact in lonely.tell(code) if isinstance(fact, PenaltiesPaid))
            spared += sum(fact.total for fact in copied(state).tell(code) if isinstance(fact, PenaltiesPaid))
        state.apply(code)
    return spared


def die(line: Line[Position], thing: str, told: Told) -> object:
    """At a pay-day before and after it the die pays as much."""

    def paid(s: Position) -> list[int]:
        fact = next(one for one in pay_day(s) if isinstance(one, CommodityPaid) and one.commodity == thing)
        return [fact.amount if fact.seat == n else 0 for n in range(2)]

    was, now = paid(line.before), paid(line.after)
    return (was[line.me], now[line.me], was[1 - line.me], now[1 - line.me]) == (
        told["was"],
        told["now"],
        told["theirs_was"],
        told["theirs"],
    )


def majority(line: Line[Position], thing: str, told: Told) -> object:
    """At a pay-day before and after the move the company's majority pays that; after it with those votes."""
    def paid(s: Position) -> tuple[int, tuple[int, int]]:
        fact = next((one for one in pay_day(s) if isinstance(one, MajorityPaid) and one.company == thing), None)
        if fact is None:
            return 0, (0, 0)
        return (0 if fact.seat is None else fact.amount if fact.seat == line.me else -fact.amount), fact.votes

    (was, _), (now, votes) = paid(line.before), paid(line.after)
    return (was, now) == (told["was"], told["now"]) and (votes[line.me], votes[1 - line.me]) == (
        told["mine"],
        told["theirs"],
    )


def left(line: Line[Position], thing: str, told: Told) -> object:
    """Were it the other's turn after it, that certificate could be taken, or not, and would pay as much: there are
    locomotives for it, and as many rounds to come as told."""
    begun = turn_of(line.after, 1 - line.me)
    view = cast(dict[str, Any], line.after.view(None))
    if not view["supply"][thing] or view["round"] + told["rounds"] != line.after.game.edition.data["rounds"]:
        return False
    if told["last"]:
        none = f"take {thing}" not in begun.lines()
        company = begun.board.company_ids.index(thing)
        begun.available = type(begun.available)([n + (c == company) for c, n in enumerate(begun.available)])
        facts = begun.tell(begun.game.parse(f"take {thing}"))
        return none and next(one for one in facts if isinstance(one, CertificateTaken)).pays == told["next"]
    if f"take {thing}" not in begun.lines():
        return False
    fact = next(one for one in begun.tell(begun.game.parse(f"take {thing}")) if isinstance(one, CertificateTaken))
    return fact.pays == told["next"]


def dark(line: Line[Position], thing: str, told: Told) -> object:
    """The steps leave the build token dark, and one card may be played in the next turn."""
    after = replayed(line.before, line.steps)
    if after is None or cast(list[str], after.view(None)["token"])[line.me] != "dark":
        return False
    return int(turn_of(after, line.me).allowed) == 1


def last_turn(line: Line[Position], thing: str, told: Told) -> object:
    """The round ends after the move, and its pay-day pays both seats that."""
    fact = next(one for one in pay_day(line.after) if isinstance(one, DividendsPaid))
    return list(fact.totals) == told["pay"] and sum(line.after.available) <= int(line.after.board.left_over)


# ---- cards -----------------------------------------------------------------------------------------------------------


def connections(s: Position, seat: int, card: str = "", company: str = "") -> dict[str, int]:
    """By card the most money that it brings by itself, in a turn of that seat that begins now."""
    begun, most = turn_of(s, seat), cast(dict[str, int], {})
    for take in begun.lines():
        if company not in ("", take.split()[1]):
            continue
        built = copied(begun)
        built.do(take)
        for text in built.lines():
            if text.startswith("play ") and card in ("", text.split()[1]):
                after = copied(built)
                facts = after.tell(after.game.parse(text))
                if any(isinstance(one, Connected) for one in facts):
                    bill = sum(one.total for one in facts if isinstance(one, PenaltiesPaid))
                    gained = sum(one.total for one in facts if isinstance(one, Connected)) - bill
                    used = text.split()[1]
                    most[used] = max(most.get(used, -99), gained)
    return most


def card(line: Line[Position], thing: str, told: Told) -> object:
    """The card brings that much by itself, or those cards of the hand bring nothing."""
    most = connections(line.before, line.me)
    if told["card"]:
        best = max(most.values(), default=0)
        return most.get(told["card"]) == told["money"] and told.get("most", best) == best
    hand = cast(list[list[str]], line.before.view(line.me)["hands"])[line.me]
    return sorted(one for one in hand if one not in most) == told["idle"]


def waits(line: Line[Position], thing: str, told: Told) -> object:
    """After the move no card of the hand connects a city."""
    begun = copied(line.before)
    begun.do(line.text)
    return not any(
        isinstance(fact, Connected)
        for text in begun.lines()
        if text.startswith("play ")
        for fact in copied(begun).tell(begun.game.parse(text))
    )


# ---- bids ------------------------------------------------------------------------------------------------------------


def sure(line: Line[Position], thing: str, told: Told) -> object:
    """Whatever the other can bid against it, this seat goes first."""
    opened = copied(line.before)
    opened.unseal()
    for amount in range(int(line.before.cash[1 - line.me]) + 1):
        table = copied(opened)
        bids = [f"bid {told['bid']}", f"bid {amount}"]
        table.do(bids[line.me])
        facts = table.tell(table.game.parse(bids[1 - line.me]))
        first = (
            table.view(None)["first"]
            if table.view(None)["first"] is not None
            else next((fact.seat for fact in facts if isinstance(fact, FirstSettled)), None)
        )
        if first != line.me:
            return False
    return int(line.before.cash[1 - line.me]) == told["cash"]


def first_turn(line: Line[Position], thing: str, told: Told) -> object:
    """The best card of the seat would bring that much in a turn that begins now; None if none connects."""
    most = connections(line.before, line.me)
    return (max(most.values()) if most else None) == told["money"]


def free(line: Line[Position], thing: str, told: Told) -> object:
    """The bid costs that much; of a bid of nothing, the turns left and the seat's cash are as told."""
    if "bid" in told:
        table = copied(line.before)
        table.unseal()
        before = int(table.cash[line.me])
        bids = ["bid 0", "bid 0"]
        bids[line.me] = line.text
        table.do(bids[0])
        table.do(bids[1])
        return before - int(table.cash[line.me]) == told["bid"]
    turns = sum(cast(dict[str, int], line.before.view(None)["available"]).values()) - int(line.before.board.left_over)
    return (turns % 2 == 0) == told["last"] and told.get("cash", int(line.before.cash[line.me])) == int(
        line.before.cash[line.me]
    )


def contract(line: Line[Position], thing: str, told: Told) -> object:
    """It can be taken, and is printed so."""
    if line.text not in line.before.lines():
        return False
    data = next(one for one in line.before.game.edition.data["contracts"] if one["id"] == thing)
    return bool(data["text"] == told["text"])


PROOFS: dict[str, Proof[Position]] = {
    "connects": connects,
    "die": die,
    "majority": majority,
    "left": left,
    "dark": dark,
    "pay-day": last_turn,
    "card": card,
    "waits": waits,
    "sure": sure,
    "first turn": first_turn,
    "free": free,
    "contract": contract,
}
