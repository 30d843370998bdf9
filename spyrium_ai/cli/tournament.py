"""`spyrium-ai tournament`: plays an event from a file, and resumes it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spyrium_ai.cli import cluster_options, shared_options
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.signals import on_interruption

LONGEST_ABOUT = 200  # characters that the list shows of an event's first line

if TYPE_CHECKING:
    from spyrium_ai.match.local_runner import LocalRunner
    from spyrium_ai.match.referee import Observer
    from spyrium_ai.tournament.cluster_runner import ClusterRunner
    from spyrium_ai.tournament.event import Event
    from spyrium_ai.tournament.journal import Journal
    from spyrium_ai.tournament.tournament import Tournament


def list_events(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    """Write the names of the events, each with the first line of its file, and exit."""
    if not wanted:
        return
    from spyrium_ai.tournament.event_file import event_names, find_event

    names = event_names()
    for name in names:
        with find_event(name).open(encoding="utf-8-sig", errors="replace") as file:
            first = file.readline(LONGEST_ABOUT).strip()
        about = first.lstrip("# ") if first.startswith("#") else ""
        click.echo(f"{name:<{max(map(len, names))}}  {about}".rstrip())
    ctx.exit()


@click.command("tournament", no_args_is_help=True)
@click.argument("event")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the game log; by default ./NAME, with the event's name.",
)
@cluster_options.jobs("Number of games to run in parallel, instead of the event's")
@cluster_options.backend
@cluster_options.scheduler
@shared_options.seed_of_games("the event's seed, else the secret in DIR")
@shared_options.as_json
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=list_events,
    help="List the events that are known by name, and exit.",
)
def command(
    event: str,
    out: Path | None,
    jobs: int | None,
    backend: str,
    scheduler: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play EVENT, or resume it, and rate its players.

    EVENT is a TOML file, or the name of one in ./tournaments or among the events shipped with the
    program.

    Every game is saved in the game log DIR/games.jsonl as soon as it ends. If an event is
    interrupted, run the same command to resume it; for a finished event the command prints the
    result again.
    """
    from spyrium_ai.tournament.event_file import find_event, read_event
    from spyrium_ai.tournament.event_secret import with_secret
    from spyrium_ai.tournament.tournament import Tournament

    planned = read_event(find_event(event))
    cluster_options.check_backend(backend, scheduler)
    if jobs is not None:
        planned = replace(planned, jobs=jobs)
    elif scheduler is not None:
        planned = replace(planned, jobs=-1)  # the event's are meant for one machine
    if seed is not None:
        planned = replace(planned, seed=seed)
    folder = Path(folder_name(planned.name)) if out is None else out
    with journal_in(folder) as journal:
        planned = with_secret(planned, journal.path, may_make=journal.is_empty)
        # `report` compares the games with the event's file, which has another seed.
        known_as = event if seed is None else None
        sys.exit(run(Tournament(planned, journal), scheduler, known_as, as_json))


def run(tournament: Tournament, scheduler: str | None, known_as: str | None, as_json: bool) -> int:
    """Play the missing games and write the result to stdout; return the exit code.

    Args:
        tournament: the event and its game log.
        scheduler: address of the cluster's scheduler; None: the games run on this machine.
        known_as: the event as `report --event` finds it; None: it does not find this one.
        as_json: whether to write the result as JSON.
    """
    from spyrium_ai.tournament.result import games_text, print_result, result_data
    from spyrium_ai.tournament.warnings import lasting_warnings

    event, journal = tournament.event, tournament.journal
    if journal.dropped:
        _say(journal.dropped)
    exit_code, lasting = 0, lasting_warnings(event)
    if tournament.is_over:
        _say(f"{event.name}: already finished, {games_text(tournament)}")
    else:
        exit_code, warnings = play(tournament, scheduler)
        lasting += warnings
    journal.check_is_there()  # else the result would be that of another run's games
    data = {**result_data(tournament, lasting), "interrupted": bool(exit_code)}
    if as_json:
        click.echo(json.dumps(data))
    else:
        print_result(tournament, data, sys.stdout)
        click.echo("\n".join(_where(data, known_as)))
    if not tournament.is_over:
        _say(f"To resume: {_this_command()}")
    return exit_code


def play(tournament: Tournament, scheduler: str | None) -> tuple[int, Sequence[str]]:
    """Play the missing games and show progress; return the exit code and the warnings."""
    from spyrium_ai.match.records.fault_text import fault_notices
    from spyrium_ai.match.records.under_way_files import RunNote
    from spyrium_ai.match.under_way import UnderWay
    from spyrium_ai.tournament.live_display import display
    from spyrium_ai.tournament.result import event_text, games_text
    from spyrium_ai.tournament.warnings import warnings_before

    event = tournament.event
    _say(event_text(event))
    done = " finished already: resuming" if tournament.resumed else ""
    kept = f"{games_text(tournament)}{done}; the game log is {tournament.journal.path}"
    before = warnings_before(event, tournament.schedule.rounds[0].tables)
    shown = display(tournament, sys.stderr)
    under_way = UnderWay(
        tournament.journal.path,
        RunNote(event.name, tournament.games_total, event.seats, tuple(event.names)),
    )
    runner = make_runner(event, scheduler, shown.tell, under_way)
    is_first = True
    with on_interruption(runner.stop) as interruption:
        try:
            with under_way, runner:
                _say(kept)
                for warning in (*runner.warnings, *before):
                    _say(f"Warning: {warning}")
                with shown:
                    for record in tournament.play(runner):
                        log = tournament.journal.path
                        for line in fault_notices(record, log, is_first=is_first):
                            shown.tell(line)
                            is_first = False
                        shown.update()
        except HaltError as error:
            if tournament.journal.is_gone:
                raise
            _say(f"Error: {error}")
        except UsageError as error:
            if not runner.is_stopped:
                raise UsageError(f"{event.name}: {error}") from None
    return interruption.exit_code or int(not tournament.is_over), runner.warnings


def make_runner(
    event: Event, scheduler: str | None, say: Callable[[str], None], observer: Observer
) -> LocalRunner | ClusterRunner:
    """Return the runner of the games: this machine, or the cluster with this scheduler.

    The observer sees the games of this machine, not those of a cluster.
    """
    if scheduler is None:
        from spyrium_ai.match.local_runner import LocalRunner

        return LocalRunner(event, event.jobs, [observer])
    from spyrium_ai.tournament.cluster_runner import ClusterRunner

    return ClusterRunner(event, scheduler, event.jobs, say)


@contextlib.contextmanager
def journal_in(folder: Path) -> Iterator[Journal]:
    """Open the game log in the folder; if no game ended, what was created for it is removed."""
    from spyrium_ai.match.records.record_file import JOURNAL
    from spyrium_ai.tournament.event_secret import SECRET
    from spyrium_ai.tournament.journal import Journal

    made = [each for each in (folder, *folder.parents) if not each.exists()]
    secret = folder / SECRET
    had_secret = os.path.lexists(secret)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UsageError(f"'{folder}' is a file, not a folder") from None
    except OSError as error:
        raise UsageError(f"the folder '{folder}' cannot be created: {error.strerror}") from None
    try:
        with Journal(folder / JOURNAL) as journal:
            try:
                yield journal
            finally:
                if journal.is_empty and not journal.is_gone:
                    journal.path.unlink(missing_ok=True)
                    if not had_secret:
                        secret.unlink(missing_ok=True)
    finally:
        with contextlib.suppress(OSError):
            for each in made:
                each.rmdir()


def folder_name(name: str) -> str:
    """Return the name of an event as one that a folder can have anywhere.

    >>> folder_name("mcts: 2nd try/a"), folder_name("..")
    ('mcts-2nd-try-a', 'event')
    """
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip(".-") or "event"


def _where(data: Mapping[str, Any], known_as: str | None) -> Iterator[str]:
    """Yield the place of the game log, and the commands that show its games."""
    if data["ratings"] is None:
        games = data["games"]
        yield f"{games} games were finished, but none counts" if games else "no game was finished"
        return
    path = shlex.quote(data["journal"])
    if any(player["faults"] for player in data["ratings"]["players"]):
        yield f"  spyrium-ai replay {path} --faults"
    yield f"\nThe games are in {data['journal']}. To write an HTML report:"
    decides = data["sprt"] or data["swiss"]  # what `report` adds with --event
    of_event = f" --event {shlex.quote(known_as)}" if decides and known_as is not None else ""
    yield f"  spyrium-ai report {path}{of_event} --out report.html"


def _this_command() -> str:
    """Return the command line of this process."""
    return shlex.join(["spyrium-ai", *sys.argv[1:]])


def _say(text: str) -> None:
    click.echo(text, err=True)
