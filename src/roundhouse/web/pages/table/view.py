"""What a page of a table shows: a moment of the game, in the words and drawings of its title."""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from roundhouse.bots.masters import MASTER, iterations_at
from roundhouse.engine.contract import CHANCE, State
from roundhouse.engine.facts import Fact
from roundhouse.games import title as find_title
from roundhouse.games.asides import initials
from roundhouse.games.drawn import Choice, Panel, Route
from roundhouse.games.film import Movement
from roundhouse.games.markup import NOTHING, Markup, markup
from roundhouse.games.scenes import oneself
from roundhouse.games.sight import Sight, sight
from roundhouse.games.title import Title, provenance
from roundhouse.games.words import Words, amount, html, html_in_button, plain
from roundhouse.records.course import Course, ToldStep
from roundhouse.records.story import Story, story
from roundhouse.web.pages.render import rendered
from roundhouse.web.pages.rules.source import Source, source_at
from roundhouse.web.pages.table.parts.charts import worth_plot
from roundhouse.web.pages.table.parts.choices import Bids, Group, bids_of, final_codes, gestures_of, groups_of
from roundhouse.web.pages.table.parts.log import Entry, entries, logged
from roundhouse.web.pages.table.parts.names import LEVEL_NAMES, called, listed_bots, short
from roundhouse.web.pages.table.parts.recap import RecapItem, own_last_step, recap
from roundhouse.web.pages.table.parts.sidebar import Sidebar
from roundhouse.web.tables.model.clock import DAY
from roundhouse.web.tables.model.info import ChatLine, Moment, SeatInfo, TableInfo
from roundhouse.web.tables.rights import Action

LOG_STEPS = 16
OPENING_STEPS = 80      # the longest opening auctions end before
ENDINGS_KEPT = 300
PLACES_KEPT = 20_000
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class SeatView:
    """A seat as the page shows it."""

    number: int
    name: str
    letter: str
    """What its marker says."""
    info: SeatInfo
    panel: Panel
    acts: bool
    won: bool
    you: bool

    @property
    def bot(self) -> str:
        """The level of the seat's bot in words; "" where there is none."""
        level = self.info.level or ""
        return LEVEL_NAMES.get(level, level)


@dataclass(frozen=True)
class PlaceView:
    """A named place of the board with what is there, for keys and screen readers."""

    id: str
    text: str
    note: str
    ways: tuple[tuple[str, str], ...]
    """The neighbouring place in each direction that has one."""


@dataclass(frozen=True)
class Refusal:
    """Why something was not done, with the words of the rule that forbids it."""

    why: str
    rule: str = ""
    words: str = ""


@dataclass(frozen=True)
class Curtain:
    """Between the turns of people who share a screen, where each may see what the others may not."""

    seat: int
    name: str


@dataclass(frozen=True)
class TableView:
    """All that a fragment shows."""

    moment: Moment
    title: Title
    names: list[str]
    prompt: Markup
    pieces: Markup
    aside: Markup
    scene: Markup
    plot: Markup
    story: Story | None
    """A game that is over, counted and told."""
    seats: tuple[SeatView, ...]
    groups: tuple[Group, ...]
    stops: tuple[Choice, ...]
    """What ends something: to pass, to stop. They stand apart from what can be done."""
    final: frozenset[int]
    """The codes of choices that can't be taken back at will."""
    bids: Bids | None
    shortcuts: tuple[Route, ...]
    """Several moves at once, where they are often made one after the other."""
    by_route: bool
    """Whether a place can be reached in one gesture that takes several moves."""
    log: tuple[Entry, ...]
    log_from: int
    changed: tuple[str, ...]
    """The places of the board that the last beat was about."""
    paid: Mapping[int, int]
    """What the last beat put into each seat's purse, or took out of it."""
    film: tuple[tuple[Movement, ...], ...]
    """What moves in the last beat, fact by fact."""
    since: tuple[RecapItem, ...]
    """What the others have done since the last turn of the one who looks."""
    replay: bool
    talk: Sequence[ChatLine]
    refusal: Refusal | None
    curtain: Curtain | None
    around: Sidebar = field(default_factory=Sidebar)

    @property
    def table(self) -> TableInfo:
        """What everybody may know of the table."""
        return self.moment.table

    @property
    def rules(self) -> Source:
        """The rulebook of what is played."""
        return source_at(self.moment.course.setup, self.table.id)

    @property
    def places(self) -> list[Markup]:
        """The elements of the named places of the board, as the one who looks may see them."""
        return [
            place_element(PlaceView(
                spot.id, plain(spot.text, self.names), plain(spot.note, self.names), tuple(spot.neighbours.items())
            ))
            for spot in self.title.room.drawing.spots(sight(self.moment.state, self.moment.seat))
        ]

    @property
    def my_turn(self) -> bool:
        """Whether there is anything to choose from."""
        return bool(self.groups or self.stops or self.bids)

    def may(self, action: str) -> bool:
        """Whether the one who looks may do that now, by the name of an `Action`."""
        return Action[action] in self.around.may

    @property
    def dated(self) -> bool:
        """Whether the log says when each move was made: in games over days, and those that became so."""
        steps = self.moment.course.steps
        return bool(steps) and (self.table.pace == "days" or steps[-1].at - steps[0].at > DAY)

    @property
    def with_people(self) -> bool:
        """Whether others are waited for. Bots move before a plan could be made."""
        return any(seat.kind == "person" and not seat.mine for seat in self.table.seats)

    @property
    def goes_along(self) -> bool:
        """Whether the table may be taken along to another house: nobody else sits there."""
        mine_or_bots = all(seat.mine or (seat.kind == "bot" and not seat.stand_in) for seat in self.table.seats)
        return mine_or_bots and not self.table.rated and self.may("TAKE_ALONG")

    @property
    def forced(self) -> bool:
        """Whether there is nothing to choose: one move, and no other."""
        return not self.bids and sum(len(group.choices) for group in self.groups) + len(self.stops) == 1

    @property
    def example(self) -> str:
        """A move in the notation that can be made now."""
        if self.bids:
            return f"bid {self.bids.least}"
        return (self.groups[0].choices if self.groups else self.stops)[0].line

    @property
    def nameless(self) -> bool:
        """Whether the one who has played is a guest who was never asked for a name."""
        mine = self.table.mine
        return len(mine) == 1 and self.names[mine[0]].startswith("Guest ")

    @property
    def verdict(self) -> str:
        """The result for a player of one seat: "You win, by 7 points."; "" for a watcher, and for a player of several
        seats."""
        if self.story is None or len(self.table.mine) != 1:
            return ""
        mine, scores = self.table.mine[0], self.story.scores
        best = max(score for seat, score in enumerate(scores) if seat != mine)
        apart = self.counted(abs(scores[mine] - best))
        if mine not in self.table.winners:
            return f"You lose, by {apart}." if scores[mine] != best else "You lose the tie."
        if len(self.table.winners) > 1:
            return "You share the win."
        return f"You win, by {apart}." if scores[mine] != best else "You win the tie."

    @property
    def opening(self) -> bool:
        """Whether the game has been nothing but an auction so far: then a limit spares many small bids."""
        text = self.moment.course.game.text
        steps = self.moment.course.steps[: self.moment.step][-OPENING_STEPS:]
        short = self.moment.step <= OPENING_STEPS
        return short and all(step.by == CHANCE or text(step.code).split(" ")[0] in ("bid", "pass") for step in steps)

    @property
    def luck_shown(self) -> bool:
        """Whether chance has decided something since the move that can be taken back: it will do so again."""
        mine = self.moment.course.last_by(self.table.mine)
        return mine is not None and any(step.by == CHANCE for step in self.moment.course.steps[mine:])

    @property
    def thinking(self) -> str:
        """Whose bot thinks at this moment; "" for nobody's."""
        seat = self.table.thinking
        return "" if seat is None or not self.moment.newest else self.names[seat]

    @property
    def beat_by(self) -> str:
        """Whose step made the last beat, by name; nobody's is empty."""
        number = beat_before(self.moment.course, self.moment.step) + 1
        by = self.moment.course.steps[number - 1].by if number <= self.moment.step else CHANCE
        return "" if by == CHANCE else self.called(self.names[by])

    def called(self, name: str) -> str:
        """A name in the head of a table; that of the one who reads is "You"."""
        return str(oneself(name))

    @property
    def next_by(self) -> str:
        """Who makes the next step, "bot" or "person": only bots wait until the last one has been looked at."""
        steps = self.moment.course.steps
        by = steps[self.moment.step].by if self.moment.step < len(steps) else self.table.to_act
        seat = None if by is None or by < 0 else self.table.seats[by]
        return "bot" if seat is not None and seat.kind == "bot" else "person"

    @property
    def seated(self) -> bool:
        """Whether the one who looks has a seat."""
        return bool(self.table.mine)

    @property
    def levels(self) -> dict[str, str]:
        """The levels that a bot of this table can be given."""
        mastered = iterations_at(self.moment.course.setup) is not None
        return {level: words for level, words in LEVEL_NAMES.items() if mastered or level != MASTER}

    @property
    def page_title(self) -> str:
        """The title of the browser's window."""
        return f"{'● Your turn · ' if self.my_turn else ''}{self.title.title}"

    @property
    def provenance(self) -> str:
        """Where the edition comes from, in a few words."""
        return provenance(self.moment.course.game).partition(";")[0]

    @property
    def log_before(self) -> list[Entry]:
        """What the one who looks had seen of the log when they last left; all of it if nothing is new."""
        since = self.around.since
        return [entry for entry in self.log if not since or entry.step <= since]

    @property
    def log_since(self) -> list[Entry]:
        """And what is new to them."""
        since = self.around.since
        return [entry for entry in self.log if since and entry.step > since]

    def logged(self, entries: Sequence[Entry]) -> Markup:
        """Lines of the log."""
        dated = self.dated
        return markup([logged(self.table.id, self.title.name, entry, dated) for entry in entries])

    def counted(self, number: int) -> str:
        """A sum as it is counted in this game."""
        return amount(number, str(self.title.room.books.UNIT)).text

    def said(self, sentence: Words) -> Markup:
        """A sentence with the names of those who sit here."""
        return html(sentence, self.names)

    def offered(self, sentence: Words) -> Markup:
        """A sentence on a button, with the names of those who sit here."""
        return html_in_button(sentence, self.names)


def see(
    moment: Moment,
    *,
    since: int | None = None,
    replay: bool = False,
    talk: Sequence[ChatLine] = (),
    refusal: Refusal | None = None,
    curtain: Curtain | None = None,
) -> TableView:
    """The moment as the one who looks may see it. What changed after step `since` is pointed at."""
    title = find_title(moment.table.game)
    drawing, game = title.room.drawing, moment.course.game
    names = called(moment.table.seats)
    known = sight(moment.state, moment.seat)
    choices = drawing.choices(known) if moment.may_act else []
    first = max(1, moment.step - LOG_STEPS + 1)
    own = moment.step if replay or not moment.table.mine else own_last_step(moment)
    all_passed = moment.told(min(first, own + 1))
    passed = [step for step in all_passed if step.number >= first]
    before = beat_before(moment.course, moment.step) if since is None else since
    beat = [step for step in passed if step.number > before]
    facts = [fact for step in beat for fact in step.facts(moment.seat)]
    over = moment.table.status == "over" and moment.newest
    ended = ending(FinishedGame(moment.table.id, moment.table.version, tuple(names), moment.course)) if over else None
    return TableView(
        moment=moment,
        title=title,
        names=names,
        prompt=_prompt(title, moment, known, names),
        pieces=drawing.pieces(known, [short(name) for name in names]),
        aside=drawing.aside(known, names),
        scene=drawing.scene(game, facts, names),
        plot=NOTHING if ended is None else ended.plot,
        story=None if ended is None else ended.story,
        seats=_seats(title, moment, known, names),
        groups=groups_of(title, [choice for choice in choices if choice.kind != "leave"]),
        stops=tuple(choice for choice in choices if choice.kind == "leave"),
        final=final_codes(moment, choices),
        bids=bids_of(title, moment, known, names),
        shortcuts=tuple(gestures_of(moment)),
        by_route=title.room.has_own("gestures") and moment.may_act,
        log=entries(moment, passed),
        log_from=first,
        changed=tuple(dict.fromkeys(spot for fact in facts for spot in fact.spots)),
        paid=_paid(facts),
        film=tuple(filter(None, (tuple(drawing.movements(game, fact, moment.seat)) for fact in facts))),
        since=_since(moment, [step for step in all_passed if step.number > own]),
        replay=replay,
        talk=talk,
        refusal=refusal,
        curtain=curtain,
    )


@lru_cache(maxsize=PLACES_KEPT)
def place_element(place: PlaceView) -> Markup:
    """The element of a place. Most places stay as they are for many moves."""
    return Markup(rendered("place.html", place=place, ways=dict(place.ways)))


@dataclass(frozen=True)
class FinishedGame:
    """A game that has come to its end."""

    id: str
    version: int
    names: tuple[str, ...]
    course: Course = field(compare=False)


@dataclass(frozen=True)
class Ending:
    """What is shown when the game is over: how chances or scores went, and the story of the game."""

    plot: Markup
    story: Story


@lru_cache(maxsize=ENDINGS_KEPT)
def ending(over: FinishedGame) -> Ending:
    """What is told of a whole game. It stays the same for ever, unless the last move is taken back."""
    return Ending(worth_plot(over.course, [str(oneself(name)) for name in over.names]), story(over.course))


def _since(moment: Moment, passed: Sequence[ToldStep]) -> tuple[RecapItem, ...]:
    sentences = [[entry.text for entry in entries(moment, [step])] for step in passed]
    return recap(passed, moment.table.mine, moment.seat, sentences)


def _paid(facts: Sequence[Fact]) -> Mapping[int, int]:
    paid: Counter[int] = Counter()
    for fact in facts:
        for seat, sum_ in fact.money:
            paid[seat] += sum_
    return {seat: sum_ for seat, sum_ in paid.items() if sum_}


def next_beat(course: Course, after: int) -> int:
    """The step at which to stop next when the game is followed: one action, and what chance makes of it."""
    steps = course.steps
    number = min(after + 1, len(steps))
    while number < len(steps) and steps[number].by == CHANCE:
        number += 1
    return number


def beat_before(course: Course, step: int) -> int:
    """The step after which the beat began that ends there."""
    while step > 0 and course.steps[step - 1].by == CHANCE:
        step -= 1
    return max(0, step - 1)


def _prompt(title: Title, moment: Moment, known: Sight[State], names: list[str]) -> Markup:
    if moment.table.status == "waiting":
        return Markup.escape("The game begins when every seat is taken.")
    if moment.table.status == "closed":
        return Markup.escape("This table is closed.")
    said = html(title.room.texts.prompt(known), names)
    to_act = int(moment.state.to_act)
    if to_act < 0:
        return said
    whose = "Your turn" if moment.may_act else names[to_act]
    return markup(_gone_on(moment) if moment.may_act else "", whose, ": ", said)


def _gone_on(moment: Moment) -> str:
    """At a table that goes on from a game of before, until one has acted there: in which seat, and against whom."""
    table, steps = moment.table, moment.course.steps
    began = [step.by for step in steps if step.at < table.created]
    if max(began, default=CHANCE) < 0 or any(step.by in table.mine for step in steps[len(began):]):
        return ""
    bots = {seat.number: seat.level for seat in table.seats if seat.level and not seat.mine}
    if len(table.mine) != 1 or not bots:
        return ""
    return f"You go on from step {len(began)} in the {ORDINALS[table.mine[0]]} seat, against {listed_bots(bots)}. "


def _seats(title: Title, moment: Moment, known: Sight[State], names: list[str]) -> tuple[SeatView, ...]:
    panels = title.room.drawing.panels(known)
    won = moment.state.winners()
    acting = int(moment.state.to_act) if moment.table.status != "waiting" else -1
    return tuple(
        SeatView(n, names[n], letter, info, panel, n == acting, n in won, n in moment.table.mine)
        for n, (letter, info, panel) in enumerate(zip(initials(names), moment.table.seats, panels))
    )


