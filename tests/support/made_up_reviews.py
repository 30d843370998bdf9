"""Made-up analyses of recorded games: the moves and lines are possible, the numbers invented."""

from __future__ import annotations

from random import Random

from spyrium_ai.analysis.review.action_kind import action_kind
from spyrium_ai.analysis.review.game_review import (
    DealReview,
    DecisionReview,
    GameReview,
    MoveClass,
    Value,
)
from spyrium_ai.game.position import Position
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.replay import Step, replay

# For two players; with more of them all shares are smaller.
_LOSSES: dict[MoveClass, float] = {"none": 0.004, "small": 0.03, "error": 0.07, "blunder": 0.18}


def made_up_review(record: GameRecord, seed: int = 1) -> GameReview:
    """Return an analysis of a finished game in which every class occurs."""
    random = Random(seed)
    steps = list(replay(record))
    seats = len(record.seats)
    dealt = [step for step in steps if step.ply.move.startswith("deal:")]
    deals = [_deal(step, seats, random) for step in dealt]
    decisions = [_decision(step, seats, random) for step in steps if step.ply.seat]
    luck = _sum(seats, [deal.luck for deal in deals])
    skill = _sum(seats, [decision.gained for decision in decisions])
    start = (1 / seats,) * seats
    drift = (
        result - sum(parts)
        for result, *parts in zip(record.shares, start, luck, skill, strict=True)
    )
    return GameReview(
        id=record.id,
        players=tuple(seat.name for seat in record.seats),
        result=record.shares,
        start=start,
        luck=luck,
        skill=skill,
        drift=tuple(drift),
        judge="mcts 1.0",
        second="expectimax 1.0",
        limits="3,000 nodes",
        decisions=tuple(decisions),
        deals=tuple(deals),
    )


def _decision(step: Step, seats: int, random: Random) -> DecisionReview:
    move, legal = step.ply.move, step.before.legal()
    others = [other for other in legal if other != move]
    cls: MoveClass = random.choice(list(_LOSSES)) if others else "forced"
    is_best = not others or (cls == "none" and random.random() < 0.8)
    loss = 0.0 if is_best else _LOSSES[cls] * 2 / seats
    best = random.choice(others) if loss else move
    better = _shares(seats, random)
    gained = [loss / (seats - 1)] * seats
    gained[step.ply.seat - 1] = -loss
    played = tuple(share + gain for share, gain in zip(better, gained, strict=True))
    return DecisionReview(
        ply=step.number,
        turn=step.before.turn,
        seat=step.ply.seat,
        move=move,
        kind=action_kind(move),
        legal=len(legal),
        cls=cls,
        best=best,
        rank=random.randint(2, len(legal)) if loss else 1,
        loss=loss,
        loss_points=40 * loss if random.random() < 0.8 else None,
        loss_error=0.012 if loss else 0.0,
        better=Value(better, (31.5,) * seats, 20_000, _line(step.before, best)),
        played=Value(played, None, 20_000, _line(step.before, move), exact=step.before.turn == 6),
        gained=tuple(gained),
        deep=loss > 0,
        second_loss=loss / 2 if cls == "blunder" else None,
        why=("£3 more at the turn's end",) if cls == "blunder" else (),
    )


def _line(before: Position, move: str) -> tuple[str, ...]:
    """Return the move and those after it up to the turn's end, each the last legal one."""
    position, line = before.copy(), [move]
    position.apply(move)
    while not position.is_chance and not position.is_over:
        line.append(position.legal()[-1])
        position.apply(line[-1])
    return tuple(line)


def _deal(step: Step, seats: int, random: Random) -> DealReview:
    mean, shares = _shares(seats, random), _shares(seats, random)
    luck = tuple(share - other for share, other in zip(shares, mean, strict=True))
    return DealReview(
        step.number, step.after.turn, step.ply.move, mean, shares, luck, luck_error=0.01, samples=24
    )


def _shares(seats: int, random: Random) -> tuple[float, ...]:
    """Return win shares that add up to 1, none of them small."""
    parts = [random.uniform(0.5, 1.5) for _ in range(seats)]
    return tuple(part / sum(parts) for part in parts)


def _sum(seats: int, rows: list[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(row[seat] for row in rows) for seat in range(seats))
