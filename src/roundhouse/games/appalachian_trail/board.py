"""The cards and the area of an edition as tables, and the action codes that they give."""
from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, WORD, packed
from roundhouse.engine.contract import NOBODY

NOWHERE: Final[i64] = -1
NOTHING: Final[i64] = 255      # no Trail card on a cell

WORDS: Final[i64] = 2          # a set of cells takes two words; an edition's area is checked to fit them

WILDLIFE: Final[i64] = 0
SCENERY: Final[i64] = 1
OBSTACLE: Final[i64] = 0       # the two sides of an Obstacle/Improvement card
IMPROVEMENT: Final[i64] = 1
SETS: Final = ["wildlife", "scenery"]
SIDES: Final = ["obstacle", "improvement"]

ALL_PASS_ENDS: Final = "all-pass-ends"      # AT-END-3 as version 1 of the rules had it: whatever the deck holds

DONE: Final[i64] = 0           # the first action codes; an edition's board numbers the others
DRAW_CARD: Final[i64] = 1

RIGHT: Final = (1, 0)
BELOW: Final = (0, -1)
LEFT: Final = (-1, 0)
ABOVE: Final = (0, 1)


class Board:
    """Everything printed, at the length chosen. Built once for a game from checked data, then only read."""

    def __init__(self, data: dict[str, Any], seats: int, options: dict[str, object]) -> None:
        self.all_edges: bool = options["match"] == "all-edges"
        self.leave_a_way: bool = options["walling"] == "leave-a-way"
        self.all_pass_ends: bool = options.get("passing") == ALL_PASS_ENDS
        first = options["first"]
        self.first: i64 = first if isinstance(first, int) else NOBODY      # who begins; NOBODY: chance says
        length = options["length"]
        assert isinstance(length, int)
        self.hand_size: i64 = data["hand_size"]
        self.face_up: i64 = data["face_up"]
        self.cards_per_turn: i64 = data["cards_per_turn"]
        self._lay_out_the_area(data["area"]["rows"], length)
        self._sort_the_cards(data)
        self._read_the_sides(data["obstacle_improvement"])
        self._read_the_chart(data["scoring"])
        self._number_the_actions(seats)

    def _lay_out_the_area(self, rows: list[int], length: int) -> None:
        """AT-GEO-1, AT-GEO-2, AT-SET-3, AT-OPT-3: cells column by column, each from the lowest row to the highest."""
        low, high = rows
        self.places: list[tuple[int, int]] = [(x, y) for x in range(length + 2) for y in range(low, high + 1)]
        at = {place: cell for cell, place in enumerate(self.places)}
        self.ids: list[str] = [f"{x},{y}" for x, y in self.places]
        self.cells: i64 = len(self.places)
        self.start: i64 = at[0, 0]
        self.goal: i64 = at[length, 0]
        self.length: i64 = length
        self.columns: int = length + 2
        self.rows: tuple[int, int] = (low, high)

        def touching(*steps: tuple[int, int]) -> list[list[int]]:
            return [[at.get((x + dx, y + dy), -1) for dx, dy in steps] for x, y in self.places]

        def sets(beside: list[list[int]]) -> vec[i64]:
            return packed([[cell for cell in cells if cell >= 0] for cells in beside], 2)

        # AT-GEO-5 knows two kinds of neighbour: to those after a card (right, below) it turns its second letter and
        # they turn their first; to those before it (left, above) it is the other way round.
        # `beside` is cell * 4: right, below, left, above; NOWHERE over the border.
        self.beside: vec[i64] = vec[i64]([i64(n) for four in touching(RIGHT, BELOW, LEFT, ABOVE) for n in four])
        self.after: vec[i64] = sets(touching(RIGHT, BELOW))
        self.before: vec[i64] = sets(touching(LEFT, ABOVE))
        self.near: vec[i64] = sets(touching(RIGHT, BELOW, LEFT, ABOVE))
        self.flanks: vec[i64] = sets(touching(ABOVE, BELOW))
        self.whole: vec[i64] = packed([at.values()], 2)
        self.word: vec[i64] = vec[i64]([cell // WORD for cell in range(self.cells)])
        self.bit: vec[i64] = vec[i64]([BIT[cell % WORD] for cell in range(self.cells)])

    def _sort_the_cards(self, data: dict[str, Any]) -> None:
        """Kinds in the order of the file: Trail cards, Obstacle/Improvement cards, the Ranger."""
        trail: dict[str, int] = data["trail"]
        sided: list[str] = [card["id"] for card in data["obstacle_improvement"]]
        self.terrain_names: dict[str, str] = data["terrains"]
        self.letters: list[str] = list(self.terrain_names)
        self.terrains: i64 = len(self.letters)
        self.goal_supply: vec[i64] = vec[i64]([data["goals"].count(letter) for letter in self.letters])
        self.names: list[str] = [*trail, *sided, "ranger"]
        self.kinds: i64 = len(self.names)
        supply = [*trail.values(), *[1] * len(sided), data["ranger"]]
        self.supply: vec[i64] = vec[i64]([i64(n) for n in supply])
        self.sided: i64 = len(sided)
        self.first_sided: i64 = len(trail)       # the kind of the first Obstacle/Improvement card
        self.ranger: i64 = len(trail) + len(sided)
        self.sided_kinds: i64 = BIT[self.ranger] - BIT[self.first_sided]

        # A card as laid is first letter * terrains + second letter (AT-GEO-4).
        n = len(self.letters)
        self.laid_first: vec[i64] = vec[i64]([i64(laid // n) for laid in range(n * n)])
        self.laid_second: vec[i64] = vec[i64]([i64(laid % n) for laid in range(n * n)])
        self.laid_names: list[str] = [first + second for first in self.letters for second in self.letters]
        # The ways to lay the Trail cards: each upright, and turned where that makes a difference (AT-GEO-3, AT-TRL-5).
        ways = [(kind, name) for kind, name in enumerate(trail)]
        ways = [way for kind, name in ways for way in dict.fromkeys([(kind, name), (kind, name[::-1])])]
        self.ways: i64 = len(ways)
        self.way_kind: vec[i64] = vec[i64]([i64(kind) for kind, _ in ways])
        self.way_laid: vec[i64] = vec[i64]([i64(self.laid_names.index(name)) for _, name in ways])
        self.way_turned: list[bool] = [self.names[kind] != name for kind, name in ways]

    def _read_the_sides(self, cards: list[dict[str, Any]]) -> None:
        """The set and the points of each side, at side * cards + card."""
        sides = [card[side] for side in SIDES for card in cards]
        self.side_set: vec[i64] = vec[i64]([i64(SETS.index(side["set"])) for side in sides])
        self.side_points: vec[i64] = vec[i64]([i64(side["points"]) for side in sides])
        self.side_names: list[str] = [side["name"] for side in sides]

    def _read_the_chart(self, chart: dict[str, int]) -> None:
        self.first_to_complete: i64 = chart["first_to_complete"]
        self.not_completed: i64 = chart["not_completed"]
        self.per_card: i64 = chart["continuous_per_card"]
        self.longest_trail: i64 = chart["longest_continuous"]
        self.longest_terrain: i64 = chart["longest_terrain"]
        self.set_size: i64 = chart["set_size"]
        self.set_points: vec[i64] = vec[i64]([i64(chart["wildlife_set"]), i64(chart["scenery_set"])])

    def set_score(self, which: i64, sides: i64) -> i64:
        """AT-SCO-6, AT-SCO-7: what so many active sides of a set are worth, three by three."""
        return sides // self.set_size * self.set_points[which]

    def _number_the_actions(self, seats: int) -> None:
        """Lines of the notation, in the order of their codes, and the first code of each kind."""
        ids = self.ids
        names = self.names
        sided = names[self.first_sided:self.ranger]
        lines = ["done", "draw"]
        self.discard_code: i64 = len(lines)      # + kind
        lines += [f"discard {name}" for name in names]
        self.take_code: i64 = len(lines)         # + kind
        lines += [f"take {name}" for name in names]
        self.ranger_code: i64 = len(lines)       # + cell
        lines += [f"ranger {cell}" for cell in ids]
        self.improve_code: i64 = len(lines)      # + card * cells + cell
        lines += [f"improve {name} at {cell}" for name in sided for cell in ids]
        self.obstacle_code: i64 = len(lines)     # + (seat * cards + card) * cells + cell
        lines += [f"obstacle {name} on {seat} at {cell}" for seat in range(seats) for name in sided for cell in ids]
        self.trail_code: i64 = len(lines)        # + way * cells + cell
        for kind, turned in zip(self.way_kind, self.way_turned):
            lines += [f"trail {names[kind]} {cell}{' turned' if turned else ''}" for cell in ids]
        self.start_code: i64 = len(lines)        # + seat; from here on it is chance
        lines += [f"start {seat}" for seat in range(seats)]
        self.goal_code: i64 = len(lines)         # + terrain
        lines += [f"goal {letter}" for letter in self.letters]
        self.card_code: i64 = len(lines)         # + kind
        lines += [f"card {name}" for name in names]
        self.lines: list[str] = lines
