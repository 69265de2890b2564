"""The record of a game: what was chosen, who sat there, and all that happened. Every state is derived from it."""
from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roundhouse.engine.contract import CHANCE, OVER, Game, State
from roundhouse.errors import UserError
from roundhouse.games import Setup, titles
from roundhouse.games.title import EditionError, Title
from roundhouse.nesting import TOO_DEEP, too_deep
from roundhouse.records.course import Course
from roundhouse.records.luck import Luck

FORMAT = "roundhouse-record/1"
KEYS = ("format", "game", "edition", "edition_digest", "rules_version", "options", "seats", "log")
OTHER_KEYS = ("edition_text", "result", "luck")
HEXADECIMAL = re.compile("[0-9a-f]{64}")
LONGEST_FOUND, LONGEST_LINE = 100, 500


class RecordError(UserError):
    """A record that can't be trusted: the step at which it goes wrong (None: before the first), and why."""

    def __init__(self, reason: str, step: int | None = None) -> None:
        super().__init__(reason if step is None else f"step {step}: {reason}")
        self.reason = reason
        self.step = step


@dataclass(frozen=True)
class Result:
    """How a game came out: the scores, and the seats that won."""

    scores: list[int]
    winners: list[int]

    @staticmethod
    def of(state: State) -> Result | None:
        """How a game came out; None while it goes on."""
        return Result(state.scores(), state.winners()) if state.to_act == OVER else None


@dataclass
class Record:
    """A game as a file: what was played, who sat where, every step, and how it came out."""

    setup: Setup
    seats: list[str]
    """Who sat where."""
    log: list[tuple[int, str]] = field(default_factory=list)
    """Who and what, in the notation; CHANCE for what nobody chose."""
    result: Result | None = None
    luck: Luck | None = None
    """From what chance was drawn, where a table has laid it open."""

    @staticmethod
    def of(course: Course, seats: Sequence[str], seat: int | None = None) -> Record:
        """A game as far as it has come; as one seat knows it, with "?" for what is hidden from it."""
        return Record(course.setup, list(seats), course.log(seat), Result.of(course.state))

    @property
    def game(self) -> Game:
        """The game that was played, with its seats, edition and options."""
        return self.setup.game()

    def dumps(self) -> str:
        """The file: a line for each part and for each step, the same bytes for the same game.

        The text of an edition that does not come with the game stands in it.
        """
        setup = self.setup
        head: dict[str, object] = {
            "format": FORMAT,
            "game": setup.title,
            "edition": setup.edition,
            "edition_digest": setup.digest,
            **({"edition_text": setup.text} if setup.text else {}),
            "rules_version": setup.version,
            "options": dict(setup.options),
            "seats": self.seats,
        }
        parts = [f'"{key}": {_json(value)}' for key, value in head.items()]
        steps = ",\n".join("  " + _json(["chance" if by == CHANCE else by, line]) for by, line in self.log)
        parts.append(f'"log": [\n{steps}\n ]' if steps else '"log": []')
        if self.result is not None:
            parts.append(f'"result": {_json({"scores": self.result.scores, "winners": self.result.winners})}')
        if self.luck is not None:
            parts.append(f'"luck": {_json({"commitment": self.luck.commitment, "secret": self.luck.secret})}')
        return "{" + ",\n ".join(parts) + "}\n"

    @staticmethod
    def loads(text: str, edition: str | Path | None = None, ours_only: bool = False) -> Record:
        """Read a record's parts. `edition` is the file of an edition that neither the game nor the record has.

        With `ours_only`, a game on an edition that does not come with the game is refused before anything of it is
        made. What the log says is not yet checked against the rules: see `replay`.
        """
        data = _parse(text)
        title = _title(data)
        own = data.get("edition_text") or not title.has_edition(data["edition"], data["edition_digest"])
        if ours_only and own:
            raise RecordError("it was played on an edition of somebody's own; only those of the games are taken here")
        setup = _setup(title, data, edition)
        log = [_entry(step, entry) for step, entry in enumerate(data["log"], 1)]
        return Record(setup, data["seats"], log, _result(data, setup.seats), _luck(data))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _short(value: object) -> str:
    """For an error, which says nothing back at length."""
    found = _json(value)
    return found if len(found) <= LONGEST_FOUND else found[:LONGEST_FOUND - 3] + "..."


def _parse(text: str) -> dict[str, Any]:
    if too_deep(text):
        raise RecordError(TOO_DEEP)
    try:
        data = json.loads(text)
    except ValueError as error:
        raise RecordError(f"this is not a whole JSON file: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        found = data.get("format") if isinstance(data, dict) else None
        raise RecordError(f'this is not a Roundhouse record: expected "format": "{FORMAT}", found {_short(found)}')
    for key in KEYS:
        if key not in data:
            raise RecordError(f'the record has no "{key}"')
    for key in data:
        if key not in KEYS + OTHER_KEYS:
            raise RecordError(f'{_short(key)} is not a part of a record')
    for key in ("edition", "edition_digest", "edition_text"):
        if not isinstance(data.get(key, ""), str):
            raise RecordError(f'"{key}" is not a text')
    if type(data["rules_version"]) is not int:
        raise RecordError('"rules_version" is not a whole number')
    if not isinstance(data["log"], list):
        raise RecordError('"log" is not a list')
    if not isinstance(data["seats"], list) or not all(isinstance(seat, str) for seat in data["seats"]):
        raise RecordError('"seats" is not a list of names')
    if not isinstance(data["options"], dict):
        raise RecordError('"options" is not an object')
    return data


def _title(data: dict[str, Any]) -> Title:
    known = titles()
    if not isinstance(data["game"], str) or data["game"] not in known:
        raise RecordError(f'a game {_short(data["game"])} is not known here: {", ".join(known)}')
    return known[data["game"]]


def _setup(title: Title, data: dict[str, Any], edition: str | Path | None) -> Setup:
    """Which game it was, under the rules and on the edition of then."""
    try:
        name, digest, text = data["edition"], data["edition_digest"], _edition_text(title, data, edition)
        # Before the game is made, which is kept: what is refused is not to be.
        options = title.choose(data["options"], data["rules_version"])
        found = {name: options[name] for name in data["options"]}
        if _json(found) != _json(data["options"]):
            raise RecordError(f'"options" are {_short(data["options"])}, expected {_json(found)}')
        seats = title.check_seats(len(data["seats"]))
        setup = Setup(title.name, seats, name, digest, data["rules_version"], tuple(data["options"].items()), text)
        setup.game()
    except (UserError, EditionError) as error:
        raise error if isinstance(error, RecordError) else RecordError(str(error)) from error
    return setup


def _edition_text(title: Title, data: dict[str, Any], edition: str | Path | None) -> str:
    """The text of an edition that does not come with the game: in the record, or else in a file that is given."""
    name, digest, text = data["edition"], data["edition_digest"], str(data.get("edition_text", ""))
    if text:
        title.known_edition(name, digest, text)
    known = bool(text) or title.has_edition(name, digest)
    if edition is not None:
        given = title.edition(edition)
        if (given.name, given.digest) != (name, digest):
            raise RecordError(
                f"it was played on the edition {_short(name)} with digest {_short(digest)}, "
                f"and this is {_json(given.name)} with digest {_json(given.digest)}"
            )
        return text if known else given.text
    if not known:
        raise RecordError(
            f"it was played on the edition {_short(name)} with digest {_short(digest)}, not known here: "
            "give its file with --edition"
        )
    return text


def _entry(step: int, entry: Any) -> tuple[int, str]:
    if not (isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], str)):
        raise RecordError(f'expected [seat or "chance", line], found {_short(entry)}', step)
    by, line = entry
    if len(line) > LONGEST_LINE:
        raise RecordError(f"{_short(line)} is too long for a move", step)
    if by == "chance":
        return CHANCE, line
    if type(by) is not int or by < 0:
        raise RecordError(f'expected a seat or "chance", found {_short(by)}', step)
    return by, line


def _luck(data: dict[str, Any]) -> Luck | None:
    if "luck" not in data:
        return None
    luck = data["luck"]
    if not isinstance(luck, dict) or set(luck) != {"commitment", "secret"}:
        raise RecordError('"luck" is not {"commitment": .., "secret": ..}')
    if not all(isinstance(text, str) and HEXADECIMAL.fullmatch(text) for text in luck.values()):
        raise RecordError('"luck": "commitment" and "secret" have 64 hexadecimal digits each')
    return Luck(luck["commitment"], luck["secret"])


def _result(data: dict[str, Any], seats: int) -> Result | None:
    if "result" not in data:
        return None
    result = data["result"]
    if not isinstance(result, dict) or set(result) != {"scores", "winners"}:
        raise RecordError('"result" is not {"scores": [..], "winners": [..]}')
    for key, numbers in result.items():
        if not isinstance(numbers, list) or not all(type(n) is int for n in numbers):
            raise RecordError(f'"result": "{key}" is not a list of whole numbers')
    if len(result["scores"]) != seats:
        raise RecordError(f'"result": expected {seats} scores, found {len(result["scores"])}')
    return Result(result["scores"], result["winners"])
