"""What lies beside the areas of Appalachian Trail: the hand, the count, the deck."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.contract import OVER
from roundhouse.games.appalachian_trail.cards import use
from roundhouse.games.appalachian_trail.position import Position
from roundhouse.games.appalachian_trail.scenes import counted, headed, total
from roundhouse.games.appalachian_trail.scoring import score_sheets
from roundhouse.games.appalachian_trail.things import LINE_WORDS, kind_name, kind_symbol, kind_words, things
from roundhouse.games.asides import pawn, strip
from roundhouse.games.kit.hands import card, deck, hands
from roundhouse.games.livery import INK, TEXT_FACE
from roundhouse.games.markup import Markup, tag
from roundhouse.games.scenes import row, table
from roundhouse.games.sight import Sight
from roundhouse.games.survey import TOWN
from roundhouse.games.words import term


def aside(sight: Sight[Position], names: Sequence[str]) -> Markup:
    """The hands, how the score stands, and the deck; all hands are open once the game is over."""
    position = sight.state
    over = position.to_act == OVER
    held = hands(things(position.board), "AT-TURN-1", sight, names, lambda seat: _hand(sight, seat), open_=over)
    return strip(held, _count(position, names, over), _deck(position))


def _hand(sight: Sight[Position], seat: int) -> list[Markup]:
    """The cards of a hand, those of one kind as one: they are the same card."""
    position = sight.state
    kinds = [(kind, int(position.count(kind, seat))) for kind in range(position.board.kinds)]
    return [_held(position, kind, n, seat == sight.seat) for kind, n in kinds if n]


def _held(position: Position, kind: int, n: int, own: bool) -> Markup:
    board = position.board
    times = [tag("circle", cx=48, cy=46, r=13, fill=TOWN, stroke=INK), tag("text", f"×{n}", x=48, y=52)]
    face = tag(
        "svg", use(kind_symbol(board, kind), x=48, y=46), times if n > 1 else None, class_="trail-card",
        viewBox="0 0 96 92", aria_hidden="true", font_family=TEXT_FACE, font_size=17, text_anchor="middle", fill=INK,
    )
    said = term("{card} ({n} of them)" if n > 1 else "{card}", card=kind_words(board, kind), n=n)
    return card(board.names[kind], face, said, own)


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
    return tag("section", headed("AT-SCO-1", title), sums, class_="count")


def _deck(position: Position) -> Markup:
    board, left = position.board, int(position.size[position.deck])
    gone = [(kind_name(board, kind), int(position.count(kind, position.removed))) for kind in range(board.kinds)]
    which = ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in gone if n)
    used = term("Out of the game: {n}", n=sum(n for _, n in gone))
    return deck(things(board), "AT-DRW-1", term("The deck"), term("{left|# card|# cards} left", left=left), used, which)
