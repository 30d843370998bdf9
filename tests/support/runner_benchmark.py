"""Measure what the tournament runner costs.

In tests/, `python -m support.runner_benchmark` prints

- games a second between two `random` engines, with one job and with two;
- the share of the time that is not the engines', where every move takes 50 ms;
- how long it takes to go on with 10,000 games, and to rate them;
- how the memory of the runner grows with the number of games.
"""

from __future__ import annotations

import gc
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from support.fake_runners import InProcess

from spyrium_ai.analysis.ratings.pool import pool_of
from spyrium_ai.analysis.ratings.rating_data import rating_data
from spyrium_ai.match.local_runner import LocalRunner
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.schedule import GamePlan
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.journal import Journal
from spyrium_ai.tournament.tournament import GameRunner, Tournament

RANDOM = Event(parse_players(["random", "random"]), TimeControl(nodes=1), seed=1)
GAMES = 10_000


class Again(InProcess):
    """Plays a few games, and hands out their records under other numbers ever after."""

    def play(self, plans: Iterable[GamePlan]) -> Iterator[GameRecord]:
        some: list[GameRecord] = []
        for plan in plans:
            if len(some) < 20:
                some.append(self._game(plan))
            old = some[plan.game % len(some)]
            seats = tuple(
                replace(old.seats[0], name=spec.name, spec=spec.text, seed=seed)
                for spec, seed in zip(
                    (self.terms.players[entrant] for entrant in plan.entrants),
                    plan.player_seeds,
                    strict=True,
                )
            )
            yield replace(
                old, id=plan.id, game=plan.game, block=plan.block, seed=plan.seed, seats=seats
            )


def play(event: Event, folder: Path, crew: GameRunner) -> Tournament:
    """Play an event into a new journal."""
    with Journal(folder / "games.jsonl") as journal:
        tournament = Tournament(event, journal)
        for _ in tournament.play(crew):
            pass
        return tournament


def games_per_second(jobs: int) -> float:
    """Return how many games a second two `random` engines play."""
    event = replace(RANDOM, deals=60)
    with tempfile.TemporaryDirectory() as folder, LocalRunner(event, jobs) as workers:
        begin = time.perf_counter()
        play(event, Path(folder), workers)
        return event.deals * 2 / (time.perf_counter() - begin)


def runners_share() -> float:
    """Return the share of the time outside `go` to `bestmove`, with moves of 50 ms."""
    event = Event(parse_players(["mcts", "mcts"]), TimeControl(movetime=50), deals=2, seed=1)
    with tempfile.TemporaryDirectory() as name, LocalRunner(event) as workers:
        folder = Path(name)
        begin = time.perf_counter()
        play(event, folder, workers)
        wall = time.perf_counter() - begin
        with Journal(folder / "games.jsonl") as journal:
            thinking = sum(p.time or 0 for _, record in journal.records() for p in record.plies)
    return 1 - thinking / 1000 / wall


def resume_and_rate() -> tuple[float, float]:
    """Return how many seconds it takes to read a finished event, and to rate its games."""
    event = replace(RANDOM, deals=GAMES // 2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        play(event, folder, Again(event))
        begin = time.perf_counter()
        with Journal(folder / "games.jsonl") as journal:
            tournament = Tournament(event, journal)
            assert tournament.resumed == GAMES
            middle = time.perf_counter()
            rating_data(pool_of(tournament.counted()), count=1000, seed=1)
        return middle - begin, time.perf_counter() - middle


def bytes_per_block() -> float:
    """Return how much more the runner holds on to for every block."""
    held = []
    tracemalloc.start()
    for blocks in (500, 5000):
        event = replace(RANDOM, deals=blocks)
        with tempfile.TemporaryDirectory() as folder:
            tournament = play(event, Path(folder), Again(event))
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])
        del tournament
    tracemalloc.stop()
    return (held[1] - held[0]) / 4500


def main() -> None:
    """Print all figures."""
    print(f"memory: {bytes_per_block():.1f} bytes more a block", flush=True)
    for jobs in (1, 2):
        rates = [games_per_second(jobs) for _ in range(3)]
        print(f"random - random, {jobs} at a time: {statistics.median(rates):.1f} games a second")
    print(f"moves of 50 ms: the runner takes {100 * runners_share():.2f} % of the time", flush=True)
    read, rate = resume_and_rate()
    print(f"{GAMES} games: going on takes {read:.1f} s, rating them {rate:.1f} s")


if __name__ == "__main__":
    main()
