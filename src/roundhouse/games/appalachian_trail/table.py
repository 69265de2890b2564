"""How Appalachian Trail looks as text, in Rich's markup: the areas as a grid of cards, hands, prompt, and the log."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import CHANCE, OVER, State
from roundhouse.games.appalachian_trail.board import NOBODY, NOTHING, OBSTACLE, SETS, SIDES
from roundhouse.games.appalachian_trail.position import DRAW, FINISHED, PLAY, SETUP
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from roundhouse.games.appalachian_trail.scoring import ScoreLine
from roundhouse.games.sets import members
from roundhouse.games.title import WATCHER, Story, escape, kinds, one_of, provenance

WIDTH = 7
# Colours of the terrains by their place in the edition; the letters say the same.
INKS = ("black on green3", "black on gold1", "black on grey70", "black on sky_blue2", "black on plum2", "black on tan")
LINE_WORDS = {
    "first": "first to complete",
    "unfinished": "not completed",
    "trail": "cards on the continuous trail",
    "longest": "longest continuous trail",
    "terrain": "longest single terrain",
    "wildlife": "sets of wildlife",
    "scenery": "sets of scenery",
    "sides": "active sides",
}


def board(state: State, seat: int | None = None) -> str:
    """The own area first, then the others; hands as far as that seat may see them."""
    s = cast(AppalachianTrailState, state)
    seats = list(range(s.game.seats))
    if seat is not None:
        seats = seats[seat:] + seats[:seat]
    parts = [_area(s, each, seat) for each in seats]
    return "\n\n".join([f"[dim]{escape(provenance(s.game))}[/]", *parts, _middle(s), *_hands(s, seat)])


# ---- an area ---------------------------------------------------------------------------------------------------------


def _area(s: AppalachianTrailState, seat: int, viewer: int | None) -> str:
    """Rows from the top; those without a card are a single line, those that no trail touches are left out."""
    low, high = s.board.rows
    lines = ["     " + "".join(f"{x:^{WIDTH}}" for x in range(s.board.columns)).rstrip()]
    for y in range(high, low - 1, -1):
        cells = [_card(s, seat, cell) for cell, place in enumerate(s.board.places) if place[1] == y]
        tallest = max(map(len, cells))
        for part in {0: [], 1: [1], 3: [0, 1, 2]}[tallest]:
            label = f"{y:>3}  " if part == 1 else "     "
            lines.append(label + "".join(_part(cell, part) for cell in cells).rstrip())
    return "\n".join([_heading(s, seat, viewer), *lines, *_sides(s, seat)])


def _part(cell: list[str], part: int) -> str:
    if len(cell) == 1 and part == 1:
        return cell[0]
    return cell[part] if len(cell) == 3 else " " * WIDTH


def _heading(s: AppalachianTrailState, seat: int, viewer: int | None) -> str:
    whose = "your area" if seat == viewer else "area"
    mark = "▶" if s.to_act == seat else " "
    if s.goals[seat] == NOBODY:
        return f"{mark} [bold]seat {seat}[/], {whose}"
    facts = [f"Goal {_terrain(s, s.goals[seat])}"]
    left = s.goals[s.left_of(seat)]
    if s.has_completed(seat):
        facts.append(f"complete, number {list(s.completed).index(seat) + 1}")
    elif s.has_begun(seat):
        facts.append("not complete")
    elif left != NOBODY:
        facts.append(f"begins with {_terrain(s, left)}")
    facts.append(f"{s.scores()[seat]} points now")
    return f"{mark} [bold]seat {seat}[/], {whose}: {', '.join(facts)}"


def _card(s: AppalachianTrailState, seat: int, cell: int) -> list[str]:
    """Three lines for a card, one with its name for a cell where a card may go, none for any other."""
    base = seat * len(s.board.ids)
    laid = int(s.laid[base + cell])
    if cell == s.board.goal and s.goals[seat] != NOBODY:
        letter = _ink(s, int(s.goals[seat]))
        return [f"┏━━{letter}━━┓", "┃ Goal┃", f"┗━━{letter}━━┛"]
    if laid != NOTHING:
        first, second = _ink(s, int(s.board.laid_first[laid])), _ink(s, int(s.board.laid_second[laid]))
        return [f"╭──{first}─╱╮", f"│{first} ╱ {second}│", f"╰╱─{second}──╯"]
    for card, spot in enumerate(s.spot):
        if spot == base + cell:
            shade = "▒" if s.active_side(card) == OBSTACLE else "░"
            texts = (s.board.names[s.board.first_sided + card][: WIDTH - 2], _worth(s, card))
            return [shade * WIDTH, *(f"{shade}{text:^{WIDTH - 2}}{shade}" for text in texts)]
    if cell in members(s.reach, seat, 2) or (cell == s.board.start and s.goals[seat] != NOBODY):
        return [f"[dim]{s.board.ids[cell]:^{WIDTH}}[/]"]
    return []


def _ink(s: AppalachianTrailState, terrain: int) -> str:
    return f"[{INKS[terrain % len(INKS)]}]{s.board.letters[terrain]}[/]"


def _terrain(s: AppalachianTrailState, terrain: int) -> str:
    return f"{s.board.terrain_names[s.board.letters[terrain]]} {_ink(s, terrain)}"


def _worth(s: AppalachianTrailState, card: int) -> str:
    """Points and set of the active side, as they stand on a card: -2 s."""
    at = s.active_side(card) * s.board.sided + card
    return f"{s.board.side_points[at]:+d} {SETS[s.board.side_set[at]][0]}"


def _side(s: AppalachianTrailState, card: int, side: int) -> str:
    at = side * s.board.sided + card
    return f"{escape(s.board.side_names[at])} {s.board.side_points[at]:+d} {SETS[s.board.side_set[at]]}"


def _sides(s: AppalachianTrailState, seat: int) -> list[str]:
    """What the two-sided cards of an area are."""
    names = s.board.names
    lying = [card for card in range(s.board.sided) if s.lies_in(seat, card)]
    texts = [
        f"{names[s.board.first_sided + card]} {SIDES[s.active_side(card)]} {_side(s, card, s.active_side(card))}"
        for card in lying
    ]
    return ["  " + text for text in texts]


# ---- the middle and the hands ----------------------------------------------------------------------------------------


def _middle(s: AppalachianTrailState) -> str:
    face_up = "  ".join(_kinds(s, s.display)) or "nothing"
    gone = _kinds(s, s.removed)
    removed = ", ".join(f"{kind} x{gone.count(kind)}" if gone.count(kind) > 1 else kind for kind in dict.fromkeys(gone))
    return f"face up: {face_up}    deck: {s.size[s.deck]} cards    out of the game: {removed or 'none'}"


def _hands(s: AppalachianTrailState, viewer: int | None) -> list[str]:
    open_ = viewer is None or s.phase == FINISHED
    lines = []
    for seat in range(s.game.seats):
        if seat == viewer or open_:
            whose = "your hand" if seat == viewer else f"hand of seat {seat}"
            lines.append(f"[bold]{whose}:[/] {'  '.join(_kinds(s, seat)) or 'empty'}")
            lines += [f"  {s.board.names[kind]}: obstacle {_side(s, card, 0)}, or improvement {_side(s, card, 1)}"
                      for card, kind in _sided_in(s, seat)]
        else:
            known = ", ".join(_kinds(s, s.known + seat))
            seen = f", among them {known}" if known else ""
            lines.append(f"hand of seat {seat}: {s.size[seat]} cards{seen}")
    return ["\n".join(lines)]


def _sided_in(s: AppalachianTrailState, pile: int) -> list[tuple[int, int]]:
    first = int(s.board.first_sided)
    held = [kind for kind in range(first, int(s.board.ranger)) if s.piles[pile * len(s.board.names) + kind]]
    return [(kind - first, kind) for kind in held]


def _kinds(s: AppalachianTrailState, pile: int) -> list[str]:
    """The cards of a pile, each as often as it is there."""
    names = s.board.names
    return [name for kind, name in enumerate(names) for _ in range(s.piles[pile * len(names) + kind])]


# ---- whose turn it is ------------------------------------------------------------------------------------------------


def prompt(state: State, names: list[str], seat: int | None = WATCHER) -> str:
    s = cast(AppalachianTrailState, state)
    if s.to_act == OVER:
        scores = s.scores()
        return "The game is over: " + ", ".join(f"{names[p]} {scores[p]}" for p in _by_score(scores)) + "."
    if s.to_act == CHANCE:
        return "The cards are dealt." if s.phase == SETUP else "A card is turned over from the deck."
    who = names[s.to_act]
    if s.phase == DRAW:
        words = {"take": "take a face-up card", "draw": "draw from the deck"}
        may = [words[kind] for kind in words if kind in kinds(s)]
        missing = s.board.hand_size - s.size[s.turn]
        return f"{who}: {one_of(may)}{'' if s.size[s.deck] else ' (the deck is empty)'}; {missing} more to get."
    uses = _uses(s, seat)
    deeds = f"{one_of(uses)}{'' if s.must_use() else ', or done'}" if uses else "no card can be played: done"
    return f"{who}: {deeds}.{_warning(s)}"


def _uses(s: AppalachianTrailState, seat: int | None) -> list[str]:
    """What may be done with cards. Whether one can be played follows from the hand, which not everybody may see."""
    if s.size[s.turn] == 0:
        return []
    most = s.board.cards_per_turn
    if s.used and s.discarding:
        return ["discard another card"]
    plays = seat not in (s.turn, None) or not kinds(s) <= {"discard", "done"}
    if s.used:
        return ["play another card"] if plays else []
    return [f"play up to {most} cards"] * plays + [f"discard up to {most}"]


def _warning(s: AppalachianTrailState) -> str:
    """AT-END-3, AT-IMP-3: what a player should not do unawares, whatever the hand holds: others may read it too."""
    texts = []
    if s.passing_ends():
        texts.append("To use no card now ends the game.")
    if s.must_use():
        texts.append("To use none is not allowed now: the deck still holds cards, and all others have just used none.")
    if not s.discarding and not s.has_completed(s.turn) and s.has_way(s.turn, s.board.goal):
        beside = [c for c in members(s.flanks, int(s.turn), 2) if s.is_empty(s.turn, c)]
        closing = [s.board.ids[cell] for cell in beside if not s.has_way(s.turn, cell)]
        if closing:
            texts.append(f"An improvement on {' or '.join(closing)} would take your last way to the Goal.")
    return "".join(f" [yellow]{text}[/]" for text in texts)


def _by_score(scores: list[int]) -> list[int]:
    return sorted(range(len(scores)), key=lambda seat: -scores[seat])


# ---- what happened ---------------------------------------------------------------------------------------------------


def tell(before: State, code: int, after: State, names: list[str], seat: int | None = None) -> list[Story]:
    """What a move did, in sentences, each with its rule."""
    s, t = cast(AppalachianTrailState, before), cast(AppalachianTrailState, after)
    kind, *words = s.shown(code, seat).split()
    who = names[s.turn] if s.turn != NOBODY else ""
    match kind:
        case "start" | "goal" | "card":
            story = _chance(s, kind, words[0], names)
        case "trail":
            story = _trail(s, t, words, names)
        case "obstacle" | "improve":
            story = _two_sided(s, t, kind, words, names)
        case "ranger":
            story = _ranger(s, words[0], who)
        case "discard":
            story = [Story(f"{who} discards {_called(s, words[0])}.", "AT-DIS-1")]
        case "take":
            story = [Story(f"{who} takes {_called(s, words[0])} from the display.", "AT-DRW-1")]
        case "draw":
            story = [Story(f"{who} draws from the deck.", "AT-DRW-1")]
        case _:
            story = [Story(f"{who} {'is done' if s.used else 'uses no card'}.", "AT-TURN-3")]
    return [*story, *_passed_over(s, t, kind, names), *_ending(t, names)]


def _passed_over(s: AppalachianTrailState, t: AppalachianTrailState, kind: str, names: list[str]) -> list[Story]:
    """Turns that ended by themselves because the hand was empty."""
    if s.phase == SETUP or (t.phase == PLAY and t.used):
        return []
    idle = int(s.idle)
    if s.phase == PLAY:
        idle = idle + 1 if kind == "done" and s.used == 0 else 0
    seats = [(int(s.turn) + 1 + n) % s.game.seats for n in range(int(t.idle) - idle)]
    return [Story(f"{names[seat]} has no card left to use.", "AT-TURN-3") for seat in seats]


def _chance(s: AppalachianTrailState, kind: str, word: str, names: list[str]) -> list[Story]:
    if kind == "start":
        return [Story(f"{names[int(word)]} goes first.", "AT-SET-4")]
    if kind == "goal":
        right = names[s.receiver - 1]      # Python's -1 is the last seat, as the table is round
        terrain = s.board.terrain_names[word]
        return [Story(f"{names[s.receiver]} has the {terrain} Goal; {right} will begin with {terrain}.", "AT-SET-1")]
    card = "a card" if word == "?" else _called(s, word)
    if s.receiver == s.display:
        return [Story(f"{card} is laid face up.", "AT-SET-2" if s.phase == SETUP else "AT-DRW-2")]
    verb, rule = ("is dealt", "AT-SET-2") if s.phase == SETUP else ("gets", "AT-DRW-3")
    return [Story(f"{names[s.receiver]} {verb} {card}.", rule)]


def _trail(s: AppalachianTrailState, t: AppalachianTrailState, words: list[str], names: list[str]) -> list[Story]:
    who = names[s.turn]
    first = not s.has_begun(s.turn)
    card = words[0] if words[-1] != "turned" else f"{words[0]} turned, as {words[0][::-1]},"
    verb, rule = ("begins the trail with", "AT-TRL-1") if first else ("lays", "AT-TRL-3")
    story = [Story(f"{who} {verb} {card} on {words[1]}.", rule)]
    if len(t.completed) > len(s.completed):
        line = {line.name: line for line in t.score_sheet()[s.turn]}
        place = f"number {len(t.completed)}"
        if line["first"].points:
            place = f"the first, for {_points(line['first'].points)}"
        cards = len(line["trail"].cards)
        story.append(Story(f"{who} completes the trail, {place}, with {cards} cards to the Goal.", "AT-CMP-1"))
    return story


def _two_sided(
    s: AppalachianTrailState, t: AppalachianTrailState, kind: str, words: list[str], names: list[str]
) -> list[Story]:
    card = s.board.names.index(words[0]) - int(s.board.first_sided)
    cell = words[-1]
    if kind == "obstacle":
        victim = int(words[2])
        text = f"lays {_side(s, card, 0)} ({words[0]}) in {names[victim]}'s way, on {cell}."
    else:
        victim = int(s.turn)
        text = f"improves the trail with {_side(s, card, 1)} ({words[0]}) on {cell}."
    placing, closing = ("AT-OBS-1", "AT-OBS-4") if kind == "obstacle" else ("AT-IMP-1", "AT-IMP-3")
    story = [Story(f"{names[s.turn]} {text}", placing)]
    old, new = s.score_sheet()[victim], t.score_sheet()[victim]
    for was, line in zip(old, new):
        if line.name in SETS and line.points > was.points:
            gain = _points(line.points - was.points)
            cards = ", ".join(_lying(t, name) for name in line.cards)
            story.append(Story(f"A set of {line.name} for {names[victim]} ({cards}): {gain}.", line.rule))
    goal = s.board.goal
    if not t.has_completed(victim) and s.has_way(victim, goal) and not t.has_way(victim, goal):
        story.append(Story(f"{names[victim]} has no way to the Goal left.", closing))
    return story


def _ranger(s: AppalachianTrailState, cell: str, who: str) -> list[Story]:
    spot = int(s.turn) * len(s.board.ids) + s.board.ids.index(cell)
    card = list(s.spot).index(spot)
    return [Story(f"{who}'s Ranger removes {_side(s, card, 0)} from {cell}.", "AT-RNG-2")]


def _ending(t: AppalachianTrailState, names: list[str]) -> list[Story]:
    if t.to_act != OVER:
        return []
    if len(t.completed) == t.seats:
        story = [Story("All trails are complete: the game is over.", "AT-END-2")]
    else:
        nobody = "Nobody" if t.size[t.deck] else "The deck is empty, and nobody"
        story = [Story(f"{nobody} used a card all round: the game is over.", "AT-END-3")]
    for seat, sheet in enumerate(t.score_sheet()):
        *lines, total = sheet
        counted = [line for line in lines if line.points]
        story += [Story(f"{names[seat]}: {_line(t, line)}.", line.rule) for line in counted]
        addends = " ".join(f"{line.points:+d}" for line in counted) or "0"
        story.append(Story(f"{names[seat]}: {addends} = {_points(total.points)}.", total.rule))
    best = max(t.scores())
    tied = t.scores().count(best) > 1
    winners = [names[seat] for seat in t.winners()]
    if len(winners) > 1:
        story.append(Story(f"{' and '.join(winners)} share the win.", "AT-SCO-9"))
    else:
        why = ", tied, but first to complete" if tied else ""
        story.append(Story(f"{winners[0]} wins{why}.", "AT-SCO-9"))
    return story


def _line(t: AppalachianTrailState, line: ScoreLine) -> str:
    """A line of the score with the cards that made it."""
    text = f"{LINE_WORDS[line.name]} {line.points:+d}"
    if line.name == "sides":
        text += f" ({', '.join(_signed(t, name) for name in line.cards)})"
    elif line.name == "longest":
        text += f" ({len(line.cards)} cards)"
    elif line.name == "terrain":
        text += f" ({len(line.cards)} cards: {' '.join(line.cards)})"
    elif line.name in SETS:
        text += f" ({', '.join(_lying(t, name) for name in line.cards)})"
    elif line.cards:
        text += f" ({' '.join(line.cards)})"
    return text


def _signed(t: AppalachianTrailState, name: str) -> str:
    card = t.board.names.index(name) - int(t.board.first_sided)
    return f"{_lying(t, name)} {t.board.side_points[t.active_side(card) * t.board.sided + card]:+d}"


def _lying(t: AppalachianTrailState, name: str) -> str:
    """A two-sided card in an area, by the name of the side that counts."""
    card = t.board.names.index(name) - int(t.board.first_sided)
    return escape(t.board.side_names[t.active_side(card) * t.board.sided + card])


def _called(s: AppalachianTrailState, name: str) -> str:
    """A card out of a hand or the deck: a two-sided one by what it can become."""
    card = s.board.names.index(name) - int(s.board.first_sided)
    if not 0 <= card < s.board.sided:
        return name
    obstacle, improvement = (escape(s.board.side_names[side * s.board.sided + card]) for side in (0, 1))
    return f"{obstacle} or {improvement} ({name})"


def _points(n: int) -> str:
    return f"{n} point" if abs(n) == 1 else f"{n} points"


def help() -> str:
    """What can be typed, in a few lines."""
    return (
        "[bold]trail FG 2,0[/]                 lay a Trail card; [bold]trail FG 2,0 turned[/] the other way round\n"
        "[bold]obstacle O03 on 1 at 3,0[/]     lay an obstacle beside seat 1's trail\n"
        "[bold]improve O03 at 1,1[/]           the other side of the card, above or below your own trail\n"
        "[bold]ranger 3,0[/]                   remove an obstacle from your area\n"
        "[bold]discard FG[/]                   instead of playing; [bold]done[/] ends the play part\n"
        "[bold]take FG[/], [bold]draw[/]                a face-up card, or one from the deck\n"
        "A card shows its first letter left and on top, its second right and below;\n"
        "cards that touch show the same terrain there. On two-sided cards w is wildlife, s scenery."
    )
