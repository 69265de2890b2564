"""What can be said of a move of Irish Gauge."""

from __future__ import annotations

from collections.abc import Mapping

from roundhouse.engine.contract import OVER
from roundhouse.engine.facts import Fact
from roundhouse.games.claims import Claim, Claims, Line, copied
from roundhouse.games.irish_gauge import claims_auctions, claims_track
from roundhouse.games.irish_gauge.claims_reading import each_share, holders_of, pay_of, pounds, rail
from roundhouse.games.irish_gauge.facts import (
    AuctionOpened,
    DividendsCalled,
    InterestPlaced,
    MajorsJoined,
    Paid,
    ShareSold,
    TrackLaid,
)
from roundhouse.games.irish_gauge.position import TURN, Position
from roundhouse.games.irish_gauge.proofs import PROOFS
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, joined, seat, words

ENDS: tuple[type[Fact], ...] = (ShareSold, DividendsCalled)
THEMES: Mapping[str, str] = {
    **dict.fromkeys(("outbid", "enough", "one left", "purse", "broke"), "Who can still bid"),
    **dict.fromkeys(("buys", "lets", "free", "dear"), "What a share is worth"),
    **dict.fromkeys(("call", "refills", "end"), "When to call"),
    **dict.fromkeys(("pays", "majors", "towards", "places", "way", "keeps"), "Build for yourself"),
    **dict.fromkeys(("spoils", "thins", "closes", "not for you"), "In a rival's way"),
}
"""Of puzzles: under which heading a kind of reason belongs, the easiest first."""
OUTCOMES: tuple[str, ...] = ("buys", "lets", "free")
ANSWERS: tuple[type[Fact], ...] = (AuctionOpened, ShareSold, TrackLaid, InterestPlaced, DividendsCalled)
LAST_CALL = 3  # cubes: a call for dividends then empties the bag


def claims(line: Line[Position]) -> list[Claim]:
    """What a call, an auction or a build does, and what the next call for dividends means."""
    found = Claims(line, PROOFS)
    if line.text == "dividends":
        _call(found)
    elif line.before.auction.lot >= 0 or line.text.startswith("auction"):
        claims_auctions.add(found)
    else:
        claims_track.add(found)
        _majors(found)
        _shares_earn(found)
    _next_call(found)
    return found.found


def _call(found: Claims[Position]) -> None:
    """What a call pays to whom, over all draws; the last one ends the game."""
    line, s = found.line, found.line.before
    pay = pay_of(s)
    best = max(pay[n] for n in line.rivals)
    if s.bag_size <= LAST_CALL:
        wins = _won_by(s, line.me)
        how = "all" if wins > 0.999 else "most" if wins > 0.5 else "few"
        said = {
            "all": "It ends the game, and whatever is drawn wins it for you.",
            "most": "It ends the game, and most draws win it for you.",
            "few": "It ends the game, and few draws win it for you.",
        }[how]
        found.add("end", "", 50.0 * (wins - 0.5), said, how=how)
        return
    _refills(found, pay)
    most = round(pay[line.me]) >= round(best)
    above = [n for n in line.rivals if round(pay[n]) > round(pay[line.me])]
    named = sorted(line.rivals if most else above, key=lambda n: -pay[n])[:2]
    others = joined([words("{who} {sum}", who=seat(n), sum=pounds(pay[n])) for n in named], ", ")
    says = "A call pays nobody more than you: {mine} on average; {others}."
    if not most:
        says = "A call pays you {mine} on average, and more to others: {others}."
    found.add(
        "call",
        "",
        pay[line.me] - best + (0.5 if most else 0.0),
        says,
        {"mine": pounds(pay[line.me]), "others": others},
        pay=pay,
        after=False,
        above=[] if most else named,
    )


def _refills(found: Claims[Position], pay: list[float]) -> None:
    """Of a call: that it pays enough for a share again, where the seat has too little for any."""
    line, s = found.line, found.line.before
    cash = int(s.cash[line.me])
    least = min((int(s.next_value(r)) for r in range(len(s.board.railway_ids)) if s.next_value(r)), default=0)
    if cash < least <= cash + pay[line.me]:
        found.add(
            "refills",
            "",
            2.0,
            "You have {cash}, too little for any share; the {pay} that a call pays you on average is enough for one.",
            {"cash": pounds(cash), "pay": pounds(pay[line.me])},
            cash=cash,
            pay=pay,
        )


def _won_by(s: Position, me: int) -> float:
    """How likely a seat wins by the last call, a shared win counting its part."""
    begun, won, total = copied(s), 0.0, 0
    begun.do("dividends")
    for code, weight in begun.outcomes():
        after = copied(begun)
        after.apply(code)
        winners = after.winners()
        won += weight * (me in winners) / len(winners)
        total += weight
    return won / total


def _shares_earn(found: Claims[Position]) -> None:
    """What a share pays at a call, before and after track or a special interest."""
    line, s, t = found.line, found.line.before, found.line.after
    if t.to_act == OVER:
        if any(isinstance(fact, InterestPlaced) for fact in line.facts):
            won = line.me in t.winners()
            found.add(
                "end",
                "",
                50.0 if won else -50.0,
                "It takes the last cube: the game ends, and you " + ("win." if won else "don't win."),
                how="all" if won else "none",
            )
        return
    calls = max(1.0, int(s.bag_size) / 4.0)
    for r in range(len(s.board.railway_ids)):
        before, after = each_share(s, r), each_share(t, r)
        mine, theirs = holders_of(s, r, line.me)
        gain = after - before
        if abs(gain) < 0.5 or round(before) == round(after) or not s.sold[r]:
            continue
        parts = {
            "line": rail(s, r),
            "after": pounds(after),
            "before": pounds(before),
            "who": seat(theirs[1]),
            "mine": str(mine),
            "theirs": str(theirs[0]),
            "sold": str(int(s.sold[r])),
        }
        worth = gain * calls * (mine - theirs[0])
        told = {"before": before, "after": after, "mine": mine, "theirs": theirs[0], "who": theirs[1]}
        name = s.board.railway_ids[r]
        if gain > 0 and mine and mine >= theirs[0]:
            alone = " You alone hold it." if mine == s.sold[r] else " You hold {mine} of {sold}."
            found.add(
                "pays",
                name,
                worth + 0.3 * gain * calls * mine,
                "{line} pays a share {after} a call on average instead of {before}." + alone,
                parts,
                **told,
            )
        elif gain > 0 and mine:
            found.add(
                "pays",
                name,
                0.3 * gain * calls * mine,
                "{line} pays a share {after} a call on average instead of {before}; you hold {mine} of {sold}.",
                parts,
                **told,
            )
        elif gain > 0:
            found.add(
                "pays",
                name,
                worth,
                "{line} pays a share {after} a call on average instead of {before}, and {who} holds {theirs} of "
                "{sold}.",
                parts,
                **told,
            )
        elif theirs[0] > mine:
            found.add(
                "spoils",
                name,
                worth,
                "{line}, of which {who} holds {theirs} of {sold}, pays a share {after} a call on average instead of "
                "{before}.",
                parts,
                **told,
            )
        elif mine:
            found.add(
                "spoils",
                name,
                worth,
                "{line}, of which you hold {mine} of {sold}, pays a share {after} a call on average instead of "
                "{before}.",
                parts,
                **told,
            )


def _majors(found: Claims[Position]) -> None:
    line = found.line
    joins = next((fact for fact in line.facts if isinstance(fact, MajorsJoined)), None)
    paid = next((fact for fact in line.facts if isinstance(fact, Paid) and fact.rule == "IG-TRK-6"), None)
    if joins is None or paid is None:
        return
    got = dict(paid.money)
    mine, best = got.get(line.me, 0), max([sum_ for who, sum_ in got.items() if who != line.me], default=0)
    cities = joined([line.before.board.names.get(one, one) for one in joins.cities], ", ", " and ")
    found.add(
        "majors",
        joins.company,
        float(mine - best) + 0.2,
        "{line} joins {cities}: {mine} to you at once.",
        {
            "line": rail(line.before, line.before.board.railway_ids.index(joins.company)),
            "cities": cities,
            "mine": pounds(mine),
        },
        sum=mine,
    )


def _next_call(found: Claims[Position]) -> None:
    """Whom the next call will pay, after this."""
    line, t = found.line, found.line.after
    if line.text == "dividends" or t.to_act < 0 or t.phase != TURN or not t.bag_size:
        return
    pay = pay_of(t)
    top = max(line.rivals, key=lambda n: pay[n])
    found.add(
        "call",
        "",
        0.8 * (pay[line.me] - pay[top]),
        "The next call then pays you {mine} and {who} {theirs} on average.",
        {"mine": pounds(pay[line.me]), "who": seat(top), "theirs": pounds(pay[top])},
        pay=pay,
        after=True,
    )


def about(sight: Sight[Position]) -> list[Words]:
    """What is decided now and what is usually good."""
    s = sight.state
    phase = str(s.view(None)["phase"])
    said = ABOUT.get(phase, ())
    left = int(s.bag_size)
    calls = -(-left // LAST_CALL)
    more = (
        [
            words(
                "{n} cubes are in the bag: enough for {calls} calls at most, and then the game ends.",
                n=str(left),
                calls=str(calls),
            )
        ]
        if phase == "turn" and calls > 1
        else []
    )
    return [*(words(one) for one in said), *more]


ABOUT = {
    "initial-auction": (
        "You buy the railways' first shares. A share pays its railway's dividends to you for the whole game, "
        "and counts  "
        "its printed value at the end.",
        "Keep money for the railways that are still to come: whoever has the most left buys the last ones cheaply.",
    ),
    "auction": (
        "You bid for a share. It is worth its printed value at the end, and what its railway pays at each call "
        "until then.",
        "Look at who else can still bid and how much they have: one pound more than that is enough.",
    ),
    "turn": (
        "You do one thing: auction a share, build track, place a special interest, or call for dividends.",
        "Call when a call pays you more than the others; build where you hold more shares than anybody else.",
    ),
    "track": (
        "You go on building with the points that are left, or stop.",
        "A railway pays only when it stands in two places, of which a City is drawn: towns and cities are what "
        "you build for.",
    ),
}
