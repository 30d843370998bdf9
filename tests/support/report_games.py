"""Records of random games, and journals of them, for the tests of the report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from support.position_builder import played_out

from spyrium_ai.analysis.ratings.results import Result, ranking
from spyrium_ai.match.records.record import Fault, GameRecord, Ply, SeatRecord
from spyrium_ai.match.records.record_file import RecordWriter

EVIL = "<script>alert('x')</script> & \"co\""


@cache
def _played(players: int, seed: int) -> tuple[tuple[Ply, ...], str, tuple[int, ...]]:
    plies, final = [], ""
    for position, move in played_out(players, seed):
        final, scores = str(position), position.scores()
        if move:
            plies.append(Ply(position.to_move, move, None if position.is_chance else 2.0))
    return tuple(plies), final, scores


def played(names: Sequence[str], seed: int, block: int = 1, game: int = 1) -> GameRecord:
    """Return a game of random moves; the seed decides them."""
    plies, final, scores = _played(len(names), seed)
    return GameRecord(
        program="0.2.0+g01234567",
        id=f"{block}.{game}",
        game=len(names) * (block - 1) + game,
        block=block,
        seed=block,
        policy="forfeit",
        seats=tuple(SeatRecord(name, name) for name in names),
        plies=plies,
        outcome="played",
        scores=scores,
        winners=tuple(i for i, score in enumerate(scores, 1) if score == max(scores)),
        final=final,
        started=f"2026-11-21T0{block % 10}:00:00+00:00",
    )


def forfeited(record: GameRecord, seat: int, kind: str = "crash") -> GameRecord:
    """Return the game with a fault of the seat after 20 moves and deals; another one has won."""
    fault = Fault(seat, 20, kind, f"{EVIL} fell", record.final, "go <b>", ("> go", "! </pre>oh"))
    others = [i for i in range(1, len(record.seats) + 1) if i != seat]
    return replace(record, outcome="forfeit", winners=(others[0],), faults=(fault,))


def void(record: GameRecord, seat: int) -> GameRecord:
    """Return the game, void by a fault of the seat."""
    return replace(forfeited(record, seat), outcome="void", scores=None, winners=())


def series(names: Sequence[str], blocks: int, first: int = 1) -> Iterator[GameRecord]:
    """Yield whole blocks of games from every rotation of the seats."""
    for block in range(first, first + blocks):
        for game in range(len(names)):
            yield played([*names[game:], *names[:game]], 100 * block + game, block, game + 1)


def write(path: Path, records: Iterable[GameRecord]) -> Path:
    """Write a journal."""
    with RecordWriter(path) as writer:
        for record in records:
            writer.add(record)
    return path


def result(record: GameRecord, names: Sequence[str]) -> Result:
    """Return the result of a game, the players numbered as in the list."""
    players = tuple(names.index(seat.name) for seat in record.seats)
    return Result(record.block - 1, players, None, ranking(record))
