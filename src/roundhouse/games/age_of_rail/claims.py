"""What can be said of a move of Age of Rail."""

from __future__ import annotations

from collections.abc import Mapping

from roundhouse.engine.contract import OVER
from roundhouse.engine.facts import Fact
from roundhouse.games.age_of_rail import claims_auctions, claims_ways
from roundhouse.games.age_of_rail.board import BOXES, DIVIDENDS_BOX
from roundhouse.games.age_of_rail.claims_reading import (
    holders_of,
    pay_of,
    payments_left,
    share_now,
    share_of_final,
)
from roundhouse.games.age_of_rail.facts import (
    AuctionOpened,
    Connected,
    Delegated,
    Developed,
    DividendDue,
    LinkLaid,
    NothingDone,
    NotSold,
    Offered,
    Paid,
    ShareSold,
)
from roundhouse.games.age_of_rail.legality import is_box_open
from roundhouse.games.age_of_rail.position import AUCTION, LATE_AUCTION, OFFERING, TURN, Position
from roundhouse.games.age_of_rail.proofs import PROOFS
from roundhouse.games.age_of_rail.things import dollars, things
from roundhouse.games.claims import Claim, Claims, Line
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, joined, seat, words

ENDS: tuple[type[Fact], ...] = (ShareSold, NotSold)
THEMES: Mapping[str, str] = {
    **dict.fromkeys(("outbid", "enough", "one left", "purse", "broke"), "Who can still bid"),
    **dict.fromkeys(("buys", "lets", "sells", "dear", "funds"), "What a share is worth"),
    **dict.fromkeys(("dividend", "clock", "end"), "When a dividend comes"),
    **dict.fromkeys(("grows", "bonus", "next link", "nearer", "treasury"), "Build for yourself"),
    **dict.fromkeys(("shuts", "thins"), "In a rival's way"),
}
"""Of puzzles: under which heading a kind of reason belongs, the easiest first."""
OUTCOMES: tuple[str, ...] = ("buys", "lets", "sells", "grows")
ANSWERS: tuple[type[Fact], ...] = (
    AuctionOpened,
    Connected,
    Delegated,
    Developed,
    DividendDue,
    LinkLaid,
    NothingDone,
    Offered,
    ShareSold,
)


def claims(line: Line[Position]) -> list[Claim]:
    """What can be said of a move: of a bid or pass its share, of any other what it pays, builds and shuts."""
    found = Claims(line, PROOFS)
    if line.before.phase in (OFFERING, AUCTION, LATE_AUCTION) or line.text.startswith("offer"):
        claims_auctions.add(found)
        if not line.text.startswith("offer"):
            return found.found
    _payment(found)
    if line.after.to_act != OVER and not any(isinstance(fact, ShareSold) for fact in line.facts):
        _grows(found)
    _externals(found)
    claims_ways.add(found)
    _treasury(found)
    _clock(found)
    _shuts(found)
    return found.found


def _payment(found: Claims[Position]) -> None:
    """A dividend, or the Final Payoff, that this turn brings: what it pays to whom."""
    line = found.line
    due = next((fact for fact in line.facts if isinstance(fact, DividendDue)), None)
    if due is None:
        return
    pay = [0] * line.before.seats
    for fact in line.facts:
        if isinstance(fact, Paid) and fact.why != "bonus":
            for who, sum_ in fact.money:
                pay[who] += sum_
    if due.final:
        won = line.me in line.after.winners()
        found.add(
            "end",
            "",
            50.0 if won else -50.0,
            "It is the Final Payoff: the game ends, and you " + ("win." if won else "don't win."),
            won=won,
        )
        return
    rest = sorted(line.rivals, key=lambda n: -pay[n])[:2]
    others = joined([words("{who} {sum}", who=seat(n), sum=dollars(pay[n])) for n in rest], ", ")
    top = pay[rest[0]]
    says = "It pays a dividend now: {mine} to you; {others}."
    if pay[line.me] > max(pay[n] for n in line.rivals):
        says = "It pays a dividend now, and nobody gets more than you: {mine}; {others}."
    found.add(
        "dividend", "", float(pay[line.me] - top), says, {"mine": dollars(pay[line.me]), "others": others}, pay=pay
    )


def _grows(found: Claims[Position]) -> None:
    """What a share is paid at dividends and at the end, before and after."""
    line, s, t = found.line, found.line.before, found.line.after
    for r, name in enumerate(s.board.railroad_ids):
        if not s.sold[r] or (s.income[r], s.value[r]) == (t.income[r], t.value[r]):
            continue
        mine, (theirs, who) = holders_of(s, r, line.me)
        pays, paid = share_now(t, r), share_now(s, r)
        final, was = share_of_final(t, r), share_of_final(s, r)
        dividends = payments_left(t)
        gain = (pays - paid) * payments_left(s) + final - was
        worth = gain * (mine - theirs) + 0.1 * gain * mine
        parts = {
            "line": things(s.board).line(r),
            "pays": dollars(pays),
            "paid": dollars(paid),
            "final": dollars(final),
            "was": dollars(was),
            "who": seat(who),
            "mine": str(mine),
            "theirs": str(theirs),
            "sold": str(int(s.sold[r])),
        }
        at = "at each dividend" if dividends > 1 else "at the last dividend"
        grows = (
            f"{{line}} pays {{pays}} a share {at} instead of {{paid}}"
            if pays != paid
            else f"{{line}} still pays {{pays}} a share {at}"
        )
        ends = ", and as it stands {final} at the end instead of {was}" if final != was else ""
        if not dividends:
            grows, ends = "As it stands {line} pays {final} a share at the end instead of {was}", ""
        holds = (
            " You alone hold it."
            if mine == s.sold[r]
            else " You hold {mine} of {sold}, {who} {theirs}."
            if mine and theirs
            else " You hold {mine} of {sold}."
            if mine
            else " {who} holds {theirs} of {sold}, and you none."
        )
        if final == was and (pays == paid or not dividends):
            continue
        found.add(
            "grows",
            name,
            worth,
            grows + ends + "." + holds,
            parts,
            pays=pays if dividends else None,
            paid=paid if dividends else None,
            final=final,
            was=was,
            mine=mine,
            theirs=theirs,
            who=who,
        )


def _externals(found: Claims[Position]) -> None:
    """A connection off the map pays its bonus at once."""
    line, s = found.line, found.line.before
    for fact in line.facts:
        if isinstance(fact, Connected):
            paid = next((one for one in line.facts if isinstance(one, Paid) and one.why == "bonus"), None)
            got = dict(paid.money) if paid is not None else {}
            mine, best = got.get(line.me, 0), max((got.get(n, 0) for n in line.rivals), default=0)
            r = s.board.railroad_ids.index(fact.company)
            found.add(
                "bonus",
                fact.company,
                float(mine - best) + 0.2 * mine,
                "{line} connects to {external}: a bonus of {mine} to you at once.",
                {
                    "line": things(s.board).line(r),
                    "external": things(s.board).place(f"to:{fact.external}"),
                    "mine": dollars(mine),
                },
                (f"to:{fact.external}",),
                sum=mine,
            )


def _treasury(found: Claims[Position]) -> None:
    """What is left to build with."""
    line, s, t = found.line, found.line.before, found.line.after
    built = next((fact for fact in line.facts if isinstance(fact, LinkLaid) and fact.why != "free"), None)
    if built is None or t.to_act == OVER:
        return
    r = s.board.railroad_ids.index(built.company)
    mine, (theirs, _) = holders_of(s, r, line.me)
    left = int(t.treasury[r])
    parts = {"line": things(s.board).line(r), "left": dollars(left)}
    if left < s.board.link_cost:
        found.add(
            "treasury",
            built.company,
            -0.6 * (mine - theirs),
            "It leaves {line} {left}: not enough for another link.",
            parts,
            left=left,
        )
    else:
        found.add(
            "treasury",
            built.company,
            0.3 * (mine - theirs),
            "It leaves {line} {left} to go on building with.",
            parts,
            left=left,
        )


def _clock(found: Claims[Position]) -> None:
    """How near a dividend is when the next seat's turn begins, and whom it would pay."""
    line, s, t = found.line, found.line.before, found.line.after
    if (
        t.to_act == OVER
        or t.phase != TURN
        or s.phase != TURN
        or any(isinstance(fact, DividendDue) for fact in line.facts)
    ):
        return
    limit, least = int(t.board.track_limit) + 1, min(int(a) for a in t.board.advance if a)
    if t.action_track + least < limit:
        return
    who = int(t.to_act)
    pay = pay_of(t)
    top = max(line.rivals, key=lambda n: pay[n])
    found.add(
        "clock",
        "",
        0.6 * (pay[line.me] - pay[top]),
        "It takes the Action Track to {track}: whatever {who} does next brings "
        "a dividend, {mine} to you and {theirs} to {top} as things stand.",
        {
            "track": str(int(t.action_track)),
            "who": seat(who),
            "mine": dollars(pay[line.me]),
            "theirs": dollars(pay[top]),
            "top": seat(top),
        },
        track=int(t.action_track),
        who=who,
        pay=pay,
        top=top,
    )


def _shuts(found: Claims[Position]) -> None:
    """A box that the next seats could have taken and can't any more."""
    line, s, t = found.line, found.line.before, found.line.after
    if s.phase != TURN or t.to_act == OVER or t.phase != TURN or t.turn == line.me:
        return
    for box in range(len(BOXES)):
        if s.boxes[line.me] != box and t.boxes[line.me] == box and not is_box_open(t, box) and t.boxes[t.turn] != box:
            pay = pay_of(t)
            worth = 0.4
            if box == DIVIDENDS_BOX:
                worth = 0.2 * max(0.0, max(pay[n] for n in line.rivals) - pay[line.me]) + 0.3
            found.add(
                "shuts",
                BOXES[box],
                worth,
                "Your marker shuts {box} to {who}, who is next.",
                {
                    "box": ("Build Track", "Offer Stock", "Develop Locations", "Pay Dividends")[box],
                    "who": seat(int(t.turn)),
                },
                box=BOXES[box],
                who=int(t.turn),
            )


def about(sight: Sight[Position]) -> list[Words]:
    """What is decided now and what is usually good."""
    s = sight.state
    said = [words(one) for one in ABOUT.get(str(s.view(None)["phase"]), ())]
    if s.phase == TURN:
        left = int(s.board.track_limit) + 1 - int(s.action_track)
        said.append(
            words(
                "The Action Track needs {left} more steps for a dividend; {n} are still to come, and then the "
                "Final Payoff.",
                left=str(max(0, left)),
                n=str(payments_left(s)),
            )
        )
    return said


ABOUT = {
    "offering": (
        "You bid for the first share of a railroad. What is paid goes into its Treasury, and that money builds "
        "its track.",
        "Keep cash for the railroads to come and for the shares that are offered later.",
    ),
    "auction": (
        "You bid for a share. It is paid at every dividend and at the end; the price goes to its Treasury, or "
        "to whoever sells it.",
        "Add up what the share is paid at the dividends still to come and at the end: that is the most it is worth.",
    ),
    "late-auction": ("The late railroad opens: its first share is sold, and its buyer lays its first link.",),
    "free-link": (
        "You lay the railroad's first link for nothing. Look where it can go on from there, and how much the "
        "places are worth.",
    ),
    "turn": (
        "You choose one action: build track, offer a share, develop places, or pay a dividend. Most move the "
        "Action Track on.",
        "Build and develop where you hold more than the others; pay a dividend when it brings you more than them.",
    ),
    "delegated": ("Another has named you to build: you choose how.",),
    "second-link": (
        "You may build a second link for 10 more, on from the new place. It saves a turn, and costs twice as much.",
    ),
    "develop": ("You may pay 3 to develop a second place, or let a metro grow by itself for nothing.",),
}
