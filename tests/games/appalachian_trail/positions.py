"""Positions for tests in a line or two."""
from __future__ import annotations

from collections.abc import Sequence

import pytest

from roundhouse import IllegalAction
from roundhouse.engine.contract import State
from roundhouse.engine.facts import Fact
from roundhouse.games import game
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE
from roundhouse.games.appalachian_trail.facts import ScoreLine
from roundhouse.games.appalachian_trail.position import PLAY
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from roundhouse.games.appalachian_trail.scoring import score_sheets


def opening(seats: int = 2, **options: object) -> AppalachianTrailState:
    """A game before anything has happened."""
    state = game("appalachian-trail", seats, options=options).start()
    assert isinstance(state, AppalachianTrailState)
    return state


def table(
    goals: str = "GF",
    hands: Sequence[str] = (),
    trails: Sequence[str] = (),
    sides: Sequence[str] = (),
    display: str = "",
    deck: str | None = None,
    completed: Sequence[int] = (),
    turn: int = 0,
    **options: object,
) -> AppalachianTrailState:
    """A game at the start of a play part; a seat for each Goal, all else by seat.

    A trail is cards as laid, "FR RW 1,1=GR": along row 0 from the beginning unless a cell is named. Sides are
    two-sided cards where they lie, "O07@3,0 +O05@1,1", improvements with a plus. The deck is all other cards, or those
    named.
    """
    state = opening(len(goals), **options)
    board = state.board
    for seat, letter in enumerate(goals):
        state.put_goal(seat, board.letters.index(letter))
    for pile, text in [*enumerate(hands), (int(state.display), display)]:
        for name in text.split():
            assert state.piles[state.deck * board_kinds(state) + board.names.index(name)], f"not so many {name}"
            state.take_from(board.names.index(name), state.deck)
            state.add(board.names.index(name), pile)
    for seat, text in enumerate(trails):
        lay(state, seat, text)
    for seat, text in enumerate(sides):
        for one in text.split():
            name, cell = one.lstrip("+").split("@")
            card = board.names.index(name)
            use_up(state, card)
            side = IMPROVEMENT if one.startswith("+") else OBSTACLE
            state.put_side(seat, card - board.first_sided, side, board.ids.index(cell))
    if deck is not None:
        keep_only(state, deck.split())
    for seat in completed:
        state.completed = type(state.completed)([*state.completed, seat])
    state.turn = turn
    state.to_act = turn
    state.phase = PLAY
    return state


def lay(state: AppalachianTrailState, seat: int, text: str) -> None:
    """Trail cards as laid, without asking whether they may lie there; those that there are left leave the deck."""
    board = state.board
    for x, one in enumerate(text.split()):
        cell, equals, letters = one.rpartition("=")
        name = letters if letters in board.names else letters[::-1]
        use_up(state, board.names.index(name))
        state.put_trail(seat, board.laid_names.index(letters), board.ids.index(cell if equals else f"{x},0"))


def use_up(state: AppalachianTrailState, kind: int) -> None:
    """Out of the deck, to lie in an area."""
    if state.piles[state.deck * board_kinds(state) + kind]:
        state.take_from(kind, state.deck)


def keep_only(state: AppalachianTrailState, names: list[str]) -> None:
    """All other cards of the deck leave the game."""
    for kind, name in enumerate(state.board.names):
        assert state.piles[state.deck * board_kinds(state) + kind] >= names.count(name), f"not so many {name}"
        for _ in range(state.piles[state.deck * board_kinds(state) + kind] - names.count(name)):
            state.take_from(kind, state.deck)
            state.add(kind, state.removed)


def board_kinds(state: AppalachianTrailState) -> int:
    return len(state.board.names)


def play(state: State, text: str) -> None:
    """Lines of the notation, separated by semicolons."""
    for line in text.split(";"):
        state.do(line.strip())


def refused(state: State, line: str) -> str:
    """The rule that forbids a line. It is not among the legal ones, and the attempt changes nothing."""
    before = state.view()
    assert line not in state.lines()
    with pytest.raises(IllegalAction) as error:
        state.do(line)
    assert state.view() == before
    return error.value.rule


def facts(state: State, line: str) -> list[Fact]:
    """What a line does; the state goes on."""
    return state.tell(state.game.parse(line))


def sheet(state: AppalachianTrailState, seat: int = 0) -> dict[str, ScoreLine]:
    """The lines of a seat's score by their names."""
    return {line.line: line for line in score_sheets(state)[seat]}


def ways(state: State, *starts: str) -> list[str]:
    """The legal lines that begin with one of these."""
    return [line for line in state.lines() if line.startswith(starts)]


def cells(state: State, start: str) -> set[str]:
    """The cells named by the legal lines that begin so."""
    return {line.removesuffix(" turned").split()[-1] for line in ways(state, start)}
