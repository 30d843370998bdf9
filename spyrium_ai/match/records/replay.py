"""Replaying a recorded game, and checking it against the rules and the dealer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import IllegalMoveError, Position
from spyrium_ai.match.records.deal_source import SEEDED
from spyrium_ai.match.records.record import GameRecord, Ply, winners


class ReplayError(ValueError):
    """A recorded move or deal that is not possible; `ply` is its number, from 1."""

    def __init__(self, ply: int, reason: str) -> None:
        super().__init__(f"ply {ply}: {reason}")
        self.ply = ply


class Step(NamedTuple):
    """A move or deal of a recorded game, with the positions before and after it."""

    number: int  # from 1
    before: Position
    ply: Ply
    after: Position


def replay(record: GameRecord) -> Iterator[Step]:
    """Yield the moves and deals with their positions; ReplayError if one is not possible."""
    before = Position.start(len(record.seats))
    for number, ply in enumerate(record.plies, 1):
        after = before.copy()
        try:
            after.apply(ply.move)
        except IllegalMoveError as error:
            raise ReplayError(number, str(error)) from None
        yield Step(number, before, ply, after)
        before = after


def verify(record: GameRecord) -> list[str]:
    """Return what is wrong with the game, a sentence each; an empty list if it is in order.

    Every move must be legal and made by the seat to move, every deal must follow from the dealer's
    seed or be dealt by hand, and the final position, scores and winners must follow from moves and
    deals.
    """
    problems = []
    dealer = Dealer(len(record.seats), record.seed)
    is_seeded = record.deals == SEEDED
    final = Position.start(len(record.seats))
    try:
        for number, before, ply, final in replay(record):  # noqa: B007 (the last one is used)
            if ply.seat != before.to_move:
                problems.append(_wrong_seat(number, ply, before))
            if before.is_chance and is_seeded and dealer.deal(before) != ply.move:
                problems.append(f"ply {number}: the deal is not the one of the seed")
    except ReplayError as error:
        return [*problems, str(error)]
    return [*problems, *_result_problems(record, final)]


def result_problems(record: GameRecord) -> list[str]:
    """Return what is wrong with the result, a sentence each; an empty list if it is in order.

    It must follow from the moves and deals, which must be possible. `verify`, which also checks the
    deals against the seed, takes four times as long.
    """
    position = Position.start(len(record.seats))
    for number, ply in enumerate(record.plies, 1):
        if ply.seat != position.to_move:
            return [_wrong_seat(number, ply, position)]
        try:
            position.apply(ply.move)
        except IllegalMoveError as error:
            return [f"ply {number}: {error}"]
    return _result_problems(record, position)


def _wrong_seat(number: int, ply: Ply, before: Position) -> str:
    decider = f"seat {before.to_move}" if before.to_move else "chance"
    return f"ply {number}: seat {ply.seat} moves, but {decider} decides"


def _result_problems(record: GameRecord, position: Position) -> list[str]:
    """Return the mistakes in the result."""
    problems = []
    lost = {fault.seat for fault in record.faults}
    scores = position.scores() if position.is_over else None
    if str(position) != record.final:
        problems.append(f"final: the game ends in '{position}'")
    if record.scores != scores:
        problems.append(f"scores: {_shown(record.scores)} instead of {_shown(scores)}")
    if bool(lost) != (record.outcome != "played"):
        problems.append(f"outcome: '{record.outcome}' with {len(lost)} faults")
    if scores is None and not lost:
        problems.append("the game is not over, and no fault has ended it")
    if record.outcome == "void":
        expected: tuple[int, ...] = ()
    else:
        expected = winners(len(record.seats), scores, lost)
    if record.winners != expected:
        problems.append(f"winners: {_shown(record.winners)} instead of {_shown(expected)}")
    return problems


def _shown(numbers: tuple[int, ...] | None) -> str:
    return "none" if not numbers else " ".join(map(str, numbers))
