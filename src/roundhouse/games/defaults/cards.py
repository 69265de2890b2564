"""Cards of any game: hands, and what lies open, each card with its name and what the edition says it is worth."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from roundhouse.engine.contract import Game
from roundhouse.games.defaults.board import SEAT_COLOURS, TITLE_HEIGHT, TITLE_WIDTH, Board
from roundhouse.games.defaults.reading import ELSEWHERE, UNSEEN, as_words, by_seat, cards_in, is_cards
from roundhouse.games.livery import DISPLAY_FACE, FAINT, INK, PAPER, fill, label
from roundhouse.games.markup import Inside, Markup, markup, tag

WIDTH, HEIGHT = 92, 124
MOST_SHOWN = 14                 # kinds of cards in a row
HEAD = 32                       # the height of a heading on the sheet
LEAST_WIDE = 150
SCALES = (1.2, 1.0, 0.85, 0.7, 0.55, 0.42, 0.3)
WORTH = ("value", "points", "worth", "price", "length", "cost")


@dataclass(frozen=True)
class Cards:
    """Cards that lie together."""

    key: str
    seat: int | None
    """Whose they are; None for what lies open to all, or in a pile."""
    names: list[str]
    """Each card, UNSEEN for one that can't be seen."""

    def counted(self) -> list[tuple[str, int]]:
        """Each card once, with how many of it there are."""
        return list(Counter(self.names).items())


def laid(game: Game, view: Mapping[str, object], map_: bool = True) -> Iterator[Cards]:
    """All cards of a view. Without a map, any list of words is taken for cards."""
    for key, value in view.items():
        if key in ELSEWHERE or not (is_cards(key) or (not map_ and isinstance(value, list))):
            continue
        if isinstance(value, list) and (key,) in by_seat(game):
            for seat, own in enumerate(value):
                cards = cards_in(own)
                if cards:
                    yield Cards(key, seat, cards)
        else:
            cards = cards_in(value)
            if cards:
                yield Cards(key, None, cards)


def holding(key: str, count: int) -> str:
    """What one seat has of what the view has for all: a hand, a letter, two orders."""
    return as_words(key.removesuffix("s") if count == 1 or key == "hands" else key)


def heading(cards: Cards, names: Sequence[str], seat: int | None) -> str:
    """Whose cards these are and how many: "Your ..", ".. of Ann", or the name of what lies open."""
    if cards.seat is None:
        return as_words(cards.key).capitalize()
    held = holding(cards.key, len(cards.names))
    return f"Your {held}" if cards.seat == seat else f"{held.capitalize()} of {names[cards.seat]}"


def worth(game: Game, card: str) -> str:
    """What the edition says a card is worth, if it lists such."""
    for value in game.edition.data.values():
        for one in value if isinstance(value, list) else ():
            if isinstance(one, dict) and one.get("id") == card:
                return next((str(one[key]) for key in WORTH if type(one.get(key)) is int), "")
    return ""


def card(game: Game, board: Board, name: str, count: int = 1) -> Markup:
    """A card of 92 by 124, or its back."""
    outer = tag("rect", width=WIDTH, height=HEIGHT, rx=6, fill=PAPER, stroke=INK, stroke_width=1.4)
    times = label(WIDTH - 10, HEIGHT - 9, f"×{count}", 15, text_anchor="end", font_weight=700) if count > 1 else None
    if name == UNSEEN:
        hatch = "".join(f"M8 {y}L{WIDTH - 8} {y - 24 if y > 32 else 8}" for y in range(26, HEIGHT, 12))
        inner = tag("rect", x=8, y=8, width=WIDTH - 16, height=HEIGHT - 16, rx=3, fill="none", stroke=FAINT)
        return markup(outer, tag("path", d=hatch, stroke=FAINT, stroke_opacity=0.5, fill="none"), inner, times)
    ink = fill(board.colours.get(name, "grey"))
    inner = tag("rect", x=5, y=5, width=WIDTH - 10, height=HEIGHT - 10, rx=3, fill="none", stroke=ink, stroke_width=1.8)
    rule = tag("path", d=f"M16 {HEIGHT - 34}h{WIDTH - 32}", stroke=FAINT, stroke_width=0.8)
    words = _wrapped(board.called(name))
    size = min(17.0, 118 / max(map(len, words)))
    lines = [
        label(WIDTH / 2, 58 + (n - (len(words) - 1) / 2) * (size + 3), word, size, font_family=DISPLAY_FACE)
        for n, word in enumerate(words)
    ]
    value = label(13, 25, worth(game, name), 17, text_anchor="start", font_weight=700) if worth(game, name) else None
    id = label(12, HEIGHT - 12, name, 12.5, fill=FAINT, text_anchor="start") if board.called(name) != name else None
    return markup(outer, inner, rule, lines, value, id, times)


def _wrapped(words: str) -> list[str]:
    """A name on as many lines as it has words, short ones together."""
    lines: list[str] = []
    for word in words.split() or [words]:
        if lines and len(lines[-1]) + len(word) < 11:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def small(drawn: Inside) -> Markup:
    """A drawn card as an SVG picture of its own."""
    return tag("svg", drawn, viewBox=f"-2 -2 {WIDTH + 4} {HEIGHT + 4}", aria_hidden="true")


# ---- a game without a map --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """Cards that lie together on the sheet, under their heading."""

    x: float
    y: float
    wide: float
    cards: Cards


def on_the_table(game: Game, board: Board, view: Mapping[str, object], names: Sequence[str]) -> Markup:
    """All cards of a game without a map, as large as they fit on the sheet around its title."""
    every = list(laid(game, view, map_=False))
    tries = ((scale, _flow(board, every, scale)) for scale in SCALES)
    scale, blocks = next(((s, found) for s, found in tries if _fits(board, found, s)), (SCALES[-1], []))
    blocks = blocks or _flow(board, every, scale)
    return tag("g", [_block(game, board, block, names, scale) for block in blocks], pointer_events="none")


def _flow(board: Board, every: Sequence[Cards], scale: float) -> list[Block]:
    """From left to right, line by line; the first lines begin beside the title."""
    title_end, high = board.title[1] + TITLE_HEIGHT, HEIGHT * scale + HEAD + 18
    x = first = board.title[0] + TITLE_WIDTH + 40
    y, found = board.title[1], []
    for cards in every:
        wide = max(min(len(cards.counted()), MOST_SHOWN) * (WIDTH * scale + 8), LEAST_WIDE)
        if x > first and x + wide > board.width - 40:
            y += high
            x = first = board.title[0] if y > title_end else first
        found.append(Block(x, y, wide, cards))
        x += wide + 34
    return found


def _fits(board: Board, blocks: Sequence[Block], scale: float) -> bool:
    return all(
        block.x + block.wide < board.width - 36 and block.y + HEAD + HEIGHT * scale < board.height - 30
        for block in blocks
    )


def _block(game: Game, board: Board, block: Block, names: Sequence[str], scale: float) -> Markup:
    cards = block.cards
    ink = fill(SEAT_COLOURS[cards.seat % len(SEAT_COLOURS)]) if cards.seat is not None else INK
    head = label(block.x, block.y + 16, heading(cards, names, None), 18, text_anchor="start", font_weight=700)
    line = tag("path", d=f"M{block.x:.0f} {block.y + 23:.0f}h{block.wide:.0f}", stroke=ink, stroke_width=2)
    shown = [
        tag("g", card(game, board, name, count),
            transform=f"translate({block.x + n * (WIDTH * scale + 8):.0f} {block.y + HEAD:.0f}) scale({scale:.3g})")
        for n, (name, count) in enumerate(cards.counted()[:MOST_SHOWN])
    ]
    return markup(head, line, shown)
