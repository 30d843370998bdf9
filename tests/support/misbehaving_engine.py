"""An engine for tests: it is in order but for the one way to misbehave that it is told.

    python misbehaving_engine.py [MISBEHAVIOUR [AT [WORD]]]

It plays the first legal move at once and searches for nothing. After `go infinite` it waits for
`stop`, and keeps what comes meanwhile. Some ways come up once, at its AT-th `go`, by default the
first. Tests find its process by WORD; for `notes-seeds` that is a file.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))  # it is started as a program

from support.misbehaving_search import misbehave
from support.misbehaving_words import (
    AT,
    MAX_LINE,
    BadInput,
    check_option,
    does,
    for_ever,
    introduce,
    lines,
    nothing_more,
    number,
    read_limits,
    rules,
    say,
)

if TYPE_CHECKING:
    from spyrium_ai.game.position import Position


class Engine:
    def __init__(self) -> None:
        self.players: int | None = None
        self.seat = 0
        self.games = 0
        self.goes = 0
        self.on_clock = False
        self._position: Position | None = None
        self.known: list[str] = []
        self.deals: dict[str, int] = {}  # the game in which each deal was first seen
        self.searching = False
        self.since = 0.0
        self.waiting: deque[str] = deque()

    @property
    def position(self) -> Position:
        """The position, at first the start of two."""
        if self._position is None:
            self._position = rules().start(2)
        return self._position

    def receive(self, line: str) -> None:
        """Obey the line, or keep it while the search for nothing goes on."""
        if self.searching and not (does("hasty") and line.startswith("position")):
            match line.split():
                case ["stop"]:
                    self.stop_search()
                case ["isready"] if does("isready-ends"):
                    self.stop_search()
                    say("readyok")
                case ["isready"] if not does("busy"):
                    say("readyok")
                case ["quit"]:
                    if does("answers-quit"):
                        self.best_move()
                    self.obey(line)
                case _:
                    self.waiting.append(line)
            return
        self.obey(line)

    def stop_search(self) -> None:
        if does("deaf"):
            return
        if does("slow-stop"):
            time.sleep(0.3)
        self.searching = False
        if does("empty-handed") and time.monotonic() < self.since + 0.05:
            say("bestmove none")
        else:
            self.best_move()
        while self.waiting and not self.searching:
            self.obey(self.waiting.popleft())

    def obey(self, line: str) -> None:
        words = line.split(" ")
        command: Callable[[list[str]], None] | None = getattr(self, f"do_{words[0]}", None)
        try:
            if line == "" and not does("empty"):
                return
            if len(line.encode("latin-1")) > MAX_LINE or not line.isascii() or command is None:
                raise BadInput(f"{line[:20]!a}: not a command")
            command(words[1:])
        except (BadInput, ValueError) as error:
            if does("ignores-unknown") and command is None:
                return
            told = str(error) if isinstance(error, BadInput) else f"{words[0]}: {error}"
            say("error" if does("blunt") else f"error {told}")
            if does("repeats-errors"):
                say("error again: I said it")

    def do_spyrium(self, words: list[str]) -> None:
        nothing_more(words)
        introduce()

    def do_setoption(self, words: list[str]) -> None:
        check_option(words)

    def do_isready(self, words: list[str]) -> None:
        nothing_more(words)
        say("readyok")
        if does("two-readyoks"):
            say("readyok")

    def do_newgame(self, words: list[str]) -> None:
        if does("any-newgame") and (len(words) < 2 or not words[1].isdigit()):
            return
        if words[:1] != ["players"] or len(words) < 2:
            raise BadInput("newgame: players N expected")
        players = number(words[1], 2, 5)
        rest = words[2:]
        seat = 0
        if rest[:1] == ["seat"]:
            seat = number(rest[1] if len(rest) > 1 else "", 1, players)
            rest = rest[2:]
        nothing_more(rest)
        self.players, self.seat = players, seat
        self._position, self.known = rules().start(players), []
        self.games += 1
        if does("one-game") and self.games > 1:
            os.abort()

    def do_position(self, words: list[str]) -> None:
        if does("early") and self.goes == AT:
            say("bestmove pass")
        split = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:split], words[split + 1 :]
        try:
            position = self.start(start)
        except (BadInput, ValueError):
            if does("ignores-bad-positions"):
                return
            raise
        if self.players not in {None, position.players} and not does("any-players"):
            raise BadInput(f"{position.players}: newgame said {self.players} players")
        if does("keeps-position") and self.known:
            position, moves = self.position, moves[len(self.known) :]
        for move in moves:
            try:
                position.apply(move)
            except ValueError as error:
                if does("half-applied"):
                    self._position = position
                if does("ignores-bad-deals"):
                    return
                raise BadInput(f"{move}: {error}") from None
        if position.is_over and does("no-end"):
            raise BadInput("position: no move is left")
        self._position, self.known = position, words[split + 1 :]

    def start(self, words: list[str]) -> Position:
        if words[:1] != ["start"]:
            if does("no-fields"):
                raise BadInput("position: only start is known")
            return rules().parse(" ".join(words))
        nothing_more(words[2:])
        return rules().start(number(words[1] if len(words) > 1 else "", 2, 5))

    def do_go(self, words: list[str]) -> None:
        self.goes += 1
        if does("needs-newgame") and self.games == 0:
            raise BadInput("go: AttributeError in the engine: no attribute 'rng'")
        limits = {} if does("any-limits") else read_limits(words, self.position)
        self.on_clock = "clock" in words
        position = self.position
        if position.to_move == 0:
            where = "the-end" if position.is_over else "chance"
            if does(f"moves-at-{where}"):
                say("bestmove pass")
                return
            raise BadInput("go: nobody is to move")
        if does("own-seat") and position.to_move != self.seat:
            raise BadInput("go: not my turn")
        if "infinite" in words and not does("finite"):
            self.searching, self.since = True, time.monotonic()
            return
        if does("divides-by-visits") and limits.get("multipv", 1) > limits.get("nodes", 1000):
            raise BadInput("go: ZeroDivisionError in the engine: division by zero")
        misbehave(limits, self.goes)
        self.best_move(limits.get("multipv", 1))

    def best_move(self, lines: int = 1) -> None:
        position = self.position
        legal = position.legal()
        move = legal[0]
        if does("unseeded", "moody"):
            move = legal[os.urandom(1)[0] % len(legal)]
        if does("remembers-deals") and self.has_seen_the_deals():
            move = legal[-1]
        if does(f"illegal-in-{position.players}") and position.turn == 4 and len(legal) > 2:
            move = "place:z9z9"
        if does("illegal-always") or (does("illegal-once") and self.goes == 5 and self.on_clock):
            move = "place:z9z9"
        if does("no-phases"):
            move = next((m.removeprefix("II:") for m in legal if m == "II:pass"), move)
        if does("no-bonus") and position.bonus_open:
            move = "pass"
        if does("needs-a-choice") and len(legal) == 1:
            os.abort()
        if not does("no-info", "values", "lines"):
            self.inform(legal[: 1 if does("one-line") else lines])
        say(f"bestmove {move}" + (" indeed" if does("wordy") else ""))

    def has_seen_the_deals(self) -> bool:
        """Return whether an earlier game of this process had the same deals."""
        deals = [word for word in self.known if word.startswith("deal:")]
        return any(self.deals.setdefault(deal, self.games) < self.games for deal in deals)

    def inform(self, moves: list[str]) -> None:
        players = self.position.players
        values = " ".join(map(str, [1000 - 10 * (players - 1), *[10] * (players - 1)]))
        if does("values-short"):
            values = "1000"
        if does("values-900"):
            values = "900" + " 0" * (players - 1)
        if does("babble"):
            say("hmm, let me see")
        for rank, move in enumerate(moves, 1):
            multipv = f" multipv {1 if does('same-rank') else rank}" if len(moves) > 1 else ""
            pv = "place:z9z9" if does("pv-illegal") else move
            if does("pv-deals"):
                pv = self.line_over_the_deal()
            say(f"info nodes 1 time 0{multipv} value {values} pv {pv}")

    def line_over_the_deal(self) -> str:
        from spyrium_ai.game.dealer import Dealer  # noqa: PLC0415

        there, moves = self.position.copy(), []
        while not there.is_chance:
            moves.append(there.legal()[0])
            there.apply(moves[-1])
        return " ".join([*moves, Dealer(there.players, 1).deal(there)])

    def do_stop(self, words: list[str]) -> None:
        nothing_more(words)
        if does("answers-stop"):
            say("error stop: I am not searching")

    def do_legal(self, words: list[str]) -> None:
        nothing_more(words)
        legal = self.position.legal()
        say(" ".join(["legal", *(legal[::-1] if does("unsorted") else legal)]))

    def do_show(self, words: list[str]) -> None:
        nothing_more(words)
        there = rules().start(2) if does("shows-the-start") else self.position
        say(f"position {there}")

    def do_result(self, words: list[str]) -> None:
        nothing_more(words)
        extra = 1 if does("counts-too-much") else 0
        scores = [str(score + extra) for score in self.position.scores()]
        say(" ".join(["result", *(scores if self.position.is_over else "-")]))

    def do_quit(self, words: list[str]) -> None:
        nothing_more(words)
        if does("stubborn"):
            for_ever()
        if does("last-word"):
            say("good bye")
        sys.exit(3 if does("exit-3") else 0)


def main() -> None:
    engine = Engine()
    if does("stubborn"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if does("child"):
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    while batch := lines():
        for line in batch:
            engine.receive(line)
    if does("outlives", "stubborn") or (does("outlives-search") and engine.searching):
        for_ever()


if __name__ == "__main__":
    main()
