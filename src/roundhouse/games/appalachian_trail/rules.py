"""The rules of Appalachian Trail: what may be done, and what it does, in the order of the rulebook."""
from __future__ import annotations

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, append_members
from roundhouse.engine.contract import CHANCE, NOBODY, OVER, Edition, Game, IllegalAction
from roundhouse.engine.dice import Dice
from roundhouse.games.appalachian_trail.board import DONE, DRAW_CARD, IMPROVEMENT, OBSTACLE, WORDS, Board
from roundhouse.games.appalachian_trail.facts import (
    CardDemanded,
    CardDiscarded,
    CardTaken,
    DeckDrawn,
    HandWasEmpty,
    PlayEnded,
    TurnBegan,
)
from roundhouse.games.appalachian_trail.places import (
    improvement_cells,
    meets_goal,
    trail_cells,
    why_no_improvement,
    why_no_obstacle,
    why_no_trail,
)
from roundhouse.games.appalachian_trail.plays import draws, plays
from roundhouse.games.appalachian_trail.position import CARD, DRAW, FINISHED, PLAY, SETUP, Position
from roundhouse.games.appalachian_trail.scoring import Scores
from roundhouse.games.appalachian_trail.telling import (
    Standing,
    tell_card,
    tell_end,
    tell_first,
    tell_goal,
    tell_removal,
    tell_side,
    tell_trail,
)
from roundhouse.games.appalachian_trail.views import redeal, view


class AppalachianTrail(Game):
    """A game of Appalachian Trail by one edition, for so many seats, with its options."""

    name: ClassVar[str] = "appalachian-trail"
    rules_version: ClassVar[int] = 2

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        self.board = Board(edition.data, seats, options)
        super().__init__(edition, seats, options, self.board.lines)
        self._opening = AppalachianTrailState(self, self.board)

    def start(self) -> AppalachianTrailState:
        """A copy of the opening position, before any Goal or card is dealt."""
        return self._opening.copy()


class AppalachianTrailState(Position):
    """A game under way: what may happen next, and what it changes."""

    def copy(self) -> AppalachianTrailState:
        """A state with the same position, which changes by itself."""
        return AppalachianTrailState(self.game, self.board, self)

    # ---- what may be done --------------------------------------------------------------------------------------------

    def legal(self) -> vec[i64]:
        """The codes of the plays, draws or chance events that may come next; none when the game is over."""
        if self.phase == PLAY:
            return plays(self)
        if self.phase == DRAW:
            return draws(self)
        if self.phase == FINISHED:
            return vec[i64]()
        return self._chances()

    # ---- doing it ----------------------------------------------------------------------------------------------------

    def apply(self, code: i64) -> None:
        """Carry out an action or a chance event; an illegal one raises IllegalAction with its rule."""
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
            self._choose_first(code - board.start_code)
        elif code < board.card_code:
            self._deal_goal(code - board.goal_code)
        else:
            self._deal_card(code - board.card_code)

    def _choose_first(self, seat: i64) -> None:
        """AT-SET-4, AT-OPT-4"""
        self.turn = seat
        self.receiver = 0
        if self.witness is not None:
            tell_first(self)

    def _deal_card(self, kind: i64) -> None:
        """AT-SET-2, AT-DRW-2, AT-DRW-3: to a hand or face up."""
        self.take_from(kind, self.deck)
        self.add(kind, self.receiver)
        if self.witness is not None:
            tell_card(self, kind)
        if self.phase == SETUP:
            self._deal_on()
        else:
            self._draw_on()

    def _deal_goal(self, terrain: i64) -> None:
        """AT-SET-1: seat by seat; then the cards begin with seat 0 again."""
        self.put_goal(self.receiver, terrain)
        if self.witness is not None:
            tell_goal(self, self.receiver)
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
        if self.witness is not None:
            self.witness.append(TurnBegan("AT-TURN-1", self.turn))
            if self.must_use():
                self.witness.append(CardDemanded("AT-END-3", self.turn))
        if self.size[self.turn] == 0:
            if self.witness is not None:
                self.witness.append(HandWasEmpty("AT-TURN-3", self.turn))
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
        if self.witness is not None:
            self.witness.append(PlayEnded("AT-TURN-3", self.turn, self.used))
        self._end_play_part()

    def _end_play_part(self) -> None:
        """AT-END-1: both ends of the game are looked for here; then the draw part."""
        self.idle = 0 if self.used else self.idle + 1
        self.used = 0
        self.discarding = False
        if len(self.completed) == self.seats or self.nobody_goes_on(self.idle):    # AT-END-2, AT-END-3
            self.phase = FINISHED
            self.to_act = OVER
            if self.witness is not None:
                tell_end(self, self.winners())
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
        if not trail_cells(self, laid, board.word[cell]) & board.bit[cell]:
            raise why_no_trail(self, laid, cell)
        before = None if self.witness is None else Standing(self)
        self.spend(kind)
        self.put_trail(me, laid, cell)
        if meets_goal(self, laid, cell) and not self.has_completed(me):
            self.complete(me)
        if before is not None:
            tell_trail(self, before, kind, laid, cell)
        self._use(False)

    # ---- obstacles ---------------------------------------------------------------------------------------------------

    def _lay_obstacle(self, card: i64, seat: i64, cell: i64) -> None:
        """AT-OBS-1 to AT-OBS-5"""
        board = self.board
        self._require_play(board.first_sided + card)
        reason = why_no_obstacle(self, seat, cell)
        if reason is not None:
            raise reason
        before = None if self.witness is None else Standing(self)
        self.spend(board.first_sided + card)
        self.put_side(seat, card, OBSTACLE, cell)
        if before is not None:
            tell_side(self, before, seat, card, cell)
        self._use(False)

    # ---- improvements ------------------------------------------------------------------------------------------------

    def _improve(self, card: i64, cell: i64) -> None:
        """AT-IMP-1 to AT-IMP-3"""
        board = self.board
        self._require_play(board.first_sided + card)
        if not improvement_cells(self, board.word[cell]) & board.bit[cell]:
            raise why_no_improvement(self, cell)
        before = None if self.witness is None else Standing(self)
        self.spend(board.first_sided + card)
        self.put_side(self.turn, card, IMPROVEMENT, cell)
        if before is not None:
            tell_side(self, before, self.turn, card, cell)
        self._use(False)

    # ---- rangers -----------------------------------------------------------------------------------------------------

    def _call_ranger(self, cell: i64) -> None:
        """AT-RNG-1, AT-RNG-2: the Ranger and the obstacle leave the game."""
        board = self.board
        self._require_play(board.ranger)
        if not self.obstacles[self.turn * WORDS + board.word[cell]] & board.bit[cell]:
            raise IllegalAction("AT-RNG-1", f"no obstacle lies on {board.ids[cell]} of your area")
        before = None if self.witness is None else Standing(self)
        self.spend(board.ranger)
        self.add(board.ranger, self.removed)
        card = self.lift_obstacle(self.turn, cell)
        self.add(board.first_sided + card, self.removed)
        if before is not None:
            tell_removal(self, before, card, cell)
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
        if self.witness is not None:
            self.witness.append(CardDiscarded("AT-DIS-1", self.turn, self.board.names[kind]))
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
        if self.witness is not None:
            self.witness.append(CardTaken("AT-DRW-1", self.turn, self.board.names[kind]))
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
        if self.witness is not None:
            self.witness.append(DeckDrawn("AT-DRW-1", self.turn))
        self._await_card(self.turn)

    def _await_card(self, receiver: i64) -> None:
        self.phase = CARD
        self.to_act = CHANCE
        self.receiver = receiver

    # ---- the end -----------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """Each seat's total on the scoring chart if the game ended now."""
        scores = Scores(self)
        return [scores.total(seat) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """AT-SCO-9: most points; tied, who completed first; if none of the tied completed, they share the win."""
        best = super().winners()
        for seat in self.completed:
            if seat in best:
                return [seat]
        return best

    # ---- what a seat may know ----------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, object]:
        """The state as JSON, as that seat may see it; None sees everything."""
        return view(self, seat, self.winners())

    def sees(self, seat: i64, code: i64) -> bool:
        """AT-HID-4: a card dealt or drawn into a hand is seen by its player only."""
        return code < self.board.card_code or self.receiver == self.display or self.receiver == seat

    def secrets(self, seat: int) -> list[int]:
        """AT-HID-2: the cards of a hand."""
        kinds = self.board.kinds
        codes = vec[i64]()
        for kind in range(kinds):
            for _ in range(i64(self.piles[seat * kinds + kind])):
                codes = append(codes, self.board.card_code + kind)
        return list(codes)

    def imagine(self, seat: int, dice: Dice) -> AppalachianTrailState:
        """AT-HID-2: the deck and the unknown cards of the other hands are mixed and dealt again."""
        other = self.copy()
        if self.phase != FINISHED:
            redeal(other, seat, dice)
        return other
