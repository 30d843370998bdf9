"""The command `newgame`, written by a runner and read by an engine."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.engine.protocol.lines import PLAYERS, keyed_words, named_number


def new_game_command(players: int, seat: int | None) -> str:
    """Return the command that starts a game; `seat` is the engine's, None to leave it out."""
    return f"newgame players {players}" + ("" if seat is None else f" seat {seat}")


def parse_new_game(words: Sequence[str]) -> tuple[int, int | None]:
    """Return the number of players and the seat, None without one, from the words after `newgame`.

    Raises:
        ValueError: the number of players is missing, or a number is out of range.
    """
    found = keyed_words(words, ("players", "seat"), ())
    if "players" not in found:
        raise ValueError("expected: newgame players N seat K")
    players = named_number("players", found["players"], *PLAYERS)
    seat = found.get("seat")
    return players, None if seat is None else named_number("seat", seat, 1, players)
