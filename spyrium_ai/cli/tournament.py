"""`spyrium-ai tournament`: an event of a file, which goes on where it was left."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from spyrium_ai.errors import UsageError
from spyrium_ai.fault_text import fault_text
from spyrium_ai.interruption import Interruption, on_interruption
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.event_file import event_names, find_event, read_event
from spyrium_ai.tournament.journal import Journal
from spyrium_ai.tournament.live import display
from spyrium_ai.tournament.play import Tournament
from spyrium_ai.tournament.result import event_text, games_text, print_result, result_data
from spyrium_ai.tournament.warnings import lasting_warnings, warnings_before
from spyrium_ai.workers import Workers, check_jobs, too_many_threads

JOURNAL = "games.jsonl"


def list_events(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    """Write the names of the events, each with the first line of its file, and exit."""
    if not wanted:
        return
    names = event_names()
    for name in names:
        with find_event(name).open(encoding="utf-8", errors="replace") as file:
            first = file.readline().strip()
        about = first.lstrip("# ") if first.startswith("#") else ""
        click.echo(f"{name:<{max(map(len, names))}}  {about}".rstrip())
    ctx.exit()


@click.command("tournament", no_args_is_help=True)
@click.argument("event")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the games are kept; by default a folder here with the event's name.",
)
@click.option(
    "--jobs",
    type=int,
    metavar="J",
    help="Games at a time instead of the event's; -1: as many as there are cores.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    metavar="S",
    help="What the cards and the players' chances depend on, instead of the event's.",
)
@click.option("--json", "as_json", is_flag=True, help="Write the result as one JSON object.")
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=list_events,
    help="List the events that are known by name.",
)
def command(
    event: str, out: Path | None, jobs: int | None, seed: int | None, as_json: bool
) -> None:
    """Play EVENT, or what is missing of it, and say who is stronger.

    EVENT is a TOML file, or the name of one in ./tournaments or among those shipped. Every game is
    on the disk in DIR/games.jsonl before the next one counts. Started again with the same DIR, an
    event goes on where it was left; a finished one only says its result again.
    """
    planned = read_event(find_event(event))
    if jobs is not None:
        check_jobs(jobs)
        planned = replace(planned, jobs=jobs)
    if seed is not None:
        planned = replace(planned, seed=seed)
    folder = Path(folder_name(planned.name)) if out is None else out
    with journal_in(folder) as journal:
        sys.exit(run(Tournament(planned, journal), as_json))


def run(tournament: Tournament, as_json: bool) -> int:
    """Play what is missing, write the result to stdout; return the exit code."""
    event, journal = tournament.event, tournament.journal
    if journal.dropped:
        _say(journal.dropped)
    interruption, lasting = Interruption(), lasting_warnings(event)
    if tournament.is_over:
        _say(f"{event.name}: finished already, {games_text(tournament)}")
    else:
        threads = too_many_threads(event, event.jobs)
        lasting += [threads] if threads else []
        interruption = play(tournament, threads)
    data = {**result_data(tournament, lasting), "interrupted": bool(interruption.signal)}
    if as_json:
        click.echo(json.dumps(data))
    else:
        print_result(tournament, data, sys.stdout)
        click.echo("\n".join(_where(data)))
    if not tournament.is_over:
        _say(f"To go on: {_this_command()}")
    return interruption.exit_code


def play(tournament: Tournament, threads: str) -> Interruption:
    """Play what is missing and show how it stands; return what has interrupted it, if anything."""
    event = tournament.event
    _say(event_text(event))
    going_on = " are there already: going on" if tournament.resumed else ""
    _say(f"{games_text(tournament)}{going_on}; they are kept in {tournament.journal.path}")
    before = warnings_before(event, tournament.schedule.rounds[0].tables)
    for warning in filter(None, (threads, *before)):
        _say(f"Warning: {warning}")
    crew = make_crew(event)
    told: set[tuple[str, str]] = set()
    with on_interruption(crew.stop) as interruption:
        try:
            with crew, display(tournament, sys.stderr) as shown:
                for record in tournament.play(crew):
                    for fault in record.faults:
                        shown.tell(fault_text(record, fault, told))
                    shown.update()
        except UsageError:
            if not crew.is_stopped:
                raise
    return interruption


def make_crew(event: Event) -> Workers:
    """Return who plays the games."""
    return Workers(event, event.jobs)


@contextlib.contextmanager
def journal_in(folder: Path) -> Iterator[Journal]:
    """Open the journal in the folder, which is made for it, and unmade if no game came of it."""
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"the folder '{folder}' cannot be made: {error.strerror}") from None
    try:
        with Journal(folder / JOURNAL) as journal:
            try:
                yield journal
            finally:
                if not journal.path.stat().st_size:
                    journal.path.unlink()
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


def _where(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield where the games are, and how to look at them."""
    if data["ratings"] is None:
        games = data["games"]
        yield f"{games} games were finished, and none counts" if games else "no game was finished"
        return
    path = shlex.quote(data["journal"])
    if any(player["faults"] for player in data["ratings"]["players"]):
        yield f"  spyrium-ai replay {path} --faults"
    yield f"\nThe games are in {data['journal']}. For a page of them:"
    yield f"  spyrium-ai report {path} --out report.html"


def _this_command() -> str:
    """Return the command that runs now."""
    return shlex.join(["spyrium-ai", *sys.argv[1:]])


def _say(text: str) -> None:
    click.echo(text, err=True)
