"""The rules of Appalachian Trail: what may be done, and what it does, in the order of the rulebook."""
from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.contract import CHANCE, OVER, Edition, Game, IllegalAction
from roundhouse.engine.dice import Dice
from roundhouse.engine.words import BIT, WORD, append_members, lowest
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, NOBODY, OBSTACLE, WORDS, Board
from roundhouse.games.appalachian_trail.places import Places
from roundhouse.games.appalachian_trail.position import CARD, DRAW, FINISHED, PLAY, SETUP
from roundhouse.games.appalachian_trail.scoring import ScoreLine, Scores
from roundhouse.games.appalachian_trail.views import redeal, view

DONE: Final[i64] = 0
DRAW_CARD: Final[i64] = 1


class AppalachianTrail(Game):
    name: ClassVar[str] = "appalachian-trail"
    rules_version: ClassVar[int] = 2

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        self.board = Board(edition.data, seats, options)
        super().__init__(edition, seats, options, self.board.lines)
        self._opening = AppalachianTrailState(self, self.board)

    def start(self) -> AppalachianTrailState:
        return self._opening.copy()


class AppalachianTrailState(Places):
    def copy(self) -> AppalachianTrailState:
        return AppalachianTrailState(self.game, self.board, self)

    # ---- what may be done --------------------------------------------------------------------------------------------

    def legal(self) -> vec[i64]:
        if self.phase == PLAY:
            return self._plays()
        if self.phase == DRAW:
            return self._draws()
        if self.phase == FINISHED:
            return vec[i64]()
        return self._chances()

    def _plays(self) -> vec[i64]:
        """AT-TURN-1 to AT-TURN-3: play, or discard, or stop; discards and plays are never mixed."""
        board = self.board
        codes = vec[i64](capacity=128)
        if not self.must_use():
            codes = append(codes, DONE)
        if self.used == 0 or self.discarding:
            codes = append_members(codes, board.discard_code, self.has[self.turn])
        if self.used and self.discarding:
            return codes
        codes = self._add_rangers(codes)
        codes = self._add_improvements(codes)
        for seat in range(self.seats):
            if seat != self.turn:
                codes = self._add_obstacles(codes, seat)
        return self._add_trail(codes)

    def _add_rangers(self, codes: vec[i64]) -> vec[i64]:
        board = self.board
        if self.in_hand(board.ranger):
            for w in range(WORDS):
                codes = append_members(codes, board.ranger_code + w * WORD, self.obstacles[self.turn * WORDS + w])
        return codes

    def _add_improvements(self, codes: vec[i64]) -> vec[i64]:
        board = self.board
        held = self.has[self.turn] & board.sided_kinds
        while held:
            first = board.improve_code + (lowest(held) - board.first_sided) * board.cells
            held &= held - 1
            for w in range(WORDS):
                codes = append_members(codes, first + w * WORD, self.improvement_cells(w))
        return codes

    def _add_obstacles(self, codes: vec[i64], seat: i64) -> vec[i64]:
        board = self.board
        held = self.has[self.turn] & board.sided_kinds
        if held == 0:
            return codes
        cells = self.obstacle_cells(seat)
        while held:
            card = lowest(held) - board.first_sided
            first = board.obstacle_code + (seat * board.sided + card) * board.cells
            held &= held - 1
            for w in range(WORDS):
                codes = append_members(codes, first + w * WORD, cells[w])
        return codes

    def _add_trail(self, codes: vec[i64]) -> vec[i64]:
        board = self.board
        for way in range(board.ways):
            if self.in_hand(board.way_kind[way]):
                first = board.trail_code + way * board.cells
                for w in range(WORDS):
                    codes = append_members(codes, first + w * WORD, self.trail_cells(board.way_laid[way], w))
        return codes

    def _draws(self) -> vec[i64]:
        """AT-DRW-1"""
        board = self.board
        codes = vec[i64](capacity=4)
        if self.size[self.deck]:
            codes = append(codes, DRAW_CARD)
        return append_members(codes, board.take_code, self.has[self.display])

    # ---- doing it ----------------------------------------------------------------------------------------------------

    def apply(self, code: i64) -> None:
        board = self.board
        cells = board.cells
        if code >= board.start_code:
            self._happen(code)
        elif code >= board.trail_code:
            way = (code - board.trail_code) // cells
            self._lay_trail(way, code - board.trail_code - way * cells)
        elif code >= board.obstacle_code:
            card = (code - board.obstacle_code) // cells
            seat = card // board.sided
            self._lay_obstacle(card - seat * board.sided, seat, code - board.obstacle_code - card * cells)
        elif code >= board.improve_code:
            card = (code - board.improve_code) // cells
            self._improve(card, code - board.improve_code - card * cells)
        elif code >= board.ranger_code:
            self._call_ranger(code - board.ranger_code)
        elif code >= board.take_code:
            self._take(code - board.take_code)
        elif code >= board.discard_code:
            self._discard(code - board.discard_code)
        elif code == DRAW_CARD:
            self._draw()
        elif code == DONE:
            self._done()
        else:
            raise IllegalAction("AT-TURN-1", f"{code} is not an action code")

    # ---- set-up and chance -------------------------------------------------------------------------------------------

    def _chances(self) -> vec[i64]:
        board = self.board
        codes = vec[i64](capacity=32)
        if self.goals[self.seats - 1] != NOBODY:
            return append_members(codes, board.card_code, self.has[self.deck])
        for code in range(board.start_code, board.card_code):
            if self.weight(code):
                codes = append(codes, code)
        return codes

    def weight(self, code: i64) -> i64:
        """AT-SET-1, AT-SET-2, AT-SET-4, AT-DRW-3"""
        board = self.board
        if self.to_act != CHANCE or not board.start_code <= code < self.game.first_bid:
            return 0
        if self.turn == NOBODY:
            return self._may_start(code - board.start_code)
        if self.goals[self.seats - 1] == NOBODY:
            return self._goals_left(code - board.goal_code) if board.goal_code <= code < board.card_code else 0
        if code < board.card_code:
            return 0
        return i64(self.piles[self.deck * board.kinds + code - board.card_code])

    def _may_start(self, seat: i64) -> i64:
        """AT-SET-4, AT-OPT-4: every seat is as likely, unless one was chosen."""
        return 1 if seat < self.seats and (self.board.first == NOBODY or seat == self.board.first) else 0

    def _goals_left(self, terrain: i64) -> i64:
        left = self.board.goal_supply[terrain]
        for goal in self.goals:
            if goal == terrain:
                left -= 1
        return left

    def random(self, dice: Dice) -> i64:
        """As everywhere, but a card from the deck without listing what else it might have been."""
        board = self.board
        if self.to_act != CHANCE or self.goals[self.seats - 1] == NOBODY:
            return super().random(dice)
        left = dice.below(self.size[self.deck])
        kind: i64 = -1
        while left >= 0:
            kind += 1
            left -= i64(self.piles[self.deck * board.kinds + kind])
        return board.card_code + kind

    def _happen(self, code: i64) -> None:
        board = self.board
        if self.weight(code) == 0:
            rule = "AT-SET-4" if code < board.goal_code else "AT-SET-1" if code < board.card_code else "AT-DRW-3"
            raise IllegalAction(rule, f"'{self.game.text(code)}' can't happen now")
        if code < board.goal_code:
            self.turn = code - board.start_code
            self.receiver = 0
        elif code < board.card_code:
            self._deal_goal(code - board.goal_code)
        else:
            self.take_from(code - board.card_code, self.deck)
            self.add(code - board.card_code, self.receiver)
            if self.phase == SETUP:
                self._deal_on()
            else:
                self._draw_on()

    def _deal_goal(self, terrain: i64) -> None:
        """AT-SET-1: seat by seat; then the cards begin with seat 0 again."""
        self.put_goal(self.receiver, terrain)
        self.receiver += 1
        if self.receiver == self.seats:
            self.receiver = 0

    def _deal_on(self) -> None:
        """AT-SET-2: five to each hand, seat by seat, then two to the display; then the first turn."""
        full = self.board.face_up if self.receiver == self.display else self.board.hand_size
        if self.size[self.receiver] < full:
            return
        if self.receiver == self.display:
            self._begin_turn()
        else:
            self.receiver += 1      # the display is the pile after the last hand

    # ---- a turn ------------------------------------------------------------------------------------------------------

    def _begin_turn(self) -> None:
        """AT-TURN-3: with an empty hand the play part ends by itself."""
        self.phase = PLAY
        self.to_act = self.turn
        self.receiver = NOBODY
        if self.size[self.turn] == 0:
            self._end_play_part()

    def _require_play(self, kind: i64) -> None:
        """AT-TURN-1, AT-TURN-2: a card of that kind may be played now, if there is a place for it."""
        if self.phase != PLAY:
            raise IllegalAction("AT-TURN-1", "cards are played in the play part of a turn")
        if self.used and self.discarding:
            raise IllegalAction("AT-TURN-2", "who has discarded plays nothing in the same turn")
        if not self.in_hand(kind):
            raise IllegalAction("AT-TURN-1", f"you hold no {self.board.names[kind]}")

    def _use(self, discarding: bool) -> None:
        """AT-TURN-3: the play part ends by itself after two cards, or when the hand is empty."""
        self.used += 1
        self.discarding = discarding
        if self.used == self.board.cards_per_turn or self.size[self.turn] == 0:
            self._end_play_part()

    def _done(self) -> None:
        """AT-TURN-3"""
        if self.phase != PLAY:
            raise IllegalAction("AT-TURN-3", "there is no play part that you could end")
        if self.must_use():
            why = "the deck still holds cards and all others have just used none: play or discard a card first"
            raise IllegalAction("AT-END-3", why)
        self._end_play_part()

    def _end_play_part(self) -> None:
        """AT-END-1: both ends of the game are looked for here; then the draw part."""
        self.idle = 0 if self.used else self.idle + 1
        self.used = 0
        self.discarding = False
        if len(self.completed) == self.seats or self.nobody_goes_on(self.idle):    # AT-END-2, AT-END-3
            self.phase = FINISHED
            self.to_act = OVER
        else:
            self._draw_on()

    # ---- trail cards -------------------------------------------------------------------------------------------------

    def _lay_trail(self, way: i64, cell: i64) -> None:
        """AT-TRL-1 to AT-TRL-6, AT-CMP-1"""
        board = self.board
        me = self.turn
        kind = board.way_kind[way]
        laid = board.way_laid[way]
        self._require_play(kind)
        if not self.trail_cells(laid, board.word[cell]) & board.bit[cell]:
            raise self.why_no_trail(laid, cell)
        self.spend(kind)
        self.put_trail(me, laid, cell)
        if self.meets_goal(laid, cell) and not self.has_completed(me):
            self.completed = append(self.completed, me)
        self._use(False)

    # ---- obstacles ---------------------------------------------------------------------------------------------------

    def _lay_obstacle(self, card: i64, seat: i64, cell: i64) -> None:
        """AT-OBS-1 to AT-OBS-5"""
        board = self.board
        self._require_play(board.first_sided + card)
        reason = self.why_no_obstacle(seat, cell)
        if reason is not None:
            raise reason
        self.spend(board.first_sided + card)
        self.put_side(seat, card, OBSTACLE, cell)
        self._use(False)

    # ---- improvements ------------------------------------------------------------------------------------------------

    def _improve(self, card: i64, cell: i64) -> None:
        """AT-IMP-1 to AT-IMP-3"""
        board = self.board
        self._require_play(board.first_sided + card)
        if not self.improvement_cells(board.word[cell]) & board.bit[cell]:
            raise self.why_no_improvement(cell)
        self.spend(board.first_sided + card)
        self.put_side(self.turn, card, IMPROVEMENT, cell)
        self._use(False)

    # ---- rangers -----------------------------------------------------------------------------------------------------

    def _call_ranger(self, cell: i64) -> None:
        """AT-RNG-1, AT-RNG-2: the Ranger and the obstacle leave the game."""
        board = self.board
        self._require_play(board.ranger)
        if not self.obstacles[self.turn * WORDS + board.word[cell]] & board.bit[cell]:
            raise IllegalAction("AT-RNG-1", f"no obstacle lies on {board.ids[cell]} of your area")
        self.spend(board.ranger)
        self.add(board.ranger, self.removed)
        self.add(board.first_sided + self.lift_obstacle(self.turn, cell), self.removed)
        self._use(False)

    # ---- discarding --------------------------------------------------------------------------------------------------

    def _discard(self, kind: i64) -> None:
        """AT-DIS-1, AT-TURN-2"""
        if self.phase != PLAY:
            raise IllegalAction("AT-TURN-1", "cards are discarded in the play part of a turn")
        if self.used and not self.discarding:
            raise IllegalAction("AT-TURN-2", "who has played a card discards nothing in the same turn")
        if not self.in_hand(kind):
            raise IllegalAction("AT-DIS-1", f"you hold no {self.board.names[kind]}")
        self.spend(kind)
        self.add(kind, self.removed)
        self._use(True)

    # ---- drawing -----------------------------------------------------------------------------------------------------

    def _draw_on(self) -> None:
        """AT-DRW-1: until five are in hand or there is nothing left to get; then the player on the left (AT-SET-4)."""
        self.receiver = NOBODY
        if self.size[self.turn] < self.board.hand_size and self.size[self.deck] + self.size[self.display] > 0:
            self.phase = DRAW
            self.to_act = self.turn
        else:
            self.turn = self.left_of(self.turn)
            self._begin_turn()

    def _take(self, kind: i64) -> None:
        """AT-DRW-1, AT-DRW-2, AT-HID-3: a face-up card, known to all, and replaced at once."""
        if self.phase != DRAW:
            raise IllegalAction("AT-DRW-1", "face-up cards are taken in the draw part of a turn")
        if not self.has[self.display] & BIT[kind]:
            raise IllegalAction("AT-DRW-1", f"no {self.board.names[kind]} lies face up")
        self.take_from(kind, self.display)
        self.add(kind, self.turn)
        self.piles[(self.known + self.turn) * self.board.kinds + kind] += 1
        if self.size[self.deck]:
            self._await_card(self.display)
        else:
            self._draw_on()

    def _draw(self) -> None:
        """AT-DRW-1, AT-DRW-3"""
        if self.phase != DRAW:
            raise IllegalAction("AT-DRW-1", "cards are drawn in the draw part of a turn")
        if self.size[self.deck] == 0:
            raise IllegalAction("AT-DRW-1", "the deck is empty")
        self._await_card(self.turn)

    def _await_card(self, receiver: i64) -> None:
        self.phase = CARD
        self.to_act = CHANCE
        self.receiver = receiver

    # ---- the end -----------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        scores = Scores(self)
        return [scores.total(seat) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """AT-SCO-9: most points; tied, who completed first; if none of the tied completed, they share the win."""
        best = super().winners()
        for seat in self.completed:
            if seat in best:
                return [seat]
        return best

    def score_sheet(self) -> list[list[ScoreLine]]:
        """By seat: each line of the score with the cards that made it."""
        scores = Scores(self)
        return [scores.sheet(seat) for seat in range(self.game.seats)]

    # ---- what a seat may know ----------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, object]:
        return view(self, seat, self.winners())

    def sees(self, seat: i64, code: i64) -> bool:
        """AT-HID-4: a card dealt or drawn into a hand is seen by its player only."""
        return code < self.board.card_code or self.receiver == self.display or self.receiver == seat

    def imagine(self, seat: int, dice: Dice) -> AppalachianTrailState:
        """AT-HID-2: the deck and the unknown cards of the other hands are mixed and dealt again."""
        other = self.copy()
        if self.phase != FINISHED:
            redeal(other, seat, dice)
        return other
