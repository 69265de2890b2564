"""A referee who watches random games of a title, and stops at the first law of the house that its rules break.

    from roundhouse import referee
    referee.check(TITLE, games=50)          # raises Foul

Each law is a function that looks at a state and the code that is about to be applied to it, and changes neither.
"""
from __future__ import annotations

import itertools
import json
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy

from roundhouse.engine.contract import CHANCE, OVER, WATCHER, Game, IllegalAction, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.facts import Ended, Fact, Happened
from roundhouse.engine.play import playout
from roundhouse.errors import UserError
from roundhouse.games.setup import Setup
from roundhouse.games.sight import sight
from roundhouse.games.title import Title
from roundhouse.games.words import plain
from roundhouse.plugins import told as told_of
from roundhouse.records import Course, Record, replay

LONGEST = 20_000                # steps of a game that does not end
SPARSE = 5                      # the dear laws look at one step in so many


class Foul(UserError):
    """A law that is broken, by which step of which game."""

    def __init__(self, law: str, why: str) -> None:
        super().__init__(f"{law}: {why}")
        self.law = law
        self.why = why


class Broken(Exception):
    """What a law sees that should not be."""


def hold(condition: object, why: str) -> None:
    """Broken, with that reason, unless the condition holds."""
    if not condition:
        raise Broken(why)


def pictured(state: State) -> str:
    """All that can be known of a state, as bytes can tell it."""
    return json.dumps([state.view(None), list(state.legal()), state.outcomes()])


# ---- laws of every step ----------------------------------------------------------------------------------------------


def something_may_happen(state: State, code: int, dice: Dice) -> None:
    """What may happen is rising and never nothing, and chance has weights."""
    legal = list(state.legal())
    hold(legal == sorted(set(legal)), f"the legal codes {legal} do not rise")
    hold(legal, "nothing is legal, and the game is not over")
    hold(all(weight > 0 for _, weight in state.outcomes()), "an outcome has no weight")
    hold(bool(state.outcomes()) == (state.to_act == CHANCE), "outcomes are for CHANCE, and for it alone")
    hold(state.winners() == [], "somebody has won, and the game is not over")


def a_witness_changes_nothing(state: State, code: int, dice: Dice) -> None:
    """A step does the same whether anybody listens or not, and tells something."""
    silent, heard = state.copy(), state.copy()
    silent.apply(code)
    hold(heard.tell(code), "the step tells nothing")
    hold(heard.witness is None, "the witness stays when all is told")
    hold(heard.view(None) == silent.view(None), "the step does something else when it is told")


def the_end_is_told_once(state: State, code: int, dice: Dice) -> None:
    """When a game ends it tells so, once, with scores and winners."""
    after = state.copy()
    ends = [fact for fact in after.tell(code) if isinstance(fact, Ended)]
    hold(len(ends) == (after.to_act == OVER), f"{len(ends)} ends are told")
    for end in ends:
        told = [list(end.scores), list(end.winners)]
        hold(told == [after.scores(), after.winners()], f"the end tells {told}, which is not so")
        hold(len(after.scores()) == state.game.seats and after.winners(), "scores or winners are missing")
        _only_the_legal_applies(after)


def facts_account_for_every_change(state: State, code: int, dice: Dice) -> None:
    """The facts of a step account for every change of money and of scores."""
    after = state.copy()
    facts = after.tell(code)
    if any(isinstance(fact, Happened) for fact in facts):
        return
    cash, now = state.view(None).get("cash"), after.view(None).get("cash")
    if isinstance(cash, list) and isinstance(now, list):
        _accounted("money", cash, now, [change for fact in facts for change in fact.money])
    _accounted("score", state.scores(), after.scores(), [change for fact in facts for change in fact.scored])


def _accounted(what: str, before: list[int], after: list[int], told: list[tuple[int, int]]) -> None:
    for seat, (old, new) in enumerate(zip(before, after)):
        counted = sum(change for who, change in told if who == seat)
        hold(counted == new - old, f"the {what} of seat {seat} changes by {new - old}, and the facts tell of {counted}")


# ---- laws of a step here and there -----------------------------------------------------------------------------------


def only_the_legal_applies(state: State, code: int, dice: Dice) -> None:
    """Legal actions apply, nothing else does, and a refusal names its rule and changes nothing."""
    hold(code in list(state.legal()), "what is about to happen is not legal")
    _only_the_legal_applies(state)


def _only_the_legal_applies(state: State) -> None:
    before, legal = pictured(state), set(state.legal())
    hold(bool(legal) == (state.to_act != OVER), "something is legal after the end, or nothing before it")
    for other in range(state.game.codes):
        if other in legal:
            state.copy().apply(other)
            continue
        line = state.game.text(other)
        try:
            state.apply(other)
        except IllegalAction as refused:
            hold(refused.rule.count("-") >= 2, f"'{line}' is refused by '{refused.rule}', which is no rule's id")
        else:
            hold(False, f"'{line}' is not legal, and is done all the same")
    hold(pictured(state) == before, "a refusal has changed the state")


def a_copy_is_independent(state: State, code: int, dice: Dice) -> None:
    """What is done to a copy is not done to the state."""
    before, twin = pictured(state), state.copy()
    hold(pictured(twin) == before, "the copy is another state")
    playout(twin, dice)
    hold(pictured(state) == before, "what was done to the copy was done to the state")


def a_pickle_is_the_same_state(state: State, code: int, dice: Dice) -> None:
    """A state that has been a pickle, or that was copied deeply, looks the same to everybody, goes on the same way, and
    is independent."""
    before = pictured(state)
    for twin in (pickle.loads(pickle.dumps(state)), deepcopy(state)):
        for seat in (WATCHER, *range(state.game.seats)):
            hold(twin.view(seat) == state.view(seat), "it comes back as another state")
        hold(pictured(twin) == before and twin.lines() == state.lines(), "it comes back with other moves")
        hold(twin.secrets(0) == state.secrets(0), "it comes back with other secrets")
        after, seed = state.copy(), dice.below(1 << 30)
        for one in (twin, after):
            one.apply(code)
            playout(one, Dice(int(seed)))
        hold(twin.view(None) == after.view(None), "what has come back goes another way")
        hold(pictured(state) == before, "what was done to it was done to the state")


def what_is_imagined_looks_the_same(state: State, code: int, dice: Dice) -> None:
    """What a seat imagines it can't tell from the truth; it can be played on, and gives it the same sight."""
    for seat in (*range(state.game.seats), WATCHER):
        other = state.imagine(seat, dice)
        hold(other.view(seat) == state.view(seat), f"seat {seat} sees that what it imagines is not so")
        hold(other.to_act == state.to_act, f"seat {seat} imagines that somebody else is to act")
        if state.to_act == seat:
            hold(list(other.legal()) == list(state.legal()), f"seat {seat} imagines other choices than it has")
        shown = sight(state, seat).state
        hold(shown.view(seat) == state.view(seat), f"seat {seat} is shown something that is not so")
        same = sight(other, seat).state.view(None) == shown.view(None)
        hold(same, f"seat {seat} is shown something that it can't see")
        playout(other, dice)


def hidden_steps_look_alike(state: State, code: int, dice: Dice) -> None:
    """Who does not see which outcome it is sees the same after any of them, and hears the same of it."""
    for seat in (*range(state.game.seats), WATCHER):
        if state.to_act == CHANCE and not state.sees(seat, code):
            others = [other for other, _ in state.outcomes() if not state.sees(seat, other)]
            one, two = _seen(state, code, seat), _seen(state, others[int(dice.below(len(others)))], seat)
            hold(one == two, f"seat {seat} can tell '{state.game.text(code)}' from another that it does not see")


def _seen(state: State, code: int, seat: int) -> tuple[object, list[Fact]]:
    after = state.copy()
    facts = [seen for fact in after.tell(code) if (seen := fact.seen_by(seat)) is not None]
    return after.view(seat), facts


Law = Callable[[State, int, Dice], None]
EVERY_STEP: tuple[Law, ...] = (
    something_may_happen, a_witness_changes_nothing, the_end_is_told_once, facts_account_for_every_change,
)
SOME_STEPS: tuple[Law, ...] = (
    only_the_legal_applies, a_copy_is_independent, a_pickle_is_the_same_state, what_is_imagined_looks_the_same,
    hidden_steps_look_alike,
)


# ---- laws of a title -------------------------------------------------------------------------------------------------


def text_and_codes_are_one_to_one(game: Game) -> None:
    """Every code has a line, and every line a code."""
    lines = [game.text(code) for code in range(game.codes)]
    hold(len(set(lines)) == len(lines), "two codes have the same line")
    hold([game.parse(line) for line in lines] == list(range(game.codes)), "a line is read as another code")
    hold(all(line == " ".join(line.split()) for line in lines), "a line has blanks that nobody would type")


def a_record_replays(course: Course) -> None:
    """A game that is written down replays to the same bytes."""
    record = Record.of(course, [f"player {n}" for n in range(course.setup.seats)])
    again = replay(Record.loads(record.dumps()))
    hold(again.state.view(None) == course.state.view(None), "the record replays to another state")


def every_step_has_a_sentence(title: Title, course: Course) -> None:
    """The log, the prompt and the drawing know all that happens and all that may be done."""
    names = ["Ann", "Ben", "Cas", "Dee", "Eve", "Fay"][: course.setup.seats]
    for step in course.passed():
        kinds = {type(fact) for fact in step.told} - set(title.room.texts.FACTS)
        hold(not kinds, f"FACTS does not name {', '.join(sorted(kind.__name__ for kind in kinds))}")
        said = [plain(title.room.texts.tell(course.game, fact), names) for fact in step.told]
        hold(any(said), f"nothing is said of '{step.line(None)}'")
        if step.before.to_act >= 0:
            seen = sight(step.before, step.by)
            shown = sorted(choice.code for choice in title.room.drawing.choices(seen))
            legal = [int(one) for one in step.before.legal() if one < course.game.first_bid]
            hold(shown == legal, "the drawing offers other choices than the rules")
            hold(plain(title.room.texts.prompt(seen), names), "the prompt is empty")


# ---- watching --------------------------------------------------------------------------------------------------------


def check(title: Title, games: int = 50, seed: int = 1) -> int:
    """Watch so many random games, over every number of seats, edition and option in turn. The number of steps seen; the
    first law that is broken raises Foul."""
    steps = 0
    for number, setup in zip(range(games), itertools.cycle(setups(title))):
        with upheld(text_and_codes_are_one_to_one, setup):
            text_and_codes_are_one_to_one(setup.game())
        course = watched(setup, Dice(seed, number))
        with upheld(a_record_replays, setup, course):
            a_record_replays(course)
        with upheld(every_step_has_a_sentence, setup, course):
            every_step_has_a_sentence(title, course)
        steps += len(course.steps)
    return steps


def setups(title: Title) -> list[Setup]:
    """Every way to set up a title that it does not refuse."""
    seats = range(title.players[0], title.players[1] + 1)
    options = [[(option.name, value) for value in option.values] for option in title.options]
    found = []
    for edition, chosen, many in itertools.product(title.editions, itertools.product(*options), seats):
        try:
            found.append(Setup.of(title.name, many, edition, dict(chosen)))
        except ValueError:
            continue
    return found


def watched(setup: Setup, dice: Dice) -> Course:
    """A random game under the eyes of the referee."""
    course = Course(setup)
    by_kind = bool(dice.below(2))
    while not course.over:
        state = course.state
        code = int(state.random_by_kind(dice) if by_kind else state.random(dice))
        for law in EVERY_STEP + (SOME_STEPS if len(course.steps) % SPARSE == 0 else ()):
            with upheld(law, setup, course):
                law(state, code, dice)
        course.apply(code)
        if len(course.steps) > LONGEST:
            raise Foul("Every game ends", f"{told(setup)}: it goes on after {LONGEST} steps")
    return course


@contextmanager
def upheld(law: Callable[..., None], setup: Setup, course: Course | None = None) -> Iterator[None]:
    """A law that does not hold is told with the game that shows it."""
    try:
        yield
    except Exception as broken:
        words = (law.__doc__ or law.__name__).partition("\n")[0].rstrip(".")
        why = str(broken) if isinstance(broken, Broken) else told_of(broken)
        after = "" if course is None else f", after {_last(course)}"
        raise Foul(words, f"{told(setup)}{after}: {why}") from broken


def told(setup: Setup) -> str:
    """A set-up in words, for reports."""
    options = "".join(f", {name} {value}" for name, value in setup.options)
    return f"{setup.title} with {setup.seats} seats, edition {setup.edition}{options}"


def _last(course: Course) -> str:
    lines = [line for _, line in course.log()]
    return f"{len(lines)} steps, the last of them {', '.join(lines[-3:])}" if lines else "no step"


__all__ = ["EVERY_STEP", "Foul", "Law", "SOME_STEPS", "check", "text_and_codes_are_one_to_one"]
