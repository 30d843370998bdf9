"""Positions and orders of commands that often break engines."""

from __future__ import annotations

from spyrium_ai.game.position import Position
from spyrium_ai.match.player import Turn
from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest
from spyrium_ai.tools.doctor.testbed.finding import breach
from spyrium_ai.tools.doctor.testbed.positions import (
    after,
    find_position,
    has_choice,
    has_one_move,
    is_bonus,
    is_late,
    is_over,
    may_end,
)
from spyrium_ai.tools.doctor.testbed.rejections import refused, unchanged
from spyrium_ai.tools.doctor.testbed.search_control import QUICK

PLAYERS = range(2, 6)


@check("A new game for N players begins, and the engine forgets the last one.", basic=True)
def newgame_again(engine: EngineUnderTest) -> None:
    """Accepts `newgame` twice, and for another number of players."""
    for players in (2, 2, 5, 5, 3, 2):
        engine.new_game(players)


@check("where M is a legal move in its exact notation (with `II:` where needed).", basic=True)
def choice(engine: EngineUnderTest) -> None:
    """Chooses a legal move in the first and in the last turn, for 2 to 5 players."""
    for players in PLAYERS:
        _chooses(engine, find_position(players, has_choice))
        _chooses(engine, find_position(players, is_late))


@check("If only one move is legal, the engine may answer at once.", basic=True)
def one_legal_move(engine: EngineUnderTest) -> None:
    """Plays the only legal move, for 2 to 5 players."""
    for players in PLAYERS:
        _chooses(engine, find_position(players, has_one_move))


@check("The choice of a bonus is a move too.", basic=True)
def bonus_choice(engine: EngineUnderTest) -> None:
    """Chooses a bonus, for 2 to 5 players."""
    for players in PLAYERS:
        _chooses(engine, find_position(players, is_bonus))


@check("After the last move of the game, the final position.", basic=True)
def last_move(engine: EngineUnderTest) -> None:
    """Plays where a move can end the game, and accepts the final position."""
    for players in PLAYERS:
        turn = find_position(players, may_end)
        _chooses(engine, turn)
        end = next(t for t in (after(turn, move) for move in turn.legal) if is_over(t))
        engine.set_position(end)


@check("P is a position of 11 + N fields (see notation.md)", in_play=False)
def position_fields(engine: EngineUnderTest) -> None:
    """Accepts a position given as fields, with and without moves after it."""
    for players in PLAYERS:
        turn = find_position(players, is_late)
        engine.new_game(players, turn.seat)
        fields = str(turn.position)
        then = next(t for t in (after(turn, move) for move in turn.legal) if t.legal)
        for text, there in ((fields, turn), (f"{fields} moves {then.moves[-1]}", then)):
            engine.send(f"position {text}")
            move = engine.go(QUICK).move
            if move not in there.legal:
                reason = f"'{move}' is not legal in the position of {players} players' fields"
                raise breach(reason, "illegal")


@check(
    "an engine must not depend on it, since `go` asks for the move of whoever decides in the "
    "position.",
    in_play=False,
    basic=True,
)
def any_seat(engine: EngineUnderTest) -> None:
    """Plays every seat, whichever `newgame` named, and without a seat."""
    for seat in (1, 2, 3):
        engine.new_game(3, 1)
        engine.choose(find_position(3, has_choice, seat), QUICK)
    engine.send("newgame players 3")
    engine.choose(find_position(3, has_choice), QUICK)


@check("Each `position` is complete in itself; nothing is kept from the one before.", in_play=False)
def without_newgame(engine: EngineUnderTest) -> None:
    """Switches between games without `newgame`."""
    engine.new_game(2)
    for wanted in (has_choice, is_bonus, has_choice, may_end, has_one_move):
        engine.choose(find_position(2, wanted), QUICK)


@check(
    "A `position` for another number of players than in the last `newgame` is an error.",
    in_play=False,
)
def other_players(engine: EngineUnderTest) -> None:
    """Rejects a position for another number of players than in `newgame`."""
    turn = find_position(3, is_bonus)
    engine.new_game(3, turn.seat)
    engine.set_position(turn)
    for players in (2, 5):
        bad = f"position {find_position(players, has_choice).text}"
        refused(engine, bad)
        unchanged(engine, turn, bad)


@check(
    "The engine searches the current position for the player who decides there, and answers "
    "`bestmove M`",
    in_play=False,
    alone=True,
)
def before_newgame(engine: EngineUnderTest) -> None:
    """Chooses a move before the first `newgame`."""
    engine.choose(find_position(2, has_choice), QUICK)


@check(
    "After `newgame players N` and before the next `position`, the position is the start for N; "
    "before both, it is the start for two.",
    in_play=False,
    alone=True,
)
def before_position(engine: EngineUnderTest) -> None:
    """Is at the start of the game before the first `position`."""
    _stands_at_start(engine, 2)
    engine.new_game(4)
    _stands_at_start(engine, 4)


def _chooses(engine: EngineUnderTest, turn: Turn) -> None:
    """Have it choose a move in a game of its own."""
    engine.new_game(turn.position.players, turn.seat)
    engine.choose(turn, QUICK)


def _stands_at_start(engine: EngineUnderTest, players: int) -> None:
    refused(engine, f"go {QUICK}")
    start = f"position {Position.start(players)}"
    shown = engine.ask("show")
    if shown not in {None, start}:
        raise breach(f"`show` answers '{shown}' instead of '{start}'")


CHECKS = (
    newgame_again,
    choice,
    one_legal_move,
    bonus_choice,
    last_move,
    any_seat,
    position_fields,
    without_newgame,
    other_players,
    before_newgame,
    before_position,
)
