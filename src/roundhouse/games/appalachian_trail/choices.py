"""What the seat to act may do in Appalachian Trail, each told before it is done, from the facts that it would make."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from roundhouse.engine.facts import Fact
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE
from roundhouse.games.appalachian_trail.card_texts import cards, kind_name, kind_words, side_name, side_words, sided
from roundhouse.games.appalachian_trail.cards import GLOW, INK, page, use
from roundhouse.games.appalachian_trail.facts import (
    CardDemanded,
    CardDiscarded,
    CardTaken,
    DeckDrawn,
    Ended,
    ImprovementLaid,
    LineChanged,
    ObstacleLaid,
    ObstacleRemoved,
    SideLaid,
    TrailCompleted,
    TrailLaid,
    WayClosed,
    WayOpened,
    display_spot,
    spot,
)
from roundhouse.games.appalachian_trail.map import areas, inside
from roundhouse.games.appalachian_trail.pieces import DECK
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from roundhouse.games.appalachian_trail.table import card_spot
from roundhouse.games.drawn import Choice
from roundhouse.games.markup import Markup, tag
from roundhouse.games.sight import Sight
from roundhouse.games.words import Part, Span, Words, amount, joined, seat, words

DONE = "Done"
FAR = 99        # where no way leads to the Goal

RULES: Mapping[str, str] = {
    "trail": "AT-TRL-3", "obstacle": "AT-OBS-1", "improve": "AT-IMP-1", "ranger": "AT-RNG-1", "discard": "AT-DIS-1",
    "done": "AT-TURN-3", "take": "AT-DRW-1", "draw": "AT-DRW-1",
}


def bid_note(sight: Sight[AppalachianTrailState], amount: int) -> Words:
    """There is nothing to bid for in this game."""
    return ()


def choices(sight: Sight[AppalachianTrailState]) -> list[Choice]:
    """Cards that can be laid stand first, and within a group what brings most."""
    if not sight.acts:
        return []
    teller = Teller(sight)
    told = [teller.one(int(code)) for code in reversed(list(sight.state.legal()))]
    groups = list(dict.fromkeys(choice.group for choice in told))
    if sight.state.used and DONE in groups:     # once a card is played, to stop is as likely as to go on
        groups.insert(0, DONE)
    return sorted(told, key=lambda choice: (groups.index(choice.group), teller.rank.get(choice.code, 0)))


class Teller:
    """Tells choices; what they have in common is looked up once for all of them."""

    def __init__(self, sight: Sight[AppalachianTrailState]) -> None:
        self.state = sight.state
        self.board = sight.state.board
        self.me = int(sight.state.to_act)
        self.rank: dict[int, int] = {}      # by code: what comes first within its group is lowest
        self.transforms = {area.seat: area.transform for area in areas(sight.state, sight.seat)}

    def one(self, code: int) -> Choice:
        facts = self.state.copy().tell(code)
        line = self.state.game.text(code)
        fact = facts[0]
        match fact:
            case TrailLaid():
                return self._trail(code, line, fact, facts)
            case ObstacleLaid() | ImprovementLaid():
                return self._side(code, line, fact, facts)
            case ObstacleRemoved():
                return self._ranger(code, line, fact, facts)
            case CardDiscarded():
                return self._discard(code, line, fact, facts)
            case CardTaken():
                name, told = self._called(fact.card)
                label, effect = words("Take {card}", card=name), words("{card}; the others see it", card=told)
                return Choice(code, line, "Draw", label, effect, (display_spot(fact.card),), kind="trade")
            case DeckDrawn():
                effect = words("one of {cards}, unseen", cards=cards(int(self.state.size[self.state.deck])))
                return Choice(code, line, "Draw", words("From the deck"), effect, (DECK,), kind="trade")
        return self._done(code, line, facts)

    # ---- cards laid and lifted ---------------------------------------------------------------------------------------

    def _trail(self, code: int, line: str, fact: TrailLaid, facts: Sequence[Fact]) -> Choice:
        turned = "" if fact.card == fact.laid else " turned"
        label = words("{card}{turned} on {cell}", card=fact.card, turned=turned, cell=fact.cell)
        self.rank[code] = -gained(facts, self.me) if self.state.has_completed(self.me) else fact.missing or FAR
        if any(isinstance(other, TrailCompleted) for other in facts):
            self.rank[code] = -1
        preview = self._preview(self.me, fact.cell, f"at-card-{self.board.laid_names.index(fact.laid)}")
        effect = self._then(facts, self._way_on(fact, facts))
        where, by = (spot(self.me, fact.cell),), (card_spot(fact.card),)
        return Choice(code, line, f"Lay {fact.card}", label, effect, where, preview, by, "lay")

    def _way_on(self, fact: TrailLaid, facts: Sequence[Fact]) -> Words:
        gain = points(gained(facts, self.me))
        for other in facts:
            if isinstance(other, TrailCompleted):
                first = ", the first" if other.number == 1 else ""
                return words("completes your trail{first}: {gain}", first=first, gain=gain)
        if self.state.has_completed(self.me):
            grows = gained(facts, self.me) > 0
            return words("{gain}: your continuous trail" if grows else "no points: not on your continuous trail",
                         gain=gain)
        beside = "does not match the Goal; " if fact.beside_goal else ""
        if not fact.missing:
            return words("{beside}no way leads to the Goal from here", beside=beside)
        return words("{beside}{missing} more to the Goal from here, at least", beside=beside,
                     missing=amount(fact.missing))

    def _side(self, code: int, line: str, fact: SideLaid, facts: Sequence[Fact]) -> Choice:
        own = fact.area == self.me
        who: Part = "you" if own else seat(fact.area)
        side = IMPROVEMENT if isinstance(fact, ImprovementLaid) else OBSTACLE
        card, size = sided(self.board, fact.card), int(self.board.set_size)
        effect = words(
            "{gain} for {who}; {set} {count} of {size}", gain=points(gained(facts, fact.area)), who=who, set=fact.set,
            count=(fact.count - 1) % size + 1, size=size,
        )
        if any(isinstance(other, WayClosed) for other in facts):
            effect += words("; takes {whose} last way to the Goal", whose="your" if own else "the")
        label = words("{side} on {cell}", side=side_name(self.board, card, side), cell=fact.cell)
        group = "Improve your trail" if own else f"Put an obstacle before {self._opponent(fact.area)}"
        preview = self._preview(fact.area, fact.cell, f"at-side-{side * int(self.board.sided) + card}")
        where, by = (spot(fact.area, fact.cell),), (card_spot(fact.card),)
        told, kind = self._then(facts, effect, fact.area), "grow" if own else "hinder"
        return Choice(code, line, group, label, told, where, preview, by, kind)

    def _opponent(self, area: int) -> str:
        """AT-SET-4: whoever that is, as seen from one's own seat."""
        if self.state.game.seats == 2:
            return "your opponent"
        return f"the player on your {'left' if area == self.state.left_of(self.me) else 'right'}"

    def _ranger(self, code: int, line: str, fact: ObstacleRemoved, facts: Sequence[Fact]) -> Choice:
        away = side_words(self.board, sided(self.board, fact.card), OBSTACLE)
        effect = words("{gain}: takes away {away}", gain=points(gained(facts, self.me)), away=away)
        if any(isinstance(other, WayOpened) for other in facts):
            effect += words("; opens a way to the Goal")
        label, told = words("to {cell}", cell=fact.cell), self._then(facts, effect)
        where, by = (spot(self.me, fact.cell),), (card_spot("ranger"),)
        return Choice(code, line, "Call a Ranger", label, told, where, by=by, kind="grow")

    def _preview(self, area: int, cell: str, symbol: str) -> Markup:
        x, y = inside(self.board.places[self.board.ids.index(cell)])
        card = tag("g", page(GLOW, stroke=GLOW, stroke_width=12), use(symbol), transform=f"translate({x} {y})")
        return tag("g", card, class_="preview", fill=INK, transform=self.transforms[area])

    # ---- the other choices -------------------------------------------------------------------------------------------

    def _discard(self, code: int, line: str, fact: CardDiscarded, facts: Sequence[Fact]) -> Choice:
        name, told = self._called(fact.card)
        effect = words("{card}; out of the game, and you play no card this turn", card=told)
        group = "Discard: a card has to be used" if self.state.must_use() else "Discard instead"
        label, by = words("Discard {card}", card=name), (card_spot(fact.card),)
        return Choice(code, line, group, label, self._then(facts, effect), by=by, kind="trade")

    def _done(self, code: int, line: str, facts: Sequence[Fact]) -> Choice:
        """AT-DRW-1, AT-END-3: what follows when no more cards are used."""
        label = words("Done with playing" if self.state.used else "Use no card")
        missing = int(self.board.hand_size - self.state.size[self.me])
        draws = words("you then draw {cards}", cards=cards(missing) if missing > 0 else "none")
        over = any(isinstance(fact, Ended) for fact in facts)
        return Choice(code, line, DONE, label, self._then(facts, () if over else draws), kind="leave")

    def _called(self, card: str) -> tuple[str, str]:
        """A card in short, and as it is read out."""
        kind = self.board.names.index(card)
        return kind_name(self.board, kind), kind_words(self.board, kind)

    def _then(self, facts: Sequence[Fact], effect: Words, told: int | None = None) -> Words:
        """An effect with what else follows: for other scores, for who comes next, and whether the game ends."""
        more = [
            words("{gain} for {who}", gain=points(gained(facts, other)), who=seat(other))
            for other in range(self.state.game.seats)
            if other not in (self.me, told) and gained(facts, other)
        ]
        more += [words("{who} then has to use a card", who=seat(fact.seat)) for fact in facts
                 if isinstance(fact, CardDemanded)]
        if any(isinstance(fact, Ended) for fact in facts):
            more.append(words("the game is over then"))
        return joined([part for part in (effect, *more) if part], "; ")


def gained(facts: Sequence[Fact], who: int) -> int:
    """By how much what a seat would score changes."""
    return sum(fact.gain for fact in facts if isinstance(fact, LineChanged) and fact.seat == who)


def points(n: int) -> Span:
    """A change in points; nothing gained has no sign."""
    return amount(n, "points", signed=n != 0)
