"""The review of a game as text for people: lines of at most 80 characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from spyrium_ai.analysis.review.game_review import DecisionReview, GameReview
from spyrium_ai.analysis.review.share_text import curve_lines, identity_lines, luck_lines
from spyrium_ai.analysis.review.summary import player_summaries
from spyrium_ai.analysis.review.summary_table import summary_lines
from spyrium_ai.analysis.text_tables import percent
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.game.text.style import WIDTH, Style
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.replay import replay
from spyrium_ai.util.text import shorten, visible

MOST_SHOWN = 10  # decisions
LONGEST_NAME = 22
LEAST_GAIN = 0.005  # of a seat that gained by somebody's loss

Words = Callable[[int, str], str]

_COLOURS = {"blunder": "red", "error": "yellow"}
_INDENT = 6


def move_words(record: GameRecord) -> Words:
    """Return what puts the played move or another legal one at a ply of the game into words.

    Raises:
        ReplayError: a move of the record is not possible.
    """
    boards = {step.number: step.before.board() for step in replay(record)}

    def words(ply: int, move: str) -> str:
        return f"{sentence(boards[ply], move, third=True)} [{move}]"

    return words


def review_lines_text(
    review: GameReview, style: Style, words: Words | None = None
) -> Iterator[str]:
    """Yield a review in lines: the game's sum, its curve, the worst decisions, luck, totals.

    Args:
        review: of a game.
        style: what can be shown.
        words: puts a move into words, by its ply and text, as `move_words`; by default moves are
            shown as they are written.
    """
    names = [f"{seat} {_short(name)}" for seat, name in enumerate(review.players, 1)]
    yield style.paint(_title(f"Game {review.id}: {_outcome(review)}", style), "bold")
    second = f", blunders confirmed by {review.second}" if review.second else ""
    yield style.wrap(f"judged by {review.judge} ({review.limits}){second}")
    for title, lines in (
        ("What decided the game, % of the win", identity_lines(review, names, style)),
        ("Win shares at the end of each turn, %", curve_lines(review, style)),
        ("The worst decisions", _decision_lines(review, names, style, words)),
        ("Luck of the deals, % of the win", luck_lines(review, style)),
    ):
        yield ""
        yield style.paint(_title(title, style), "bold")
        yield from lines
    yield ""
    yield style.paint(_title("Totals", style), "bold")
    for line in summary_lines(player_summaries([review])):
        yield style.text(line)


def _title(text: str, style: Style) -> str:
    return style.text(f"== {text} ")[:WIDTH].ljust(WIDTH, "=")


def _outcome(review: GameReview) -> str:
    """Return who has won, or who played where nobody has."""
    most = max(review.result)
    names = list(map(_short, review.players))
    winners = [name for name, share in zip(names, review.result, strict=True) if share == most]
    if abs(most * len(winners) - 1) < 1e-4:
        return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}"
    return " - ".join(names)


def _short(name: str) -> str:
    return shorten(visible(name), LONGEST_NAME)


def _decision_lines(
    review: GameReview, names: Sequence[str], style: Style, words: Words | None
) -> Iterator[str]:
    """Yield the mistakes that lost most, the worst first."""
    lost = [one for one in review.decisions if one.cls not in {"forced", "none"}]
    if not lost:
        yield "no decision lost much"
    for decision in sorted(lost, key=lambda one: -one.loss)[:MOST_SHOWN]:
        head = f"turn {decision.turn}, {names[decision.seat - 1]}: {_verdict(decision)}"
        colour = _COLOURS.get(decision.cls)
        text = style.wrap(head, _INDENT, f"{decision.ply:4}  ")
        yield style.paint(text, colour) if colour else text
        for note in _notes(decision, names, words):
            yield style.wrap(note, _INDENT + 2, " " * _INDENT)


def _verdict(decision: DecisionReview) -> str:
    """Return 'blunder, loses 12.3 % ± 0.9 and 3.1 points (rank 4 of 17)'."""
    error = f" ± {percent(decision.loss_error)}" if decision.loss_error else ""
    exact = " exactly" if decision.better.exact and decision.played.exact else ""
    points = ""
    if decision.loss_points is not None:
        points = f" and {decision.loss_points:.1f} points"
    rank = f"rank {decision.rank} of {decision.legal}"
    return f"{decision.cls}, loses {percent(decision.loss)} %{error}{points}{exact} ({rank})"


def _notes(decision: DecisionReview, names: Sequence[str], words: Words | None) -> Iterator[str]:
    for label, move in (("played", decision.move), ("best", decision.best)):
        yield f"{label}: {words(decision.ply, move) if words else move}"
    if decision.second_loss is not None and decision.cls != "blunder":
        yield f"engines disagree: by the second one it loses {percent(decision.second_loss)} %"
    if len(names) > 2:
        gains = [
            f"{name} {percent(gain)}"
            for name, gain in zip(names, decision.gained, strict=True)
            if gain >= LEAST_GAIN
        ]
        if gains:
            yield f"gained by {', '.join(gains)}"
    yield from decision.why
