"""What a study has found, in plain words: what looks balanced, what does not, and how sure that is."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from roundhouse.games.books import Kind
from roundhouse.lab import statistics
from roundhouse.lab.analysis import FEW, Analysis, Split, Thing
from roundhouse.lab.wording import Format, how_sure, in_unit, interval, listed, odds, percent, plain, plural, with_unit

Verdict = Literal["good", "warn", "open", "note"]
# Where nothing has an effect, 95 of 100 studies claim none: four of the five are left to who wins, one to things.
SURE = 0.01
LIKELY = 0.04
SEAT = "The seat"
EARLY = 50        # decided before this part of the game: the rest is played out
RUNAWAY = 75      # the leader at half-time wins more often than this
CLOSE = 0.05      # a margin below this part of the winning score
COPIES = 0.5      # if fewer of the games than this part are different, intervals mean little


@dataclass(frozen=True)
class Finding:
    """A sentence of the summary, and what a designer should make of it."""

    verdict: Verdict
    """good: as a designer would wish; warn: worth a look; open: can't be told yet; note: neither good nor bad."""
    text: str


def findings(study: Analysis) -> list[Finding]:
    """The summary, most important first."""
    parts = (
        _copies, _balance, _bots, _tension, _margin, _length, _choices, _bargains, _winners_things, _constant, _unused,
        _stalls, _skill,
    )
    return [finding for part in parts for finding in part(study)]


def _copies(study: Analysis) -> Iterator[Finding]:
    if study.different < COPIES * study.games:
        yield Finding("warn", f"Only {study.different:,} of {study.games:,} games are different: these bots repeat "
                              "themselves, and the figures here look surer than they are. Let them slip now and then: "
                              "--slips 3.")


# ---- who wins --------------------------------------------------------------------------------------------------------


def _balance(study: Analysis) -> Iterator[Finding]:
    splits = {SEAT: study.by_seat, "Who opens": study.by_opener, "Who goes first": study.by_starter}
    there = {what: split for what, split in splits.items() if split is not None}
    yield from who_wins(there, study.games, study.title.room.books.alike(study.game))


def who_wins(splits: Mapping[str, Split], games: int, alike: str) -> list[Finding]:
    """Whether wins are split as they should be, by seat and otherwise; `alike` is why no seat can be better."""
    p_values = statistics.holm_adjusted([split.p_value for split in splits.values()])
    return [
        balance(split, what, games, p_value, alike if what == SEAT else "")
        for (what, split), p_value in zip(splits.items(), p_values)
    ]


def balance(split: Split, what: str, games: int, p_value: float, alike: str = "") -> Finding:
    """Whether wins are split as they should be; where seats are alike, and they are not, the bots are to blame."""
    worst = split.worst
    label, one, fair = split.labels[worst], split.wins[worst], split.fair[worst]
    said = f"{label} wins {interval(one, percent)} of {games:,} games, and {percent(fair)} would be fair"
    if p_value < LIKELY:
        verdict: Verdict = "warn" if p_value < SURE else "open"
        sure = f"{how_sure(p_value)}: chance alone does that {odds(p_value)}"
        if alike:
            fault = "A fault of the bots" if p_value < SURE else "Perhaps a fault of the bots"
            return Finding(verdict, f"{fault}, not of the game: {said} ({sure}), but no seat can be better: {alike}.")
        return Finding(verdict, f"{what} matters: {said} ({sure}).")
    reach = max(one.high - fair, fair - one.low)
    shares = listed([f"{name} {percent(win.value)}" for name, win in zip(split.labels, split.wins)])
    if reach > 0.1:
        return Finding("open", f"{what}: no effect is seen ({shares}), but with {games:,} games one of "
                               f"{100 * reach:.0f} points could hide.")
    return Finding("good", f"{what} does not matter much: {shares}; an effect of more than {100 * reach:.0f} points "
                           "would have shown.")


def _bots(study: Analysis) -> Iterator[Finding]:
    if study.by_bot is not None:
        wins = zip(study.by_bot.labels, study.by_bot.wins)
        yield Finding("note", f"Wins by bot: {listed([f'{name} {interval(win, percent)}' for name, win in wins])}.")


# ---- how it goes -----------------------------------------------------------------------------------------------------


def _tension(study: Analysis) -> Iterator[Finding]:
    decided, half = study.numbers.get("decided"), study.numbers.get("led_at_half")
    if decided is None or half is None:
        return
    said = (
        f"the winner is ahead for good after {decided.mean.value:.0f} % of a game, and whoever leads at half-time wins "
        f"{interval(half.mean, in_unit('%', ''))}"
    )
    if decided.mean.high < EARLY:
        yield Finding("warn", f"It is decided early: {said}.")
    elif half.mean.low > RUNAWAY:
        yield Finding("warn", f"The leader runs away: {said}.")
    else:
        yield Finding("good", f"It stays open: {said}.")


def _margin(study: Analysis) -> Iterator[Finding]:
    margin, top = study.numbers["margin"], study.numbers["top_score"]
    form = with_unit("money", study.title.room.books.UNIT)
    said = f"half of all games are won by {form(margin.median)} or less, with {form(top.median)} to win"
    close = top.median > 0 and margin.median <= CLOSE * top.median
    yield Finding("good" if close else "note", f"{'Finishes are close' if close else 'Margins'}: {said}.")


def _length(study: Analysis) -> Iterator[Finding]:
    turns, decisions = study.numbers["turns"], study.numbers["decisions"]
    if turns.mean.value:
        low, high = (statistics.quantile(turns.values, part) for part in (0.05, 0.95))
        spread = "" if low == high else f"; nine of ten games have {low:.0f} to {high:.0f} turns"
        yield Finding("note", f"Length: a typical game has {turns.median:.0f} turns and {decisions.median:.0f} "
                              f"decisions, all players together{spread}.")


def _choices(study: Analysis) -> Iterator[Finding]:
    real, options = study.numbers.get("real_choices"), study.numbers.get("options")
    if real and options:
        few = real.mean.high < 2
        yield Finding("warn" if few else "good", (
            f"A decision offers {plain(options.mean.value)} legal actions, of which about {plain(real.mean.value)} are "
            f"worth considering{': often there is nothing to decide' if few else ''}."
        ))


# ---- what is taken ---------------------------------------------------------------------------------------------------


def _bargains(study: Analysis) -> Iterator[Finding]:
    """Of what is bought, what pays best and what does not pay."""
    form = in_unit("money", study.title.room.books.UNIT)
    for kind in (kind for kind in study.kinds if kind.priced and kind.pays):
        things = [thing for thing in study.things(kind) if thing.profit and thing.profit.n >= 20]
        if len(things) < 2:
            continue
        yield _best_and_worst(kind, things, form)


def _best_and_worst(kind: Kind, things: list[Thing], form: Format) -> Finding:
    ranked = sorted(things, key=lambda thing: thing.profit.value if thing.profit else 0.0)
    worst, best = ranked[0], ranked[-1]
    assert worst.profit and best.profit and worst.price and best.price
    losing = [thing.item for thing in ranked if thing.profit and thing.profit.high < 0]
    said = (
        f"of all {plural(kind.name)}, {best.item} gains most: bought for {form(best.price.value)}, it brings "
        f"{interval(best.profit, form)} more; {worst.item} least: bought for {form(worst.price.value)}, it brings "
        f"{interval(worst.profit, form)} more"
    )
    if losing:
        return Finding("warn", f"Overpaid: {said}; {listed(losing)} cost{'s' if len(losing) == 1 else ''} more than "
                               f"{'it' if len(losing) == 1 else 'they'} bring{'s' if len(losing) == 1 else ''}.")
    return Finding("note", f"Prices: {said}.")


def _winners_things(study: Analysis) -> Iterator[Finding]:
    """For each kind, the items whose takers win clearly more or less often than others."""
    fair = 1 / study.game.seats
    things = [(kind, thing) for kind in study.kinds for thing in study.things(kind) if thing.wins is not None]
    passed = statistics.holm([_p_value(thing, fair) for _, thing in things], SURE)
    for kind in study.kinds:
        telling = [thing for (its, thing), sure in zip(things, passed) if sure and its is kind]
        ranked = sorted(telling, key=lambda thing: -abs((thing.wins.value if thing.wins else fair) - fair))
        if ranked:
            told = [f"{thing.item} {interval(thing.wins, percent)}" for thing in ranked[:3] if thing.wins]
            yield Finding("note", f"Who takes a certain {kind.name} wins more or less than {percent(fair)}: "
                                  f"{listed(told)}. That goes together; it need not be the cause.")


def _p_value(thing: Thing, fair: float) -> float:
    """Of a test whether who takes it wins as often as is fair."""
    assert thing.wins is not None
    n, won = thing.wins.n, thing.wins.n * thing.wins.value
    return statistics.chi_square_test([won, n - won], [n * fair, n * (1 - fair)])


# ---- what always happens, and what never does ------------------------------------------------------------------------


def _constant(study: Analysis) -> Iterator[Finding]:
    """What is the same in every game can be no part of what makes one."""
    if study.games < FEW:
        return
    money = study.title.room.books.UNIT
    same = [f"{one.metric.title.lower()} (always {in_unit(one.metric.unit, money)(one.values[0])})"
            for one in study.numbers.values() if len(one.values) == study.games and len(set(one.values)) == 1]
    always = [_always(study, kind) for kind in study.kinds]
    spots = _always_built(study)
    said = [one for one in (*always, spots, *same) if one]
    if said:
        yield Finding("note", f"What never varies, in {study.games:,} games: {'; '.join(said)}.")


def _always(study: Analysis, kind: Kind) -> str:
    taken = [thing.item for thing in study.things(kind) if thing.games.value == 1.0]
    if len(taken) == len(kind.items) > 1:
        return f"every {kind.name} is taken in every game"
    return f"in every game somebody takes {listed(taken, 4)} ({kind.name})" if taken else ""


def _always_built(study: Analysis) -> str:
    """Which links, or spots of a map without any, are built on in every game."""
    shapes = study.title.room.books.chart(study.game)
    links = [shape for shape in shapes if shape.ground == "rail"]
    always = [shape.label or shape.id for shape in links or shapes if study.built_in.get(shape.id) == study.games]
    if not always:
        return ""
    built = "built" if links else "built on"
    if len(always) == len(links or shapes):
        return f"every {'link' if links else 'spot of the map'} is {built} in every game"
    every = f"{len(links or shapes)} {'links' if links else 'spots'}"
    some = "one is" if len(always) == 1 else f"{len(always)} are"
    return f"of {every} {some} {built} in every game ({listed(always, 4)})"


def _unused(study: Analysis) -> Iterator[Finding]:
    idle = [action for action, games, times, _ in study.actions if times == 0]
    said = []
    if idle:
        said.append(f"the action{'s' if len(idle) > 1 else ''} {listed(idle)}")
    said += [f"{len(items)} of {len(kind.items)} {plural(kind.name)} ({listed(items, 4)})"
             for kind in study.kinds if (items := study.unused_items.get(kind.name))]
    if said:
        yield Finding("warn", f"Never taken in {study.games:,} games: {'; '.join(said)}.")
    if study.unused_rules:
        why = ", some perhaps because their option is off" if study.title.options else ""
        yield Finding("note", f"Rules that never came up{why}: {listed(study.unused_rules)}.")


def _stalls(study: Analysis) -> Iterator[Finding]:
    if study.stalls:
        part = statistics.proportion(len(study.stalls), study.games)
        yield Finding("warn", f"{len(study.stalls):,} games stall ({interval(part, percent)}): for two rounds of the "
                              "table nothing is taken, built, sold or paid.")
    elif study.stalls is not None:
        yield Finding("good", f"None of {study.games:,} games stalls.")
    if study.faults:
        games = len({number for number, _ in study.faults})
        yield Finding("warn", f"Bots failed in {games:,} games; a random move was made in place of each, and the games "
                              "count.")


def _skill(study: Analysis) -> Iterator[Finding]:
    if not study.skill:
        return
    fair = 1 / study.game.seats
    told = listed([f"{name} {interval(one, percent)}" for name, one in study.skill])
    p_values = [statistics.chi_square_test([n := one.n * one.value, one.n - n], [one.n * fair, one.n * (1 - fair)])
                for _, one in study.skill]
    counts = any(sure and one.value > fair for sure, (_, one) in zip(statistics.holm(p_values), study.skill))
    yield Finding("good" if counts else "open", (
        f"{'Skill counts' if counts else 'It is not clear that skill counts'}: one bot among others of the level below "
        f"wins, where {percent(fair)} would be luck: {told}."
    ))
