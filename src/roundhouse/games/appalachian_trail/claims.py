"""What can be said of a move of Appalachian Trail."""

from __future__ import annotations

from collections.abc import Mapping

from roundhouse.engine.contract import OVER
from roundhouse.engine.facts import Fact
from roundhouse.games.appalachian_trail import claims_cards
from roundhouse.games.appalachian_trail.board import SETS, WORDS
from roundhouse.games.appalachian_trail.facts import (
    CardDiscarded,
    CardTaken,
    DeckDrawn,
    LineChanged,
    ObstacleLaid,
    ObstacleRemoved,
    SideLaid,
    TrailCompleted,
    TrailLaid,
    WayClosed,
    WayOpened,
)
from roundhouse.games.appalachian_trail.places import open_cells, way_from
from roundhouse.games.appalachian_trail.position import PLAY, Position
from roundhouse.games.appalachian_trail.proofs import PROOFS
from roundhouse.games.claims import Claim, Claims, Line, copied
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, seat, words

ENDS: tuple[type[Fact], ...] = (CardTaken, DeckDrawn)
THEMES: Mapping[str, str] = {
    **dict.fromkeys(("end", "completes", "points", "could score"), "Score now"),
    **dict.fromkeys(("nearer", "next turn", "would complete", "ways", "outs", "set", "ranger"), "The way to the Goal"),
    **dict.fromkeys(("hinders", "denies", "side"), "In the rival's way"),
    **dict.fromkeys(("discard", "draw"), "Which card to take"),
}
"""Of puzzles: under which heading a kind of reason belongs, the easiest first."""
OUTCOMES: tuple[str, ...] = ("outs", "hinders")
ANSWERS: tuple[type[Fact], ...] = (CardTaken,)  # all else depends on a hand that nobody sees
WALLED = 12  # cards that a trail without a way counts as


def claims(line: Line[Position]) -> list[Claim]:
    """What can be said of a move; of one that ends the game only whether it wins."""
    found = Claims(line, PROOFS)
    if line.before.phase != PLAY:
        claims_cards.add_draw(found)
        return found.found
    if line.after.to_act == OVER:
        won = line.me in line.after.winners()
        found.add(
            "end", "", 20.0 if won else -20.0, "It ends the game, and you " + ("win." if won else "don't win."), won=won
        )
        return found.found
    _completes(found)
    _points(found)
    _nearer(found)
    _hinders(found)
    _ways(found)
    _sets(found)
    claims_cards.add_hand(found)
    claims_cards.add_outs(found)
    if any(isinstance(fact, CardDiscarded) for fact in line.facts):
        claims_cards.add_discard(found)
    return found.found


def cards_left(s: Position, seat_: int) -> int | None:
    """How many cards a trail needs at least to reach its Goal, whatever their terrain; None where no way is open."""
    if s.has_completed(seat_):
        return 0
    if not s.has_begun(seat_):
        first = s.board.near[s.board.start * WORDS : s.board.start * WORDS + WORDS]
        cards = int(way_from(s, seat_, first, s.board.start))
        return 1 + cards if cards else None
    cards = int(way_from(s, seat_, s.reach[seat_ * WORDS : seat_ * WORDS + WORDS], -1))
    return cards or None


def _completes(found: Claims[Position]) -> None:
    line = found.line
    done = next((fact for fact in line.facts if isinstance(fact, TrailCompleted)), None)
    if done is None:
        return
    gain = line.after.scores()[line.me] - line.before.scores()[line.me]
    first = " You are the first." if done.number == 1 else ""
    found.add(
        "completes",
        "",
        6.0 + gain,
        "It completes your trail: your score rises by {gain} points at once." + first,
        {"gain": str(gain)},
        gain=gain,
        first=done.number == 1,
    )


def _points(found: Claims[Position]) -> None:
    """What scores change at once."""
    line = found.line
    if any(isinstance(fact, TrailCompleted) for fact in line.facts):
        return
    before, after = line.before.scores(), line.after.scores()
    for who in range(line.before.game.seats):
        change = after[who] - before[who]
        if not change:
            continue
        changed = [fact for fact in line.facts if isinstance(fact, LineChanged) and fact.seat == who]
        sets = any(fact.line in ("wildlife", "scenery") and fact.gain > 0 for fact in changed)
        mine = who == line.me
        unit = "point" if abs(change) == 1 else "points"
        says = f"It {'brings' if change > 0 else 'costs'} {{who}} {{sum}} {unit}" + (
            ", with a set of three." if sets and change > 0 else "."
        )
        found.add(
            "points",
            str(who),
            float(change if mine else -change),
            says,
            {"who": "you" if mine else seat(who), "sum": str(abs(change))},
            who=who,
            change=change,
        )


def _nearer(found: Claims[Position]) -> None:
    """How far the own trail is from its Goal."""
    line, s, t = found.line, found.line.before, found.line.after
    was, now = cards_left(s, line.me), cards_left(t, line.me)
    if was == now:
        return
    laid = [fact for fact in line.facts if isinstance(fact, TrailLaid)]
    opened = any(isinstance(fact, (ObstacleRemoved, WayOpened)) for fact in line.facts)
    spots = tuple(spot for fact in laid for spot in fact.spots)
    worth = 1.6 * ((WALLED if was is None else was) - (WALLED if now is None else now))
    if now is None:
        found.add("nearer", "", worth, "It takes your own last way to the Goal.", was=was, now=now)
    elif was is None:
        found.add(
            "nearer",
            "",
            worth,
            "It opens a way again: your trail is then {now} from the Goal.",
            {"now": cards(now)},
            spots,
            was=was,
            now=now,
        )
    elif now:
        says = "Your trail is then {now} from the Goal instead of {short}."
        last = sorted(claims_cards.onward(t, line.me)) if now == 1 else []
        if opened:
            says = "It opens the short way: your trail is then {now} from the Goal instead of {short}."
        elif last:
            says = "Your trail is then {now} from the Goal, and you hold {cards}, which completes it."
        parts = {"now": cards(now), "short": str(was), "cards": claims_cards.either(t, last)}
        found.add("nearer", "", worth, says, parts, spots, was=was, now=now, last=[] if opened else last)


def _hinders(found: Claims[Position]) -> None:
    """What obstacles do to another's way."""
    line, s, t = found.line, found.line.before, found.line.after
    hindered: set[str] = set()
    for fact in line.facts:
        if not isinstance(fact, ObstacleLaid) or str(fact.area) in hindered:
            continue
        hindered.add(str(fact.area))
        was, now = cards_left(s, fact.area), cards_left(t, fact.area)
        if was == now or was is None:
            continue
        walled = any(isinstance(one, WayClosed) and one.seat == fact.area for one in line.facts)
        worth = 1.2 * ((WALLED if now is None else now) - was)
        says = "{who} then needs {now} to the Goal instead of {short}."
        if walled or now is None:
            says = "It walls {who} in: only a Ranger opens a way to the Goal again."
        found.add(
            "hinders",
            str(fact.area),
            worth,
            says,
            {"who": seat(fact.area), "now": cards(now or 0), "short": str(was)},
            fact.spots,
            who=fact.area,
            was=was,
            now=now,
        )


def ways(s: Position, seat_: int) -> int:
    """In how many places some kind of Trail card, laid as terrain asks, brings a trail nearer to its Goal."""
    left = cards_left(s, seat_)
    if not left or not s.has_begun(seat_):
        return 0
    begun = claims_cards.turn_of(claims_cards.with_all_trail_cards(s, seat_), seat_)
    found: set[str] = set()
    for code in begun.legal():
        line = s.game.text(code).split()
        if line[0] == "trail" and line[2] not in found:
            after = copied(begun)
            after.apply(code)
            then = cards_left(after, seat_)
            if then is not None and then < left:
                found.add(line[2])
    return len(found)


def _ways(found: Claims[Position]) -> None:
    """In how many places trails can come nearer, where they are as far as before."""
    line, s, t = found.line, found.line.before, found.line.after
    for who in range(s.game.seats):
        was, now = ways(s, who), ways(t, who)
        if was == now or not was or not now or (who != line.me and cards_left(s, who) != cards_left(t, who)):
            continue
        places = "place" if now == 1 else "places"
        if who == line.me:
            found.add(
                "ways",
                str(who),
                0.3 * now,
                f"Your trail can then come nearer to the Goal in {{now}} {places}.",
                {"now": str(now)},
                who=who,
                now=now,
            )
        else:
            found.add(
                "ways",
                str(who),
                0.5 * (was - now),
                f"{{who}} can then come nearer to the Goal in {{now}} {places} instead of {{was}}.",
                {"who": seat(who), "now": str(now), "was": str(was)},
                who=who,
                now=now,
                was=was,
            )


def _sets(found: Claims[Position]) -> None:
    """The second of three that bring points together."""
    line, t = found.line, found.line.after
    for which, name in enumerate(SETS):
        laid = [fact for fact in line.facts if isinstance(fact, SideLaid) and fact.area == line.me and fact.set == name]
        if laid and (t.active_in(line.me, which) + 1) % t.board.set_size == 0:
            points = int(t.board.set_points[which])
            found.add(
                "set",
                name,
                0.8,
                "One more {set} side in your area then makes a set, for {points} points.",
                {"set": name, "points": str(points)},
                laid[0].spots,
                points=points,
            )


def cards(n: int) -> str:
    """A number of cards in words: "1 card", "2 cards"."""
    return f"{n} card" if n == 1 else f"{n} cards"


def about(sight: Sight[Position]) -> list[Words]:
    """What is decided now and what is usually good."""
    s = sight.state
    said = [words(one) for one in ABOUT.get(str(s.view(sight.seat)["phase"]), ())]
    if s.phase == PLAY and sight.seat is not None and 0 <= sight.seat < s.seats:
        left = cards_left(s, sight.seat)
        if left and s.has_begun(sight.seat):
            said.append(
                words(
                    "Your trail needs {n} at least to reach the Goal, and can go on in {m} places.",
                    n=cards(left),
                    m=str(len(open_cells(s, sight.seat))),
                )
            )
    return said


ABOUT = {
    "play": (
        "You may play up to two cards, or discard up to two, or do nothing.",
        "Whoever completes the trail first gets 5 points, and a trail that is not completed counts nothing: "
        "first of all, get on.",
        "Obstacles are for a rival who is about to arrive; improvements for places that your trail does not need.",
    ),
    "draw": (
        "You draw up to five cards, from the display or the deck.",
        "Take a face-up card that your trail can go on with. Else draw from the deck: the others don't see "
        "what you get.",
    ),
}
