"""What lies beside the areas of Appalachian Trail: the hand, the count, the deck; and the great moments."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import OVER, State
from roundhouse.games.appalachian_trail.drawing_cards import (
    FACE,
    INK,
    TOWN,
    cards,
    kind_name,
    kind_symbol,
    kind_words,
    points,
    score_words,
    signed,
)
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from roundhouse.games.appalachian_trail.table import LINE_WORDS
from roundhouse.games.drawing import heading, text
from roundhouse.games.scenes import row, table


def aside(state: State, seat: int | None, names: list[str]) -> str:
    s = cast(AppalachianTrailState, state)
    seen = s.view(seat)
    hands = cast(list[dict[str, int]], seen["hands"])
    open_ = [p for p in range(s.game.seats) if p == seat or (seat is None or s.to_act == OVER)]
    parts = [_hand(s, names[p] if p != seat else "", hands[p], p == seat) for p in open_ if hands[p]]
    return "".join([*parts, _known(s, seat, names), _count(s, names), _deck(s)])


def _hand(s: AppalachianTrailState, name: str, held: dict[str, int], own: bool) -> str:
    board = s.board
    drawn = "".join(_held(s, board.names.index(kind), n, own) for kind, n in held.items())
    title = "Your hand" if own else f"Hand of {text(name)}"
    return f'<section class="hand">{heading(title, "AT-TURN-1")}<div class="cards">{drawn}</div></section>'


def _held(s: AppalachianTrailState, kind: int, n: int, own: bool) -> str:
    """The cards of a kind in a hand: cards of one kind are the same card."""
    board = s.board
    times = f'<circle cx="48" cy="46" r="13" fill="{TOWN}" stroke="{INK}"/><text x="48" y="52">×{n}</text>'
    mark = f' class="card spot" data-spot="card-{text(board.names[kind])}"' if own else ' class="card"'
    many = f" ({n} of them)" if n > 1 else ""
    return (
        f'<figure{mark}><svg class="trail-card" viewBox="0 0 96 92" aria-hidden="true" font-family="{FACE}" '
        f'font-size="17" text-anchor="middle" fill="{INK}"><use href="#{kind_symbol(board, kind)}" x="48" y="46"/>'
        f'{times if n > 1 else ""}</svg>'
        f"<figcaption>{text(kind_words(board, kind))}{many}</figcaption></figure>"
    )


def _known(s: AppalachianTrailState, seat: int | None, names: list[str]) -> str:
    """AT-HID-3: what everybody has seen the others take."""
    if seat is None or s.to_act == OVER:
        return ""
    board, lines = s.board, []
    for p in range(s.game.seats):
        base = (s.known + p) * board.kinds
        known = [kind_name(board, kind) for kind in range(board.kinds) for _ in range(s.piles[base + kind])]
        if p != seat:
            seen = f", seen among them: {text(', '.join(known))}" if known else ""
            lines.append(f"<li><b>{text(names[p])}</b> holds {cards(int(s.size[p]))}{seen}</li>")
    return f'<section class="others">{heading("Other hands", "AT-HID-2")}<ul>{"".join(lines)}</ul></section>'


def _count(s: AppalachianTrailState, names: list[str]) -> str:
    title = "The final count" if s.to_act == OVER else "If the game ended now"
    return f'<section class="count">{heading(title, "AT-SCO-1")}{count_table(s, names)}</section>'


def count_table(s: AppalachianTrailState, names: list[str]) -> str:
    """AT-SCO-1 to AT-SCO-8: the lines that count for anybody, and the sum."""
    sheets = s.score_sheet()
    rows = []
    for lines in zip(*(sheet[:-1] for sheet in sheets)):
        if any(line.points for line in lines):
            rows.append(row(LINE_WORDS[lines[0].name], [_cell(line.points, line.cards) for line in lines]))
    totals = row("together", [signed(sheet[-1].points).lstrip("+") for sheet in sheets])
    return table(["", *names[: s.game.seats]], rows, totals)


def _cell(value: int, made_by: list[str]) -> str:
    if not value:
        return ""
    title = f' title="{text(" ".join(made_by))}"' if made_by else ""
    return f"<span{title}>{signed(value)}</span>"


def _deck(s: AppalachianTrailState) -> str:
    board = s.board
    base = s.removed * board.kinds
    gone = [(kind_name(board, kind), int(s.piles[base + kind])) for kind in range(board.kinds) if s.piles[base + kind]]
    words = ", ".join(f"{text(name)} ×{n}" if n > 1 else text(name) for name, n in gone)
    out = f"<details><summary>Out of the game: {sum(n for _, n in gone)}</summary><p>{words}</p></details>"
    left = cards(int(s.size[s.deck]))
    return f'<section class="deck">{heading("The deck", "AT-DRW-1")}<p>{left} left</p>{out if gone else ""}</section>'


# ---- the great moments -----------------------------------------------------------------------------------------------


def scene(before: State, code: int, after: State, names: list[str], seat: int | None) -> str:
    """A trail completed, and the end of the game."""
    s, t = cast(AppalachianTrailState, before), cast(AppalachianTrailState, after)
    if t.to_act == OVER and s.to_act != OVER:
        body = heading(_ended(t), "AT-SCO-9") + count_table(t, names) + _winner(t, names)
        return f'<section class="scene final">{body}</section>'
    if len(t.completed) > len(s.completed):
        who = int(t.completed[len(t.completed) - 1])
        lines = [line for line in t.score_sheet()[who][:-1] if line.points]
        told = "".join(f"<li>{LINE_WORDS[line.name]} <b>{points(line.points)}</b></li>" for line in lines)
        first = "the first of all" if len(t.completed) == 1 else f"number {len(t.completed)}"
        return (
            f'<section class="scene completed">{heading(f"{text(names[who])} reaches the Goal, {first}", "AT-CMP-1")}'
            f"<ul>{told}</ul>"
            f"<p>{score_words(t.scores()[who])} now.</p></section>"
        )
    return ""


def _ended(t: AppalachianTrailState) -> str:
    return "All trails are complete" if len(t.completed) == t.seats else "Nobody goes on: the game is over"


def _winner(t: AppalachianTrailState, names: list[str]) -> str:
    """AT-SCO-9"""
    winners = [text(names[p]) for p in t.winners()]
    if len(winners) > 1:
        return f'<p class="winner">{" and ".join(winners)} share the win.</p>'
    tied = t.scores().count(max(t.scores())) > 1
    return f'<p class="winner">{winners[0]} wins{", tied, but first to complete" if tied else ""}.</p>'
