"""What lies beside the board of any game: the cards that a seat may see, the rest as a list, a word on the drawing."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from roundhouse.engine.contract import Game, State
from roundhouse.games.asides import rail
from roundhouse.games.defaults.board import OPEN_TABLE, Board
from roundhouse.games.defaults.cards import Cards, card, heading, laid, small
from roundhouse.games.defaults.pieces import standing, token
from roundhouse.games.defaults.reading import ELSEWHERE, UNSEEN, as_words, by_seat, is_cards
from roundhouse.games.markup import NOTHING, Markup, markup, tag
from roundhouse.games.scenes import row, table
from roundhouse.games.sight import Sight

NOTE = (
    "This game has no drawing of its own yet. The house shows what its rules tell: a piece wherever they name a place, "
    "and the rest as cards and lists."
)
Told = list[tuple[str, str]]


def card_spot(name: str) -> str:
    """The spot of a card in the hand, by the card's name."""
    return "card:" + name.replace(" ", "_")


def own_cards(game: Game, view: Mapping[str, object], seat: int | None) -> list[str]:
    """The cards that the one who looks holds and sees, each kind once."""
    mine = [name for cards in laid(game, view) if cards.seat is not None and cards.seat == seat for name in cards.names]
    return [name for name in dict.fromkeys(mine) if name != UNSEEN]


def aside(sight: Sight[State], board: Board, names: Sequence[str]) -> Markup:
    """The cards that can be seen, the rest of the view as lists, what the pieces are, and a note on the drawing."""
    game, view = sight.state.game, sight.state.view(sight.seat)
    every = list(laid(game, view))
    seat = sight.seat
    order = sorted(every, key=lambda cards: (cards.seat != seat, cards.seat is None))
    taken: set[str] = set()
    hands = [_hand(game, board, cards, names, seat, taken) for cards in order if set(cards.names) != {UNSEEN}]
    piles = [(heading(cards, names, seat), f"{len(cards.names)} face down") for cards in every
             if cards.seat is None and set(cards.names) == {UNSEEN}]
    note = tag("section", tag("p", NOTE), class_="note small faint")
    return rail(hands, _ledger(game, board, view, piles), _legend(game, board, view, names), note)


def _hand(
    game: Game, board: Board, cards: Cards, names: Sequence[str], seat: int | None, taken: set[str]
) -> Markup:
    shown = []
    for name, count in cards.counted():
        spot = cards.seat is not None and cards.seat == seat and name != UNSEEN and name not in taken
        taken.update({name} if spot else ())
        told = board.called(name) if name != UNSEEN else "face down"
        words = tag("figcaption", told, f" ({count} of them)" if count > 1 else "")
        shown.append(tag("figure", small(card(game, board, name, count)), words, class_="card spot" if spot else "card",
                         data_spot=card_spot(name) if spot else None))
    return tag("section", tag("h2", heading(cards, names, seat)), tag("div", shown, class_="cards"), class_="hand")


# ---- the rest --------------------------------------------------------------------------------------------------------


def _legend(game: Game, board: Board, view: Mapping[str, object], names: Sequence[str]) -> Markup:
    """What the pieces and figures on the map are."""
    shown = standing(game, board, view, names).pieces
    found = {piece.kind: token(piece) for piece in shown}
    return _listed("On the map", [(drawn, what) for what, drawn in found.items()])


def _listed(title: str, lines: Sequence[tuple[str, str]]) -> Markup:
    """Names and values under a heading, if there are any."""
    rows = [row(name, [value]) for name, value in lines]
    return tag("section", tag("h2", title), tag("table", tag("tbody", rows)), class_="ledger") if lines else NOTHING


def _ledger(game: Game, board: Board, view: Mapping[str, object], piles: Told) -> Markup:
    """Everything that has no place on the board and is no card."""
    lines: Told = list(piles)
    tables = []
    for key, value in view.items():
        if key in ELSEWHERE or is_cards(key) or (key,) in by_seat(game):
            continue
        if isinstance(value, dict) and value and all(isinstance(one, dict) for one in value.values()):
            tables.append(_table(board, as_words(key).capitalize(), value))
        elif (said := told(board, value)) and not _on_the_map(board, value):
            lines.append((as_words(key).capitalize(), said))
    return markup(_listed("On the table", lines), tables)


def _on_the_map(board: Board, value: object) -> bool:
    """Whether all of it stands on the board already."""
    if isinstance(value, dict):
        return bool(value) and all(key in board.places for key in value)
    listed = value if isinstance(value, list) else [value]
    return board.kind != OPEN_TABLE and bool(listed) and all(
        isinstance(one, str) and (one in board.places or one in board.links) for one in listed
    )


def _table(board: Board, title: str, rows: Mapping[str, Mapping[str, object]]) -> Markup:
    heads = list(dict.fromkeys(key for one in rows.values() for key in one))
    body = [row(board.called(name), [told(board, one.get(key)) for key in heads]) for name, one in rows.items()]
    return tag("section", tag("h2", title), table(["", *map(as_words, heads)], body), class_="market")


def told(board: Board, value: object) -> str:
    """A value of a view in words; empty for what is not there."""
    if value is None or value == [] or value == {}:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(filter(None, (told(board, one) for one in value)))
    if isinstance(value, dict):
        parts = ((board.called(str(key)), told(board, one)) for key, one in value.items() if one)
        return ", ".join(f"{key} {said}" for key, said in parts if said)
    return board.called(str(value))
