"""Checks an edition of Appalachian Trail: every card, count, terrain and number of points; and makes its games."""
from __future__ import annotations

from roundhouse.engine.contract import Edition
from roundhouse.errors import UserError
from roundhouse.games.appalachian_trail.board import SETS, SIDES
from roundhouse.games.appalachian_trail.rules import AppalachianTrail
from roundhouse.games.data import Node, all_different

LENGTH = 7             # of the printed game; the option `length` shortens it
MOST_ROWS = 13         # with LENGTH + 2 columns they fit into two words of 60 cells
MOST_KINDS = 59        # a set of kinds is one word
PLAYERS = [2, 3]


def make(edition: Edition, seats: int, options: dict[str, object]) -> AppalachianTrail:
    """A game, in which a seat goes first that there is (AT-OPT-4)."""
    first = options["first"]
    if isinstance(first, int) and first >= seats:
        raise UserError(f"option first: at a table of {seats} nobody sits on seat {first}")
    return AppalachianTrail(edition, seats, options)


def check(root: Node) -> None:
    """Refuse, with an EditionError, an edition whose data is missing, of the wrong kind or out of bounds."""
    root.only(
        "game", "edition", "status", "players", "hand_size", "face_up", "cards_per_turn", "grid", "area", "terrains",
        "goals", "trail", "ranger", "obstacle_improvement", "scoring",
    )
    root.text("status")
    root.text("grid")
    root["players"].expect(root["players"].value == PLAYERS, f"{PLAYERS}: the fewest and the most players")
    _check_area(root["area"])
    terrains = _check_terrains(root["terrains"])
    goals = root["goals"].list_of(PLAYERS[1], "terrains, a Goal for each player")
    for goal in goals:
        goal.one_of(terrains, f"one of the terrains {', '.join(terrains)}")
    cards = _check_trail(root["trail"], terrains)
    cards += _check_sides(root["obstacle_improvement"], root["trail"])
    kinds = len(root["trail"].value) + len(root["obstacle_improvement"].value) + 1
    root["obstacle_improvement"].expect(kinds <= MOST_KINDS, f"at most {MOST_KINDS} kinds of card in all")
    cards += root.number("ranger", most=99)
    root.number("cards_per_turn", least=1, most=99)
    hand_size = root.number("hand_size", least=1, most=99)
    face_up = root.number("face_up", least=1, most=99)
    dealt = PLAYERS[1] * hand_size + face_up
    root["hand_size"].expect(dealt <= cards, f"hands for {PLAYERS[1]} and a display out of the {cards} cards there are")
    _check_scoring(root["scoring"])


def _check_area(area: Node) -> None:
    """The columns, the Goal and the least number of cards follow from the length, which is an option (AT-OPT-3)."""
    area.only("columns", "rows", "start", "goal", "min_cards")
    area["columns"].expect(area["columns"].value == [0, LENGTH + 1], f"[0, {LENGTH + 1}]")
    area["start"].one_of(["0,0"], '"0,0"')
    area["goal"].one_of([f"{LENGTH},0"], f'"{LENGTH},0"')
    area["min_cards"].one_of([LENGTH], str(LENGTH))
    rows = [row.as_number(-MOST_ROWS, MOST_ROWS) for row in area["rows"].list_of(2, "rows: the lowest, the highest")]
    fits = len(rows) == 2 and rows[0] <= 0 <= rows[1] and rows[1] - rows[0] < MOST_ROWS
    area["rows"].expect(fits, f"the lowest row and the highest, with row 0 between them, at most {MOST_ROWS} rows")


def _check_terrains(terrains: Node) -> list[str]:
    letters = [letter for letter, _ in terrains.items()]
    terrains.expect(2 <= len(letters) <= 8, "2 to 8 terrains")
    for letter, name in terrains.items():
        name.expect(len(letter) == 1 and letter.isascii() and letter.isupper(), "a terrain named by one capital letter")
        terrains.text(letter)
    return letters


def _check_trail(trail: Node, terrains: list[str]) -> int:
    """The number of Trail cards."""
    seen: set[str] = set()
    cards = 0
    for kind, number in trail.items():
        number.expect(len(kind) == 2 and set(kind) <= set(terrains), f"a kind of two letters of {', '.join(terrains)}")
        number.expect(kind[::-1] not in seen, f"no {kind} beside {kind[::-1]}, which is the same card turned")
        seen.add(kind)
        cards += number.as_number(least=1, most=99)
    trail.expect(bool(seen), "at least one kind of Trail card")
    return cards


def _check_sides(cards: Node, trail: Node) -> int:
    """The number of Obstacle/Improvement cards."""
    nodes = cards.list_of(1, "two-sided cards")
    for card in nodes:
        card.only("id", *SIDES)
        name = card.word("id")
        card["id"].expect(name != "ranger" and not trail.has(name), "an id that no other kind of card has")
        for side, least, most in zip(SIDES, (-99, 0), (0, 99)):
            card[side].only("name", "set", "points")
            card[side].text("name")
            card[side]["set"].one_of(SETS, " or ".join(SETS))
            card[side].number("points", least, most)
    all_different([card["id"] for card in nodes], "an id")
    return len(nodes)


def _check_scoring(scoring: Node) -> None:
    rewards = (
        "first_to_complete", "continuous_per_card", "longest_continuous", "longest_terrain", "wildlife_set",
        "scenery_set",
    )
    scoring.only("not_completed", "set_size", *rewards)
    scoring.number("not_completed", -99, 0)
    scoring.number("set_size", 1, 99)
    for reward in rewards:
        scoring.number(reward, 0, 99)
