"""People at a table for tests: lines that are typed, and what came of them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from spyrium_ai.game.text.style import Style
from spyrium_ai.human.session import go_on, host
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.saved_game import load
from spyrium_ai.match.series import Series

TO_THE_END = ["1"] * 400


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Evening:
    """What came of a dialogue: the text, and the games that were finished."""

    def __init__(self) -> None:
        self.records: list[GameRecord] = []
        self.text = ""


def play(
    *lines: str,
    players: str = "human human",
    seed: int = 5,
    games: int = 1,
    policy: str = "forfeit",
) -> Evening:
    series = Series(parse_players(players.split()), games=games, seed=seed, policy=policy)
    evening = Evening()
    out = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    host(series, TerminalIO(source, out), evening.records.append)
    evening.text = out.getvalue()
    return evening


def allow_all(commands: Iterable[tuple[str, ...]]) -> None:
    """Let a file start anything."""


def resume(path: Path, *lines: str) -> Evening:
    evening = Evening()
    out = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    go_on(path, TerminalIO(source, out), evening.records.append, Timeouts(), allow_all)
    evening.text = out.getvalue()
    return evening


def moves(record: GameRecord) -> list[str]:
    return [ply.move for ply in record.plies]


def saved_moves(path: Path) -> list[str]:
    return list(load(path).moves)


def at_a_terminal(*lines: str, players: Sequence[str]) -> Evening:
    evening = Evening()
    out = Terminal()
    source = Terminal("".join(f"{line}\n" for line in lines))
    host(
        Series(parse_players(players), games=1, seed=5),
        TerminalIO(source, out, Style()),
        evening.records.append,
    )
    evening.text = out.getvalue()
    return evening
