"""What lies beside the areas of Appalachian Trail: the hand, the count, the deck."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.contract import OVER
from roundhouse.games.appalachian_trail.cards import FACE, INK, TOWN, use
from roundhouse.games.appalachian_trail.position import Position
from roundhouse.games.appalachian_trail.scenes import counted, headed, total
from roundhouse.games.appalachian_trail.scoring import score_sheets
from roundhouse.games.appalachian_trail.things import LINE_WORDS, cards, kind_name, kind_symbol, kind_words
from roundhouse.games.asides import pawn, strip
from roundhouse.games.kit.cards import card_spot
from roundhouse.games.markup import Markup, tag
from roundhouse.games.scenes import row, table
from roundhouse.games.sight import Sight


def aside(sight: Sight[Position], names: Sequence[str]) -> Markup:
    position = sight.state
    over = position.to_act == OVER
    open_ = [seat for seat in range(position.game.seats) if over or sight.sees(seat)]
    hands = [
        _hand(position, seat, "Your hand" if seat == sight.seat else f"Hand of {names[seat]}", seat == sight.seat)
        for seat in open_ if position.size[seat]
    ]
    return strip(hands, _count(position, names, over), _deck(position))


def _hand(position: Position, seat: int, title: str, own: bool) -> Markup:
    kinds = [(kind, int(position.count(kind, seat))) for kind in range(position.board.kinds)]
    held = [_held(position, kind, n, own) for kind, n in kinds if n]
    return tag("section", headed(title, "AT-TURN-1"), tag("div", held, class_="cards"), class_="hand")


def _held(position: Position, kind: int, n: int, own: bool) -> Markup:
    """The cards of a kind in a hand: cards of one kind are the same card."""
    board = position.board
    times = [tag("circle", cx=48, cy=46, r=13, fill=TOWN, stroke=INK), tag("text", f"×{n}", x=48, y=52)]
    drawn = tag(
        "svg", use(kind_symbol(board, kind), x=48, y=46), times if n > 1 else None, class_="trail-card",
        viewBox="0 0 96 92", aria_hidden="true", font_family=FACE, font_size=17, text_anchor="middle", fill=INK,
    )
    told = tag("figcaption", kind_words(board, kind), f" ({n} of them)" if n > 1 else "")
    return tag("figure", drawn, told, class_="card spot" if own else "card",
               data_spot=card_spot(board.names[kind]) if own else None)


def known_cards(position: Position, seat: int) -> list[str]:
    """AT-HID-3: the cards of a hand that all have seen."""
    board, known = position.board, int(position.known) + seat
    return [kind_name(board, kind) for kind in range(board.kinds) for _ in range(position.count(kind, known))]


def _count(position: Position, names: Sequence[str], over: bool) -> Markup:
    """A line for each seat, as wide as there is anything to count."""
    title = "The final count" if over else "If the game ended now"
    lines = [line for sheet in score_sheets(position) for line in sheet]
    counting, cells = counted(position.board, lines, len(names))
    rows = [
        row(pawn(seat, names), [*(column[seat] for column in cells), tag("b", total(score))])
        for seat, score in enumerate(position.scores())
    ]
    sums = table(["", *(LINE_WORDS[name] for name in counting), "together"], rows)
    return tag("section", headed(title, "AT-SCO-1"), sums, class_="count")


def _deck(position: Position) -> Markup:
    board = position.board
    gone = [(kind_name(board, kind), int(position.count(kind, position.removed))) for kind in range(board.kinds)]
    words = ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in gone if n)
    summary = tag("summary", f"Out of the game: {sum(n for _, n in gone)}")
    out = tag("details", summary, tag("p", words)) if words else None
    left = tag("p", f"{cards(int(position.size[position.deck]))} left")
    return tag("section", headed("The deck", "AT-DRW-1"), left, out, class_="deck")
