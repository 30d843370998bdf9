"""The tutor of a game with people: questions bad moves, explains them, and sums up at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spyrium_ai.analysis.review.classes import ERROR
from spyrium_ai.analysis.review.game_review import JUDGE, NODES, SECOND, DecisionReview
from spyrium_ai.analysis.review.judge import Judge
from spyrium_ai.analysis.review.reviewer import Depth, Reviewer
from spyrium_ai.analysis.text_tables import percent
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.human.after_game import tell_review
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.human.verdict import better_words, loss_words, verdict, why_sentences
from spyrium_ai.match.player import Turn
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.match.records.record import GameRecord, Ply
from spyrium_ai.util.errors import HaltError

ANSWERS = ("yes", "look")


class Tutor:
    """Judges moves with the engines and the depth of `spyrium-ai analyse`.

    The engines start at the first question; `close` ends them. An engine that fails costs its
    answer, and never the game.
    """

    def __init__(self, terminal: TerminalIO, names: Sequence[str], *, is_on: bool = False) -> None:
        """Advise at this terminal.

        Args:
            terminal: of the people.
            names: the players by seat.
            is_on: whether bad moves are questioned from the start.
        """
        self.terminal = terminal
        self.names = names
        self.is_on = is_on
        self._reviewer: Reviewer | None = None

    def switch(self, word: str) -> None:
        """Turn the questions on or off, or say for '' which it is."""
        if word not in {"", "on", "off"}:
            self.terminal.tell("Type tutor on or tutor off.")
            return
        self.is_on = self.is_on if not word else word == "on"
        what = f"are questioned from a loss of {100 * ERROR:.0f} % of the win"
        self.terminal.tell(f"The tutor is on: moves {what}." if self.is_on else "The tutor is off.")

    def allows(self, turn: Turn, move: str) -> bool:
        """Return whether the move is to be played: a bad one only if the person insists."""
        if not self.is_on:
            return True
        found = self._review(turn.position, move)
        if found is None or found.loss < ERROR:
            return True
        self.terminal.tell(f"Tutor: this move loses {loss_words(found)} against the best one.")
        while True:
            asked = "Play it all the same (yes), look at the better move (look), or choose again:"
            answer = (self.terminal.ask(asked, ANSWERS) or "").strip().lower()
            if answer in {"y", "yes"}:
                return True
            if answer not in {"l", "look"}:
                return False
            self.terminal.tell(better_words(turn.position, found), 4)

    def why(self, plies: Sequence[Ply]) -> None:
        """Say what the last decision of the game lost, and why."""
        position, last = Position.start(len(self.names)), None
        for ply in plies:
            if ply.seat:
                last = position.copy(), ply
            position.apply(ply.move)
        if last is None:
            self.terminal.tell("There is no move yet.")
            return
        before, ply = last
        found = self._review(before, ply.move, why=True)
        if found is None:
            return
        name = self.names[ply.seat - 1]
        words = sentence(before.board(), ply.move, third=True)
        self.terminal.tell(f"{name} {words}: {verdict(found)}.", 4)
        why = why_sentences(before, found)
        if why:
            self.terminal.tell(better_words(before, found), 4)
        for text in why:
            self.terminal.tell(text, 4, 2)

    def lines(self, turn: Turn, menu: Menu, count: int) -> None:
        """Print so many of the best moves, by their numbers, with win shares and lines."""
        self.terminal.note("the tutor thinks ...")
        reviewer = self._engines()
        try:
            values = reviewer.judge.lines(turn.position, reviewer.depth.second, count)
        except HaltError as error:
            self.terminal.tell(f"No hint: {error}.")
            return
        for value in values:
            words = sentence(menu.board, value.line[0])
            self.terminal.tell(f"{menu.number(value.line[0]) or '-':>3}  {words}.", 5)
            self.terminal.tell(f"{self._shares(value.shares)}; {' '.join(value.line)}", 5, 5)

    def evaluate(self, turn: Turn) -> None:
        """Print the win shares and expected final scores of all players."""
        self.terminal.note("the tutor thinks ...")
        reviewer = self._engines()
        try:
            value = reviewer.judge.value(turn.position, reviewer.depth.second)
        except HaltError as error:
            self.terminal.tell(f"No evaluation: {error}.")
            return
        text = f"Win shares: {self._shares(value.shares)}"
        if value.points:
            pairs = zip(self.names, value.points, strict=True)
            points = ", ".join(f"{name} {number:.0f}" for name, number in pairs)
            text = f"{text}. Expected final scores: {points}"
        self.terminal.tell(f"{text}.", 4)

    def look_back(self, record: GameRecord) -> None:
        """Print what the players of a finished game lost, the worst moves, and their luck."""
        tell_review(self.terminal, record, self.names, replace(self._engines(), why=True))

    def close(self) -> None:
        """End the engines."""
        if self._reviewer is not None:
            self._reviewer.close()
            self._reviewer = None

    def _engines(self) -> Reviewer:
        if self._reviewer is None:
            judge, second = (Judge(parse_player(spec)) for spec in (JUDGE, SECOND))
            self._reviewer = Reviewer(judge, second, Depth.of_nodes(NODES))
        return self._reviewer

    def _review(self, position: Position, move: str, *, why: bool = False) -> DecisionReview | None:
        """Return the review of a move, which takes longer if it says why an error is one.

        None, with a message, if an engine fails.
        """
        if len(position.legal()) > 1:
            self.terminal.note("the tutor thinks ...")
        try:
            return replace(self._engines(), why=why).review(position, move)
        except HaltError as error:
            self.terminal.tell(f"The tutor cannot judge this move: {error}.")
            return None

    def _shares(self, shares: Sequence[float]) -> str:
        pairs = zip(self.names, shares, strict=True)
        return ", ".join(f"{name} {percent(share)} %" for name, share in pairs)
