"""The folder of a study: what is played, a record for each game, and the data. Work that was done is never lost.

    study.json      what is played
    edition.json    the edition, if it is one's own
    records/        a record for each game
    games.parquet   a row for each game, once all are played
    journal.jsonl   the rows so far, while it goes on

A game counts as done when its line is in the journal, which is after its record was written. At the end the journal
becomes the Parquet file, whose bytes depend on the study alone: not on interruptions, nor on who played which game.
"""
from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roundhouse.errors import UserError
from roundhouse.lab.study import FORMAT, GameOutput, Study, play_games

if TYPE_CHECKING:
    import polars

BATCHES_PER_JOB = 40
LARGEST_BATCH = 10

Spread = Callable[[Callable[[range], list[GameOutput]], list[range]], Iterable[tuple[range, list[GameOutput]]]]


class StudyError(UserError):
    """A study that can't go on; what was done is kept."""


@dataclass(frozen=True)
class Folder:
    """Where a study is kept: what is played, the data of its games, and their records."""

    path: Path

    # ---- what is played ----------------------------------------------------------------------------------------------

    @cached_property
    def study(self) -> Study:
        """The study as it was begun."""
        file = self.path / "study.json"
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
            own = data["own_edition"]
            text = (self.path / "edition.json").read_text(encoding="utf-8") if own else ""
            if data["format"] != FORMAT:
                raise ValueError(f"its format is {data['format']}, expected {FORMAT}")
            return Study.from_json(data, text)
        except FileNotFoundError:
            raise StudyError(f"{self.path} is not the folder of a study: it has no {file.name}") from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise StudyError(f"{file} can't be read: {error}") from error

    def open(self, study: Study) -> None:
        """Make the folder, or go on in it if it is of the same study; only the number of games may have grown."""
        if not find_spec("polars"):
            raise UserError("the lab keeps its data with Polars: pip install 'roundhouse-games[lab]'")
        if (self.path / "study.json").exists():
            self._compare(study)
        try:
            (self.path / "records").mkdir(parents=True, exist_ok=True)
            if study.setup.text:
                write_whole(self.path / "edition.json", study.setup.text)
            write_whole(self.path / "study.json", json.dumps(study.as_json(), indent=1, ensure_ascii=False) + "\n")
        except OSError as error:
            raise StudyError(f"the folder {self.path} can't be made: {error.strerror}") from error

    def _compare(self, study: Study) -> None:
        try:
            old = json.loads((self.path / "study.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise StudyError(f"{self.path / 'study.json'} can't be read: {error}") from error
        new = json.loads(json.dumps(study.as_json()))
        free = {key for key in ("games", "skill") if old.get(key, 0) <= new[key]}
        differ = [key for key in new if key not in free and old.get(key) != new[key]]
        if differ:
            what = "; ".join(f"{key} was {old.get(key)!r}, now {new[key]!r}" for key in differ)
            raise UserError(f"{self.path} holds another study: {what}. Choose another folder with --out")

    # ---- what is done ------------------------------------------------------------------------------------------------

    @property
    def data(self) -> Path:
        """The table of all games."""
        return self.path / "games.parquet"

    @property
    def journal(self) -> Path:
        """The rows of games that are not yet in the table."""
        return self.path / "journal.jsonl"

    def record_file(self, number: int) -> Path:
        """Where the record of a game is."""
        return self.path / "records" / f"{number:06d}.json"

    def done(self) -> set[int]:
        """The games that are played: in the table or the journal, and with a record."""
        found = set(self.frame()["number"]) if self.data.exists() else set()
        found |= {row["number"] for row in self._journal()}
        return {number for number in found if self.record_file(number).exists()}

    def _journal(self) -> Iterator[dict[str, Any]]:
        """Its rows. A line that was cut off is passed over: that game is played again."""
        if not self.journal.exists():
            return
        with self.journal.open(encoding="utf-8") as lines:
            for line in lines:
                try:
                    yield json.loads(line)
                except ValueError:
                    continue

    def frame(self) -> polars.DataFrame:
        """All rows, as a table."""
        import polars
        if not self.data.exists():
            raise StudyError(f"{self.path} has no data yet: run its study to the end, with the command that began it")
        return polars.read_parquet(self.data)

    # ---- doing it ----------------------------------------------------------------------------------------------------

    def run(self, study: Study, jobs: int, spread: Spread) -> Iterator[int]:
        """Play what is missing; how many games are done, again and again. The data is there when this has ended."""
        there = self.done()
        todo = [number for number in study.numbers if number not in there]
        done = len(study.numbers) - len(todo)
        yield done
        size = max(1, min(LARGEST_BATCH, len(todo) // (jobs * BATCHES_PER_JOB)))
        for _, batch in spread(partial(play_games, study), list(batches(todo, size))):
            for played in batch:
                self._keep(played, done)
                done += 1
            yield done
        if todo or not self.data.exists():
            self._finish(study)

    def _keep(self, played: GameOutput, done: int) -> None:
        try:
            write_whole(self.record_file(played.number), played.record)
            _append_line(self.journal, played.row)
        except OSError as error:
            raise StudyError(
                f"game {played.number} can't be written: {error.strerror}. {done} games are kept in {self.path}; "
                "make room and run the same command to go on"
            ) from error

    def _finish(self, study: Study) -> None:
        """The journal becomes the table, a part at a time: all rows at once would need much memory."""
        from roundhouse.lab.rows import gather
        temporary = self.data.with_suffix(".part")
        try:
            before = [self.frame()] if self.data.exists() else []
            gather(study, before, self._journal()).write_parquet(temporary, compression="zstd")
            temporary.replace(self.data)
            self.journal.unlink(missing_ok=True)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise StudyError(
                f"{self.data} can't be written: {error}. All games are kept; make room and run the same command"
            ) from error


def batches(numbers: list[int], size: int) -> Iterator[range]:
    """The numbers as ranges of at most that size; what was done already leaves gaps."""
    first = 0
    for n in range(1, len(numbers) + 1):
        if n == len(numbers) or numbers[n] != numbers[n - 1] + 1 or n - first == size:
            yield range(numbers[first], numbers[n - 1] + 1)
            first = n


def write_whole(file: Path, text: str) -> None:
    """Written beside it first: a full disk or a crash leaves what was there."""
    temporary = file.with_name(f".{file.name}.part")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(file)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _append_line(file: Path, line: str) -> None:
    """A line, whole or not at all; one that was cut off before is closed first, so that it spoils nothing."""
    # Without a buffer, which would write what is left of the line once more when the file is cut back.
    with file.open("ab+", buffering=0) as out:
        out.seek(0, os.SEEK_END)
        end = out.tell()
        if end:
            out.seek(end - 1)
            line = line if out.read(1) == b"\n" else "\n" + line
        try:
            left = line.encode() + b"\n"
            while left:
                left = left[out.write(left):]
        except OSError:
            out.truncate(end)
            raise
