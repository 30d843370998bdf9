"""The command line: one file per command, imported when the command is called."""

from __future__ import annotations

import importlib
import os
import signal
import sys

import click

from spyrium_ai.cli.stdout_guard import OutputError, checked_output
from spyrium_ai.util.errors import HaltError, UsageError, suggest
from spyrium_ai.util.signals import INTERRUPTED
from spyrium_ai.version import full_version

# Command name to its one-line help. The module of the same name is imported when the command is
# called, and imports what it needs when it runs: so every --help is fast.
COMMANDS = {
    "analyse": "Say what every move of a game lost, and how lucky every deal was.",
    "bench": "Measure the speed of the game and the searches.",
    "doctor": "Check an engine for conformance with the protocol.",
    "engine": "Run a built-in engine over the text protocol.",
    "games": "List the games that you have played here.",
    "loss": "Measure the win share that moves in turns 1 to 5 lose, by rollouts.",
    "luck": "Estimate how much of the results of recorded games is luck.",
    "match": "Play games between players and compare their strength.",
    "perft": "Count the move sequences from a position.",
    "play": "Play a game against the machine.",
    "rate": "Rate the players of recorded games.",
    "regret": "Measure the points that moves in turn 6 lose against best play.",
    "replay": "Show and verify recorded games.",
    "report": "Write an HTML page about recorded games.",
    "rollout": "Compare moves by playing the game to its end many times.",
    "selfplay": "Write games of self-play as arrays for learning.",
    "tournament": "Play or resume an event of many players.",
    "train": "Train the weights of the evaluation.",
    "web": "Play, analyse and watch in a browser.",
}

# Below these packages lie the compiled modules.
COMPILED = ("spyrium_ai.game.rules", "spyrium_ai.search", "spyrium_ai.tools")
NOT_BUILT = (
    "the compiled modules are missing, or were built for another Python. To build them, run "
    "`python -m pip install -e .` in the source folder; this needs a C compiler"
)


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click calls it so)
        """Return the names of all commands."""
        return sorted(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002
        cmd_name: str,
    ) -> click.Command | None:
        """Return the command, imported now, or None for a name that is not one."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"{__name__}.{cmd_name}").command
        assert isinstance(command, click.Command)  # noqa: S101 (a fact of this package, for the type checker)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return click's answer, with a suggestion for a mistyped command."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"no such command '{args[0]}'; {suggest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the list of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


def _show_version(ctx: click.Context, _parameter: click.Parameter, is_asked: bool) -> None:
    """Do what click's own option does, whose text must be known before anybody asks."""
    if is_asked and not ctx.resilient_parsing:
        click.echo(f"spyrium-ai, version {full_version()}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version with its build, and exit.",
)
def cli() -> None:
    """An engine for the board game Spyrium: players, matches, a text protocol."""


def main() -> None:
    """Run the command line; errors of use end with exit code 2 and no traceback."""
    # The matrices of ratings are small: on a busy machine more threads make them slower.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Where the parent ignores this signal, nobody learns how an engine's process has ended.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with checked_output():
        _run()


def _run() -> None:
    try:
        sys.exit(cli.main(prog_name="spyrium-ai", standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:  # Ctrl-C where nothing handles it
        sys.exit(INTERRUPTED)
    except (UsageError, HaltError) as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except OutputError:
        raise
    except OSError as error:  # a path that cannot even be looked at, among others
        if error.filename is None:
            raise
        click.echo(f"Error: '{error.filename}': {error.strerror}", err=True)
        sys.exit(2)
    except ImportError as error:
        if not (error.name or "").startswith(COMPILED):
            raise
        click.echo(f"Error: {NOT_BUILT}\n({error})", err=True)
        sys.exit(2)
