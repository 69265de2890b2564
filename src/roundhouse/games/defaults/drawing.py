"""A drawing of any game, from its view and the board of its edition; it says of itself what it is."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from roundhouse.engine.contract import OVER, WATCHER, Game, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.facts import Ended, Fact
from roundhouse.games.defaults import aside, choices, ground, pieces
from roundhouse.games.defaults.board import OPEN_TABLE, board
from roundhouse.games.defaults.cards import holding
from roundhouse.games.defaults.reading import (
    CARDS,
    CASH,
    ELSEWHERE,
    amounts,
    as_words,
    by_seat,
    cards_in,
    scores,
)
from roundhouse.games.defaults.things import things
from roundhouse.games.drawn import Choice, Ground, Panel, Spot, picture, side_by_side
from roundhouse.games.film import Movement, coins, purse
from roundhouse.games.kit.telling import Told
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.games.scenes import final_row, table, winners
from roundhouse.games.sight import Sight, sight
from roundhouse.games.words import Words, amount, words

if TYPE_CHECKING:
    from roundhouse.games.title import Title

RAIL = 14                       # the width of what stands beside the board, where there is room for it
HALFWAY = 0.6                   # how far the game is played that is shown in the list of games


class DefaultDrawing:
    """The drawing of a title that brings none."""

    RULES: Mapping[str, str] = {}

    def __init__(self, title: Title) -> None:
        self.title = title

    # ---- the board ---------------------------------------------------------------------------------------------------

    def ground(self, game: Game) -> Ground:
        """The sheet with the edition's places and links."""
        on = board(game)
        letters = ground.NAME_SIZE * ground.LARGER if on.kind != OPEN_TABLE else 0
        svg = markup(self._sheet(game), ground.places(on))
        return Ground(round(on.width), round(on.height), svg, letters, rail=RAIL)

    def _sheet(self, game: Game) -> Markup:
        return ground.sheet(board(game), self.title.title, f"Edition {game.edition.name}")

    def pieces(self, sight: Sight[State], names: Sequence[str]) -> Markup:
        """A piece or a figure wherever the view names a place."""
        game = sight.state.game
        return pieces.drawn(game, board(game), sight.state.view(sight.seat), names)

    def spots(self, sight: Sight[State]) -> list[Spot]:
        """The places and links, each with what stands there, and the cards of the hand."""
        game, view = sight.state.game, sight.state.view(sight.seat)
        on = board(game)
        here = pieces.standing(game, on, view, [f"seat {n}" for n in range(game.seats)])
        places = [
            Spot(id, words("{name}{what}", name=on.called(id), what=_list(here.at(id))), on.arrows[id])
            for id in [*on.places, *on.links]
        ]
        held = aside.own_cards(game, view, sight.seat)
        told = [words("In your hand: {card}", card=on.called(name)) for name in held]
        return places + side_by_side([aside.card_spot(name) for name in held], told)

    # ---- beside it ---------------------------------------------------------------------------------------------------

    def aside(self, sight: Sight[State], names: Sequence[str]) -> Markup:
        """The cards that can be seen, the rest of the view as lists, and what the pieces are."""
        return aside.aside(sight, board(sight.state.game), names)

    def choices(self, sight: Sight[State]) -> list[Choice]:
        """Each legal move that is no bid, at the places that its line names."""
        return choices.choices(sight, board(sight.state.game))

    def bid_note(self, sight: Sight[State], bid: int) -> Words:
        """The cash that the bid would leave; the bid alone where the view shows no cash."""
        game = sight.state.game
        cash = amounts(game, sight.state.view(sight.seat), *CASH)[sight.seat or 0]
        if cash is None:
            return words("You bid {bid}.", bid=amount(bid))
        return words("Leaves you {left}.", left=amount(cash - bid))

    def panels(self, sight: Sight[State]) -> list[Panel]:
        """Cash, score and other numbers of each seat, as far as the view shows them."""
        state = sight.state
        game, view = state.game, state.view(sight.seat)
        cash, worth = amounts(game, view, *CASH), scores(game, view)
        won = state.winners() if state.to_act == OVER else []
        return [
            Panel(
                _number(cash[who]), _number(worth[who]), (), tuple(self._lines(game, view, who)),
                ("winner",) if who in won else (),
            )
            for who in range(game.seats)
        ]

    def _lines(self, game: Game, view: Mapping[str, object], who: int) -> list[tuple[str, str]]:
        """Every list by seat that has no place of its own: how many cards, and whatever else is told of a seat."""
        found, on = [], board(game)
        for key, value in view.items():
            if key in ELSEWHERE or not isinstance(value, list) or (key,) not in by_seat(game):
                continue
            cards = cards_in(value[who]) if key.lower() in CARDS else None
            said = aside.told(on, value[who]) if cards is None else _cards(len(cards))
            if said:
                found.append(((as_words(key) if cards is None else holding(key, len(cards))).capitalize(), said))
        return found

    # ---- moments -----------------------------------------------------------------------------------------------------

    def scene(self, game: Game, facts: Sequence[Fact], names: Sequence[str]) -> Markup:
        """The end, with everybody's score."""
        shown = []
        for end in facts:
            if isinstance(end, Ended):
                order = sorted(range(game.seats), key=lambda who: -end.scores[who])
                rows = [final_row(names[who], who in end.winners, [tag("b", end.scores[who])]) for who in order]
                title = tag("h2", winners(names, end.winners))
                shown.append(tag("section", title, table(("Player", "Score"), rows), class_="scene final"))
        return markup(shown)

    def movements(self, game: Game, fact: Fact, viewer: int | None) -> list[Movement]:
        """As the fact tells it; else money comes from the board, and goes there."""
        if isinstance(fact, Told):
            return fact.film(replace(things(game), viewer=viewer))
        paid = [(f"{abs(got)}", "#board", purse(seat), got) for seat, got in fact.money if got]
        return [coins(words, *((bank, till) if got > 0 else (till, bank))) for words, bank, till, got in paid]

    def picture(self) -> Markup:
        """A random game well under way, as one who watches sees it."""
        game = self.title.game()
        on = board(game)
        state = _under_way(game)
        seen = sight(state, WATCHER)
        names = [str(n + 1) for n in range(game.seats)]
        inside = markup(self._sheet(game), pieces.drawn(game, on, seen.state.view(WATCHER), names))
        return picture(inside, f"0 0 {on.width:.0f} {on.height:.0f}", f"The board of {self.title.title}")


def _under_way(game: Game) -> State:
    """So far into a random game; played twice, since only its end tells how long it is."""
    lines: list[int] = []
    state, dice = game.start(), Dice(1846)
    while state.to_act != OVER and len(lines) < 2000:
        lines.append(int(state.random_by_kind(dice)))
        state.apply(lines[-1])
    state = game.start()
    for code in lines[: int(len(lines) * HALFWAY)]:
        state.apply(code)
    return state


def _list(here: Sequence[pieces.Piece]) -> str:
    return "".join(f", {piece.what}" for piece in here)


def _cards(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


def _number(value: int | None) -> str:
    return "" if value is None else amount(value).text


def make(title: Title) -> DefaultDrawing:
    """A drawing for the title."""
    return DefaultDrawing(title)
