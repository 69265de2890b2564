"""What the seat to act may do in Appalachian Trail, each told in points before it is done."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import OVER, State
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE, SETS
from roundhouse.games.appalachian_trail.drawing_areas import Area, areas, inside, spot
from roundhouse.games.appalachian_trail.drawing_cards import (
    GLOW,
    INK,
    PAGE,
    cards,
    kind_name,
    kind_words,
    points,
    side_words,
)
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from roundhouse.games.drawing import Choice

DONE = "Done"


RULES = {
    "trail": "AT-TRL-3", "obstacle": "AT-OBS-1", "improve": "AT-IMP-1", "ranger": "AT-RNG-1", "discard": "AT-DIS-1",
    "done": "AT-TURN-1", "take": "AT-DRW-1", "draw": "AT-DRW-1",
}


def bid_note(state: State, amount: int, names: list[str]) -> str:
    """There is nothing to bid for in this game."""
    return ""


# ---- choices ---------------------------------------------------------------------------------------------------------


def choices(state: State, names: list[str]) -> list[Choice]:
    s = cast(AppalachianTrailState, state)
    if s.to_act < 0:
        return []
    teller = Teller(s, names)
    told = [(teller.one(int(code)), n) for n, code in enumerate(reversed(list(s.legal())))]
    groups = dict.fromkeys(choice.group for choice, _ in told)
    first = [DONE] if s.used and DONE in groups else []     # once a card is played, to stop is as likely as to go on
    order = {group: n for n, group in enumerate(dict.fromkeys([*first, *groups]))}
    told.sort(key=lambda pair: (order[pair[0].group], teller.rank.get(pair[0].code, 0), pair[1]))
    return [choice for choice, _ in told]


class Teller:
    """Tells choices; what they are compared with is looked up once for all of them."""

    def __init__(self, s: AppalachianTrailState, names: list[str]) -> None:
        self.s = s
        self.names = names
        self.me = int(s.turn)
        self.scores = s.scores()
        self.rank: dict[int, int] = {}      # by code: what comes first within its group is lowest
        self.areas: dict[int, Area] = {area.seat: area for area in areas(s, self.me)}
        self.ways = [s.has_way(p, s.board.goal) for p in range(s.game.seats)]
        self.counts = [_sets(s, p) for p in range(s.game.seats)]

    def one(self, code: int) -> Choice:
        s, board, cells = self.s, self.s.board, int(self.s.board.cells)
        line = s.game.text(code)
        if code >= board.trail_code:
            way, cell = divmod(code - int(board.trail_code), cells)
            return self._trail(code, line, way, cell)
        if code >= board.obstacle_code:
            card, cell = divmod(code - int(board.obstacle_code), cells)
            return self._side(code, line, card % int(board.sided), OBSTACLE, card // int(board.sided), cell)
        if code >= board.improve_code:
            card, cell = divmod(code - int(board.improve_code), cells)
            return self._side(code, line, card, IMPROVEMENT, self.me, cell)
        if code >= board.ranger_code:
            return self._ranger(code, line, code - int(board.ranger_code))
        return self._plain(code, line)

    def _after(self, code: int) -> AppalachianTrailState:
        after = self.s.copy()
        after.apply(code)
        return after

    def _trail(self, code: int, line: str, way: int, cell: int) -> Choice:
        s, board = self.s, self.s.board
        kind, laid = int(board.way_kind[way]), int(board.way_laid[way])
        name, place = board.names[kind], board.ids[cell]
        after = self._after(code)
        gain = after.scores()[self.me] - self.scores[self.me]
        self.rank[code] = -gain
        if len(after.completed) > len(s.completed):
            effect = f"completes your trail{', the first' if not s.completed else ''}: {points(gain)}"
        elif s.has_completed(self.me):
            effect = f"{points(gain)}: your continuous trail" if gain else "no points: not on your continuous trail"
        else:
            x, y = board.places[cell]
            self.rank[code] = abs(int(board.length) - x) + abs(y) - 1
            effect = f"{self.rank[code]} more to the Goal from here, at least"
        turned = " turned" if board.way_turned[way] else ""
        return Choice(
            code, line, f"Lay {name}", f"{name}{turned} on {place}", effect,
            (spot(self.me, place), f"card-{name}"), self._preview(self.me, cell, f"at-card-{laid}"),
        )

    def _side(self, code: int, line: str, card: int, side: int, victim: int, cell: int) -> Choice:
        s, board = self.s, self.s.board
        place, kind = board.ids[cell], board.names[int(board.first_sided) + card]
        after = self._after(code)
        gain = after.scores()[victim] - self.scores[victim]
        who = "you" if victim == self.me else self.names[victim]
        which = int(board.side_set[side * int(board.sided) + card])
        count = (self.counts[victim][which] + 1) % int(board.set_size) or int(board.set_size)
        effect = f"{points(gain)} for {who}; {SETS[which]} {count} of {board.set_size}"
        if self.ways[victim] and not s.has_completed(victim) and not after.has_way(victim, board.goal):
            effect += f"; takes {'your' if victim == self.me else 'the'} last way to the Goal"
        told = board.side_names[side * int(board.sided) + card]
        group = "Improve your trail" if side == IMPROVEMENT else f"Put an obstacle before {who}"
        return Choice(
            code, line, group, f"{told} on {place}", effect, (spot(victim, place), f"card-{kind}"),
            self._preview(victim, cell, f"at-side-{side * int(board.sided) + card}"),
        )

    def _ranger(self, code: int, line: str, cell: int) -> Choice:
        s, board = self.s, self.s.board
        card = list(s.spot).index(self.me * int(board.cells) + cell)
        gain = self._after(code).scores()[self.me] - self.scores[self.me]
        effect = f"{points(gain)}: takes away {side_words(board, card, OBSTACLE)}"
        place = board.ids[cell]
        return Choice(code, line, "Call a Ranger", f"to {place}", effect, (spot(self.me, place), "card-ranger"))

    def _preview(self, seat: int, cell: int, symbol: str) -> str:
        x, y = inside(self.s.board.places[cell])
        return (
            f'<g class="preview" fill="{INK}" transform="{self.areas[seat].transform}">'
            f'<g transform="translate({x} {y})">'
            f'<path d="{PAGE}" fill="{GLOW}" stroke="{GLOW}" stroke-width="12"/><use href="#{symbol}"/></g></g>'
        )

    def _plain(self, code: int, line: str) -> Choice:
        s, board = self.s, self.s.board
        verb, _, name = line.partition(" ")
        if verb == "draw":
            effect = f"one of {cards(int(s.size[s.deck]))}, unseen"
            return Choice(code, line, "Draw", "From the deck", effect, ("deck",))
        if verb == "take":
            words, short = kind_words(board, board.names.index(name)), kind_name(board, board.names.index(name))
            return Choice(code, line, "Draw", f"Take {short}", f"{words}; the others see it", (f"display-{name}",))
        if verb == "discard":
            words, short = kind_words(board, board.names.index(name)), kind_name(board, board.names.index(name))
            effect = f"{words}; out of the game, and you play no card this turn"
            group = f"Discard{': a card has to be used' if s.must_use() else ' instead'}"
            return Choice(code, line, group, f"Discard {short}", effect, (f"card-{name}",))
        return Choice(code, line, DONE, "Done with playing" if s.used else "Use no card", self._when_done(code))

    def _when_done(self, code: int) -> str:
        """AT-DRW-1, AT-END-3: what follows when no more cards are used."""
        after = self._after(code)
        if after.to_act == OVER:
            return "the game is over then"
        missing = int(self.s.board.hand_size - self.s.size[self.me])
        draws = f"you then draw {cards(missing)}" if missing > 0 else "you then draw none"
        forces = f"; {self.names[after.turn]} then has to use a card" if after.must_use() else ""
        return draws + forces


def _sets(s: AppalachianTrailState, p: int) -> list[int]:
    """How many active sides of each set lie in an area."""
    board = s.board
    lying = [s.active_side(card) * board.sided + card for card in range(board.sided) if s.lies_in(p, card)]
    return [sum(board.side_set[side] == which for side in lying) for which in range(len(SETS))]
