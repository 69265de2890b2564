"""What a position of Appalachian Trail is worth: points that lie there, and how surely trails arrive."""
from __future__ import annotations

from math import exp
from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.bots.value import Valuer
from roundhouse.engine.contract import State
from roundhouse.engine.words import BIT, WORD, count, lowest, zeros
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, NOBODY, NOWHERE, WILDLIFE, WORDS, Board
from roundhouse.games.appalachian_trail.position import PLAY, SETUP, Position

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
DETOUR: Final[i64] = 2           # a way that is so much longer may suit the hand better
CHAIN: Final[i64] = 4            # cards of the hand that are planned ahead, at most
CLOSE: Final = 1.5               # cards by which a lead in length or in the longest run is measured
MOST_SEATS: Final = 4
MOST_CELLS: Final = 120
MOST_ROUNDS: Final = 6.0         # rounds after which nothing can be foreseen


class AppalachianTrailValuer(Valuer):
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
        self.points: vec[i64] = zeros(MOST_SEATS)                   # of active sides
        self.sets: vec[i64] = zeros(MOST_SEATS * 2)                 # seat * 2 + set: how many active sides
        self.trail: vec[i64] = zeros(MOST_SEATS * 2)                # sets of cells by seat
        self.layer: vec[i64] = zeros((MOST_CELLS + 2) * 2)          # k * 2: cells from which k cards lead to the Goal
        self.free: vec[i64] = zeros(2)                              # cells where every terrain fits
        self.next: vec[i64] = zeros(2)                              # the layer after
        self.front: vec[i64] = zeros(2)                             # cells where the trail can go on
        self.held: vec[i64] = zeros(64)                             # by kind: cards in the hand being planned with
        self.way: vec[i64] = zeros(64)                              # ways to lay them
        self.ways: i64 = 0

    def estimate(self, state: State) -> vec[float]:
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
        value = float(self.points[seat])
        for which in range(2):
            have = self.sets[seat * 2 + which]
            full = have // board.set_size
            value += float(full * board.set_points[which])
            part = have - full * board.set_size
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
        self._look_around(s)
        rounds: float = 0.0
        coming = self._coming(s)
        unlaid = self._unlaid(s)
        for seat in range(s.seats):
            if s.has_completed(seat):
                self.sure[seat] = 1.0
                self.time[seat] = 0.0
                self._prune(s.board, seat, 0, 0)
                self.length[seat] = float(count(self.trail[seat * 2]) + count(self.trail[seat * 2 + 1]))
                self.run[seat] = float(self._longest_run(s, seat))
                continue
            self._plan(s, seat)
            self.run[seat] = float(self._longest_run(s, seat)) + 0.2 * self.need[seat]
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

    def _look_around(self, s: Position) -> None:
        """The cells of the trails, and the sides that lie beside them."""
        board = s.board
        for seat in range(s.seats):
            self.points[seat] = 0
            self.sets[seat * 2] = 0
            self.sets[seat * 2 + 1] = 0
            for w in range(WORDS):
                self.trail[seat * 2 + w] = board.whole[w] & ~s.empty[seat * WORDS + w]
            self.trail[seat * 2 + board.word[board.goal]] &= ~board.bit[board.goal]
        for card in range(board.sided):
            spot = s.spot[card]
            if spot == NOWHERE:
                continue
            seat = 0
            while spot >= board.cells:
                spot -= board.cells
                seat += 1
            side = s.active_side(card) * board.sided + card
            self.points[seat] += board.side_points[side]
            self.sets[seat * 2 + (0 if board.side_set[side] == WILDLIFE else 1)] += 1
            self.trail[seat * 2 + board.word[spot]] &= ~board.bit[spot]

    def _prune(self, board: Board, seat: i64, tips0: i64, tips1: i64) -> None:
        """AT-SCO-11: leave out dead ends, though not the tips from which the trail goes on. A ring that hangs on a
        single card is rare enough to be overlooked."""
        keep0 = tips0 | board.near[board.goal * WORDS]
        keep1 = tips1 | board.near[board.goal * WORDS + 1]
        if board.word[board.start] == 0:
            keep0 |= board.bit[board.start]
        else:
            keep1 |= board.bit[board.start]
        pruned = True
        while pruned:
            pruned = False
            for w in range(WORDS):
                bits = self.trail[seat * 2 + w] & ~(keep0 if w == 0 else keep1)
                while bits:
                    cell = w * WORD + lowest(bits)
                    bits &= bits - 1
                    near0 = board.near[cell * WORDS] & self.trail[seat * 2]
                    near1 = board.near[cell * WORDS + 1] & self.trail[seat * 2 + 1]
                    if count(near0) + count(near1) < 2:
                        self.trail[seat * 2 + w] &= ~board.bit[cell]
                        pruned = True

    def _longest_run(self, s: Position, seat: i64) -> i64:
        """AT-SCO-12: the most cards of the trail, as far as it goes, that one terrain joins."""
        board = s.board
        best: i64 = 0
        for terrain in range(board.terrains):
            first0: i64 = 0
            first1: i64 = 0
            second0: i64 = 0
            second1: i64 = 0
            for w in range(WORDS):
                bits = self.trail[seat * 2 + w]
                while bits:
                    cell = w * WORD + lowest(bits)
                    bits &= bits - 1
                    laid = i64(s.laid[seat * board.cells + cell])
                    bit = board.bit[cell]
                    if board.laid_first[laid] == terrain:
                        if w == 0:
                            first0 |= bit
                        else:
                            first1 |= bit
                    if board.laid_second[laid] == terrain:
                        if w == 0:
                            second0 |= bit
                        else:
                            second1 |= bit
            size = self._largest(board, first0, first1, second0, second1)
            if size > best:
                best = size
        return best

    def _largest(self, board: Board, first0: i64, first1: i64, second0: i64, second1: i64) -> i64:
        """The largest group of cards, from where a terrain is the first letter and where it is the second."""
        best: i64 = 0
        while first0 | first1 | second0 | second1:
            group0: i64 = 0
            group1: i64 = 0
            new_f0: i64 = 0
            new_f1: i64 = 0
            new_s0: i64 = 0
            new_s1: i64 = 0
            if first0:
                new_f0 = first0 & -first0
            elif first1:
                new_f1 = first1 & -first1
            elif second0:
                new_s0 = second0 & -second0
            else:
                new_s1 = second1 & -second1
            while new_f0 | new_f1 | new_s0 | new_s1:
                group0 |= new_f0 | new_s0
                group1 |= new_f1 | new_s1
                first0 &= ~new_f0
                first1 &= ~new_f1
                second0 &= ~new_s0
                second1 &= ~new_s1
                to_s0 = new_f0
                to_s1 = new_f1
                while new_f0 | new_f1:
                    cell = lowest(new_f0) if new_f0 else WORD + lowest(new_f1)
                    if new_f0:
                        new_f0 &= new_f0 - 1
                    else:
                        new_f1 &= new_f1 - 1
                    to_s0 |= board.before[cell * WORDS]
                    to_s1 |= board.before[cell * WORDS + 1]
                to_f0 = new_s0
                to_f1 = new_s1
                while new_s0 | new_s1:
                    cell = lowest(new_s0) if new_s0 else WORD + lowest(new_s1)
                    if new_s0:
                        new_s0 &= new_s0 - 1
                    else:
                        new_s1 &= new_s1 - 1
                    to_f0 |= board.after[cell * WORDS]
                    to_f1 |= board.after[cell * WORDS + 1]
                new_f0 = to_f0 & first0
                new_f1 = to_f1 & first1
                new_s0 = to_s0 & second0
                new_s1 = to_s1 & second1
            size = count(group0) + count(group1)
            if size > best:
                best = size
        return best

    # ---- the way to the Goal -----------------------------------------------------------------------------------------

    def _plan(self, s: Position, seat: i64) -> None:
        """How many cards are needed, how many of them are not in hand, and how long the trail will be."""
        board = s.board
        weights = self.weights
        far = self._flood(s, seat, False)
        chosen = far
        if far == 0:
            far = self._flood(s, seat, True)
            delay: i64 = 1 if s.has[seat] & BIT[board.ranger] else OPENING
            chosen = far + delay if far else FAR
            missing = float(chosen) + weights[LAST]
            need = float(chosen) + weights[MISS] * missing
        else:
            trail_cards = self._take_up(s, seat)
            last = weights[LAST] * (0.5 if self._holds_goal(s, seat) else 1.0)
            missing = self._missing(s, seat, far, trail_cards, last)
            need = float(far) + weights[MISS] * missing
            if missing > 0.0:
                for longer in range(far + 1, far + 1 + DETOUR):
                    misses = self._missing(s, seat, longer, trail_cards, last)
                    if float(longer) + weights[MISS] * misses < need:
                        need = float(longer) + weights[MISS] * misses
                        missing = misses
                        chosen = longer
        exits = count(self.front[0]) + count(self.front[1])
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
                bits = self.layer[(chosen if chosen < far + DETOUR else far) * 2 + w] & self.front[w]
                while bits:
                    cell = w * WORD + lowest(bits)
                    bits &= bits - 1
                    tips0 |= board.near[cell * WORDS]
                    tips1 |= board.near[cell * WORDS + 1]
        self._prune(board, seat, tips0, tips1)
        self.length[seat] = float(count(self.trail[seat * 2]) + count(self.trail[seat * 2 + 1]) + chosen)

    def _flood(self, s: Position, seat: i64, through: bool) -> i64:
        """Layers of cells by their distance from the Goal, up to a detour more than where the trail is. How many cards
        the shortest way takes, 0 for none; `through`: as if no obstacle were there."""
        board = s.board
        at = seat * WORDS
        open0 = s.empty[at]
        open1 = s.empty[at + 1]
        self.free[0] = board.whole[0]
        self.free[1] = board.whole[1]
        if board.all_edges:
            first0: i64 = 0
            first1: i64 = 0
            second0: i64 = 0
            second1: i64 = 0
            for terrain in range(board.terrains):
                row = (seat * board.terrains + terrain) * WORDS
                first0 |= s.fits_first[row]
                first1 |= s.fits_first[row + 1]
                second0 |= s.fits_second[row]
                second1 |= s.fits_second[row + 1]
                self.free[0] &= s.fits_first[row] & s.fits_second[row]
                self.free[1] &= s.fits_first[row + 1] & s.fits_second[row + 1]
            open0 &= first0 & second0
            open1 &= first1 & second1
        if through:
            open0 |= s.obstacles[at]
            open1 |= s.obstacles[at + 1]
        if s.has_begun(seat):
            self.front[0] = s.reach[at] & open0
            self.front[1] = s.reach[at + 1] & open1
        else:
            self.front[0] = 0
            self.front[1] = 0
            self.front[board.word[board.start]] = board.bit[board.start]
        new0 = board.near[board.goal * WORDS] & open0
        new1 = board.near[board.goal * WORDS + 1] & open1
        found: i64 = 0
        k: i64 = 1
        while found == 0 or k <= found + DETOUR:
            self.layer[k * 2] = new0
            self.layer[k * 2 + 1] = new1
            open0 &= ~new0
            open1 &= ~new1
            if found == 0:
                if new0 | new1 == 0:
                    return 0
                if (new0 & self.front[0]) | (new1 & self.front[1]):
                    found = k
            self._step(s, seat, new0, new1)
            new0 = self.next[0] & open0
            new1 = self.next[1] & open1
            k += 1
        return found

    def _step(self, s: Position, seat: i64, from0: i64, from1: i64) -> None:
        """The cells from which a card leads to one of these: some terrain must fit on both sides of the edge."""
        board = s.board
        to0: i64 = 0
        to1: i64 = 0
        for w in range(WORDS):
            bits = from0 if w == 0 else from1
            tight = bits & ~self.free[w]
            bits &= self.free[w]
            while bits:
                cell = w * WORD + lowest(bits)
                bits &= bits - 1
                to0 |= board.near[cell * WORDS]
                to1 |= board.near[cell * WORDS + 1]
            while tight:
                at = w * WORD + lowest(tight)
                bit = tight & -tight
                tight ^= bit
                for terrain in range(board.terrains):
                    row = (seat * board.terrains + terrain) * WORDS
                    if s.fits_first[row + w] & bit:
                        to0 |= board.before[at * WORDS] & s.fits_second[row]
                        to1 |= board.before[at * WORDS + 1] & s.fits_second[row + 1]
                    if s.fits_second[row + w] & bit:
                        to0 |= board.after[at * WORDS] & s.fits_first[row]
                        to1 |= board.after[at * WORDS + 1] & s.fits_first[row + 1]
        self.next[0] = to0
        self.next[1] = to1

    def _holds_goal(self, s: Position, seat: i64) -> bool:
        """Whether a Trail card in hand shows the Goal's terrain."""
        board = s.board
        for i in range(self.ways):
            if board.laid_second[board.way_laid[self.way[i]]] == s.goals[seat]:
                return True
        return False

    def _take_up(self, s: Position, seat: i64) -> i64:
        """Note the Trail cards in hand and the ways to lay them; how many cards they are."""
        board = s.board
        cards: i64 = 0
        for kind in range(board.first_sided):
            self.held[kind] = i64(s.piles[seat * board.kinds + kind])
            cards += self.held[kind]
        self.ways = 0
        for way in range(board.ways):
            if self.held[board.way_kind[way]]:
                self.way[self.ways] = way
                self.ways += 1
        return cards

    def _missing(self, s: Position, seat: i64, far: i64, cards: i64, last: float) -> float:
        """Cards of a way of that length that the hand can't lay. What `last` adds does not grow on the way: else a
        player would rather stand still than go on without the last card."""
        chain = self._chain_from(s, seat, far, cards)
        return 0.0 if chain == far else float(far - chain) + last

    def _chain_from(self, s: Position, seat: i64, far: i64, cards: i64) -> i64:
        """The most cards of the hand that can be laid one after another on ways of that length."""
        most = far if far < cards else cards
        if most > CHAIN:
            most = CHAIN
        best: i64 = 0
        first = NOBODY if s.has_begun(seat) else s.goals[s.left_of(seat)]      # AT-TRL-1
        for w in range(WORDS):
            bits = self.layer[far * 2 + w] & self.front[w]
            while bits and best < most:
                cell = w * WORD + lowest(bits)
                bits &= bits - 1
                chain = self._chain(s, seat, cell, far, first, NOBODY, most)
                if chain > best:
                    best = chain
        return best

    def _chain(self, s: Position, seat: i64, cell: i64, far: i64, first: i64, second: i64, most: i64) -> i64:
        """The same from one cell on, where the card before it asks for a first or a second letter."""
        board = s.board
        w = board.word[cell]
        bit = board.bit[cell]
        fits = seat * board.terrains
        free = not board.all_edges and (first != NOBODY or second != NOBODY)
        best: i64 = 0
        for i in range(self.ways):
            way = self.way[i]
            kind = board.way_kind[way]
            if self.held[kind] == 0:
                continue
            a = board.laid_first[board.way_laid[way]]
            b = board.laid_second[board.way_laid[way]]
            if (first != NOBODY and a != first) or (second != NOBODY and b != second):
                continue
            if not free:
                fits_a = s.fits_first[(fits + a) * WORDS + w] & bit
                fits_b = s.fits_second[(fits + b) * WORDS + w] & bit
                if board.all_edges and (fits_a == 0 or fits_b == 0):
                    continue
                if not board.all_edges and fits_a | fits_b == 0:
                    continue
            if most == 1:
                return 1
            self.held[kind] -= 1
            chain: i64 = 0
            for v in range(WORDS):
                closer = self.layer[(far - 1) * 2 + v]
                bits = board.after[cell * WORDS + v] & closer
                while bits and chain < most - 1:
                    found = self._chain(s, seat, v * WORD + lowest(bits), far - 1, b, NOBODY, most - 1)
                    bits &= bits - 1
                    if found > chain:
                        chain = found
                bits = board.before[cell * WORDS + v] & closer
                while bits and chain < most - 1:
                    found = self._chain(s, seat, v * WORD + lowest(bits), far - 1, NOBODY, a, most - 1)
                    bits &= bits - 1
                    if found > chain:
                        chain = found
            self.held[kind] += 1
            if chain + 1 > best:
                best = chain + 1
                if best == most:
                    return best
        return best

    # ---- what is worth looking at ------------------------------------------------------------------------------------

    def candidates(self, state: State) -> vec[i64]:
        """Improvements on the one cell that is least in the way, obstacles where they are most in it; all else."""
        s = cast(Position, state)
        legal = s.legal()
        board = s.board
        if s.phase != PLAY or s.has[s.turn] & board.sided_kinds == 0:
            return legal
        codes = vec[i64](capacity=len(legal))
        aside = self._farthest(s, s.turn, s.flanks)
        aside_there: i64 = NOWHERE
        victim: i64 = NOBODY
        worst: i64 = 0
        for code in legal:
            if code < board.improve_code or code >= board.trail_code:
                codes = append(codes, code)
            elif code < board.obstacle_code:
                if (code - board.improve_code) % board.cells == aside:
                    codes = append(codes, code)
            else:
                seat = (code - board.obstacle_code) // (board.sided * board.cells)
                if seat != victim:
                    victim = seat
                    worst = 0 if s.has_completed(seat) else self._flood(s, seat, False)
                    aside_there = self._farthest(s, seat, s.reach)
                cell = (code - board.obstacle_code) % board.cells
                if cell == aside_there or (worst and self._within(cell, worst, worst + 1)):
                    codes = append(codes, code)
        return codes

    def _within(self, cell: i64, nearest: i64, farthest: i64) -> bool:
        for k in range(nearest, farthest + 1):
            if self.layer[k * 2 + cell // WORD] & BIT[cell % WORD]:
                return True
        return False

    def _farthest(self, s: Position, seat: i64, where: vec[i64]) -> i64:
        """The empty cell of a set that is farthest from the Goal as the crow flies: cells are numbered by columns."""
        for w in range(WORDS):
            bits = where[seat * WORDS + w] & s.empty[seat * WORDS + w]
            if bits:
                return w * WORD + lowest(bits)
        return NOWHERE
