"""A whole rollout: the moves of a position raced against each other, with a journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from spyrium_ai.analysis.rollout.continuation import Continuation, GameEnd, TurnEnds
from spyrium_ai.analysis.rollout.race import Race
from spyrium_ai.analysis.rollout.rollout_players import RolloutPlayers
from spyrium_ai.analysis.rollout.standing import Ends, Standing
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.run_journal import RunJournal
from spyrium_ai.version import full_version

GAMES, CANDIDATES, RESOLUTION = 1000, 5, 0.01

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True)
class JournalEntry:
    """A rollout as a line of the journal: its move and number, shares and scores by seat."""

    move: str
    number: Annotated[int, Meta(ge=1)]
    shares: Annotated[tuple[float, ...], Meta(min_length=2, max_length=5)]
    scores: Annotated[tuple[int, ...], Meta(min_length=2, max_length=5)]


@dataclass(frozen=True)
class Rollout:
    """What is rolled out: at most `games` of each move, by `players` in every seat.

    `resolution` is the difference in win share that need not be told apart. With node limits, or
    players that do not search, equal rollouts have equal results, whatever runs in parallel.

    Raises:
        UsageError: no player decides in the position.
        IllegalMoveError: a move is not legal there.
    """

    position: Position
    moves: tuple[str, ...]
    games: int = GAMES
    players: RolloutPlayers = field(default_factory=RolloutPlayers)
    seed: int = 1
    resolution: float = RESOLUTION

    def __post_init__(self) -> None:
        """Check the position and the moves."""
        check_decision(self.position)
        for move in self.moves:
            self.position.copy().apply(move)

    def run(
        self,
        jobs: int = 1,
        journal: Path | None = None,
        stop: StopFlag | None = None,
        on_progress: OnProgress = lambda _done, _left: None,
    ) -> Standing:
        """Make the rollouts and return how the moves stand.

        Args:
            jobs: how many run in parallel.
            journal: its rollouts are not made again; new ones are appended at once.
            stop: ends the run early.
            on_progress: called after each round with the rollouts there are, and how many more
                there can be.

        Raises:
            UsageError: a player is wrong, or the journal is of something else.
            HaltError: the journal cannot be written.
        """
        stop = stop or StopFlag()
        turns: TurnEnds = {}
        continuations = [Continuation(self.players, self.seed, stop, turns) for _ in range(jobs)]
        ends: Ends = {}
        with ExitStack() as stack:
            results = stack.enter_context(self._journal(journal)) if journal else None
            if results is not None:
                ends.update(self._known(results.found))

            def keep(move: str, number: int, end: GameEnd) -> None:
                if results is not None:
                    results.add(JournalEntry(move, number, end.shares, end.scores))

            standing = Standing(self.position.to_move, self.moves, self.games, ends)
            race = Race(self.position, standing, self.resolution)
            race.run(continuations, stop, keep, lambda: on_progress(len(ends), race.left))
        return standing

    def _journal(self, path: Path) -> RunJournal[JournalEntry]:
        """Open the journal; further moves and games may be added to it, nothing else changed."""
        settings = {
            "program": full_version(),
            "position": str(self.position),
            "first": self.players.first,
            "player": self.players.later,
            "seed": self.seed,
        }
        return RunJournal(path, "rollout", settings, JournalEntry)

    def _known(self, entries: Sequence[JournalEntry]) -> Ends:
        """Return the rollouts of a journal that belong to these moves."""
        players = self.position.players
        return {
            (entry.move, entry.number): GameEnd(entry.shares, entry.scores)
            for entry in entries
            if entry.move in self.moves and len(entry.shares) == len(entry.scores) == players
        }


def check_decision(position: Position) -> None:
    """Raise UsageError if no player decides in the position."""
    if position.is_over:
        raise UsageError("the game is over in this position: there is no move to roll out")
    if position.is_chance:
        raise UsageError("chance decides in this position: there is no move to roll out")
