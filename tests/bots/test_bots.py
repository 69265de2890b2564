"""Bots: honest, and the same for the same seed."""
from __future__ import annotations

from roundhouse import CHANCE, Dice
from roundhouse.bots import Seat, bot
from roundhouse.bots.match import play
from roundhouse.games import Setup
from roundhouse.records import Course


def test_random_takes_every_legal_action_now_and_then() -> None:
    course = Course(Setup.of("irish-gauge", 3))
    course.roll(Dice(1))
    seat = Seat(course, course.to_act)
    dice = Dice(2)
    assert {bot("random").choose(seat, dice) for _ in range(400)} == set(course.state.legal())


def test_a_seat_shows_what_its_player_may_know() -> None:
    course = Course(Setup.of("irish-gauge", 3))
    state, seat = course.state, Seat(course, 1)
    assert seat.view() == state.view(1)
    assert seat.legal() == list(state.legal())
    imagined = seat.imagine(Dice(1))
    imagined.apply(imagined.random(Dice(1)))
    assert seat.view() == state.view(1)


def test_a_bots_luck_is_its_own() -> None:
    """However many dice a bot rolls, chance falls the same: those who make the same moves play the same game."""
    game = Setup.of("irish-gauge", 3)

    class Passive:
        rolls = 0

        def choose(self, seat: Seat, dice: Dice) -> int:
            for _ in range(self.rolls):
                dice.below(6)
            return seat.legal()[-1]

    class Restless(Passive):
        rolls = 5

    calm = play(game, ["p"] * 3, [Passive()] * 3, 5)
    assert any(by == CHANCE for by, _ in calm.log[20:])
    assert play(game, ["p"] * 3, [Restless(), Passive(), Restless()], 5).log == calm.log


def test_a_game_without_chance_is_not_played_the_same_way_each_time() -> None:
    """Moves that are as good as equal are a matter of taste, and of the seat's dice; the same seed is the same game."""
    game = Setup.of("age-of-rail", 3)

    def moves(seed: int) -> list[tuple[int | str, str]]:
        return [(by, line) for by, line in play(game, ["g"] * 3, [bot("greedy")] * 3, seed).log[1:]]

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(4)}) == 4
