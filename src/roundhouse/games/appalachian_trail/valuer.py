"""What a position of Appalachian Trail is worth: points that lie there, and how surely trails arrive."""
from __future__ import annotations

from math import exp
from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, WORD, lowest
from roundhouse.engine.contract import NOBODY, State
from roundhouse.engine.value import Valuer
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, NOWHERE, WORDS
from roundhouse.games.appalachian_trail.position import PLAY, SETUP, Position
from roundhouse.games.appalachian_trail.valuer_trails import MOST_SEATS, Trails
from roundhouse.games.appalachian_trail.valuer_ways import DETOUR, Ways

# Weights, in the order of the file.
MISS: Final = 0           # cards of delay for each card of the way that the hand can't lay
FRESH: Final = 1          # cards of delay that a card still to be drawn this turn may save
LAST: Final = 2           # cards that the last one counts for more while it is not in hand: it must fit on both sides
RACE: Final = 3           # rounds by which a lead in the race to be first is measured
YIELD: Final = 4          # cards of the way that a Trail card still to be drawn stands for
SURE: Final = 5           # how fast arriving grows certain with each card more than are missing
HELD: Final = 6           # what an improvement in hand is worth, of what it brings when laid
SET: Final = 7            # points for two thirds of a set of wildlife or scenery
GAIN: Final = 8           # points a round that a player makes who has arrived while others have not
WALL: Final = 9           # cards of doubt about arriving when a trail has but two cells to go on and obstacles may come
SPREAD_NOW: Final = 10    # how far guesses are off at the end
SPREAD_ROUND: Final = 11  # and how much more for each round that the deck may last

FAR: Final[i64] = 30             # cards to a Goal that no way leads to any more
OPENING: Final[i64] = 5          # cards of delay for who is walled in and has no Ranger
CLOSE: Final = 1.5               # cards by which a lead in length or in the longest run is measured
MOST_ROUNDS: Final = 6.0         # rounds after which nothing can be foreseen


class AppalachianTrailValuer(Valuer):
    """The value function of Appalachian Trail; its weights are named above."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        # Notes on the position at hand, kept so that an estimate allocates nothing.
        self.need: vec[float] = vec[float]([0.0] * MOST_SEATS)      # cards to lay, with delays
        self.missing: vec[float] = vec[float]([0.0] * MOST_SEATS)   # of these, cards not in hand
        self.time: vec[float] = vec[float]([0.0] * MOST_SEATS)      # rounds until the trail arrives
        self.sure: vec[float] = vec[float]([0.0] * MOST_SEATS)      # the chance that it does
        self.exits: vec[float] = vec[float]([1.0] * MOST_SEATS)     # cells where the trail can go on
        self.length: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.run: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.trails = Trails()
        self.ways = Ways()

    def estimate(self, state: State) -> vec[float]:
        """The expected final score of each seat, 0 in set-up, and last the standard deviation of such guesses."""
        s = cast(Position, state)
        seats = s.seats
        weights = self.weights
        guess = vec[float](capacity=seats + 1)
        if s.phase == SETUP:
            for _ in range(seats):
                guess = append(guess, 0.0)
            return append(guess, weights[SPREAD_NOW] + weights[SPREAD_ROUND] * MOST_ROUNDS)
        rounds = self._measure(s)
        late = rounds / 3.0 if rounds < 3.0 else 1.0
        for seat in range(seats):
            guess = append(guess, self._sided(s, seat, late) + self._arrival(s, seat, rounds))
        self._add_first(s, guess)
        self._add_longest(s, guess)
        # By the deck and not by the race: else who is ahead would pass to make the end look near.
        turns = float(s.size[s.deck]) / float(s.board.cards_per_turn * seats)
        return append(guess, weights[SPREAD_NOW] + weights[SPREAD_ROUND] * turns)

    # ---- points ------------------------------------------------------------------------------------------------------

    def _sided(self, s: Position, seat: i64, late: float) -> float:
        """AT-SCO-6 to AT-SCO-8: active sides and sets, sets that may yet be filled, and improvements in hand."""
        board = s.board
        value = float(self.trails.points[seat])
        for which in range(2):
            have = self.trails.sets[seat * 2 + which]
            value += float(board.set_score(which, have))
            part = have % board.set_size
            value += late * self.weights[SET] * float(part * part) / 4.0
        held = s.has[seat] & board.sided_kinds
        extra: float = 0.0
        while held:
            card = lowest(held) - board.first_sided
            held &= held - 1
            extra += 0.5 + float(board.side_points[IMPROVEMENT * board.sided + card])
        if s.has[seat] & BIT[board.ranger]:
            extra += 0.5
        return value + late * self.weights[HELD] * extra

    def _arrival(self, s: Position, seat: i64, rounds: float) -> float:
        """AT-SCO-2, AT-SCO-3: the trail's cards, or the loss without; and what the others' delay gives who is there."""
        board = s.board
        sure = self.sure[seat]
        value = sure * float(board.per_card) * self.length[seat] + (1.0 - sure) * float(board.not_completed)
        if s.has_completed(seat):
            value += self.weights[GAIN] * (rounds if rounds < 4.0 else 4.0)
        return value

    def _add_first(self, s: Position, guess: vec[float]) -> None:
        """AT-SCO-1: to who was first, or shared out by who is ahead in the race."""
        prize = float(s.board.first_to_complete)
        if len(s.completed):
            guess[s.completed[0]] += prize
            return
        total: float = 0.0
        for seat in range(s.seats):
            total += self.sure[seat] * exp(-self.time[seat] / self.weights[RACE])
        for seat in range(s.seats):
            guess[seat] += prize * self.sure[seat] * exp(-self.time[seat] / self.weights[RACE]) / (total + 1e-9)

    def _add_longest(self, s: Position, guess: vec[float]) -> None:
        """AT-SCO-4, AT-SCO-5: the chance that no other that arrives has more."""
        board = s.board
        for seat in range(s.seats):
            longest = self.sure[seat]
            widest = self.sure[seat]
            for other in range(s.seats):
                if other != seat:
                    longest *= 1.0 - self.sure[other] * self._beats(self.length[other] - self.length[seat])
                    widest *= 1.0 - self.sure[other] * self._beats(self.run[other] - self.run[seat])
            guess[seat] += float(board.longest_trail) * longest + float(board.longest_terrain) * widest

    def _beats(self, lead: float) -> float:
        """A tie does no harm, so it takes a lead of half a card to be as likely as not ahead."""
        return 1.0 / (1.0 + exp((0.5 - lead) / CLOSE))

    # ---- trails ------------------------------------------------------------------------------------------------------

    def _measure(self, s: Position) -> float:
        """All that is to be known of each seat's trail; how many rounds are likely to come."""
        self.trails.look_around(s)
        rounds: float = 0.0
        coming = self._coming(s)
        unlaid = self._unlaid(s)
        for seat in range(s.seats):
            if s.has_completed(seat):
                self.sure[seat] = 1.0
                self.time[seat] = 0.0
                self.trails.prune(s.board, seat, 0, 0)
                self.length[seat] = float(self.trails.cards(seat))
                self.run[seat] = float(self.trails.longest_run(s, seat))
                continue
            self._plan(s, seat)
            self.run[seat] = float(self.trails.longest_run(s, seat)) + 0.2 * self.need[seat]
            margin = self.weights[YIELD] * coming - self.missing[seat] - self._walling(unlaid, seat)
            self.sure[seat] = 1.0 / (1.0 + exp(-1.0 - self.weights[SURE] * margin))
            self.time[seat] = self._rounds(s, seat)
            if self.time[seat] > rounds:
                rounds = self.time[seat]
        return rounds if rounds < MOST_ROUNDS else MOST_ROUNDS

    def _coming(self, s: Position) -> float:
        """Trail cards that a player may still draw."""
        board = s.board
        cards: i64 = 0
        for kind in range(board.first_sided):
            cards += i64(s.piles[s.deck * board.kinds + kind]) + i64(s.piles[s.display * board.kinds + kind])
        return float(cards) / float(s.seats)

    def _walling(self, unlaid: float, seat: i64) -> float:
        """The fear of being walled in. Two obstacles can be laid in a turn, so it falls fast from the third cell on."""
        return self.weights[WALL] * unlaid * 4.0 / (self.exits[seat] * self.exits[seat])

    def _unlaid(self, s: Position) -> float:
        """Of the two-sided cards, the part that is still to come."""
        left: i64 = 0
        for card in range(s.board.sided):
            if s.spot[card] == NOWHERE:
                left += 1
        return float(left) / float(s.board.sided)

    def _rounds(self, s: Position, seat: i64) -> float:
        """The rounds until that seat has laid what it needs. Cards it may still use this turn come for nothing."""
        board = s.board
        waits = seat - s.turn
        if waits < 0:
            waits += s.seats
        slots = board.cards_per_turn
        if waits == 0 and (s.phase != PLAY or (s.used and s.discarding)):
            waits = s.seats
        elif waits == 0:
            slots -= s.used
        time = float(waits) / float(s.seats) + (self.need[seat] - float(slots)) / float(board.cards_per_turn)
        return time if time > 0.0 else 0.0

    # ---- the way to the Goal -----------------------------------------------------------------------------------------

    def _plan(self, s: Position, seat: i64) -> None:
        """How many cards are needed, how many of them are not in hand, and how long the trail will be."""
        board = s.board
        weights = self.weights
        far = self.ways.flood(s, seat, False)
        chosen = far
        if far == 0:
            far = self.ways.flood(s, seat, True)
            delay: i64 = 1 if s.has[seat] & BIT[board.ranger] else OPENING
            chosen = far + delay if far else FAR
            missing = float(chosen) + weights[LAST]
            need = float(chosen) + weights[MISS] * missing
        else:
            trail_cards = self.ways.take_up(s, seat)
            last = weights[LAST] * (0.5 if self.ways.holds_goal(s, seat) else 1.0)
            missing = self.ways.missing(s, seat, far, trail_cards, last)
            need = float(far) + weights[MISS] * missing
            if missing > 0.0:
                for longer in range(far + 1, far + 1 + DETOUR):
                    misses = self.ways.missing(s, seat, longer, trail_cards, last)
                    if float(longer) + weights[MISS] * misses < need:
                        need = float(longer) + weights[MISS] * misses
                        missing = misses
                        chosen = longer
        exits = self.ways.exits()
        # AT-OBS-1: nothing can be laid beside a trail not begun, and its first card will have three neighbours.
        self.exits[seat] = 3.0 if not s.has_begun(seat) else float(exits) if exits else 1.0
        if s.size[s.deck] + s.size[s.display]:
            need -= weights[FRESH] * float(board.hand_size - s.size[seat])
        self.need[seat] = need
        self.missing[seat] = missing
        tips0: i64 = 0
        tips1: i64 = 0
        if far and chosen < FAR:
            for w in range(WORDS):
                bits = self.ways.layer[(chosen if chosen < far + DETOUR else far) * 2 + w] & self.ways.front[w]
                while bits:
                    cell = w * WORD + lowest(bits)
                    bits &= bits - 1
                    tips0 |= board.near[cell * WORDS]
                    tips1 |= board.near[cell * WORDS + 1]
        self.trails.prune(board, seat, tips0, tips1)
        self.length[seat] = float(self.trails.cards(seat) + chosen)

    # ---- what is worth looking at ------------------------------------------------------------------------------------

    def worth_a_look(self, state: State, legal: vec[i64] | None = None) -> vec[i64]:
        """Improvements on the one cell that is least in the way, obstacles where they are most in it; all else."""
        s = cast(Position, state)
        listed: vec[i64] = state.legal() if legal is None else legal
        board = s.board
        if s.phase != PLAY or s.has[s.turn] & board.sided_kinds == 0:
            return listed
        codes = vec[i64](capacity=len(listed))
        aside = self._farthest(s, s.turn, s.flanks)
        aside_there: i64 = NOWHERE
        victim: i64 = NOBODY
        worst: i64 = 0
        for code in listed:
            if code < board.improve_code or code >= board.trail_code:
                codes = append(codes, code)
            elif code < board.obstacle_code:
                if (code - board.improve_code) % board.cells == aside:
                    codes = append(codes, code)
            else:
                seat = (code - board.obstacle_code) // (board.sided * board.cells)
                if seat != victim:
                    victim = seat
                    worst = 0 if s.has_completed(seat) else self.ways.flood(s, seat, False)
                    aside_there = self._farthest(s, seat, s.reach)
                cell = (code - board.obstacle_code) % board.cells
                if cell == aside_there or (worst and self.ways.within(cell, worst, worst + 1)):
                    codes = append(codes, code)
        return codes

    def _farthest(self, s: Position, seat: i64, where: vec[i64]) -> i64:
        """The empty cell of a set that is farthest from the Goal as the crow flies: cells are numbered by columns."""
        for w in range(WORDS):
            bits = where[seat * WORDS + w] & s.empty[seat * WORDS + w]
            if bits:
                return w * WORD + lowest(bits)
        return NOWHERE


def make(weights: list[float]) -> Valuer:
    """The value function with those weights."""
    return AppalachianTrailValuer(weights)
