"""What the seat to act may do in Appalachian Trail, each told before it is done, from the facts that it would make."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from roundhouse.engine.facts import Fact
from roundhouse.games.appalachian_trail import facts
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE
from roundhouse.games.appalachian_trail.cards import GLOW, page, use
from roundhouse.games.appalachian_trail.facts import DISPLAY_SPOT
from roundhouse.games.appalachian_trail.map import areas, inside
from roundhouse.games.appalachian_trail.pieces import DECK
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from roundhouse.games.appalachian_trail.things import sided, things
from roundhouse.games.drawn import Choice
from roundhouse.games.kit.choices import moves
from roundhouse.games.kit.messages import message
from roundhouse.games.kit.telling import Told
from roundhouse.games.livery import INK
from roundhouse.games.markup import NOTHING, Markup, tag
from roundhouse.games.sight import Sight
from roundhouse.games.words import Words, amount, joined, seat, words

DONE, DISCARD = facts.PlayEnded.offers[0], "Discard: a card has to be used"
OPPONENTS = {"one": "Put an obstacle before your opponent", "left": "Put an obstacle before the player on your left",
             "right": "Put an obstacle before the player on your right"}
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
    teller = Teller(sight)
    told = [teller.one(code) for code in reversed(moves(sight))]
    groups = list(dict.fromkeys(choice.group for choice in told))
    if sight.state.used and DONE in groups:     # once a card is played, to stop is as likely as to go on
        groups.insert(0, DONE)
    return sorted(told, key=lambda choice: (groups.index(choice.group), teller.rank.get(choice.code, 0)))


class Teller:
    """Tells choices; what they have in common is looked up once for all of them."""

    def __init__(self, sight: Sight[AppalachianTrailState]) -> None:
        self.state = sight.state
        self.board = sight.state.board
        self.things = things(self.board)
        self.me = int(sight.state.to_act)
        self.rank: dict[int, int] = {}      # by code: what comes first within its group is lowest
        self.areas = {area.seat: area for area in areas(sight.state, sight.seat)}

    def one(self, code: int) -> Choice:
        """The choice of that code, with its effect and its preview; a Trail card is ranked within its group too."""
        told = self.state.copy().tell(code)
        done = told[0]
        assert isinstance(done, Told)
        concerned = done.area if isinstance(done, facts.SideLaid) else self.me
        effect = joined([*self._effects(done, told), *self._then(told, concerned)], "; ")
        choice = done.choice(code, self.state.game.text(code), effect, self.things, self._preview(done))
        match done:
            case facts.TrailLaid():
                self.rank[code] = self._rank(done, told)
            case facts.ObstacleLaid():
                return replace(choice, group=self._before_whom(done.area))
            case facts.CardDiscarded() if self.state.must_use():
                return replace(choice, group=DISCARD)
            case facts.CardTaken():
                return replace(choice, spots=(DISPLAY_SPOT.format(done.card),))
            case facts.DeckDrawn():
                return replace(choice, spots=(DECK,))
        return choice

    def _before_whom(self, area: int) -> str:
        """AT-SET-4: whoever that is, as seen from one's own seat."""
        if self.state.game.seats == 2:
            return OPPONENTS["one"]
        return OPPONENTS["left" if area == self.state.left_of(self.me) else "right"]

    def _rank(self, laid: facts.TrailLaid, told: Sequence[Fact]) -> int:
        """The last card first; then the shortest way to the Goal, or what brings most."""
        if any(isinstance(fact, facts.TrailCompleted) for fact in told):
            return -1
        return -gained(told, self.me) if self.state.has_completed(self.me) else laid.missing or FAR

    def _preview(self, done: Told) -> Markup:
        """The card where it would lie."""
        match done:
            case facts.TrailLaid():
                return self._lying(self.me, done.cell, self.things.cards[done.laid][1:])
            case facts.SideLaid():
                side = OBSTACLE if isinstance(done, facts.ObstacleLaid) else IMPROVEMENT
                symbol = f"at-side-{side * int(self.board.sided) + sided(self.board, done.card)}"
                return self._lying(done.area, done.cell, symbol)
        return NOTHING

    def _lying(self, area: int, cell: str, symbol: str) -> Markup:
        x, y = inside(self.board.places[self.board.ids.index(cell)])
        card = tag("g", page(GLOW, stroke=GLOW, stroke_width=12), use(symbol), transform=f"translate({x} {y})")
        held = self.areas[area]
        return held.placed(tag("g", card, class_="preview", fill=INK, transform=held.transform))

    # ---- what each does, a clause for each effect --------------------------------------------------------------------

    def _effects(self, done: Told, told: Sequence[Fact]) -> list[Words]:
        match done:
            case facts.TrailLaid():
                return self._way_on(done, told)
            case facts.SideLaid():
                return self._side(done, told)
            case facts.ObstacleRemoved():
                gain = words("{gain}: takes away {what}", gain=points(gained(told, self.me)),
                             what=message(done, "{what} {points}", self.things))
                opens = any(isinstance(fact, facts.WayOpened) for fact in told)
                return [gain, words("opens a way to the Goal")] if opens else [gain]
            case facts.CardDiscarded():
                return [message(done, "{card:full}", self.things), words("out of the game"),
                        words("you play no card this turn")]
            case facts.CardTaken():
                return [message(done, "{card:full}", self.things), words("the others see it")]
            case facts.DeckDrawn():
                return [words("one of {left|# card|# cards}, unseen", left=int(self.state.size[self.state.deck]))]
        return self._done(told)

    def _way_on(self, laid: facts.TrailLaid, told: Sequence[Fact]) -> list[Words]:
        gain = points(gained(told, self.me))
        completed = next((fact for fact in told if isinstance(fact, facts.TrailCompleted)), None)
        if completed:
            return [words(COMPLETES[completed.number == 1], gain=gain)]
        if self.state.has_completed(self.me):
            return [words(GROWS[gained(told, self.me) > 0], gain=gain)]
        way = words(WAY_ON[laid.missing > 0], missing=amount(laid.missing))
        return [words("does not match the Goal"), way] if laid.beside_goal else [way]

    def _side(self, laid: facts.SideLaid, told: Sequence[Fact]) -> list[Words]:
        size = int(self.board.set_size)
        gain = points(gained(told, laid.area))
        gains = words("{gain} for you", gain=gain) if laid.area == self.me else words(
            "{gain} for {whom}", gain=gain, whom=seat(laid.area))
        found = [gains, words("{set} {count} of {size}", set=laid.set, count=(laid.count - 1) % size + 1, size=size)]
        if any(isinstance(fact, facts.WayClosed) for fact in told):
            found.append(words(CLOSES[laid.area == self.me]))
        return found

    def _done(self, told: Sequence[Fact]) -> list[Words]:
        """AT-DRW-1, AT-END-3: what follows when no more cards are used."""
        if any(isinstance(fact, facts.Ended) for fact in told):
            return []
        missing = int(self.board.hand_size - self.state.size[self.me])
        return [words("you then draw {missing|# card|# cards}" if missing > 0 else "you then draw none",
                      missing=missing)]

    def _then(self, told: Sequence[Fact], concerned: int) -> list[Words]:
        """What else follows: for other scores, for who comes next, and whether the game ends."""
        found = [
            words("{gain} for {who}", gain=points(gained(told, other)), who=seat(other))
            for other in range(self.state.game.seats)
            if other not in (self.me, concerned) and gained(told, other)
        ]
        found += [words("{who} then has to use a card", who=seat(fact.seat)) for fact in told
                  if isinstance(fact, facts.CardDemanded)]
        if any(isinstance(fact, facts.Ended) for fact in told):
            found.append(words("the game is over then"))
        return found


COMPLETES = ("completes your trail: {gain}", "completes your trail, the first: {gain}")
GROWS = ("no points: not on your continuous trail", "{gain}: your continuous trail")
WAY_ON = ("no way leads to the Goal from here", "{missing} more to the Goal from here, at least")
CLOSES = ("takes the last way to the Goal", "takes your last way to the Goal")


def gained(told: Sequence[Fact], who: int) -> int:
    """By how much what a seat would score changes."""
    return sum(fact.gain for fact in told if isinstance(fact, facts.LineChanged) and fact.seat == who)


def points(n: int) -> Words:
    """A change in points; nothing gained has no sign."""
    return words("{gain:signed|# point|# points}", gain=n)
