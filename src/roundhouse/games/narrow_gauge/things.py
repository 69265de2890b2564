"""What Narrow Gauge calls its things. A company is a line, a commodity is goods: colours are used for both."""
from __future__ import annotations

from collections.abc import Iterable

from roundhouse.games.kept import once_per_game
from roundhouse.games.kit.telling import Firm, Telling, Things
from roundhouse.games.livery import colour_words
from roundhouse.games.livery import letters as first_letters
from roundhouse.games.narrow_gauge import facts, facts_rounds
from roundhouse.games.narrow_gauge.board import Board
from roundhouse.games.narrow_gauge.glyphs import card_symbol
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.words import Span, Words, amount, company, joined, place, seat, styled, text, words


@once_per_game
def things(board: Board) -> Things:
    """What facts name by id."""
    ids = board.company_ids
    rows = zip(ids, colour_words(ids), letters(ids), board.company_names)
    firms = {id: Firm(n, f"{id} line", colour, letter, f"#ng-loco-{n}", title)
             for n, (id, colour, letter, title) in enumerate(rows)}
    return Things(
        "narrow-gauge", "ng", "$", firms, {}, board, ("-16 -13 32 24", 32, 24),
        cards={id: f"#{card_symbol(id)}" for id in board.card_ids}, others={
            "card": lambda id, option: id or "a card",
            "commodity": lambda id, option: goods(id),
            "contract": lambda id, option: contract_called(board, id, option),
            "line": lambda id, option: words("the {line}", line=line(id)),
            "price": lambda number, option: dollars(number) if number else "nothing",
            "row": lambda number, option: row(board, number),
        },
    )


telling: Telling[NarrowGauge] = Telling(lambda game: things(game.board), facts, facts_rounds)


def line(id: str) -> Span:
    """A company, after "the"."""
    return company(f"{id} line", id)


def goods(id: str) -> Span:
    """A commodity by name, followed by the word goods."""
    return text(f"{id} goods")


def dollars(number: int, signed: bool = False) -> Span:
    """An amount in dollars, with a minus sign below 0, and with a plus sign above it where `signed`."""
    return amount(number, "$", signed)


def hexes(ids: Iterable[str]) -> Words:
    """Several hexes by id, joined by "and"."""
    return joined([place(id, id) for id in ids], last=" and ")


def contract_called(board: Board, id: str | None, option: str) -> Span | Words | str:
    """A contract by the state that grants it, in "full", by its "title" or "id"; None is one that can't be seen."""
    if id is None:
        return "a contract"
    name = board.contract_names[board.contract_ids.index(id)]
    called: dict[str, Span | Words | str] = {"title": name, "id": id, "full": contract(board, id)}
    return called.get(option, state(board, id))


def state(board: Board, contract: str) -> Span:
    """A contract, by the state that grants it."""
    return styled(board.states[board.contract_ids.index(contract)], "bold")


def states(board: Board, contracts: Iterable[str]) -> Words:
    """Several contracts by the states that grant them, joined by "and"."""
    return joined([state(board, contract) for contract in contracts], last=" and ")


def contract(board: Board, id: str) -> Words:
    """A contract with its value and its name."""
    n = board.contract_ids.index(id)
    return words("{state}, {value} {name}", state=state(board, id), value=dollars(int(board.value[n])),
                 name=board.contract_names[n])


def row(board: Board, number: int) -> Words:
    """A row of a commodity's track: X, or whose it is and what it is worth (NG-COM-2)."""
    if number == 0:
        return words("X")
    return words("{whose}'s {worth} row", whose=seat(0 if number > 0 else 1),
                 worth=dollars(int(board.row_value[abs(number)])))


def letters(ids: list[str]) -> list[str]:
    """A letter that tells each company apart."""
    return first_letters(name.upper() for name in ids)
