"""Whether it copes with the positions and the order of commands that trip engines up."""

from __future__ import annotations

from spyrium_ai.game.position import Position
from spyrium_ai.match.player import Turn
from spyrium_ai.tools.doctor.testbed.check import breach, check
from spyrium_ai.tools.doctor.testbed.engine_under_test import Patient
from spyrium_ai.tools.doctor.testbed.positions import (
    after,
    has_choice,
    has_one_move,
    is_bonus,
    is_late,
    is_over,
    may_end,
    scene,
)
from spyrium_ai.tools.doctor.testbed.rejections import refused, unchanged
from spyrium_ai.tools.doctor.testbed.search_control import QUICK

PLAYERS = range(2, 6)


@check("Forget the last game; a new one for N players begins.", basic=True)
def newgame_again(patient: Patient) -> None:
    """Takes `newgame` twice, and for another number of players."""
    for players in (2, 2, 5, 5, 3, 2):
        patient.new_game(players)


@check(
    "where M is a legal move written in the one right way (with `II:` where needed).", basic=True
)
def choice(patient: Patient) -> None:
    """Chooses a legal move in the first turn and in the last, at tables of all sizes."""
    for players in PLAYERS:
        _chooses(patient, scene(players, has_choice))
        _chooses(patient, scene(players, is_late))


@check("A single legal move may be answered at once.", basic=True)
def one_legal_move(patient: Patient) -> None:
    """Makes a move that is the only legal one, at tables of all sizes."""
    for players in PLAYERS:
        _chooses(patient, scene(players, has_one_move))


@check("The choice of a bonus is a move as well.", basic=True)
def bonus_choice(patient: Patient) -> None:
    """Chooses a bonus, at tables of all sizes."""
    for players in PLAYERS:
        _chooses(patient, scene(players, is_bonus))


@check("After the last move of the game it sends the final position too.", basic=True)
def last_move(patient: Patient) -> None:
    """Makes a move that can end the game, and takes the final position."""
    for players in PLAYERS:
        turn = scene(players, may_end)
        _chooses(patient, turn)
        end = next(t for t in (after(turn, move) for move in turn.legal) if is_over(t))
        patient.set_position(end)


@check("P is a position of 11 + N fields (see notation.md)", in_play=False)
def position_fields(patient: Patient) -> None:
    """Takes a position as its fields, with and without moves after it."""
    for players in PLAYERS:
        turn = scene(players, is_late)
        patient.new_game(players, turn.seat)
        fields = str(turn.position)
        then = next(t for t in (after(turn, move) for move in turn.legal) if t.legal)
        for text, there in ((fields, turn), (f"{fields} moves {then.moves[-1]}", then)):
            patient.send(f"position {text}")
            move = patient.go(QUICK).move
            if move not in there.legal:
                told = f"'{move}' is not legal in the position of {players} players' fields"
                raise breach(told, "illegal")


@check(
    "an engine must not depend on it, since `go` works for whoever decides in the position.",
    in_play=False,
    basic=True,
)
def any_seat(patient: Patient) -> None:
    """Chooses for every seat, the one of `newgame` or not, and without a seat."""
    for seat in (1, 2, 3):
        patient.new_game(3, 1)
        patient.choose(scene(3, has_choice, seat), QUICK)
    patient.send("newgame players 3")
    patient.choose(scene(3, has_choice), QUICK)


@check("Each `position` stands for itself; nothing is kept from the one before.", in_play=False)
def without_newgame(patient: Patient) -> None:
    """Goes from game to game and back without `newgame`."""
    patient.new_game(2)
    for wanted in (has_choice, is_bonus, has_choice, may_end, has_one_move):
        patient.choose(scene(2, wanted), QUICK)


@check(
    "A `position` for another number of players than the last `newgame` said is an error.",
    in_play=False,
)
def other_players(patient: Patient) -> None:
    """Refuses a position for another number of players than `newgame` said."""
    turn = scene(3, is_bonus)
    patient.new_game(3, turn.seat)
    patient.set_position(turn)
    for players in (2, 5):
        bad = f"position {scene(players, has_choice).text}"
        refused(patient, bad)
        unchanged(patient, turn, bad)


@check(
    "Think about the current position, for the player who decides there, and answer with "
    "`bestmove M`",
    in_play=False,
    alone=True,
)
def before_newgame(patient: Patient) -> None:
    """Chooses a move before the first `newgame`."""
    patient.choose(scene(2, has_choice), QUICK)


@check(
    "After `newgame players N` and before the next `position`, the position is the start for N; "
    "before both, it is the start for two.",
    in_play=False,
    alone=True,
)
def before_position(patient: Patient) -> None:
    """Stands at the start of the game before the first `position`."""
    _stands_at_start(patient, 2)
    patient.new_game(4)
    _stands_at_start(patient, 4)


def _chooses(patient: Patient, turn: Turn) -> None:
    """Have it choose a move in a game of its own."""
    patient.new_game(turn.position.players, turn.seat)
    patient.choose(turn, QUICK)


def _stands_at_start(patient: Patient, players: int) -> None:
    refused(patient, f"go {QUICK}")
    start = f"position {Position.start(players)}"
    shown = patient.ask("show")
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
