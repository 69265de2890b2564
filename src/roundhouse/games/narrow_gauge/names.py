"""How Narrow Gauge names things in sentences. A company is a line, a commodity is goods: colours are used for both."""
from __future__ import annotations

from collections.abc import Iterable

from roundhouse.games.narrow_gauge.board import Board
from roundhouse.games.words import Span, Words, amount, company, joined, place, seat, styled, text, words


def line(id: str) -> Span:
    """A company, after "the"."""
    return company(f"{id} line", id)


def goods(id: str) -> Span:
    return text(f"{id} goods")


def dollars(number: int, signed: bool = False) -> Span:
    return amount(number, "$", signed)


def hexes(ids: Iterable[str]) -> Words:
    return joined([place(id, id) for id in ids], last=" and ")


def state(board: Board, contract: str) -> Span:
    """A contract, by the state that grants it."""
    return styled(board.states[board.contract_ids.index(contract)], "bold")


def states(board: Board, contracts: Iterable[str]) -> Words:
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


def nth(n: int) -> str:
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n if n < 20 else n % 10, 'th')}"


def letters(ids: list[str]) -> list[str]:
    """A letter that tells each company apart: the first of its id that none before it took."""
    taken: list[str] = []
    for name in ids:
        taken.append(next((c for c in name.upper() if c not in taken), "?"))
    return taken
