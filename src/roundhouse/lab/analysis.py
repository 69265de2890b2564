"""What the data of a study says: figures with intervals, by seat, by metric, by thing taken, by spot of the map."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from roundhouse.engine.contract import Game, share_of_win
from roundhouse.games import title
from roundhouse.games.books import Kind
from roundhouse.games.title import Title
from roundhouse.lab import statistics
from roundhouse.lab.folder import Folder
from roundhouse.lab.metrics import Metric
from roundhouse.lab.statistics import Estimate
from roundhouse.lab.study import MAIN, Study

FEW = 20       # of things taken less often than this, no worth is told


@dataclass(frozen=True)
class Number:
    """A metric over all games."""

    metric: type[Metric]
    values: list[float]
    mean: Estimate

    @property
    def median(self) -> float:
        """The value in the middle of all games."""
        return statistics.quantile(self.values, 0.5)


@dataclass(frozen=True)
class Split:
    """Wins by some division of the seats, each with its share and its fair share, and a test for balance."""

    labels: list[str]
    wins: list[Estimate]
    fair: list[float]
    p_value: float
    """The chance of a split as uneven as this, if all were balanced."""

    @property
    def worst(self) -> int:
        """Which lies furthest from its fair share."""
        return max(range(len(self.wins)), key=lambda n: abs(self.wins[n].value - self.fair[n]))


@dataclass(frozen=True)
class Thing:
    """Something that can be taken: how often, by whom, and what it was worth to them."""

    item: str
    games: Estimate
    """The share of games in which anybody took it."""
    times: float
    """How often it is taken in a game, on average."""
    wins: Estimate | None
    """How often those who took it won; None if too few did, or if all always do."""
    ahead: Estimate | None
    """How far their score was above the table's average."""
    price: Estimate | None
    paid: Estimate | None
    profit: Estimate | None


@dataclass(frozen=True)
class Outlier:
    """A game that stands out, and in what."""

    number: int
    why: str
    value: float
    metric: str


class Analysis:
    """The data of one study, looked at from all sides. Only the main games count, but for `skill`."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.study: Study = folder.study
        self.game: Game = self.study.setup.game()
        self.title: Title = title(self.study.game)
        self.all_games = folder.frame()
        self.frame = self.all_games.filter(pl.col("part") == MAIN)
        self.games = len(self.frame)
        self.metrics: dict[str, type[Metric]] = {one.name: one for one in self.study.listeners()}

    # ---- numbers -----------------------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> dict[str, Number]:
        """Each metric that has a value in any game, by its name."""
        found = {}
        for name, metric in self.metrics.items():
            values = self.frame[name].drop_nulls().to_list()
            if values:
                estimate = statistics.percentage if metric.yes_or_no else statistics.mean
                found[name] = Number(metric, values, estimate(values))
        return found

    @cached_property
    def different(self) -> int:
        """How many games are no copies of another, whoever opened: by length and scores, seen from the opener."""
        seats = self.game.seats
        rows = self.frame.select("steps", "scores", "opener", "decisions").iter_rows()
        return len({
            (steps, decisions, *(scores[(seat + (opener or 0)) % seats] for seat in range(seats)))
            for steps, scores, opener, decisions in rows
        })

    @cached_property
    def faults(self) -> list[tuple[int, str]]:
        """What bots did wrong, with the number of the game."""
        told = self.all_games.select("number", "faults").explode("faults").drop_nulls()
        return [(number, fault) for number, fault in told.iter_rows()]

    @cached_property
    def path(self) -> list[tuple[float, float, float]]:
        """The winner's chance over the game: a quarter of games lay below the first, half below the second, .."""
        paths = [path for path in self.frame["path"].to_list() if path]
        return [
            (statistics.quantile(at, 0.25), statistics.quantile(at, 0.5), statistics.quantile(at, 0.75))
            for at in zip(*paths)
        ]

    # ---- who wins ----------------------------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> pl.DataFrame:
        """A row for each seat of each game: its bot, its score, its part of the win, and how it began."""
        return seats_of(self.frame)

    @cached_property
    def by_seat(self) -> Split:
        """Wins by seat."""
        return self._split("seat", "seat {}")

    @cached_property
    def by_opener(self) -> Split | None:
        """Who opens, and the seats after that; None where the same seat always opens, or lots have no say."""
        if self.frame["opener"].n_unique() < 2:
            return None
        return self._after("opener", "who opens")

    @cached_property
    def by_starter(self) -> Split | None:
        """Who has the first turn, and the seats after that; None where that is the same as opening."""
        same = (self.frame["starter"] == self.frame["opener"]).all()
        if same or self.frame["starter"].null_count():
            return None
        return self._after("starter", "who goes first")

    @cached_property
    def by_bot(self) -> Split | None:
        """Wins by bot; None if all are the same."""
        return self._split("bot", "{}") if len(set(self.study.bots)) > 1 else None

    def _after(self, who: str, verb: str) -> Split:
        seats = self.game.seats
        place = ((pl.col("seat") - pl.col(who)) % seats).alias("place")
        names = [verb, "2nd", "3rd", *(f"{n}th" for n in range(4, seats + 1))] if seats > 2 else [verb, "the other"]
        return self._split("place", "{}", self.seats.with_columns(place), names)

    def _split(
        self, column: str, label: str, seats: pl.DataFrame | None = None, names: Sequence[str] = ()
    ) -> Split:
        table = (self.seats if seats is None else seats).group_by(column).agg(
            pl.col("credit").sum().alias("won"), pl.len().alias("n")
        ).sort(column)
        rows = list(table.iter_rows(named=True))
        wins = [statistics.proportion(row["won"], row["n"]) for row in rows]
        fair = 1 / self.game.seats
        p_value = statistics.chi_square_test([row["won"] for row in rows], [row["n"] * fair for row in rows])
        labels = [names[row[column]] if names else label.format(row[column]) for row in rows]
        return Split(labels, wins, [fair] * len(rows), p_value)

    @cached_property
    def skill(self) -> list[tuple[str, Estimate]]:
        """How often the stronger bot wins, for each rung."""
        found = []
        for rung in range(1, len(self.study.rungs) if self.study.skill else 1):
            weak, strong = self.study.rungs[rung - 1:rung + 1]
            part = f"{strong} over {weak}"
            seats = seats_of(self.all_games.filter(pl.col("part") == part)).filter(pl.col("bot") == strong)
            found.append((part, statistics.proportion(float(seats["credit"].sum()), len(seats))))
        return found

    # ---- what is taken -----------------------------------------------------------------------------------------------

    @cached_property
    def takes(self) -> pl.DataFrame:
        """A row for each thing taken, with the seat that took it and how that seat did."""
        takes = self.frame.select("number", "takes").explode("takes").drop_nulls().unnest("takes")
        return takes.join(self.seats.select("number", "seat", "credit", "ahead"), on=["number", "seat"])

    @cached_property
    def kinds(self) -> list[Kind]:
        """The kinds of things that can be taken in this game."""
        return self.title.room.books.kinds(self.game)

    def things(self, kind: Kind, by: str = "item") -> list[Thing]:
        """Every item of a kind, those that nobody took too; `by` "of" gathers them, shares by railway."""
        takes = self.takes.filter(pl.col("kind") == kind.name)
        names = kind.items if by == "item" else list(dict.fromkeys(takes["of"].sort()))
        return [self._thing(name, kind, takes.filter(pl.col(by) == name)) for name in names]

    def _thing(self, name: str, kind: Kind, takes: pl.DataFrame) -> Thing:
        takers = takes.unique(["number", "seat"], maintain_order=True)
        in_games = takes["number"].n_unique()
        enough = FEW <= len(takers) < self.games * self.game.seats
        profit = takes["paid"] - takes["price"]
        priced = kind.priced and len(takes) > 0
        return Thing(
            name, statistics.proportion(in_games, self.games), len(takes) / self.games,
            statistics.proportion(float(takers["credit"].sum()), len(takers)) if enough else None,
            statistics.mean(takers["ahead"].to_list()) if enough else None,
            statistics.mean(takes["price"].drop_nulls().to_list()) if priced else None,
            statistics.mean(takes["paid"].to_list()) if kind.pays and len(takes) else None,
            statistics.mean(profit.drop_nulls().to_list()) if priced and kind.pays else None,
        )

    def lots(self, kind: Kind) -> pl.DataFrame:
        """Everything of a kind that was bought, with its price and what it paid."""
        return self.takes.filter((pl.col("kind") == kind.name) & pl.col("price").is_not_null())

    # ---- the map, actions, rules -------------------------------------------------------------------------------------

    @cached_property
    def built(self) -> dict[str, dict[str, float]]:
        """By spot: how often each railway or kind of card comes there in a game."""
        rows = self.frame.select("built").explode("built").drop_nulls().unnest("built")
        table = rows.group_by("spot", "by").agg(pl.col("times").sum()).sort("spot", "by")
        found: dict[str, dict[str, float]] = {}
        for spot, by, times in table.iter_rows():
            found.setdefault(spot, {})[by] = times / self.games
        return found

    @cached_property
    def built_in(self) -> dict[str, int]:
        """By spot: in how many games anything came there."""
        rows = self.frame.select("number", "built").explode("built").drop_nulls().unnest("built")
        return dict(rows.group_by("spot").agg(pl.col("number").n_unique()).iter_rows())

    @cached_property
    def earned(self) -> dict[str, float]:
        """By spot: what it earned in a game, on average."""
        rows = self.frame.select("earned").explode("earned").drop_nulls().unnest("earned")
        table = rows.group_by("spot").agg(pl.col("amount").sum()).sort("spot")
        return {spot: amount / self.games for spot, amount in table.iter_rows()}

    @cached_property
    def actions(self) -> list[tuple[str, Estimate, float, Estimate]]:
        """Each kind of action: in how many games it is taken, how often in a game, and how often when it was legal."""
        rows = self.frame.select("number", "actions").explode("actions").drop_nulls().unnest("actions")
        table = rows.group_by("action").agg(
            (pl.col("taken") > 0).sum().alias("games"), pl.col("taken").sum(), pl.col("offered").sum()
        ).sort("taken", descending=True)
        return [
            (row["action"], statistics.proportion(row["games"], self.games), row["taken"] / self.games,
             statistics.proportion(row["taken"], row["offered"]))
            for row in table.iter_rows(named=True)
        ]

    @cached_property
    def unused_rules(self) -> list[str]:
        """Rules that a step can be told by, and in these games none was; a family of which none was, as that of an
        edition that was not played, by its name alone: AL-*."""
        told = set(self.frame["rules"].explode().drop_nulls())
        families = {rule.partition("-")[0] for rule in told}
        unused = {rule for kind in self.title.room.texts.FACTS for rule in kind.rules if rule} - told
        return sorted({rule if (family := rule.partition("-")[0]) in families else f"{family}-*" for rule in unused})

    @cached_property
    def unused_items(self) -> dict[str, list[str]]:
        """By kind: what nobody ever took."""
        taken = set(self.takes.select("kind", "item").unique().iter_rows())
        found = {kind.name: [item for item in kind.items if (kind.name, item) not in taken] for kind in self.kinds}
        return {kind: items for kind, items in found.items() if items}

    # ---- games that stand out ----------------------------------------------------------------------------------------

    @cached_property
    def stalls(self) -> list[int] | None:
        """Games in which nothing happened for two rounds of the table or more; None where no books tell of it."""
        if "lull" not in self.numbers:
            return None
        return self.frame.filter(pl.col("lull") >= 2 * self.game.seats)["number"].to_list()

    @cached_property
    def outliers(self) -> list[Outlier]:
        """The most and the least of what makes a game worth looking at."""
        wanted = (
            ("steps", True, "the longest"), ("steps", False, "the shortest"), ("margin", True, "the widest margin"),
            ("lead_changes", True, "most lead changes"), ("drama", True, "most drama: won from far behind"),
            ("swing", True, "the largest swing"), ("lull", True, "the longest lull"),
            ("top_score", True, "the highest score"),
        )
        found = []
        for name, most, why in wanted:
            table = self.frame.drop_nulls(name).sort([name, "number"], descending=[most, False])
            if len(table) and table[name].n_unique() > 1:
                found.append(Outlier(int(table["number"][0]), why, float(table[name][0]), name))
        return found + [Outlier(number, f"a bot failed: {why}", 0.0, "faults") for number, why in self.faults[:3]]


def seats_of(frame: pl.DataFrame) -> pl.DataFrame:
    """A row for each seat of each game."""
    seats = frame.select(
        "number", "opener", "starter", "winners", pl.col("bots").alias("bot"), pl.col("scores").alias("score"),
        pl.col("scores").list.mean().alias("average"),
        pl.int_ranges(pl.col("scores").list.len()).alias("seat"),
    ).explode("bot", "score", "seat")
    credit = [share_of_win(seat, winners) for seat, winners in seats.select("seat", "winners").iter_rows()]
    return seats.with_columns(
        pl.col("seat").cast(pl.Int8),
        pl.Series("credit", credit, dtype=pl.Float64),
        (pl.col("score") - pl.col("average")).alias("ahead"),
    )
