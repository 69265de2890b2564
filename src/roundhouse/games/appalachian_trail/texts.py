"""Appalachian Trail in words: what happened, what may be done, and what can be typed."""
from __future__ import annotations

from functools import singledispatch

from roundhouse.engine.contract import CHANCE, OVER
from roundhouse.engine.facts import Fact
from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE, SETS
from roundhouse.games.appalachian_trail.card_texts import LINE_WORDS, called, part_name, side_name, sided
from roundhouse.games.appalachian_trail.facts import (
    COMPLETE,
    FACTS,
    CardDealt,
    CardDemanded,
    CardDiscarded,
    CardDrawn,
    CardTaken,
    CardTurnedUp,
    DeckDrawn,
    Ended,
    GoalDealt,
    HandWasEmpty,
    ImprovementLaid,
    LineChanged,
    ObstacleLaid,
    ObstacleRemoved,
    Part,
    PlayEnded,
    ScoreAdded,
    ScoreLine,
    SideLaid,
    TrailCompleted,
    TrailLaid,
    WayClosed,
    WayOpened,
    WentFirst,
    Won,
    spot,
)
from roundhouse.games.appalachian_trail.places import walling_cells
from roundhouse.games.appalachian_trail.position import DRAW, SETUP
from roundhouse.games.appalachian_trail.rules import AppalachianTrail, AppalachianTrailState
from roundhouse.games.appalachian_trail.terminal import board
from roundhouse.games.sight import Sight
from roundhouse.games.title import kinds, one_of
from roundhouse.games.words import Span, Words, amount, joined, place, seat, styled, words

__all__ = ["FACTS", "board", "help", "prompt", "tell"]


def tell(game: AppalachianTrail, fact: Fact) -> Words:
    return told(fact, game)


@singledispatch
def told(fact: Fact, game: AppalachianTrail) -> Words:
    """Nothing is said of other facts, such as that a turn began: what follows shows it."""
    return ()


# ---- set-up, and cards from the deck ---------------------------------------------------------------------------------


@told.register
def _(fact: WentFirst, game: AppalachianTrail) -> Words:
    return words("{who} goes first.", who=seat(fact.seat))


@told.register
def _(fact: GoalDealt, game: AppalachianTrail) -> Words:
    terrain = game.board.terrain_names[fact.terrain]
    return words(
        "{who} has the {terrain} Goal; {right} will begin with {terrain}.",
        who=seat(fact.seat), terrain=terrain, right=seat(fact.right),
    )


@told.register
def _(fact: CardDealt, game: AppalachianTrail) -> Words:
    return words("{who} is dealt {card}.", who=seat(fact.seat), card=called(game.board, fact.card))


@told.register
def _(fact: CardDrawn, game: AppalachianTrail) -> Words:
    return words("{who} gets {card}.", who=seat(fact.seat), card=called(game.board, fact.card))


@told.register
def _(fact: CardTurnedUp, game: AppalachianTrail) -> Words:
    return words("{card} is laid face up.", card=called(game.board, fact.card))


# ---- a turn ----------------------------------------------------------------------------------------------------------


@told.register
def _(fact: CardDemanded, game: AppalachianTrail) -> Words:
    return words(
        "{who} has to use a card: the deck still holds cards, and all others have just used none.", who=seat(fact.seat)
    )


@told.register
def _(fact: PlayEnded, game: AppalachianTrail) -> Words:
    return words("{who} is done." if fact.used else "{who} uses no card.", who=seat(fact.seat))


@told.register
def _(fact: HandWasEmpty, game: AppalachianTrail) -> Words:
    return words("{who} has no card left to use.", who=seat(fact.seat))


@told.register
def _(fact: CardDiscarded, game: AppalachianTrail) -> Words:
    return words("{who} discards {card}.", who=seat(fact.seat), card=called(game.board, fact.card))


@told.register
def _(fact: CardTaken, game: AppalachianTrail) -> Words:
    return words("{who} takes {card} from the display.", who=seat(fact.seat), card=called(game.board, fact.card))


@told.register
def _(fact: DeckDrawn, game: AppalachianTrail) -> Words:
    return words("{who} draws from the deck.", who=seat(fact.seat))


# ---- cards laid and lifted -------------------------------------------------------------------------------------------


@told.register
def _(fact: TrailLaid, game: AppalachianTrail) -> Words:
    turned = "" if fact.laid == fact.card else f" turned, as {fact.laid},"
    return words(
        "{who} begins the trail with {card}{turned} on {cell}." if fact.rule == "AT-TRL-1" else
        "{who} lays {card}{turned} on {cell}.",
        who=seat(fact.seat), card=fact.card, turned=turned, cell=_cell(fact.seat, fact.cell),
    )


@told.register
def _(fact: TrailCompleted, game: AppalachianTrail) -> Words:
    prize = dict(fact.lines).get("first", 0)
    number = words("the first, for {prize}", prize=amount(prize, "points")) if prize else f"number {fact.number}"
    return words(
        "{who} completes the trail, {number}, with {cards} to the Goal.",
        who=seat(fact.seat), number=number, cards=amount(fact.cards, "cards"),
    )


@told.register
def _(fact: ObstacleLaid, game: AppalachianTrail) -> Words:
    return words(
        "{who} lays {side} in {whose}'s way, on {cell}.", who=seat(fact.seat), side=_side(game, fact, OBSTACLE),
        whose=seat(fact.area), cell=_cell(fact.area, fact.cell),
    )


@told.register
def _(fact: ImprovementLaid, game: AppalachianTrail) -> Words:
    return words(
        "{who} improves the trail with {side} on {cell}.", who=seat(fact.seat), side=_side(game, fact, IMPROVEMENT),
        cell=_cell(fact.area, fact.cell),
    )


def _side(game: AppalachianTrail, fact: SideLaid, side: int) -> Words:
    name = side_name(game.board, sided(game.board, fact.card), side)
    return words("{name} {points} {set} ({card})", name=name, points=amount(fact.points, signed=True), set=fact.set,
                 card=fact.card)


@told.register
def _(fact: ObstacleRemoved, game: AppalachianTrail) -> Words:
    name = side_name(game.board, sided(game.board, fact.card), OBSTACLE)
    return words(
        "{who}'s Ranger removes {name} {points} {set} from {cell}.", who=seat(fact.seat), name=name,
        points=amount(fact.points, signed=True), set=fact.set, cell=_cell(fact.seat, fact.cell),
    )


@told.register
def _(fact: WayClosed, game: AppalachianTrail) -> Words:
    return words("{who} has no way to the Goal left.", who=seat(fact.seat))


@told.register
def _(fact: WayOpened, game: AppalachianTrail) -> Words:
    return words("{who} has a way to the Goal again.", who=seat(fact.seat))


def _cell(area: int, cell: str) -> Span:
    return place(cell, spot(area, cell))


# ---- the score -------------------------------------------------------------------------------------------------------


CHANGES = {
    ("longest", True): "{who} now has the longest continuous trail, {cards}: {gain}.",
    ("longest", False): "{who} no longer has the longest continuous trail: {gain}.",
    ("terrain", True): "{who} now has the longest single terrain, {cards}: {gain}.",
    ("terrain", False): "{who} no longer has the longest single terrain: {gain}.",
    ("wildlife", True): "A set of wildlife for {who} ({sides}): {gain}.",
    ("wildlife", False): "{who} loses a set of wildlife: {gain}.",
    ("scenery", True): "A set of scenery for {who} ({sides}): {gain}.",
    ("scenery", False): "{who} loses a set of scenery: {gain}.",
    ("trail", True): "{who}'s continuous trail now has {cards}: {gain}.",
}
"""By line of the chart, and whether it grew. What is not here, the card itself or the arrival at the Goal tells."""


@told.register
def _(fact: LineChanged, game: AppalachianTrail) -> Words:
    template = CHANGES.get((fact.line, fact.gain > 0))
    if template is None or (fact.line == "trail" and fact.before == 0):
        return ()
    return words(
        template, who=seat(fact.seat), gain=amount(fact.gain, "points", signed=True),
        cards=amount(len(fact.parts), "cards"), sides=_names(game, fact.parts),
    )


@told.register
def _(fact: Ended, game: AppalachianTrail) -> Words:
    if fact.why == COMPLETE:
        return words("All trails are complete: the game is over.")
    nobody = "Nobody" if fact.deck else "The deck is empty, and nobody"
    return words("{nobody} used a card all round: the game is over.", nobody=nobody)


@told.register
def _(fact: ScoreLine, game: AppalachianTrail) -> Words:
    if fact.points == 0:
        return ()
    return words(
        "{who}: {line} {points}{counted}.", who=seat(fact.seat), line=LINE_WORDS[fact.line],
        points=amount(fact.points, signed=True), counted=_counted(game, fact),
    )


def _counted(game: AppalachianTrail, fact: ScoreLine) -> Words:
    """What made a line, in brackets."""
    if not fact.parts:
        return ()
    cells = joined([_cell(fact.seat, part.cell) for part in fact.parts], " ")
    how_many = amount(len(fact.parts), "cards")
    if fact.line == "longest":
        return words(" ({cards})", cards=how_many)
    if fact.line == "terrain":
        return words(" ({cards}: {cells})", cards=how_many, cells=cells)
    if fact.line == "trail":
        return words(" ({cells})", cells=cells)
    if fact.line in SETS:
        return words(" ({sides})", sides=_names(game, fact.parts))
    signs = [
        words("{name} {points}", name=part_name(game.board, part), points=amount(part.points, signed=True))
        for part in fact.parts
    ]
    return words(" ({sides})", sides=joined(signs))


def _names(game: AppalachianTrail, parts: tuple[Part, ...]) -> Words:
    return joined([part_name(game.board, part) for part in parts])


@told.register
def _(fact: ScoreAdded, game: AppalachianTrail) -> Words:
    addends = joined([amount(points, signed=True) for points in fact.lines] or [amount(0)], " ")
    return words("{who}: {addends} = {score}.", who=seat(fact.seat), addends=addends,
                 score=amount(fact.score, "points"))


@told.register
def _(fact: Won, game: AppalachianTrail) -> Words:
    winners = joined([seat(one) for one in fact.winners], last=" and ")
    if len(fact.winners) > 1:
        return words("{winners} share the win.", winners=winners)
    return words("{winners} wins{why}.", winners=winners, why=", tied, but first to complete" if fact.tied else "")


# ---- what may be done ------------------------------------------------------------------------------------------------


def prompt(sight: Sight[AppalachianTrailState]) -> Words:
    state = sight.state
    if state.to_act == OVER:
        scores = state.scores()
        order = sorted(range(len(scores)), key=lambda one: -scores[one])
        ranked = [words("{who} {score}", who=seat(one), score=amount(scores[one])) for one in order]
        return words("The game is over: {ranked}.", ranked=joined(ranked))
    if state.to_act == CHANCE:
        return words("The cards are dealt." if state.phase == SETUP else "A card is turned over from the deck.")
    if state.phase == DRAW:
        return _prompt_to_draw(state)
    uses = _uses(sight)
    may = one_of([*uses] if state.must_use() else [*uses, "stop"]) if uses else "no card can be played: stop"
    return words("{may}.{warnings}", may=may, warnings=_warnings(state))


def _prompt_to_draw(state: AppalachianTrailState) -> Words:
    phrases = {"take": "take a face-up card", "draw": "draw from the deck"}
    may = one_of([phrases[kind] for kind in phrases if kind in kinds(state)])
    empty = "" if state.size[state.deck] else " (the deck is empty)"
    missing = int(state.board.hand_size - state.size[state.turn])
    return words("{may}{empty}; {missing} more to get.", may=may, empty=empty, missing=amount(missing))


def _uses(sight: Sight[AppalachianTrailState]) -> list[str]:
    """What may be done with cards. Whether one can be played follows from the hand, which not everybody may see."""
    state, most = sight.state, int(sight.state.board.cards_per_turn)
    if state.used and state.discarding:
        return ["discard another card"]
    plays = not sight.sees(int(state.turn)) or not kinds(state) <= {"discard", "done"}
    if state.used:
        return ["play another card"] if plays else []
    return [f"play up to {most} cards"] * plays + [f"discard up to {most}"]


def _warnings(state: AppalachianTrailState) -> Words:
    """AT-END-3, AT-IMP-3: what a player should not do unawares, whatever the hand holds: others may read it too."""
    texts: list[Words] = []
    if state.passing_ends():
        texts.append(words("To use no card now ends the game."))
    if state.must_use():
        texts.append(
            words("To use none is not allowed now: the deck still holds cards, and all others have just used none.")
        )
    closing = [] if state.discarding else walling_cells(state)
    if closing:
        cells = joined([_cell(int(state.turn), cell) for cell in closing], last=" or ")
        texts.append(words("An improvement on {cells} would take the last way to the Goal.", cells=cells))
    return tuple(span for text in texts for span in (Span(" "), *text))


def help() -> Words:
    lines = [
        ("trail FG 2,0", "lay a Trail card; trail FG 2,0 turned lays it the other way round"),
        ("obstacle O03 on 1 at 3,0", "lay an obstacle beside seat 1's trail"),
        ("improve O03 at 1,1", "the other side of the card, above or below your own trail"),
        ("ranger 3,0", "remove an obstacle from your area"),
        ("discard FG", "instead of playing"),
        ("done", "ends the play part"),
        ("take FG", "a face-up card"),
        ("draw", "a card from the deck"),
    ]
    typed = [words("{line}{gap}{what}\n", line=styled(line, "bold"), gap=" " * (29 - len(line)), what=what)
             for line, what in lines]
    return joined([
        *typed,
        "A card shows its first letter left and on top, its second right and below;\n",
        "cards that touch show the same terrain there. On two-sided cards w is wildlife, s scenery.",
    ], "")
