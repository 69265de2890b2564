"""How well ratings tell who will win: losses of chance, of Elo as 18xx sums it, and of openskill's Plackett-Luce.

    python benchmarks/ratings.py                        measures, on the games of docs/ladder.jsonl and docs/mixed.jsonl
    python benchmarks/ratings.py --play 200 --mixed F   plays fresh games, at tables where every seat has a bot of its
                                                        own level, and adds them to F
    python benchmarks/ratings.py --levels               prints what the house takes the levels' ratings to be
    python benchmarks/ratings.py --improvements         players who go up a level: whether 30 games show it

Games come in a shuffled order, and each is foretold before it is counted: the loss is that of games not yet seen, the
mean of -log of the chance that the winners were given (a shared win counts in parts).
"""
from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path
from statistics import NormalDist, fmean

import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating

from roundhouse.bots import unhurried
from roundhouse.bots.match import play
from roundhouse.engine.contract import share_of_win
from roundhouse.games import Setup
from roundhouse.lab.results_file import Match, MatchResult

LADDER = Path(__file__).parents[1] / "docs" / "ladder.jsonl"
TABLES = [("irish-gauge", 3), ("irish-gauge", 4), ("irish-gauge", 5), ("age-of-rail", 3), ("age-of-rail", 4),
          ("narrow-gauge", 2), ("appalachian-trail", 2), ("appalachian-trail", 3)]
MIXED = LADDER.with_name("mixed.jsonl")
LEVELS = ("random", "level-1", "level-2", "level-3", "level-4")
SAME = {"greedy": "level-2"}
BETA, TAU = 25 / 16, 0.05
NEW, GAMES_AFTER, PLAYERS = 25 / 3, 30, 200
SURELY = 1.645
"""By so many standard deviations luck alone is ahead in 1 of 20 cases."""
LEVELS_FILE = Path(__file__).parents[1] / "src" / "roundhouse" / "web" / "competition" / "levels.json"


@dataclass(frozen=True)
class Game:
    """Who sat there, in what place each ended, and what part of the win was theirs."""

    title: str
    names: tuple[str, ...]
    places: tuple[int, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...] = ()


def of_ladder(path: Path) -> list[Game]:
    found = []
    for line in path.read_text().splitlines():
        data = json.loads(line)
        played = MatchResult(Match(**data["match"]), tuple(data["scores"]), tuple(data["winners"]), ())
        names = tuple(SAME.get(name, name) for name in played.names())
        shares = tuple(share_of_win(seat, played.winners) for seat in range(len(names)))
        found.append(Game(data["setup"]["game"], names, tuple(played.places()), shares))
    return found


def of_mixed(path: Path) -> list[Game]:
    found = []
    for line in path.read_text().splitlines() if path.exists() else []:
        data = json.loads(line)
        played = MatchResult(Match("", "", 0, 0), tuple(data["scores"]), tuple(data["winners"]), ())
        shares = tuple(share_of_win(seat, played.winners) for seat in range(len(played.scores)))
        found.append(Game(data["game"], tuple(data["names"]), tuple(played.places()), shares, played.scores))
    return found


def play_mixed(path: Path, count: int, seed: int) -> None:
    """Each table draws its seats' bots, and then chance."""
    for number in range(seed, seed + count):
        drawn = random.Random(number)
        title, seats = TABLES[number % len(TABLES)]
        names = [drawn.choice(LEVELS) for _ in range(seats)]
        if len(set(names)) == 1:
            continue
        result = play(Setup.of(title, seats), names, [unhurried(name) for name in names], number).result
        assert result is not None
        row = {"game": title, "names": names, "scores": [*result.scores], "winners": [*result.winners], "seed": number}
        with path.open("a") as file:
            file.write(json.dumps(row) + "\n")


# ---- what foretells --------------------------------------------------------------------------------------------------

Foretell = Callable[[Game], Sequence[float]]
"""The chances of a game's seats; the game is counted afterwards."""


def softmax(values: Sequence[float]) -> list[float]:
    top = max(values)
    weights = [exp(value - top) for value in values]
    return [weight / sum(weights) for weight in weights]


def chance() -> Foretell:
    return lambda game: [1 / len(game.names)] * len(game.names)


def elo(k: float = 32.0) -> Foretell:
    """Each pair at a table is a game of two, and what they win and lose is summed."""
    ratings: dict[tuple[str, str], float] = {}

    def foretell(game: Game) -> Sequence[float]:
        own = [ratings.get((game.title, name), 1500.0) for name in game.names]
        for seat, name in enumerate(game.names):
            others = [other for other in range(len(own)) if game.names[other] != name]
            if others:
                won = sum((game.places[seat] < game.places[o]) + 0.5 * (game.places[seat] == game.places[o])
                          - 1 / (1 + 10 ** ((own[o] - own[seat]) / 400)) for o in others)
                same = game.names.count(name)
                ratings[game.title, name] = ratings.get((game.title, name), 1500.0) + k * won / same
        return softmax([one * log(10) / 400 for one in own])
    return foretell


def openskill(
    beta: float = 25 / 6, tau: float = 25 / 300, sigma: float = 25 / 3, winner_only: bool = False,
    gamma: Callable[..., float] | None = None,
) -> Foretell:
    """Plackett-Luce by places, or by who won alone; seats of one bot share one rating. `gamma` says how fast a rating
    gets surer."""
    model = PlackettLuce(beta=beta, tau=tau, sigma=sigma)
    model.gamma = gamma or model.gamma
    known: dict[tuple[str, str], PlackettLuceRating] = {}

    def foretell(game: Game) -> Sequence[float]:
        before = [known.setdefault((game.title, name), model.rating()) for name in game.names]
        ranks = [1.0 if share else 2.0 for share in game.shares] if winner_only else [float(p) for p in game.places]
        after = model.rate([[one] for one in before], ranks=ranks)
        for name in set(game.names):
            own = [one for (one,), whose in zip(after, game.names, strict=True) if whose == name]
            known[game.title, name] = model.rating(fmean(o.mu for o in own), fmean(o.sigma for o in own))
        return chances([(one.mu, one.sigma) for one in before], beta)
    return foretell


def one_always(*_: object, **__: object) -> float:
    """A gamma by which ratings get sure as fast as what came of a game says."""
    return 1.0


def chances(ratings: Sequence[tuple[float, float]], beta: float) -> list[float]:
    """Plackett-Luce's own chances of the first place, as `openskill` reckons with them."""
    scale = sqrt(sum(sigma**2 + beta**2 for _, sigma in ratings))
    return softmax([mu / scale for mu, _ in ratings])


def loss(games: Iterable[Game], foretell: Foretell) -> list[float]:
    """Of each game."""
    return [
        -sum(share * log(max(1e-9, chance)) for share, chance in zip(game.shares, foretell(game))) for game in games
    ]


# ---- levels on the scale ---------------------------------------------------------------------------------------------


def fitted(games: Sequence[Game], beta: float) -> dict[str, float]:
    """The ratings of a title's bots under which its games are likeliest, with level-3 at 25."""
    mu = dict.fromkeys(sorted({name for game in games for name in game.names}), 25.0)
    for _ in range(200):
        slope, bend = dict.fromkeys(mu, 0.0), dict.fromkeys(mu, 1e-3)
        for game in games:
            scale = beta * sqrt(len(game.names))
            told = softmax([mu[name] / scale for name in game.names])
            for name, share, expected in zip(game.names, game.shares, told):
                slope[name] += (share - expected) / scale
                bend[name] += expected * (1 - expected) / scale**2
        for name in mu:
            mu[name] += max(-1.0, min(1.0, 0.5 * slope[name] / bend[name]))
    return {name: round(25 + value - mu["level-3"], 2) for name, value in mu.items()}


def known_beforehand(games: Sequence[Game], others: Sequence[Game]) -> list[float]:
    """The losses of ratings that fit a title's games best, in `others`: in the same ones no ratings that stand still do
    better; in games that they were not fitted to that is what is known of the levels, without any learning."""
    found = []
    for title in sorted({game.title for game in games}):
        mu = fitted([game for game in games if game.title == title], BETA)
        for game in (game for game in others if game.title == title):
            told = softmax([mu[name] / (BETA * sqrt(len(game.names))) for name in game.names])
            found.append(-sum(share * log(max(1e-9, chance)) for share, chance in zip(game.shares, told)))
    return found


# ---- whether it is seen that somebody plays better now ---------------------------------------------------------------


@dataclass(frozen=True)
class Improver:
    """A player who goes up a level: how strong before and after, and the levels that they meet."""

    now: float
    then: float
    rivals: tuple[float, ...]


def improvers(levels: dict[str, float]) -> list[Improver]:
    """One for each step of a title's levels."""
    order = [levels[name] for name in ("level-1", "level-2", "level-3", "level-4", "level-5") if name in levels]
    return [Improver(now, then, tuple(order[max(0, step - 1):step + 3]))
            for step, (now, then) in enumerate(zip(order, order[1:]))]


def placed(strengths: Sequence[float], beta: float, drawn: random.Random) -> tuple[int, ...]:
    """Seats from the first place to the last, as Plackett and Luce draw them."""
    left, order, scale = list(range(len(strengths))), list[int](), beta * sqrt(len(strengths))
    while left:
        (seat,) = drawn.choices(left, softmax([strengths[one] / scale for one in left]))
        order.append(seat)
        left.remove(seat)
    return tuple(order)


def likelihood(strengths: Sequence[float], order: Sequence[int], beta: float) -> float:
    """The logarithm of the chance of such an order."""
    scale, told = beta * sqrt(len(strengths)), 0.0
    for n, seat in enumerate(order):
        told += log(softmax([strengths[one] / scale for one in order[n:]])[order[n:].index(seat)])
    return told


def improvements(
    levels: dict[str, float], beta: float, tau: float, rise: bool, surer: bool = False, seed: int = 1
) -> tuple[float, float]:
    """The parts of players whose rating says within 30 games that they have gone up a level, by more than half of it,
    and of those whose form does, by a test that luck passes in 1 of 20 cases. With `rise` False, they have not."""
    drawn = random.Random(seed)
    model = PlackettLuce(beta=beta, tau=tau, sigma=NEW)
    model.gamma = one_always if surer else model.gamma
    kinds, seen, formed = improvers(levels), 0, 0
    for number in range(PLAYERS):
        one = kinds[number % len(kinds)]
        me = model.rating(mu=25.0, sigma=NEW)
        above, line, beyond, spread = False, 0.0, 0.0, 0.0
        for game in range(60 + GAMES_AFTER):
            line = me.mu + (one.then - one.now) / 2 if game == 60 else line
            rivals = [drawn.choice(one.rivals) for _ in range(2)]
            order = placed([one.then if rise and game >= 60 else one.now, *rivals], beta, drawn)
            if game >= 60:
                (told, *_) = chances([(me.mu, me.sigma), *((rival, 0.3) for rival in rivals)], beta)
                beyond, spread = beyond + (order[0] == 0) - told, spread + told * (1 - told)
            teams = [[me], *([model.rating(mu=rival, sigma=0.3)] for rival in rivals)]
            me = model.rate(teams, ranks=[float(order.index(seat)) for seat in range(3)])[0][0]
            above = above or (game >= 60 and me.mu > line)
        seen += above
        formed += beyond / sqrt(spread) > SURELY
    return seen / PLAYERS, formed / PLAYERS


def at_most(levels: dict[str, float], beta: float, seed: int = 1) -> float:
    """The part that the best of all tests would see in 30 games, of which luck passes 1 of 20: one that knows how
    strong everybody is, and would be, and looks at all places (Neyman and Pearson)."""
    drawn = random.Random(seed)
    found = []
    for one in improvers(levels):
        sums: dict[bool, list[float]] = {True: [], False: []}
        for rise in (False, True):
            for _ in range(2 * PLAYERS):
                total = 0.0
                for _ in range(GAMES_AFTER):
                    rivals = [drawn.choice(one.rivals) for _ in range(2)]
                    order = placed([one.then if rise else one.now, *rivals], beta, drawn)
                    total += likelihood([one.then, *rivals], order, beta) - likelihood([one.now, *rivals], order, beta)
                sums[rise].append(total)
        line = sorted(sums[False])[int(0.95 * len(sums[False]))]
        found.append(fmean(total > line for total in sums[True]))
    return fmean(found)


def by_all(games: Sequence[Game], levels: dict[str, float], scored: bool) -> float:
    """The same, of played games, and by tests that look at several things at once: whether the game was won, the place,
    and with `scored` the score beside the mean, and beside the best of the others. Each is freed of what follows from
    the rivals, and all are weighed by what tells two levels apart best (Fisher); sums of 30 games are about normal."""
    told, known = list[list[float]](), list[list[float]]()
    for game in games:
        for seat, (name, score) in enumerate(zip(game.names, game.scores)):
            rivals = [n for n in range(len(game.names)) if n != seat]
            mean = max(1.0, fmean(game.scores))
            mine = game.places[seat]
            behind = [(mine < game.places[n]) + 0.5 * (mine == game.places[n]) for n in rivals]
            seen = [game.shares[seat] * len(game.names), fmean(behind), score / mean,
                    (score - max(game.scores[n] for n in rivals)) / mean]
            strong = [levels[game.names[n]] for n in rivals]
            told.append(seen if scored else seen[:2])
            known.append([*(name == one for one in LEVELS[1:]), fmean(strong), max(strong), len(strong)])
    seen_all, given = np.array(told), np.array(known, dtype=float)
    means = np.linalg.lstsq(given, seen_all, rcond=None)[0]
    apart = np.linalg.pinv(np.cov((seen_all - given @ means).T))
    steps = np.diff(means[:len(LEVELS) - 1], axis=0)
    return fmean(NormalDist().cdf(sqrt(GAMES_AFTER * float(one @ apart @ one)) - SURELY) for one in steps)


def main() -> None:
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("--play", type=int, default=0)
    told.add_argument("--seed", type=int, default=1)
    told.add_argument("--mixed", type=Path, default=MIXED)
    told.add_argument("--levels", action="store_true")
    told.add_argument("--improvements", action="store_true")
    told.add_argument("--surer", action="store_true", help="with --improvements: gamma 1, which is sure sooner")
    asked = told.parse_args()
    if asked.play:
        play_mixed(asked.mixed, asked.play, asked.seed)
        return
    ladder = of_ladder(LADDER)
    if asked.improvements:
        mixed = [game for game in of_mixed(asked.mixed) if "random" not in game.names]
        for title, levels in json.loads(LEVELS_FILE.read_text()).items():
            if played := [game for game in mixed if game.title == title]:
                places, scores = (by_all(played, levels, scored) for scored in (False, True))
                print(f"{title:18} at best, by games that were played: {places:.0%}, with their scores {scores:.0%}")
            print(f"{title or 'other':18} the best of all tests: {at_most(levels, BETA):.0%}, where there was none 5%")
            for tau in (0.02, TAU, 0.2):
                ways = (improvements(levels, BETA, tau, rise, asked.surer) for rise in (True, False))
                (seen, formed), (false, luck) = ways
                print(f"{title or 'other':18} tau {tau:4}: by the rating {seen:.0%}, where there was none {false:.0%};"
                      f" by form {formed:.0%}, where there was none {luck:.0%}")
        return
    if asked.levels:
        titles = sorted({game.title for game in ladder})
        print(json.dumps({t: fitted([g for g in ladder if g.title == t], BETA) for t in titles}, indent=1))
        return
    models: dict[str, Callable[[], Foretell]] = {
        "chance": chance, "Elo, K 32": elo, "Elo, K 16": lambda: elo(16), "Elo, K 8": lambda: elo(8),
        "openskill as it comes": openskill, "beta 25/12, tau 0.05": lambda: openskill(25 / 12, TAU),
        "the house: beta 25/16, tau 0.05": lambda: openskill(BETA, TAU),
        "the house, the winner only": lambda: openskill(BETA, TAU, winner_only=True),
        "the house, gamma 1": lambda: openskill(BETA, TAU, gamma=one_always),
        "beta 25/16, tau 0.02": lambda: openskill(BETA, 0.02), "beta 25/16, tau 0.2": lambda: openskill(BETA, 0.2),
        "beta 25/24, tau 0.05": lambda: openskill(25 / 24, TAU),
    }
    for name, games in (("ladder", ladder), ("mixed", of_mixed(asked.mixed))):
        random.Random(7).shuffle(games)
        print(f"{name}: {len(games)} games; all, and the second half")
        for label, make in models.items():
            found = loss(games, make())
            if found:
                print(f"  {label:40} {fmean(found):.4f} {fmean(found[len(found) // 2:]):.4f}")
        half = len(games) // 2
        if games:
            known = [fmean(known_beforehand(games, games)), fmean(known_beforehand(games[:half], games[half:]))]
            print(f"  {'what fits best: all; the first half':40} {known[0]:.4f} {known[1]:.4f}")


if __name__ == "__main__":
    main()
