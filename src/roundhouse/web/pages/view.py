"""What a page of a table shows: a moment of the game, in the words and drawings of its title."""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from roundhouse.engine.contract import CHANCE, State
from roundhouse.games import title as find_title
from roundhouse.games.drawing import Choice, Panel
from roundhouse.games.title import Title, escape, provenance
from roundhouse.web.line import Passed
from roundhouse.web.model import Moment, Said, SeatInfo, TableInfo
from roundhouse.web.pages import markup
from roundhouse.web.pages.around import Around
from roundhouse.web.pages.plot import worth_plot

LOG_STEPS = 16
MOST_REMEMBERED = 50_000    # steps whose sentences are kept, over all tables
QUICK_BIDS = (0, 1, 2, 5)
LEVELS = {f"level-{n}": f"level {n}" for n in range(1, 6)}
LEVEL_NAMES = {level.capitalize() for level in LEVELS.values()}
SEAT = re.compile(r"\bseat (\d+)\b")
LONGEST_NAME = 14       # as much of a name as has room on a board
BOT_NAMES = ("Trevithick", "Stephenson", "Brunel", "Hackworth", "Gooch", "Locke")


@dataclass(frozen=True)
class Entry:
    """A sentence of the log."""

    step: int
    part: int
    text: Markup
    rule: str
    dice: bool


_remembered: dict[tuple[object, ...], tuple[Entry, ...]] = {}


@dataclass(frozen=True)
class SeatView:
    number: int
    name: str
    info: SeatInfo
    panel: Panel
    acts: bool
    won: bool
    you: bool

    @property
    def bot(self) -> str:
        return LEVELS.get(self.info.level or "", "")


@dataclass(frozen=True)
class Group:
    """Choices of a kind."""

    name: str
    choices: tuple[Choice, ...]
    ask: Markup
    """A question mark that opens the rule for them."""


@dataclass(frozen=True)
class Bid:
    amount: int
    text: str
    why: str
    note: str


@dataclass(frozen=True)
class Bids:
    least: int
    most: int
    quick: tuple[Bid, ...]
    note: str
    ask: Markup


@dataclass(frozen=True)
class Refusal:
    """Why something was not done, with the words of the rule that forbids it."""

    why: str
    rule: str = ""
    words: Markup | str = ""


@dataclass(frozen=True)
class Curtain:
    """Between the turns of people who share a screen, where each may see what the others may not."""

    seat: int
    name: str


@dataclass(frozen=True)
class Now:
    """All that a fragment shows."""

    moment: Moment
    title: Title
    names: list[str]
    prompt: Markup
    pieces: Markup
    aside: Markup
    scene: Markup
    plot: Markup
    seats: tuple[SeatView, ...]
    groups: tuple[Group, ...]
    bids: Bids | None
    log: tuple[Entry, ...]
    log_from: int
    changed: tuple[str, ...]
    own_step: bool
    """Whether the one who looks has made the last move, and so need not be given time to follow it."""
    replay: bool
    talk: Sequence[Said]
    refusal: Refusal | None
    curtain: Curtain | None
    around: Around = field(default_factory=Around)

    @property
    def table(self) -> TableInfo:
        return self.moment.table

    @property
    def my_turn(self) -> bool:
        return bool(self.groups or self.bids)

    @property
    def thinking(self) -> str:
        seat = self.table.thinking
        return "" if seat is None or not self.moment.newest else self.names[seat]

    @property
    def seated(self) -> bool:
        return bool(self.table.mine)

    @property
    def undo(self) -> str:
        """"free", "ask" or "": only people need be asked, and bots do not mind."""
        people = any(seat.kind == "person" and not seat.mine for seat in self.table.seats)
        return self.moment.undo if people or not self.moment.undo else "free"

    @property
    def page_title(self) -> str:
        return f"{'● Your turn · ' if self.my_turn else ''}{self.title.title}"

    @property
    def provenance(self) -> str:
        return provenance(self.moment.line.game).partition(";")[0]


def see(
    moment: Moment,
    *,
    since: int | None = None,
    replay: bool = False,
    talk: Sequence[Said] = (),
    refusal: Refusal | None = None,
    curtain: Curtain | None = None,
) -> Now:
    """The moment as the one who looks may see it. What changed after step `since` is pointed at."""
    title = find_title(moment.table.game)
    names = called(moment.table.seats)
    first = max(1, moment.step - LOG_STEPS + 1)
    passed = list(moment.passed(first))
    beat = [step for step in passed if step.number > (_beat_before(moment) if since is None else since)]
    drawing, state, seat = title.drawing, moment.state, moment.seat
    choices = drawing.choices(state, names) if moment.may_act else []
    return Now(
        moment=moment,
        title=title,
        names=names,
        prompt=_prompt(title, moment, names),
        pieces=Markup(by_name(drawing.pieces(state, seat), [markup.short(name, LONGEST_NAME) for name in names])),
        aside=markup.with_rules(drawing.aside(state, seat, names), title.name),
        scene=markup.with_rules(
            "".join(drawing.scene(p.before, p.code, p.after, names, seat) for p in beat), title.name
        ),
        plot=worth_plot(moment.line, names) if moment.table.status == "over" and moment.newest else Markup(""),
        seats=_seats(title, moment, names),
        groups=_groups(title, choices),
        bids=_bids(title, moment, names),
        log=entries(moment, passed),
        log_from=first,
        changed=_changed(title, beat, seat),
        own_step=bool(beat) and beat[0].by in moment.table.mine,
        replay=replay,
        talk=talk,
        refusal=refusal,
        curtain=curtain,
    )


def called(seats: Sequence[SeatInfo]) -> list[str]:
    """How the seats are called. Bots get a name of their own, so that the log says which of them acts."""
    return [BOT_NAMES[n % len(BOT_NAMES)] if seat.name in LEVEL_NAMES else seat.name for n, seat in enumerate(seats)]


def by_name(text: str, names: Sequence[str]) -> str:
    """A game speaks of "seat 1"; at a table sits somebody."""
    return SEAT.sub(lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], text)


def next_beat(moment: Moment, after: int) -> int:
    """The step at which to stop next when the game is followed: one action, and what chance makes of it."""
    steps = moment.line.steps
    number = min(after + 1, len(steps))
    while number < len(steps) and steps[number].by == CHANCE:
        number += 1
    return number


def _beat_before(moment: Moment) -> int:
    number = moment.step
    while number > 0 and moment.line.steps[number - 1].by == CHANCE:
        number -= 1
    return max(0, number - 1)


def _prompt(title: Title, moment: Moment, names: list[str]) -> Markup:
    if moment.table.status == "waiting":
        return Markup("The game begins when every seat is taken.")
    if moment.table.status == "closed":
        return Markup("This table is closed.")
    if moment.may_act:
        names = ["Your turn" if seat == moment.seat else name for seat, name in enumerate(names)]
    return markup.html(title.table.prompt(moment.state, list(map(escape, names)), moment.seat))


def _seats(title: Title, moment: Moment, names: list[str]) -> tuple[SeatView, ...]:
    panels = title.drawing.panels(moment.state, moment.seat)
    won = moment.state.winners()
    acting = int(moment.state.to_act) if moment.table.status != "waiting" else -1
    return tuple(
        SeatView(n, names[n], info, panel, n == acting, n in won, n in moment.table.mine)
        for n, (info, panel) in enumerate(zip(moment.table.seats, panels))
    )


def _groups(title: Title, choices: Sequence[Choice]) -> tuple[Group, ...]:
    kinds: dict[str, list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(choice.group, []).append(choice)
    # To stop or to pass often comes first; the kind of the last choice is what the group is about.
    return tuple(Group(name, tuple(some), _ask(title, some[-1].line)) for name, some in kinds.items())


def _ask(title: Title, line: str) -> Markup:
    return markup.asked(title.name, title.drawing.RULES[line.partition(" ")[0]])


def _bids(title: Title, moment: Moment, names: list[str]) -> Bids | None:
    if not moment.may_act:
        return None
    amounts = bid_amounts(moment.state)
    if not amounts:
        return None
    least, most = amounts[0], amounts[-1]
    sign = money_sign(title, moment)

    def bid(more: int) -> Bid:
        note = title.drawing.bid_note(moment.state, least + more, names)
        return Bid(least + more, f"{sign}{least + more}", f"+{more}" if more else "the least", note)

    quick = tuple(bid(more) for more in QUICK_BIDS if least + more <= most)
    return Bids(least, most, quick, quick[0].note, _ask(title, "bid"))


def bid_amounts(state: State) -> list[int]:
    first = int(state.game.first_bid)
    return [int(code) - first for code in state.legal() if code >= first] if state.to_act >= 0 else []


def money_sign(title: Title, moment: Moment) -> str:
    cash = next((panel.cash for panel in title.drawing.panels(moment.state, moment.seat) if panel.cash), "")
    return "" if cash[:1].isdigit() else cash[:1]


def entries(moment: Moment, passed: Sequence[Passed]) -> tuple[Entry, ...]:
    """The log's sentences for some steps, as the one who looks may read them."""
    names = called(moment.table.seats)
    return tuple(entry for step in passed for entry in _told(moment, step, names))


def _told(moment: Moment, step: Passed, names: list[str]) -> tuple[Entry, ...]:
    """The sentences for a step. They stay the same for ever, and every fragment shows the latest dozen of them."""
    key = (moment.table.id, step.number, step.code, step.at, moment.seat, *names)
    told = _remembered.get(key)
    if told is None:
        safe = list(map(escape, names))     # a name is no markup, whatever it looks like
        table = find_title(moment.table.game).table
        told = tuple(
            Entry(step.number, part, markup.html(by_name(story.text, safe)), story.rule, step.by == CHANCE)
            for part, story in enumerate(table.tell(step.before, step.code, step.after, safe, moment.seat))
        )
        if len(_remembered) >= MOST_REMEMBERED:
            _remembered.clear()
        _remembered[key] = told
    return told


def _changed(title: Title, beat: Sequence[Passed], seat: int | None) -> tuple[str, ...]:
    spots = [spot for p in beat for spot in title.drawing.changed(p.before, p.code, p.after, seat)]
    return tuple(dict.fromkeys(spots))
