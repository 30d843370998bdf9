"""A match between engines as the command line plays it: progress, faults, interruption, result."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from spyrium_ai.analysis.ratings.match_tally import MatchTally
from spyrium_ai.analysis.ratings.sprt import SprtPlan
from spyrium_ai.analysis.standings_table import print_standings
from spyrium_ai.cli.progress_bar import hidden, progress_bar
from spyrium_ai.match.local_runner import LocalRunner, too_many_threads
from spyrium_ai.match.records.fault_text import fault_notices, faults_heading
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.series import Series, play
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.seeds import published, seed_text
from spyrium_ai.util.signals import on_interruption
from spyrium_ai.util.text import so_many


def run(series: Series, test: SprtPlan | None, out: Path | None, as_json: bool) -> int:
    """Play the series, write its result to stdout; return the exit code."""
    if series.total != series.games:
        _say(
            f"--games {series.games} rounded up to {series.total}: "
            f"{so_many(series.blocks, 'deal set')} of {len(series.players)} games"
        )
    if warning := too_many_threads(series, series.jobs):
        _say(f"Warning: {warning}")
    tally = MatchTally(series.names, test)
    runner, halted = LocalRunner(series, series.jobs), False
    with on_interruption(runner.stop) as interruption:
        try:
            _play(series, runner, tally, out)
        except HaltError as error:
            halted = True
            _say(f"Error: {error}")
        except UsageError:
            if not runner.is_stopped:
                raise
    data = {
        **tally.as_data(),
        "seed": published(series.seed),
        "limits": str(series.limits),
        "timemargin": series.timemargin,
        "interrupted": halted or bool(interruption.signal),
    }
    if as_json:
        click.echo(json.dumps(data))
    else:
        click.echo("\n".join(_heading(series, tally, data)))
        print_standings(data, sys.stdout)
    return interruption.exit_code or int(halted)


def _play(series: Series, runner: LocalRunner, tally: MatchTally, out: Path | None) -> None:
    """Play the games, show the progress, and tell of faults."""
    is_first = True
    with progress_bar(series.total, "game") as progress:

        def take(record: GameRecord) -> bool:
            nonlocal is_first
            tally.add(record)
            for line in fault_notices(record, out, is_first=is_first):
                with hidden(progress):
                    _say(line)
                is_first = False
            progress.update()
            return tally.is_decided

        play(series, runner, take, out)


def _heading(series: Series, tally: MatchTally, data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what stands above the tables."""
    limits = str(series.limits) or "each player's own limits"
    played = f"{so_many(data['games'], 'game')} in {so_many(data['blocks'], 'deal set')}"
    yield f"{played}, {seed_text(series.seed)}, {limits}"
    if data["faulty"]:
        kinds: Counter[str] = Counter()
        for player in data["players"]:
            kinds.update(player["faults"])
        total = data["games"] + data["void"]
        yield faults_heading(data["faulty"], total, kinds, len(series.players))
    yield ""
    if tally.sprt is not None:
        yield f"{tally.sprt.text(series.names)}\n"


def _say(text: str) -> None:
    click.echo(text, err=True)
