"""Measures the speed of the game, and a fingerprint of its behaviour.

A figure is the median of repeated runs, each timed by the processor time of its thread, or by the
wall clock where several threads work. The runs of all measurements take turns, so that a slow
moment of the machine does not fall on one alone. Searches are measured in `search_bench`.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any, Literal

from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.state_class import STATE_BYTES
from spyrium_ai.tools.bench.kernels import Sample, random_games
from spyrium_ai.util.seeds import derive

SEED = 1
PLAYERS = (2, 3, 4, 5)


@dataclass(frozen=True)
class PerftCase:
    """A position that perft is counted from, and how deep."""

    line: str
    depth: int


# Positions from games between heuristic players, two of them unless the name says otherwise.
PERFT_CASES = {
    "turn-1-start": PerftCase(
        "2 1 1 1 W1,Ap,Lo,M1,N1,M2,Ar.2,L1,Cr -,-,-,-,-,-,-,-,-,-,-,- E1.2 E7 "
        "M1,M2,W1,L1,N1,Ap,Ar,Lo,Cr 8.6.8/0.0.0 E2,E3,E4,E5,E6 "
        "I/-/0/10/2/2/3/3/-/-/-/- I/-/0/10/2/2/3/3/-/-/-/-",
        6,
    ),
    "turn-3-middle": PerftCase(
        "2 3 1 2 W1,R1,Co,Eg,M2,Ar.2,R1,M1,Mi.2 -,-,-,-,-,2,-,-,-,-,-,1 E3 E5 "
        "M1,M1,M2,M2,M2,W1,W1,W2,W2,L1,N1,N1,N1,R1,R1,Bu,Mi,Ap,Ap,Ar,Ar,Co,Lo,Au,Ca,Eg,Cr "
        "8.3.8/0.3.0 E2,E4,E6 "
        "I/e/9/1/2/3/5/6/w/N1,N1/-/- I/-/10/5/3/2/3/4/w/M1,L1/-/-",
        6,
    ),
    "turn-6-start": PerftCase(
        "2 6 1 1 H2,Ad,Ge,L3,H3,H1,Fi.1,F2,En -,-,-,-,-,-,-,-,-,-,-,- E3 E1.1 "
        "F2,L3,H1,H2,H3,En,Ge,Fi,Ad 4.3.4/2.5.4 - "
        "I/-/37/4/1/3/4/4/wm/M1,W2,R2,U2/-/- I/-/8/23/6/4/7/7/w/M3,F1,N1,N1/Ca/-",
        6,
    ),
    "4-players-turn-4": PerftCase(
        "4 4 4 4 Ar.1.3.3,Bu.2.3.3,R1,Ba.1.1.3,L2,Ta,R2,N2,M3.1 1,2,3,1,4,1,234,-,4,2,-,3 E5 E2 "
        "M3,L2,N2,R1,R2,Bu,Ar,Ba,Ta 0.0.1/4.7.2 E4,E6 "
        "I/-/11/12/6/4/1/4/w/M2,W2,R1/-/- I/-/11/6/2/2/2/5/w/L1,N1/Cr/- "
        "I/-/8/18/6/4/2/5/w/N1,R1/Ca/- I/-/16/20/2/2/1/4/w/M2,W2/Eg/-",
        5,
    ),
}


@dataclass(frozen=True)
class Heading:
    """The names of a figure.

    `key` names it in the JSON object, and `label`, unless empty, the entry there; `title` and
    `unit` are for people.
    """

    key: str
    label: str
    title: str
    unit: str


@dataclass(frozen=True)
class Figure(Heading):
    """A figure; of times it has two decimals, else none."""

    value: float

    @property
    def decimals(self) -> int:
        """How many decimals are shown."""
        return 2 if self.unit in {"ns", "ms"} else 0

    def rounded(self) -> float:
        """Return the value as it is written in JSON: an integer where there are no decimals."""
        return round(self.value, self.decimals or None)


@dataclass(frozen=True)
class Measurement(Heading):
    """Work whose speed is a figure.

    The work returns how many of what is counted it has done. The unit is "ns" for nanoseconds of
    one, and everything else is so many a second. The clock is that of this thread's processor time
    unless other threads do the work.
    """

    work: Callable[[], int]
    clock: Literal["processor", "wall"] = "processor"

    def seconds(self) -> float:
        """Do the work; return the seconds per unit."""
        now = time.thread_time if self.clock == "processor" else time.perf_counter
        begun = now()
        count = self.work()
        return (now() - begun) / count

    def figure(self, seconds: float) -> Figure:
        """Return the figure for these seconds per unit."""
        value = seconds * 1e9 if self.unit == "ns" else 1 / seconds
        return Figure(self.key, self.label, self.title, self.unit, value)


STATE = Figure("state_bytes", "", "state", "bytes", STATE_BYTES)


def measurements() -> list[Measurement]:
    """Return the measurements of the game; each run takes about a tenth of a second.

    A new figure is a new entry here: it is then timed, shown and written as JSON like the others.
    """
    return [*_game_measurements(), *_part_measurements(), *_perft_measurements()]


def _game_measurements() -> Iterator[Measurement]:
    """Yield full random games: setup, deals, moves and final scores."""
    for players in PLAYERS:
        games = 32_000 // players
        yield Measurement(
            "random_games_per_second",
            str(players),
            f"random games, {players} players",
            "games a second",
            partial(counted, games, partial(random_games, players, games, SEED)),
        )
    for players in PLAYERS:
        games = 16_000 // players
        yield Measurement(
            "random_game_moves_per_second",
            str(players),
            f"their moves, {players} players",
            "moves a second",
            partial(_moves, players, games),
        )


def _part_measurements() -> Iterator[Measurement]:
    """Yield the basic operations of games and searches, on positions of random games."""
    sample = Sample(SEED)
    for key, title, unit, work, times in (
        ("moves_per_second", "moves applied to clones", "moves a second", sample.apply, 4_000_000),
        ("nanoseconds_per_move_list", "list of legal moves", "ns", sample.generate, 1_500_000),
        ("nanoseconds_per_clone", "clone", "ns", sample.clone, 40_000_000),
        ("nanoseconds_per_hash", "hash", "ns", sample.hash, 8_000_000),
    ):
        yield Measurement(key, "", title, unit, partial(counted, times, partial(work, times)))


def _perft_measurements() -> Iterator[Measurement]:
    """Yield counts of sequences of moves, whose last moves are listed and not made."""
    for name, case in PERFT_CASES.items():
        yield Measurement(
            "perft_leaves_per_second",
            name,
            f"perft {case.depth}, {name}",
            "leaves a second",
            partial(Position.parse(case.line).perft, case.depth),
        )


def counted(count: int, work: Callable[[], object]) -> int:
    """Do the work and return the count."""
    work()
    return count


def _moves(players: int, games: int) -> int:
    return random_games(players, games, SEED)[0]


def measure(
    work: Sequence[Measurement], repeat: int, tick: Callable[[], object] = lambda: None
) -> list[Figure]:
    """Return the median of so many runs of each measurement; `tick` is called after each run."""
    runs: list[list[float]] = [[] for _ in work]
    for _ in range(repeat):
        for measurement, seconds in zip(work, runs, strict=True):
            seconds.append(measurement.seconds())
            tick()
    return [m.figure(median(seconds)) for m, seconds in zip(work, runs, strict=True)]


def as_data(figures: Iterable[Figure], repeat: int) -> dict[str, Any]:
    """Return the figures as plain data for JSON, with the fingerprint."""
    data: dict[str, Any] = {}
    for figure in figures:
        if figure.label:
            data.setdefault(figure.key, {})[figure.label] = figure.rounded()
        else:
            data[figure.key] = figure.rounded()
    return {**data, "repeat": repeat, "fingerprint": fingerprint()}


def fingerprint() -> str:
    """Return 16 hexadecimal digits that depend on how the game behaves and on nothing else.

    They are a hash of fixed work by seed: random games of 2 to 5 players, perft counts, and whole
    games as text with every position, every list of legal moves and the final scores. They change
    when rules, the order of generated moves or the use of random numbers change.
    """
    digest = hashlib.blake2b(digest_size=8)
    for line in _behaviour():
        digest.update(f"{line}\n".encode("ascii"))
    return digest.hexdigest()


def _behaviour() -> Iterator[str]:
    for players in PLAYERS:
        moves, games = random_games(players, 1000, SEED)
        yield f"games {players} {moves} {games}"
    for case in PERFT_CASES.values():
        yield f"perft {Position.parse(case.line).perft(case.depth - 1)}"
    for players in PLAYERS:
        yield from _game_in_text(players)


def _game_in_text(players: int) -> Iterator[str]:
    """Yield a game by seed: each position, the legal moves there, and the scores at the end."""
    position = Position.start(players)
    ply = 0
    while not position.is_over:
        legal = position.legal()
        yield f"{position} {' '.join(legal)}"
        number = derive("bench", players, ply)
        position.apply(legal[number % len(legal)] if legal else position.sample_deal(number))
        ply += 1
    yield f"{position} {position.scores()}"
