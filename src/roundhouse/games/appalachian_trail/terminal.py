"""The table of Appalachian Trail as text: the areas as grids of cards, what lies in the middle, and the hands."""
from __future__ import annotations

from roundhouse.engine.contract import NOBODY
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, NOTHING, OBSTACLE, SETS, SIDES
from roundhouse.games.appalachian_trail.places import begins_with
from roundhouse.games.appalachian_trail.position import FINISHED
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from roundhouse.games.appalachian_trail.things import score_words, side_words, signed
from roundhouse.games.sight import Sight
from roundhouse.games.title import provenance
from roundhouse.games.words import Part, Span, Words, joined, styled, words

WIDTH = 7
BLANK = (Span(" " * WIDTH),)
# Colours of the terrains by their place in the edition; the letters say the same.
INKS = ("black on green3", "black on gold1", "black on grey70", "black on sky_blue2", "black on plum2", "black on tan")


def board(sight: Sight[AppalachianTrailState]) -> Words:
    """The own area first, then the others; hands as far as who looks may see them."""
    state = sight.state
    seats = list(range(state.game.seats))
    if sight.seat in seats:
        seats = seats[sight.seat:] + seats[:sight.seat]
    parts = [_area(sight, seat) for seat in seats]
    return joined([styled(provenance(state.game), "dim"), *parts, _middle(state), _hands(sight)], "\n\n")


def _lines(lines: list[Words]) -> Words:
    return joined(lines, "\n")


# ---- an area ---------------------------------------------------------------------------------------------------------


def _area(sight: Sight[AppalachianTrailState], seat: int) -> Words:
    """Rows from the top; those without a card are a single line, those that no trail touches are left out."""
    state = sight.state
    low, high = state.board.rows
    lines = [words("     {columns}", columns="".join(f"{x:^{WIDTH}}" for x in range(state.board.columns)).rstrip())]
    for y in range(high, low - 1, -1):
        cells = [_card(state, seat, cell) for cell, place in enumerate(state.board.places) if place[1] == y]
        for part in {0: [], 1: [1], 3: [0, 1, 2]}[max(map(len, cells))]:
            label = f"{y:>3}  " if part == 1 else "     "
            lines.append(words("{label}{cells}", label=label, cells=_row(cells, part)))
    return _lines([_heading(sight, seat), *lines, *_sides(state, seat)])


def _row(cells: list[list[Words]], part: int) -> Words:
    """One line of text through the cells of a row, without the blanks at its end."""
    texts = [cell[part] if len(cell) == 3 else cell[0] if cell and part == 1 else BLANK for cell in cells]
    while texts and texts[-1] == BLANK:
        texts.pop()
    return joined(texts, "")


def _heading(sight: Sight[AppalachianTrailState], seat: int) -> Words:
    state = sight.state
    mark = "▶" if state.to_act == seat else " "
    facts: list[Words] = []
    if state.goals[seat] != NOBODY:
        facts.append(words("Goal {terrain}", terrain=_terrain(state, int(state.goals[seat]))))
        if state.has_completed(seat):
            facts.append(words("complete, number {number}", number=list(state.completed).index(seat) + 1))
        elif state.has_begun(seat):
            facts.append(words("not complete"))
        elif begins_with(state, seat) != NOBODY:
            facts.append(words("begins with {terrain}", terrain=_terrain(state, int(begins_with(state, seat)))))
        facts.append(words("{score} now", score=score_words(state.scores()[seat])))
    whose = words("{mark} {seat}, your area" if seat == sight.seat else "{mark} {seat}, area", mark=mark,
                  seat=styled(f"seat {seat}", "bold"))
    return words("{whose}: {facts}", whose=whose, facts=joined(facts)) if facts else whose


def _card(state: AppalachianTrailState, seat: int, cell: int) -> list[Words]:
    """Three lines for a card, one with its name for a cell where a card may go, none for any other."""
    board, base = state.board, seat * int(state.board.cells)
    laid = int(state.laid[base + cell])
    if cell == board.goal and state.goals[seat] != NOBODY:
        letter = _ink(state, int(state.goals[seat]))
        return [words("┏━━{a}━━┓", a=letter), words("┃ Goal┃"), words("┗━━{a}━━┛", a=letter)]
    if laid != NOTHING:
        inks = {"a": _ink(state, int(board.laid_first[laid])), "b": _ink(state, int(board.laid_second[laid]))}
        return [words(line, **inks) for line in ("╭──{a}─╱╮", "│{a} ╱ {b}│", "╰╱─{b}──╯")]
    for card, spot in enumerate(state.spot):
        if spot == base + cell:
            return _side(state, card)
    if cell in state.cells_beside(seat) or (cell == board.start and state.goals[seat] != NOBODY):
        return [(styled(f"{board.ids[cell]:^{WIDTH}}", "dim"),)]
    return []


def _side(state: AppalachianTrailState, card: int) -> list[Words]:
    """A two-sided card where it lies: its id, its points and the first letter of its set."""
    shade = "▒" if state.active_side(card) == OBSTACLE else "░"
    name = state.board.names[int(state.board.first_sided) + card][: WIDTH - 2]
    worth = f"{signed(int(state.active_points(card)))} {SETS[state.active_set(card)][0]}"
    return [(Span(shade * WIDTH),), *((Span(f"{shade}{text:^{WIDTH - 2}}{shade}"),) for text in (name, worth))]


def _ink(state: AppalachianTrailState, terrain: int) -> Span:
    return styled(state.board.letters[terrain], INKS[terrain % len(INKS)])


def _terrain(state: AppalachianTrailState, terrain: int) -> Words:
    name = state.board.terrain_names[state.board.letters[terrain]]
    return words("{name} {letter}", name=name, letter=_ink(state, terrain))


def _sides(state: AppalachianTrailState, seat: int) -> list[Words]:
    """What the two-sided cards of an area are."""
    lying = [card for card in range(state.board.sided) if state.lies_in(seat, card)]
    return [
        words("  {card} {kind} {side}", card=state.board.names[int(state.board.first_sided) + card],
              kind=SIDES[state.active_side(card)], side=_both(state, card, int(state.active_side(card))))
        for card in lying
    ]


def _both(state: AppalachianTrailState, card: int, side: int) -> str:
    """A side with its points and its set."""
    which = SETS[state.board.side_set[side * int(state.board.sided) + card]]
    return f"{side_words(state.board, card, side)} {which}"


# ---- the middle and the hands ----------------------------------------------------------------------------------------


def _middle(state: AppalachianTrailState) -> Words:
    gone = _kinds(state, int(state.removed))
    removed = [f"{kind} x{gone.count(kind)}" if gone.count(kind) > 1 else kind for kind in dict.fromkeys(gone)]
    return words(
        "face up: {face_up}    deck: {deck|# card|# cards}    out of the game: {removed}",
        face_up="  ".join(_kinds(state, int(state.display))) or "nothing", deck=int(state.size[state.deck]),
        removed=", ".join(removed) or "none",
    )


def _hands(sight: Sight[AppalachianTrailState]) -> Words:
    return _lines([line for seat in range(sight.state.game.seats) for line in _hand(sight, seat)])


HIDDEN = ("hand of seat {seat}: {n|# card|# cards}", "hand of seat {seat}: {n|# card|# cards}, among them {known}")


def _hand(sight: Sight[AppalachianTrailState], seat: int) -> list[Words]:
    state = sight.state
    if not (sight.sees(seat) or state.phase == FINISHED):
        known = ", ".join(_kinds(state, int(state.known) + seat))
        return [words(HIDDEN[bool(known)], seat=seat, n=int(state.size[seat]), known=known)]
    whose = "your hand" if seat == sight.seat else f"hand of seat {seat}"
    held: Part = "  ".join(_kinds(state, seat)) or "empty"
    first = int(state.board.first_sided)
    sided = [kind for kind in range(first, int(state.board.ranger)) if state.count(kind, seat)]
    return [words("{whose} {held}", whose=styled(f"{whose}:", "bold"), held=held), *(
        words("  {card}: obstacle {bad}, or improvement {good}", card=state.board.names[kind],
              bad=_both(state, kind - first, OBSTACLE), good=_both(state, kind - first, IMPROVEMENT))
        for kind in sided
    )]


def _kinds(state: AppalachianTrailState, pile: int) -> list[str]:
    """The cards of a pile, each as often as it is there."""
    return [name for kind, name in enumerate(state.board.names) for _ in range(state.count(kind, pile))]
