"""After a game: what the players lost, their three worst moves, and everybody's luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing

from spyrium_ai.analysis.review.game_review import GameReview
from spyrium_ai.analysis.review.review_run import ReviewRun, ReviewSettings, kept_reviews
from spyrium_ai.analysis.review.review_text import move_words
from spyrium_ai.analysis.review.reviewer import Reviewer
from spyrium_ai.analysis.review.summary import player_summaries
from spyrium_ai.analysis.text_tables import percent
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import HaltError, UsageError

WORST = 3  # moves that are told


def tell_review(
    terminal: TerminalIO, record: GameRecord, names: Sequence[str], reviewer: Reviewer
) -> None:
    """Judge a finished game as `spyrium-ai analyse` does, and print what came out.

    What was judged before is not judged again; Ctrl-C loses only the decision under way.

    Args:
        terminal: gets the text.
        record: the game.
        names: the players by seat, as they are called in the game.
        reviewer: of the default settings.
    """

    def show(done: int, total: int) -> None:
        terminal.note(f"the tutor looks back: {done} of {total} ...")

    run = ReviewRun(ReviewSettings(), kept_reviews())
    try:
        with closing(run.run([record], [reviewer], StopFlag(), show)) as reviews:
            review = next(reviews)
    except (HaltError, UsageError, OSError) as error:
        terminal.tell(f"The game cannot be judged: {error}.")
        return
    for line in _lines(review, record, names):
        terminal.tell(line, 4)


def _lines(review: GameReview, record: GameRecord, names: Sequence[str]) -> Iterator[str]:
    by_name = {one.player: one for one in player_summaries([review])}
    for name, player, luck in zip(names, review.players, review.luck, strict=True):
        one = by_name[player]
        yield (
            f"{name}: {percent(one.losses.mean)} % lost per decision, {one.losses.bad} errors and "
            f"blunders, luck {100 * luck:+.1f} %."
        )
    words = move_words(record)
    worst = sorted(review.decisions, key=lambda decision: -decision.loss)[:WORST]
    for found in (decision for decision in worst if decision.loss > 0):
        yield (
            f"Turn {found.turn}, {names[found.seat - 1]} {words(found.ply, found.move)}: "
            f"loses {percent(found.loss)} %. Better: {words(found.ply, found.best)}."
        )
