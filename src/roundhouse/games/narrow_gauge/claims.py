"""What can be said of a move of Narrow Gauge."""

from __future__ import annotations

from collections.abc import Mapping

from roundhouse.engine.facts import Fact
from roundhouse.games.claims import Claim, Claims, Line
from roundhouse.games.narrow_gauge import claims_bids, claims_cards
from roundhouse.games.narrow_gauge.facts import (
    CardDiscarded,
    CertificateTaken,
    Connected,
    DieMoved,
    PenaltiesPaid,
    RefillBegan,
    TokenTurned,
)
from roundhouse.games.narrow_gauge.position import FINISHED, Position
from roundhouse.games.narrow_gauge.proofs import PROOFS
from roundhouse.games.narrow_gauge.things import dollars, goods, hexes
from roundhouse.games.narrow_gauge.things import line as company_line
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, seat, words

ENDS: tuple[type[Fact], ...] = (RefillBegan, CardDiscarded)
THEMES: Mapping[str, str] = {
    **dict.fromkeys(("connects", "free"), "Connections"),
    **dict.fromkeys(("die", "pay-day"), "Goods"),
    **dict.fromkeys(("majority", "left"), "Majorities and certificates"),
    **dict.fromkeys(("card", "dark", "waits"), "Cards and tokens"),
    **dict.fromkeys(("sure", "first turn", "contract"), "Bids and contracts"),
}
"""Of puzzles: under which heading a kind of reason belongs, the easiest first."""
OUTCOMES: tuple[str, ...] = ("connects", "die", "first turn", "free")
ANSWERS: tuple[type[Fact], ...] = (CertificateTaken,)  # whose cards come after it, nobody sees


def claims(line: Line[Position]) -> list[Claim]:
    """What can be said of a move; of a certificate or a card that ends the round, nothing."""
    found = Claims(line, PROOFS)
    if line.before.sealed() or line.text.split()[0] in ("contract", "no-contract"):
        claims_bids.add(found)
        return found.found
    if line.text.startswith(("discard", "draw")):
        claims_cards.add_discard(found)
        return found.found
    if line.after.phase == FINISHED or line.after.round != line.before.round:
        return found.found
    _connects(found)
    _dice(found)
    _certificate(found)
    _token(found)
    _last_turn(found)
    claims_cards.add_waiting(found)
    return found.found


def turns_left(s: Position) -> int:
    """Certificates, and so turns, still to come in this round (NG-RND-2)."""
    return int(sum(s.available) - s.board.left_over)


def company_of(line: Line[Position]) -> int:
    """The company whose turn it is, or that is taken; -1 for none."""
    took = next((fact for fact in line.facts if isinstance(fact, CertificateTaken)), None)
    return line.before.board.company_ids.index(took.company) if took else int(line.before.company)


def _connects(found: Claims[Position]) -> None:
    """What the turn pays at once: connections less penalties."""
    line = found.line
    links = [fact for fact in line.facts if isinstance(fact, Connected) and fact.seat == line.me]
    bills = [fact for fact in line.facts if isinstance(fact, PenaltiesPaid) and fact.seat == line.me]
    cost = sum(fact.total for fact in bills)
    tolls = sum(item.amount for fact in bills for item in fact.items if item.why == "rivals")
    got = sum(fact.total for fact in links)
    if not links and not cost:
        return
    name = line.before.board.company_ids[company_of(line)]
    parts = {
        "line": company_line(name),
        "cities": hexes([fact.city for fact in links]),
        "got": dollars(got),
        "ground": dollars(cost - tolls),
        "tolls": dollars(tolls),
    }
    costs = [
        *(["{ground} for the ground"] if cost > tolls else []),
        *(["{tolls} for other companies' locomotives"] if tolls else []),
    ]
    says = "It brings the {line} into {cities}: {got} at once" + (f", less {' and '.join(costs)}." if cost else ".")
    if not links:
        says = f"It costs {' and '.join(costs)}."
    found.add(
        "connects",
        "",
        float(got - cost),
        says,
        parts,
        tuple(fact.city for fact in links),
        got=got,
        ground=cost - tolls,
        tolls=tolls,
        cities=[fact.city for fact in links],
    )


def _dice(found: Claims[Position]) -> None:
    """What a die that moves pays at pay-day, as it stands."""
    line, s, t = found.line, found.line.before, found.line.after
    rival = 1 - line.me
    for c, name in enumerate(s.board.commodity_ids):
        if not any(isinstance(fact, DieMoved) and fact.commodity == name for fact in line.facts):
            continue
        was, now = int(s.market_value(line.me, c)), int(t.market_value(line.me, c))
        theirs_was, theirs = int(s.market_value(rival, c)), int(t.market_value(rival, c))
        if (was, theirs_was) == (now, theirs):
            continue
        parts = {
            "goods": goods(name),
            "now": dollars(now),
            "was": dollars(was),
            "who": seat(rival),
            "theirs": dollars(theirs),
            "theirs_was": dollars(theirs_was),
        }
        if theirs_was > theirs and now:
            says = "The {goods} come over to you: {now} to you at pay-day, and {who} loses {theirs_was}."
        elif theirs_was != theirs:
            says = "The {goods} then pay {who} {theirs} at pay-day, not {theirs_was}."
        else:
            says = "The {goods} then pay you {now} at pay-day, not {was}."
        worth = (now - was - theirs + theirs_was) * (0.8 if turns_left(t) <= 1 else 0.5)
        found.add(
            "die", name, worth, says, parts, (f"market-{name}",), now=now, was=was, theirs=theirs, theirs_was=theirs_was
        )


def _certificate(found: Claims[Position]) -> None:
    """A certificate: the majority, the last of its company, and what is left to the other."""
    line, s, t = found.line, found.line.before, found.line.after
    took = next((fact for fact in line.facts if isinstance(fact, CertificateTaken)), None)
    if took is None:
        return
    rival, c = 1 - line.me, s.board.company_ids.index(took.company)
    parts = {
        "line": company_line(took.company),
        "who": seat(rival),
        "bonus": dollars(int(s.board.majority_bonus)),
        "mine": str(int(t.votes(line.me, c))),
        "theirs": str(int(t.votes(rival, c))),
        "next": dollars(int(t.connection_pay(rival, c))),
    }
    was, now = int(s.majority(line.me, c) - s.majority(rival, c)), int(t.majority(line.me, c) - t.majority(rival, c))
    days = int(s.board.rounds - s.round)
    told = {"mine": int(t.votes(line.me, c)), "theirs": int(t.votes(rival, c)), "was": was, "now": now}
    if now > was:
        each = "the last pay-day" if days == 1 else "pay-day"
        says = (
            (
                "You lead in the {line}, {mine} to {theirs}: {bonus} to you at "
                if now > 0
                else "You draw level in the {line}, {mine} to {theirs}: {who} no longer gets {bonus} at "
            )
            + each
            + "."
        )
        found.add("majority", took.company, (now - was) * (0.45 + 0.35 * (days - 1)), says, parts, **told)
    next_pay = int(t.connection_pay(rival, c))
    if not t.supply[c]:     # nobody connects anything with it any more
        return
    if t.available[c] == 0 and s.available[c] == 1 and turns_left(t) > 0:
        found.add(
            "left",
            took.company,
            0.4 * next_pay,
            "It is the last {line} certificate: {who} can't build it any more, and would get {next} for a connection."
            if days == 1
            else "It is the last {line} certificate of the round: {who} can't build it "
            "again before the next, where a connection pays {next}.",
            parts,
            last=True,
            rounds=days - 1,
            next=next_pay,
        )
    elif t.available[c] and turns_left(t) > 0:
        found.add(
            "left",
            took.company,
            -0.3 * next_pay,
            "It leaves the {line} to {who}, whose next connection with it pays {next}.",
            parts,
            last=False,
            rounds=days - 1,
            next=next_pay,
        )


def _token(found: Claims[Position]) -> None:
    line = found.line
    if any(isinstance(fact, TokenTurned) and fact.seat == line.me and fact.after == "dark" for fact in line.facts):
        last = turns_left(line.after) <= 1 and line.before.round + 1 == line.before.board.rounds
        if not last:
            found.add("dark", "", -3.0, "Two cards over hard ground: you may play only one in your next turn.")


def _last_turn(found: Claims[Position]) -> None:
    """The last turn of a round: what pay-day then brings both."""
    line, s, t = found.line, found.line.before, found.line.after
    if turns_left(t) or turns_left(s) != 1:
        return
    pay = [
        sum(int(t.market_value(n, c)) for c in range(len(s.board.commodity_ids)))
        + sum(int(t.majority(n, c)) for c in range(len(s.board.company_ids)))
        for n in range(2)
    ]
    found.add(
        "pay-day",
        "",
        0.6 * (pay[line.me] - pay[1 - line.me]),
        "It is the last turn of the round: pay-day then brings you {mine} and {who} {theirs}.",
        {"mine": dollars(pay[line.me]), "who": seat(1 - line.me), "theirs": dollars(pay[1 - line.me])},
        pay=pay,
    )


def about(sight: Sight[Position]) -> list[Words]:
    """What is decided now and what is usually good."""
    return [words(one) for one in ABOUT.get(str(sight.state.view(None)["phase"]), ())]


ABOUT = {
    "bid": (
        "You bid for the first turn of the round, unseen. Both pay what they bid; the higher bid goes first, "
        "and may take a  "
        "contract worth no more than the bid.",
        "Look at what you could connect in the first turn with your cards, and which contract helps your hand: "
        "that is what a bid buys.",
    ),
    "contract": (
        "You may take one contract that your bid is enough for. It helps you for this round.",
        "A contract is good for what your cards do anyway: hard ground, water, rivals' track, or many connections.",
    ),
    "keep": ("You keep one of two contracts; the first state in the alphabet has the first turn.",),
    "take": (
        "You take a certificate, and then build with that company this turn.",
        "Take a company that a card of yours brings into a city: a connection pays at once, and more the more "
        "connections it has.",
        "Each certificate more moves dice further for you and may win the majority at pay-day.",
    ),
    "build": (
        "You must play a card if you can. It lays track for the company that you took.",
        "Reach a city: it pays at once and moves that city's goods towards you. Hard ground, water and rivals' "
        "track cost money.",
    ),
    "more": (
        "You may play another card, or end the building.",
        "A second card over hard ground turns your token dark: then you may play only one card in your next turn.",
    ),
    "refill": (
        "You refill your hand, and may discard cards first.",
        "Keep cards that bring a company into a city next turn; discard those that fit nowhere.",
    ),
}
