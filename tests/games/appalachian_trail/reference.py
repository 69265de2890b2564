"""Appalachian Trail, read a second time: a slow, plain reading of the rules to check the engine against.

Nothing is clever and nothing is remembered that can be worked out anew. Each rule stands beside its id. Inside, a
cell is a pair (x, y); a trail card is its two letters as laid: first = left and top, second = right and bottom.
"""

from __future__ import annotations

from typing import Any

Cell = tuple[int, int]
Counts = dict[str, int]

OPTIONS: dict[str, list[Any]] = {  # default first
    "match": ["all-edges", "connecting-edge"],  # AT-OPT-1
    "walling": ["free", "leave-a-way"],  # AT-OPT-2
    "length": [7, 6, 5],  # AT-OPT-3
    "first": ["random", 0, 1, 2],  # AT-OPT-4
}

# AT-GEO-2, AT-GEO-5: the four edges, and which own letter (0 first, 1 second) lies on each. The neighbour meets that
# edge with its other letter.
RIGHT, BELOW, LEFT, ABOVE = (1, 0), (0, -1), (-1, 0), (0, 1)
LETTER_AT: dict[Cell, int] = {RIGHT: 1, BELOW: 1, LEFT: 0, ABOVE: 0}


def beside(cell: Cell, edge: Cell) -> Cell:
    """The cell across that edge."""
    return cell[0] + edge[0], cell[1] + edge[1]


def touching(cell: Cell) -> list[Cell]:
    """The cells that share an edge with this one (AT-GEO-2), inside the area or not."""
    return [beside(cell, edge) for edge in LETTER_AT]


def same_terrain(laid: str, edge: Cell, neighbour: str) -> bool:
    """Whether a card as laid matches the neighbour across that edge (AT-GEO-5)."""
    letter = LETTER_AT[edge]
    return laid[letter] == neighbour[1 - letter]


def text_of(cell: Cell) -> str:
    """The cell as it is written: `x,y`."""
    return f"{cell[0]},{cell[1]}"


def cell_of(text: str) -> Cell:
    """The cell that is written so."""
    x, y = text.split(",")
    return int(x), int(y)


def ways_round(kind: str) -> list[tuple[str, str]]:
    """Each way to lay a trail card: the letters as laid, and what is written behind the cell (AT-GEO-3, AT-GEO-4)."""
    if kind[0] == kind[1]:
        return [(kind, "")]  # AT-TRL-5: FF, GG, RR, WW are never written `turned`
    return [(kind, ""), (kind[1] + kind[0], " turned")]


def put_in(counts: Counts, kind: str) -> None:
    """One more card of that kind."""
    counts[kind] = counts.get(kind, 0) + 1


def take_out(counts: Counts, kind: str) -> None:
    """One card of that kind fewer; a count is never 0."""
    counts[kind] -= 1
    if counts[kind] == 0:
        del counts[kind]


def reached(start: Any, joins: set[tuple[Any, Any]], without: Any = None) -> set[Any]:
    """Everything that can be reached from `start` by joins, each given in both directions, never through `without`."""
    found, newest = {start}, {start}
    while newest:
        newest = {b for a, b in joins if a in newest and b != without} - found
        found |= newest
    return found


class Area:
    """One player's own cells and what lies on them."""

    def __init__(self) -> None:
        self.trail: dict[Cell, str] = {}  # as laid
        self.obstacles: dict[Cell, str] = {}
        self.improvements: dict[Cell, str] = {}


class Reference:
    """One game in progress."""

    def __init__(self, edition: dict[str, Any], seats: int, options: dict[str, Any] | None = None) -> None:
        least, most = edition["players"]
        if not least <= seats <= most:
            raise ValueError(f"{least} to {most} players, not {seats}")
        self.options: dict[str, Any] = {name: values[0] for name, values in OPTIONS.items()}
        for name, value in (options or {}).items():
            if name not in OPTIONS or value not in OPTIONS[name]:
                raise ValueError(f"no option {name} = {value}")
            self.options[name] = value
        if self.options["first"] not in ["random", *range(seats)]:  # AT-OPT-4: one of those at the table
            raise ValueError(f"no seat {self.options['first']} with {seats} players")
        self.edition = edition
        self.seats = seats
        self.two_sided: dict[str, dict[str, Any]] = {card["id"]: card for card in edition["obstacle_improvement"]}
        self.kinds = [*edition["trail"], *self.two_sided, "ranger"]  # the kind order
        self.start: Cell = cell_of(edition["area"]["start"])
        self.goal_cell: Cell = (self.options["length"], 0)  # AT-SET-3, AT-OPT-3
        self.columns = range(self.options["length"] + 2)  # AT-GEO-1, AT-OPT-3
        low, high = edition["area"]["rows"]
        self.rows = range(low, high + 1)

        self.phase = "setup"
        self.turn: int | None = None
        self.used = 0
        self.mode: str | None = None
        self.awaits: str | None = "start"
        self.awaits_for: int | str | None = None
        self.goals: list[str | None] = [None] * seats
        self.goals_left: list[str] = list(edition["goals"])  # AT-SET-1
        self.areas = [Area() for _ in range(seats)]
        self.hands: list[Counts] = [{} for _ in range(seats)]
        self.known: list[Counts] = [{} for _ in range(seats)]
        self.display: list[str] = []
        numbers = {**edition["trail"], **dict.fromkeys(self.two_sided, 1), "ranger": edition["ranger"]}
        self.deck: Counts = {kind: number for kind, number in numbers.items() if number > 0}  # AT-SET-2
        self.removed: Counts = {}
        self.completed: list[int] = []
        self.idle = 0

    # ---- the areas

    def is_empty(self, seat: int, cell: Cell) -> bool:
        """Inside the area, without a card, and not the Goal's cell (AT-GEO-1, AT-GEO-2)."""
        area = self.areas[seat]
        return (
            cell[0] in self.columns
            and cell[1] in self.rows
            and cell != self.goal_cell
            and cell not in area.trail
            and cell not in area.obstacles  # AT-OBS-2
            and cell not in area.improvements  # AT-IMP-2
        )

    def empty_cells(self, seat: int) -> list[Cell]:
        """All empty cells of a player's area."""
        return [(x, y) for x in self.columns for y in self.rows if self.is_empty(seat, (x, y))]

    def touches_trail(self, seat: int, cell: Cell) -> bool:
        """Whether the cell touches one of that player's trail cards."""
        return any(other in self.areas[seat].trail for other in touching(cell))

    def goal_as_laid(self, seat: int) -> str:
        """A Goal shows its terrain on all four edges, as a card laid FF would (AT-GEO-6)."""
        terrain = self.goals[seat]
        assert terrain is not None
        return terrain * 2

    def meets_goal(self, seat: int, cell: Cell, laid: str) -> bool:
        """Whether a card laid so on that cell touches the own Goal with the Goal's terrain (AT-CMP-1)."""
        goal = self.goal_as_laid(seat)
        return any(beside(cell, edge) == self.goal_cell and same_terrain(laid, edge, goal) for edge in LETTER_AT)

    def has_way(self, seat: int) -> bool:
        """A chain of empty cells from a trail card to the Goal; terrain is not looked at (AT-OBS-4)."""
        empty = set(self.empty_cells(seat))
        to_visit = [cell for cell in empty if self.touches_trail(seat, cell)]
        seen = set(to_visit)
        while to_visit:
            around = touching(to_visit.pop())
            if self.goal_cell in around:
                return True
            more = [cell for cell in around if cell in empty and cell not in seen]
            seen.update(more)
            to_visit += more
        return False

    # ---- what may be laid where

    def trail_fits(self, seat: int, cell: Cell, laid: str) -> bool:
        """Whether that player may lay the card so on that cell of the own area."""
        trail = self.areas[seat].trail
        if not self.is_empty(seat, cell):  # AT-GEO-2
            return False
        if not trail:  # AT-TRL-1: on the beginning, with the terrain of the left player's Goal on the left edge
            return cell == self.start and laid[LETTER_AT[LEFT]] == self.goals[(seat + 1) % self.seats]
        neighbours = [(edge, trail[beside(cell, edge)]) for edge in LETTER_AT if beside(cell, edge) in trail]
        matching = [edge for edge, neighbour in neighbours if same_terrain(laid, edge, neighbour)]
        if self.options["match"] == "connecting-edge":  # AT-OPT-1: one trail card that matches is enough
            return len(matching) > 0
        if self.goal_cell in touching(cell) and not self.meets_goal(seat, cell, laid):  # AT-TRL-4: nor the Goal
            return False
        return len(neighbours) > 0 and len(matching) == len(neighbours)  # AT-TRL-3, AT-TRL-4

    def obstacle_allowed(self, owner: int, cell: Cell) -> bool:
        """Whether an opponent may lay an obstacle on that cell of the owner's area."""
        if not self.is_empty(owner, cell) or not self.touches_trail(owner, cell):  # AT-OBS-1
            return False
        if self.options["walling"] == "free" or owner in self.completed or not self.has_way(owner):
            return True
        self.areas[owner].obstacles[cell] = "tried"  # AT-OBS-4: does a way stay open with an obstacle here?
        way_left = self.has_way(owner)
        del self.areas[owner].obstacles[cell]
        return way_left

    def improvement_allowed(self, seat: int, cell: Cell) -> bool:
        """An empty cell directly above or directly below an own trail card (AT-IMP-1)."""
        trail = self.areas[seat].trail
        return self.is_empty(seat, cell) and (beside(cell, BELOW) in trail or beside(cell, ABOVE) in trail)

    # ---- what may be done

    def plays(self, seat: int) -> list[str]:
        """Every way to play one card of the hand (AT-TURN-1)."""
        lines: list[str] = []
        own_cells = self.empty_cells(seat)  # AT-TRL-6, AT-IMP-1: the own area only
        places = [cell for cell in own_cells if cell == self.start or self.touches_trail(seat, cell)]  # AT-TRL-1, 3
        for kind in [kind for kind in self.hands[seat] if kind in self.edition["trail"]]:
            for cell in places:
                for laid, turned in ways_round(kind):
                    if self.trail_fits(seat, cell, laid):
                        lines.append(f"trail {kind} {text_of(cell)}{turned}")
        two_sided = [kind for kind in self.hands[seat] if kind in self.two_sided]
        if two_sided:
            for cell in own_cells:
                if self.improvement_allowed(seat, cell):
                    lines += [f"improve {kind} at {text_of(cell)}" for kind in two_sided]
            for other in [other for other in range(self.seats) if other != seat]:  # AT-OBS-1: never in the own area
                for cell in self.empty_cells(other):
                    if self.obstacle_allowed(other, cell):
                        lines += [f"obstacle {kind} on {other} at {text_of(cell)}" for kind in two_sided]
        if "ranger" in self.hands[seat]:  # AT-RNG-1
            lines += [f"ranger {text_of(cell)}" for cell in self.areas[seat].obstacles]
        return lines

    def may_be_done(self) -> bool:
        """Whether `done` is legal in the play part (AT-TURN-3).

        While the deck holds cards the last of a round without a used card must use one (AT-END-3).
        """
        all_others_passed = self.idle >= self.seats - 1
        return self.used > 0 or not self.deck or not all_others_passed

    def legal(self) -> list[str]:
        """Every legal line for the player to act; none at chance or when over."""
        if self.phase == "play":
            assert self.turn is not None
            lines = ["done"] if self.may_be_done() else []  # AT-TURN-3
            if self.mode != "discard":  # AT-TURN-2
                lines += self.plays(self.turn)
            if self.mode != "play":  # AT-TURN-2
                lines += [f"discard {kind}" for kind in self.hands[self.turn]]  # AT-DIS-1
            return lines
        if self.phase == "draw":  # AT-DRW-1
            return [f"take {kind}" for kind in sorted(set(self.display))] + (["draw"] if self.deck else [])
        return []

    def outcomes(self) -> list[tuple[str, int]]:
        """At chance, every line with its weight."""
        if self.awaits == "start":
            first = self.options["first"]
            return [(f"start {seat}", 1) for seat in range(self.seats) if first in ("random", seat)]  # AT-SET-4
        if self.awaits == "goal":
            return [(f"goal {goal}", self.goals_left.count(goal)) for goal in sorted(set(self.goals_left))]  # AT-SET-1
        if self.awaits == "card":
            return [(f"card {kind}", number) for kind, number in self.deck.items()]  # AT-SET-2, AT-DRW-3
        return []

    def apply(self, line: str) -> None:
        """Carry out one line."""
        if line not in self.legal() and line not in [outcome for outcome, _ in self.outcomes()]:
            raise ValueError(f"not legal now: {line!r}")
        words = line.split(" ")
        if self.awaits is not None:
            self.chance_falls(words[0], words[1])
            return
        seat = self.turn
        assert seat is not None
        if words[0] == "done":
            self.end_play_part(seat)
        elif words[0] == "draw":
            self.wait_for("card", seat)
        elif words[0] == "take":
            self.display.remove(words[1])
            put_in(self.hands[seat], words[1])
            put_in(self.known[seat], words[1])  # AT-HID-3
            if self.deck:  # AT-DRW-2
                self.wait_for("card", "display")
            else:
                self.draw_part(seat)
        else:
            self.use_card(seat, words)
            # AT-TURN-3: the play part ends by itself after two cards or with an empty hand
            if self.used == self.edition["cards_per_turn"] or not self.hands[seat]:
                self.end_play_part(seat)

    def use_card(self, seat: int, words: list[str]) -> None:
        """A card leaves the hand, to be played or discarded."""
        area = self.areas[seat]
        kind = "ranger" if words[0] == "ranger" else words[1]
        take_out(self.hands[seat], kind)
        if kind in self.known[seat]:
            take_out(self.known[seat], kind)  # AT-HID-3: a known one goes first
        self.used += 1
        self.mode = "discard" if words[0] == "discard" else "play"
        if words[0] == "discard":
            put_in(self.removed, kind)  # AT-DIS-1
        elif words[0] == "ranger":
            put_in(self.removed, kind)  # AT-RNG-2: both leave the game
            put_in(self.removed, area.obstacles.pop(cell_of(words[1])))
        elif words[0] == "improve":
            area.improvements[cell_of(words[3])] = kind  # AT-IMP-1
        elif words[0] == "obstacle":
            self.areas[int(words[3])].obstacles[cell_of(words[5])] = kind  # AT-OBS-1
        else:
            cell = cell_of(words[2])
            laid = kind[1] + kind[0] if words[-1] == "turned" else kind  # AT-GEO-4
            area.trail[cell] = laid
            # AT-CMP-1: the distance sees to the number of cards. AT-CMP-2: once complete, always complete.
            if seat not in self.completed and self.meets_goal(seat, cell, laid):
                self.completed.append(seat)

    # ---- how a game runs

    def wait_for(self, what: str, whom: int | str) -> None:
        """Chance comes next."""
        if self.phase != "setup":
            self.phase = "card"
        self.awaits, self.awaits_for = what, whom

    def chance_falls(self, what: str, value: str) -> None:
        """The first player, a Goal or a card comes out."""
        whom = self.awaits_for
        self.awaits, self.awaits_for = None, None
        if what == "start":
            self.turn = int(value)
        elif what == "goal":
            assert isinstance(whom, int)
            self.goals_left.remove(value)
            self.goals[whom] = value
        else:
            take_out(self.deck, value)
            if isinstance(whom, int):
                put_in(self.hands[whom], value)
            else:
                self.display = sorted([*self.display, value], key=self.kinds.index)
        assert self.turn is not None
        if self.phase == "setup":
            self.deal_on(self.turn)
        else:
            self.draw_part(self.turn)

    def deal_on(self, first: int) -> None:
        """The set-up goes on: Goals, then hands, then the display (AT-SET-1, AT-SET-2), then the first turn."""
        no_goal = [seat for seat in range(self.seats) if self.goals[seat] is None]
        short = [seat for seat in range(self.seats) if sum(self.hands[seat].values()) < self.edition["hand_size"]]
        if no_goal:
            self.wait_for("goal", no_goal[0])
        elif short:
            self.wait_for("card", short[0])
        elif len(self.display) < self.edition["face_up"]:
            self.wait_for("card", "display")
        else:
            self.begin_turn(first)

    def begin_turn(self, seat: int) -> None:
        """The play part begins; with an empty hand it ends by itself (AT-TURN-3)."""
        self.turn, self.phase = seat, "play"
        if not self.hands[seat]:
            self.end_play_part(seat)

    def end_play_part(self, seat: int) -> None:
        """Is the game over? (AT-END-1) If not, the draw part follows."""
        self.idle = 0 if self.used else self.idle + 1
        self.used, self.mode = 0, None
        all_completed = len(self.completed) == self.seats  # AT-END-2
        nobody_plays = not self.deck and self.idle >= self.seats  # AT-END-3
        if all_completed or nobody_plays:
            self.phase = "over"
        else:
            self.draw_part(seat)

    def draw_part(self, seat: int) -> None:
        """One more card to get (AT-DRW-1), or the turn of the player on the left (AT-SET-4)."""
        if sum(self.hands[seat].values()) < self.edition["hand_size"] and (self.deck or self.display):
            self.phase = "draw"
        else:
            self.begin_turn((seat + 1) % self.seats)

    # ---- scoring

    def continuous_trail(self, seat: int) -> set[Cell]:
        """The cards on some path from the beginning to the Goal that visits no card twice (AT-SCO-11).

        A card lies on such a path unless a single other card, or one of the two ends, stands between it and both
        ends: with that one taken away, the card can reach neither the beginning nor the Goal (Menger's theorem).
        """
        if seat not in self.completed:
            return set()
        trail = self.areas[seat].trail
        cards = {**trail, self.goal_cell: self.goal_as_laid(seat)}
        joins = {
            (cell, beside(cell, edge))
            for cell in cards
            for edge in LETTER_AT
            if beside(cell, edge) in cards and same_terrain(cards[cell], edge, cards[beside(cell, edge)])
        }
        ends = {self.start, self.goal_cell}
        return {
            card
            for card in trail
            if all(reached(card, joins, without=other) & ends for other in cards if other != card)
        }

    def run(self, seat: int) -> int:
        """The most cards of the continuous trail that one unbroken terrain runs over (AT-SCO-12)."""
        trail = self.areas[seat].trail
        cards = self.continuous_trail(seat)
        halves = [(cell, letter) for cell in cards for letter in (0, 1)]
        joins = {((cell, a), (cell, 1 - a)) for cell, a in halves if trail[cell][0] == trail[cell][1]}
        for cell in cards:
            for edge, letter in LETTER_AT.items():
                other = beside(cell, edge)
                if other in cards and same_terrain(trail[cell], edge, trail[other]):
                    joins.add(((cell, letter), (other, 1 - letter)))
        return max((len({cell for cell, _ in reached(half, joins)}) for half in halves), default=0)

    def score_lines(self) -> list[Counts]:
        """What each player would score if the game ended now (AT-SCO-1 to AT-SCO-8)."""
        points = self.edition["scoring"]
        lengths = [len(self.continuous_trail(seat)) for seat in range(self.seats)]
        runs = [self.run(seat) for seat in range(self.seats)]
        lines: list[Counts] = []
        for seat, area in enumerate(self.areas):
            active = [self.two_sided[kind]["obstacle"] for kind in area.obstacles.values()]  # AT-OBS-3
            active += [self.two_sided[kind]["improvement"] for kind in area.improvements.values()]  # AT-IMP-1
            sets = {
                name: sum(side["set"] == name for side in active) // points["set_size"] * points[f"{name}_set"]
                for name in ("wildlife", "scenery")
            }
            length, run = lengths[seat], runs[seat]
            line: Counts = {
                "first": points["first_to_complete"] if self.completed[:1] == [seat] else 0,  # AT-SCO-1
                "unfinished": 0 if seat in self.completed else points["not_completed"],  # AT-SCO-2
                "trail": length * points["continuous_per_card"],  # AT-SCO-3
                "longest": points["longest_continuous"] if length == max(lengths) and length > 0 else 0,  # AT-SCO-4
                "terrain": points["longest_terrain"] if run == max(runs) and run > 0 else 0,  # AT-SCO-5
                "wildlife": sets["wildlife"],  # AT-SCO-6
                "scenery": sets["scenery"],  # AT-SCO-7
                "sides": sum(side["points"] for side in active),  # AT-SCO-8
            }
            line["total"] = sum(line.values())
            lines.append(line)
        return lines

    def winners(self) -> list[int]:
        """Most points; of those who tie the first to complete; if none of them completed, all of them (AT-SCO-9)."""
        if self.phase != "over":
            return []
        totals = [line["total"] for line in self.score_lines()]
        tied = [seat for seat in range(self.seats) if totals[seat] == max(totals)]
        finishers = [seat for seat in self.completed if seat in tied]
        return finishers[:1] or tied

    # ---- what is seen

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The state as JSON: everything, or as that seat may see it (AT-HID)."""

        def in_order(counts: Counts) -> Counts:
            return {kind: counts[kind] for kind in self.kinds if kind in counts}

        def shown(counts: Counts, owner: int | None) -> Counts:
            """A hand, or the deck (of nobody): backs only, unless the viewer may see it (AT-HID-2, AT-HID-4)."""
            if seat is None or seat == owner or self.phase == "over":
                return in_order(counts)
            return {"?": sum(counts.values())} if counts else {}

        def by_cell(cards: dict[Cell, str]) -> dict[str, str]:
            return {text_of(cell): cards[cell] for cell in sorted(cards)}

        to_act: int | str | None = self.turn
        if self.awaits is not None:
            to_act = "chance"
        elif self.phase == "over":
            to_act = None
        return {
            "options": dict(self.options),
            "phase": self.phase,
            "to_act": to_act,
            "turn": self.turn,
            "used": self.used,
            "mode": self.mode,
            "await": self.awaits,
            "for": self.awaits_for,
            "goals": list(self.goals),
            "areas": [
                {
                    "trail": by_cell(area.trail),
                    "obstacles": by_cell(area.obstacles),
                    "improvements": by_cell(area.improvements),
                }
                for area in self.areas
            ],
            "hands": [shown(hand, owner) for owner, hand in enumerate(self.hands)],
            "known": [in_order(known) for known in self.known],
            "display": list(self.display),
            "deck": shown(self.deck, None),
            "removed": in_order(self.removed),
            "completed": list(self.completed),
            "idle": self.idle,
            "runs": [self.run(owner) for owner in range(self.seats)],
            "lines": self.score_lines(),
            "winners": self.winners(),
        }
