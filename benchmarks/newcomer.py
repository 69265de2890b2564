"""How a sensible beginner does against the bots of a level: is the first rival one whom they beat as often as not?

    python benchmarks/newcomer.py --jobs 2 --write docs/ladder.md

The beginner knows the rules and what is printed on the table, and nothing else. They do what scores most at once
(what a seat would score if the game ended now; in Irish Gauge with what is printed on their certificates: what a
share is paid by three calls, on average), and stop only where that costs nothing; where nothing tells moves apart,
any of those that go on. They bid the least that is allowed, up to a third of their money. No weight of the house is
asked, and nothing that is hidden from a seat. One beginner sits among rivals of the level, on each seat in turn. A
rival is beaten by whoever scores more; a tie counts half.
"""
from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import partial
from math import comb
from pathlib import Path

from roundhouse.bots import unhurried
from roundhouse.bots.bot import Seat
from roundhouse.bots.match import play
from roundhouse.engine.contract import CHANCE, OVER, State
from roundhouse.engine.dice import Dice
from roundhouse.games import Setup, titles
from roundhouse.games.irish_gauge.claims_reading import held
from roundhouse.games.irish_gauge.dividends import mean_per_share
from roundhouse.games.irish_gauge.position import Position
from roundhouse.lab.ladder_page import NEWCOMERS
from roundhouse.lab.statistics import proportion
from roundhouse.lab.workers import spread

PART = 3            # of their money, a beginner bids at most one part of so many
LOOK = 12           # steps that others pass by until what was done is seen to score
CALLS = 3           # for dividends, that a share in Irish Gauge is bought for
SAID = """level-1 plays as level-2 does, but for those moves that it makes at random: so many that a sensible beginner
beats it as often as not, or more often. The beginner is a program that does what scores most at once, as the table
shows it; what it knows and what not is told in `benchmarks/newcomer.py`. A rival is beaten by whoever scores more; a
tie counts half. The last column says how likely such a beginner is to win at least five of ten games: where more than
two play, that is more than a fair share.""".splitlines()
STOPS = {"pass", "done", "end", "dividends", "no-contract"}


class Newcomer:
    """A bot that plays as somebody does who has read the rules once."""

    def choose(self, seat: Seat, dice: Dice) -> int:
        """The code of what scores most at once."""
        state = seat.imagine(dice)
        codes = self._sensible(state, seat.legal())
        kept = [code for code in codes if word(state, code) not in STOPS] or codes
        gains = {code: gain(state, code, seat.number, dice) for code in codes}
        best = max(gains.values())
        liked = [code for code in kept if gains[code] == best] or [code for code in codes if gains[code] == best]
        return liked[dice.below(len(liked))]

    def _sensible(self, state: State, codes: list[int]) -> list[int]:
        """Of all bids the least, while it is a small part of the money; the beginner passes else."""
        bids = [code for code in codes if word(state, code) == "bid"]
        if not bids:
            return codes
        others = [code for code in codes if code not in bids]
        amounts = [int(state.game.text(code).split()[1]) for code in bids]
        least, most = min(amounts), max(amounts)
        return [bids[amounts.index(least)]] if least * PART <= most or not others else others


def word(state: State, code: int) -> str:
    """The first word of a move: what kind it is of."""
    return state.game.text(code).split()[0]


def gain(state: State, code: int, seat: int, dice: Dice) -> float:
    """What the seat would score after a move, once the others have let it be."""
    after = state.copy()
    after.apply(code)
    for _ in range(LOOK):
        if after.to_act == OVER or after.to_act == seat:
            break
        if after.to_act == CHANCE:
            after.apply(after.random(dice))
            continue
        lets = [one for one in after.legal() if word(after, one) in STOPS]
        if not lets:
            break
        after.apply(lets[0])
    return after.scores()[seat] + printed(after, seat)


def printed(state: State, seat: int) -> float:
    """What the certificates of a seat will pay in Irish Gauge, as it is printed on the sheet."""
    if not isinstance(state, Position):
        return 0.0
    railways = range(state.board.railways)
    return CALLS * sum(held(state, seat, one) * mean_per_share(state, one, state.sold[one]) for one in railways)


@dataclass(frozen=True)
class Played:
    """Of one game: the beginner's share of the win, and of the rivals that were beaten."""

    won: float
    beaten: float


def one_game(setup: Setup, level: str, number: int) -> Played:
    """A game of the beginner, on that seat whose turn it is."""
    me = number % setup.seats
    names = ["newcomer" if seat == me else level for seat in range(setup.seats)]
    bots = [Newcomer() if seat == me else unhurried(level) for seat in range(setup.seats)]
    result = play(setup, names, bots, 4001 + number // setup.seats).result
    assert result is not None
    mine = result.scores[me]
    rivals = [score for seat, score in enumerate(result.scores) if seat != me]
    beaten = sum(1.0 if mine > score else 0.5 if mine == score else 0.0 for score in rivals) / len(rivals)
    return Played(1 / len(result.winners) if me in result.winners else 0.0, beaten)


def row(setup: Setup, level: str, games: list[Played]) -> str:
    """What it comes to at one table."""
    beaten = proportion(sum(one.beaten for one in games), len(games))
    won = proportion(sum(one.won for one in games), len(games))
    between = f"{beaten.low:.0%} to {beaten.high:.0%}"
    shares = (won.value, 1 / setup.seats, half_of_ten(won.value))
    cells = f"{beaten.value:.0%}", between, *(f"{share:.0%}" for share in shares)
    return f"| {titles()[setup.title].title} | {setup.seats} | {level} | {len(games)} | {' | '.join(cells)} |"


def half_of_ten(chance: float) -> float:
    """How likely it is to win five or more of ten games, of which each is won with that chance."""
    return sum(comb(10, won) * chance**won * (1 - chance) ** (10 - won) for won in range(5, 11))


def section(rows: list[str]) -> str:
    """The part of the page about ladders that tells of it."""
    return "\n".join([
        NEWCOMERS, "", *SAID, "",
        "| game | players | rivals | games | rivals beaten | interval | games won | a fair share | five of ten |",
        "|---|---:|---|---:|---:|---:|---:|---:|---:|", *rows,
        "", "    python benchmarks/newcomer.py --write docs/ladder.md", "",
    ])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="at each table")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--level", action="append", help="the rivals; may be repeated")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--write", type=Path, help="the page whose last section it becomes")
    chosen = parser.parse_args()
    rows = []
    for name, title in titles().items():
        if name not in (chosen.game or [name]):
            continue
        for seats in dict.fromkeys((title.players[0], title.players[1])):
            setup = Setup.of(name, seats)
            for level in chosen.level or ["level-1"]:
                played = spread(partial(one_game, setup, level), list(range(chosen.games)), chosen.jobs)
                rows.append(row(setup, level, [one for _, one in played]))
                print(rows[-1], flush=True)
    if chosen.write:
        before = chosen.write.read_text(encoding="utf-8").partition(NEWCOMERS)[0].rstrip()
        chosen.write.write_text(f"{before}\n\n{section(rows)}", encoding="utf-8")


if __name__ == "__main__":
    main()
