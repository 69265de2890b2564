"""What the rulebook of Appalachian Trail says of an edition: its cards, areas and points."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.games.appalachian_trail.rules import AppalachianTrail
from roundhouse.games.markdown import in_words, listed, table

LENGTHS = (7, 6, 5)
"""How far the Goal may be from the start, by the option."""

Data = Mapping[str, Any]


def says(games: Sequence[AppalachianTrail]) -> Mapping[str, str]:
    """By the names that the rulebook has for them."""
    data = games[0].edition.data
    scoring, area = data["scoring"], data["area"]
    trail, sided = sum(data["trail"].values()), len(data["obstacle_improvement"])
    hands = trail + sided + data["ranger"]
    decks = [hands - players * data["hand_size"] - data["face_up"] for players in (2, 3)]
    return {
        "points": _points(scoring), "all_cards": str(hands + len(data["goals"])), "deck_cards": str(hands),
        "sorts": _sorts(data, trail, sided),
        "terrains": listed(_lettered(*one) for one in data["terrains"].items()),
        "terrains_count": in_words(len(data["terrains"])), "trail_copies": _copies(data["trail"]),
        "terrain_shares": _shares(data), "sided_count": in_words(sided), "sided": _sided(data),
        "deck_two": str(decks[0]), "deck_three": str(decks[1]),
        "columns": " to ".join(map(str, area["columns"])), "rows": " to ".join(map(str, area["rows"])),
        "goal": area["goal"], "start": area["start"], "length": in_words(area["min_cards"]),
        "min_cards": str(area["min_cards"]), "lengths": _lengths(),
        "face_up": in_words(data["face_up"]), "hand": str(data["hand_size"]),
        "a_turn": in_words(data["cards_per_turn"]),
        **{f"score_{name}": signed(points) for name, points in scoring.items()},
        "set_size": in_words(scoring["set_size"]), "not_completed": str(-scoring["not_completed"]),
    }


def signed(points: int) -> str:
    """Points with their sign."""
    return f"+{points}" if points >= 0 else f"−{-points}"


def _points(scoring: Mapping[str, int]) -> str:
    size = in_words(scoring["set_size"])
    return table(("For", "Points"), (
        ("completing your trail before anyone else", signed(scoring["first_to_complete"])),
        ("not completing your trail", signed(scoring["not_completed"])),
        ("each card of your continuous trail", signed(scoring["continuous_per_card"])),
        ("the longest continuous trail", signed(scoring["longest_continuous"])),
        ("the longest stretch of one terrain", signed(scoring["longest_terrain"])),
        (f"every {size} active wildlife sides in your area", signed(scoring["wildlife_set"])),
        (f"every {size} active scenery sides in your area", signed(scoring["scenery_set"])),
        ("each obstacle that lies in your area", "what is on it"), ("each improvement there", "what is on it"),
    ))


def _sorts(data: Data, trail: int, sided: int) -> str:
    goals = ", ".join(f"one {data['terrains'][letter]}" for letter in data["goals"])
    return table(("Cards", "Number", "What they do"), (
        ("Trail", trail, "You build your trail with them."),
        ("Obstacle/Improvement", sided, "An obstacle in an opponent's area, or an improvement in your own."),
        ("Ranger", data["ranger"], "Removes an obstacle from your area."),
        ("Goal", len(data["goals"]), f"The place your trail must reach: {goals}."),
    ))


def _lettered(letter: str, name: str) -> str:
    return f"**{letter}**{name.removeprefix(letter)}" if name.startswith(letter) else f"**{letter}** {name}"


def _copies(trail: Mapping[str, int]) -> str:
    return table(("Card", *trail), (("Copies", *trail.values()),))


def _shares(data: Data) -> str:
    """How many cards show one terrain, and how many each is on."""
    trail = data["trail"]
    single = sum(count for name, count in trail.items() if name[0] == name[1])
    on = {name: sum(count for card, count in trail.items() if letter in card)
          for letter, name in data["terrains"].items()}
    both = f"So {sum(trail.values()) - single} cards show two terrains and {single} show only one."
    if len(set(on.values())) == 1:
        return f"{both} The terrains are equally common: each is on {next(iter(on.values()))} of them."
    return f"{both} {listed(f'{name} is on {count}' for name, count in on.items())} of them."


def _sided(data: Data) -> str:
    head = ("Card", "Obstacle side", "Set", "Points", "Improvement side", "Set", "Points")
    return table(head, (
        (one["id"], *(said for side in ("obstacle", "improvement")
                      for said in (one[side]["name"], one[side]["set"], signed(one[side]["points"]))))
        for one in data["obstacle_improvement"]
    ))


def _lengths() -> str:
    """The cells beside the Goal, and the fewest cards that reach each, by the option."""
    head = ("Length", "Goal", "Left of the Goal", "Above, below", "Right of it", "Fewest cards: from the left",
            "from above, below", "from the right")
    return table(head, (
        (n, f"{n},0", f"{n - 1},0", f"{n},1 and {n},-1", f"{n + 1},0", n, n + 2, n + 6) for n in LENGTHS
    ))
