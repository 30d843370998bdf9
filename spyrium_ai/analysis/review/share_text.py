"""Win shares of a game as lines of text: what they add up to, their curve, the luck of deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from spyrium_ai.analysis.review.game_review import DealReview, GameReview
from spyrium_ai.analysis.text_tables import percent
from spyrium_ai.game.text.style import Style

LUCKY, VERY_LUCKY = 0.1, 0.2  # win share
NAME_WIDTH = 24
BAR_WIDTH = 30

_ROW = f"{{:<{NAME_WIDTH}}} {{:>7}} {{:>7}} {{:>7}} {{:>7}} {{:>7}}"


def identity_lines(review: GameReview, names: Sequence[str], style: Style) -> Iterator[str]:
    """Yield a table by seat: start + luck + skill + drift = result."""
    yield style.paint(_ROW.format("", "start", "luck", "skill", "drift", "result"), "dim")
    for i, name in enumerate(names):
        parts = (review.luck[i], review.skill[i], review.drift[i])
        start, result = percent(review.start[i]), percent(review.result[i])
        row = _ROW.format(style.text(name)[:NAME_WIDTH], start, *map(_signed, parts), result)
        yield style.seat(row[:NAME_WIDTH], i + 1) + row[NAME_WIDTH:]
    yield style.wrap(
        "Result = start + luck + skill + drift. Skill: what the seat's own moves lost and others' "
        "moves gave away. Drift: what the judge changed its mind about.",
    )


def curve_lines(review: GameReview, style: Style) -> Iterator[str]:
    """Yield a line for each turn: the shares after its last judged move, and a bar of them."""
    last = {one.turn: one.shares for one in review.deals}
    last |= {one.turn: one.played.shares for one in review.decisions}
    turns = [(f"turn {turn}", last[turn]) for turn in sorted(last)]
    yield style.paint(_figures("", _seats(review)), "dim")
    for label, shares in [("start", review.start), *turns, ("result", review.result)]:
        yield f"{_figures(label, map(percent, shares))}  {_bar(shares, style)}"


def _bar(shares: Sequence[float], style: Style) -> str:
    """Return a bar in which each seat has as many of its number as it has of the win."""
    ends = [round(BAR_WIDTH * end) for end in accumulate(shares, initial=0.0)]
    lengths = (end - begin for begin, end in pairwise(ends))
    return "".join(style.seat(str(seat) * n, seat) for seat, n in enumerate(lengths, 1))


def luck_lines(review: GameReview, style: Style) -> Iterator[str]:
    """Yield a line for each deal: the luck of each seat, its error, and who was lucky."""
    yield style.paint(_figures("", _seats(review)), "dim")
    for deal in review.deals:
        error = style.text(f" ± {percent(deal.luck_error)}  ")
        first = _figures(f"turn {deal.turn}", map(_signed, deal.luck)) + error
        yield style.wrap(_who_was_lucky(deal), len(first), first).rstrip()
    yield _figures("sum", map(_signed, review.luck))
    yield style.wrap("Lucky from 10 % of the win on, very lucky from 20 %; unlucky likewise.")


def _who_was_lucky(deal: DealReview) -> str:
    """Return 'seat 1 very lucky, seat 2 unlucky', '' if nobody was either."""
    return ", ".join(
        f"seat {seat} {'very ' if abs(luck) >= VERY_LUCKY else ''}{'un' if luck < 0 else ''}lucky"
        for seat, luck in enumerate(deal.luck, 1)
        if abs(luck) >= LUCKY
    )


def _seats(review: GameReview) -> list[str]:
    return [f"seat {seat}" for seat in range(1, len(review.players) + 1)]


def _figures(label: str, cells: Iterable[str]) -> str:
    return " ".join((f"{label:<7}", *(f"{cell:>6}" for cell in cells)))


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}"
