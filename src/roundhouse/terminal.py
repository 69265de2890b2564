"""A table in the terminal: a person against bots."""
from __future__ import annotations

import shlex
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from roundhouse.bots import bot
from roundhouse.bots.bot import Seat
from roundhouse.bots.coach import CLEAR, Advice, advise
from roundhouse.bots.match import ask
from roundhouse.engine.contract import CHANCE, IllegalAction
from roundhouse.engine.dice import Dice
from roundhouse.games import title as find_title
from roundhouse.games.rooms import named_folder
from roundhouse.games.sight import sight
from roundhouse.games.words import Words, plain, rule, styled, text, words
from roundhouse.records import Record, RecordError, replay, write
from roundhouse.spoken import rich

BOLD = "bold"
COMMANDS = {
    "?, moves": "what you may do now",
    "? word": "only the moves that contain the word",
    "board": "draw the board again",
    "log": "the game so far",
    "hint": "what a strong player would do, and why",
    "why": "what your choice is about, and what is usually good",
    "undo": "take back your last move, with all that came after it",
    "save FILE": "save the game; it is also saved after every move",
    "quit": "leave; the game is kept",
}


def _plain(line: str) -> str:
    return line.lower().replace("&", "")


def advice_told(advice: Advice, names: list[str]) -> list[Words]:
    """What the coach says, a line each: the sentence, the moves with their chances and reasons, everybody's chances."""
    said: list[Words] = [(styled(plain(advice.sentence, names), BOLD),)] if advice.sentence else []
    for one in advice.moves:
        chance = f"  {one.chances[advice.seat]:4.0%}  " if one.shown else "        "
        said.append((text(chance), styled("; ".join([one.line, *one.follows]), BOLD)))
        why = one.why if one is not advice.moves[0] or advice.verdict != CLEAR else ()
        said += [(text("        "), *sentence) for sentence in (why, one.more, one.answered) if sentence]
    chances = ", ".join(f"{name} {chance:.0%}" for name, chance in zip(names, advice.chances))
    return [*said, (text(f"Chance to win: {chances}"),)]


class Quit(Exception):
    """The player leaves the table."""


class TerminalTable:
    """Draws the table, asks for moves in the notation, and lets the bots answer. The record is all that is kept."""

    def __init__(self, record: Record, seat: int, seed: int, console: Console, file: Path | None = None) -> None:
        self.course = replay(record)
        self.players = record.seats
        self.seat = seat
        self.seed = seed
        self.console = console
        self.file = file
        self.news: list[Words] = []
        """What has happened since the player last chose, as sentences."""
        self.title = find_title(record.game.name)
        self.bots = {s: bot(name) for s, name in enumerate(record.seats) if s != seat}
        self.names = [name if s == seat else f"{name} {s}" for s, name in enumerate(record.seats)]

    def run(self) -> None:
        """Play the game to its end, or until the player leaves."""
        about = f", edition {self.course.setup.edition}. {self.title.summary}"
        self._print((styled(self.title.title, BOLD), text(about)))
        you = text(f"You have seat {self.seat}, as {self.names[self.seat]}. ")
        how = words("Type {moves} for your moves, {help} for help.", moves=styled("?", BOLD), help=styled("help", BOLD))
        self._print((you, *how))
        try:
            while not self.course.over:
                if self.course.to_act == self.seat:
                    self._ask()
                else:
                    self._answer()
            self._draw()
        except (EOFError, KeyboardInterrupt, Quit):
            self._print("")
        self._keep()
        self._print(f"The game is kept in {self.file}" + ("." if self.course.over else "; go on with:"))
        if not self.course.over:
            # On one line however long, so that it can be copied.
            self.console.print(f"  roundhouse {shlex.join(self._how_to_go_on())}", markup=False, soft_wrap=True)

    def _how_to_go_on(self) -> list[str]:
        folder = named_folder(self.title)
        game = [] if folder is None else ["--game", str(folder)]
        return [*game, "play", "--resume", str(self.file), "--name", self.players[self.seat]]

    # ---- steps -------------------------------------------------------------------------------------------------------

    def _answer(self) -> None:
        """Chance or a bot. Dice by the number of the step: a move taken back and made again meets the same luck."""
        dice = Dice(self.seed, len(self.course.steps))
        seat = self.course.to_act
        if seat == CHANCE:
            self._do(self.course.state.random(dice))
            return
        faults: list[str] = []
        self._do(ask(self.bots[seat], Seat(self.course, seat), dice, faults))
        for fault in faults:
            self.news.append((styled(fault, "yellow"), text("; a random move was made in its place")))

    def _do(self, code: int) -> None:
        self.course.apply(code)
        (step,) = self.course.passed(len(self.course.steps))
        for fact in step.facts(self.seat):
            if said := self.title.room.texts.tell(self.course.game, fact):
                self.news.append((*said, text(" "), rule(fact.rule)))

    def _ask(self) -> None:
        self._draw()
        turn = len(self.course.steps)
        while len(self.course.steps) == turn:
            self._command(self.console.input("> ").strip())

    def _command(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                return
            case "?" | "moves":
                self._list_moves(rest.strip())
            case "help" | "h":
                self._help()
            case "board" | "b":
                self._draw()
            case "log":
                self._log()
            case "hint":
                self._hint()
            case "why":
                self._about()
            case "undo" | "u":
                self._undo()
            case "save":
                self._save(rest.strip())
            case "quit" | "q" | "exit":
                raise Quit
            case _:
                self._move(line)

    def _log(self) -> None:
        """The game so far, as the seat knows it."""
        for by, line in self.course.log(self.seat):
            who = "chance" if by == CHANCE else self.names[by]
            self._print(f"  {who}: {line}")

    def _move(self, line: str) -> None:
        try:
            code = self._parse(line)
            self.course.state.copy().apply(code)
        except IllegalAction as error:
            self._print((styled("That is not allowed:", "red"), text(f" {error}")))
        except ValueError as error:
            self._print((styled(error, "red"), text("; type "), styled("?", BOLD), text(" for your moves")))
        else:
            self.news.clear()
            self._do(code)
            self._keep()

    def _parse(self, line: str) -> int:
        """The move meant, whatever the spaces and capitals; names such as CTR&D also as they stand on the board."""
        game = self.course.game
        line = " ".join(line.split())
        if line.lower().startswith("bid "):
            return game.parse(line.lower())
        meant = [known for known in game.lines if _plain(known) == _plain(line)]
        return game.parse(meant[0] if len(meant) == 1 else line)

    def _hint(self) -> None:
        advice = advise(self.course, self.seat)
        for sentence in advice_told(advice, self.names):
            self._print(sentence)

    def _about(self) -> None:
        for sentence in self.title.room.claims.about(sight(self.course.state, self.seat)):
            self._print((text("  "), *sentence))

    def _undo(self) -> None:
        """Back to before the player's last move."""
        last = self.course.last_by([self.seat])
        if last is None:
            self._print("There is no move of yours to take back.")
            return
        taken = self.course.line(last, self.seat)
        self.course = self.course.back_to(last - 1)
        self.news.clear()
        self._print(f"Taken back: {taken}.")

    # ---- showing and keeping -----------------------------------------------------------------------------------------

    def _list_moves(self, word: str) -> None:
        lines = [line for line in self.course.state.lines() if _plain(word) in _plain(line)]
        bids = [line for line in lines if line.startswith("bid ")]
        if len(bids) > 2:
            lines = [line for line in lines if line not in bids] + [f"{bids[0]} to {bids[-1]}"]
        kinds: dict[str, list[str]] = {}
        for line in lines:
            kinds.setdefault(" ".join(line.split()[:2]) if line.count(" ") > 1 else line.split()[0], []).append(line)
        for group in kinds.values():
            self._print("  " + "   ".join(group))
        if not lines:
            self._print(f"  None of your moves contains '{word}'.")

    def _draw(self) -> None:
        """The board, then what has happened since the player's last turn, then the prompt: nothing scrolls off."""
        texts, known = self.title.room.texts, sight(self.course.state, self.seat)
        self._print("")
        self._print(texts.board(known))
        self._print("")
        for sentence in self.news:
            self._print((text("  "), *sentence))
        said = texts.prompt(known)
        who = "" if self.course.to_act < 0 else f"{self.names[self.course.to_act]}: "
        self._print((styled(who + plain(said, self.names), BOLD),))

    def _help(self) -> None:
        self._print(self.title.room.texts.help())
        for command, what in COMMANDS.items():
            self._print((styled(f"{command:<14}", BOLD), text(what)))

    def _save(self, name: str) -> None:
        if not name:
            self._print("Save to which file? For example: save game.json")
            return
        try:
            write(Record.of(self.course, self.players), Path(name))
            self._print(f"Saved to {name}.")
        except RecordError as error:
            self._print((styled(error, "red"),))

    def _keep(self) -> None:
        """Save after every move of the player, so that nothing is lost with a closed window."""
        if self.file is None:
            folder = Path(typer.get_app_dir("roundhouse"), "games")
            folder.mkdir(parents=True, exist_ok=True)
            number = 1 + sum(1 for _ in folder.glob(f"{self.course.game.name}-*.json"))
            while (folder / f"{self.course.game.name}-{number}.json").exists():
                number += 1
            self.file = folder / f"{self.course.game.name}-{number}.json"
        write(Record.of(self.course, self.players), self.file)

    def _print(self, said: str | Words) -> None:
        sentence = rich(said, self.names) if isinstance(said, tuple) else Text(said)
        self.console.print(sentence, highlight=False)
