"""Bad input: the engine answers one `error`, keeps its state and goes on."""

from __future__ import annotations

from spyrium_ai.engine.protocol.lines import MAX_LINE
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.tools.doctor.testbed.check import check
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest
from spyrium_ai.tools.doctor.testbed.positions import (
    DEAL,
    find_position,
    has_choice,
    is_chance,
    is_over,
)
from spyrium_ai.tools.doctor.testbed.rejections import all_refused, refused
from spyrium_ai.tools.doctor.testbed.search_control import QUICK

BAD = (
    "Bad input is: an unknown command, unknown words after a command, a malformed or impossible "
    "position, an illegal move in `moves`, an option that does not exist or whose value is out of "
    "range, a `go` where no player decides."
)
NO_PLAYER = "At a chance node (field 4 is `?`) or at the end (`.`), `go` is an `error`"
TOKENS = 9  # the field of a position with the tokens of the reserve


@check(BAD, in_play=False)
def unknown_command(engine: EngineUnderTest) -> None:
    """Rejects commands that do not exist."""
    all_refused(engine, ("no-such-command", "Position start 2", "bestmove pass", "?"))


@check("Unknown words after a command are errors.", in_play=False)
def unknown_word(engine: EngineUnderTest) -> None:
    """Rejects words that do not belong to a command."""
    commands = ("isready now", "newgame players 2 chair 1", "position start 2 please", "stop it")
    all_refused(engine, commands)


@check(BAD, in_play=False)
def malformed_position(engine: EngineUnderTest) -> None:
    """Rejects a malformed position."""
    fields = str(find_position(2, has_choice).position).split()
    lines: tuple[list[str], ...] = (
        [],
        ["start"],
        ["start", "6"],
        ["start", "two"],
        fields[:-1],
        [*fields[:4], fields[4].replace(",", ";"), *fields[5:]],
        [*fields[:-1], fields[-1].replace("/", "/x", 1)],
    )
    all_refused(engine, (" ".join(["position", *line]) for line in lines))


@check(BAD, in_play=False)
def impossible_position(engine: EngineUnderTest) -> None:
    """Rejects an impossible position: a token too many, an event twice."""
    fields = str(find_position(2, has_choice).position).split()
    first, dot, rest = fields[TOKENS].partition(".")
    token = [*fields[:TOKENS], f"{int(first) + 1}{dot}{rest}", *fields[TOKENS + 1 :]]
    event = [*fields[:7], fields[6], *fields[8:]]
    all_refused(engine, (" ".join(["position", *line]) for line in (token, event)))


@check("a `position` with one illegal move changes nothing.", in_play=False)
def illegal_move(engine: EngineUnderTest) -> None:
    """Rejects a `position` with an illegal move, at the end or before."""
    turn = find_position(2, has_choice)
    moves = ("place:z9z9", "bonus:worker", "deal:M1", "no-such-move")
    early = " ".join(["start 2 moves", *turn.moves[:2], "bonus:money", *turn.moves[2:]])
    all_refused(engine, (f"position {x}" for x in (*(f"{turn.text} {m}" for m in moves), early)))


@check("a `position` with one illegal move changes nothing.", in_play=False)
def illegal_deal(engine: EngineUnderTest) -> None:
    """Rejects an impossible deal, and a move where chance decides."""
    turn = find_position(2, is_chance)
    cards, _, _ = Dealer(2, DEAL).deal(turn.position).rpartition(":")
    revealed = turn.position.board().event
    all_refused(engine, (f"position {turn.text} {x}" for x in (f"{cards}:{revealed}", "pass")))


@check(BAD, in_play=False)
def bad_newgame(engine: EngineUnderTest) -> None:
    """Rejects a malformed or impossible `newgame`."""
    rests = ("", " players", " players 6", " players 2 seat 3", " players two")
    all_refused(engine, (f"newgame{rest}" for rest in rests))


@check("A limit given twice is an error.", in_play=False)
def bad_limits(engine: EngineUnderTest) -> None:
    """Rejects malformed limits, without a `bestmove`."""
    all_refused(
        engine,
        (
            "go quickly",
            "go movetime",
            "go movetime soon",
            "go nodes 0",
            "go clock 1000",
            "go inc 10",
            "go movetime 10 movetime 10",
        ),
    )


@check(NO_PLAYER, in_play=False)
def go_at_chance(engine: EngineUnderTest) -> None:
    """Rejects `go` where chance decides."""
    engine.new_game(2)
    engine.set_position(find_position(2, is_chance))
    refused(engine, f"go {QUICK}")


@check(NO_PLAYER, in_play=False)
def go_at_the_end(engine: EngineUnderTest) -> None:
    """Rejects `go` where the game is over."""
    engine.new_game(2)
    engine.set_position(find_position(2, is_over))
    refused(engine, f"go {QUICK}")


@check("A longer line is bad input.", in_play=False)
def long_line(engine: EngineUnderTest) -> None:
    """Rejects a line of the maximum length and a longer one with one `error` each."""
    all_refused(engine, (b"x" * MAX_LINE + b"\n", b"y z" * MAX_LINE + b"\n"))


@check(
    "No input may crash it, bytes outside ASCII and very long lines included.",
    in_play=False,
)
def garbage(engine: EngineUnderTest) -> None:
    """Rejects lines of arbitrary bytes."""
    every_byte = bytes(byte for byte in range(256) if byte not in b"\r\n")
    all_refused(engine, (b"caf\xc3\xa9\n", b"\xff\xfe\x00\n", every_byte + b"\n"))


CHECKS = (
    unknown_command,
    unknown_word,
    malformed_position,
    impossible_position,
    illegal_move,
    illegal_deal,
    bad_newgame,
    bad_limits,
    go_at_chance,
    go_at_the_end,
    long_line,
    garbage,
)
