"""The reference alone, at the worked checks of the rules: what the engine is compared with is right by itself."""
from __future__ import annotations

from typing import Any

import pytest

from roundhouse.games import title
from tests.games.appalachian_trail.reference import Reference, cell_of
from tests.games.appalachian_trail.test_scoring import MIXED, PRINTED

HANDS = ["FG FR FF O01 ranger", "GG RR WW O02 ranger", "GR GW RW O03 ranger"]


def before_the_start(seats: int = 2, **options: object) -> Reference:
    return Reference(dict(title("appalachian-trail").game(seats).edition.data), seats, options)


def play(reference: Reference, text: str) -> None:
    """Lines of the notation, separated by semicolons."""
    for line in " ".join(text.split()).split("; "):
        reference.apply(line)


def dealt(goals: str = "GF", **options: object) -> Reference:
    """The first turn, which is seat 0's; a seat for each Goal, with its hand of HANDS."""
    reference = before_the_start(len(goals), **options)
    cards = " ".join([*HANDS[: len(goals)], "FW GR"]).split()
    play(reference, "; ".join(["start 0", *(f"goal {goal}" for goal in goals), *(f"card {card}" for card in cards)]))
    return reference


def lay(reference: Reference, seat: int, laid: str) -> None:
    """Trail cards along row 0, without asking whether they may lie there."""
    reference.areas[seat].trail.update({(x, 0): letters for x, letters in enumerate(laid.split())})


def words(reference: Reference) -> list[str]:
    """The first words of the legal lines."""
    return [line.split(" ")[0] for line in reference.legal()]


def test_the_printed_example() -> None:
    reference = before_the_start()
    play(reference, PRINTED)
    view = reference.view()
    assert (view["phase"], view["to_act"], view["used"], view["completed"]) == ("play", 0, 1, [0])
    assert (view["idle"], view["runs"], view["display"]) == (1, [4, 0], ["FG", "WW"])
    assert view["hands"] == [{"FF": 1, "FG": 1, "O01": 1, "ranger": 1}, {"FF": 1, "GG": 1, "O02": 1, "ranger": 2}]
    assert [line["total"] for line in view["lines"]] == [22, -2]
    assert {word: words(reference).count(word) for word in words(reference)} == {
        "done": 1, "trail": 11, "improve": 12, "ranger": 2,
    }


@pytest.mark.parametrize(
    ("begin", "trail"),
    [("F", ["trail FF 0,0", "trail FG 0,0", "trail FR 0,0"]), ("G", ["trail FG 0,0 turned"])],
)
def test_the_legal_actions_of_a_first_turn(begin: str, trail: list[str]) -> None:
    discards = [f"discard {kind}" for kind in HANDS[0].split()]
    assert sorted(dealt(f"W{begin}").legal()) == sorted([*trail, *discards, "done"])


@pytest.mark.parametrize(("walling", "legal"), [("free", True), ("leave-a-way", False)])
def test_the_last_way(walling: str, legal: bool) -> None:
    reference = dealt(walling=walling)
    lay(reference, 1, "GF")
    reference.areas[1].obstacles = {(1, 0): "O07", (0, 1): "O08"}
    assert ("obstacle O01 on 1 at 0,-1" in reference.legal()) == legal


def test_a_dead_end_and_a_loop() -> None:
    reference = dealt()
    lay(reference, 0, MIXED)
    reference.completed = [0]
    found = []
    for more in ({}, {"1,1": "FR"}, {"2,1": "RW"}):
        reference.areas[0].trail.update({cell_of(text): laid for text, laid in more.items()})
        found.append((len(reference.continuous_trail(0)), reference.run(0), reference.score_lines()[0]["total"]))
    assert found == [(7, 3, 17), (7, 3, 17), (9, 4, 19)]


@pytest.mark.parametrize("goals", ["GF", "GFR"])
def test_the_last_of_a_round_of_passing_must_use_a_card_while_the_deck_lasts(goals: str) -> None:
    """AT-TURN-3, AT-END-3."""
    reference = dealt(goals)
    for seat in range(len(goals) - 1):
        assert (reference.turn, "done" in reference.legal()) == (seat, True)
        reference.apply("done")
    assert "done" not in reference.legal()
    assert words(reference).count("discard") == 5
    with pytest.raises(ValueError, match="not legal now: 'done'"):
        reference.apply("done")
    reference.apply("discard ranger")
    assert "done" in reference.legal()
    play(reference, "done; draw; card WW")
    assert (reference.turn, reference.idle, "done" in reference.legal()) == (0, 0, True)


def test_a_played_card_too_lets_the_last_of_a_round_be_done() -> None:
    reference = dealt()
    play(reference, "done; trail GG 0,0")
    assert "done" in reference.legal()


@pytest.mark.parametrize("goals", ["GF", "GFR"])
def test_passing_all_round_ends_the_game_when_the_deck_is_empty(goals: str) -> None:
    """AT-END-3; the display need not be empty."""
    reference = dealt(goals)
    reference.deck = {}
    for _ in goals:
        assert (reference.phase, "done" in reference.legal()) == ("play", True)
        reference.apply("done")
    view = reference.view()
    assert (view["phase"], view["idle"], view["display"]) == ("over", len(goals), ["FW", "GR"])
    assert view["winners"] == list(range(len(goals)))


def test_an_empty_hand_is_a_turn_without_a_card() -> None:
    """AT-END-3, AT-TURN-3."""
    reference = dealt("GFR")
    reference.deck, reference.display = {}, []
    reference.hands[1:] = [{}, {}]
    reference.apply("done")
    assert (reference.phase, reference.idle, reference.turn) == ("over", 3, 2)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_of_passing_wherever_it_is_legal_ends(seats: int) -> None:
    """AT-END-4: each round uses up one card, until the deck is empty; the round after that ends the game."""
    reference = before_the_start(seats)
    in_deck = 48 - 5 * seats - 2
    turns = 0
    while reference.phase != "over":
        lines = reference.legal() or [line for line, _ in reference.outcomes()]
        line = "done" if "done" in lines else lines[-1]  # a discard, or a card from the deck
        turns += line == "done"
        reference.apply(line)
    assert (reference.deck, sum(reference.removed.values())) == ({}, in_deck)
    assert (turns, reference.idle) == ((in_deck + 1) * seats, seats)


def test_the_option_first() -> None:
    """AT-OPT-4, AT-SET-4."""
    every = [("start 0", 1), ("start 1", 1), ("start 2", 1)]
    assert before_the_start(3).outcomes() == before_the_start(3, first="random").outcomes() == every
    assert [before_the_start(3, first=seat).outcomes() for seat in range(3)] == [[one] for one in every]
    assert before_the_start(2).outcomes() == every[:2]
    for seats, wrong in ((2, 2), (3, 3), (2, "youngest")):
        with pytest.raises(ValueError, match=r"no option first|no seat 2 with 2 players"):
            before_the_start(seats, first=wrong)


def test_the_options_in_the_state() -> None:
    expected: dict[str, Any] = {"match": "all-edges", "walling": "free", "length": 7, "first": "random"}
    assert before_the_start().view()["options"] == expected
    assert before_the_start(first=1).view()["options"] == {**expected, "first": 1}
