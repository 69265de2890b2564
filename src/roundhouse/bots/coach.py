"""The coach: which move is best, and why, in one sentence. Hint, review, puzzle and lesson ask it.

Chance orders the moves, and money explains them: a room's claims say what each of two moves does, and told is the one
in which they differ most. What is told is exact, or says "against strong play".
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.bots.advice import hint
from roundhouse.bots.bot import Seat
from roundhouse.bots.masters import advising_bot
from roundhouse.bots.weighing import ENOUGH, SearchedMove, imagined, weighed
from roundhouse.engine.contract import State
from roundhouse.engine.dice import Dice
from roundhouse.games import title as find_title
from roundhouse.games.claims import Claim, Line, Step
from roundhouse.games.sight import sight
from roundhouse.games.words import Words, joined, words
from roundhouse.records.course import Course

ITERATIONS = 2000
GLANCED = 200           # iterations that are enough to see what follows two moves, where chances are known already
LEAST = 0.25            # of a claim's worth: less sets no move apart
AS_GOOD = 0.015         # of a chance: nobody is told that one of two such moves is better
DECIDED = 0.01
TOLD = 2                # facts of an answer

CLEAR, EVEN, WON, LOST, FORCED = "clear", "even", "won", "lost", "forced"
VERDICTS = {
    EVEN: "These are about as good as each other.",
    WON: "You have as good as won: any of these wins.",
    LOST: "The game is decided: no move can still win it for you.",
    FORCED: "This is all that you can do.",
}
FIRST_EVEN = "The first {n} are about as good as each other."


@dataclass(frozen=True)
class Move:
    """A move, what it brings, and why it is good or not."""

    line: str
    chances: list[float]
    visits: int
    margin: float | None
    """The margin by which the seat may expect to end ahead; None where more than two play."""
    why: Words = ()
    """The reason for it, or of a worse move the reason against it."""
    more: Words = ()
    """A second reason, for those who ask."""
    steps: tuple[tuple[int, str], ...] = ()
    """The move and what follows until the action is over: seats and lines."""
    answer: tuple[tuple[int, str], ...] = ()
    """What the next seat does against strong play: seats and lines."""
    answered: Words = ()
    """The same in a sentence."""
    spots: tuple[str, ...] = ()
    """The places of the board that the reason speaks of."""
    kind: str = ""
    """The kind of the reason: what its claim is about; "" without a reason."""

    @property
    def follows(self) -> tuple[str, ...]:
        """What the seat goes on to do until the action is over."""
        return tuple(line for by, line in self.steps[1:] if by == self.steps[0][0])

    @property
    def shown(self) -> bool:
        """Whether it was looked at often enough for its chance to be a number."""
        return self.visits >= ENOUGH


@dataclass(frozen=True)
class Advice:
    """What the coach says to a seat."""

    seat: int
    chances: list[float]
    """Every seat's chance to win: after the best move, if the seat is to act."""
    verdict: str
    """Whether one move is clearly better: CLEAR, EVEN, WON, LOST or FORCED."""
    moves: list[Move]
    """The best first. None for a seat that is not to act."""

    @property
    def sentence(self) -> Words:
        """All of it in a sentence: for the best move, or against the next."""
        if self.verdict == EVEN:
            count = as_good([one.chances[self.seat] for one in self.moves])
            number = {2: "two", 3: "three"}.get(count, count)
            return words(VERDICTS[EVEN] if count == len(self.moves) else FIRST_EVEN, n=number)
        if self.verdict != CLEAR:
            return words(VERDICTS.get(self.verdict, ""))
        if self.moves[0].why or len(self.moves) == 1:
            return self.moves[0].why
        other = self.moves[1]
        return words("{line} is worse. {why}", line=other.line, why=other.why) if other.why else ()


def advise(course: Course, seat: int, iterations: int = ITERATIONS, also: Sequence[str] = (), seed: int = 1) -> Advice:
    """Advice to a seat from what that seat may know and nothing else; `also` are moves to be weighed in any case."""
    if course.over or course.to_act != seat:
        return Advice(seat, hint(course, seat, iterations, seed).chances, "", [])
    if chooses_after_others(course):
        return unexplained(course, iterations, also, seed)
    return explained(asked(course, iterations, also, seed), len(course.state.legal()) == 1)


def asked(course: Course, iterations: int = ITERATIONS, also: Sequence[str] = (), seed: int = 1) -> list[SearchedMove]:
    """The moves of whoever is to act, weighed from what that seat may know."""
    at = Seat(course, course.to_act)
    tree = advising_bot(course.game, iterations).think(at, Dice(seed))
    known = imagined(at)(Dice(0)) if course.state.sealed() else sight(course.state, at.number).state
    return weighed(tree, imagined(at), known, [course.game.parse(line) for line in also], seed)


def chooses_after_others(course: Course) -> bool:
    """Whether whoever is to act chooses unseen after a rival has: where that stands nobody may be told, so no move can
    be played on to its end."""
    state = course.state
    if not state.sealed():
        return False
    first = state.copy()
    first.unseal()
    return bool(first.to_act != state.to_act)


def unexplained(course: Course, iterations: int, also: Sequence[str], seed: int = 1) -> Advice:
    """The moves by their chances, with what can be said of each where it stands: none is played on."""
    seat = course.to_act
    found = hint(course, seat, iterations, seed)
    shown = [one for one in found.moves if one.visits >= ENOUGH or one.line in also] or found.moves[:1]
    shown = sorted(shown, key=lambda one: -one.chances[seat])
    chances = [one.chances[seat] for one in shown]
    known = imagined(Seat(course, seat))(Dice(0))
    lines = [Line(seat, one.line, known, known, (Step(seat, one.line),), ()) for one in shown]
    moves = []
    for one, why in zip(shown, reasons_of(lines, as_good(chances))):
        first, second = (*(claim.words for claim in why[:2]), (), ())[:2]
        moves.append(Move(
            one.line, one.chances, one.visits, None, first, second, ((seat, one.line),),
            spots=why[0].spots if why else (), kind=why[0].kind if why else "",
        ))
    return Advice(seat, moves[0].chances, verdict_of(chances), moves)


def beside(course: Course, better: str, other: str, iterations: int = GLANCED) -> tuple[Move, Move]:
    """A better move and another of whoever is to act, each with its reason as that seat sees it."""
    if chooses_after_others(course):
        one, two = (Move(line, [], 0, None, steps=((course.to_act, line),)) for line in (better, other))
        return one, two
    return _two(asked(course, iterations, (better, other)), better, other)


def in_hindsight(state: State, better: str, other: str, iterations: int = GLANCED) -> tuple[Move, Move]:
    """The same where everything is known."""
    tree, dice = advising_bot(state.game, iterations, thorough=False).new_tree(state.game, int(state.to_act)), Dice(1)
    for _ in range(iterations):
        tree.iterate(state.copy(), dice)
    tree.settle(dice)
    codes = [state.game.parse(line) for line in (better, other)]
    return _two(weighed(tree, lambda dice: state.copy(), state, codes), better, other)


def _two(moves: Sequence[SearchedMove], better: str, other: str) -> tuple[Move, Move]:
    known = {one.line.text: one for one in moves}
    one, two = explained([known[better], known[other]]).moves
    return one, two


# ---- which of the claims is the reason -------------------------------------------------------------------------------


def explained(moves: Sequence[SearchedMove], forced: bool = False) -> Advice:
    """Moves that were weighed, each with its reasons."""
    best, chances = moves[0], [one.chance for one in moves]
    verdict = FORCED if forced else verdict_of(chances)
    level = len(chances) if verdict in (WON, LOST) else as_good(chances)
    margins = in_order(moves)
    told = []
    for one, why in zip(moves, reasons_of([one.line for one in moves], level)):
        first, second = (*(claim.words for claim in why[:2]), (), ())[:2]
        told.append(Move(
            one.line.text, one.chances, one.visits, one.margin if margins else None, first, second,
            tuple((step.by, step.text) for step in one.line.steps),
            tuple((step.by, step.text) for step in one.line.reply), answer_of(one.line), why[0].spots if why else (),
            why[0].kind if why else "",
        ))
    return Advice(best.line.me, best.chances, verdict, told)


def answer_of(line: Line[State]) -> Words:
    """What strong play does next, in the words of the log."""
    game = line.before.game
    texts = find_title(game.name).room.texts
    told = [said for fact in line.reply_facts[:TOLD] if (said := texts.tell(game, fact))]
    return words("Against strong play: {told}", told=joined(told, " ")) if told else ()


def verdict_of(chances: Sequence[float]) -> str:
    """Whether it matters what is done, by the chances after the moves, the best first."""
    if chances[0] < DECIDED:
        return LOST
    if chances[-1] > 1 - DECIDED:
        return WON
    return EVEN if as_good(chances) > 1 else CLEAR


def as_good(chances: Sequence[float]) -> int:
    """How many of the moves are as good as the best, which is one of them."""
    return sum(chances[0] - chance < AS_GOOD for chance in chances)


def in_order(moves: Sequence[SearchedMove]) -> bool:
    """Whether the expected margins say the same as the chances; else they are not shown beside each other."""
    margins = [one.margin for one in moves if one.margin is not None]
    agree = all(margin * (one.chance - 0.5) >= 0 for margin, one in zip(margins, moves))
    return agree and len(margins) == len(moves) and margins == sorted(margins, reverse=True)


def reasons_of(lines: Sequence[Line[State]], level: int = 1) -> list[list[Claim]]:
    """For each move, the best first, the claims that set it apart from the one beside it, the strongest first.

    Of the first `level` moves, which are as good as each other, they are good for whoever makes it, and more so than
    with the next. Of any other they are bad, and worse than with the best."""
    outcomes = find_title(lines[0].before.game.name).room.claims.OUTCOMES if lines else ()
    made = [claims_of(line) for line in lines]
    if len(made) == 1:
        return [set_apart(made[0], (), 1, outcomes)]
    found = [
        set_apart(claims, made[0 if n else 1], 1 if n < level else -1, outcomes) for n, claims in enumerate(made)
    ]
    if not found[0]:
        alike = {one.words for one in made[1]}
        found[0] = [one for one in made[0] if one.kind in outcomes and one.words not in alike]
    return found


def claims_of(line: Line[State]) -> list[Claim]:
    """What the room can say of a move."""
    claims: list[Claim] = find_title(line.before.game.name).room.claims.claims(line)
    return claims


def set_apart(
    claims: Sequence[Claim], beside: Sequence[Claim], way: int, outcomes: Sequence[str] = ()
) -> list[Claim]:
    """The claims that are good (1) or bad (-1) for whoever moves, and more so than the same claim of the other move:
    of the same thing, or in the same words of another. Nothing is said twice.
    What comes of a move, a claim of one of the `outcomes`, need only be better or worse than with the other."""
    mine = {(one.kind, one.thing) for one in claims}
    other = {(one.kind, one.thing): one.worth for one in beside}
    for one in claims:
        elsewhere = [
            two.worth for two in beside
            if two.kind == one.kind and two.says == one.says and (two.kind, two.thing) not in mine
        ]
        if elsewhere and (one.kind, one.thing) not in other:
            other[one.kind, one.thing] = max(elsewhere) if way > 0 else min(elsewhere)
    apart = [
        (way * (one.worth - other.get((one.kind, one.thing), 0.0)), one) for one in claims
        if way * one.worth > 0 or (one.kind in outcomes and (one.kind, one.thing) in other)
    ]
    kept = sorted((pair for pair in apart if pair[0] > LEAST), key=lambda pair: -pair[0])
    said: dict[Words, Claim] = {}
    for _, one in kept:
        said.setdefault(one.words, one)
    return list(said.values())
