"""What each seat may know of a game of Appalachian Trail: the state as JSON, and a fresh guess at the rest."""
from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import zeros
from roundhouse.engine.contract import CHANCE, NOBODY, OVER
from roundhouse.engine.dice import Dice
from roundhouse.games.appalachian_trail.board import NOTHING, OBSTACLE
from roundhouse.games.appalachian_trail.position import FINISHED, PHASES, PLAY, Position
from roundhouse.games.appalachian_trail.scoring import Scores


def view(position: Position, seat: int | None, winners: list[int]) -> dict[str, object]:
    """Everything for None; for a seat, other hands and the deck only by their size (AT-HID-1, AT-HID-2, AT-HID-4).

    A WATCHER has no hand.
    """
    scores = Scores(position)
    seats = range(position.game.seats)
    playing = position.phase == PLAY and position.used > 0
    return {
        "options": dict(position.game.options),
        "phase": PHASES[position.phase],
        "to_act": "chance" if position.to_act == CHANCE else None if position.to_act == OVER else int(position.to_act),
        "turn": None if position.turn == NOBODY else int(position.turn),
        "used": int(position.used),
        "mode": ("discard" if position.discarding else "play") if playing else None,
        "await": awaited(position),
        "for": receiver(position),
        "goals": [None if goal == NOBODY else position.board.letters[goal] for goal in position.goals],
        "areas": [area(position, each) for each in seats],
        "hands": [cards(position, each, hides(position, seat, each)) for each in seats],
        "known": [cards(position, position.known + each, False) for each in seats],
        "display": [kind for kind, n in cards(position, position.display, False).items() for _ in range(n)],
        "deck": cards(position, position.deck, hides(position, seat, position.deck)),
        "removed": cards(position, position.removed, False),
        "completed": list(position.completed),
        "idle": int(position.idle),
        "runs": list(scores.run_sizes),
        "lines": [scores.lines(each) for each in seats],
        "winners": winners,
    }


def awaited(position: Position) -> str | None:
    """The chance event that is next."""
    if position.to_act != CHANCE:
        return None
    if position.turn == NOBODY:
        return "start"
    return "goal" if NOBODY in list(position.goals) else "card"


def receiver(position: Position) -> int | str | None:
    """Who gets what chance deals next: a seat, "display", or None where chance deals nothing."""
    if position.to_act != CHANCE or position.receiver == NOBODY:
        return None
    return "display" if position.receiver == position.display else int(position.receiver)


def hides(position: Position, seat: int | None, pile: int) -> bool:
    """AT-HID-2: hands of others, and the deck. AT-HID-4: nothing once the game is over."""
    return seat is not None and pile != seat and position.phase != FINISHED


def cards(position: Position, pile: int, hidden: bool) -> dict[str, int]:
    """A pile by kind, or only how many cards it has."""
    names = position.board.names
    counts = {name: int(position.piles[pile * len(names) + kind]) for kind, name in enumerate(names)}
    if hidden:
        size = sum(counts.values())
        return {"?": size} if size else {}
    return {name: n for name, n in counts.items() if n}


def area(position: Position, seat: int) -> dict[str, dict[str, str]]:
    """The Trail cards, obstacles and improvements of a seat's area, each by its cell; the Goal is not among them."""
    board = position.board
    cells: int = board.cells
    goal: int = board.goal
    laid = position.laid[seat * cells:(seat + 1) * cells]
    lie = [(cell, card) for cell, card in enumerate(laid) if card != NOTHING and cell != goal]
    trail = {board.ids[cell]: board.laid_names[card] for cell, card in lie}
    sides: list[dict[str, str]] = [{}, {}]
    for card in range(board.sided):
        if position.lies_in(seat, card):
            cell = board.ids[position.spot[card] - seat * cells]
            sides[position.active_side(card)][cell] = board.names[board.first_sided + card]
    return {"trail": trail, "obstacles": sides[OBSTACLE], "improvements": sides[1 - OBSTACLE]}


def redeal(position: Position, seat: i64, dice: Dice) -> None:
    """AT-HID-2: mix all that the seat can't see, and deal it again to the deck and the other hands.

    Collected by kind, not by hand, so that even the order before the mixing tells nothing of who held what.
    """
    hidden = vec[i64]()
    sizes = zeros(position.deck + 1)
    for kind in range(position.board.kinds):
        for pile in range(position.deck + 1):
            if pile == seat or pile == position.display:
                continue
            for _ in range(i64(position.piles[pile * position.board.kinds + kind]) - seen(position, pile, kind)):
                position.take_from(kind, pile)
                hidden = append(hidden, kind)
                sizes[pile] += 1
    dice.shuffle(hidden)
    n: i64 = 0
    for pile in range(position.deck + 1):
        for _ in range(sizes[pile]):
            position.add(hidden[n], pile)
            n += 1


def seen(position: Position, pile: i64, kind: i64) -> i64:
    """AT-HID-3: how many cards of a kind all know to be in a hand; none in the deck."""
    if pile == position.deck:
        return 0
    return i64(position.piles[(position.known + pile) * position.board.kinds + kind])
