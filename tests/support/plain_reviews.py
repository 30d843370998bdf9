"""Reviews of games for the tests, with as little said as can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spyrium_ai.analysis.review.game_review import DealReview, DecisionReview, GameReview, Value


def decision(seat: int = 1, loss: float = 0.0, **fields: Any) -> DecisionReview:
    """Return a decision of a game for two; it is forced if there is one legal move."""
    legal = fields.get("legal", 5)
    plain: dict[str, Any] = {
        "ply": 3,
        "turn": 1,
        "move": "place:a1b1",
        "kind": "placing",
        "legal": legal,
        "cls": "forced" if legal == 1 else class_of(loss),
        "best": "place:b1c1" if loss else fields.get("move", "place:a1b1"),
        "rank": 2 if loss else 1,
        "loss_points": 10 * loss,
        "loss_error": 0.002,
        "better": Value((0.5, 0.5)),
        "played": Value((0.5 - loss, 0.5 + loss) if seat == 1 else (0.5 + loss, 0.5 - loss)),
        "gained": (-loss, loss) if seat == 1 else (loss, -loss),
    }
    return DecisionReview(seat=seat, loss=loss, **(plain | fields))


def class_of(loss: float) -> str:
    """Return a class of a loss: as good as any for a test."""
    bounds = {"none": 0.02, "small": 0.05, "error": 0.1}
    return next((name for name, bound in bounds.items() if loss < bound), "blunder")


def deal(turn: int = 1, luck: Sequence[float] = (0.0, 0.0), **fields: Any) -> DealReview:
    """Return a deal after which the first seat is as much better off as it was lucky."""
    plain: dict[str, Any] = {
        "ply": 2 * turn,
        "deal": "deal:Co,W2,U1.1,Au,Ar.2,Lo,M2,Ca,Cr:E7",
        "mean": (1 / len(luck),) * len(luck),
        "shares": tuple(1 / len(luck) + one for one in luck),
        "luck_error": 0.01,
        "samples": 24,
    }
    return DealReview(turn=turn, luck=tuple(luck), **(plain | fields))


def review(
    decisions: Sequence[DecisionReview] = (), deals: Sequence[DealReview] = (), **fields: Any
) -> GameReview:
    """Return the review of a game that the first of two players has won."""
    players = fields.get("players", ("anna", "ben"))
    zero = (0.0,) * len(players)
    plain: dict[str, Any] = {
        "id": "0" * 16,
        "players": players,
        "result": (1.0, *zero[1:]),
        "start": (1 / len(players),) * len(players),
        "luck": tuple(sum(deal.luck[i] for deal in deals) for i in range(len(players))),
        "skill": zero,
        "drift": zero,
        "judge": "mcts",
        "second": "expectimax",
        "limits": "3000 nodes",
    }
    return GameReview(decisions=tuple(decisions), deals=tuple(deals), **(plain | fields))
