"""A series of two to five players: whole deal sets of games, and the loop that plays them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from spyrium_ai.match.local_runner import LocalRunner
from spyrium_ai.match.player_spec import HUMAN, PlayerSpec, parse_players
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.records.deal_source import DEALS, MANUAL, SEEDED
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.record_file import RecordWriter, check_new
from spyrium_ai.match.records.under_way_files import RunNote
from spyrium_ai.match.schedule import GamePlan, blocks_for, game_plan, schedule
from spyrium_ai.match.settings import (
    JOBS,
    MOST_GAMES,
    PATIENCE_BOUNDS,
    POLICIES,
    TIMEMARGIN,
    TIMEMARGIN_BOUNDS,
    MatchSettings,
    is_jobs,
)
from spyrium_ai.match.time_control import TimeControl, check_one, parse_one_limit
from spyrium_ai.match.under_way import UnderWay
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.secret_file import read_or_make_secret
from spyrium_ai.util.seeds import MAX_SEED, SeriesSeed, new_secret

OnGame = Callable[[GameRecord], bool | None]


@dataclass(frozen=True)
class Series(MatchSettings):
    """What to play: at least `games`, rounded up to whole deal sets, `jobs` of them in parallel.

    `deals` is one of `DEALS`; with manual ones a single game is played.

    Raises:
        UsageError: a number is out of bounds, or there are not two to five players.
    """

    games: int = 10
    seed: SeriesSeed = field(default_factory=new_secret, repr=False)
    jobs: int = 1
    deals: str = SEEDED

    def __post_init__(self) -> None:
        """Check the values."""
        check_count(self.players)
        _check_number("games", self.games, (1, MOST_GAMES))
        if isinstance(self.seed, int):
            _check_number("seed", self.seed, (0, MAX_SEED))
        _check_number("timemargin", self.timemargin, TIMEMARGIN_BOUNDS)
        _check_number("patience", self.patience.move, PATIENCE_BOUNDS)
        if not is_jobs(self.jobs):
            raise UsageError(f"jobs {self.jobs} is not {JOBS}")
        if self.policy not in POLICIES:
            raise UsageError(f"policy '{self.policy}' is none of: {', '.join(POLICIES)}")
        self._check_deals()

    def _check_deals(self) -> None:
        if self.deals not in DEALS:
            raise UsageError(f"deals '{self.deals}' is none of: {', '.join(DEALS)}")
        if self.deals != MANUAL:
            return
        if not any(player.is_human for player in self.players):
            raise UsageError("manual deals need a human player, who says what lies on the table")
        if self.games > 1:
            raise UsageError(f"manual deals are for one game, not {self.games}")

    @property
    def blocks(self) -> int:
        """The number of deal sets."""
        return blocks_for(self.games, len(self.players))

    @property
    def total(self) -> int:
        """The number of games in these deal sets."""
        return self.blocks * len(self.players)

    def plans(self) -> Iterator[GamePlan]:
        """Yield the games in order."""
        return schedule(len(self.players), self.blocks, self.seed)

    def plan(self, game: int) -> GamePlan:
        """Return a game by its number, from 1."""
        return game_plan(len(self.players), game, self.seed)


@dataclass(frozen=True)
class SeriesResult:
    """The games of a series in the order in which they ended; `names` are the players' names."""

    names: tuple[str, ...]
    records: tuple[GameRecord, ...]

    @property
    def win_shares(self) -> dict[str, float]:
        """Each player's mean win share by name; void games do not count. Empty without a game."""
        counted = [record for record in self.records if record.outcome != "void"]
        sums = dict.fromkeys(self.names, 0.0)
        for record in counted:
            for number, seat in enumerate(record.seats, 1):
                sums[seat.name] += record.share(number)
        return {name: total / len(counted) for name, total in sums.items()} if counted else {}


def play_series(  # noqa: PLR0913 (one parameter for each setting)
    players: Sequence[str],
    games: int = 10,
    *,
    seed: int | None = None,
    secret: str | Path | None = None,
    movetime: int | None = None,
    nodes: int | None = None,
    clock: str | None = None,
    jobs: int = 1,
    out: str | Path | None = None,
    policy: str = "forfeit",
    patience: float = Timeouts.move,
    timemargin: int = TIMEMARGIN,
    on_game: OnGame | None = None,
) -> SeriesResult:
    """Play a series between engines, each in a process of its own.

    >>> play_series(["heuristic", "random"], games=2, seed=1).win_shares
    {'heuristic': 1.0, 'random': 0.0}

    Args:
        players: two to five players as `spyrium-ai match` takes them. Equal ones are numbered.
        games: the least number of games; it is rounded up to whole deal sets.
        seed: a published seed; whoever knows it can compute the deals.
        secret: a file with a secret to use instead, created if it is missing. Without a seed or
            a file the secret is new, and the series cannot be repeated.
        movetime: milliseconds per move. Of `movetime`, `nodes` and `clock` one may be given.
        nodes: nodes per move.
        clock: milliseconds per game and player, with the increment per move: "60000+500".
        jobs: the number of games to run in parallel; -1: one per core.
        out: a new file for the game log.
        policy: what a fault means in games of three or more: "forfeit" or "void".
        patience: the timeout in seconds for moves without a time limit.
        timemargin: the time margin in milliseconds.
        on_game: called with each finished game, in this thread. If it returns True, the series
            ends at once, and unfinished games are dropped.

    Raises:
        UsageError: an argument is wrong, an engine does not start or lacks an option.
        HaltError: the game log cannot be written.
    """
    series = Series(
        players=_engines(players),
        limits=_limits(movetime=movetime, nodes=nodes, clock=clock),
        policy=policy,
        patience=Timeouts(move=patience, margin=timemargin / 1000),
        games=games,
        seed=_series_seed(seed, secret),
        jobs=jobs,
    )
    return _played(series, on_game, None if out is None else Path(out))


def _engines(players: Sequence[str]) -> tuple[PlayerSpec, ...]:
    specs = parse_players(players)
    if any(player.is_human for player in specs):
        raise UsageError(f"'{HUMAN}': human players are not supported here")
    return specs


def _limits(**given: int | str | None) -> TimeControl:
    return parse_one_limit({name: str(v) for name, v in given.items() if v is not None})


def _series_seed(seed: int | None, secret: str | Path | None) -> SeriesSeed:
    check_one({"seed": seed, "secret": secret})
    if secret is not None:
        return read_or_make_secret(Path(secret))
    return new_secret() if seed is None else seed


def _played(series: Series, on_game: OnGame | None, out: Path | None) -> SeriesResult:
    records: list[GameRecord] = []

    def keep(record: GameRecord) -> bool | None:
        records.append(record)
        return on_game(record) if on_game is not None else None

    play(series, LocalRunner(series, series.jobs), keep, out)
    return SeriesResult(series.names, tuple(records))


def play(series: Series, runner: LocalRunner, on_game: OnGame, out: Path | None = None) -> None:
    """Play a series, and close the runner.

    Args:
        series: what to play.
        runner: plays the games; `stop` on it, from another thread, ends the series too.
        on_game: called with each finished game once it is in the game log. If it returns True,
            the series ends at once, and unfinished games are dropped.
        out: a new file for the game log. The games under way are shown beside it.

    Raises:
        UsageError: the file exists, an engine does not start or lacks an option.
        HaltError: the game log cannot be written.
    """
    if out is not None:
        check_new(out)
    with ExitStack() as stack:
        stack.enter_context(runner)
        log = stack.enter_context(RecordWriter(out)) if out is not None else None
        if out is not None:
            note = RunNote("", series.total, len(series.players), series.names)
            runner.observers.append(stack.enter_context(UnderWay(out, note)))
        for record in runner.play(series.plans()):
            if log is not None:
                log.add(record)
            if on_game(record):
                runner.close()  # else the games under way would be waited for
                return


def check_count(players: Sequence[object]) -> None:
    """Raise UsageError if there are not two to five players."""
    if not 2 <= len(players) <= 5:
        raise UsageError(f"a game has 2 to 5 players, not {len(players)}")


def _check_number(name: str, number: float, bounds: tuple[float, float]) -> None:
    if not bounds[0] <= number <= bounds[1]:
        low, high = (_exact(bound) for bound in bounds)
        raise UsageError(f"{name} {_exact(number)} is not from {low} to {high}")


def _exact(number: float) -> str:
    """Return a number without an exponent."""
    return str(number) if isinstance(number, int) else f"{number:.15g}"
