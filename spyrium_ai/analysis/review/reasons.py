"""What explains an error, in words: only what has been measured, else "no single reason"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spyrium_ai.analysis.review.paired_games import (
    PAIRS,
    Difference,
    differences,
    paired_accounts,
)
from spyrium_ai.analysis.review.playing_on import turn_ends
from spyrium_ai.analysis.review.turn_comparison import turn_comparison
from spyrium_ai.game.card_table import LAST_TURN
from spyrium_ai.game.position import Position

NO_SINGLE_REASON = "no single reason"
MOST_TOLD = 5  # differences between the final accounts


def reasons(
    position: Position,
    better: Sequence[str],
    played: Sequence[str],
    pairs: int = PAIRS,
    seed: int = 0,
) -> tuple[str, ...]:
    """Return sentences that say what the better move has that the played move has not.

    The first compares the ends of the turn after both lines. Where a line ends before, the one-ply
    player plays both on from an equal number of moves, and the sentence says so. The second tells
    where the final accounts of games played on with equal deals differ beyond doubt. It follows
    the better and the played move alone, not their lines. There are no such games in the last
    turn, where no deal is left and the ends themselves are compared.

    Two lines that come to the same and pairs that say nothing beyond doubt give
    `NO_SINGLE_REASON`.

    Args:
        position: before the decision.
        better: the best move and what the judge expects then.
        played: the played move and what the judge expects then.
        pairs: of games played on, at least two; 200 take about a second.
        seed: the deals of these games follow from it.

    Raises:
        IllegalMoveError: the best or the played move is not legal.
    """
    seat = position.to_move
    ends = turn_ends(position, better, played)
    text = turn_comparison(ends.better, ends.played, seat)
    if text and ends.played_on:
        text = f"{text[:-1]} (the rest of the turn played by heuristic)."
    if position.turn == LAST_TURN:
        return (text or NO_SINGLE_REASON,)
    after = _after(position, better[0]), _after(position, played[0])
    found = differences(*paired_accounts(*after, pairs, seed), seat)
    return tuple(filter(None, (text, _games_text(found, seat, pairs)))) or (NO_SINGLE_REASON,)


def _after(position: Position, move: str) -> Position:
    after = position.copy()
    after.apply(move)
    return after


def _games_text(found: Sequence[Difference], seat: int, pairs: int) -> str:
    if not found:
        return ""
    clauses = "; ".join(_clauses(found[:MOST_TOLD], seat))
    return f"In {pairs} pairs of games played on by heuristic: {clauses}."


def _clauses(found: Sequence[Difference], seat: int) -> Iterator[str]:
    """Yield a clause for each seat: the one that chose the move, then the others."""
    for number in dict.fromkeys([seat, *(one.seat for one in found)]):
        texts = [_text(one) for one in found if one.seat == number]
        if texts:
            yield f"{'' if number == seat else f'seat {number}: '}{', '.join(texts)}"


def _text(one: Difference) -> str:
    amount = f"{abs(one.mean):.1f} ± {one.half:.1f} points"
    return f"{amount} {'more' if one.mean > 0 else 'fewer'} {one.source}"
